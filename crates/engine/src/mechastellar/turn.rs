//! The turn of one unit: actions, moves, Momentum Shifts (`ms10.round.allowance`).

use equipoise_dice::Dice;

use crate::{Hex, Log};

use super::constants::{SHIFT_GAIN, SHIFT_LOSS, SHIFT_PIVOT};
use super::event::{Event, MomentumCause};
use super::game::Game;
use super::moves::{MoveKind, MoveWith};
use super::options::{DisengageMode, ShiftWindow};
use super::policy::{Action, ask};
use super::profile::{ResourceKind, UnitType};
use super::state::{UnitId, UnitSet};
use super::view::View;

/// What pays for an Accelerate (`ms10.accel.action`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fuel {
    /// The Combat Action.
    CombatAction,
    /// A Boost or Power point (`ms10.boost.accelerate`, `ms10.power.accelerate`).
    Point,
}

/// Actions of one turn at most; a bound for policies that never end their turn.
const ACTION_LIMIT: usize = 32;

impl View<'_> {
    /// Whether the active unit can pay for an Accelerate; Havoc cannot buy one (`ms10.havoc.reroll`).
    pub(crate) fn can_accelerate(self, fuel: Fuel) -> bool {
        let unit = self.state.turn.unit;
        match fuel {
            Fuel::CombatAction => self.state.turn.combat_actions > 0,
            Fuel::Point => {
                let kind = self.profile(unit).resource;
                matches!(kind, Some(ResourceKind::Boost | ResourceKind::Power))
                    && self.unit(unit).points > 0
            }
        }
    }

    /// Whether the unit's side may still have a Momentum Shift this turn
    /// (`ms10.momentum.shift-limit`, `ms10.momentum.last-shift`).
    fn shift_open(self, unit: UnitId) -> bool {
        let side = self.side_of(unit);
        let opponent_done = self.enemies(unit).all(|enemy| self.unit(enemy).activated);
        let last_used = self.state.sides[side.index()].last_shift_done;
        !(self.state.turn.shift_done || opponent_done && last_used)
    }
}

