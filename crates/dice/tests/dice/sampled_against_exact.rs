//! Every sampler against its exact distribution.
//!
//! 200,000 samples for each shape and fixed seeds; a test rejects below 10^-10, and there are
//! fewer than 1,000 of them, so a false alarm of the file is rarer than 1 in 10^7.

use crate::common::{LEVEL, count, p_value};
use equipoise_dice::{
    Dice, Ones, Pmf, PoolShape, PoolUse, PreparedSuccesses, Reroll, Roll, Sides, SuccessPool,
    TableDice, outcomes, reroll, stream,
};
use rand_xoshiro::Xoshiro256PlusPlus;

const SAMPLES: u64 = 200_000;

fn dice(cell: u64) -> TableDice<Xoshiro256PlusPlus> {
    TableDice::new(stream(20_240_601, cell, 0))
}

fn exact(pmf: &Pmf) -> Vec<(u32, f64)> {
    pmf.iter().collect()
}

/// d6, d8 and d10; few and many dice; every kind of target, critical and lowered number.
fn shapes() -> Vec<PoolShape> {
    let mut shapes = Vec::new();
    for dice in [0, 1, 2, 3, 5, 8, 10] {
        shapes.extend((7..=11).map(|critical| PoolShape::d10(dice, critical)));
        for (target, critical, lowered) in
            [(1, 4, 1), (4, 10, 4), (6, 9, 2), (8, 8, 8), (11, 11, 5)]
        {
            shapes.push(PoolShape {
                sides: Sides::D10,
                dice,
                target,
                critical,
                lowered,
            });
        }
        for (target, critical, lowered) in [
            (2, 6, 2),
            (3, 7, 3),
            (4, 6, 3),
            (4, 4, 2),
            (5, 6, 5),
            (6, 7, 4),
            (7, 7, 7),
            (2, 3, 1),
        ] {
            shapes.push(PoolShape {
                sides: Sides::D6,
                dice,
                target,
                critical,
                lowered,
            });
        }
        for (target, critical, lowered) in [
            (3, 8, 3),
            (4, 9, 2),
            (5, 8, 4),
            (5, 6, 5),
            (6, 8, 3),
            (7, 7, 6),
            (8, 9, 8),
            (1, 1, 1),
        ] {
            shapes.push(PoolShape {
                sides: Sides::D8,
                dice,
                target,
                critical,
                lowered,
            });
        }
    }
    // The common shapes with the numbers of dice left out above.
    for dice in [4, 6, 7, 9] {
        shapes.extend((7..=11).map(|critical| PoolShape::d10(dice, critical)));
    }
    shapes
}

#[test]
fn pools_show_their_exact_successes() {
    let shapes = shapes();
    assert!(shapes.len() >= 200, "{}", shapes.len());
    for (cell, shape) in (0..).zip(shapes) {
        let mut dice = dice(cell);
        let counts = count(SAMPLES, || u32::from(dice.pool(shape).successes()));
        let p = p_value(&counts, &exact(&Pmf::pool(shape, PoolUse::default())));
        assert!(p > LEVEL, "{shape:?}: p = {p:e}");
    }
}

#[test]
fn d10_pools_show_their_exact_category_vectors() {
    for (cell, shape) in (1_000..).zip(shapes()) {
        if shape.sides == Sides::D10 {
            let mut dice = dice(cell);
            let counts = count(SAMPLES, || dice.pool(shape));
            let p = p_value(&counts, &outcomes(shape));
            assert!(p > LEVEL, "{shape:?}: p = {p:e}");
        }
    }
}

#[test]
fn more_than_ten_dice_are_still_exact() {
    for (cell, size) in (2_000..).zip([11, 20, 23]) {
        for shape in [
            PoolShape::d10(size, 10),
            PoolShape {
                target: 4,
                ..PoolShape::d10(size, 9)
            },
        ] {
            let mut dice = dice(cell);
            let counts = count(SAMPLES, || u32::from(dice.pool(shape).successes()));
            let p = p_value(&counts, &exact(&Pmf::pool(shape, PoolUse::default())));
            assert!(p > LEVEL, "{shape:?}: p = {p:e}");
        }
    }
}

