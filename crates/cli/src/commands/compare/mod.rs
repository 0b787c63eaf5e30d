//! `equipoise compare`: what changed between two saved runs.

mod show;

use std::path::PathBuf;

use clap::Args;
use equipoise_analysis::compare::{CompareRequest, compare};
use equipoise_simulator::CONFIDENCE;

use crate::args::{Output, confidence};
use crate::failure::Failure;
use crate::output::print_result;

/// Arguments of `compare`.
#[derive(Debug, Args)]
#[command(after_help = "\
Lists what differs in how the runs were made, then the difference (new minus old) in the score of
every pairing and unit in both runs, sorted by the distance of the interval from zero. A unit's score
is the mean over the opponents it met in both runs.

The intervals of all pairings hold at once, and so do those of all units (Bonferroni). Two runs with
fixed numbers of battles and different seeds are independent: Newcombe's interval. Otherwise (the
same seed, or early stopping) each run gets half of the error; this holds for any dependence between
the runs and is conservative where the same dice gave the same results.

Examples:
  equipoise compare runs/before runs/after
  equipoise compare runs/before runs/after --format csv")]
pub(crate) struct CompareArgs {
    /// Folder of the old run
    #[arg(value_name = "OLD")]
    pub(crate) old: PathBuf,
    /// Folder of the new run
    #[arg(value_name = "NEW")]
    pub(crate) new: PathBuf,
    /// Joint confidence of the intervals of all pairings, and of those of all units
    #[arg(long, value_name = "LEVEL", default_value_t = CONFIDENCE, value_parser = confidence)]
    pub(crate) confidence: f64,
}

pub(crate) fn run(output: &Output, args: &CompareArgs) -> Result<(), Failure> {
    let result = compare(&CompareRequest {
        old: args.old.clone(),
        new: args.new.clone(),
        confidence: args.confidence,
    })?;
    print_result(
        output,
        &result,
        || show::text(&result),
        || show::table(&result),
    )
}

#[cfg(test)]
mod tests;
