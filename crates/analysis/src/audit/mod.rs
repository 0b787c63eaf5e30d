//! How well sides play: whether better units do better, which tools are used, what is left to gain, and
//! whether the order of a list decides anything.
//!
//! It finds play that cannot be right: a side that loses by being better, a tool that is never taken, a
//! result that follows from the order of a list; and by how much a policy that looks ahead beats it.

mod counting;
mod forces;
mod gain;
mod monotonicity;
mod order;
mod request;
mod result;
mod shuffle;
mod tools;
mod upgrades;

#[cfg(test)]
mod tests;

use equipoise_engine::front_end::FrontEnd;
use equipoise_simulator::CONFIDENCE;

use crate::control::Control;
use crate::error::Error;
use crate::game::Game;
use crate::games::with_game;
use crate::result::RESULT_SCHEMA;

use forces::Listed;

pub use request::{Part, PlayAuditRequest};
pub use result::{
    Case, ForceOrder, Frequency, Gain, Monotonicity, OrderOf, Ordered, OrderedUnit, PlayAuditKind,
    PlayAuditResult, StatSummary, ToolUse, Tools, Untested,
};
pub use upgrades::{
    Buyer, Elsewise, PricedUpgrade, Unmeasured, UpgradeAuditKind, UpgradeAuditRequest,
    UpgradeAuditResult, upgrade_audit,
};

/// Measures how sides play.
///
/// # Errors
/// When the request is not what it should be, or the analysis is interrupted.
pub fn play_audit(
    request: &PlayAuditRequest,
    control: Control<'_>,
) -> Result<PlayAuditResult, Error> {
    with_game!(&request.game.system, S => audit::<S>(request, control))
}

fn audit<S: FrontEnd>(
    request: &PlayAuditRequest,
    control: Control<'_>,
) -> Result<PlayAuditResult, Error> {
    request.check()?;
    let game = Game::<S>::new(&request.game)?;
    game.policy()?;
    let units = game.units_or_all("units", &request.units)?;
    game.note_roundings(&units, None, control);
    // Files are read before the first battle: a mistake in one is told at once.
    let armies = request.armies.iter();
    let armies: Vec<Listed<S>> = armies
        .map(|army| Listed::of_army(army, request))
        .collect::<Result<_, Error>>()?;
    let monotonicity = request
        .has(Part::Monotonicity)
        .then(|| monotonicity::measure(&game, &units, request, control))
        .transpose()?;
    let tools = request
        .has(Part::Tools)
        .then(|| tools::measure(&game, &units, request, control))
        .transpose()?;
    let gain = match request.has(Part::Gain) {
        true => gain::measure(&game, request, control)?,
        false => None,
    };
    let order = request
        .has(Part::Order)
        .then(|| order::measure::<S>(&units, armies, request, control))
        .transpose()?;
    let setting = game.setting();
    Ok(PlayAuditResult {
        schema: RESULT_SCHEMA,
        kind: PlayAuditKind::Kind,
        played_by: (&setting).into(),
        seed: setting.seed,
        dataset: setting.dataset,
        confidence: CONFIDENCE,
        monotonicity,
        tools,
        gain,
        order,
    })
}
