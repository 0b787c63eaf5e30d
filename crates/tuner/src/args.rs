//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum, value_parser};
use equipoise_mechastellar::weights::CountsIn;
use equipoise_stats::Sprt;

use crate::failure::EXIT_CODES;

/// Finds the weights of MechaStellar's greedy policy by self-play, and compares sets of them
#[derive(Debug, Parser)]
#[command(name = "equipoise-tuner", version, after_help = EXIT_CODES)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) play: Play,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Finds better weights than those of a start, and tests them against it on other dice
    Tune(TuneArgs),
    /// Plays two sets of weights against each other until one is shown to be better
    Versus(VersusArgs),
}

/// Which battles are played, and how.
#[derive(Clone, Debug, Args)]
pub(crate) struct Play {
    /// Battles that the weights are played in
    #[arg(long, global = true, value_enum, default_value_t = Only::Battles)]
    pub(crate) only: Only,
    /// Plays this shipped scenario alone, each of its forces against itself
    #[arg(long, global = true, value_name = "NAME")]
    pub(crate) scenario: Option<String>,
    /// Seed of all armies, dice and directions
    #[arg(long, global = true, default_value_t = 1, value_parser = value_parser!(u64).range(..=i64::MAX as u64))]
    pub(crate) seed: u64,
    /// Most battles of the test of one set of weights against the other
    #[arg(long, global = true, value_name = "N", default_value_t = 40_000, value_parser = battles)]
    pub(crate) test_battles: u32,
    /// Normalized Elo by which a better set must be better for the test to find it likely
    #[arg(long, global = true, value_name = "ELO", default_value_t = 5.0, value_parser = elo)]
    pub(crate) elo1: f64,
    /// Worker threads; the number does not affect results [default: one per core]
    #[arg(long, global = true, value_parser = value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Suppresses progress on standard error
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
}

/// Arguments of `tune`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  equipoise-tuner tune --out weights.toml --log steps.csv
  equipoise-tuner tune --only duels --weights duel_price,duel_leave --out weights.toml
  equipoise-tuner tune --weights hope,danger --start mine.toml --steps 400 --out better.toml")]
pub(crate) struct TuneArgs {
    /// Steps of the search; the result is the mean of their second half
    #[arg(long, default_value_t = 2400, value_parser = value_parser!(u32).range(1..=1_000_000))]
    pub(crate) steps: u32,
    /// Battles of each step, half of them with the sides of the weights changed [default: 200, or 4000
    /// duels]
    #[arg(long, value_name = "N", value_parser = battles)]
    pub(crate) battles: Option<u32>,
    /// Weights to be tuned [default: all that count in these battles]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) weights: Option<Vec<String>>,
    /// File of weights to start from [default: the weights that ship]
    #[arg(long, value_name = "FILE")]
    pub(crate) start: Option<PathBuf>,
    /// Where the weights found are written, with their origin and the verdict of the test
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Where every step is written as CSV
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,
}

/// Arguments of `versus`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  equipoise-tuner versus better.toml mine.toml --only duels --seed 7
  equipoise-tuner versus better.toml --scenario skirmish --test-battles 8000")]
pub(crate) struct VersusArgs {
    /// File of weights to be tested
    pub(crate) new: PathBuf,
    /// File of weights to test them against [default: the weights that ship]
    pub(crate) start: Option<PathBuf>,
}

/// The battles in which weights are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Only {
    /// One unit against one on an open table
    Duels,
    /// Armies, each against itself, on the tables of the shipped scenarios
    Battles,
}

impl From<Only> for CountsIn {
    fn from(only: Only) -> Self {
        match only {
            Only::Duels => Self::Duels,
            Only::Battles => Self::Battles,
        }
    }
}

/// An advantage in normalized Elo that a test can look for.
fn elo(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    number
        .filter(|elo: &f64| *elo > 0.0 && *elo <= Sprt::MOST_ELO)
        .ok_or_else(|| format!("expected a number above 0, at most {}", Sprt::MOST_ELO))
}

/// An even number of battles.
fn battles(text: &str) -> Result<u32, String> {
    let count = text.parse().ok();
    count
        .filter(|count: &u32| (2..=100_000_000).contains(count) && count.is_multiple_of(2))
        .ok_or_else(|| "expected an even number from 2 to 100000000".into())
}
