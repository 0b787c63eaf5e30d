//! By how many HITS an attack is expected to exceed a number, exactly, from tables.
//!
//! All that unblocked HITS do is a sum of such excesses: HITS above 0 hurt, those up to the fifth make
//! saves, those from a threshold on make a finishing blow. The tables are worked out once per process
//! in integers, rounded once, so that what is decided by them is the same everywhere.

use std::sync::LazyLock;

use equipoise_dice::PoolShape;

use super::alike::plain_ways;
use super::clash::Line;
use super::constants::{BEST_CRITICAL, CRITICAL, TARGET};
use super::evade::ways_again;

/// Binary places of the means and probabilities here.
pub(crate) const PLACES: u32 = 24;
/// One HIT, or certainty.
const ONE: i64 = 1 << PLACES;

const DICE: usize = PoolShape::MAX_DICE as usize;
/// Successes of a pool at most.
const MOST: i32 = 2 * DICE as i32;
/// Numbers of dice, none among them.
const SIZES: usize = DICE + 1;
/// Critical numbers an attack can have.
const CRITICALS: usize = (CRITICAL - BEST_CRITICAL) as usize + 1;
/// Differences of two pools, from `-MOST` to `MOST`.
const DIFFERENCES: usize = 2 * MOST as usize + 1;

/// Mean excess of the difference of two pools over each difference.
type Excesses = [u32; DIFFERENCES];

struct Tables {
    /// By critical number and dice of the attack, and dice of a defence with the usual numbers.
    pairs: Vec<Excesses>,
}

/// Target numbers that attack dice can have; perks move them by one.
const TARGETS: std::ops::RangeInclusive<u8> = TARGET - 1..=TARGET + 1;

/// By target number of the attack.
type TargetTables = [LazyLock<Tables>; 3];

static PLAIN: TargetTables = [
    LazyLock::new(|| Tables::new(TARGET - 1, ways)),
    LazyLock::new(|| Tables::new(TARGET, ways)),
    LazyLock::new(|| Tables::new(TARGET + 1, ways)),
];

/// Of attacks in which dice alike are criticals (`ms93.trait.desperation-attack`).
static ALIKE: TargetTables = [
    LazyLock::new(|| Tables::new(TARGET - 1, plain_ways)),
    LazyLock::new(|| Tables::new(TARGET, plain_ways)),
    LazyLock::new(|| Tables::new(TARGET + 1, plain_ways)),
];

/// The means of two pools, the defence with the usual numbers.
#[inline]
fn pair(tables: &'static TargetTables, attack: PoolShape, defence: u8) -> &'static Excesses {
    debug_assert!(TARGETS.contains(&attack.target));
    let table = usize::from(attack.target - TARGETS.start()).min(tables.len() - 1);
    tables[table].pair(attack, defence)
}

/// Ways to roll each number of successes with a pool, out of 10 to the number of its dice.
fn ways(shape: PoolShape) -> [u64; MOST as usize + 1] {
    let mut faces = [0_u64; 3];
    for face in 1..=shape.sides.count() {
        faces[usize::from(shape.read(face).successes())] += 1;
    }
    let mut ways = [0; MOST as usize + 1];
    ways[0] = 1;
    for _ in 0..shape.dice {
        let before = ways;
        for (sum, count) in ways.iter_mut().enumerate() {
            let with = |worth: usize| sum.checked_sub(worth).map_or(0, |left| before[left]);
            *count = (0..3).map(|worth| faces[worth] * with(worth)).sum();
        }
    }
    ways
}

impl Tables {
    fn new(target: u8, attack_ways: fn(PoolShape) -> [u64; MOST as usize + 1]) -> Self {
        let mut pairs = Vec::with_capacity(CRITICALS * SIZES * SIZES);
        for critical in BEST_CRITICAL..=CRITICAL {
            for attack in 0..SIZES as u8 {
                let shape = PoolShape {
                    target,
                    ..PoolShape::d10(attack, critical)
                };
                let hits = attack_ways(shape);
                for defence in 0..SIZES as u8 {
                    let all = 10_u128.pow(u32::from(attack + defence));
                    let blocks = ways(PoolShape::d10(defence, CRITICAL));
                    pairs.push(excesses(&hits, &blocks, all));
                }
            }
        }
        Self { pairs }
    }

    #[inline]
    fn pair(&self, attack: PoolShape, defence: u8) -> &Excesses {
        let critical = usize::from(attack.critical - BEST_CRITICAL);
        &self.pairs[(critical * SIZES + usize::from(attack.dice)) * SIZES + usize::from(defence)]
    }
}

/// Mean excesses of the difference of two numbers of successes, given the ways to roll each.
fn excesses(hits: &[u64], blocks: &[u64], all: u128) -> Excesses {
    let mut ways = [0_u128; DIFFERENCES];
    for (hit, &a) in hits.iter().enumerate() {
        for (block, &d) in blocks.iter().enumerate() {
            ways[hit + MOST as usize - block] += u128::from(a) * u128::from(d);
        }
    }
    let mut means = [0; DIFFERENCES];
    for (over, mean) in means.iter_mut().enumerate() {
        let above = ways.iter().enumerate().skip(over);
        let sum: u128 = above.map(|(at, &count)| (at - over) as u128 * count).sum();
        *mean = (((sum << PLACES) + all / 2) / all) as u32;
    }
    means
}

/// The dice of a clash before they are rolled: what its HITS are expected to exceed DEF by.
#[derive(Clone, Copy)]
pub(crate) struct Excess<'a> {
    pair: &'a Excesses,
    /// HITS and DEF beside the dice, and HITS that something absorbs.
    shift: i32,
    /// A defence with numbers of its own, or whose total the floor of 0 may raise.
    other: Option<Defence>,
}

