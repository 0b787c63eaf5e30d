//! A unit with changed fields or upgrades against the unit as it is.

use equipoise_engine::front_end::{Dataset as _, FrontEnd, Unit as _};
use equipoise_stats::Pricing;
use serde::{Deserialize, Serialize};

use super::opinion::{Opinion, Verdict};
use super::playing::play;
use super::request::{ArmyRequest, check, opponents};
use super::result::{BothWays, Effects};
use super::variation::{Change, Changes, Varied};
use super::ways::{Entrant, Meeting, Ways};
use super::worth::{Armies, ArmyBattles, Worth, Worths};
use crate::control::Control;
use crate::error::Error;
use crate::game::Game;
use crate::games::with_game;
use crate::points::PointsRequest;
use crate::request::GameRequest;
use crate::result::{Interval, OldNew, RESULT_SCHEMA, kind};

/// A unit with changed fields or upgrades against the unit as it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VariantRequest {
    /// Game, policy of both sides, options and seed.
    pub game: GameRequest,
    /// The unit that is changed; a named one.
    pub unit: String,
    /// What is changed. Points and score are those of the changed unit unless they are set.
    #[serde(default)]
    pub set: Vec<Change>,
    /// Upgrades that the changed unit has besides, by name, where the system has any; at least one if
    /// `set` is empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub upgrades: Vec<String>,
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

impl VariantRequest {
    /// Battles of each pairing unless a request says otherwise.
    pub const RUNS: u64 = 10_000;
}

const fn runs() -> u64 {
    VariantRequest::RUNS
}

kind!(
    /// The kind of a [`VariantResult`].
    VariantKind = "variant"
);

/// The effect of a change of a unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VariantResult {
    /// Version of the document.
    pub schema: u32,
    /// Always `variant`.
    pub kind: VariantKind,
    /// How both ways were played.
    #[serde(flatten)]
    pub played: BothWays,
    /// The unit that was changed.
    pub unit: String,
    /// What it is listed at.
    pub listed: OldNew<u32>,
    /// What destroying it adds to the score.
    pub vp: OldNew<u32>,
    /// The effect over all opponents and against each.
    #[serde(flatten)]
    pub effects: Effects,
    /// Implied points of the unit; null if no armies have played.
    pub implied: Option<VariantArmies>,
    /// The same question under further policies, in the order of the request.
    #[serde(default)]
    pub also: Vec<Opinion<VariantArmies>>,
}

/// What random armies say of a changed unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VariantArmies {
    /// Their battles.
    #[serde(flatten)]
    pub armies: ArmyBattles,
    /// Implied points of the unit, if the battles give any.
    #[serde(flatten)]
    pub worth: Option<UnitWorth>,
}

/// Implied points of a unit, as it is and with the change.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnitWorth {
    /// As it is.
    pub old: Interval,
    /// With the change.
    pub new: Interval,
    /// New less old.
    pub change: Interval,
    /// Whether the listed points fit, as it is and with the change.
    pub verdict: OldNew<Pricing>,
    /// How far from its listed points a unit is still fair, as a share of them.
    pub margin: f64,
}

impl UnitWorth {
    fn new(worth: &Worth, listed: [u32; 2]) -> Self {
        let margin = PointsRequest::MARGIN;
        let [old, new] =
            [0, 1].map(|way| Pricing::of(&worth.implied[way], listed[way].into(), margin));
        Self {
            old: (&worth.implied[0]).into(),
            new: (&worth.implied[1]).into(),
            change: (&worth.change).into(),
            verdict: OldNew { old, new },
            margin,
        }
    }
}

/// Sets a changed unit against the unit as it is, on the same dice.
///
/// # Errors
/// When the request is not what it should be, the changes do not fit the unit or change nothing, or
/// the analysis is interrupted.
pub fn variant(request: &VariantRequest, control: Control<'_>) -> Result<VariantResult, Error> {
    with_game!(&request.game.system, S => vary::<S>(request, control))
}

fn vary<S: FrontEnd>(
    request: &VariantRequest,
    control: Control<'_>,
) -> Result<VariantResult, Error> {
    check(request.runs, &request.armies)?;
    let game = Game::<S>::new(&request.game)?;
    let policies = game.policy_and(&request.also)?;
    let old = game.unit(&request.unit)?;
    let changes = changes::<S>(request)?;
    let varied = Varied::new(game.dataset(), old.name(), changes)?;
    let new = &varied.unit;
    game.note_roundings(&[new], None, control);
    let ways = duels(&game, [old, new], request)?;
    let armies = armies(&game, [old, new], request)?;
    let listed = [old.points(), varied.points];
    let verdict = |meetings: &[Meeting<'_>], worths: Option<Worths>| {
        Ok(Verdict {
            effects: Effects::new(meetings, |meeting| meeting.opponent)?,
            implied: worths.map(|worths| implied(worths, old.name(), listed)),
        })
    };
    let (main, also) = play(&ways, armies.as_ref(), &policies, control, verdict)?;
    Ok(VariantResult {
        schema: RESULT_SCHEMA,
        kind: VariantKind::Kind,
        played: BothWays::new(game.setting(), changes.texts(), ways.opponents()),
        unit: old.name().to_owned(),
        listed: listed.into(),
        vp: [old.score(), new.score()].into(),
        effects: main.effects,
        implied: main.implied,
        also,
    })
}

/// What is to be changed; refused if it is nothing or what the system has not.
fn changes<S: FrontEnd>(request: &VariantRequest) -> Result<Changes<'_>, Error> {
    let changes = Changes {
        set: &request.set,
        upgrades: &request.upgrades,
    };
    if !changes.upgrades.is_empty() && S::Dataset::UPGRADES.is_none() {
        return Err(Error::Input(format!("{} has no upgrades", S::NAME)));
    }
    if changes.texts().is_empty() {
        return Err(Error::Input(
            "nothing to change, expected a field to set or an upgrade".to_owned(),
        ));
    }
    Ok(changes)
}

fn implied(worths: Worths, name: &str, listed: [u32; 2]) -> VariantArmies {
    let worth = worths.of_kinds.get(name);
    VariantArmies {
        worth: worth.map(|worth| UnitWorth::new(worth, listed)),
        armies: worths.battles,
    }
}

/// The unit, old and new, against opponents that stay as they are, itself among them if it is named.
fn duels<'a, S: FrontEnd>(
    game: &'a Game<S>,
    [old, new]: [&'a S::Unit; 2],
    request: &VariantRequest,
) -> Result<Ways<'a, S>, Error> {
    let opponent = |unit: &'a S::Unit| {
        let itself = unit.name() == old.name();
        let name = if itself {
            format!("{} (as it is)", old.name())
        } else {
            unit.name().to_owned()
        };
        Entrant {
            name,
            units: [unit; 2],
        }
    };
    let opponents = opponents(game, &request.against)?;
    let opponents = opponents.into_iter().map(opponent).collect();
    let subject = Entrant {
        name: old.name().to_owned(),
        units: [old, new],
    };
    Ways::new([game; 2], vec![subject], opponents, request.runs)
}

/// Armies of all named units, among them the one in question.
fn armies<'a, S: FrontEnd>(
    game: &'a Game<S>,
    [old, new]: [&'a S::Unit; 2],
    request: &VariantRequest,
) -> Result<Option<Armies<'a, S>>, Error> {
    let kind = |unit: &'a S::Unit| {
        let itself = unit.name() == old.name();
        [unit, if itself { new } else { unit }]
    };
    let kinds = game.units().iter().map(kind).collect();
    Armies::new(&request.armies, [&request.game; 2], kinds)
}
