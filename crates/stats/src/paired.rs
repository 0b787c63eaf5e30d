//! Paired differences: the same battles played twice on common dice.

use crate::interval::z_score;
use crate::{Estimate, Method, StatsError};

/// Counts of each pair of old and new results of the same battles. The counts are integers, so merging
/// is exact in any order.
///
/// Old and new play each battle on the same dice (common random numbers). Luck common to both cancels in
/// the difference, so fewer battles are needed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Paired {
    /// `counts[old][new]`, each result 0 for a loss, 1 for a draw, 2 for a win.
    counts: [[u64; 3]; 3],
}

/// Sums over pairs of results, in half points.
struct Sums {
    n: f64,
    old: f64,
    new: f64,
    old_squares: f64,
    new_squares: f64,
    products: f64,
}

impl Paired {
    /// Counts one battle with its old and new result: 0 for a loss, 1 for a draw, 2 for a win.
    ///
    /// # Panics
    ///
    /// If a result is above 2.
    pub fn record(&mut self, old: u8, new: u8) {
        self.counts[usize::from(old)][usize::from(new)] += 1;
    }

    /// Adds other battles of the same pairing.
    pub fn merge(&mut self, other: &Self) {
        for (row, others) in self.counts.iter_mut().zip(other.counts) {
            for (count, other) in row.iter_mut().zip(others) {
                *count += other;
            }
        }
    }

    /// Battles, each played twice.
    #[must_use]
    pub fn battles(&self) -> u64 {
        self.counts.iter().flatten().sum()
    }

    /// Battles whose result changed.
    #[must_use]
    pub fn changed(&self) -> u64 {
        let same: u64 = (0..3).map(|result| self.counts[result][result]).sum();
        self.battles() - same
    }

    /// Old and new points: battles won, draws counting half.
    #[must_use]
    pub fn points(&self) -> [f64; 2] {
        let sums = self.sums();
        [sums.old, sums.new].map(|sum| sum / 2.0)
    }

    /// Old and new mean scores; `None` without battles.
    #[must_use]
    pub fn scores(&self) -> Option<[f64; 2]> {
        let battles = self.battles();
        (battles > 0).then(|| self.points().map(|points| points / battles as f64))
    }

    fn sums(&self) -> Sums {
        let sum = |value: fn(u64, u64) -> u64| {
            let results = (0..3).flat_map(|old| (0..3).map(move |new| (old, new)));
            let parts =
                results.map(|(old, new)| self.counts[old as usize][new as usize] * value(old, new));
            parts.sum::<u64>() as f64
        };
        Sums {
            n: sum(|_, _| 1),
            old: sum(|old, _| old),
            new: sum(|_, new| new),
            old_squares: sum(|old, _| old * old),
            new_squares: sum(|_, new| new * new),
            products: sum(|old, new| old * new),
        }
    }
}

impl Sums {
    /// The sums with `weight` battles added that changed from a loss to a win, and as many that changed
    /// from a win to a loss.
    fn with_changes(&self, weight: f64) -> Self {
        Self {
            n: self.n + 2.0 * weight,
            old: self.old + 2.0 * weight,
            new: self.new + 2.0 * weight,
            old_squares: self.old_squares + 4.0 * weight,
            new_squares: self.new_squares + 4.0 * weight,
            products: self.products,
        }
    }

    /// New mean score less the old one.
    fn difference(&self) -> f64 {
        (self.new - self.old) / self.n / 2.0
    }

    /// Variances of the difference on common dice and on independent dice.
    fn variances(&self) -> [f64; 2] {
        let covariance = |products: f64, a: f64, b: f64| {
            (products - a * b / self.n) / (self.n - 1.0) / self.n / 4.0
        };
        let old = covariance(self.old_squares, self.old, self.old);
        let new = covariance(self.new_squares, self.new, self.new);
        let both = covariance(self.products, self.old, self.new);
        [(old + new - 2.0 * both).max(0.0), old + new]
    }
}

/// A difference of scores, and the gain from common dice.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Difference {
    /// New score less old score.
    pub estimate: Estimate,
    /// Variance of the difference relative to independent dice: at 0.3 common dice need 30 % of the
    /// battles. `None` where neither old nor new results vary.
    pub variance_ratio: Option<f64>,
}

/// Mean difference over pairings with equal weights, by the normal approximation.
///
/// With few changed results that approximation is too narrow. So the interval, but not the estimate,
/// includes one more battle that changed from a loss to a win and one that changed the other way, split
/// evenly over the pairings, as A. Agresti and Y. Min (Biometrics 61 (2005) 515–523) add half a battle
/// to each cell of the table of a single pairing.
///
/// # Errors
///
/// [`StatsError::TooFew`] without pairings or for a pairing with fewer than two battles, and
/// [`StatsError::Confidence`] outside (0, 1).
pub fn mean_difference(pairings: &[Paired], confidence: f64) -> Result<Difference, StatsError> {
    let z = z_score(confidence)?;
    let fewest = pairings.iter().map(Paired::battles).min().unwrap_or(0);
    if fewest < 2 {
        let (needed, got) = (2, fewest);
        return Err(StatsError::TooFew { needed, got });
    }
    let share = 1.0 / pairings.len() as f64;
    let mean = |value: &dyn Fn(&Sums) -> f64| {
        let values = pairings.iter().map(|pairing| value(&pairing.sums()));
        share * values.sum::<f64>()
    };
    let centre = mean(&|sums| sums.with_changes(share).difference());
    let spread = (share * mean(&|sums| sums.with_changes(share).variances()[0])).sqrt();
    let common = mean(&|sums| sums.variances()[0]);
    let independent = mean(&|sums| sums.variances()[1]);
    Ok(Difference {
        estimate: Estimate {
            estimate: mean(&Sums::difference),
            low: (centre - z * spread).max(-1.0),
            high: (centre + z * spread).min(1.0),
            confidence,
            method: Method::Paired,
        },
        variance_ratio: (independent > 0.0).then(|| common / independent),
    })
}

#[cfg(test)]
mod tests;
