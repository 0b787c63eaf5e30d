//! `equipoise sweep`: all units of a grid, into tables, charts and a report.

mod presenting;
mod request;
mod summary;

use std::path::PathBuf;

use clap::Args;
use equipoise_analysis::sweep::{self, Saving, SweepRequest};
use equipoise_simulator::Shard;

use crate::args::{Checkpoints, Grid, Output, Precision, Shared, Workers, runs};
use crate::failure::Failure;
use crate::progress::Terminal;
use equipoise_engine::front_end::FrontEnd;

pub(crate) use presenting::{Report, failure, print_saved};

const SWEEP: &str = "\
With --until H each pairing ends once its score is known to ± H: lopsided pairings take few battles,
close ones many. With --decide SCORE each pairing ends once its score is known to be above or below
SCORE, or within --margin of it: far fewer battles if only the side matters. Both report intervals
of a confidence sequence, which hold at all times at once, so they stay valid after early stopping.

Once complete, results.parquet, margins.parquet, units.parquet, tallies.parquet, manifest.json,
charts/ and report.html are written to the folder. An earlier run in it is replaced; a folder with
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
    fn request(&self) -> SweepRequest {
        let grid = equipoise_analysis::Grid::from(self.grid);
        let runs = self.runs.unwrap_or_else(|| grid.default_runs());
        SweepRequest {
            game: self.shared.request(),
            grid,
            goal: self.precision.goal(runs),
            shard: self.shard,
        }
    }
}

pub(crate) fn run<S: FrontEnd>(output: &Output, args: &SweepArgs<S>) -> Result<(), Failure> {
    let request = args.request();
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
