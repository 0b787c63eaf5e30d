//! `equipoise sweep`: all units of a grid, into tables, charts and a report.

mod presenting;
mod request;
mod summary;

use std::path::PathBuf;

use clap::{Args, value_parser};
use equipoise_analysis::points::PointsRequest;
use equipoise_analysis::sweep::{self, Saving, SweepRequest};
use equipoise_simulator::Shard;

use crate::args::{Checkpoints, Grid, Output, Precision, Shared, Workers, runs};
use crate::failure::Failure;
use crate::progress::Terminal;
use equipoise_engine::front_end::FrontEnd;

pub(crate) use presenting::{Report, failure, print_saved, saved_json};

const SWEEP: &str = "\
With --until H each pairing ends once its score is known to ± H: lopsided pairings take few battles,
close ones many. With --decide SCORE each pairing ends once its score is known to be above or below
SCORE, or within --margin of it: far fewer battles if only the side matters. Both report intervals
of a confidence sequence, which hold at all times at once, so they stay valid after early stopping.

The units are priced by battles of random armies, as `equipoise points --grid` does: prices.json is its
result, and the report begins with it. They are played after the duels, by `equipoise merge` where there
are shards.

Once complete, results.parquet, margins.parquet, units.parquet, tallies.parquet, prices.json,
manifest.json, charts/ and report.html are written to the folder. An earlier run in it is replaced; a folder with
any other content is refused, even if that content appears during the sweep.

A running sweep writes checkpoints to DIR.partial. After any interruption `equipoise resume DIR`
continues from there, with the same result to the bit as an uninterrupted sweep. Shards can be
played on any machine; `equipoise merge` gives the same bits as one sweep.";

/// Arguments of `sweep`.
#[derive(Args)]
#[command(after_help = format!("Grids:\n{}\n\n{SWEEP}\n\nExamples:\n{}", S::HELP.grids, S::HELP.sweep))]
pub(crate) struct SweepArgs<S: FrontEnd> {
    /// Pairings to play
    #[arg(long, value_enum, default_value_t = Grid::Standard)]
    pub(crate) grid: Grid,
    /// Battles per pairing, rounded up to an even number [default: by grid]
    #[arg(long, value_name = "N", value_parser = runs())]
    pub(crate) runs: Option<u64>,
    #[command(flatten)]
    pub(crate) precision: Precision,
    /// Matchups of random armies that price the units, 2 battles each; 0 for none [default: 8000 if the battles
    /// per pairing are the default too, else 0]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(0..=*PointsRequest::MATCHUPS_RANGE.end()))]
    pub(crate) price_matchups: Option<u64>,
    /// Plays only shard K of N, such as 3/16; `equipoise merge` merges the shards
    #[arg(long, value_name = "K/N")]
    pub(crate) shard: Option<Shard>,
    /// Folder for the results [default: runs/SYSTEM-GRID-seedN, plus -shardKofN for a shard]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Discards the checkpoint of an interrupted sweep and starts again
    #[arg(long)]
    pub(crate) fresh: bool,
    #[command(flatten)]
    pub(crate) checkpoints: Checkpoints,
    #[command(flatten)]
    pub(crate) shared: Shared<S>,
    #[command(flatten)]
    pub(crate) workers: Workers,
}

impl<S: FrontEnd> SweepArgs<S> {
    fn request(&self) -> Result<SweepRequest, Failure> {
        let grid = equipoise_analysis::Grid::from(self.grid);
        let runs = self.runs.unwrap_or_else(|| grid.default_runs());
        Ok(SweepRequest {
            game: self.shared.request()?,
            grid,
            goal: self.precision.goal(runs),
            shard: self.shard,
            price_matchups: self.price_matchups(),
        })
    }

    /// Who asks for a quick look at the duels, or for a precise one, says how precise prices should be.
    fn price_matchups(&self) -> Option<u64> {
        let by_default = self.runs.is_none() && self.precision.is_default();
        let default = sweep::usual_price_matchups(S::NAME).filter(|_| by_default);
        let asked = self.price_matchups.or(default);
        asked.filter(|&matchups| matchups > 0)
    }
}

pub(crate) fn run<S: FrontEnd>(output: &Output, args: &SweepArgs<S>) -> Result<(), Failure> {
    let request = args.request()?;
    let place = args.out.clone();
    let saving = Saving {
        place: place.unwrap_or_else(|| request.default_place()),
        fresh: args.fresh,
        checkpoint_every: args.checkpoints.checkpoint_every,
    };
    let terminal = Terminal::new(output)?;
    let saved = sweep::run(&request, &saving, &Report, terminal.control(args.workers));
    let otherwise = "start again with --fresh, or choose another folder with --out";
    print_saved(output, &saved.map_err(|error| failure(error, otherwise))?)
}
