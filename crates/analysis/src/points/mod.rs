//! What each unit is worth, from battles of random armies.
//!
//! Armies are drawn at random to equal points; a regression of the results on what they had gives
//! what each unit brings, scaled so that an average army is worth what it costs. In each matchup one
//! side has less to spend: without that no result could tell how much a point is. A second way checks
//! the first: as many of a unit alone as make the budget meet random armies, and the cost at which
//! they would break even is its break-even cost.

mod audit;
mod priced;

use std::ops::RangeInclusive;

use equipoise_engine::front_end::{FrontEnd, Policy as _, Scenario as _, Unit as _};
use equipoise_simulator::{CONFIDENCE, Muster};
use equipoise_stats::Pricing;
use serde::{Deserialize, Serialize};

use crate::game::policy;
use crate::games::with_game;
use crate::request::within;
use crate::result::{Interval, Limits, PlayedIn, RESULT_SCHEMA, as_map, kind, positive, share};
use crate::{Control, Error, Game, GameRequest};

use audit::{Audit, Size};

pub use audit::{presence, surplus};

/// What each unit is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointsRequest {
    /// Game, policy of both sides, options and seed.
    pub game: GameRequest,
    /// Name or path of the scenario whose table the armies meet on; the game's own choice unless
    /// given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scenario: Option<String>,
    /// Points of an army; the game's own choice unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<u32>,
    /// Units to be audited, from which armies are drawn too; all named units of the dataset if empty.
    #[serde(default)]
    pub units: Vec<String>,
    /// How far from its listed points a unit is still fair, as a share of them.
    #[serde(default = "margin")]
    pub margin: f64,
    /// Further policies, whose answers are set beside those of the first.
    #[serde(default)]
    pub also: Vec<String>,
    /// Matchups of random armies, for each policy.
    #[serde(default = "matchups")]
    pub matchups: u64,
    /// Battles of each matchup; an odd number is rounded up, so that both seats are played equally.
    #[serde(default = "runs")]
    pub runs: u64,
    /// Matchups of each unit alone against random armies; 0 leaves break-even costs out.
    #[serde(default = "gauntlet")]
    pub gauntlet: u64,
}

impl PointsRequest {
    /// How far from its listed points a unit is still fair unless a request says otherwise.
    pub const MARGIN: f64 = 0.05;
    /// Matchups of random armies unless a request says otherwise.
    pub const MATCHUPS: u64 = 16_000;
    /// Battles of each matchup unless a request says otherwise.
    pub const RUNS: u64 = 8;
    /// Matchups of each unit alone unless a request says otherwise.
    pub const GAUNTLET: u64 = 150;

    /// Points an army can have.
    pub const BUDGET_RANGE: RangeInclusive<u64> = 1..=1_000_000;
    /// Matchups there can be.
    pub const MATCHUPS_RANGE: RangeInclusive<u64> = 2..=10_000_000;
    /// Battles a matchup can have.
    pub const RUNS_RANGE: RangeInclusive<u64> = 1..=1_000_000;
    /// Matchups of each unit alone there can be.
    pub const GAUNTLET_RANGE: RangeInclusive<u64> = 0..=1_000_000;

    /// All named units, on the table and to the budget of the game's own choice.
    #[must_use]
    pub const fn new(game: GameRequest) -> Self {
        Self {
            game,
            scenario: None,
            budget: None,
            units: Vec::new(),
            margin: Self::MARGIN,
            also: Vec::new(),
            matchups: Self::MATCHUPS,
            runs: Self::RUNS,
            gauntlet: Self::GAUNTLET,
        }
    }

    /// Refuses numbers out of range.
    fn check(&self) -> Result<(), Error> {
        if let Some(budget) = self.budget {
            within("budget", budget.into(), &Self::BUDGET_RANGE)?;
        }
        within("matchups", self.matchups, &Self::MATCHUPS_RANGE)?;
        within("runs", self.runs, &Self::RUNS_RANGE)?;
        within("gauntlet", self.gauntlet, &Self::GAUNTLET_RANGE)?;
        if self.margin > 0.0 && self.margin < 0.5 {
            return Ok(());
        }
        Err(Error::Input(format!(
            "margin: expected a share above 0 and below 0.5, got {}",
            self.margin
        )))
    }
}

const fn margin() -> f64 {
    PointsRequest::MARGIN
}

const fn matchups() -> u64 {
    PointsRequest::MATCHUPS
}

const fn runs() -> u64 {
    PointsRequest::RUNS
}

const fn gauntlet() -> u64 {
    PointsRequest::GAUNTLET
}

