//! Accelerate out of turn, by the option `reactive_accelerate`.

use equipoise_dice::Dice;

use equipoise_engine::{Hex, Log};

use super::aim::Form;
use super::clash::Strike;
use super::decider::{Decider, ask};
use super::event::Event;
use super::game::Game;
use super::moves::MoveKind;
use super::unit::CompiledWeapon;
use super::unit_id::UnitId;
use super::view::View;
use crate::data::profile::ResourceKind;

impl View<'_> {
    /// Whether an attacked unit may go to a hex by Accelerate: 4 in with Fly onto a free hex, up one
    /// level at most, by a way that no enemy bars; not out of an engagement (`ms10.accel.action`).
    pub(crate) fn may_dodge(self, unit: UnitId, to: Hex) -> bool {
        let from = self.unit(unit).pos;
        let bars = |hex: Hex| {
            let mut enemies = self.bout.enemies_of(unit);
            enemies.any(|enemy| self.unit(enemy).on_table && self.crowds(unit, hex, enemy))
        };
        from != to
            && from.distance(to) <= self.bout.distances.accelerate
            && self.can_dodge(unit)
            && self.can_land(unit, to)
            && self.level_at(to) <= self.level_at(from) + 1
            && !(1..from.distance(to)).any(|step| bars(from.towards(to, step)))
    }

    /// Whether a unit has the point for it and is not engaged (`ms10.boost.accelerate`,
    /// `ms10.power.accelerate`).
    fn can_dodge(self, unit: UnitId) -> bool {
        let fuel = self.profile(unit).resource;
        matches!(fuel, Some(ResourceKind::Boost | ResourceKind::Power))
            && self.unit(unit).points > 0
            && !self.is_out_of_fuel(unit)
            && !self.is_engaged(unit)
    }

    /// Whether an attack still reaches its target from where both stand now.
    fn still_reaches(self, strike: &Strike, arm: &CompiledWeapon) -> bool {
        let (unit, target) = (strike.attacker(), strike.target());
        let seen = match strike.form {
            Form::Indirect => self.open_to_indirect(target),
            Form::Through(piece) => self.seen_through(unit, target) == Some(piece.into()),
            Form::Melee | Form::Direct => self.sees(unit, target),
        };
        seen && self.bears(unit, strike.weapon(), target)
            && (!arm.is_melee() || self.reaches_up(unit, target))
    }
}

impl<P: Decider<D>, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    /// The target of a declared attack may Accelerate while it has points. True when the attack then no
    /// longer reaches it (`ms10.accel.action`, option `reactive_accelerate`).
    pub(crate) fn offer_dodge(&mut self, strike: &Strike, arm: &CompiledWeapon) -> bool {
        let unit = strike.target();
        let side = self.bout.side_of(unit);
        while self.view().can_dodge(unit) {
            let Some(to) = ask!(self, side, dodge(strike)) else {
                break;
            };
            if !self.view().may_dodge(unit, to) {
                break;
            }
            self.spend_points(unit, 1, "dodge");
            let from = self.state.units[unit].pos;
            self.relocate(unit, to, || Event::Move {
                unit,
                from,
                to,
                kind: MoveKind::Free,
                accelerate: true,
            });
        }
        !self.view().still_reaches(strike, arm)
    }
}
