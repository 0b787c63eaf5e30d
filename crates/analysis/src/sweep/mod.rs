//! All pairings of a grid, played, saved, resumed and put together.
//!
//! [`run`] plays a [`SweepRequest`] and saves the run in a folder: tables, exact tallies, a manifest, a
//! price map if one is asked for, and `plan.json`, which holds the request. While it plays, a checkpoint
//! beside that folder holds what has been played. [`resume`] goes on from a checkpoint, or extends a saved run; [`merge`] makes one run of
//! the shards of a sweep. Each gives the same bits as one [`run`] of the whole sweep. [`open`] reads a saved run.

mod merge;
mod planned;
mod playing;
mod priced;
mod request;
mod resume;
mod saved;
pub(crate) mod unfinished;

use equipoise_engine::front_end::{Dataset as _, FrontEnd};
use equipoise_simulator::{Checkpoint, Plan, Played};

use crate::control::Control;
use crate::error::Error;
use crate::game::Game;
use crate::games::with_game;
use planned::Planned;

pub use merge::{MergeRequest, merge};
pub use priced::{PRICES, read_prices};
pub use request::{Presenter, Saving, SweepRequest, TablesOnly};
pub use resume::{ResumeRequest, resume};
pub use saved::{SavedSweep, open};
pub use unfinished::Unfinished;

/// Plans a sweep without playing it: its contestants, pairings and battles.
///
/// # Errors
/// When the request is not what it should be.
pub fn plan(request: &SweepRequest) -> Result<Plan, Error> {
    with_game!(&request.game.system, S => {
        let game = Game::<S>::new(&request.game)?;
        Ok(Planned::new(&game, request, Control::silent())?.plan)
    })
}

/// Matchups of random armies that price the units of a sweep with its default battles, in a game whose profiles have
/// axes to be priced; `None` in any other.
#[must_use]
pub fn usual_price_matchups(system: &str) -> Option<u64> {
    let axes = with_game!(system, S => Ok::<_, Error>(axes::<S>()));
    (axes.unwrap_or(0) > 1).then_some(SweepRequest::PRICE_MATCHUPS)
}

/// How many axes the profiles of a game have.
fn axes<S: FrontEnd>() -> usize {
    S::Dataset::axes().len()
}

/// Plays a sweep and saves the run.
///
/// # Errors
/// When the request is not what it should be, something cannot be read or written, an unfinished run is
/// in the way ([`Error::Unfinished`]), or the sweep is stopped ([`Error::Checkpointed`] once anything
/// has been played).
pub fn run<P: Presenter>(
    request: &SweepRequest,
    saving: &Saving,
    presenter: &P,
    control: Control<'_>,
) -> Result<SavedSweep<P::View>, Error> {
    with_game!(&request.game.system, S => start::<S, P>(request, saving, presenter, control))
}

fn start<S: FrontEnd, P: Presenter>(
    request: &SweepRequest,
    saving: &Saving,
    presenter: &P,
    control: Control<'_>,
) -> Result<SavedSweep<P::View>, Error> {
    let game = Game::<S>::new(&request.game)?;
    let planned = Planned::new(&game, request, control)?;
    game.note_roundings(&planned.units, None, control);
    if !saving.fresh {
        playing::refuse_unfinished(&saving.place, &planned.identity())?;
    }
    // Before the battles: a folder that cannot be written should not cost a minute.
    let checkpoint = Checkpoint::create(&saving.place, &planned.file()?)?;
    let played = Played::default();
    planned.play(saving, checkpoint, &played, None, presenter, control)
}
