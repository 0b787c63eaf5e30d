//! The whole command line: what can be asked for.

use std::ffi::OsString;

use clap::builder::PossibleValuesParser;
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use crate::args::Output;
use crate::commands::{
    audit::AuditArgs,
    baseline::BaselineArgs,
    battle::BattleArgs,
    change::{VariantArgs, WhatifArgs},
    chart::ChartArgs,
    compare::CompareArgs,
    coverage::CoverageArgs,
    duel::DuelArgs,
    gate::GateArgs,
    ladder::LadderArgs,
    list::ListArgs,
    merge::MergeArgs,
    meta::MetaArgs,
    odds::OddsArgs,
    points::PointsArgs,
    ratings::RatingsArgs,
    replay::ReplayArgs,
    report::ReportArgs,
    resume::ResumeArgs,
    selfcheck::SelfcheckArgs,
    sprt::SprtArgs,
    sweep::SweepArgs,
    validate::{VALIDATE, ValidateArgs},
};
use crate::failure::EXIT_CODES;
use equipoise_analysis::games::{self, GAMES};
use equipoise_engine::front_end::FrontEnd;

/// What to type first, as `--help` shows it.
const EXAMPLES: &str = "\
Examples:
  equipoise list units
  equipoise sweep --help";

/// Measures whether units of a tabletop mecha wargame are worth their points.
///
/// Plays battles by the full rules, thousands per second, and reports win rates, victory
/// points and expected points with confidence intervals. The same seed gives the same result
/// on any machine and any number of threads.
#[derive(Parser)]
#[command(name = "equipoise", version, after_help = format!("{EXIT_CODES}\n\n{EXAMPLES}"), propagate_version = true)]
pub(crate) struct Cli<S: FrontEnd> {
    #[command(flatten)]
    pub(crate) output: Output,
    /// Game system, see `equipoise list systems`; each has its own units, policies and arguments
    #[arg(long, value_name = "NAME", global = true, default_value = GAMES[0].name, value_parser = systems())]
    pub(crate) system: String,
    #[command(subcommand)]
    pub(crate) command: Command<S>,
}

/// The commands.
#[derive(Subcommand)]
pub(crate) enum Command<S: FrontEnd> {
    /// Computes the exact odds of one attack
    Odds(OddsArgs<S>),
    /// Plays one unit against another many times
    Duel(DuelArgs<S>),
    /// Shows one battle of a duel, event by event
    Replay(ReplayArgs<S>),
    /// Plays a scenario many times, or shows one battle of it
    Battle(BattleArgs<S>),
    /// Plays all units of a grid and writes tables, charts and a report
    Sweep(SweepArgs<S>),
    /// Continues a sweep that was interrupted, or extends a complete one
    Resume(ResumeArgs),
    /// Merges the shards of a sweep into one run
    Merge(MergeArgs),
    /// Estimates what each unit is worth from battles of random armies
    Points(PointsArgs<S>),
    /// Compares a changed unit with the original on the same dice
    Variant(VariantArgs<S>),
    /// Compares changed rules with the current ones on the same dice
    Whatif(WhatifArgs<S>),
    /// Measures how well sides play
    Audit(AuditArgs<S>),
    /// Plays policies against each other on mirrored forces and rates them
    Ladder(LadderArgs<S>),
    /// Writes the report of a saved run as HTML, Markdown or PNG charts
    Report(ReportArgs),
    /// Draws the JSON of one result as a chart
    Chart(ChartArgs),
    /// Compares two saved runs
    Compare(CompareArgs),
    /// Analyses the choice of a unit as a game: Nash weights, α-rank, cycles
    Meta(MetaArgs),
    /// Rates units from a CSV file of games
    Ratings(RatingsArgs),
    /// Tests sequentially which of two Elo differences the games support
    Sprt(SprtArgs),
    /// Records the current balance in a file for `gate`
    Baseline(BaselineArgs<S>),
    /// Checks balance against a baseline, with an exit code for CI
    Gate(GateArgs<S>),
    /// Lists units, weapons, policies, options, scenarios or systems
    List(ListArgs),
    /// Checks a dataset and reports every problem with its position
    #[command(after_help = format!("{VALIDATE}\n\nExample:\n{}", S::HELP.validate))]
    Validate(ValidateArgs<S>),
    /// Describes the result tables, column by column
    #[command(after_help = "Example:\n  equipoise schema --format csv")]
    Schema,
    /// Checks the program: samples against exact odds, threads, intervals
    Selfcheck(SelfcheckArgs),
    /// Measures the coverage of each kind of interval in games with known probabilities
    Coverage(CoverageArgs),
}

impl<S: FrontEnd> Cli<S> {
    /// Reads a command line, the name of the program first.
    pub(crate) fn read(arguments: Vec<OsString>) -> Result<Self, clap::Error> {
        let matches = command::<S>().try_get_matches_from(arguments)?;
        Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command::<S>()))
    }
}

/// The command line of a game.
fn command<S: FrontEnd>() -> clap::Command {
    with_negative_numbers(Cli::<S>::command())
}

/// Lets each option take a negative number, so that a wrong one is refused as a value of the option and not as an argument
/// that nobody knows.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    command
        .mut_args(|arg| {
            let takes_value = !arg.is_positional() && arg.get_action().takes_values();
            arg.allow_negative_numbers(takes_value)
        })
        .mut_subcommands(with_negative_numbers)
}

fn systems() -> PossibleValuesParser {
    PossibleValuesParser::new(games::names())
}

#[cfg(test)]
mod tests {
    use equipoise_analysis::games::{self, Visitor};

    use equipoise_engine::front_end::FrontEnd;

    use super::command;
    use crate::args::name_value;

    /// Checks the command line of a game.
    struct Check;

    impl Visitor for Check {
        type Output = ();

        fn visit<S: FrontEnd>(self) {
            command::<S>().debug_assert();
            let read = name_value::<S>;
            assert_eq!(read("a=b=c"), Ok(("a".into(), "b=c".into())));
            assert_eq!(read(" a = b "), Ok(("a".into(), "b".into())));
            assert!(read("a").is_err());
        }
    }

    #[test]
    fn the_command_line_of_each_game_is_consistent() {
        for name in games::names() {
            games::visit(name, Check);
        }
    }
}
