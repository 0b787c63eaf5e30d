//! One unit against another, many times.

mod exact;
mod sampled;
mod trace;

use std::path::Path;

use serde::{Deserialize, Serialize};

use equipoise_engine::front_end::FrontEnd;
use equipoise_simulator::Stopping;

use crate::control::Control;
use crate::error::Error;
use crate::game::Game;
use crate::games::with_game;
use crate::goal::Goal;
use crate::guests::{self, Guest};
use crate::request::GameRequest;

use sampled::Kept;

pub use exact::{ExactDuel, ExactScore, ExactSpread};
pub use sampled::{Decision, SampledDuel};
pub use trace::Look;

/// Battles that take about as long as a state of an exact computation: 50 µs against 3 µs on one
/// core, and battles spread over a few.
const BATTLES_PER_STATE: u64 = 40;

/// One unit against another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DuelRequest {
    /// Game, policies, options and seed.
    pub game: GameRequest,
    /// The unit whose score is reported.
    pub a: String,
    /// Its opponent.
    pub b: String,
    /// When the battles end. A duel that is to be known to some precision is computed instead of
    /// sampled where that takes less work.
    pub goal: Goal,
    /// Computes the probabilities instead of sampling them, with at most so many states; goal, seed
    /// and trace are then not used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exact: Option<u64>,
    /// Also says how the score stood after 2, 4, 8, … battles; with it every duel is sampled.
    #[serde(default)]
    pub trace: bool,
}

impl DuelRequest {
    /// 10,000 battles of these two units.
    #[must_use]
    pub fn new(game: GameRequest, a: &str, b: &str) -> Self {
        Self {
            game,
            a: a.to_owned(),
            b: b.to_owned(),
            goal: Goal::Runs(10_000),
            exact: None,
            trace: false,
        }
    }
}

/// What came of a duel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum DuelResult {
    /// Probabilities, computed.
    Exact(Box<ExactDuel>),
    /// Battles, played.
    Sampled(Box<SampledDuel>),
}

/// Plays a duel, or computes it.
///
/// # Errors
/// When the request is not what it should be, the duel is too large to be computed, or the analysis
/// is interrupted.
pub fn duel(request: &DuelRequest, control: Control<'_>) -> Result<DuelResult, Error> {
    with_game!(&request.game.system, S => settle::<S>(request, None, control))
}

/// Plays a duel and writes a row for each battle into a Parquet file, which is there when the duel has been played.
/// The result is that of [`duel()`] with as many battles: such a duel is always sampled.
///
/// # Errors
/// When the request is not what it should be, or wants a computed or a traced duel, when the file cannot be written, or
/// when the analysis is interrupted.
pub fn duel_recorded(
    request: &DuelRequest,
    file: &Path,
    control: Control<'_>,
) -> Result<DuelResult, Error> {
    if request.exact.is_some() || request.trace {
        let without = "battles are recorded of a sampled duel without a trace";
        return Err(Error::Input(without.to_owned()));
    }
    with_game!(&request.game.system, S => settle::<S>(request, Some(file), control))
}

/// Plays a duel with guests in the place of policies, one battle after the other on the calling thread, and writes a row
/// for each battle if there is a file. Such a duel is always sampled.
///
/// # Errors
/// When the request is not what it should be, or wants a computed or a traced duel, when the game asks no players, when
/// the file cannot be written, or when the analysis is interrupted.
pub fn duel_with(
    request: &DuelRequest,
    guests: [Option<Guest<'_>>; 2],
    file: Option<&Path>,
    control: Control<'_>,
) -> Result<DuelResult, Error> {
    if request.exact.is_some() || request.trace {
        let without = "a policy of your own plays sampled duels without a trace";
        return Err(Error::Input(without.to_owned()));
    }
    with_game!(&request.game.system, S => settle_with::<S>(request, guests, file, control))
}

fn settle_with<S: FrontEnd>(
    request: &DuelRequest,
    guests: [Option<Guest<'_>>; 2],
    file: Option<&Path>,
    control: Control<'_>,
) -> Result<DuelResult, Error> {
    let mut game = Game::<S>::new(&request.game)?;
    let seated = guests::seat(&mut game, guests)?;
    let units = [game.unit(&request.a)?, game.unit(&request.b)?];
    game.note_roundings(&units, None, control);
    let (runs, stopping) = request.goal.battles()?;
    let plan = game.duel(units[0], units[1], runs)?.stopping_by(stopping);
    control.note_rounding(runs, &plan);
    let sampled = sampled::play_with(&game, units, &plan, seated, file, control)?;
    Ok(DuelResult::Sampled(Box::new(sampled)))
}

fn settle<S: FrontEnd>(
    request: &DuelRequest,
    file: Option<&Path>,
    control: Control<'_>,
) -> Result<DuelResult, Error> {
    let game = Game::<S>::new(&request.game)?;
    let units = [game.unit(&request.a)?, game.unit(&request.b)?];
    game.note_roundings(&units, None, control);
    if let Some(most_states) = request.exact {
        let exact = exact::compute(&game, units, most_states, control)?;
        return Ok(DuelResult::Exact(Box::new(exact)));
    }
    let (runs, stopping) = request.goal.battles()?;
    let computable = stopping != Stopping::Fixed && !request.trace && file.is_none();
    if computable {
        let most_states = runs / BATTLES_PER_STATE;
        if let Some(exact) = exact::compute_within(&game, units, most_states, control)? {
            return Ok(DuelResult::Exact(Box::new(exact)));
        }
    }
    let plan = game.duel(units[0], units[1], runs)?.stopping_by(stopping);
    control.note_rounding(runs, &plan);
    let kept = match file {
        Some(file) => Kept::Rows(file),
        None if request.trace => Kept::Looks,
        None => Kept::Nothing,
    };
    let sampled = sampled::play(&game, units, &plan, kept, control)?;
    Ok(DuelResult::Sampled(Box::new(sampled)))
}