/// A defence looked at success by success.
#[derive(Clone, Copy)]
struct Defence {
    shape: PoolShape,
    flat: i32,
    /// Failed dice that are thrown again at most.
    again: u8,
}

impl Excess<'_> {
    /// Of two pools with `absorbed` HITS less coming through (`ms10.core.unblocked`,
    /// `ms10.core.total-floor`). That the attack is floored at 0 changes nothing: DEF never is below.
    #[inline]
    pub(crate) fn of(attack: &Line, defence: &Line, absorbed: i32) -> Self {
        Self::by(&PLAIN, attack, defence, absorbed)
    }

    /// The same where dice alike are criticals of the attack (`ms93.trait.desperation-attack`).
    pub(crate) fn of_alike(attack: &Line, defence: &Line, absorbed: i32) -> Self {
        Self::by(&ALIKE, attack, defence, absorbed)
    }

    #[inline]
    fn by(tables: &'static TargetTables, attack: &Line, defence: &Line, absorbed: i32) -> Self {
        let flat = defence.flat + i32::from(defence.automatic);
        let shift = attack.flat + i32::from(attack.automatic) - absorbed;
        let shape = defence.shape;
        let usual = flat >= 0 && shape.target == TARGET && shape.critical == CRITICAL;
        if usual || shape.dice == 0 {
            return Self {
                pair: pair(tables, attack.shape, shape.dice),
                shift: shift - flat.max(0),
                other: None,
            };
        }
        Self::by_success(
            tables,
            attack,
            shift,
            Defence {
                shape,
                flat,
                again: 0,
            },
        )
    }

    /// The same where at most so many failed dice of the defence are thrown again
    /// (`ms93.commander.three-times-as-fast`).
    pub(crate) fn of_again(attack: &Line, defence: &Line, absorbed: i32, again: u8) -> Self {
        let defence = Defence {
            shape: defence.shape,
            flat: defence.flat + i32::from(defence.automatic),
            again,
        };
        let shift = attack.flat + i32::from(attack.automatic) - absorbed;
        Self::by_success(&PLAIN, attack, shift, defence)
    }

    fn by_success(
        tables: &'static TargetTables,
        attack: &Line,
        shift: i32,
        defence: Defence,
    ) -> Self {
        Self {
            pair: pair(tables, attack.shape, 0),
            shift,
            other: Some(defence),
        }
    }

    /// The mean of what exceeds `number` HITS, in units of 2^-[`PLACES`].
    #[inline]
    pub(crate) fn over(&self, number: i32) -> i64 {
        let number = number - self.shift;
        match self.other {
            None => read(self.pair, number),
            Some(defence) => self.over_defence(defence, number),
        }
    }

    #[cold]
    fn over_defence(&self, defence: Defence, number: i32) -> i64 {
        let all = 10_i128.pow(u32::from(defence.shape.dice) + u32::from(defence.again));
        let blocks = if defence.again > 0 {
            ways_again(defence.shape, defence.again, ways)
        } else {
            ways(defence.shape)
        };
        let sum: i128 = (0..)
            .zip(blocks)
            .map(|(block, ways)| {
                let total = (block + defence.flat).max(0);
                i128::from(ways) * i128::from(read(self.pair, number + total))
            })
            .sum();
        (sum / all) as i64
    }
}

