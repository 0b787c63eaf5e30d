//! One battle of a scenario, event by event.

use std::path::PathBuf;

use equipoise_engine::Side;
use equipoise_engine::front_end::{FrontEnd, Picture, Scenario as _};
use equipoise_simulator::{narrate, replay as play_again};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::Error;
use crate::game::Game;
use crate::games::with_game;
use crate::replay::{NUMBERS, Seated, documents, names};
use crate::request::GameRequest;
use crate::request::within;
use crate::result::{PlayedIn, RESULT_SCHEMA};

/// One battle of a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BattleReplayRequest {
    /// Game, policies, options and seed.
    pub game: GameRequest,
    /// Name of a scenario, or the path of a scenario file.
    pub scenario: String,
    /// Army files that take the place of the scenario's forces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub armies: Option<[PathBuf; 2]>,
    /// Number of the battle, from 0.
    pub battle: u64,
    /// Draws the battle too.
    #[serde(default)]
    pub picture: bool,
}

/// One battle of a scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BattleReplayResult {
    /// Which battle it is.
    pub head: BattleReplayHead,
    /// The events as lines for people.
    pub log: Vec<String>,
    /// The events in order, as the game writes them; sides are seats.
    pub events: Vec<Value>,
    /// The battle as an SVG document, if the request wants it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
}

/// Which battle of a scenario it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BattleReplayHead {
    /// Version of the document.
    pub schema: u32,
    /// Game, scenario, policies and rules.
    #[serde(flatten)]
    pub played_in: PlayedIn,
    /// Master seed.
    pub seed: u64,
    /// Number of the battle.
    pub battle: u64,
    /// The force listed first.
    pub a: Seated,
    /// The force listed second.
    pub b: Seated,
    /// Names of the models as events number them, seat A's first.
    pub units: Vec<String>,
}

/// Plays one battle of a scenario again.
///
/// # Errors
/// When the request is not what it should be, or wants a picture that the game cannot draw.
pub fn replay(request: &BattleReplayRequest) -> Result<BattleReplayResult, Error> {
    with_game!(&request.game.system, S => show::<S>(request))
}

fn show<S: FrontEnd>(request: &BattleReplayRequest) -> Result<BattleReplayResult, Error> {
    let battle = request.battle;
    within("battle", battle, &NUMBERS)?;
    let draw = request.picture.then(artist::<S>).transpose()?;
    let mut game = Game::<S>::new(&request.game)?;
    let scenario = game.scenario(&request.scenario, request.armies.as_ref())?;
    let plan = game.battle_plan(&scenario, battle + 1)?;
    let pairing = game.battle_pairing(&plan, &scenario)?;
    let played = play_again(&pairing, battle);
    let bout = pairing.bout(battle);
    let picture = draw.map(|draw| match played.seat_of_a {
        Side::A => draw(&scenario, bout, &played.events),
        Side::B => draw(&scenario.swapped(), bout, &played.events),
    });
    let setting = plan.setting();
    let forces = Side::BOTH.map(|side| scenario.force_name(side));
    let [a, b] = Seated::both(forces, played.seat_of_a);
    Ok(BattleReplayResult {
        head: BattleReplayHead {
            schema: RESULT_SCHEMA,
            played_in: PlayedIn::new(setting, scenario.name()),
            seed: setting.seed,
            battle,
            a,
            b,
            units: names(S::models(bout)),
        },
        log: narrate(&pairing, battle, &played),
        events: documents(&played.events)?,
        picture,
    })
}

/// Who draws the battles of a game.
fn artist<S: FrontEnd>() -> Result<Picture<S>, Error> {
    S::PICTURE.ok_or_else(|| {
        Error::Input(format!(
            "battles of {} are not drawn; replay them without a picture",
            S::NAME
        ))
    })
}
