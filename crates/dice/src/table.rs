//! Dice read from tables: a whole pool costs one draw.

use std::array::from_fn;
use std::sync::{LazyLock, OnceLock};

use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::alias::AliasSet;
use crate::pool::FaceCounts;
use crate::{Dice, PoolShape, Roll, Sides, uniform};

const MAX_DICE: u8 = PoolShape::MAX_DICE;

/// Pools of one kind of die and one set of numbers: at most 286 outcomes, 1,462 columns.
type PoolSet = AliasSet<2048>;

/// Saves with one number needed: at most 11 outcomes, 92 columns.
type FailSet = AliasSet<128>;

/// Alias tables of pools and of armour saves.
///
/// The pools most rolls use, [`PoolShape::d10`] with a critical number of 7 to 10, are built at
/// once (under 100 KiB together, under 24 KiB for one critical number); any other pool is built
/// when it is first rolled and kept. What is drawn does not depend on when a table was built.
///
/// A table holds every category vector `(low, mid, hit, crit)` with its integer weight out of
/// `sides^dice`. Each probability is exact but for the rounding of its limits to 2^-64: together
/// below 2^-55, less than the precision of an `f64`.
#[derive(Debug)]
pub struct Tables {
    common: [PoolSet; 4],
    others: Box<[OnceLock<Box<PoolSet>>]>,
    fails: [FailSet; 9],
}

static SHARED: LazyLock<Tables> = LazyLock::new(Tables::new);

impl Tables {
    const LOWEST_CRITICAL: u8 = 7;

    fn new() -> Self {
        let common = |at: usize| PoolShape::d10(0, Self::LOWEST_CRITICAL + at as u8);
        Self {
            common: from_fn(|at| pool_set(common(at).face_counts())),
            others: (0..SLOTS).map(|_| OnceLock::new()).collect(),
            fails: from_fn(|at| FailSet::new(|dice| fail_weights(at as u64 + 1, dice))),
        }
    }

    /// The tables all of a process shares.
    #[must_use]
    pub fn shared() -> &'static Self {
        &SHARED
    }

    /// The tables of a common pool; `None` for other shapes.
    #[inline]
    fn common(&self, shape: PoolShape) -> Option<&PoolSet> {
        let PoolShape {
            sides,
            dice,
            target,
            critical,
            focus,
        } = shape;
        let usual = sides == Sides::D10 && target == 5 && focus == 3 && dice <= MAX_DICE;
        let place = usize::from(critical.wrapping_sub(Self::LOWEST_CRITICAL));
        if usual { self.common.get(place) } else { None }
    }

    /// The tables of any shape, built at the first call for its numbers.
    fn set(&self, shape: PoolShape) -> &PoolSet {
        self.others[slot(shape)].get_or_init(|| Box::new(pool_set(shape.face_counts())))
    }
}

/// Target, critical and Focus numbers from here on are all the same: no die has such a face.
const BEYOND: u8 = 11;

const NUMBERS: usize = BEYOND as usize + 1;

/// Places for every kind of die and every target, critical and Focus number.
const SLOTS: usize = 3 * NUMBERS.pow(3);

/// Place of the tables of a shape; the number of dice does not matter.
#[inline]
fn slot(shape: PoolShape) -> usize {
    let sides = match shape.sides {
        Sides::D6 => 0,
        Sides::D8 => 1,
        Sides::D10 => 2,
    };
    let numbers = [shape.target, shape.critical, shape.focus];
    numbers.iter().fold(sides, |place, &number| {
        place * NUMBERS + usize::from(number.min(BEYOND))
    })
}

fn pool_set(faces: FaceCounts) -> PoolSet {
    PoolSet::new(|dice| pool_weights(faces, dice))
}

/// Every possible category vector of a pool with its weight out of `sides^dice`.
fn pool_weights(faces: FaceCounts, dice: u8) -> Vec<(u32, u64)> {
    let mut weights = Vec::new();
    for crit in 0..=dice {
        for hit in 0..=dice - crit {
            for mid in 0..=dice - crit - hit {
                let roll = Roll {
                    low: dice - crit - hit - mid,
                    mid,
                    hit,
                    crit,
                };
                let weight = pool_weight(faces, roll);
                if weight > 0 {
                    weights.push((pack(roll), weight));
                }
            }
        }
    }
    weights
}

/// Multinomial coefficient times the ways to show each category.
fn pool_weight(faces: FaceCounts, roll: Roll) -> u64 {
    let counts = [
        (roll.low, faces.low),
        (roll.mid, faces.mid),
        (roll.hit, faces.hit),
        (roll.crit, faces.crit),
    ];
    let mut left = roll.dice();
    let mut weight = 1;
    for (count, ways) in counts {
        weight *= choose(u64::from(left), u64::from(count));
        weight *= u64::from(ways).pow(u32::from(count));
        left -= count;
    }
    weight
}

