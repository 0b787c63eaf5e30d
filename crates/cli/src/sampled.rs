//! Holds sampled numbers against their exact distributions.

use std::collections::BTreeMap;

use equipoise_dice::StreamDice;
use equipoise_engine::front_end::Trial;
use equipoise_stats::{GoodnessOfFit, StatsError};

/// Draws a number as often as its check does, and compares the counts with the exact distribution.
///
/// # Errors
/// When no samples were asked for.
pub(crate) fn compare(
    trial: &mut Trial,
    dice: &mut StreamDice,
) -> Result<GoodnessOfFit, StatsError> {
    let mut counts = BTreeMap::new();
    for _ in 0..trial.samples {
        *counts.entry((trial.draw)(dice)).or_insert(0) += 1;
    }
    GoodnessOfFit::new(&counts, &trial.exact)
}
