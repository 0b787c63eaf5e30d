//! Numbers that can be drawn and whose exact distribution is known.

use std::collections::BTreeMap;

use equipoise_dice::StreamDice;
use equipoise_stats::{GoodnessOfFit, StatsError};

/// A number that the program can draw, and its exact distribution from another part of the program.
pub(crate) struct Sampled {
    /// What it is, for people.
    pub(crate) what: String,
    /// Values with their probabilities.
    pub(crate) exact: Vec<(i64, f64)>,
    /// Draws it.
    pub(crate) draw: Draw,
    /// How often it is drawn for a check.
    pub(crate) samples: u64,
}

/// Draws one value.
pub(crate) type Draw = Box<dyn FnMut(&mut StreamDice) -> i64 + Send>;

impl Sampled {
    /// Draws it and tells how far the counts are from the exact distribution.
    ///
    /// # Errors
    /// When no samples were asked for.
    pub(crate) fn compare(&mut self, dice: &mut StreamDice) -> Result<GoodnessOfFit, StatsError> {
        let mut counts = BTreeMap::new();
        for _ in 0..self.samples {
            *counts.entry((self.draw)(dice)).or_insert(0) += 1;
        }
        GoodnessOfFit::new(&counts, &self.exact)
    }
}

/// Values of any width with their probabilities.
pub(crate) fn exact<V: Into<i64>>(outcomes: impl IntoIterator<Item = (V, f64)>) -> Vec<(i64, f64)> {
    let wide = |(value, p): (V, f64)| (value.into(), p);
    outcomes.into_iter().map(wide).collect()
}