#[test]
fn lowered_targets_and_rerolls_show_their_exact_successes() {
    let uses = [(true, false), (false, true), (true, true)];
    let shapes =
        [2, 5, 8, 10].map(|dice| [7, 9, 10].map(|critical| PoolShape::d10(dice, critical)));
    for (cell, &shape) in (3_000..).zip(shapes.as_flattened()) {
        for (lowered, again) in uses {
            let mut dice = dice(cell);
            let counts = count(SAMPLES, || {
                let which = if lowered {
                    Reroll::Low
                } else {
                    Reroll::LowAndMid
                };
                let mut roll = dice.pool(shape);
                if again {
                    roll = reroll(&mut dice, shape, roll, which);
                }
                u32::from(if lowered {
                    roll.lowered()
                } else {
                    roll.successes()
                })
            });
            let how = PoolUse {
                lowered,
                reroll: again,
            };
            let p = p_value(&counts, &exact(&Pmf::pool(shape, how)));
            assert!(p > LEVEL, "{shape:?} {how:?}: p = {p:e}");
        }
    }
}

#[test]
fn saves_fail_as_the_binomial_distribution_says() {
    for needed in 2..=10 {
        for size in 1..=10 {
            let mut dice = dice(4_000 + u64::from(size) * 16 + needed as u64);
            let counts = count(SAMPLES, || u32::from(dice.fails(Sides::D10, size, needed)));
            let chance = f64::from(needed - 1) / 10.0;
            let p = p_value(&counts, &exact(&Pmf::binomial(u32::from(size), chance)));
            assert!(p > LEVEL, "{size} dice, {needed} needed: p = {p:e}");
        }
    }
}

#[test]
fn certain_saves_take_no_draw() {
    let mut dice = dice(5_000);
    let before = dice.clone().into_inner();
    assert_eq!(
        [
            dice.fails(Sides::D10, 5, 1),
            dice.fails(Sides::D10, 5, 0),
            dice.fails(Sides::D10, 5, i32::MIN)
        ],
        [0; 3]
    );
    assert_eq!(
        [
            dice.fails(Sides::D10, 5, 11),
            dice.fails(Sides::D10, 7, i32::MAX)
        ],
        [5, 7]
    );
    assert_eq!(
        [dice.fails(Sides::D10, 0, 5), dice.fails(Sides::D10, 0, 11)],
        [0; 2]
    );
    assert_eq!(dice.into_inner(), before);
}

#[test]
fn a_pool_takes_one_draw() {
    use rand::Rng;
    for shape in [
        PoolShape::d10(0, 10),
        PoolShape::d10(10, 7),
        PoolShape {
            target: 3,
            ..PoolShape::d10(6, 9)
        },
    ] {
        let mut dice = dice(5_001);
        let mut expected = dice.clone().into_inner();
        expected.next_u64();
        dice.pool(shape);
        assert_eq!(dice.into_inner(), expected, "{shape:?}");
    }
}

#[test]
fn single_dice_are_fair() {
    for (cell, sides) in (6_000..).zip([Sides::D6, Sides::D8, Sides::D10]) {
        let mut dice = dice(cell);
        let counts = count(SAMPLES, || dice.die(sides));
        let faces: Vec<(u8, f64)> = (1..=sides.count())
            .map(|face| (face, 1.0 / f64::from(sides.count())))
            .collect();
        assert!(p_value(&counts, &faces) > LEVEL, "{sides:?}");
    }
}

#[test]
fn choices_are_equally_likely() {
    for (cell, bound) in (6_100..).zip([2_u32, 3, 7, 100]) {
        let mut dice = dice(cell);
        let counts = count(SAMPLES, || dice.below(bound));
        let choices: Vec<(u32, f64)> = (0..bound).map(|at| (at, 1.0 / f64::from(bound))).collect();
        assert!(p_value(&counts, &choices) > LEVEL, "{bound}");
    }
    assert_eq!(dice(6_200).below(1), 0);
}

