//! One battle of a duel, event by event.

use std::ops::RangeInclusive;

use equipoise_engine::Side;
use equipoise_engine::front_end::FrontEnd;
use equipoise_simulator::{Plan, narrate, replay as play_again};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::Error;
use crate::game::Game;
use crate::games::with_game;
use crate::request::GameRequest;
use crate::request::within;
use crate::result::{OfBoth, PlayedBy, RESULT_SCHEMA};

/// One battle of a duel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplayRequest {
    /// Game, policies, options and seed.
    pub game: GameRequest,
    /// Unit a; the one whose name comes first has seat A in battles with an even number.
    pub a: String,
    /// Unit b.
    pub b: String,
    /// Number of the battle, from 0.
    #[serde(default)]
    pub battle: u64,
}

/// One battle of a duel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReplayResult {
    /// Which battle it is, and how it ended.
    pub head: ReplayHead,
    /// The events as lines for people.
    pub log: Vec<String>,
    /// The events in order, as the game writes them; sides are seats.
    pub events: Vec<Value>,
}

/// Which battle of a duel it is, and how it ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReplayHead {
    /// Version of the document.
    pub schema: u32,
    /// Game, policies and rules.
    #[serde(flatten)]
    pub played_by: PlayedBy,
    /// Master seed.
    pub seed: u64,
    /// Number of the battle.
    pub battle: u64,
    /// Unit a.
    pub a: Seated,
    /// Unit b.
    pub b: Seated,
    /// The winner, `a` or `b`, whatever its seat; null if the battle was drawn.
    pub winner: Option<Side>,
    /// Score of each unit.
    pub vp: OfBoth<i32>,
    /// Rounds played.
    pub rounds: u8,
    /// Names of the models as events number them, seat A's first.
    pub units: Vec<String>,
}

/// A contestant and its seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seated {
    /// Name of the unit or of the force.
    pub name: String,
    /// Its seat.
    pub seat: Side,
}

impl Seated {
    /// Contestants a and b, of whom a has this seat.
    pub(crate) fn both(names: [&str; 2], seat_of_a: Side) -> [Self; 2] {
        let [a, b] = names.map(str::to_owned);
        [(a, seat_of_a), (b, seat_of_a.other())].map(|(name, seat)| Self { name, seat })
    }
}

/// Plays one battle of a duel again. It is the one with this number in every duel and every sweep of
/// the two units, named in either order, with the same seed, policies and options.
///
/// # Errors
/// When the request is not what it should be.
pub fn replay(request: &ReplayRequest) -> Result<ReplayResult, Error> {
    with_game!(&request.game.system, S => show::<S>(request))
}

fn show<S: FrontEnd>(request: &ReplayRequest) -> Result<ReplayResult, Error> {
    let battle = request.battle;
    within("battle", battle, &NUMBERS)?;
    let game = Game::<S>::new(&request.game)?;
    let (a, b) = (game.unit(&request.a)?, game.unit(&request.b)?);
    let plan = game.duel(a, b, battle + 1)?;
    let pairing = game.pairing(&plan, a, b)?;
    let played = play_again(&pairing, battle);
    let setting = plan.setting();
    let [name_a, name_b] = game.duellists([a, b]);
    let [seated_a, seated_b] = Seated::both([&name_a, &name_b], played.seat_of_a);
    Ok(ReplayResult {
        head: ReplayHead {
            schema: RESULT_SCHEMA,
            played_by: setting.into(),
            seed: setting.seed,
            battle,
            a: seated_a,
            b: seated_b,
            winner: played.outcome.winner,
            vp: played.outcome.score.into(),
            rounds: played.outcome.rounds,
            units: names(S::models(pairing.bout(battle))),
        },
        log: narrate(&pairing, battle, &played),
        events: documents(&played.events)?,
    })
}

/// Numbers of battles there can be.
pub(crate) const NUMBERS: RangeInclusive<u64> = 0..=Plan::MAX_RUNS - 1;

pub(crate) fn names(models: Vec<&str>) -> Vec<String> {
    models.into_iter().map(str::to_owned).collect()
}

/// Events as JSON.
pub(crate) fn documents<E: Serialize>(events: &[E]) -> Result<Vec<Value>, Error> {
    let events = events.iter().map(serde_json::to_value);
    events.collect::<Result<_, _>>().map_err(Error::input)
}
