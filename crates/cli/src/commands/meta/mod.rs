//! `equipoise meta`: the choice of units as a game.

mod analysis;
mod show;

use std::path::PathBuf;

use clap::{Args, value_parser};
use equipoise_stats::AlphaRank;

use crate::args::{Output, Workers};
use crate::failure::Failure;
use crate::games::{read_payoffs, read_results, read_run};
use crate::output::print_as;
use analysis::{Analysis, of_games, of_payoffs};

/// Arguments of `meta`.
#[derive(Debug, Args)]
#[command(after_help = "\
RESULTS is the folder of a saved run, or a CSV file of games as for `equipoise ratings`. With --payoff
the file is a square matrix under a header of names: what the row's unit expects to gain against the
column's unit, in any unit; half of what the row gains minus what the column gains counts.

Nash averages, α-rank and dominance need a result for every pair. Where pairs never met they are those
of the units that met everybody, as the opponents of a gauntlet did, or of some that all met each other;
ratings and cyclic share use every game. All intervals are at 95 % and come from resampled games, their
numbers taken as fixed; a run made with --decide is refused, as its battles ended when somebody led.

With --format csv there is one row per unit.

Examples:
  equipoise meta runs/mechastellar-standard-seed1
  equipoise meta games.csv --resamples 1000 --format json
  equipoise meta --payoff matrix.csv --alpha-rank-m 20 --alpha-rank-alpha 0.1")]
pub(crate) struct MetaArgs {
    /// Folder of a saved run, or a CSV file of games
    #[arg(
        value_name = "RESULTS",
        required_unless_present = "payoff",
        conflicts_with = "payoff"
    )]
    pub(crate) results: Option<PathBuf>,
    /// CSV file with a matrix of payoffs, taken as exact
    #[arg(long, value_name = "FILE", conflicts_with_all = ["resamples", "seed", "threads"])]
    pub(crate) payoff: Option<PathBuf>,
    /// Population size of α-rank
    #[arg(
        long,
        value_name = "M",
        allow_negative_numbers = true,
        default_value_t = 50
    )]
    pub(crate) alpha_rank_m: u32,
    /// Selection intensity of α-rank
    #[arg(
        long,
        value_name = "ALPHA",
        allow_negative_numbers = true,
        default_value_t = 100.0
    )]
    pub(crate) alpha_rank_alpha: f64,
    /// How often the games are resampled
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = value_parser!(u64).range(20..=100_000))]
    pub(crate) resamples: u64,
    /// Seed of the resampling
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) workers: Workers,
}

pub(crate) fn run(output: &Output, args: &MetaArgs) -> Result<(), Failure> {
    let analysis = analyse(output, args)?;
    print_as(
        output.format,
        || analysis.text(),
        || analysis.json(),
        || analysis.table(),
    )
}

fn analyse(output: &Output, args: &MetaArgs) -> Result<Analysis, Failure> {
    let alpha_rank = AlphaRank::new(args.alpha_rank_m, args.alpha_rank_alpha)?;
    match (&args.payoff, &args.results) {
        (Some(file), _) => of_payoffs(read_payoffs(file)?, alpha_rank),
        (None, Some(folder)) if folder.is_dir() => {
            of_games(read_run(output, folder)?, alpha_rank, args)
        }
        (None, Some(file)) => of_games(read_results(file)?, alpha_rank, args),
        (None, None) => Err(Failure::Input("expected RESULTS or --payoff".into())),
    }
}
