//! `equipoise compare`: what changed between two saved runs.

mod differences;
mod saved;
mod show;

use std::path::PathBuf;

use clap::Args;
use equipoise_simulator::CONFIDENCE;

use crate::args::{Output, confidence};
use crate::failure::Failure;
use crate::names::on_one_line;
use crate::output::print_as;

use differences::Differences;
use saved::Saved;
use show::Comparison;

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
    let [old, new] = [&args.old, &args.new].map(|folder| Saved::read(folder));
    let (old, new) = (old?, new?);
    let systems = [&old, &new].map(|run| run.manifest.system.as_str());
    if systems[0] != systems[1] {
        let [old, new] = systems.map(on_one_line);
        let message = format!("runs of different systems cannot be compared: {old} and {new}");
        return Err(Failure::Input(message));
    }
    let differences = Differences::new(&old, &new, args.confidence)?;
    let comparison = Comparison {
        old: &old,
        new: &new,
        differences: &differences,
        confidence: args.confidence,
    };
    print_as(
        output.format,
        || comparison.text(),
        || comparison.json(),
        || comparison.table(),
    )
}

#[cfg(test)]
mod tests;
