//! Which grid is priced, and how.

use equipoise_engine::front_end::FrontEnd;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::points::PointsRequest;
use crate::request::{GameRequest, Grid, within};

/// What every profile of a grid should cost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PriceMapRequest {
    /// Game, policy of both sides, options and seed.
    pub game: GameRequest,
    /// Whose prices: of the profiles and the named units, or of the profiles alone.
    #[serde(default = "grid")]
    pub grid: Grid,
    /// Name or path of the scenario whose table the armies meet on; the game's own choice unless
    /// given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scenario: Option<String>,
    /// Points of an army; the game's own choice unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<u32>,
    /// How far from its listed points a unit is still fair, as a share of them.
    #[serde(default = "margin")]
    pub margin: f64,
    /// Further policies, each once, whose answers are set beside those of the first.
    #[serde(default)]
    pub also: Vec<String>,
    /// Further scenarios, each once, on whose tables the first policy plays the same armies again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also_scenarios: Vec<String>,
    /// Suggests a price list with few numbers, and plays as many battles three times more: twice to fit it to armies
    /// that pay it, in three rounds, and once to see how it does.
    #[serde(default)]
    pub suggest: bool,
    /// Matchups of random armies, for each policy and scenario.
    #[serde(default = "matchups")]
    pub matchups: u64,
    /// Battles of each matchup; an odd number is rounded up, so that both seats are played equally.
    #[serde(default = "runs")]
    pub runs: u64,
}

impl PriceMapRequest {
    /// Matchups unless a request says otherwise.
    pub const MATCHUPS: u64 = 64_000;
    /// Battles of each matchup unless a request says otherwise: one from either seat. More of them tell prices
    /// apart less well than other armies do.
    pub const RUNS: u64 = 2;

    /// The profiles and the named units, on the table and to the budget of the game's own choice.
    #[must_use]
    pub const fn new(game: GameRequest) -> Self {
        Self {
            game,
            grid: Grid::Standard,
            scenario: None,
            budget: None,
            margin: PointsRequest::MARGIN,
            also: Vec::new(),
            also_scenarios: Vec::new(),
            suggest: false,
            matchups: Self::MATCHUPS,
            runs: Self::RUNS,
        }
    }

    /// Battles of each matchup; even.
    pub(super) const fn even_runs(&self) -> u64 {
        self.runs.next_multiple_of(2)
    }

    /// Points of an army in this game.
    pub(super) fn budget_in<S: FrontEnd>(&self) -> u32 {
        self.budget.unwrap_or(S::ARMIES.budget)
    }

    /// Refuses numbers out of range.
    pub(super) fn check(&self) -> Result<(), Error> {
        if let Some(budget) = self.budget {
            within("budget", budget.into(), &PointsRequest::BUDGET_RANGE)?;
        }
        within("matchups", self.matchups, &PointsRequest::MATCHUPS_RANGE)?;
        within("runs", self.runs, &PointsRequest::RUNS_RANGE)?;
        PointsRequest::check_margin(self.margin)
    }
}

const fn grid() -> Grid {
    Grid::Standard
}

const fn margin() -> f64 {
    PointsRequest::MARGIN
}

const fn matchups() -> u64 {
    PriceMapRequest::MATCHUPS
}

const fn runs() -> u64 {
    PriceMapRequest::RUNS
}
