//! Every way to roll dice, with its exact distribution.

use equipoise_dice::{
    Dice as _, Ones, Pmf, PoolShape, PoolUse, PreparedPool, PreparedSuccesses, Reroll, Roll, Sides,
    SuccessPool, outcomes, reroll,
};

use equipoise_engine::front_end::{Draw, Trial, outcomes as exact};

/// Draws of each check.
const SAMPLES: u64 = 60_000;

fn sampled(what: String, exact: Vec<(i64, f64)>, draw: Draw) -> Trial {
    Trial {
        what,
        exact,
        draw,
        samples: SAMPLES,
    }
}

/// A roll in one number.
fn code(roll: Roll) -> i64 {
    u32::from_le_bytes([roll.low, roll.mid, roll.hit, roll.crit]).into()
}

fn rolls(shape: PoolShape) -> Vec<(i64, f64)> {
    let all = outcomes(shape).into_iter();
    all.map(|(roll, p)| (code(roll), p)).collect()
}

/// Equally likely numbers.
fn uniform(numbers: impl ExactSizeIterator<Item = i64>) -> Vec<(i64, f64)> {
    let p = 1.0 / numbers.len() as f64;
    numbers.map(|number| (number, p)).collect()
}

/// All of them.
pub(super) fn all() -> Vec<Trial> {
    let parts = [
        pools(),
        prepared_pools(),
        rerolls(),
        saves(),
        single_dice(),
        success_pools(),
        roll_offs(),
        clashes(),
    ];
    parts.into_iter().flatten().collect()
}

/// Every pool that a dataset can ask for: up to ten dice, any critical number of the rules and any
/// target number of a mode; others with other dice, and more than ten.
fn shapes() -> Vec<PoolShape> {
    let mut shapes = Vec::new();
    for dice in 0..=PoolShape::MAX_DICE {
        for critical in 7..=11 {
            shapes.push(PoolShape::d10(dice, critical));
        }
        for target in [2, 3, 4, 6, 7, 8, 9, 10] {
            let lowered = target.min(3);
            shapes.push(PoolShape {
                target,
                lowered,
                ..PoolShape::d10(dice, 10)
            });
        }
    }
    for sides in [Sides::D6, Sides::D8] {
        for dice in [1, 2, 4, 7, 10] {
            for (target, critical, lowered) in
                [(2, 6, 2), (3, 7, 2), (4, 6, 3), (4, 4, 2), (5, 9, 5)]
            {
                shapes.push(PoolShape {
                    sides,
                    target,
                    critical,
                    lowered,
                    dice,
                });
            }
        }
    }
    shapes
}

fn name(shape: PoolShape) -> String {
    let PoolShape {
        sides,
        target,
        critical,
        lowered,
        dice,
    } = shape;
    let faces = sides.count();
    format!("{dice}d{faces}, target {target}, critical {critical}, Focus {lowered}")
}

fn pools() -> Vec<Trial> {
    let pool = |shape: PoolShape| {
        let what = format!("pool: {}", name(shape));
        sampled(
            what,
            rolls(shape),
            Box::new(move |dice| code(dice.pool(shape))),
        )
    };
    let more_than_ten = [11, 20, 23].map(|dice| {
        let shape = PoolShape::d10(dice, 10);
        sampled(
            format!("pool: {}", name(shape)),
            exact(Pmf::pool(shape, PoolUse::default()).iter()),
            Box::new(move |dice| dice.pool(shape).successes().into()),
        )
    });
    shapes()
        .into_iter()
        .map(pool)
        .chain(more_than_ten)
        .collect()
}

fn prepared_pools() -> Vec<Trial> {
    let shapes = [
        PoolShape::d10(6, 9),
        PoolShape {
            sides: Sides::D8,
            target: 4,
            critical: 8,
            lowered: 3,
            dice: 7,
        },
        PoolShape {
            sides: Sides::D6,
            target: 4,
            critical: 6,
            lowered: 4,
            dice: 10,
        },
    ];
    let pool = |shape: PoolShape| {
        let prepared = PreparedPool::new(shape);
        let what = format!("prepared pool: {}", name(shape));
        sampled(
            what,
            rolls(shape),
            Box::new(move |dice| code(dice.roll(prepared))),
        )
    };
    shapes.into_iter().map(pool).collect()
}

/// Focus, failures thrown again, and both.
fn rerolls() -> Vec<Trial> {
    let mut all = Vec::new();
    for (lowered, again) in [(true, false), (false, true), (true, true)] {
        for (dice, critical) in [(1, 10), (4, 9), (8, 10), (10, 7)] {
            let shape = PoolShape::d10(dice, critical);
            let how = PoolUse {
                lowered,
                reroll: again,
            };
            let named = [(lowered, "Focus"), (again, "reroll")];
            let named = named
                .iter()
                .filter(|(used, _)| *used)
                .map(|(_, name)| *name);
            let what = format!(
                "{}: {}",
                named.collect::<Vec<_>>().join(" and "),
                name(shape)
            );
            let draw: Draw = Box::new(move |dice| {
                let mut roll = dice.pool(shape);
                if again {
                    let which = if lowered {
                        Reroll::Low
                    } else {
                        Reroll::LowAndMid
                    };
                    roll = reroll(dice, shape, roll, which);
                }
                if lowered {
                    roll.lowered()
                } else {
                    roll.successes()
                }
                .into()
            });
            all.push(sampled(what, exact(Pmf::pool(shape, how).iter()), draw));
        }
    }
    all
}

