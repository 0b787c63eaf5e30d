//! Silly turns, seen from their beginning and their end.

use super::purchases::{does_damage_alone, is_free};
use crate::rules::aim::Aim;
use crate::rules::constants::{ROUNDS, SHIFT_PIVOT};
use crate::rules::decision::Action;
use crate::rules::moves::{MoveWith, hexes_within};
use crate::rules::state::Battle;
use crate::rules::unit_id::UnitId;
use crate::rules::view::View;

/// The turn under way.
pub(super) struct TurnNotes {
    /// The battle as the turn began.
    start: Box<Battle>,
    /// What the policy chose, one action after the other.
    pub(super) actions: Vec<Action>,
    /// It ended its turn where a free attack was open.
    held_fire: bool,
    /// Enemies on the table when Zeal was bought.
    at_zeal: Option<usize>,
    /// It has attacked where it might have pressed on before.
    passed_up: bool,
    pressed_late: bool,
    /// The distance from the enemy of a duel before the last action.
    distance: u16,
    came_nearer: bool,
    went_farther: bool,
}

impl TurnNotes {
    pub(super) fn new(view: View<'_>) -> Self {
        Self {
            start: Box::new(view.state.clone()),
            actions: Vec::new(),
            held_fire: false,
            at_zeal: None,
            passed_up: false,
            pressed_late: false,
            distance: enemy_distance(view),
            came_nearer: false,
            went_farther: false,
        }
    }

    /// Whether pressing on is the last that it did.
    pub(super) fn just_pressed_on(&self) -> bool {
        self.actions.last() == Some(&Action::PressOn)
    }

    pub(super) fn action(&mut self, view: View<'_>, action: Action) {
        self.actions.push(action);
        self.watch_distance(view);
        match action {
            Action::Zeal { .. } => {
                self.at_zeal = Some(view.enemies(view.state.turn.unit).count());
            }
            Action::End => self.held_fire = holds_fire(view),
            Action::Attack { .. } => self.passed_up |= may_press_on(view),
            Action::PressOn => self.pressed_late |= self.passed_up,
            _ => {}
        }
    }

    /// What the last action has done to the distance.
    pub(super) fn watch_distance(&mut self, view: View<'_>) {
        let distance = enemy_distance(view);
        self.came_nearer |= distance < self.distance;
        self.went_farther |= distance > self.distance;
        self.distance = distance;
    }

    /// The battle as the turn began.
    fn before<'a>(&'a self, after: View<'a>) -> View<'a> {
        View {
            state: &self.start,
            ..after
        }
    }
}

/// From the active unit to the enemy of a duel; 0 in other battles.
fn enemy_distance(view: View<'_>) -> u16 {
    let unit = view.state.turn.unit;
    if view.is_duel() && view.unit(1 - unit).on_table && view.unit(unit).on_table {
        view.distance(unit, 1 - unit)
    } else {
        0
    }
}

/// Whether the active unit has made no attack and could make one that costs nothing, is expected to hurt
/// and cannot be answered by a Counter. What could support others instead is left out.
fn holds_fire(view: View<'_>) -> bool {
    let turn = &view.state.turn;
    let hurts = |(aim, weapon, special): (Aim, usize, bool)| {
        let arm = view.weapon(turn.unit, weapon);
        let enemy = view.profile(aim.target);
        let counters = enemy.tier.is_elite() && view.momentum_of(aim.target) > 0;
        is_free(view, &aim, weapon, special)
            && does_damage_alone(arm)
            && arm.support.is_none()
            && !counters
            && view
                .attack_belief(&view.outlook(aim), weapon, special, 0)
                .is_some()
    };
    turn.combat_actions > 0 && turn.attacked.is_empty() && view.attacks().any(hurts)
}

/// A turn without an attack, its Combat Action unspent, although a free one was open where the unit stood
/// at the beginning or where it ended its turn. A player takes a shot that is free: the moves may follow it.
pub(super) fn held_fire(notes: &TurnNotes, after: View<'_>) -> bool {
    let turn = &after.state.turn;
    turn.attacked.is_empty() && !turn.acted && (notes.held_fire || holds_fire(notes.before(after)))
}

