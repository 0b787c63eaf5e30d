//! Whether counts come from an exact distribution.

use std::collections::BTreeMap;

use statrs::distribution::{ChiSquared, ContinuousCDF};

use crate::error::StatsError;

/// How far counts are from an exact distribution: the statistic of the likelihood-ratio test
/// ("G-test"), 2 Σ observed · ln(observed / expected).
///
/// Under the distribution it is about chi-square with `freedom` degrees of freedom. Far out in the
/// tail, where the tests of a whole program must lie so that none of them cries wolf, it stays so
/// where Pearson's statistic does not: a Poisson count's chance of straying falls off like
/// exp(−G/2) (H. Chernoff, Annals of Mathematical Statistics 23 (1952) 493–507). R. R. Sokal and F. J.
/// Rohlf, Biometry (3rd ed., 1995), chapter 17.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GoodnessOfFit {
    /// The statistic; infinite where something occurred that cannot.
    pub statistic: f64,
    /// Cells compared, less one; 0 where the result is certain.
    pub freedom: u64,
}

/// Cells expected less often than this are taken together.
const FEWEST_EXPECTED: f64 = 25.0;

impl GoodnessOfFit {
    /// Compares how often each value occurred with its exact probability. Rare values count as one.
    ///
    /// # Errors
    ///
    /// [`StatsError::TooFew`] without counts.
    pub fn new<T: Ord + Copy>(
        counts: &BTreeMap<T, u64>,
        exact: &[(T, f64)],
    ) -> Result<Self, StatsError> {
        let total = counts.values().sum::<u64>();
        if total == 0 {
            return Err(StatsError::TooFew { needed: 1, got: 0 });
        }
        let possible: BTreeMap<T, f64> = exact.iter().copied().filter(|&(_, p)| p > 0.0).collect();
        let seen = |value| counts.get(value).copied().unwrap_or(0) as f64;
        let pairs = possible.iter();
        let cells = merged(pairs.map(|(value, p)| (seen(value), p * total as f64)));
        let impossible = counts
            .iter()
            .any(|(value, &count)| count > 0 && !possible.contains_key(value));
        let statistic = match cells.len() {
            _ if impossible => f64::INFINITY,
            // Certain, whatever rounding says.
            0 | 1 => 0.0,
            _ => 2.0 * cells.iter().map(term).sum::<f64>().max(0.0),
        };
        Ok(Self {
            statistic,
            freedom: cells.len().saturating_sub(1) as u64,
        })
    }

    /// The largest statistic that a right distribution exceeds with probability `level` at most; 0
    /// where the result is certain.
    ///
    /// # Errors
    ///
    /// [`StatsError::Confidence`] for a level outside (0, 1).
    pub fn limit(&self, level: f64) -> Result<f64, StatsError> {
        if !(level > 0.0 && level < 1.0) {
            return Err(StatsError::Confidence(level));
        }
        let Ok(chi_square) = ChiSquared::new(self.freedom as f64) else {
            return Ok(0.0);
        };
        // Halving finds it from the upper tail, whose small numbers a distribution function near 1
        // cannot tell apart.
        let (mut low, mut high) = (0.0, 8.0 * (self.freedom as f64 - level.ln()));
        for _ in 0..64 {
            let middle = f64::midpoint(low, high);
            if chi_square.sf(middle) > level {
                low = middle;
            } else {
                high = middle;
            }
        }
        Ok(high)
    }
}

fn term(&(observed, expected): &(f64, f64)) -> f64 {
    // With all cells there are, Σ (observed − expected) = 0; it keeps each term above zero.
    let strays = expected - observed;
    if observed == 0.0 {
        strays
    } else {
        strays + observed * (observed / expected).ln()
    }
}

/// Observed and expected counts, the rarest taken together until each is expected often enough.
fn merged(cells: impl Iterator<Item = (f64, f64)>) -> Vec<(f64, f64)> {
    let mut cells: Vec<(f64, f64)> = cells.collect();
    cells.sort_by(|a, b| b.1.total_cmp(&a.1));
    while let [.., (o, e), (rare, expected)] = cells.as_mut_slice()
        && *expected < FEWEST_EXPECTED
    {
        *o += *rare;
        *e += *expected;
        cells.pop();
    }
    cells
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::GoodnessOfFit;
    use crate::error::StatsError;

    fn fit(counts: &[u64], exact: &[f64]) -> GoodnessOfFit {
        let counts: BTreeMap<usize, u64> = counts.iter().copied().enumerate().collect();
        let exact: Vec<(usize, f64)> = exact.iter().copied().enumerate().collect();
        GoodnessOfFit::new(&counts, &exact).unwrap()
    }

    /// Mendel's peas, 315, 101, 108 and 32 of 556 at 9 : 3 : 3 : 1. By hand: 2 (315 ln(315 / 312.75) +
    /// 101 ln(101 / 104.25) + 108 ln(108 / 104.25) + 32 ln(32 / 34.75)) = 0.4754.
    #[test]
    fn mendels_peas() {
        let found = fit(&[315, 101, 108, 32], &[0.5625, 0.1875, 0.1875, 0.0625]);
        assert!((found.statistic - 0.475_4).abs() < 5e-5, "{found:?}");
        assert_eq!(found.freedom, 3);
        // The published 5 % and 0.1 % points of chi-square with three degrees of freedom.
        assert!((found.limit(0.05).unwrap() - 7.815).abs() < 1e-3);
        assert!((found.limit(0.001).unwrap() - 16.266).abs() < 1e-3);
        // With two it is -2 ln(level) in closed form, however far out.
        let two = fit(&[100, 100, 100], &[1.0 / 3.0; 3]);
        assert!((two.limit(1e-12).unwrap() + 2.0 * 1e-12_f64.ln()).abs() < 1e-6);
        assert!(two.statistic.abs() < 1e-9);
    }

    #[test]
    fn rare_values_count_as_one() {
        // Expected 980, 10 and 10: the last two make one cell, too rare, which joins the first.
        assert_eq!(fit(&[970, 20, 10], &[0.98, 0.01, 0.01]).freedom, 0);
        // 900, 60, 20, 20: the last two together are expected 40 times.
        let found = fit(&[900, 60, 40, 0], &[0.9, 0.06, 0.02, 0.02]);
        assert_eq!(found.freedom, 2);
        assert!(found.statistic.abs() < 1e-9);
    }

    #[test]
    fn what_cannot_occur_fails_and_what_is_certain_passes() {
        let impossible = fit(&[50, 50, 1], &[0.5, 0.5]);
        assert!(impossible.statistic > impossible.limit(1e-300).unwrap());
        let certain = fit(&[100], &[1.0 - 1e-13]);
        assert_eq!((certain.statistic, certain.freedom), (0.0, 0));
        assert_eq!(certain.limit(0.01), Ok(0.0));
    }

    #[test]
    fn impossible_requests_are_errors() {
        let none = GoodnessOfFit::new(&BTreeMap::new(), &[(0, 1.0)]);
        assert_eq!(none, Err(StatsError::TooFew { needed: 1, got: 0 }));
        let level = fit(&[1], &[1.0]).limit(0.0);
        assert_eq!(level, Err(StatsError::Confidence(0.0)));
    }
}
