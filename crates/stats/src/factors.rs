//! Prices as a product of factors, one for each level of each axis of a grid.

use crate::error::StatsError;

/// How far a price may be off without being wrong, as a share of the worth: errors below it count little.
const TOLERANCE: f64 = 0.1;
/// Least factor of a level, so that no price vanishes.
const LEAST: f64 = 0.01;
/// Change of all factors below which they stand, as a share.
const STILL: f64 = 1e-10;
/// Most rounds; a fit takes some tens.
const MOST_ROUNDS: u32 = 10_000;

/// A price list with few numbers: the price of a kind is a base times the factor of its level on each axis.
///
/// Factors minimise the squared differences between price and worth, each over the variance of the worth's
/// estimate and the square of a tenth of the worth, by alternating least squares: all axes but one held, the
/// factors of that one have a closed form. On an axis whose prices must rise, that form is isotonic regression,
/// by pooling adjacent violators (M. Ayer and others, Annals of Mathematical Statistics 26 (1955) 641–647).
#[derive(Debug, Clone, PartialEq)]
pub struct FactorPrices {
    base: f64,
    factors: Vec<Vec<f64>>,
}

impl FactorPrices {
    /// Fits estimates of worth with these standard errors; `places` is the level of each kind on every axis.
    /// Prices rise with the level on the axes that `rising` names.
    ///
    /// # Errors
    ///
    /// [`StatsError::TooFew`] without a kind, [`StatsError::NoTrend`] when kinds are worth nothing on average,
    /// [`StatsError::NoConvergence`].
    ///
    /// # Panics
    ///
    /// If lengths differ.
    pub fn fit(
        worths: &[f64],
        errors: &[f64],
        places: &[Vec<usize>],
        rising: &[bool],
    ) -> Result<Self, StatsError> {
        assert_eq!(worths.len(), errors.len(), "one error each");
        assert_eq!(worths.len(), places.len(), "one place each");
        if worths.is_empty() {
            return Err(StatsError::TooFew { needed: 1, got: 0 });
        }
        let mean = worths.iter().sum::<f64>() / worths.len() as f64;
        if mean.is_nan() || mean <= 0.0 {
            return Err(StatsError::NoTrend { slope: mean });
        }
        let weights: Vec<f64> = worths
            .iter()
            .zip(errors)
            .map(|(worth, error)| {
                let tolerated = TOLERANCE * worth.max(*error);
                1.0 / (error * error + tolerated * tolerated).max(f64::MIN_POSITIVE)
            })
            .collect();
        let levels = |axis: usize| places.iter().map(|place| place[axis] + 1).max();
        let mut list = Self {
            base: mean,
            factors: (0..rising.len())
                .map(|axis| vec![1.0; levels(axis).unwrap_or(0)])
                .collect(),
        };
        for _ in 0..MOST_ROUNDS {
            let before = list.clone();
            for (axis, &rising) in rising.iter().enumerate() {
                list.fit_axis(axis, rising, worths, &weights, places);
            }
            let pairs = list
                .factors
                .iter()
                .flatten()
                .zip(before.factors.iter().flatten());
            let moved = pairs.map(|(now, then)| (now / then - 1.0).abs());
            let moved = moved.fold((list.base / before.base - 1.0).abs(), f64::max);
            if moved <= STILL {
                return Ok(list);
            }
        }
        Err(StatsError::NoConvergence("the factors of prices"))
    }

    /// The price of a kind at these levels.
    ///
    /// # Panics
    ///
    /// If there are no such levels.
    #[must_use]
    pub fn price(&self, place: &[usize]) -> f64 {
        let factors = self.factors.iter().zip(place);
        factors.fold(self.base, |price, (of, &level)| price * of[level])
    }

    /// The price where every factor is 1.
    #[must_use]
    pub const fn base(&self) -> f64 {
        self.base
    }

    /// Factors by axis and level, 1 on average over the levels of an axis.
    #[must_use]
    pub fn factors(&self) -> &[Vec<f64>] {
        &self.factors
    }

    /// The best factors of one axis with those of the others as they are.
    fn fit_axis(
        &mut self,
        axis: usize,
        rising: bool,
        worths: &[f64],
        weights: &[f64],
        places: &[Vec<usize>],
    ) {
        let count = self.factors[axis].len();
        let (mut sums, mut of_weights) = (vec![0.0; count], vec![0.0; count]);
        for ((worth, weight), place) in worths.iter().zip(weights).zip(places) {
            let level = place[axis];
            let rest = self.price(place) / self.factors[axis][level];
            sums[level] += weight * worth * rest;
            of_weights[level] += weight * rest * rest;
        }
        let best = sums.iter().zip(&of_weights);
        let mut best: Vec<f64> = best
            .map(|(sum, weight)| if *weight > 0.0 { sum / weight } else { 1.0 })
            .collect();
        if rising {
            best = isotonic(&best, &of_weights);
        }
        let mean = best.iter().map(|of| of.max(LEAST)).sum::<f64>() / count as f64;
        self.factors[axis] = best.iter().map(|of| of.max(LEAST) / mean).collect();
        self.base *= mean;
    }
}

/// The values that never fall and are nearest to these, weighted: runs that fall are replaced by their means.
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
            let mean = if total > 0.0 {
                (before * of + run.0 * run.1) / total
            } else {
                before
            };
            run = (mean, total, length + run.2);
        }
        runs.push(run);
    }
    let spread = runs.iter();
    spread
        .flat_map(|&(mean, _, length)| std::iter::repeat_n(mean, length))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{FactorPrices, isotonic};
    use crate::error::StatsError;

    /// Twelve kinds on two axes.
    fn places() -> Vec<Vec<usize>> {
        (0..12).map(|kind| vec![kind / 3, kind % 3]).collect()
    }

    #[test]
    fn a_product_is_found_as_it_is() {
        let (rows, columns) = ([0.5, 0.8, 1.2, 1.5], [1.3, 0.7, 1.0]);
        let worths: Vec<f64> = places()
            .iter()
            .map(|place| 200.0 * rows[place[0]] * columns[place[1]])
            .collect();
        let list = FactorPrices::fit(&worths, &[5.0; 12], &places(), &[true, false]).unwrap();
        assert!((list.base() - 200.0).abs() < 1e-6);
        for (place, worth) in places().iter().zip(&worths) {
            assert!((list.price(place) - worth).abs() < 1e-6, "{place:?}");
        }
        for (found, right) in list.factors()[0].iter().zip(rows) {
            assert!((found - right).abs() < 1e-8);
        }
    }

    /// Worths that fall along the first axis cannot be priced by rising factors: all levels cost the same.
    #[test]
    fn prices_rise_where_they_must() {
        let worths: Vec<f64> = places()
            .iter()
            .map(|place| 400.0 - 50.0 * place[0] as f64)
            .collect();
        let fit =
            |rising| FactorPrices::fit(&worths, &[5.0; 12], &places(), &[rising, false]).unwrap();
        assert!(
            fit(true).factors()[0]
                .iter()
                .all(|factor| (factor - 1.0).abs() < 1e-9)
        );
        assert!((fit(false).price(&[3, 0]) - 250.0).abs() < 1e-6);
    }

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

    #[test]
    fn what_has_no_price_is_refused() {
        let refused = FactorPrices::fit(&[-5.0, 1.0], &[1.0; 2], &[vec![0], vec![1]], &[true]);
        assert_eq!(refused, Err(StatsError::NoTrend { slope: -2.0 }));
        let refused = FactorPrices::fit(&[], &[], &[], &[]);
        assert_eq!(refused, Err(StatsError::TooFew { needed: 1, got: 0 }));
    }
}
