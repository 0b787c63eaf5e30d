//! `equipoise sweep`: all units of a grid, into tables, charts and a report.

mod command_line;
mod playing;
mod saving;
mod summary;

use equipoise_simulator::{Journal, Kept};

use crate::args::{Output, SweepArgs};
use crate::failure::Failure;
use crate::game::Game;
use crate::systems::Front;

pub(super) use command_line::parsed;
pub(super) use playing::{Sweep, refuse_unfinished};
pub(super) use saving::{Saved, Sitting};

pub(crate) fn run<S: Front>(output: &Output, args: &SweepArgs<S>) -> Result<(), Failure> {
    let game = Game::<S>::new(&args.shared)?;
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
