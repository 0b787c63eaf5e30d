//! The `equipoise` command line as a function, for the program and for the Python package that installs it.

mod also;
mod args;
mod command_line;
mod commands;
mod document;
mod documents;
mod failure;
mod fought;
mod interrupt;
mod names;
mod numbers;
mod output;
mod overwriting;
mod precision;
mod progress;
mod shell;
mod systems;
mod table;
mod whole_file;

use std::ffi::OsString;

use command_line::{Cli, Command};
use equipoise_analysis::games::{self, Visitor};
use equipoise_engine::front_end::FrontEnd;
use failure::Failure;

pub use documents::{baseline, merge, open, resume, sweep};

/// Does what a command line says, the name of the program first, and returns its exit code.
///
/// Results go to standard output, messages to standard error. From the first battle on, Ctrl-C ends the command with
/// exit code 130.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let game = systems::named_in(arguments.iter().cloned());
    games::visit(game, Serve { arguments }).unwrap_or(1)
}

/// Reads the command line as a game serves it, and does what it says.
struct Serve {
    arguments: Vec<OsString>,
}

impl Visitor for Serve {
    type Output = u8;

    fn visit<S: FrontEnd>(self) -> u8 {
        serve::<S>(self.arguments)
    }
}

/// The program, as one game system serves it.
fn serve<S: FrontEnd>(arguments: Vec<OsString>) -> u8 {
    let Cli {
        output,
        system,
        command,
    } = match Cli::<S>::read(arguments) {
        Ok(cli) => cli,
        Err(refusal) => return refused(&refusal),
    };
    debug_assert_eq!(system, S::NAME, "the system was chosen beforehand");
    match dispatch(&output, &command) {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}

/// Prints help, version or what is wrong with a command line, and returns the exit code.
fn refused(refusal: &clap::Error) -> u8 {
    // Nothing is left to be done if the stream is closed.
    let _ = refusal.print();
    u8::try_from(refusal.exit_code()).unwrap_or(2)
}

/// The exit code is 0, except for a gate that did not pass.
fn dispatch<S: FrontEnd>(output: &args::Output, command: &Command<S>) -> Result<u8, Failure> {
    match command {
        Command::Odds(args) => commands::odds::run(output, args),
        Command::Duel(args) => commands::duel::run(output, args),
        Command::Replay(args) => commands::replay::run(output, args),
        Command::Battle(args) => commands::battle::run(output, args),
        Command::Sweep(args) => commands::sweep::run(output, args),
        Command::Resume(args) => commands::resume::run(output, args),
        Command::Merge(args) => commands::merge::run(output, args),
        Command::Points(args) => commands::points::run(output, args),
        Command::Variant(args) => commands::change::variant(output, args),
        Command::Whatif(args) => commands::change::whatif(output, args),
        Command::Audit(args) => commands::audit::run(output, args),
        Command::Ladder(args) => commands::ladder::run(output, args),
        Command::Report(args) => commands::report::run(output, args),
        Command::Chart(args) => commands::chart::run(output, args),
        Command::Compare(args) => commands::compare::run(output, args),
        Command::Meta(args) => commands::meta::run(output, args),
        Command::Ratings(args) => commands::ratings::run(output, args),
        Command::Sprt(args) => commands::sprt::run(output, args),
        Command::Baseline(args) => commands::baseline::run(output, args),
        Command::Gate(args) => return commands::gate::run(output, args),
        Command::List(args) => commands::list::run(output, S::NAME, args),
        Command::Validate(args) => commands::validate::run(output, args),
        Command::Schema => commands::schema::run(output, S::NAME),
        Command::Selfcheck(args) => commands::selfcheck::run(output, args),
        Command::Coverage(args) => commands::coverage::run(output, args),
    }
    .map(|()| 0)
}
