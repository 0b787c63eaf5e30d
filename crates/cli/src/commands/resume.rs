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
DIR is the results folder of the sweep; the checkpoint of an interrupted sweep is in DIR.partial. The
run continues with its own seed, policy, options and dataset, and gives the same bits as an
uninterrupted one. A different dataset or program version is refused.

--runs extends a complete run to N battles per pairing: it plays only the missing battles, and the
result equals that of one run of N. For a sweep with --until or --decide, N is the most battles of a
pairing; pairings that stopped at the old limit are played again.

Examples:
  equipoise resume runs/mechastellar-standard-seed1
  equipoise resume runs/mechastellar-standard-seed1 --runs 10000")]
pub(crate) struct ResumeArgs {
    /// Results folder of the sweep
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Extends a complete run to N battles per pairing, rounded up to an even number
    #[arg(long, value_name = "N", value_parser = runs())]
    pub(crate) runs: Option<u64>,
    /// Dataset folder, if it has moved
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
