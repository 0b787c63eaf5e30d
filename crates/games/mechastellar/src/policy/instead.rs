//! What a turn may be used for instead of an attack on a unit.

use super::duel::{Worth, rounds_after};
use super::field::Field;
use super::stake::{Purse, Stake};
use super::tactics::{self, Choice, Measure};
use super::{steps, wreck};
use crate::rules::decision::{Action, Plan};
use crate::rules::view::View;

/// The best of destroying a control point, securing one, a Crash and an attack on buildings, where it is worth
/// more than any attack from here or after the moves that are left.
pub(super) fn action(view: View<'_>, plan: &Plan, purse: &Purse<'_>) -> Option<Action> {
    let others = [
        scorch(view, purse),
        secure(view),
        tactics::best_crash(view),
        wreck::best_worth(view, purse),
    ];
    let mut best: Option<(Action, Worth)> = None;
    for (action, worth) in others.into_iter().flatten() {
        if best.is_none_or(|(_, most)| worth > most) {
            best = Some((action, worth));
        }
    }
    let (action, worth) = best?;
    (worth > promised(view, plan, purse)).then_some(action)
}

/// A turn given up to secure a control point: its worth, less that of the better place that is given up too.
fn secure(view: View<'_>) -> Option<(Action, Worth)> {
    let point = view.securable()?;
    let worth = view.bout.scoring.point() as Worth * view.bout.mission.action;
    let stays = Field::ask(view, Field::gain_by_moving);
    Some((Action::Secure { point }, worth - stays))
}

/// A control point destroyed: its worth, less what the point still brings if it is the side's own.
fn scorch(view: View<'_>, purse: &Purse<'_>) -> Option<(Action, Worth)> {
    let (point, points) = view.scorchable()?;
    let own = view.state.owners[point] == Some(view.side_of(view.state.turn.unit));
    let rounds = Worth::from(rounds_after(view)) + 1;
    let each = view.bout.scoring.point() as Worth;
    let held = purse.gain(view.bout.scoring.control_momentum) + each * view.bout.mission.hold;
    let forgone = if own { held * rounds } else { 0 };
    let worth = each * view.bout.secondary.point * i32::from(points);
    Some((Action::Scorch { point }, worth - forgone))
}

/// What an attack promises from here or after the moves that are left.
fn promised(view: View<'_>, plan: &Plan, purse: &Purse<'_>) -> Worth {
    let now = tactics::best_attack(view, Choice::of(Measure::Worth(purse)));
    let now = now.map_or(0, |(_, worth)| worth.max(0));
    if view.state.turn.move_actions == 0 {
        return now;
    }
    now.max(promised_by_moving(view, plan))
}

/// What an attack promises at the distances in reach of the moves that are left, sight aside.
fn promised_by_moving(view: View<'_>, plan: &Plan) -> Worth {
    let turn = &view.state.turn;
    let (near, far) = steps::distances_in(view, plan.target, turn.move_actions);
    let mut scratch = tactics::NO_DAMAGE;
    let row = tactics::ready_row(view, turn.unit, plan.target, true, &mut scratch);
    let last = usize::from(far).min(row.len() - 1);
    let most = row[usize::from(near).min(last)..=last].iter().max();
    Stake::of(view, turn.unit, plan.target).value(most.copied().unwrap_or(0))
}
