//! `equipoise sweep`: all units of a grid, into tables, charts and a report.

mod command_line;
mod playing;
mod saving;
mod summary;

use equipoise_simulator::{Journal, Kept};

use crate::args::{Checkpoints, Grid, Output, Precision, Shared, Workers, runs};
use crate::failure::Failure;
use crate::systems::Front;
use clap::Args;
use equipoise_analysis::Game;
use equipoise_simulator::Shard;
use std::path::PathBuf;

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
pub(crate) struct SweepArgs<S: Front> {
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

pub(super) use command_line::parsed;
pub(super) use playing::{Sweep, refuse_unfinished};
pub(super) use saving::{Saved, Sitting};

pub(crate) fn run<S: Front>(output: &Output, args: &SweepArgs<S>) -> Result<(), Failure> {
    let game = Game::<S>::new(&args.shared.request())?;
    let sweep = Sweep::new(output, args, &game)?;
    let order = sweep.order();
    if !args.fresh {
        let otherwise = "start anew with --fresh, or name another folder with --out";
        refuse_unfinished(sweep.place(), &order, otherwise)?;
    }
    // Before the battles: a folder that cannot be written should not cost a minute.
    let journal = Journal::create(sweep.place(), &order)?;
    sweep.play(journal, &Kept::default())
}
