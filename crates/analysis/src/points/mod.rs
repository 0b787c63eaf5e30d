//! What each unit is worth, from battles of random armies.
//!
//! Armies are drawn at random to equal points; a regression of the results on what they had gives
//! what each unit brings, scaled so that an average army is worth what it costs. In each matchup one
//! side has less to spend: without that no result could tell how much a point is. A second way checks
//! the first: as many of a unit alone as make the budget meet random armies, and the cost at which
//! they would break even is its break-even cost.

mod audit;
mod field;
mod looks;
mod priced;
mod request;
mod result;

use equipoise_engine::front_end::{FrontEnd, Scenario as _};
use equipoise_simulator::CONFIDENCE;

use crate::control::Control;
use crate::error::Error;
use crate::game::Game;
use crate::games::with_game;
use crate::result::{PlayedIn, RESULT_SCHEMA};

pub(crate) use audit::Audit;
pub(crate) use field::{Field, Keep, presence, surplus, too_few_matchups, unpriced};
pub(crate) use looks::Looks;
pub use request::PointsRequest;
pub use result::{OtherScale, PointsKind, PointsResult, PricedUnit, UntilVerdict};

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
    let policies = game.policy_and(&request.also)?;
    let scenario = request.scenario.as_deref().unwrap_or(S::ARMIES.scenario);
    let scenario = game.scenario(scenario, None)?;
    let units = game.units_or_all("units", &request.units)?;
    game.note_roundings(&units, Some(&scenario), control);
    let budget = request.budget.unwrap_or(S::ARMIES.budget);
    let runs = request.runs.next_multiple_of(2);
    let audit = Audit {
        field: Field::new(&game, &scenario, units, budget, runs)?,
        policies,
        looks: if request.until_verdict {
            Looks::doubling(request.matchups())
        } else {
            Looks::once(request.matchups())
        },
        margin: request.margin,
        gauntlet: request.gauntlet,
    };
    let measured = audit.measure(control)?;
    let setting = game.setting();
    let units = priced::units(&audit, &measured);
    Ok(PointsResult {
        schema: RESULT_SCHEMA,
        kind: PointsKind::Kind,
        played_in: PlayedIn::new(&setting, scenario.name()),
        seed: setting.seed,
        budget,
        matchups: measured.matchups,
        until_verdict: request.until_verdict.then(|| UntilVerdict {
            most_matchups: request.matchups(),
            looks: audit.looks.count(),
        }),
        battles_per_matchup: runs,
        gauntlet: audit.gauntlet,
        margin: request.margin,
        confidence: CONFIDENCE,
        median_half_width: priced::median_half_width(&units),
        power: priced::power(&units, request.margin, audit.looks.level())?,
        other_scale: priced::other_scale(&audit, &measured),
        units,
        dispersion: measured.worths[0].dispersion,
        scatter: (&measured.worths[0].scatter).into(),
        battles: audit.battles(measured.matchups),
        method: priced::METHOD.to_owned(),
    })
}
