//! One battle of a duel, event by event.

use std::ops::RangeInclusive;

use equipoise_engine::front_end::FrontEnd;
use equipoise_engine::{Outcome, Side};
use equipoise_simulator::{
    CompiledPairing, Plan, Replay, narrate, replay as play_again, replay_with as play_again_with,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::Error;
use crate::game::Game;
use crate::games::with_game;
use crate::guests::{self, Guest};
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

/// Plays one battle of a duel again with guests in the place of policies. It is the battle of that number of
/// [`duel_with`](crate::duel_with) if they decide alike.
///
/// # Errors
/// When the request is not what it should be, or the game asks no players.
pub fn replay_with(
    request: &ReplayRequest,
    guests: [Option<Guest<'_>>; 2],
) -> Result<ReplayResult, Error> {
    with_game!(&request.game.system, S => show_with::<S>(request, guests))
}

/// Plays battles of a duel with guests one by one, as somebody asks for them. `next` gets how the last battle ended,
/// nothing before the first, and names the number of another; `None` ends the play. The number of a battle in the request
/// is not used.
///
/// # Errors
/// When the request is not what it should be, or the game asks no players.
pub fn host(
    request: &ReplayRequest,
    guests: [Option<Guest<'_>>; 2],
    next: &mut dyn FnMut(Option<ReplayHead>) -> Option<u64>,
) -> Result<(), Error> {
    with_game!(&request.game.system, S => host_duel::<S>(request, guests, next))
}

fn show<S: FrontEnd>(request: &ReplayRequest) -> Result<ReplayResult, Error> {
    let duel = Duel::<S>::new(&Game::new(&request.game)?, request, request.battle)?;
    duel.shown(request.battle, &play_again(&duel.pairing, request.battle))
}

fn show_with<S: FrontEnd>(
    request: &ReplayRequest,
    guests: [Option<Guest<'_>>; 2],
) -> Result<ReplayResult, Error> {
    let mut game = Game::new(&request.game)?;
    let (play, mut guests) = guests::seat::<S>(&mut game, guests)?;
    let duel = Duel::new(&game, request, request.battle)?;
    let played = play_again_with(&duel.pairing, request.battle, play, &mut guests);
    duel.shown(request.battle, &played)
}

fn host_duel<S: FrontEnd>(
    request: &ReplayRequest,
    guests: [Option<Guest<'_>>; 2],
    next: &mut dyn FnMut(Option<ReplayHead>) -> Option<u64>,
) -> Result<(), Error> {
    let mut game = Game::new(&request.game)?;
    let (play, mut guests) = guests::seat::<S>(&mut game, guests)?;
    let duel = Duel::new(&game, request, 0)?;
    let (pairing, mut state) = (&duel.pairing, S::Battle::default());
    let mut ended = None;
    while let Some(battle) = next(ended.take()) {
        within("battle", battle, &NUMBERS)?;
        let outcome = pairing.play_with(battle, &mut state, play, &mut guests, &mut |_| {});
        ended = Some(duel.head(battle, &outcome));
    }
    Ok(())
}

/// A duel of which battles are played one by one.
struct Duel<S: FrontEnd> {
    plan: Plan,
    pairing: CompiledPairing<S>,
    names: [String; 2],
}

impl<S: FrontEnd> Duel<S> {
    /// The duel of a request, which has at least the battle of this number.
    fn new(game: &Game<S>, request: &ReplayRequest, battle: u64) -> Result<Self, Error> {
        within("battle", battle, &NUMBERS)?;
        let (a, b) = (game.unit(&request.a)?, game.unit(&request.b)?);
        let plan = game.duel(a, b, battle + 1)?;
        Ok(Self {
            pairing: game.pairing(&plan, a, b)?,
            names: game.duellists([a, b]),
            plan,
        })
    }

    fn head(&self, battle: u64, outcome: &Outcome) -> ReplayHead {
        let setting = self.plan.setting();
        let [name_a, name_b] = self.names.each_ref().map(String::as_str);
        let [a, b] = Seated::both([name_a, name_b], self.pairing.seat_of_a(battle));
        ReplayHead {
            schema: RESULT_SCHEMA,
            played_by: setting.into(),
            seed: setting.seed,
            battle,
            a,
            b,
            winner: outcome.winner,
            vp: outcome.score.into(),
            rounds: outcome.rounds,
            units: names(S::models(self.pairing.bout(battle))),
        }
    }

    fn shown(&self, battle: u64, played: &Replay<S::Event>) -> Result<ReplayResult, Error> {
        Ok(ReplayResult {
            head: self.head(battle, &played.outcome),
            log: narrate(&self.pairing, battle, played),
            events: documents(&played.events)?,
        })
    }
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