/// Number of failed saves with its weight out of `10^dice`, when `failing` of ten faces fail.
fn fail_weights(failing: u64, dice: u8) -> Vec<(u32, u64)> {
    let dice = u64::from(dice);
    let weight = |fails: u64| {
        let ways = failing.pow(fails as u32) * (10 - failing).pow((dice - fails) as u32);
        (fails as u32, choose(dice, fails) * ways)
    };
    (0..=dice).map(weight).collect()
}

fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |product, at| product * (n - at) / (at + 1))
}

const fn pack(roll: Roll) -> u32 {
    u32::from_le_bytes([roll.low, roll.mid, roll.hit, roll.crit])
}

#[inline]
const fn unpack(outcome: u32) -> Roll {
    let [low, mid, hit, crit] = outcome.to_le_bytes();
    Roll {
        low,
        mid,
        hit,
        crit,
    }
}

/// Dice over a generator: each pool takes exactly one 64-bit draw, whatever its number of dice.
///
/// A pool beyond [`PoolShape::MAX_DICE`] is rolled ten dice at a time, one draw each. Armour saves
/// take one draw, or none when their result is certain.
///
/// ```
/// use equipoise_dice::{Dice, PoolShape, TableDice, stream};
/// let mut dice = TableDice::new(stream(2024, 0, 0));
/// let roll = dice.pool(PoolShape::d10(8, 10));
/// assert_eq!(roll.dice(), 8);
/// ```
#[derive(Clone, Debug)]
pub struct TableDice<R> {
    rng: R,
    tables: &'static Tables,
}

/// The dice a simulation rolls: tables over the generator that [`stream`](crate::stream) seeds.
pub type StreamDice = TableDice<Xoshiro256PlusPlus>;

impl<R: Rng> TableDice<R> {
    /// Dice that draw from `rng`.
    #[inline]
    #[must_use]
    pub fn new(rng: R) -> Self {
        Self {
            rng,
            tables: Tables::shared(),
        }
    }

    /// The generator.
    #[inline]
    pub fn rng(&mut self) -> &mut R {
        &mut self.rng
    }

    /// Gives the generator back, as far as it has been used.
    #[inline]
    #[must_use]
    pub fn into_inner(self) -> R {
        self.rng
    }

    /// Draws from one set of tables, ten dice at a time.
    #[inline]
    fn many<const N: usize>(&mut self, set: &AliasSet<N>, dice: u8) -> Roll {
        let mut sum = Roll::default();
        let mut left = dice;
        while left > MAX_DICE {
            sum = sum.plus(unpack(set.pick(MAX_DICE, self.rng.next_u64())));
            left -= MAX_DICE;
        }
        sum.plus(unpack(set.pick(left, self.rng.next_u64())))
    }

    // Out of line, so that the common pool stays small enough to be inlined.
    #[inline(never)]
    fn uncommon_pool(&mut self, shape: PoolShape) -> Roll {
        self.many(self.tables.set(shape), shape.dice)
    }
}

impl<R: Rng> Dice for TableDice<R> {
    #[inline]
    fn pool(&mut self, shape: PoolShape) -> Roll {
        match self.tables.common(shape) {
            Some(set) => unpack(set.pick(shape.dice, self.rng.next_u64())),
            None => self.uncommon_pool(shape),
        }
    }

    #[inline]
    fn fails(&mut self, dice: u8, needed: i32) -> u8 {
        match needed {
            ..=1 => 0,
            2..=10 if dice > 0 => {
                let set = &self.tables.fails[needed as usize - 2];
                // The count of fails lies where a roll has its low dice.
                self.many(set, dice).low
            }
            _ => dice,
        }
    }

    #[inline]
    fn die(&mut self, sides: Sides) -> u8 {
        1 + uniform::below(&mut self.rng, u32::from(sides.count())) as u8
    }

    /// A number below `bound`, all equally likely; a `bound` of 0 is an error of the caller: it
    /// panics in debug builds and gives 0 in release builds.
    #[inline]
    fn below(&mut self, bound: u32) -> u32 {
        debug_assert!(bound > 0, "there is no number below 0");
        uniform::below(&mut self.rng, bound)
    }
}

#[cfg(test)]
mod tests {
    use super::{PoolSet, SLOTS, Tables, fail_weights, pool_weights, slot, unpack};
    use crate::pool::FaceCounts;
    use crate::{PoolShape, Sides, outcomes};

    const DICE: [Sides; 3] = [Sides::D6, Sides::D8, Sides::D10];

    /// All splits of the faces of a die into four categories.
    fn every_face_count(sides: Sides) -> Vec<FaceCounts> {
        let mut all = Vec::new();
        let count = sides.count();
        for low in 0..=count {
            for mid in 0..=count - low {
                for hit in 0..=count - low - mid {
                    all.push(FaceCounts {
                        low,
                        mid,
                        hit,
                        crit: count - low - mid - hit,
                    });
                }
            }
        }
        all
    }