impl<D: Dice, L: Log<Event>> Game<'_, D, L> {
    /// Plays the whole turn of a unit.
    pub(crate) fn take_turn(&mut self, unit: UnitId, return_fire: bool) {
        self.state.begin_turn(unit, return_fire);
        self.state.turn.behind = self.behind_whom(unit);
        let side = self.bout.units[unit].side;
        let plan = ask!(self, side, plan(unit));
        self.state.turn.plan = plan;
        self.state.turn.order_hits = plan.order_hits(&self.bout.options);
        self.log.record(|| Event::Activate {
            unit,
            return_fire,
            order: plan.order.name(),
        });
        for _ in 0..ACTION_LIMIT {
            let action = ask!(self, side, action());
            if !self.perform(action) || !self.state.units[unit].on_table || self.is_decided() {
                break;
            }
        }
        if self.state.units[unit].on_table && !self.is_decided() {
            self.close_in(unit);
        }
        self.state.units[unit].activated = true;
    }

    /// Enemies in whose rear arc the unit stands (`ms10.advantage.blindside`).
    fn behind_whom(&self, unit: UnitId) -> UnitSet {
        let view = self.view();
        let mut set = UnitSet::EMPTY;
        for enemy in view.enemies(unit) {
            if !view.in_front(enemy, view.unit(unit).pos) {
                set.insert(enemy);
            }
        }
        set
    }

    /// Carries out one action; false when the turn ends. An action that is not legal ends it too,
    /// so that no policy can break a rule.
    fn perform(&mut self, action: Action) -> bool {
        match action {
            Action::Move { to, spin } => self.move_action(to, spin),
            Action::Rotate { facing } => self.rotate(facing),
            Action::PressOn => self.press_on(),
            Action::Accelerate { to, fuel } => self.accelerate(to, fuel),
            Action::Attack {
                weapon,
                special,
                target,
            } => self.attack_action(weapon, special, target),
            Action::Zeal { actions } => self.zeal(actions),
            Action::End => false,
        }
    }

    /// A Move Action: the way, then the free spin after the first (`ms10.move.actions`,
    /// `ms10.move.free-spin`).
    fn move_action(&mut self, to: Hex, spin: Option<Hex>) -> bool {
        let view = self.view();
        let unit = self.state.turn.unit;
        let Some(kind) = view.move_kind(to, MoveWith::MoveAction) else {
            return false;
        };
        let free =
            kind == MoveKind::Disengage && self.bout.options.disengage_mode == DisengageMode::Free;
        if !free && self.state.turn.move_actions == 0 {
            return false;
        }
        self.travel(unit, to, kind, false);
        if !free {
            self.state.turn.move_actions -= 1;
            self.state.turn.moves_made += 1;
        }
        let steers = self.bout.units[unit].unit_type == UnitType::Warship;
        if self.state.turn.moves_made == 1
            && !free
            && !steers
            && let Some(facing) = spin
        {
            self.face(unit, facing);
        }
        true
    }

    /// A Move Action spent on turning (`ms10.move.rotate`); the last one is not free for it while
    /// a Challenge asks for a move.
    fn rotate(&mut self, facing: Hex) -> bool {
        let left = self.state.turn.move_actions;
        let owed = left == 1 && self.view().unmet_challenger().is_some();
        if left == 0 || owed || facing == Hex::default() {
            return false;
        }
        self.state.turn.move_actions -= 1;
        self.state.turn.moves_made += 1;
        self.face(self.state.turn.unit, facing);
        true
    }

    /// A Move Action of an engaged unit spent to press on (`ms10.momentum.shift-engaged`).
    fn press_on(&mut self) -> bool {
        let unit = self.state.turn.unit;
        if self.state.turn.move_actions == 0 || !self.view().is_engaged(unit) {
            return false;
        }
        self.state.turn.move_actions -= 1;
        self.state.turn.moves_made += 1;
        self.log.record(|| Event::PressOn { unit });
        self.shift_closer(unit);
        true
    }

    /// Accelerate: 4 in at once and Fly for the turn (`ms10.accel.action`, `ms10.accel.counted`).
    fn accelerate(&mut self, to: Hex, fuel: Fuel) -> bool {
        let unit = self.state.turn.unit;
        let Some(kind) = self.view().move_kind(to, MoveWith::Accelerate) else {
            return false;
        };
        if !self.view().can_accelerate(fuel) {
            return false;
        }
        match fuel {
            Fuel::CombatAction => {
                self.state.turn.combat_actions -= 1;
                self.state.turn.acted = true;
            }
            Fuel::Point => self.spend_points(unit, 1, "Accelerate"),
        }
        self.state.turn.accelerations += 1;
        self.travel(unit, to, kind, true);
        true
    }

    /// An attack paid with a Combat Action.
    fn attack_action(&mut self, weapon: usize, special: bool, target: UnitId) -> bool {
        if self.state.turn.combat_actions == 0 || !self.view().may_attack(weapon, special, target) {
            return false;
        }
        self.state.turn.combat_actions -= 1;
        self.state.turn.acted = true;
        self.attack(weapon, special, target);
        true
    }

    /// Zeal: extra Combat Actions (`ms10.skill.zeal`).
    fn zeal(&mut self, actions: u8) -> bool {
        let unit = self.state.turn.unit;
        if !self.view().can_zeal(unit, actions) {
            return false;
        }
        self.pay_momentum(self.bout.units[unit].side, actions, MomentumCause::Zeal);
        self.state.units[unit].skill_used = true;
        self.state.turn.combat_actions += actions;
        self.log.record(|| Event::Zeal { unit, actions });
        true
    }

    /// Moves the model, pays for leaving an engagement and tests for a Momentum Shift.
    fn travel(&mut self, unit: UnitId, to: Hex, kind: MoveKind, accelerate: bool) {
        let view = self.view();
        let from = view.unit(unit).pos;
        let nearest = view.nearest_enemy(unit);
        let engaged_before = view.engaged_enemies(unit);
        if kind == MoveKind::Disengage {
            let cost = view.disengage_cost(unit);
            self.pay_momentum(self.bout.units[unit].side, cost, MomentumCause::Disengage);
        }
        self.state.units[unit].pos = to;
        self.log.record(|| Event::Move {
            unit,
            from,
            to,
            kind,
            accelerate,
        });
        if self.bout.units[unit].unit_type == UnitType::Warship {
            self.face(unit, to - from);
        }
        if let Some(nearest) = nearest {
            self.shift(unit, from, nearest, engaged_before);
        }
    }

    /// The Momentum Shift a move causes (`ms10.momentum.shift-away`, `ms10.momentum.shift-closer`).
    fn shift(&mut self, unit: UnitId, from: Hex, nearest: UnitId, engaged_before: UnitSet) {
        let view = self.view();
        let to = view.unit(unit).pos;
        let there = view.unit(nearest).pos;
        let momentum = view.momentum_of(unit);
        if momentum > SHIFT_PIVOT {
            if to.distance(there) > from.distance(there) && view.shift_open(unit) {
                let side = self.bout.units[unit].side;
                self.change_momentum(side, -i32::from(SHIFT_LOSS), MomentumCause::ShiftAway);
                self.mark_shift(unit);
            }
        } else if momentum < SHIFT_PIVOT && self.presses_on(unit, from, engaged_before) {
            self.shift_closer(unit);
        }
    }

    /// Whether the unit came 4 in closer to an enemy or became engaged with one.
    fn presses_on(&self, unit: UnitId, from: Hex, engaged_before: UnitSet) -> bool {
        let view = self.view();
        let to = view.unit(unit).pos;
        let base = match self.bout.options.shift_window {
            ShiftWindow::Turn => self.state.turn.start,
            ShiftWindow::Move => from,
        };
        view.enemies(unit).any(|enemy| {
            let there = view.unit(enemy).pos;
            // One hex is 4 in, so any hex closer will do.
            to.distance(there) < base.distance(there)
                || view.meets_at(unit, to, enemy) && !engaged_before.contains(enemy)
        })
    }

    fn shift_closer(&mut self, unit: UnitId) {
        let side = self.bout.units[unit].side;
        if self.view().momentum(side) < SHIFT_PIVOT && self.view().shift_open(unit) {
            self.change_momentum(side, i32::from(SHIFT_GAIN), MomentumCause::ShiftCloser);
            self.mark_shift(unit);
        }
    }

    fn mark_shift(&mut self, unit: UnitId) {
        self.state.turn.shift_done = true;
        if self
            .view()
            .enemies(unit)
            .all(|enemy| self.view().unit(enemy).activated)
        {
            let side = self.bout.units[unit].side;
            self.state.sides[side.index()].last_shift_done = true;
        }
    }

    /// A Challenger that has not come nearer spends what Move Actions it has left on it
    /// (`ms10.challenge.duty-move`).
    fn close_in(&mut self, unit: UnitId) {
        let view = self.view();
        let Some(enemy) = view.unmet_challenger() else {
            return;
        };
        let (from, there) = (view.unit(unit).pos, view.unit(enemy).pos);
        let mover = view.mover(MoveWith::MoveAction);
        let around = Hex::DIRECTIONS.map(|step| from + step);
        let nearer = std::iter::once(from.towards(there, 1))
            .chain(around)
            .find(|&hex| hex.distance(there) < from.distance(there) && mover.kind(hex).is_some());
        if let Some(to) = nearer {
            self.move_action(to, None);
        }
    }
}
