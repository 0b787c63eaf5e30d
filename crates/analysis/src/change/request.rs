//! What `variant` and `whatif` are both asked.

use equipoise_engine::front_end::FrontEnd;
use equipoise_simulator::Plan;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::game::Game;
use crate::points::PointsRequest;
use crate::request::within;

/// The battles of random armies, for implied points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ArmyRequest {
    /// Matchups, eight battles each, played both ways; 0 leaves implied points out.
    pub matchups: u64,
    /// Name or path of the scenario whose table the armies meet on; that of
    /// [`points`](crate::points()) unless given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scenario: Option<String>,
    /// Points of an army; those of [`points`](crate::points()) unless given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget: Option<u32>,
}

impl ArmyRequest {
    /// Matchups unless a request says otherwise.
    pub const MATCHUPS: u64 = 4_000;

    fn check(&self) -> Result<(), Error> {
        let most = *PointsRequest::MATCHUPS_RANGE.end();
        within("matchups", self.matchups, &(0..=most))?;
        self.budget.map_or(Ok(()), |budget| {
            within("budget", budget.into(), &PointsRequest::BUDGET_RANGE)
        })
    }
}

impl Default for ArmyRequest {
    fn default() -> Self {
        Self {
            matchups: Self::MATCHUPS,
            scenario: None,
            budget: None,
        }
    }
}

/// Refuses numbers out of range.
pub(super) fn check(runs: u64, armies: &ArmyRequest) -> Result<(), Error> {
    within("runs", runs, &(1..=Plan::MAX_RUNS))?;
    armies.check()
}

/// The opponents of a request, or those that everyone meets on the standard grid.
pub(super) fn opponents<'a, S: FrontEnd>(
    game: &'a Game<S>,
    names: &[String],
) -> Result<Vec<&'a S::Unit>, Error> {
    if names.is_empty() {
        return Ok(game.reference());
    }
    game.units_named("against", names)
}
