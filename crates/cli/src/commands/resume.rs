//! `equipoise resume`: goes on with an interrupted sweep, or extends a complete one.

use std::path::PathBuf;

use clap::Args;
use equipoise_analysis::sweep::{ResumeRequest, resume};

use super::sweep::{Report, print_saved};
use crate::args::{Checkpoints, Output, Workers, runs};
use crate::failure::Failure;
use crate::progress::Terminal;

/// Arguments of `resume`.
#[derive(Args)]
#[command(after_help = "\
DIR is the folder that the results belong to; what an interrupted sweep has played lies beside it in
DIR.partial. The run goes on to the same bits as if it had never stopped, with the seed, policy, options
and dataset it began with; another dataset or another version of the program is refused.

With --runs a complete run gets more battles per pairing: those it has are kept, and the result is that
of a run of so many at once. For a sweep with --until or --decide, N is the most battles of a pairing;
pairings that were cut off at the old number are played anew.

Examples:
  equipoise resume runs/mechastellar-standard-seed1
  equipoise resume runs/mechastellar-standard-seed1 --runs 10000")]
pub(crate) struct ResumeArgs {
    /// Folder for the results of the sweep
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Battles per pairing that a complete run is extended to, rounded up to an even number
    #[arg(long, value_name = "N", value_parser = runs())]
    pub(crate) runs: Option<u64>,
    /// Folder with the dataset, if it has moved
    #[arg(long, value_name = "DIR")]
    pub(crate) dataset: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) checkpoints: Checkpoints,
    #[command(flatten)]
    pub(crate) workers: Workers,
}

pub(crate) fn run(output: &Output, args: &ResumeArgs) -> Result<(), Failure> {
    let request = ResumeRequest {
        folder: args.folder.clone(),
        runs: args.runs,
        dataset: args.dataset.clone(),
    };
    let terminal = Terminal::new(output)?;
    let pause = args.checkpoints.checkpoint_every;
    let saved = resume(&request, pause, &Report, terminal.control(args.workers))?;
    print_saved(output, &saved)
}
