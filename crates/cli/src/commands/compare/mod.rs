//! `equipoise compare`: what changed between two saved runs.

use std::path::PathBuf;

use clap::Args;

use crate::args::Output;
use crate::failure::Failure;

/// Arguments of `compare`.
#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    /// Folder of the old run
    #[arg(value_name = "OLD")]
    pub(crate) old: PathBuf,
    /// Folder of the new run
    #[arg(value_name = "NEW")]
    pub(crate) new: PathBuf,
}

pub(crate) fn run(_output: &Output, _args: &CompareArgs) -> Result<(), Failure> {
    Err(Failure::Input("not yet".into()))
}
