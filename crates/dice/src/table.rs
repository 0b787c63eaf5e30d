//! Dice read from tables: a whole pool costs one draw.

use std::array::from_fn;
use std::hint::cold_path;
use std::sync::{LazyLock, OnceLock};

use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::alias::AliasSet;
use crate::pool::FaceCounts;
use crate::{Dice, PoolShape, PreparedSuccesses, Roll, Sides, uniform};

const MAX_DICE: u8 = PoolShape::MAX_DICE;

/// Pools of one kind of die and one set of numbers: at most 286 outcomes, 1,462 columns.
type PoolSet = AliasSet<2048>;

/// Saves with one number needed: at most 11 outcomes, 92 columns.
type FailSet = AliasSet<128>;

/// Alias tables of pools and of armour saves.
///
/// The pools most rolls use, [`PoolShape::d10`], are built at once (under 24 KiB for each critical
/// number); any other pool is built when it is first rolled and kept as long as the process lives.
/// What is drawn does not depend on when a table was built.
///
/// A table holds every category vector `(low, mid, hit, crit)` with its integer weight out of
/// `sides^dice`. Each probability is exact but for the rounding of its limits to 2^-64: together
/// below 2^-55, less than the precision of an `f64`.
#[derive(Debug)]
pub struct Tables {
    /// Pools of [`PoolShape::d10`] by their critical number.
    common: [&'static PoolSet; NUMBERS],
    /// Saves by the number needed.
    fails: [&'static FailSet; NUMBERS],
    /// One place for each kind of die and each target, critical and Focus number; places of pools
    /// that roll the same share one set.
    others: Box<[OnceLock<&'static PoolSet>; PLACES]>,
}

static SHARED: LazyLock<Tables> = LazyLock::new(Tables::new);

impl Tables {
    fn new() -> Self {
        let others = Box::new([const { OnceLock::new() }; PLACES]);
        let common = |critical| set_at(&others, place(kind(&PoolShape::d10(0, critical as u8))));
        let fails = |needed: usize| {
            let failing = needed.clamp(1, 11) as u64 - 1;
            &*Box::leak(Box::new(FailSet::new(|dice| fail_weights(failing, dice))))
        };
        Self {
            common: from_fn(common),
            fails: from_fn(fails),
            others,
        }
    }

    /// The tables all of a process shares.
    #[must_use]
    pub fn shared() -> &'static Self {
        &SHARED
    }

    /// The tables of a common pool; `None` for other shapes.
    #[inline]
    fn common(&self, kind: u32) -> Option<&'static PoolSet> {
        let critical = kind.wrapping_sub(COMMON).rotate_right(BELOW_CRITICAL);
        // One comparison: any other difference leaves bits above those of a number.
        (critical < NUMBERS as u32).then(|| self.common[critical as usize])
    }

    /// The tables of any shape for any number of dice, built at the first call for its numbers.
    #[cold]
    #[inline(never)]
    fn other(&self, kind: u32) -> &'static PoolSet {
        set_at(&self.others, place(kind))
    }
}

