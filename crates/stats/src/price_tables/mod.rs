//! Prices as a product of entries, one from each of a few tables over one or two axes of a grid.

use crate::error::StatsError;

mod fit;
mod monotone;
mod table;

use fit::{Kinds, Layout};
use monotone::nearest_rising;
pub use table::{BandedAxis, PriceTable};

/// How far a price may be off without being wrong, as a share of the worth: errors below it count little.
const TOLERANCE: f64 = 0.1;
/// Least share of the mean worth that a worth counts as when its tolerance is worked out.
const LEAST_WORTH: f64 = 0.01;
/// Significant digits of an entry, so that a list can be copied by hand and still gives its own prices.
const DIGITS: i32 = 3;

/// A price list with few numbers: the price of a kind is the product of one entry of each table, found by the
/// kind's levels, rounded to steps of a price.
///
/// There is a table for each pair of axes, in which neighbouring levels of an ordered axis share an entry where
/// that costs little (see [`fit`](Self::fit)); a table that such merging leaves without a second axis, or
/// without any, is reduced or dropped. The first table is in points. Entries of the others are factors, 1 in the
/// geometric mean as far as an earlier table can take the rest. Entries have three significant digits.
#[derive(Debug, Clone, PartialEq)]
pub struct PriceTables {
    tables: Vec<PriceTable>,
    rising: Vec<bool>,
}

impl PriceTables {
    /// Fits estimates of worth with these standard errors; `places` is the level of each kind on every axis, a
    /// place for each kind. Axes that `rising` names are ordered: more must not cost less. The others have
    /// levels in no order.
    ///
    /// Worths are first replaced by the nearest that never fall along ordered axes. Entries then minimise the
    /// squared differences between price and worth, each over the variance of the worth's estimate and the
    /// square of a tenth of the worth, by alternating least squares: all tables but one held, each entry of that
    /// one has a closed form. From full tables of all pairs of axes the list is shortened step by step: two
    /// neighbouring bands of an ordered axis are merged in one table, or all levels of an unordered one, or a table
    /// of two axes becomes two of one. Each step is the one that raises the sum of squares least for each number
    /// that it saves, as long as that is less than one: what a single kind adds that is off by what is tolerated.
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
        let pairs = worths.iter().zip(errors);
        let weights: Vec<f64> = pairs
            .map(|(worth, error)| {
                let tolerated = TOLERANCE * worth.max(*error).max(LEAST_WORTH * mean);
                1.0 / (error * error + tolerated * tolerated)
            })
            .collect();
        let kinds = Kinds {
            worths: nearest_rising(worths, &weights, places, rising),
            weights,
            places,
            mean,
        };
        let layout = Layout::full(places, rising.len()).shortened(&kinds, rising)?;
        let mut tables = layout.tables(&kinds)?;
        for later in (1..tables.len()).rev() {
            let (earlier, table) = tables.split_at_mut(later);
            table[0].hand_on(earlier);
        }
        for entry in tables.iter_mut().flat_map(PriceTable::entries_mut) {
            *entry = significant(*entry);
        }
        Ok(Self {
            tables,
            rising: rising.to_vec(),
        })
    }

    /// The price of a kind at these levels, before it is rounded.
    ///
    /// # Panics
    ///
    /// If there are no such levels.
    #[must_use]
    pub fn price(&self, place: &[usize]) -> f64 {
        let tables = self.tables.iter();
        tables.map(|table| table.entry(place)).product()
    }

    /// The list: the price of each kind in whole steps of `step`, at least one, and at least the price of every
    /// listed kind that has no higher level on any ordered axis and the same level on each of the others.
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

    /// The tables; there is at least one, and the first is in points.
    #[must_use]
    pub fn tables(&self) -> &[PriceTable] {
        &self.tables
    }

    /// Whether a place has no higher level than another on ordered axes, and the same on the others.
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

/// A positive number with few significant digits.
fn significant(value: f64) -> f64 {
    let whole = value.log10().floor() as i32 + 1;
    let scale = 10_f64.powi((DIGITS - whole).abs());
    if whole <= DIGITS {
        (value * scale).round() / scale
    } else {
        (value / scale).round() * scale
    }
}

#[cfg(test)]
mod tests;
