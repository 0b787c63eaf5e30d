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
Tells what differs in how the runs were made, then the difference, new less old, in the score of
every pairing and of every unit that both have, the surest large ones first: in the order of how
far their intervals stay away from zero. A unit's score is the mean over the opponents it met in
both runs.

All intervals of pairings hold at once, and so do those of units (Bonferroni). Two runs with
numbers of battles fixed beforehand and different seeds are independent: Newcombe's interval.
Otherwise, on common dice or stopped when enough was known, each run has half of the error, which
holds however the runs depend on each other, and is wider than need be where the same dice went
the same way.

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
    /// Confidence of all intervals of pairings at once, and of all of units
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