/// The set of a place, built if it is asked for the first time.
fn set_at(places: &[OnceLock<&'static PoolSet>; PLACES], at: usize) -> &'static PoolSet {
    places[at].get_or_init(|| {
        let shape = shape_at(at);
        let faces = shape.face_counts();
        let plain = place(kind(&PoolShape {
            focus: 1 + faces.low,
            target: 1 + faces.low + faces.mid,
            critical: 1 + faces.low + faces.mid + faces.hit,
            ..shape
        }));
        if plain == at {
            Box::leak(Box::new(pool_set(faces)))
        } else {
            set_at(places, plain)
        }
    })
}

/// Target, critical and Focus numbers from here on are all the same: no die has such a face.
const BEYOND: u8 = 15;

const NUMBERS: usize = BEYOND as usize + 1;

/// Places for two bits of the kind of die and four of each number.
const PLACES: usize = 4 * NUMBERS.pow(3);

/// What a shape is but for its number of dice, in one word: compared and passed on at once.
///
/// Its bytes are the first four of a [`PoolShape`], in their order, which makes it one load.
#[inline]
const fn kind(shape: &PoolShape) -> u32 {
    let sides = shape.sides as u8;
    u32::from_le_bytes([sides, shape.target, shape.critical, shape.focus])
}

/// Bits of a kind below its critical number.
const BELOW_CRITICAL: u32 = 16;

/// The kind of [`PoolShape::d10`], but for the critical number.
const COMMON: u32 = kind(&PoolShape::d10(0, 0));

/// Place of the tables of all shapes of a kind.
fn place(kind: u32) -> usize {
    let [sides, numbers @ ..] = kind.to_le_bytes();
    numbers.iter().fold(usize::from(sides), |place, &number| {
        place * NUMBERS + usize::from(number.min(BEYOND))
    })
}

/// A shape whose tables lie at a place.
fn shape_at(place: usize) -> PoolShape {
    let number = |shift: usize| (place >> shift) as u8 & BEYOND;
    PoolShape {
        sides: match place >> 12 {
            0 => Sides::D6,
            1 => Sides::D8,
            _ => Sides::D10,
        },
        dice: 0,
        target: number(8),
        critical: number(4),
        focus: number(0),
    }
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
    (0..=dice)
        .map(weight)
        .filter(|&(_, weight)| weight > 0)
        .collect()
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

/// A pool whose tables have been found: the quickest to roll, whatever its shape.
///
/// A shape beside the common ones that is not the last one rolled has its tables looked up again;
/// a simulator that rolls several such pools in turn prepares each once.
///
/// ```
/// use equipoise_dice::{PoolShape, PreparedPool, Sides, TableDice, stream};
/// let shape = PoolShape { sides: Sides::D8, dice: 6, target: 4, critical: 8, focus: 4 };
/// let pool = PreparedPool::new(shape);
/// let mut dice = TableDice::new(stream(2024, 0, 0));
/// assert_eq!(dice.roll(pool).dice(), 6);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PreparedPool {
    set: &'static PoolSet,
    dice: u8,
}

impl PreparedPool {
    /// Finds the tables of a shape, or builds them.
    #[must_use]
    pub fn new(shape: PoolShape) -> Self {
        Self {
            set: Tables::shared().other(kind(&shape)),
            dice: shape.dice,
        }
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
    /// Kind of the last pool that was not common, and its tables.
    last: (u32, &'static PoolSet),
}

/// The dice a simulation rolls: tables over the generator that [`stream`](crate::stream) seeds.
pub type StreamDice = TableDice<Xoshiro256PlusPlus>;

impl<R: Rng> TableDice<R> {
    /// Dice that draw from `rng`.
    #[inline]
    #[must_use]
    pub fn new(rng: R) -> Self {
        let tables = Tables::shared();
        Self {
            rng,
            tables,
            last: (kind(&PoolShape::d10(0, 10)), tables.common[10]),
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

    /// Rolls a prepared pool: the same draws, and the same roll, as [`Dice::pool`] of its shape.
    #[inline(always)]
    pub fn roll(&mut self, pool: PreparedPool) -> Roll {
        unpack(self.draw(pool.set, pool.dice))
    }

    /// The tables of a shape for any number of dice.
    // What it calls sees no dice, whose state can therefore stay in registers.
    #[inline]
    fn set(&mut self, shape: PoolShape) -> &'static PoolSet {
        let kind = kind(&shape);
        if let Some(set) = self.tables.common(kind) {
            return set;
        }
        if self.last.0 != kind {
            self.last = (kind, self.tables.other(kind));
        }
        self.last.1
    }

    /// Draws from one set of tables, ten dice at a time.
    #[inline(always)]
    fn draw<const COLUMNS: usize>(&mut self, set: &AliasSet<COLUMNS>, dice: u8) -> u32 {
        if dice <= MAX_DICE {
            return set.pick(dice, self.rng.next_u64());
        }
        cold_path();
        let (mut sum, mut left) = (0, dice);
        while left > 0 {
            let now = left.min(MAX_DICE);
            // No category reaches 256 dice, so none runs over into the next.
            sum += set.pick(now, self.rng.next_u64());
            left -= now;
        }
        sum
    }
}

impl<R: Rng> Dice for TableDice<R> {
    // Always: a call would put the generator's state into memory, and with a known shape little is left.
    #[inline(always)]
    fn pool(&mut self, shape: PoolShape) -> Roll {
        let set = self.set(shape);
        unpack(self.draw(set, shape.dice))
    }

    #[inline(always)]
    fn fails(&mut self, dice: u8, needed: i32) -> u8 {
        if dice == 0 || !(2..=10).contains(&needed) {
            return if needed < 2 { 0 } else { dice };
        }
        let set = self.tables.fails[needed as usize % NUMBERS];
        self.draw(set, dice) as u8
    }

    #[inline]
    fn die(&mut self, sides: Sides) -> u8 {
        1 + uniform::below(&mut self.rng, u32::from(sides.count())) as u8
    }

    #[inline(always)]
    fn successes(&mut self, pool: &PreparedSuccesses) -> u8 {
        pool.pick(|| self.rng.next_u64())
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
    use super::{
        MAX_DICE, PLACES, PoolSet, Tables, fail_weights, kind, pack, place, pool_weights, shape_at,
        unpack,
    };
    use crate::pool::FaceCounts;
    use crate::{PoolShape, Sides, outcomes};
    use std::collections::BTreeMap;

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
        let mut seen: Vec<Option<(Sides, FaceCounts)>> = vec![None; PLACES];
        for sides in DICE {
            for code in 0..18_u32.pow(3) {
                let [target, critical, focus] =
                    [code % 18, code / 18 % 18, code / 324].map(|number| number as u8);
                let shape = PoolShape {
                    sides,
                    dice: 1,
                    target,
                    critical,
                    focus,
                };
                let rolls = (sides, shape.face_counts());
                let at = place(kind(&shape));
                assert_eq!(*seen[at].get_or_insert(rolls), rolls, "{shape:?}");
                assert_eq!(place(kind(&shape_at(at))), at);
            }
        }
        // The places of a fourth kind of die are never used.
        assert_eq!(seen.iter().flatten().count(), 3 << 12);
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

    /// Largest distance between the drawn and the exact probability of an outcome.
    fn worst_error(
        mut draws: BTreeMap<u32, u128>,
        exact: impl IntoIterator<Item = (u32, f64)>,
    ) -> f64 {
        let mut worst = 0.0_f64;
        for (outcome, exact) in exact {
            let drawn = draws.remove(&outcome).unwrap_or(0);
            worst = worst.max((drawn as f64 / 2_f64.powi(64) - exact).abs());
        }
        assert!(draws.is_empty(), "{draws:?} cannot be shown");
        worst
    }

    fn rolls(shape: PoolShape) -> impl Iterator<Item = (u32, f64)> {
        let packed = |(roll, exact)| (pack(roll), exact);
        outcomes(shape).into_iter().map(packed)
    }

    /// One shape for every way the faces of the three dice fall into four categories.
    fn every_kind_of_pool() -> impl Iterator<Item = PoolShape> {
        DICE.into_iter().flat_map(|sides| {
            every_face_count(sides)
                .into_iter()
                .map(move |faces| PoolShape {
                    sides,
                    dice: 0,
                    target: 1 + faces.low + faces.mid,
                    critical: 1 + faces.low + faces.mid + faces.hit,
                    focus: 1 + faces.low,
                })
        })
    }

    #[test]
    fn tables_draw_the_exact_distribution() {
        // C(9, 3) + C(11, 3) + C(13, 3) ways to split six, eight and ten faces.
        assert_eq!(every_kind_of_pool().count(), 84 + 165 + 286);
        for shape in every_kind_of_pool() {
            // Every number of dice for the target of most rolls, the largest table for all.
            let fewest = if shape.target == 5 { 0 } else { MAX_DICE };
            for dice in fewest..=MAX_DICE {
                let shape = shape.with_dice(dice);
                let draws = Tables::shared().other(kind(&shape)).draws(dice);
                assert!(
                    worst_error(draws, rolls(shape)) < 2_f64.powi(-50),
                    "{shape:?}"
                );
            }
        }
    }

    #[test]
    fn saves_draw_the_exact_distribution() {
        // A save fails as often as a die is low that hits, but for criticals, from `needed` on.
        for needed in 2..=10_u8 {
            for dice in 0..=MAX_DICE {
                let shape = PoolShape {
                    sides: Sides::D10,
                    dice,
                    target: needed,
                    critical: 11,
                    focus: needed,
                };
                let draws = Tables::shared().fails[usize::from(needed)].draws(dice);
                let exact = outcomes(shape)
                    .into_iter()
                    .map(|(roll, exact)| (roll.low.into(), exact));
                let worst = worst_error(draws, exact);
                assert!(worst < 2_f64.powi(-50), "{dice} saves of {needed}");
            }
        }
    }

    #[test]
    fn shapes_that_roll_the_same_share_one_set() {
        let tables = Tables::shared();
        let d6 = |target, critical, focus| PoolShape {
            sides: Sides::D6,
            dice: 4,
            target,
            critical,
            focus,
        };
        let set = tables.other(kind(&d6(4, 7, 4)));
        for shape in [d6(4, 7, 5), d6(4, 9, 4), d6(4, 255, 6)] {
            assert!(std::ptr::eq(tables.other(kind(&shape)), set), "{shape:?}");
        }
        for shape in [d6(4, 6, 4), d6(4, 7, 3), d6(5, 7, 4)] {
            assert!(!std::ptr::eq(tables.other(kind(&shape)), set), "{shape:?}");
        }
    }

    #[test]
    fn common_pools_have_the_tables_of_their_numbers() {
        let tables = Tables::shared();
        for critical in 0..=15 {
            let shape = PoolShape::d10(10, critical);
            let set = tables.common(kind(&shape)).expect("a common shape");
            assert!(std::ptr::eq(set, tables.other(kind(&shape))), "{shape:?}");
        }
    }

    #[test]
    fn other_pools_are_not_common() {
        let common = PoolShape::d10(5, 8);
        let others = [
            PoolShape {
                target: 4,
                ..common
            },
            PoolShape { focus: 4, ..common },
            PoolShape {
                sides: Sides::D8,
                ..common
            },
            PoolShape {
                critical: 16,
                ..common
            },
        ];
        assert!(
            others
                .iter()
                .all(|&shape| Tables::shared().common(kind(&shape)).is_none())
        );
    }

    #[test]
    fn the_tables_of_a_common_pool_fit_in_the_cache() {
        let sizes = Tables::shared().common.map(PoolSet::bytes);
        assert!(sizes.iter().all(|&bytes| bytes < 24 * 1024), "{sizes:?}");
    }
}
