//! Chi-square tests of samples against exact probabilities.

use std::collections::BTreeMap;

use statrs::distribution::{ChiSquared, ContinuousCDF};

/// A test rejects below this p-value. With fewer than 1,000 tests in all files together the
/// chance of any false alarm stays below 10^-7 (Bonferroni).
pub(crate) const LEVEL: f64 = 1e-10;

/// Cells expected less often than this are merged, so that the tail of the chi-square
/// distribution holds even at the strict level above.
const FEWEST_EXPECTED: f64 = 25.0;

/// p-value of Pearson's test that `counts` come from the `exact` distribution.
///
/// A value that cannot occur makes it 0; a single remaining cell makes it 1.
pub(crate) fn p_value<T: Ord + Copy>(counts: &BTreeMap<T, u64>, exact: &[(T, f64)]) -> f64 {
    let total = counts.values().sum::<u64>() as f64;
    let possible: BTreeMap<T, f64> = exact.iter().copied().filter(|&(_, p)| p > 0.0).collect();
    if counts.keys().any(|value| !possible.contains_key(value)) {
        return 0.0;
    }
    let observed = |value| counts.get(value).copied().unwrap_or(0) as f64;
    let cells = merged(
        possible
            .iter()
            .map(|(value, p)| (observed(value), p * total))
            .collect(),
    );
    if cells.len() < 2 {
        return 1.0;
    }
    let statistic: f64 = cells.iter().map(|(o, e)| (o - e).powi(2) / e).sum();
    ChiSquared::new(cells.len() as f64 - 1.0)
        .expect("positive freedom")
        .sf(statistic)
}

/// Merges the rarest cells until each is expected often enough.
fn merged(mut cells: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    cells.sort_by(|a, b| b.1.total_cmp(&a.1));
    while cells.len() > 1 && cells.last().is_some_and(|cell| cell.1 < FEWEST_EXPECTED) {
        let (observed, expected) = cells.pop().expect("more than one cell");
        let last = cells.last_mut().expect("one cell is left");
        *last = (last.0 + observed, last.1 + expected);
    }
    cells
}

/// How often `draw` gives each value in `samples` calls.
pub(crate) fn count<T: Ord>(samples: u64, mut draw: impl FnMut() -> T) -> BTreeMap<T, u64> {
    let mut counts = BTreeMap::new();
    for _ in 0..samples {
        *counts.entry(draw()).or_insert(0) += 1;
    }
    counts
}
