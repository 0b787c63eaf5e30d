//! Goodness of fit of counts to an exact distribution.

use std::collections::BTreeMap;

use statrs::distribution::{ChiSquared, ContinuousCDF};

use crate::StatsError;

/// The likelihood-ratio statistic ("G-test") of counts against an exact distribution,
/// 2 Σ observed · ln(observed / expected).
///
/// Under the distribution it is approximately chi-square with `freedom` degrees of freedom. Many tests
/// with a small total false-alarm rate need limits far out in the tail. There the approximation holds
/// better than for Pearson's statistic, since the tail of a Poisson count falls off like exp(−G/2)
/// (H. Chernoff, Annals of Mathematical Statistics 23 (1952) 493–507). R. R. Sokal and F. J. Rohlf,
/// Biometry (3rd ed., 1995), chapter 17.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GoodnessOfFit {
    /// The statistic; infinite if a value of probability zero occurred.
    pub statistic: f64,
    /// Number of cells less one; 0 if there is only one.
    pub freedom: u64,
}

/// Cells with a smaller expected count are merged.
const FEWEST_EXPECTED: f64 = 25.0;

impl GoodnessOfFit {
    /// Compares the count of each value with its exact probability. Rare values are merged into one cell.
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
            // A single cell always fits, up to rounding.
            0 | 1 => 0.0,
            _ => 2.0 * cells.iter().map(term).sum::<f64>().max(0.0),
        };
        Ok(Self {
            statistic,
            freedom: cells.len().saturating_sub(1) as u64,
        })
    }

    /// The critical value: under the distribution the statistic exceeds it with probability `level`; 0
    /// if there is only one cell.
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
        // Bisection on the upper tail, since the distribution function near 1 loses small levels to
        // rounding.
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
    // Over all cells Σ (expected − observed) = 0; adding it makes each term non-negative.
    let excess = expected - observed;
    if observed == 0.0 {
        excess
    } else {
        excess + observed * (observed / expected).ln()
    }
}

/// Observed and expected counts, the rarest merged until each expected count is large enough.
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
    use crate::StatsError;

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
    fn rare_values_are_merged() {
        // Expected 980, 10 and 10: the last two make one cell, too rare, which joins the first.
        assert_eq!(fit(&[970, 20, 10], &[0.98, 0.01, 0.01]).freedom, 0);
        // 900, 60, 20, 20: the last two together are expected 40 times.
        let found = fit(&[900, 60, 40, 0], &[0.9, 0.06, 0.02, 0.02]);
        assert_eq!(found.freedom, 2);
        assert!(found.statistic.abs() < 1e-9);
    }

    #[test]
    fn impossible_values_fail_and_certain_ones_pass() {
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
