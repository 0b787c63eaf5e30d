//! Prices as sums of a few parts, each a product of one factor for each axis of a grid.

use crate::error::StatsError;

mod fit;
mod monotone;

use fit::Kinds;
pub use fit::PricePart;
use monotone::nearest_rising;

/// How far a price may be off without being wrong, as a share of the worth: errors below it count little.
const TOLERANCE: f64 = 0.1;
/// Least share of the mean worth that a worth counts as when its tolerance is worked out.
const LEAST_WORTH: f64 = 0.01;

/// A price list with few numbers: the price of a kind is a sum of parts, each of which is the product of one factor for
/// each axis, found by the kind's level on it; rounded to steps of a price.
///
/// No factor is negative, so a part is what a few levels are worth that go well together. Factors of the first axis are
/// in points; on each of the others the largest factor of a part is 1. They have three significant digits. The parts
/// with the most points come first.
#[derive(Debug, Clone, PartialEq)]
pub struct PriceParts {
    parts: Vec<PricePart>,
    rising: Vec<bool>,
}

impl PriceParts {
    /// Fits estimates of worth with these standard errors; `places` is the level of each kind on every axis, a
    /// place for each kind. Axes that `ordered` names have levels in order, the others in none.
    ///
    /// More must not cost less along an ordered axis, unless more is plainly worth less along it
    /// ([`rising`](Self::rising)): worths are first replaced by the nearest that never fall. Factors then minimise the squared
    /// differences between price and worth, each over the variance of the worth's estimate and the square of a tenth
    /// of the worth: the nonnegative form of what is known as canonical polyadic decomposition or PARAFAC (R. A.
    /// Harshman, UCLA Working Papers in Phonetics 16 (1970) 1–84), which always has a best answer (L.-H. Lim and P.
    /// Comon, Journal of Chemometrics 23 (2009) 432–441).
    ///
    /// Parts are added one by one as long as each lowers the sum of squares by more than one for each of its numbers:
    /// what a single kind adds that is off by what is tolerated.
    ///
    /// # Errors
    ///
    /// [`StatsError::TooFew`] without a kind, [`StatsError::NoTrend`] when kinds are worth nothing on average.
    ///
    /// # Panics
    ///
    /// If lengths differ.
    pub fn fit(
        worths: &[f64],
        errors: &[f64],
        places: &[Vec<usize>],
        ordered: &[bool],
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
        let pairs = worths.iter().zip(errors);
        let weights: Vec<f64> = pairs
            .map(|(worth, error)| {
                let tolerated = TOLERANCE * worth.max(*error).max(LEAST_WORTH * mean);
                1.0 / (error * error + tolerated * tolerated)
            })
            .collect();
        // Nothing costs less than nothing.
        let mut kinds = Kinds {
            worths: worths.iter().map(|worth| worth.max(0.0)).collect(),
            weights,
            places,
            mean,
        };
        let rising = kinds.rising(ordered);
        kinds.worths = nearest_rising(&kinds.worths, &kinds.weights, places, &rising);
        Ok(Self {
            parts: kinds.parts(rising.len()),
            rising,
        })
    }

    /// Along which axes more never costs less: ordered ones, but for those along which worths fall so far that the kinds which
    /// have to move to the nearest that never fall do so by more than their tolerance, a tenth of the worth and the error of its
    /// estimate, in the mean of squares.
    #[must_use]
    pub fn rising(&self) -> &[bool] {
        &self.rising
    }

    /// The price of a kind at these levels, before it is rounded.
    ///
    /// # Panics
    ///
    /// If there are no such levels.
    #[must_use]
    pub fn price(&self, place: &[usize]) -> f64 {
        self.parts.iter().map(|part| part.points(place)).sum()
    }

    /// The list: the price of each kind in whole steps of `step`, at least one, and at least the price of every
    /// listed kind that has no higher level on any [rising](Self::rising) axis and the same level on each of the others.
    ///
    /// # Panics
    ///
    /// If there are no such levels.
    #[must_use]
    pub fn list(&self, places: &[Vec<usize>], step: u32) -> Vec<u32> {
        let round = |place: &Vec<usize>| {
            let steps = (self.price(place) / f64::from(step)).round() as u32;
            steps.max(1) * step
        };
        let rounded: Vec<u32> = places.iter().map(round).collect();
        let lifted = places.iter().map(|place| {
            let below = places.iter().zip(&rounded);
            let below = below.filter(|(other, _)| self.is_below(other, place));
            below.map(|(_, price)| *price).max().unwrap_or(step)
        });
        lifted.collect()
    }

    /// The parts; there is at least one.
    #[must_use]
    pub fn parts(&self) -> &[PricePart] {
        &self.parts
    }

    /// Whether a place has no higher level than another on rising axes, and the same on the others.
    fn is_below(&self, place: &[usize], other: &[usize]) -> bool {
        let levels = place.iter().zip(other).zip(&self.rising);
        levels.into_iter().all(|((level, other), rising)| {
            if *rising {
                level <= other
            } else {
                level == other
            }
        })
    }
}

#[cfg(test)]
mod tests;
