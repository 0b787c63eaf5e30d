//! Success pools: dice of which each counts that shows no more than a skill.

use crate::Pmf;
use crate::alias::{Column, add_table};

/// What happens to a die of a success pool that shows 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ones {
    /// The 1 scores and the die is rolled again, again and again while it shows 1.
    CountAndReroll,
    /// The die is rolled again in place of the 1, again and again while it shows 1.
    Replace,
    /// Nothing: a 1 scores like any other low face.
    Ignore,
}

/// A pool of equal dice of which each scores that shows `skill` or less.
///
/// A die is rerolled at most `chain` times; the face of its last roll is scored without a reroll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SuccessPool {
    /// Dice rolled, 0 to [`SuccessPool::MAX_DICE`].
    pub dice: u8,
    /// Faces of a die, at least 2.
    pub faces: u8,
    /// Highest face that scores; from 0 for none to `faces` for all.
    pub skill: u8,
    /// What ones do.
    pub ones: Ones,
    /// Rerolls of one die at most, 0 to [`SuccessPool::MAX_CHAIN`].
    pub chain: u8,
}

impl SuccessPool {
    /// Largest number of dice in one pool: with the longest chains the successes still fit a byte.
    pub const MAX_DICE: u8 = 12;
    /// Longest chain of rerolls.
    pub const MAX_CHAIN: u8 = 20;

    /// The same pool with another number of dice.
    #[inline]
    #[must_use]
    pub const fn with_dice(self, dice: u8) -> Self {
        Self { dice, ..self }
    }

    /// Rolls the pool die by die; `face` gives the faces, rerolls of a die directly after it.
    ///
    /// ```
    /// use equipoise_dice::{Ones, SuccessPool};
    /// let ones = Ones::CountAndReroll;
    /// let pool = SuccessPool { dice: 2, faces: 6, skill: 3, ones, chain: 20 };
    /// let mut faces = [1, 2, 5].into_iter();
    /// assert_eq!(pool.roll(|| faces.next().unwrap()), 2);
    /// ```
    pub fn roll(&self, mut face: impl FnMut() -> u8) -> u8 {
        (0..self.dice).map(|_| self.roll_die(&mut face)).sum()
    }

    fn roll_die(&self, face: &mut impl FnMut() -> u8) -> u8 {
        let mut counted = 0;
        for _ in 0..self.chain {
            let shown = face();
            if shown != 1 || self.ones == Ones::Ignore {
                return counted + self.score(shown);
            }
            if self.ones == Ones::CountAndReroll {
                counted += self.score(shown);
            }
        }
        counted + self.score(face())
    }

    #[inline]
    const fn score(&self, face: u8) -> u8 {
        (face <= self.skill) as u8
    }
}

impl Pmf {
    /// Successes of a success pool, by convolution of its dice.
    ///
    /// ```
    /// use equipoise_dice::{Ones, Pmf, SuccessPool};
    /// let ones = Ones::CountAndReroll;
    /// let pool = SuccessPool { dice: 4, faces: 6, skill: 3, ones, chain: 20 };
    /// assert!((Pmf::successes(pool).mean() - 2.4).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn successes(pool: SuccessPool) -> Self {
        one_die(pool).times(u32::from(pool.dice))
    }
}

/// Successes of one die, throw by throw: a 1 leads to the next one, until the chain is at its end.
fn one_die(pool: SuccessPool) -> Pmf {
    let faces = f64::from(pool.faces);
    let chain = if pool.ones == Ones::Ignore {
        0
    } else {
        pool.chain
    };
    let scoring_one = usize::from(pool.ones == Ones::CountAndReroll && pool.skill > 0);
    // Faces of a throw that is not the last, but for the 1.
    let scoring = f64::from(pool.skill.saturating_sub(1)) / faces;
    let failing = f64::from(pool.faces - pool.skill.max(1)) / faces;
    let mut mass = vec![0.0; usize::from(chain) + 2];
    let (mut reached, mut counted) = (1.0, 0);
    for _ in 0..chain {
        mass[counted] += reached * failing;
        mass[counted + 1] += reached * scoring;
        reached /= faces;
        counted += scoring_one;
    }
    let last = f64::from(pool.skill) / faces;
    mass[counted] += reached * (1.0 - last);
    mass[counted + 1] += reached * last;
    Pmf::trimmed(mass)
}

/// Weights of a table out of about this.
const SCALE: f64 = (1_u64 << 60) as f64;