kind!(
    /// The kind of a [`PointsResult`].
    PointsKind = "points"
);

/// What each unit is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PointsResult {
    /// Version of the document.
    pub schema: u32,
    /// Always `points`.
    pub kind: PointsKind,
    /// Game, scenario, policy and rules.
    #[serde(flatten)]
    pub played_in: PlayedIn,
    /// Master seed.
    pub seed: u64,
    /// Points of an army.
    pub budget: u32,
    /// Matchups of random armies, for each policy.
    pub matchups: u64,
    /// Battles of each matchup.
    pub battles_per_matchup: u64,
    /// Matchups of each unit alone against random armies.
    pub gauntlet: u64,
    /// How far from its listed points a unit is still fair, as a share of them.
    #[serde(deserialize_with = "share")]
    pub margin: f64,
    /// Two-sided confidence level of all intervals.
    #[serde(deserialize_with = "share")]
    pub confidence: f64,
    /// The units, in the order of the request.
    pub units: Vec<PricedUnit>,
    /// Half of the intervals of implied points reach no farther than this, as a share of the listed
    /// points.
    pub median_half_width: f64,
    /// How much more matchups scatter than the sum over their units explains.
    pub dispersion: f64,
    /// Battles played.
    pub battles: u64,
    /// How implied points were computed.
    pub method: String,
}

/// A unit with its listed points and its worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PricedUnit {
    /// Name of the unit.
    pub name: String,
    /// Listed points.
    #[serde(deserialize_with = "positive")]
    pub listed: u32,
    /// Implied points; the interval holds for this unit alone.
    pub implied: Interval,
    /// The interval that holds for all units together, on which the verdict rests.
    pub together: Limits,
    /// Whether the listed points fit.
    pub verdict: Pricing,
    /// Implied points by policy, those of the request first.
    #[serde(with = "as_map")]
    pub by_policy: Vec<(String, Interval)>,
    /// Cost at which as many of the unit alone as make the budget break even with random armies; null
    /// where their battles give no cost or there were none.
    pub break_even: Option<Interval>,
    /// Whether implied points and break-even cost agree; null without the latter.
    pub agrees: Option<bool>,
}

/// Says what each unit is worth.
///
/// # Errors
/// When the request is not what it should be, the results do not say what a point is worth, or the
/// analysis is interrupted.
pub fn points(request: &PointsRequest, control: Control<'_>) -> Result<PointsResult, Error> {
    with_game!(&request.game.system, S => price::<S>(request, control))
}

fn price<S: FrontEnd>(
    request: &PointsRequest,
    control: Control<'_>,
) -> Result<PointsResult, Error> {
    request.check()?;
    let mut game = Game::<S>::new(&request.game)?;
    let policies = policies(&game, &request.also)?;
    let scenario = request.scenario.as_deref().unwrap_or(S::ARMIES.scenario);
    let scenario = game.scenario(scenario, None)?;
    let units = game.units_or_all("--units", &request.units)?;
    let budget = request.budget.unwrap_or(S::ARMIES.budget);
    let costs = units.iter().map(|unit| unit.points()).collect();
    let audit = Audit {
        game: &game,
        scenario: &scenario,
        muster: Muster::new(costs, S::ARMIES.most_models, budget).map_err(Error::input)?,
        units,
        budget,
        policies,
        size: Size {
            matchups: request.matchups,
            runs: request.runs.next_multiple_of(2),
            gauntlet: request.gauntlet,
        },
    };
    let measured = audit.measure(control)?;
    let setting = game.setting();
    let units = priced::units(&audit, &measured, request.margin);
    Ok(PointsResult {
        schema: RESULT_SCHEMA,
        kind: PointsKind::Kind,
        played_in: PlayedIn::new(&setting, scenario.name()),
        seed: setting.seed,
        budget,
        matchups: audit.size.matchups,
        battles_per_matchup: audit.size.runs,
        gauntlet: audit.size.gauntlet,
        margin: request.margin,
        confidence: CONFIDENCE,
        median_half_width: priced::median_half_width(&units),
        units,
        dispersion: measured.worths[0].dispersion,
        battles: audit.battles(),
        method: priced::METHOD.to_owned(),
    })
}

/// The policies that play, the one whose answer counts first, each once.
fn policies<S: FrontEnd>(game: &Game<S>, also: &[String]) -> Result<Vec<S::Policy>, Error> {
    let mut policies = vec![game.policy()?];
    for also in also {
        let also = policy::<S>(also)?;
        if policies.iter().all(|policy| policy.name() != also.name()) {
            policies.push(also);
        }
    }
    Ok(policies)
}