/// Armour saves of every number of dice and every face needed, those that are certain included.
fn saves() -> Vec<Trial> {
    let mut all = Vec::new();
    for dice in 0..=PoolShape::MAX_DICE {
        for needed in 0..=12 {
            let chance = f64::from((needed - 1).clamp(0, 10)) / 10.0;
            all.push(sampled(
                format!("fails: {dice}d10, {needed} needed"),
                exact(Pmf::binomial(dice.into(), chance).iter()),
                Box::new(move |source| source.fails(Sides::D10, dice, needed).into()),
            ));
        }
    }
    all
}

fn single_dice() -> Vec<Trial> {
    let mut all = Vec::new();
    for sides in [Sides::D6, Sides::D8, Sides::D10] {
        let faces = i64::from(sides.count());
        let exact = uniform((1..faces as i32 + 1).map(i64::from));
        let draw: Draw = Box::new(move |dice| dice.die(sides).into());
        all.push(sampled(format!("die: d{faces}"), exact, draw));
    }
    for faces in [2_u8, 3, 6, 10, 20, 255] {
        let exact = uniform((1..u16::from(faces) + 1).map(i64::from));
        let draw: Draw = Box::new(move |dice| dice.face(faces).into());
        all.push(sampled(format!("face: of {faces}"), exact, draw));
    }
    for bound in [1_u32, 2, 3, 7, 100, 1000] {
        let exact = uniform((0..bound).map(i64::from));
        let draw: Draw = Box::new(move |dice| dice.below(bound).into());
        all.push(sampled(format!("below: {bound}"), exact, draw));
    }
    all
}

/// Every pool of a d6 system at any skill, with each reading of ones; others with other dice.
fn success_pools() -> Vec<Trial> {
    let mut pools = Vec::new();
    for ones in [Ones::CountAndReroll, Ones::Replace, Ones::Ignore] {
        let pool = |dice, faces, skill, chain| SuccessPool {
            dice,
            faces,
            skill,
            ones,
            chain,
        };
        for dice in 0..=SuccessPool::MAX_DICE {
            pools.extend((1..=6).map(|skill| pool(dice, 6, skill, SuccessPool::MAX_CHAIN)));
        }
        for (faces, skill) in [(2, 1), (4, 2), (8, 3), (10, 4), (12, 6), (20, 20)] {
            pools.extend(
                [(1, 20), (5, 1), (12, 20)].map(|(dice, chain)| pool(dice, faces, skill, chain)),
            );
        }
    }
    pools.into_iter().map(success_pool).collect()
}

fn success_pool(pool: SuccessPool) -> Trial {
    let SuccessPool {
        dice,
        faces,
        skill,
        ones,
        chain,
    } = pool;
    let ones = match ones {
        Ones::CountAndReroll => "count and reroll",
        Ones::Replace => "replaced",
        Ones::Ignore => "ignored",
    };
    let what = format!("successes: {dice}d{faces}, skill {skill}, ones {ones}, chain {chain}");
    let prepared = PreparedSuccesses::new(pool);
    sampled(
        what,
        exact(Pmf::successes(pool).iter()),
        Box::new(move |dice| dice.successes(&prepared).into()),
    )
}

/// Two faces in one number.
fn pair([a, b]: [u8; 2]) -> i64 {
    256 * i64::from(a) + i64::from(b)
}

/// All pairs of different faces, equally likely.
fn unlike(faces: u8) -> Vec<(i64, f64)> {
    let pairs = (1..=faces).flat_map(|a| (1..=faces).map(move |b| [a, b]));
    let pairs: Vec<i64> = pairs.filter(|[a, b]| a != b).map(pair).collect();
    uniform(pairs.into_iter())
}

fn roll_offs() -> Vec<Trial> {
    let mut all = Vec::new();
    for sides in [Sides::D6, Sides::D8, Sides::D10] {
        let faces = sides.count();
        let draw: Draw = Box::new(move |dice| pair(dice.roll_off(sides)));
        all.push(sampled(format!("roll-off: d{faces}"), unlike(faces), draw));
    }
    for faces in [2, 12, 20] {
        let draw: Draw = Box::new(move |dice| pair(dice.face_off(faces)));
        all.push(sampled(
            format!("face-off: of {faces}"),
            unlike(faces),
            draw,
        ));
    }
    all
}

/// Two pools against each other.
fn clashes() -> Vec<Trial> {
    let mut all = Vec::new();
    for (attack, defence) in [(6, 8), (10, 3), (1, 10)] {
        let shapes = [attack, defence].map(|dice| PoolShape::d10(dice, 10));
        let [hits, blocks] = shapes.map(|shape| Pmf::pool(shape, PoolUse::default()));
        let unblocked = exact(hits.difference_floored(&blocks).iter());
        let [attack, defence] = shapes;
        let both = format!("{} against {}", name(attack), name(defence));
        let left = |[attack, defence]: [Roll; 2]| {
            i64::from(attack.successes().saturating_sub(defence.successes()))
        };
        all.push(sampled(
            format!("clash: {both}"),
            unblocked,
            Box::new(move |dice| left([dice.pool(attack), dice.pool(defence)])),
        ));
    }
    all
}
