//! The `equipoise` command line.

mod args;
mod battle_picture;
mod commands;
mod dice_notation;
mod failure;
mod games;
mod interrupt;
mod mechastellar;
mod numbers;
mod output;
mod precision;
mod progress;
mod scenario_files;
mod table;

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};
use failure::Failure;

fn main() -> ExitCode {
    let Cli { output, command } = Cli::parse();
    match dispatch(&output, &command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn dispatch(output: &args::Output, command: &Command) -> Result<(), Failure> {
    match command {
        Command::Odds(args) => commands::odds::run(output, args),
        Command::Duel(args) => commands::duel::run(output, args),
        Command::Replay(args) => commands::replay::run(output, args),
        Command::Battle(args) => commands::battle::run(output, args),
        Command::Sweep(args) => commands::sweep::run(output, args),
        Command::List(args) => commands::list::run(output, args),
        Command::Validate(args) => commands::validate::run(output, args),
        Command::Ratings(args) => commands::ratings::run(output, args),
        Command::Meta(args) => commands::meta::run(output, args),
        Command::Sprt(args) => commands::sprt::run(output, args),
        Command::Schema => commands::schema::run(output),
    }
}
