//! Running down an enemy that is out of reach.

use super::duel::Worth;
use super::stake::Stake;
use super::{duel_plan, steps, tactics};
use crate::rules::decision::{Action, Fuel, Plan};
use crate::rules::moves::MoveWith;
use crate::rules::unit_id::UnitId;
use crate::rules::view::View;

/// An Accelerate for a point towards an enemy that is out of reach without it.
pub(super) fn action(view: View<'_>, plan: &Plan) -> Option<Action> {
    let turn = &view.state.turn;
    let unit = turn.unit;
    if turn.moves_made > 0 || !turn.attacked.is_empty() || view.accelerating_points(unit) == 0 {
        return None;
    }
    if view.duel_model(unit).is_some() {
        let (near, _) = steps::distances_in(view, 1 - unit, turn.move_actions);
        let short = plan.chase > 0 && near > plan.chase;
        return short
            .then(|| steps::accelerate(view, 1 - unit, plan.chase, Fuel::Point))
            .flatten();
    }
    let each = view.reach(unit, MoveWith::Accelerate);
    let farther = each * u16::from(view.accelerating_points(unit).min(duel_plan::MOST_CHASED));
    let mut scratch = tactics::NO_DAMAGE;
    let mut best: Option<(Worth, u16, UnitId)> = None;
    for enemy in view.enemies(unit) {
        let (near, _) = steps::distances_in(view, enemy, turn.move_actions);
        let row = tactics::ready_row(view, unit, enemy, true, &mut scratch);
        let at = |distance: u16| row.get(usize::from(distance)).copied().unwrap_or(0);
        if at(near) > 0 {
            return None;
        }
        let there = near.saturating_sub(farther).max(view.apart(unit, enemy));
        let worth = Stake::of(view, unit, enemy).value(at(there));
        if worth > best.map_or(0, |(most, ..)| most) {
            best = Some((worth, there, enemy));
        }
    }
    let (_, there, enemy) = best?;
    steps::accelerate(view, enemy, there, Fuel::Point)
}
