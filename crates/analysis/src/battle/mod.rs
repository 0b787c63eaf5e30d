//! A scenario, played many times or shown once.

mod force;
mod replay;

use std::path::{Path, PathBuf};

use equipoise_engine::Side;
use equipoise_engine::front_end::{FrontEnd, Scenario as _};
use equipoise_simulator::{Observed, Plan, observed_digest, run_observed, score_a};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::control::{Control, Work};
use crate::error::Error;
use crate::game::Game;
use crate::games::with_game;
use crate::guests::{self, Guest};
use crate::records;
use crate::request::GameRequest;
use crate::result::{Fought, PlayedIn, RESULT_SCHEMA, kind};

pub use force::{ByRound, Force, Model, Quantity, Totals};
pub use replay::{BattleReplayHead, BattleReplayRequest, BattleReplayResult, replay};

/// The battles of a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BattleRequest {
    /// Game, policies, options and seed; the policies are those of the force listed first and of the
    /// force listed second.
    pub game: GameRequest,
    /// Name of a scenario, or the path of a scenario file.
    pub scenario: String,
    /// Army files that take the place of the scenario's forces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub armies: Option<[PathBuf; 2]>,
    /// Battles; an odd number is rounded up, so that both seats are played equally.
    pub runs: u64,
}

kind!(
    /// The kind of a [`BattleResult`].
    BattleKind = "battle"
);

/// What came of the battles of a scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BattleResult {
    /// Version of the document.
    pub schema: u32,
    /// Always `battle`.
    pub kind: BattleKind,
    /// Game, scenario, policies and rules.
    #[serde(flatten)]
    pub played_in: PlayedIn,
    /// Master seed.
    pub seed: u64,
    /// The force listed first.
    pub a: Force,
    /// The force listed second.
    pub b: Force,
    /// What came of the battles; the digest is of plan, scenario and everything observed.
    #[serde(flatten)]
    pub fought: Fought,
}

/// Plays the battles of a scenario.
///
/// # Errors
/// When the request is not what it should be, or the analysis is interrupted.
pub fn battle(request: &BattleRequest, control: Control<'_>) -> Result<BattleResult, Error> {
    with_game!(&request.game.system, S => play::<S>(request, None, None, control))
}

/// Plays the battles of a scenario and writes a row for each into a Parquet file, which is there when all have been
/// played. The result is that of [`battle()`].
///
/// # Errors
/// When the request is not what it should be, the file cannot be written, or the analysis is interrupted.
pub fn battle_recorded(
    request: &BattleRequest,
    file: &Path,
    control: Control<'_>,
) -> Result<BattleResult, Error> {
    with_game!(&request.game.system, S => play::<S>(request, None, Some(file), control))
}

/// Plays the battles of a scenario with guests in the place of policies, one after the other on the calling thread, and
/// writes a row for each if there is a file.
///
/// # Errors
/// When the request is not what it should be, the game asks no players, the file cannot be written, or the analysis is
/// interrupted.
pub fn battle_with(
    request: &BattleRequest,
    guests: [Option<Guest<'_>>; 2],
    file: Option<&Path>,
    control: Control<'_>,
) -> Result<BattleResult, Error> {
    with_game!(&request.game.system, S => play::<S>(request, Some(guests), file, control))
}

fn play<S: FrontEnd>(
    request: &BattleRequest,
    guests: Option<[Option<Guest<'_>>; 2]>,
    file: Option<&Path>,
    control: Control<'_>,
) -> Result<BattleResult, Error> {
    let mut game = Game::<S>::new(&request.game)?;
    let seated = guests.map(|guests| guests::seat(&mut game, guests));
    let seated = seated.transpose()?;
    let scenario = game.scenario(&request.scenario, request.armies.as_ref())?;
    let plan = game.battle_plan(&scenario, request.runs)?;
    let pairing = game.battle_pairing(&plan, &scenario)?;
    control.note_rounding(request.runs, &plan);
    let models = Side::BOTH.map(|side| scenario.models(side)).concat();
    game.note_roundings(&models, Some(&scenario), control);
    let observed = {
        let progress = control.watch.begin(Work::battles(plan.runs()));
        let stage = control.stage(&*progress);
        match (seated, file) {
            (None, None) => run_observed::<S, S::CompileError>(&pairing, plan.runs(), stage)?,
            (None, Some(file)) => records::play(&plan, &pairing, file, stage)?,
            (Some((play, mut guests)), file) => {
                records::play_with(&plan, &pairing, play, &mut guests, file, stage)?
            }
        }
    };
    result::<S>(&plan, &scenario, &observed)
}

fn result<S: FrontEnd>(
    plan: &Plan,
    scenario: &S::Scenario,
    observed: &Observed,
) -> Result<BattleResult, Error> {
    let (setting, tally) = (plan.setting(), &observed.tally);
    let [a, b] = force::both::<S>(scenario, observed)?;
    let digest = observed_digest(plan, &json!(scenario).to_string(), observed);
    Ok(BattleResult {
        schema: RESULT_SCHEMA,
        kind: BattleKind::Kind,
        played_in: PlayedIn::new(setting, scenario.name()),
        seed: setting.seed,
        a,
        b,
        fought: Fought::new(tally, &score_a(tally)?, digest)?,
    })
}