/// Mean excess of a difference of pools over a number, on the table or off it.
#[inline]
fn read(pair: &Excesses, number: i32) -> i64 {
    let at = number + MOST;
    if at < 0 {
        return i64::from(pair[0]) - i64::from(at) * ONE;
    }
    pair.get(at as usize).map_or(0, |&mean| mean.into())
}

#[cfg(test)]
mod tests {
    use equipoise_dice::{Pmf, PoolShape, PoolUse};

    use super::{Excess, PLACES};
    use crate::rules::clash::Line;
    use crate::rules::{alike, evade};

    fn line(dice: i32, critical: u8, flat: i32, target: u8) -> Line {
        let mut line = Line::new(dice, critical, flat);
        line.shape = PoolShape {
            target,
            lowered: line.shape.lowered.min(target),
            ..line.shape
        };
        line
    }

    fn total(line: &Line) -> Pmf {
        let added = line.flat + i32::from(line.automatic);
        Pmf::pool(line.shape, PoolUse::default()).shift(added)
    }

    /// Against the convolved distribution, floors and dice beyond ten included.
    #[test]
    fn excesses_are_those_of_the_convolved_totals() {
        let attacks = [
            (0, 10, 3, 5),
            (4, 10, -3, 5),
            (8, 7, 2, 5),
            (13, 9, 5, 5),
            (10, 10, 12, 5),
            (6, 9, 1, 4),
            (7, 10, 0, 6),
        ];
        let defences = [
            (0, 10, 0, 5),
            (6, 10, 2, 5),
            (12, 10, 1, 5),
            (7, 10, -4, 5),
            (0, 10, -2, 5),
            (5, 9, 3, 5),
            (9, 10, 0, 3),
        ];
        for (dice, critical, flat, aim) in attacks {
            for (against, number, bonus, target) in defences {
                let attack = line(dice, critical, flat, aim);
                let defence = line(against, number, bonus, target);
                for absorbed in [0, 4] {
                    let unblocked = total(&attack).difference_floored(&total(&defence));
                    let through = unblocked.shift(-absorbed);
                    let excess = Excess::of(&attack, &defence, absorbed);
                    for over in 0..12_i32 {
                        let exact: f64 = through
                            .iter()
                            .map(|(k, p)| p * f64::from((k as i32 - over).max(0)))
                            .sum();
                        let found = excess.over(over) as f64 / f64::from(1_u32 << PLACES);
                        assert!((found - exact).abs() < 1e-6, "{found} is not {exact}");
                    }
                    let again = evade::pool(defence.shape, PoolUse::default(), 3);
                    let again = again.shift(defence.flat + i32::from(defence.automatic));
                    let through = total(&attack).difference_floored(&again).shift(-absorbed);
                    let excess = Excess::of_again(&attack, &defence, absorbed, 3);
                    let found = excess.over(0) as f64 / f64::from(1_u32 << PLACES);
                    let exact = through.mean();
                    assert!((found - exact).abs() < 1e-6, "{found} is not {exact}");
                    let alike = alike::pool(attack.shape, PoolUse::default());
                    let alike = alike.shift(attack.flat + i32::from(attack.automatic));
                    let through = alike.difference_floored(&total(&defence)).shift(-absorbed);
                    let excess = Excess::of_alike(&attack, &defence, absorbed);
                    let found = excess.over(0) as f64 / f64::from(1_u32 << PLACES);
                    let exact = through.mean();
                    assert!((found - exact).abs() < 1e-6, "{found} is not {exact}");
                }
            }
        }
    }
}