/// A turn of nothing, no enemy in sight, although one move would win a control point. A player walks there;
/// not in the last round, in which a point decides ties only.
pub(super) fn stood_idle(notes: &TurnNotes, after: View<'_>) -> bool {
    let (before, unit) = (notes.before(after), after.state.turn.unit);
    notes.actions == [Action::End]
        && before.unit(unit).pos == after.unit(unit).pos
        && after.state.turn.attacked.is_empty()
        && before.state.round < ROUNDS
        && before.state.turn.move_actions > 0
        && !before.is_engaged(unit)
        && !before.enemies(unit).any(|enemy| before.sees(unit, enemy))
        && may_win_a_point(before, unit)
}

/// Whether a move of the active unit ends on a control point that its side neither owns nor contests.
fn may_win_a_point(view: View<'_>, unit: UnitId) -> bool {
    let (side, from) = (view.side_of(unit), view.unit(unit).pos);
    let mover = view.mover(MoveWith::MoveAction);
    let reach = view.reach(unit, MoveWith::MoveAction);
    let points = view.bout.control_points.iter().zip(0..);
    let mut open = points.filter(|&(_, point)| {
        view.state.owners[point] != Some(side) && !view.is_present(side, point)
    });
    open.any(|(&at, _)| {
        let mut ends = hexes_within(reach).map(|way| from + way);
        ends.any(|to| to.distance(at) <= view.bout.distances.control && mover.kind(to).is_some())
    })
}

/// Zeal paid and a Combat Action left over, the unit there to use it and no enemy gone since. A player
/// counts what an attack costs before buying the action for it.
pub(super) fn left_zeal_unused(notes: &TurnNotes, after: View<'_>) -> bool {
    let turn = &after.state.turn;
    turn.combat_actions > 0
        && after.unit(turn.unit).on_table
        && notes.at_zeal == Some(after.enemies(turn.unit).count())
}

/// Accelerate paid in a turn without an attack or a Momentum Shift, and the unit is where it was. A player
/// who goes nowhere does not pay for the way.
pub(super) fn made_a_round_trip(notes: &TurnNotes, after: View<'_>) -> bool {
    let turn = &after.state.turn;
    let unit = after.unit(turn.unit);
    turn.accelerations > 0
        && turn.attacked.is_empty()
        && !turn.shift_done
        && unit.on_table
        && unit.pos == notes.before(after).unit(turn.unit).pos
}

/// A turn that ended because the policy asked for what the rules do not allow, enemies still there. A
/// player is told, and does something else.
pub(super) fn was_cut_short(notes: &TurnNotes, after: View<'_>) -> bool {
    let unit = after.state.turn.unit;
    notes
        .actions
        .last()
        .is_some_and(|&last| last != Action::End)
        && after.unit(unit).on_table
        && after.enemies(unit).next().is_some()
}

/// Whether the active unit may spend a Move Action inside an engagement and gain Momentum by it.
pub(super) fn may_press_on(view: View<'_>) -> bool {
    let turn = &view.state.turn;
    turn.move_actions > 0
        && view.momentum_of(turn.unit) < SHIFT_PIVOT
        && view.shift_open(turn.unit)
        && view.is_engaged(turn.unit)
}

/// An attack first, and the Momentum of pressing on after it. A player presses on first: it takes the same Move
/// Action, and the Momentum is there for the attack.
pub(super) const fn pressed_late(notes: &TurnNotes) -> bool {
    notes.pressed_late
}

/// Momentum that a turn without an attack has taken.
pub(super) fn idly_paid(notes: &TurnNotes, after: View<'_>) -> u8 {
    let turn = &after.state.turn;
    let idle = turn.attacked.is_empty();
    let momentum = |view: View<'_>| view.momentum_of(turn.unit);
    let paid = momentum(notes.before(after)).saturating_sub(momentum(after));
    if idle { paid } else { 0 }
}

/// A turn of moves that ends where it began, and of nothing else but the Momentum Shift. A player stays.
pub(super) fn went_there_and_back(notes: &TurnNotes, after: View<'_>) -> bool {
    let turn = &after.state.turn;
    let unit = after.unit(turn.unit);
    turn.moves_made > 0
        && turn.attacked.is_empty()
        && !turn.acted
        && unit.on_table
        && !notes.actions.contains(&Action::PressOn)
        && unit.pos == notes.before(after).unit(turn.unit).pos
        && unit.facing == notes.before(after).unit(turn.unit).facing
}

/// An Accelerate and moves, in a duel, some of them towards the enemy and some away, and no attack. A player chooses
/// one way.
pub(super) fn doubled_back(notes: &TurnNotes, after: View<'_>) -> bool {
    let turn = &after.state.turn;
    turn.accelerations > 0 && turn.attacked.is_empty() && notes.came_nearer && notes.went_farther
}
