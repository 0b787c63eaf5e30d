//! The old way against the new one, on the same dice: a changed unit, or changed rules.
//!
//! Each battle is played twice on the same dice. What luck the two have in common cancels, so that
//! small changes show. Then random armies of all named units fight, the same ones on the same dice
//! both ways, for the change of implied points.

mod effect;
mod variant;
mod variation;
mod ways;
mod whatif;
mod worth;

use equipoise_engine::front_end::FrontEnd;
use equipoise_simulator::Plan;
use serde::{Deserialize, Serialize};

use crate::control::{Control, Work};
use crate::error::Error;
use crate::game::Game;
use crate::points::PointsRequest;
use crate::request::within;

pub use effect::{Effect, NamedEffect};
pub use variant::{UnitWorth, VariantArmies, VariantKind, VariantRequest, VariantResult, variant};
pub use variation::Change;
pub use whatif::{WhatifArmies, WhatifKind, WhatifRequest, WhatifResult, whatif};
pub use worth::{ArmyBattles, ImpliedChange};

use ways::{Meeting, Ways};
use worth::{Armies, Worths};

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
fn check(runs: u64, armies: &ArmyRequest) -> Result<(), Error> {
    within("runs", runs, &(1..=Plan::MAX_RUNS))?;
    armies.check()
}

/// The opponents of a request, or those that everyone meets on the standard grid.
fn opponents<'a, S: FrontEnd>(
    game: &'a Game<S>,
    names: &[String],
) -> Result<Vec<&'a S::Unit>, Error> {
    if names.is_empty() {
        return Ok(game.reference());
    }
    game.units_named("--against", names)
}

/// Plays the battles of units, then those of armies if there are any.
fn play<'w, S: FrontEnd>(
    ways: &'w Ways<'_, S>,
    armies: Option<&Armies<'_, S>>,
    control: Control<'_>,
) -> Result<(Vec<Meeting<'w>>, Option<Worths>), Error> {
    // Each battle is played twice.
    let battles = 2 * (ways.battles() + armies.map_or(0, Armies::battles));
    let progress = control.watch.begin(Work::battles(battles));
    let control = control.stage(&*progress);
    let meetings = ways.play(control)?;
    let worths = armies.map(|armies| armies.measure(control)).transpose()?;
    Ok((meetings, worths))
}
