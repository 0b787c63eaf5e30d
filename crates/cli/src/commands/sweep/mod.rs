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
close ones many. With --decide SCORE each pairing ends once it is known on which side of that score it
lies, or that it lies within --margin of it: far fewer battles where that is the question. Both have
the intervals of a confidence sequence, which hold at all times at once, so that stopping early does
not spoil them.

The folder gets results.parquet, margins.parquet, units.parquet, tallies.parquet, manifest.json,
charts/ and report.html once all of them are complete. An earlier run in it is replaced; a folder with
anything else in it is refused, also when that appears while the sweep runs.

While a sweep runs, what it has played is kept in a folder beside that, DIR.partial. However it ends,
`equipoise resume DIR` goes on from there, to the same bits as if it had never stopped. The shards of
a sweep can be played anywhere; `equipoise merge` makes the same bits of them as one sweep.";

/// Arguments of `sweep`.
#[derive(Args)]
#[command(after_help = format!("Grids:\n{}\n\n{SWEEP}\n\nExamples:\n{}", S::HELP.grids, S::HELP.sweep))]
pub(crate) struct SweepArgs<S: FrontEnd> {
    /// Which pairings are played
    #[arg(long, value_enum, default_value_t = Grid::Standard)]
    pub(crate) grid: Grid,
    /// Battles per pairing, rounded up to an even number [default: by grid]
    #[arg(long, value_name = "N", value_parser = runs())]
    pub(crate) runs: Option<u64>,
    #[command(flatten)]
    pub(crate) precision: Precision,
    /// Plays only part K of N, such as 3/16, to be put together with the others by `equipoise merge`
    #[arg(long, value_name = "K/N")]
    pub(crate) shard: Option<Shard>,
    /// Folder for the results [default: runs/SYSTEM-GRID-seedN, with -shardKofN behind it for a part]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Throws away what an interrupted sweep has left at the folder, and starts anew
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
    let otherwise = "start anew with --fresh, or name another folder with --out";
    print_saved(output, &saved.map_err(|error| failure(error, otherwise))?)
}
