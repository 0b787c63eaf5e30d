//! Changed rules against those in force.

use equipoise_engine::front_end::{FrontEnd, Unit};
use serde::{Deserialize, Serialize};

use super::effect::{NamedEffect, mean_size};
use super::opinion::{Opinion, Verdict};
use super::playing::play;
use super::request::{ArmyRequest, check, opponents};
use super::result::{BothWays, Effects};
use super::ways::{Entrant, Meeting, Ways};
use super::worth::{Armies, ArmyBattles, Worths};
use crate::control::Control;
use crate::error::Error;
use crate::game::Game;
use crate::games::with_game;
use crate::request::GameRequest;
use crate::result::{Interval, Limits, RESULT_SCHEMA, kind};

/// Changed rules against those in force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WhatifRequest {
    /// Game, policy of both sides, the options in force both ways, and seed.
    pub game: GameRequest,
    /// The rules options that are changed, by name; at least one. A later one overrides an earlier
    /// one.
    pub changes: Vec<(String, String)>,
    /// Units to look at; all named units of the dataset if empty.
    #[serde(default)]
    pub units: Vec<String>,
    /// Opponents; the reference profiles of the standard grid of a sweep if empty.
    #[serde(default)]
    pub against: Vec<String>,
    /// Battles of each pairing, each played both ways; an odd number is rounded up, so that both seats
    /// are played equally.
    #[serde(default = "runs")]
    pub runs: u64,
    /// The battles of random armies, for implied points.
    #[serde(default)]
    pub armies: ArmyRequest,
    /// Further policies, each once, whose answers are set beside that of the first.
    #[serde(default)]
    pub also: Vec<String>,
}

impl WhatifRequest {
    /// Battles of each pairing unless a request says otherwise.
    pub const RUNS: u64 = 2_000;
}

const fn runs() -> u64 {
    WhatifRequest::RUNS
}

kind!(
    /// The kind of a [`WhatifResult`].
    WhatifKind = "whatif"
);

/// The effect of a change of rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WhatifResult {
    /// Version of the document.
    pub schema: u32,
    /// Always `whatif`.
    pub kind: WhatifKind,
    /// How both ways were played.
    #[serde(flatten)]
    pub played: BothWays,
    /// The effect over all units, whose gains are the losses of others, and on each.
    #[serde(flatten)]
    pub effects: Effects,
    /// Implied points of the units together; null if no armies have played.
    pub implied: Option<WhatifArmies>,
    /// The same question under further policies, in the order of the request.
    #[serde(default)]
    pub also: Vec<Opinion<WhatifArmies>>,
}

/// What random armies say of changed rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WhatifArmies {
    /// Their battles.
    #[serde(flatten)]
    pub armies: ArmyBattles,
    /// Units whose implied points have surely changed.
    pub surely_changed: u64,
    /// How large the changes of implied points are on average, up or down.
    pub mean_absolute_change: Interval,
}

/// Sets changed rules against those in force, on the same dice.
///
/// # Errors
/// When the request is not what it should be, the options change nothing, or the analysis is
/// interrupted.
pub fn whatif(request: &WhatifRequest, control: Control<'_>) -> Result<WhatifResult, Error> {
    with_game!(&request.game.system, S => change::<S>(request, control))
}

fn change<S: FrontEnd>(
    request: &WhatifRequest,
    control: Control<'_>,
) -> Result<WhatifResult, Error> {
    check(request.runs, &request.armies)?;
    let changed = GameRequest {
        options: [&request.game.options[..], &request.changes].concat(),
        ..request.game.clone()
    };
    let games = [&request.game, &changed];
    let [old, new] = [Game::<S>::new(games[0])?, Game::new(games[1])?];
    let policies = old.policy_and(&request.also)?;
    let changes = changes([&old, &new], request)?;
    let subjects = old.units_or_all("units", &request.units)?;
    new.note_roundings(&subjects, None, control);
    let armies = armies(&old, &subjects, request, games)?;
    let opponents = opponents(&old, &request.against)?;
    let [subjects, opponents] = [subjects, opponents].map(entrants);
    let ways = Ways::new([&old, &new], subjects, opponents, request.runs)?;
    let (main, also) = play(&ways, armies.as_ref(), &policies, control, verdict)?;
    Ok(WhatifResult {
        schema: RESULT_SCHEMA,
        kind: WhatifKind::Kind,
        played: BothWays::new(old.setting(), changes, ways.opponents()),
        effects: main.effects,
        implied: main.implied,
        also,
    })
}

/// What the battles under a policy say.
fn verdict(
    meetings: &[Meeting<'_>],
    worths: Option<Worths>,
) -> Result<Verdict<WhatifArmies>, Error> {
    let mut effects = Effects::new(meetings, |meeting| meeting.subject)?;
    for named in &mut effects.differences {
        let worth = worths
            .as_ref()
            .and_then(|worths| worths.of_kinds.get(&named.name));
        named.implied = worth.map(Into::into);
    }
    Ok(Verdict {
        implied: worths.map(|worths| implied(worths, &effects.differences)),
        effects,
    })
}

fn implied(worths: Worths, differences: &[NamedEffect]) -> WhatifArmies {
    let changes = differences.iter().filter_map(|named| named.implied);
    let changes: Vec<(f64, Limits)> = changes
        .map(|implied| (implied.change.estimate, implied.together))
        .collect();
    let sure = changes
        .iter()
        .filter(|(_, ends)| ends.above_zero().is_some());
    WhatifArmies {
        armies: worths.battles,
        surely_changed: sure.count() as u64,
        mean_absolute_change: mean_size(&changes),
    }
}

/// The options that differ, each as `name=value`; there must be some.
fn changes<S: FrontEnd>(
    [old, new]: [&Game<S>; 2],
    request: &WhatifRequest,
) -> Result<Vec<String>, Error> {
    let [old, new] = [old, new].map(|game| game.setting().options);
    let written = |(name, value): (&String, &String)| format!("{name}={value}");
    let differing = new
        .iter()
        .filter(|&(name, value)| old.get(name) != Some(value));
    let differing: Vec<String> = differing.map(written).collect();
    if differing.is_empty() {
        let requested = request
            .changes
            .iter()
            .map(|(name, value)| written((name, value)));
        let requested: Vec<String> = requested.collect();
        let nothing = format!(
            "{} changes nothing: it is the current value",
            requested.join(", ")
        );
        return Err(Error::Input(nothing));
    }
    Ok(differing)
}

fn entrants<U: Unit>(units: Vec<&U>) -> Vec<Entrant<'_, U>> {
    units.into_iter().map(Entrant::unchanged).collect()
}

/// Armies of all named units, and of those in question that have only coordinates.
fn armies<'a, S: FrontEnd>(
    game: &'a Game<S>,
    subjects: &[&'a S::Unit],
    request: &WhatifRequest,
    games: [&GameRequest; 2],
) -> Result<Option<Armies<'a, S>>, Error> {
    let named: Vec<&S::Unit> = game.units().iter().collect();
    let is_named = |unit: &S::Unit| named.iter().any(|named| named.name() == unit.name());
    let others = subjects.iter().copied().filter(|unit| !is_named(unit));
    let kinds = named.iter().copied().chain(others);
    Armies::new(
        &request.armies,
        games,
        kinds.map(|unit| [unit; 2]).collect(),
    )
}
