//! The `equipoise` command line.

mod args;
mod commands;
mod dataset_files;
mod failure;
mod game;
mod games;
mod interrupt;
mod numbers;
mod output;
mod precision;
mod progress;
mod sampled;
mod scenario_files;
mod systems;
mod table;

use std::process::ExitCode;

use clap::Parser as _;

use args::{Cli, Command};
use failure::Failure;
use systems::{Front, Odds as _};

fn main() -> ExitCode {
    (systems::named_in(std::env::args_os()).serve)()
}

/// The program, as one game system serves it.
fn serve<S: Front>() -> ExitCode {
    let Cli {
        output,
        system,
        command,
    } = Cli::<S>::parse();
    debug_assert_eq!(system, S::NAME, "the system was chosen beforehand");
    match dispatch(&output, &command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn dispatch<S: Front>(output: &args::Output, command: &Command<S>) -> Result<(), Failure> {
    match command {
        Command::Odds(args) => args.run(output),
        Command::Duel(args) => commands::duel::run(output, args),
        Command::Replay(args) => commands::replay::run(output, args),
        Command::Battle(args) => commands::battle::run(output, args),
        Command::Sweep(args) => commands::sweep::run(output, args),
        Command::Points(args) => commands::points::run(output, args),
        Command::List(args) => commands::list::run::<S>(output, args),
        Command::Validate(args) => commands::validate::run::<S>(output, args),
        Command::Ratings(args) => commands::ratings::run(output, args),
        Command::Meta(args) => commands::meta::run(output, args),
        Command::Sprt(args) => commands::sprt::run(output, args),
        Command::Selfcheck(args) => commands::selfcheck::run(output, args),
        Command::Coverage(args) => commands::coverage::run(output, args),
        Command::Schema => commands::schema::run::<S>(output),
    }
}
