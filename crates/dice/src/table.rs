//! Dice read from tables: a whole pool costs one draw.

use std::array::from_fn;
use std::hint::cold_path;
use std::sync::{LazyLock, OnceLock};

use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::alias::AliasSet;
use crate::pool::FaceCounts;
use crate::pool::{PoolShape, Roll, Sides};
use crate::source::Dice;
use crate::success::PreparedSuccesses;
use crate::uniform;

const MAX_DICE: u8 = PoolShape::MAX_DICE;

/// Pools of one kind of die and one set of numbers: at most 286 outcomes, 1,462 columns.
type PoolSet = AliasSet<2048>;

/// Saves with one number needed: at most 11 outcomes, 92 columns.
type FailSet = AliasSet<128>;

/// Alias tables of pools and of saves.
///
/// The pools most rolls use, [`PoolShape::d10`], are built at once (under 24 KiB for each critical
/// number); any other pool is built when it is first rolled and kept as long as the process lives.
/// Draws do not depend on when a table was built.
///
/// A table holds every category vector `(low, mid, hit, crit)` with its integer weight out of
/// `sides^dice`. Each probability is exact but for the rounding of its limits to 2^-64: together
/// below 2^-55, less than the precision of an `f64`.
#[derive(Debug)]
pub struct Tables {
    /// Pools of [`PoolShape::d10`] by their critical number.
    common: [&'static PoolSet; NUMBERS],
    /// Saves by kind of die and number needed.
    fails: [[&'static FailSet; NUMBERS]; 3],
    /// One place for each kind of die and each target, critical and lowered number; places of pools
    /// that roll the same share one set.
    others: Box<[OnceLock<&'static PoolSet>; PLACES]>,
}

/// The kinds of die, in their order.
const DICE: [Sides; 3] = [Sides::D6, Sides::D8, Sides::D10];

static SHARED: LazyLock<Tables> = LazyLock::new(Tables::new);

impl Tables {
    fn new() -> Self {
        let others = Box::new([const { OnceLock::new() }; PLACES]);
        let common = |critical| set_at(&others, place(kind(&PoolShape::d10(0, critical as u8))));
        let fails = |sides: Sides, needed: usize| {
            let faces = u64::from(sides.count());
            let failing = (needed.max(1) as u64 - 1).min(faces);
            let set = FailSet::new(|dice| fail_weights(faces, failing, dice));
            &*Box::leak(Box::new(set))
        };
        Self {
            common: from_fn(common),
            fails: DICE.map(|sides| from_fn(|needed| fails(sides, needed))),
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
            lowered: 1 + faces.low,
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

/// Target, critical and lowered numbers from here on are all the same: no die has such a face.
const BEYOND: u8 = 15;

const NUMBERS: usize = BEYOND as usize + 1;

/// Places for two bits of the kind of die and four of each number.
const PLACES: usize = 4 * NUMBERS.pow(3);

/// A shape without its number of dice, packed into one word for comparing and passing.
///
/// Its bytes are the first four of a [`PoolShape`], in their order, which makes it one load.
#[inline]
const fn kind(shape: &PoolShape) -> u32 {
    let sides = shape.sides as u8;
    u32::from_le_bytes([sides, shape.target, shape.critical, shape.lowered])
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
        sides: DICE[(place >> 12).min(2)],
        dice: 0,
        target: number(8),
        critical: number(4),
        lowered: number(0),
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

/// Number of failed saves with its weight out of `faces^dice`, when `failing` of the faces fail.
fn fail_weights(faces: u64, failing: u64, dice: u8) -> Vec<(u32, u64)> {
    let dice = u64::from(dice);
    let weight = |fails: u64| {
        let ways = failing.pow(fails as u32) * (faces - failing).pow((dice - fails) as u32);
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

/// A pool with its tables resolved in advance: the fastest to roll, for any shape.
///
/// A shape beside the common ones that is not the last one rolled has its tables looked up again;
/// a simulator that rolls several such pools in turn prepares each once.
///
/// ```
/// use equipoise_dice::{PoolShape, PreparedPool, Sides, TableDice, stream};
/// let shape = PoolShape { sides: Sides::D8, dice: 6, target: 4, critical: 8, lowered: 4 };
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
/// A pool beyond [`PoolShape::MAX_DICE`] is rolled ten dice at a time, one draw each. Saves
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
    // The callee takes no reference to the dice, so their state can stay in registers.
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
    fn fails(&mut self, sides: Sides, dice: u8, needed: i32) -> u8 {
        if dice == 0 || !(2..=i32::from(sides.count())).contains(&needed) {
            return if needed < 2 { 0 } else { dice };
        }
        let set = self.tables.fails[sides as usize][needed as usize % NUMBERS];
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
mod tests;
