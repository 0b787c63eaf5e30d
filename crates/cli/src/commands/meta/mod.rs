//! `equipoise meta`: the choice of units as a game.

mod show;

use std::path::PathBuf;

use clap::{Args, value_parser};
use equipoise_analysis::meta::{MetaRequest, MetaSource, meta};

use crate::args::{Output, Workers};
use crate::failure::Failure;
use crate::output::print_result;
use crate::progress::Terminal;

/// Arguments of `meta`.
#[derive(Debug, Args)]
#[command(after_help = "\
RESULTS is the folder of a saved run, or a CSV file of games as for `equipoise ratings`. The file of
--payoff is a square matrix under a header of names: the expected gain of the row's unit against the
column's unit, in any scale. Except in α-rank, only (row's gain - column's gain) / 2 counts.

Nash averages, α-rank and dominance need a result for every pair. If some pairs never met, they cover
only units that met all others, such as the opponents of a gauntlet, and others that all met each other;
ratings and cyclic share use every game, and so does the search for units that beat the Nash average or
the mixture of α-rank. Intervals are at 95 %, from resampled games with the numbers
of games fixed; those of ratings take all games of a pairing as one observation, those of gains against a
mixture take the mixture as given and hold for all units at once. A run made with
--decide is refused: its battles stopped depending on who led.

--format csv prints one row per unit.

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
    /// CSV file with an exact payoff matrix, instead of RESULTS
    #[arg(long, value_name = "FILE", conflicts_with_all = ["resamples", "seed", "threads"])]
    pub(crate) payoff: Option<PathBuf>,
    /// Population size of α-rank
    #[arg(long, value_name = "M", default_value_t = 50)]
    pub(crate) alpha_rank_m: u32,
    /// Selection intensity of α-rank
    #[arg(long, value_name = "ALPHA", default_value_t = 100.0)]
    pub(crate) alpha_rank_alpha: f64,
    /// Number of bootstrap resamples
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = value_parser!(u64).range(20..=100_000))]
    pub(crate) resamples: u64,
    /// Seed of the resampling
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) workers: Workers,
}

impl MetaArgs {
    fn source(&self) -> Result<MetaSource, Failure> {
        match (&self.payoff, &self.results) {
            (Some(file), _) => Ok(MetaSource::Payoffs(file.clone())),
            (None, Some(place)) => Ok(MetaSource::Results(place.clone())),
            (None, None) => Err(Failure::Input("expected RESULTS or --payoff".into())),
        }
    }
}

pub(crate) fn run(output: &Output, args: &MetaArgs) -> Result<(), Failure> {
    let request = MetaRequest {
        source: args.source()?,
        alpha_rank_m: args.alpha_rank_m,
        alpha_rank_alpha: args.alpha_rank_alpha,
        resamples: args.resamples,
        seed: args.seed,
    };
    let terminal = Terminal::new(output)?;
    let result = meta(&request, terminal.control(args.workers))?;
    print_result(
        output,
        &result,
        || show::text(&result),
        || show::table(&result),
    )
}
