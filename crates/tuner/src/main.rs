//! `equipoise-tuner`: finds the weights of MechaStellar's greedy policy by self-play.
//!
//! `docs/tuning.md` says how to use it and what its log means.

mod arena;
mod args;
mod failure;
mod files;
mod progress;
mod spsa;
mod tally;
mod tune;
mod verdict;
mod versus;

use std::process::ExitCode;

use clap::Parser as _;

use args::{Cli, Command};
use failure::Failure;

fn main() -> ExitCode {
    let Cli { play, command } = Cli::parse();
    match in_pool(&play, || dispatch(&play, &command)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn dispatch(play: &args::Play, command: &Command) -> Result<(), Failure> {
    match command {
        Command::Tune(args) => tune::run(play, args),
        Command::Versus(args) => versus::run(play, args),
    }
}

/// Does the work on as many threads as asked for.
fn in_pool(
    play: &args::Play,
    work: impl FnOnce() -> Result<(), Failure> + Send,
) -> Result<(), Failure> {
    let threads = play.threads.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool =
        pool.map_err(|error| Failure::Access(format!("cannot start the threads: {error}")))?;
    pool.install(work)
}