/// A success pool with its alias table: a roll takes one 64-bit draw, or none where the result is
/// certain.
///
/// Probabilities are those of [`Pmf::successes`] but for rounding: none is off by more than 2^-48.
#[derive(Clone, Debug)]
pub struct PreparedSuccesses {
    pool: SuccessPool,
    /// The result when there is only one.
    certain: Option<u8>,
    /// Bits of a draw below those that choose the column.
    shift: u32,
    columns: Box<[Column]>,
}

impl PreparedSuccesses {
    /// Builds the table of a pool.
    ///
    /// # Panics
    /// When the pool is outside the limits its fields name.
    #[must_use]
    pub fn new(pool: SuccessPool) -> Self {
        assert!(
            pool.dice <= SuccessPool::MAX_DICE
                && pool.chain <= SuccessPool::MAX_CHAIN
                && pool.faces >= 2
                && pool.skill <= pool.faces,
            "{pool:?} is outside what a pool can be"
        );
        let weight = |(value, p): (u32, f64)| (value, (p * SCALE).round() as u64);
        let outcomes: Vec<(u32, u64)> = Pmf::successes(pool)
            .iter()
            .map(weight)
            .filter(|&(_, weight)| weight > 0)
            .collect();
        let certain = match outcomes.as_slice() {
            &[(only, _)] => Some(only as u8),
            _ => None,
        };
        let mut columns = Vec::new();
        let shift = add_table(&outcomes, &mut columns);
        Self {
            pool,
            certain,
            shift,
            columns: columns.into(),
        }
    }

    /// The pool.
    #[inline]
    #[must_use]
    pub const fn pool(&self) -> SuccessPool {
        self.pool
    }

    /// The successes, drawn with the 64-bit number that `draw` gives.
    #[inline]
    pub(crate) fn pick(&self, draw: impl FnOnce() -> u64) -> u8 {
        if let Some(only) = self.certain {
            return only;
        }
        let draw = draw();
        // The table has a power of two of columns, so the shifted draw is always inside.
        let at = (draw >> self.shift) as usize & (self.columns.len() - 1);
        self.columns[at].pick(draw) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::{Ones, PreparedSuccesses, SuccessPool};
    use crate::Pmf;

    fn every_pool() -> impl Iterator<Item = SuccessPool> {
        let ones = [Ones::CountAndReroll, Ones::Replace, Ones::Ignore];
        let dice = [0, 1, 4, 8, SuccessPool::MAX_DICE];
        let pools = [
            (2, 1),
            (2, 2),
            (6, 0),
            (6, 1),
            (6, 3),
            (6, 6),
            (10, 4),
            (20, 19),
        ];
        ones.into_iter().flat_map(move |ones| {
            dice.into_iter().flat_map(move |dice| {
                pools.into_iter().flat_map(move |(faces, skill)| {
                    [0, 1, 20].map(|chain| SuccessPool {
                        dice,
                        faces,
                        skill,
                        ones,
                        chain,
                    })
                })
            })
        })
    }

    /// The share of the 2^64 draws that show each result, column by column.
    #[test]
    fn tables_draw_the_exact_distribution() {
        for pool in every_pool() {
            let (table, exact) = (PreparedSuccesses::new(pool), Pmf::successes(pool));
            let mut drawn = vec![0.0; 256];
            let width = 1_u128 << table.shift;
            for (start, column) in (0..).step_by(width as usize).zip(&table.columns) {
                let below = u128::from(column.limit()) - start;
                for (outcome, draws) in [column.outcomes().0, column.outcomes().1]
                    .into_iter()
                    .zip([below, width - below])
                {
                    drawn[outcome as usize] += draws as f64 / 2_f64.powi(64);
                }
            }
            for (value, drawn) in (0..).zip(drawn) {
                let off: f64 = drawn - exact.probability(value);
                assert!(
                    off.abs() < 2_f64.powi(-48),
                    "{pool:?}: {value} off by {off}"
                );
            }
        }
    }

    #[test]
    #[should_panic(expected = "outside what a pool can be")]
    fn a_pool_that_cannot_be_is_refused() {
        let ones = Ones::Ignore;
        let (dice, faces, skill, chain) = (1, 6, 7, 0);
        let _ = PreparedSuccesses::new(SuccessPool {
            dice,
            faces,
            skill,
            ones,
            chain,
        });
    }
}
