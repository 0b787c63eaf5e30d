//! Which units are audited, and how.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::request::{GameRequest, within};

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
    /// Further policies, each once, whose answers are set beside those of the first.
    #[serde(default)]
    pub also: Vec<String>,
    /// Matchups of random armies, for each policy; [`MATCHUPS`](Self::MATCHUPS) unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matchups: Option<u64>,
    /// Plays only as many matchups as it takes until every unit has a verdict, and at most `matchups`,
    /// [`MOST_MATCHUPS`](Self::MOST_MATCHUPS) unless given.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub until_verdict: bool,
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
    /// Most matchups of random armies until verdicts are there, unless a request says otherwise.
    pub const MOST_MATCHUPS: u64 = 256_000;
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
            matchups: None,
            until_verdict: false,
            runs: Self::RUNS,
            gauntlet: Self::GAUNTLET,
        }
    }

    /// Matchups of random armies for each policy: all, or the most where verdicts end them.
    #[must_use]
    pub fn matchups(&self) -> u64 {
        self.matchups.unwrap_or(if self.until_verdict {
            Self::MOST_MATCHUPS
        } else {
            Self::MATCHUPS
        })
    }

    /// Refuses numbers out of range.
    pub(super) fn check(&self) -> Result<(), Error> {
        if let Some(budget) = self.budget {
            within("budget", budget.into(), &Self::BUDGET_RANGE)?;
        }
        within("matchups", self.matchups(), &Self::MATCHUPS_RANGE)?;
        within("runs", self.runs, &Self::RUNS_RANGE)?;
        within("gauntlet", self.gauntlet, &Self::GAUNTLET_RANGE)?;
        Self::check_margin(self.margin)
    }

    /// Refuses a margin that is no share, or so wide that it says nothing.
    pub(crate) fn check_margin(margin: f64) -> Result<(), Error> {
        if margin > 0.0 && margin < 0.5 {
            return Ok(());
        }
        Err(Error::Input(format!(
            "margin: expected a share above 0 and below 0.5, got {margin}"
        )))
    }
}

const fn margin() -> f64 {
    PointsRequest::MARGIN
}

const fn runs() -> u64 {
    PointsRequest::RUNS
}

const fn gauntlet() -> u64 {
    PointsRequest::GAUNTLET
}
