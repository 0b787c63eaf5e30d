//! Crash attacks: into an enemy in the middle of a move, and on through it.

use equipoise_dice::Dice;

use equipoise_engine::{Hex, Log};

use super::constants::{ATTACKS_PER_TARGET, DROP_COST};
use super::decider::Decider;
use super::event::{Event, MomentumCause};
use super::game::Game;
use super::moves::{MoveKind, MoveWith};
use super::unit_id::UnitId;
use super::view::View;
use crate::data::profile::UnitType;

impl View<'_> {
    /// The hex next to a target from which a Crash strikes, if weapon, actions and way allow one
    /// that ends on `to`; the way itself passes through everything (`ms10.crash.attack`).
    pub(crate) fn crash_contact(self, weapon: usize, target: UnitId, to: Hex) -> Option<Hex> {
        if !self.may_crash(weapon, target) {
            return None;
        }
        let unit = self.state.turn.unit;
        let (from, there) = (self.unit(unit).pos, self.unit(target).pos);
        let apart = self.apart(unit, target);
        let contact = self
            .bout
            .table
            .towards(self.side_of(unit), there, from, apart);
        let mover = self.mover(MoveWith::MoveAction);
        let free = |hex: Hex| hex == from || self.can_land(unit, hex);
        let legal = from.distance(contact) + contact.distance(to) <= mover.reach
            && to != from
            && free(contact)
            && (to == contact || free(to))
            && mover.may_end(to)
            && (contact == from || mover.may_end(contact));
        legal.then_some(contact)
    }

    /// Whether the active unit may Crash into an enemy, the way aside (`ms10.crash.attack`,
    /// `ms10.attack.two-per-target`, `ms10.challenge.duty-target`, `ms10.engage.fly-needed`).
    pub(crate) fn may_crash(self, weapon: usize, target: UnitId) -> bool {
        let turn = &self.state.turn;
        let unit = turn.unit;
        let profile = self.weapon(unit, weapon);
        turn.combat_actions > 0
            && turn.move_actions > 0
            && profile.crash
            && profile.is_melee()
            && self.weapon_ready(unit, weapon, false)
            && self.is_unit(target)
            && self.held_by(unit).is_empty()
            && turn.attacks_on(target) < ATTACKS_PER_TARGET
            && !self.shielded_by_melee(unit, target)
            && (!self.is_challenged(unit) || self.is_challenger_of(unit, target))
            && self.answers_fire(unit, target)
            && self.sees(unit, target)
            && self.can_meet(unit, target)
            && self.reaches_up(unit, target)
    }
}

impl<P: Decider<D>, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    /// A Crash attack: into the enemy, through it, and on to a free hex; the Momentum Shift looks at
    /// the move as a whole (`ms10.crash.attack`).
    pub(crate) fn crash(&mut self, weapon: usize, target: UnitId, to: Hex) -> bool {
        let view = self.view();
        let Some(contact) = view.crash_contact(weapon, target, to) else {
            return false;
        };
        let unit = view.state.turn.unit;
        let from = view.unit(unit).pos;
        let nearest = view.nearest_enemy(unit);
        let engaged_before = view.engaged_enemies(unit);
        let mover = view.mover(MoveWith::MoveAction);
        let drops = mover.drops(to) || mover.drops(contact);
        let turn = &mut self.state.turn;
        turn.combat_actions -= 1;
        turn.acted = true;
        turn.move_actions -= 1;
        turn.moves_made += 1;
        self.log.record(|| Event::Crash { unit, target });
        if drops {
            self.pay_with_order(unit, DROP_COST, MomentumCause::Drop);
        }
        self.dash(unit, contact);
        if self.state.units[unit].on_table {
            self.crash_attack(weapon, target);
        }
        // A Counter may have thrown the unit out of its way, or made it change into a slower mode.
        let covered = from.distance(contact) + self.state.units[unit].pos.distance(to);
        let reach = self.view().reach(unit, MoveWith::MoveAction);
        let goes_on = covered <= reach && self.view().can_land(unit, to);
        if self.state.units[unit].on_table && goes_on {
            self.dash(unit, to);
        }
        if let Some(nearest) = nearest.filter(|_| self.state.units[unit].on_table) {
            self.shift(unit, from, nearest, engaged_before);
        }
        true
    }

    /// One leg of a Crash.
    fn dash(&mut self, unit: UnitId, to: Hex) {
        let from = self.state.units[unit].pos;
        if from == to {
            return;
        }
        self.relocate(unit, to);
        self.wade(unit);
        self.log.record(|| Event::Move {
            unit,
            from,
            to,
            kind: MoveKind::Crash,
            accelerate: false,
        });
        if self.bout.units[unit].steers() {
            self.face(unit, to - from);
        }
        if self.bout.units[unit].unit_type == UnitType::Warship && self.rams(from, to) {
            self.wreck_saves(unit, unit);
        }
    }
}
