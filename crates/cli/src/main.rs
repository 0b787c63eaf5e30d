//! The `equipoise` command line.

mod args;
mod battle_picture;
mod commands;
mod dice_notation;
mod failure;
mod interrupt;
mod mechastellar;
mod numbers;
mod output;
mod progress;
mod scenario_files;
mod table;

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};
use failure::Failure;

fn main() -> ExitCode {
    let Cli { shared, command } = Cli::parse();
    match dispatch(&shared, &command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn dispatch(shared: &args::Shared, command: &Command) -> Result<(), Failure> {
    match command {
        Command::Odds(args) => commands::odds::run(shared, args),
        Command::Duel(args) => commands::duel::run(shared, args),
        Command::Replay(args) => commands::replay::run(shared, args),
        Command::Battle(args) => commands::battle::run(shared, args),
        Command::Sweep(args) => commands::sweep::run(shared, args),
        Command::List(args) => commands::list::run(shared, args),
        Command::Validate(args) => commands::validate::run(shared, args),
        Command::Schema => commands::schema::run(shared),
    }
}
