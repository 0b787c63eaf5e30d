//! Dice read from tables: a whole pool costs one draw.

use std::array::from_fn;
use std::sync::{LazyLock, OnceLock};

use rand::Rng;

use crate::alias::AliasTable;
use crate::pool::FaceCounts;
use crate::{Dice, PoolShape, Roll, Sides, uniform};

const DICE: usize = PoolShape::MAX_DICE as usize;

/// The tables of one kind of die and one set of numbers, for each number of dice.
type Family = [AliasTable; DICE + 1];

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
    common: [Family; 4],
    others: Box<[OnceLock<Box<Family>>]>,
    fails: [Family; 9],
}

static SHARED: LazyLock<Tables> = LazyLock::new(Tables::new);

impl Tables {
    const LOWEST_CRITICAL: u8 = 7;

    fn new() -> Self {
        let common = |at: usize| PoolShape::d10(0, Self::LOWEST_CRITICAL + at as u8);
        Self {
            common: from_fn(|at| pool_family(common(at).face_counts())),
            others: (0..FAMILIES).map(|_| OnceLock::new()).collect(),
            fails: from_fn(|at| from_fn(|dice| AliasTable::new(&fail_weights(at + 1, dice)))),
        }
    }

    /// The tables all of a process shares.
    #[must_use]
    pub fn shared() -> &'static Self {
        &SHARED
    }

    /// The table of a common pool; `None` for other shapes.
    #[inline]
    fn common(&self, shape: PoolShape) -> Option<&AliasTable> {
        let PoolShape {
            sides,
            dice,
            target,
            critical,
            focus,
        } = shape;
        if sides != Sides::D10 || target != 5 || focus != 3 {
            return None;
        }
        let family = self
            .common
            .get(usize::from(critical.wrapping_sub(Self::LOWEST_CRITICAL)))?;
        family.get(usize::from(dice))
    }

    /// The tables of any shape, built at the first call for its numbers.
    #[inline]
    fn family(&self, shape: PoolShape) -> &Family {
        let faces = shape.face_counts();
        self.others[rank(shape.sides, faces)].get_or_init(|| Box::new(pool_family(faces)))
    }
}

/// Multisets of size three out of `sides + 1`, summed over d6, d8 and d10.
const FAMILIES: usize = 84 + 165 + 286;

/// Place of a set of face counts among all those of its die (combinatorial number system).
#[inline]
fn rank(sides: Sides, faces: FaceCounts) -> usize {
    let first = match sides {
        Sides::D6 => 0,
        Sides::D8 => 84,
        Sides::D10 => 84 + 165,
    };
    let low = usize::from(faces.low);
    let failing = low + usize::from(faces.mid);
    let plain = failing + usize::from(faces.hit);
    let tetrahedral = plain * (plain + 1) * (plain + 2) / 6;
    first + tetrahedral + failing * (failing + 1) / 2 + low
}

fn pool_family(faces: FaceCounts) -> Family {
    from_fn(|dice| AliasTable::new(&pool_weights(faces, dice as u8)))
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
fn fail_weights(failing: usize, dice: usize) -> Vec<(u32, u64)> {
    let [failing, dice] = [failing as u64, dice as u64];
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

    #[inline]
    fn uncommon_pool(&mut self, shape: PoolShape) -> Roll {
        let family = self.tables.family(shape);
        let mut sum = Roll::default();
        let mut left = usize::from(shape.dice);
        while left > DICE {
            sum = sum.plus(unpack(family[DICE].pick(self.rng.next_u64())));
            left -= DICE;
        }
        sum.plus(unpack(family[left].pick(self.rng.next_u64())))
    }

    #[inline]
    fn uncertain_fails(&mut self, dice: u8, needed: usize) -> u8 {
        let family = &self.tables.fails[needed - 2];
        let mut sum = 0;
        let mut left = usize::from(dice);
        while left > DICE {
            sum += family[DICE].pick(self.rng.next_u64()) as u8;
            left -= DICE;
        }
        sum + family[left].pick(self.rng.next_u64()) as u8
    }
}

impl<R: Rng> Dice for TableDice<R> {
    #[inline]
    fn pool(&mut self, shape: PoolShape) -> Roll {
        match self.tables.common(shape) {
            Some(table) => unpack(table.pick(self.rng.next_u64())),
            None => self.uncommon_pool(shape),
        }
    }

    #[inline]
    fn fails(&mut self, dice: u8, needed: i32) -> u8 {
        match needed {
            ..=1 => 0,
            2..=10 if dice > 0 => self.uncertain_fails(dice, needed as usize),
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
    use super::{FAMILIES, Tables, fail_weights, pool_weights, rank, unpack};
    use crate::alias::AliasTable;
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
    fn every_family_has_its_own_place() {
        let mut seen = [false; FAMILIES];
        for sides in DICE {
            for faces in every_face_count(sides) {
                let place = rank(sides, faces);
                assert!(
                    !std::mem::replace(&mut seen[place], true),
                    "{sides:?} {faces:?}"
                );
            }
        }
        assert!(seen.iter().all(|&seen| seen));
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
    fn worst_error(table: &AliasTable, shape: PoolShape) -> f64 {
        let mut draws = table.draws();
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
                let table = tables.common(shape).expect("a common shape");
                assert!(worst_error(table, shape) < 2_f64.powi(-50), "{shape:?}");
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
                let table = &tables.family(shape)[usize::from(dice)];
                assert!(worst_error(table, shape) < 2_f64.powi(-50), "{shape:?}");
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
        let sizes = Tables::shared()
            .common
            .each_ref()
            .map(|family| family.iter().map(AliasTable::bytes).sum::<usize>());
        assert!(sizes.iter().all(|&bytes| bytes < 24 * 1024), "{sizes:?}");
    }
}