#[test]
fn streams_of_neighbouring_battles_are_uniform_together() {
    use rand::Rng;
    let bytes: Vec<(u8, f64)> = (0..=255).map(|byte| (byte, 1.0 / 256.0)).collect();
    for shift in [0, 28, 56] {
        let mut battle = 0;
        let counts = count(SAMPLES, || {
            battle += 1;
            (stream(1, 0, battle).next_u64() >> shift) as u8
        });
        assert!(p_value(&counts, &bytes) > LEVEL, "bits from {shift}");
        let mut cell = 0;
        let counts = count(SAMPLES, || {
            cell += 1;
            (stream(1, cell, 0).next_u64() >> shift) as u8
        });
        assert!(p_value(&counts, &bytes) > LEVEL, "cells, bits from {shift}");
    }
}

/// The tests above can fail: samples of one pool are not taken for those of its neighbours.
#[test]
fn wrong_distributions_are_told_apart() {
    let mut dice = dice(7_000);
    let counts = count(SAMPLES, || dice.pool(PoolShape::d10(8, 10)));
    let successes = {
        let mut sums = std::collections::BTreeMap::new();
        for (roll, times) in &counts {
            *sums.entry(u32::from(roll.successes())).or_insert(0) += times;
        }
        sums
    };
    for wrong in [
        PoolShape::d10(8, 9),
        PoolShape::d10(7, 10),
        PoolShape {
            target: 4,
            ..PoolShape::d10(8, 10)
        },
    ] {
        let pmf = Pmf::pool(wrong, PoolUse::default());
        assert!(p_value(&successes, &exact(&pmf)) < LEVEL, "{wrong:?}");
    }
    let wrong_lowered = PoolShape {
        lowered: 2,
        ..PoolShape::d10(8, 10)
    };
    assert!(p_value(&counts, &outcomes(wrong_lowered)) < LEVEL);
}

#[test]
fn a_reroll_keeps_what_succeeded_and_draws_nothing_without_failures() {
    let shape = PoolShape::d10(6, 10);
    let mut dice = dice(8_000);
    let before = dice.clone().into_inner();
    let kept = Roll {
        low: 0,
        mid: 2,
        hit: 3,
        crit: 1,
    };
    assert_eq!(reroll(&mut dice, shape, kept, Reroll::Low), kept);
    assert_eq!(dice.clone().into_inner(), before);
    for _ in 0..1_000 {
        let again = reroll(&mut dice, shape, kept, Reroll::LowAndMid);
        assert_eq!(again.dice(), 6);
        assert!(again.hit >= 3 && again.crit >= 1, "{again:?}");
    }
}

#[test]
fn success_pools_show_their_exact_successes() {
    let ones = [Ones::CountAndReroll, Ones::Replace, Ones::Ignore];
    let mut cell = 5_000;
    for ones in ones {
        for (faces, skill) in [(2, 1), (6, 1), (6, 3), (6, 5), (10, 4), (20, 20)] {
            for (dice, chain) in [(1, 20), (4, 20), (8, 1), (12, 20)] {
                let pool = SuccessPool {
                    dice,
                    faces,
                    skill,
                    ones,
                    chain,
                };
                let (prepared, exact) =
                    (PreparedSuccesses::new(pool), exact(&Pmf::successes(pool)));
                let mut source = self::dice(cell);
                let drawn = count(SAMPLES, || u32::from(source.successes(&prepared)));
                let p = p_value(&drawn, &exact);
                assert!(p > LEVEL, "{pool:?} from its table: p = {p:e}");
                let thrown = count(SAMPLES / 4, || u32::from(pool.roll(|| source.face(faces))));
                let p = p_value(&thrown, &exact);
                assert!(p > LEVEL, "{pool:?} die by die: p = {p:e}");
                cell += 1;
            }
        }
    }
}
