//! `equipoise audit`: how well sides play, and what upgrades are worth.

mod show;
mod upgrades;

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum, value_parser};
use equipoise_analysis::audit::{Part, PlayAuditRequest, play_audit};
use equipoise_engine::front_end::FrontEnd;

use crate::args::{Output, Shared, Workers, runs};
use crate::failure::Failure;
use crate::output::print_result;
use crate::progress::Terminal;

const PLAY: &str = "\
monotonicity  Each stat of each unit, and of each of its weapons, is made better by one step. The
              unit plays the same duels on the same dice with and without it. Play by which a
              better unit scores less is wrong. One-sided tests of all cases together (Holm)
              decide which are worse.
tools         In battles of the scenarios and in duels of all pairs of units, how often each
              decision point was reached, and how often each skill, reaction and kind of action
              was taken.
gain          What is left to gain: a policy that plays battles out, such as search, against the
              audited one, each force of each scenario against itself. A stronger answer may
              find more; with --option search_budget=256 it thinks sixteen times as long.
order         Implied points of the units as `points` estimates them, with the units in three
              shuffled orders, on different battles: the root mean square of the standardised
              differences is about 1 if the order decides nothing. Then each force of the
              scenarios against itself, listed backwards and shuffled.

With the default numbers all four parts of MechaStellar take some five minutes on two cores under
greedy, two under solo, and much longer under a policy that plays battles out.";

/// Arguments of `audit`.
#[derive(Args)]
#[command(after_help = format!("Examples:\n{}", S::HELP.audit_play))]
pub(crate) struct AuditArgs<S: FrontEnd> {
    #[command(subcommand)]
    what: Audited<S>,
}

/// What is measured.
#[derive(Subcommand)]
enum Audited<S: FrontEnd> {
    /// Measures better units, use of tools, what is left to gain and order of lists
    Play(PlayArgs<S>),
    /// Measures what upgrades of units are worth against what they cost
    Upgrades(upgrades::UpgradesArgs<S>),
}

/// Arguments of `audit play`.
#[derive(Args)]
#[command(after_help = format!("{PLAY}\n\nExamples:\n{}", S::HELP.audit_play))]
struct PlayArgs<S: FrontEnd> {
    /// Parts that are measured [default: all]
    #[arg(long, value_enum, value_name = "PART", value_delimiter = ',')]
    only: Vec<PartName>,
    /// Units to look at [default: all named units of the dataset]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    units: Vec<String>,
    /// Opponents of units with a better stat [default: the reference profiles of the standard grid of
    /// `sweep`]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    against: Vec<String>,
    /// Monotonicity: battles of each better stat against each opponent; an odd number is rounded up
    #[arg(long, value_name = "N", default_value_t = PlayAuditRequest::RUNS, value_parser = runs())]
    runs: u64,
    /// Monotonicity: so many of a unit against as many of the opponent, on the table of `points` instead of
    /// in a duel
    #[arg(long, value_name = "N", default_value_t = PlayAuditRequest::COPIES, value_parser = value_parser!(u64).range(PlayAuditRequest::COPIES_RANGE))]
    copies: u64,
    /// Tools: battles of each scenario; each pair of units plays a hundredth of it, at least two
    #[arg(long, value_name = "N", default_value_t = PlayAuditRequest::BATTLES, value_parser = runs())]
    battles: u64,
    /// Gain: battles of all scenarios together, rounded up to whole rounds
    #[arg(long, value_name = "N", default_value_t = PlayAuditRequest::GAIN, value_parser = runs())]
    gain: u64,
    /// Order: matchups of random armies for each order of the units, eight battles each
    #[arg(long, value_name = "N", default_value_t = PlayAuditRequest::MATCHUPS, value_parser = value_parser!(u64).range(PlayAuditRequest::MATCHUPS_RANGE))]
    matchups: u64,
    /// Order: battles of each force against itself in each order, rounded up to a multiple of four
    #[arg(long, value_name = "N", default_value_t = PlayAuditRequest::MIRRORED, value_parser = runs())]
    mirrored: u64,
    /// Order: an army file that meets itself on the table of `points`; may be repeated
    #[arg(long = "army", value_name = "FILE")]
    armies: Vec<PathBuf>,
    #[command(flatten)]
    shared: Shared<S>,
    #[command(flatten)]
    workers: Workers,
}

/// A part of the audit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PartName {
    /// Whether better units do better
    Monotonicity,
    /// Which tools are used
    Tools,
    /// What is left to gain
    Gain,
    /// Whether the order of a list decides anything
    Order,
}

impl From<PartName> for Part {
    fn from(name: PartName) -> Self {
        match name {
            PartName::Monotonicity => Self::Monotonicity,
            PartName::Tools => Self::Tools,
            PartName::Gain => Self::Gain,
            PartName::Order => Self::Order,
        }
    }
}

pub(crate) fn run<S: FrontEnd>(output: &Output, args: &AuditArgs<S>) -> Result<(), Failure> {
    match &args.what {
        Audited::Play(args) => play(output, args),
        Audited::Upgrades(args) => upgrades::run(output, args),
    }
}

fn play<S: FrontEnd>(output: &Output, args: &PlayArgs<S>) -> Result<(), Failure> {
    let request = PlayAuditRequest {
        game: args.shared.request()?,
        only: args.only.iter().copied().map(Part::from).collect(),
        units: args.units.clone(),
        against: args.against.clone(),
        runs: args.runs,
        copies: args.copies,
        battles: args.battles,
        gain: args.gain,
        matchups: args.matchups,
        mirrored: args.mirrored,
        armies: args.armies.clone(),
    };
    let terminal = Terminal::new(output)?;
    let result = play_audit(&request, terminal.control(args.workers))?;
    print_result(
        output,
        &result,
        || show::text(&result),
        || show::table(&result),
    )
}
