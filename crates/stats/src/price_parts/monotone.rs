//! Values that never fall along the ordered axes of a grid.

use std::collections::BTreeMap;

/// Change of every value below which they stand, as a share of the largest.
const STILL: f64 = 1e-9;
/// Most rounds: the last are far below what prices are rounded to.
const MOST_ROUNDS: u32 = 1_000;

/// The values nearest to these by weighted least squares that never fall along any ordered axis, between kinds
/// that differ in it alone.
///
/// Along one axis they are the isotonic regression; those of several axes are met in turn by the projections of R.
/// L. Dykstra (Journal of the American Statistical Association 78 (1983) 837–842).
pub(super) fn nearest_rising(
    values: &[f64],
    weights: &[f64],
    places: &[Vec<usize>],
    rising: &[bool],
) -> Vec<f64> {
    let axes = (0..rising.len()).filter(|&axis| rising[axis]);
    let axes: Vec<Vec<Vec<usize>>> = axes.map(|axis| lines(places, axis)).collect();
    let size = values.iter().fold(0.0_f64, |most, of| most.max(of.abs()));
    let mut risen = values.to_vec();
    let mut corrections = vec![vec![0.0; values.len()]; axes.len()];
    for _ in 0..MOST_ROUNDS {
        let before = risen.clone();
        for (lines, correction) in axes.iter().zip(&mut corrections) {
            for line in lines {
                let moved: Vec<f64> = line.iter().map(|&at| risen[at] + correction[at]).collect();
                let of: Vec<f64> = line.iter().map(|&at| weights[at]).collect();
                let pooled = isotonic(&moved, &of);
                for ((&at, moved), pooled) in line.iter().zip(moved).zip(pooled) {
                    risen[at] = pooled;
                    correction[at] = moved - pooled;
                }
            }
        }
        let moved = risen.iter().zip(&before);
        if moved.fold(0.0_f64, |most, (now, then)| most.max((now - then).abs())) <= STILL * size {
            break;
        }
    }
    risen
}

/// The kinds that differ in this axis alone, in the order of their levels.
fn lines(places: &[Vec<usize>], axis: usize) -> Vec<Vec<usize>> {
    let mut lines: BTreeMap<Vec<usize>, Vec<usize>> = BTreeMap::new();
    for (kind, place) in places.iter().enumerate() {
        let mut others = place.clone();
        others.remove(axis);
        lines.entry(others).or_default().push(kind);
    }
    for line in lines.values_mut() {
        line.sort_by_key(|&kind| places[kind][axis]);
    }
    lines.into_values().collect()
}

/// The values that never fall and are nearest to these, weighted: runs that fall are replaced by their means (M. Ayer and
/// others, Annals of Mathematical Statistics 26 (1955) 641–647).
fn isotonic(values: &[f64], weights: &[f64]) -> Vec<f64> {
    // Mean, weight and length of each run.
    let mut runs: Vec<(f64, f64, usize)> = Vec::new();
    for (&value, &weight) in values.iter().zip(weights) {
        let mut run = (value, weight, 1);
        while let Some(&(before, of, length)) = runs.last() {
            if before <= run.0 {
                break;
            }
            runs.pop();
            let total = of + run.1;
            run = ((before * of + run.0 * run.1) / total, total, length + run.2);
        }
        runs.push(run);
    }
    let values = runs.iter();
    values
        .flat_map(|&(mean, _, length)| std::iter::repeat_n(mean, length))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{isotonic, nearest_rising};

    /// By hand: 3 and 1 pool to 2, of weights 1 and 3 to 1.5; 4 stays above.
    #[test]
    fn runs_that_fall_are_pooled() {
        assert_eq!(
            isotonic(&[3.0, 1.0, 4.0], &[1.0, 1.0, 1.0]),
            [2.0, 2.0, 4.0]
        );
        assert_eq!(
            isotonic(&[3.0, 1.0, 4.0], &[1.0, 3.0, 1.0]),
            [1.5, 1.5, 4.0]
        );
        assert_eq!(isotonic(&[3.0, 2.0, 1.0], &[1.0; 3]), [2.0; 3]);
        assert_eq!(isotonic(&[1.0, 2.0, 3.0], &[1.0; 3]), [1.0, 2.0, 3.0]);
    }

    /// By hand: on a square whose lowest corner is worth 8 and the others 2, 4 and 6, the corner pools with its
    /// neighbours of 2 and 4, since their mean, 14 / 3, is more than 4; the highest corner stays.
    #[test]
    fn values_rise_along_both_axes() {
        let places = [[0, 0], [0, 1], [1, 0], [1, 1]].map(|of| of.to_vec());
        let values = [8.0, 2.0, 4.0, 6.0];
        let risen = nearest_rising(&values, &[1.0; 4], &places, &[true, true]);
        let expected = [14.0 / 3.0, 14.0 / 3.0, 14.0 / 3.0, 6.0];
        for (found, right) in risen.iter().zip(expected) {
            assert!((found - right).abs() < 1e-6, "{risen:?}");
        }
        assert_eq!(
            nearest_rising(&values, &[1.0; 4], &places, &[false, false]),
            values
        );
    }
}
