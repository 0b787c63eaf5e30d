//! What an audit of upgrades measures, and how thoroughly.

use std::ops::RangeInclusive;

use equipoise_simulator::Plan;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::points::PointsRequest;
use crate::request::{GameRequest, within};

/// What upgrades are worth against what they cost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UpgradeAuditRequest {
    /// Game, policy of both sides, options and seed.
    pub game: GameRequest,
    /// Upgrades by name; all of the game if empty.
    #[serde(default)]
    pub upgrades: Vec<String>,
    /// Units that may buy them and that armies are made of; all named units of the dataset if empty.
    #[serde(default)]
    pub units: Vec<String>,
    /// Units that buy each upgrade at most: of those that may, some spread over their points.
    #[serde(default = "buyers")]
    pub buyers: u64,
    /// Matchups of random armies for each unit.
    #[serde(default = "matchups")]
    pub matchups: u64,
    /// Battles of each matchup; an odd number is rounded up, so that both seats are played equally.
    #[serde(default = "runs")]
    pub runs: u64,
    /// Names or paths of the scenarios in which the armies meet; those that the game names if empty. The
    /// first is asked under every policy, each further one under the first policy.
    #[serde(default)]
    pub scenarios: Vec<String>,
    /// Points of an army; those of [`points`](crate::points()) unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<u32>,
    /// Points that an upgrade may cost more or less than it is worth and still be fair.
    #[serde(default = "margin")]
    pub margin: f64,
    /// Further policies, each once, whose answers are set beside that of the first policy.
    #[serde(default)]
    pub also: Vec<String>,
}

impl UpgradeAuditRequest {
    /// Units for each upgrade unless a request says otherwise.
    pub const BUYERS: u64 = 4;
    /// Units for each upgrade that there can be.
    pub const BUYERS_RANGE: RangeInclusive<u64> = 1..=1_000;
    /// Matchups for each unit unless a request says otherwise.
    pub const MATCHUPS: u64 = 160;
    /// Matchups for each unit that there can be; fewer give no regression.
    pub const MATCHUPS_RANGE: RangeInclusive<u64> = 20..=*PointsRequest::MATCHUPS_RANGE.end();
    /// Battles of each matchup unless a request says otherwise.
    pub const RUNS: u64 = 8;
    /// Points unless a request says otherwise: half a step of prices that are printed in tens.
    pub const MARGIN: f64 = 5.0;

    /// All upgrades and units.
    #[must_use]
    pub const fn new(game: GameRequest) -> Self {
        Self {
            game,
            upgrades: Vec::new(),
            units: Vec::new(),
            buyers: Self::BUYERS,
            matchups: Self::MATCHUPS,
            runs: Self::RUNS,
            scenarios: Vec::new(),
            budget: None,
            margin: Self::MARGIN,
            also: Vec::new(),
        }
    }

    /// Refuses numbers out of range.
    pub(super) fn check(&self) -> Result<(), Error> {
        within("buyers", self.buyers, &Self::BUYERS_RANGE)?;
        within("matchups", self.matchups, &Self::MATCHUPS_RANGE)?;
        within("runs", self.runs, &(1..=Plan::MAX_RUNS))?;
        if !(self.margin >= 0.0 && self.margin.is_finite()) {
            let reason = format!("margin: expected points from 0, got {}", self.margin);
            return Err(Error::Input(reason));
        }
        self.budget.map_or(Ok(()), |budget| {
            within("budget", budget.into(), &PointsRequest::BUDGET_RANGE)
        })
    }
}

const fn buyers() -> u64 {
    UpgradeAuditRequest::BUYERS
}

const fn matchups() -> u64 {
    UpgradeAuditRequest::MATCHUPS
}

const fn runs() -> u64 {
    UpgradeAuditRequest::RUNS
}

const fn margin() -> f64 {
    UpgradeAuditRequest::MARGIN
}