    #[test]
    fn shapes_share_a_place_only_when_they_roll_the_same() {
        let mut seen: Vec<Option<(Sides, FaceCounts)>> = vec![None; SLOTS];
        for sides in DICE {
            for code in 0..14_u32.pow(3) {
                let [target, critical, focus] =
                    [code % 14, code / 14 % 14, code / 196].map(|number| number as u8);
                let shape = PoolShape {
                    sides,
                    dice: 1,
                    target,
                    critical,
                    focus,
                };
                let rolls = (sides, shape.face_counts());
                assert_eq!(*seen[slot(shape)].get_or_insert(rolls), rolls, "{shape:?}");
            }
        }
        assert!(seen.iter().all(Option::is_some));
    }

    #[test]
    fn weights_of_a_pool_sum_to_all_faces() {
        for sides in DICE {
            for faces in every_face_count(sides) {
                for dice in 0..=10_u8 {
                    let sum: u64 = pool_weights(faces, dice).iter().map(|&(_, w)| w).sum();
                    assert_eq!(sum, u64::from(sides.count()).pow(u32::from(dice)));
                }
            }
        }
    }

    #[test]
    fn weights_of_two_dice_by_hand() {
        // d10 with 2 low, 2 mid, 5 hit, 1 crit: one hit and one critical in 2 * 5 * 1 = 10 of 100.
        let faces = PoolShape::d10(2, 10).face_counts();
        let weight = |wanted| {
            pool_weights(faces, 2)
                .iter()
                .find(|w| unpack(w.0) == wanted)
                .map(|w| w.1)
        };
        assert_eq!(
            weight(crate::Roll {
                low: 0,
                mid: 0,
                hit: 1,
                crit: 1
            }),
            Some(10)
        );
        assert_eq!(
            weight(crate::Roll {
                low: 2,
                mid: 0,
                hit: 0,
                crit: 0
            }),
            Some(4)
        );
    }

    #[test]
    fn weights_of_saves_by_hand() {
        // PEN 5: faces 1-4 fail. Two saves: 36 of 100 both pass, 48 one fails, 16 both fail.
        assert_eq!(fail_weights(4, 2), [(0, 36), (1, 48), (2, 16)]);
    }

    /// Largest distance between the drawn and the exact probability of a shape's outcomes.
    fn worst_error(set: &PoolSet, shape: PoolShape) -> f64 {
        let mut draws = set.draws(shape.dice);
        let mut worst = 0.0_f64;
        for (roll, exact) in outcomes(shape) {
            let drawn = draws.remove(&super::pack(roll)).unwrap_or(0);
            worst = worst.max((drawn as f64 / 2_f64.powi(64) - exact).abs());
        }
        assert!(draws.is_empty(), "{shape:?} draws what it cannot show");
        worst
    }

    #[test]
    fn tables_draw_the_exact_distribution() {
        let tables = Tables::shared();
        for critical in 7..=10 {
            for dice in 0..=10 {
                let shape = PoolShape::d10(dice, critical);
                let set = tables.common(shape).expect("a common shape");
                assert!(worst_error(set, shape) < 2_f64.powi(-50), "{shape:?}");
            }
        }
    }

    #[test]
    fn tables_of_other_shapes_draw_the_exact_distribution() {
        let tables = Tables::shared();
        for (sides, target, critical, focus) in [
            (Sides::D6, 4, 6, 4),
            (Sides::D8, 3, 9, 2),
            (Sides::D10, 1, 1, 1),
            (Sides::D10, 11, 11, 11),
            (Sides::D10, 6, 8, 2),
        ] {
            for dice in 0..=10 {
                let shape = PoolShape {
                    sides,
                    dice,
                    target,
                    critical,
                    focus,
                };
                let set = tables.set(shape);
                assert!(worst_error(set, shape) < 2_f64.powi(-50), "{shape:?}");
            }
        }
    }

    #[test]
    fn common_shapes_are_found_without_building() {
        let tables = Tables::shared();
        assert!(tables.common(PoolShape::d10(10, 7)).is_some());
        assert!(tables.common(PoolShape::d10(11, 10)).is_none());
        assert!(tables.common(PoolShape::d10(5, 11)).is_none());
        assert!(tables.common(PoolShape::d10(5, 6)).is_none());
        assert!(
            tables
                .common(PoolShape {
                    target: 4,
                    ..PoolShape::d10(5, 10)
                })
                .is_none()
        );
    }

    #[test]
    fn common_tables_fit_in_the_cache() {
        let sizes = Tables::shared().common.each_ref().map(PoolSet::bytes);
        assert!(sizes.iter().all(|&bytes| bytes < 24 * 1024), "{sizes:?}");
    }
}
