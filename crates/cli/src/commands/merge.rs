//! `equipoise merge`: makes one run of the shards of a sweep.

use std::path::PathBuf;

use clap::Args;
use equipoise_analysis::sweep::{MergeRequest, merge};

use super::sweep::{Report, failure, print_saved};
use crate::args::{Output, Workers};
use crate::failure::Failure;
use crate::progress::Terminal;

/// Arguments of `merge`.
#[derive(Args)]
#[command(after_help = "\
Each DIR is a folder written by `equipoise sweep --shard K/N`, all with the same arguments except K.
Each shard must occur exactly once. The result equals that of the sweep without --shard to the bit.

Example:
  equipoise merge runs/mechastellar-standard-seed1-shard*of16 --out runs/whole")]
pub(crate) struct MergeArgs {
    /// Folders of the shards
    #[arg(value_name = "DIR", required = true)]
    pub(crate) folders: Vec<PathBuf>,
    /// Folder for the results [default: runs/SYSTEM-GRID-seedN]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Dataset folder, if it has moved
    #[arg(long, value_name = "DATASET")]
    pub(crate) dataset: Option<PathBuf>,
}

pub(crate) fn run(output: &Output, args: &MergeArgs) -> Result<(), Failure> {
    let request = MergeRequest {
        folders: args.folders.clone(),
        place: args.out.clone(),
        dataset: args.dataset.clone(),
    };
    let terminal = Terminal::new(output)?;
    let merged = merge(&request, &Report, terminal.control(Workers::default()));
    let otherwise = "choose another folder with --out";
    print_saved(output, &merged.map_err(|error| failure(error, otherwise))?)
}
