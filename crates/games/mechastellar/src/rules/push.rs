//! Push, Pull and Stun: what failed saves do besides or instead of damage.

use equipoise_dice::Dice;

use equipoise_engine::{Hex, Log};

use super::clash::Strike;
use super::constants::{COLLISION_DAMAGE, STUN_RECOVERY};
use super::decider::{Decider, ask};
use super::event::{Event, MomentumCause};
use super::game::Game;
use super::unit_id::UnitId;
use crate::data::profile::Effect;

impl<P: Decider<D>, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    /// Moves the target 4 in for each failed save, in directions of the attacker's choice; a pull
    /// that drags the user moves the attacker instead (`ms10.push.move`).
    pub(crate) fn push(&mut self, strike: &Strike, failed: u8) {
        let effect = self.bout.units[strike.attacker()].weapons[strike.weapon()].effect;
        let moved = if effect == Effect::PullSelf {
            strike.attacker()
        } else {
            strike.target()
        };
        let side = self.bout.side_of(strike.attacker());
        for _ in 0..failed {
            if !self.state.units[moved].on_table {
                return;
            }
            let step = ask!(self, side, push(strike, moved));
            if step.length() != 1 {
                return;
            }
            self.shove(moved, step, strike.attacker());
        }
    }

    /// One step of 4 in: free, or a collision with a unit, terrain, the table edge, or a fall
    /// (`ms10.push.collision`, `ms10.push.terrain-unit`, `ms10.push.edge`).
    fn shove(&mut self, unit: UnitId, step: Hex, by: UnitId) {
        let view = self.view();
        let from = view.unit(unit).pos;
        let to = from + step;
        if !self.bout.table.contains(to) {
            self.collide(unit, by);
            return;
        }
        let other = view
            .state
            .units
            .iter()
            .position(|u| u.on_table && u.pos == to && u.leader != view.unit(unit).leader);
        if let Some(other) = other {
            let other = self.state.units[other].leader;
            self.collide(unit, by);
            self.collide(other, by);
            return;
        }
        let piece = view.piece_at(to).filter(|&piece| {
            let tags = &self.bout.terrain.pieces[piece];
            tags.is_wall() || tags.level > view.level_at(from)
        });
        if let Some(piece) = piece {
            if self.bout.terrain.pieces[piece].destructible {
                self.raze(piece);
            }
            self.collide(unit, by);
            return;
        }
        let falls = view.level_at(to) < view.level_at(from);
        self.relocate(unit, to);
        self.wade(unit);
        self.log.record(|| Event::Pushed { unit, from, to });
        if falls {
            self.collide(unit, by);
        }
    }

    /// Stands a unit and its squad on another hex.
    pub(crate) fn relocate(&mut self, unit: UnitId, to: Hex) {
        self.state.units[unit].pos = to;
        if self.state.crowd > 2 {
            for model in self.bout.side(self.bout.side_of(unit)) {
                if self.state.units[model].leader == unit {
                    self.state.units[model].pos = to;
                }
            }
        }
    }

    /// A collision costs 1 Momentum or 1000 damage, as the owner chooses (`ms10.push.collision`).
    pub(crate) fn collide(&mut self, unit: UnitId, by: UnitId) {
        let side = self.bout.side_of(unit);
        let able = self.view().momentum(side) > 0;
        if able && ask!(self, side, pay_collision(unit)) {
            self.pay_momentum(side, 1, MomentumCause::Collision);
        } else {
            self.hurt(unit, by, COLLISION_DAMAGE, 0);
        }
    }

    /// Stun Tokens (`ms10.stun.token`); the owner may buy some off at once (`ms10.stun.spend`).
    pub(crate) fn stun(&mut self, unit: UnitId, tokens: u8) {
        self.state.units[unit].stun += tokens;
        let left = self.state.units[unit].stun;
        self.log.record(|| Event::Stunned { unit, tokens: left });
        self.buy_off_stun(unit);
    }

    /// A point of Boost, Power or Havoc removes a token (`ms10.stun.spend`).
    pub(crate) fn buy_off_stun(&mut self, unit: UnitId) {
        let side = self.bout.side_of(unit);
        while self.state.units[unit].stun > 0
            && self.state.units[unit].points > 0
            && ask!(self, side, buy_off_stun(unit))
        {
            self.spend_points(unit, 1, "stun");
            self.state.units[unit].stun -= 1;
        }
    }

    /// One d10 a token at the end of the own turn, each 5 or more removes one
    /// (`ms10.stun.recover`).
    pub(crate) fn recover_from_stun(&mut self, unit: UnitId) {
        let tokens = self.state.units[unit].stun;
        if tokens == 0 {
            return;
        }
        let stays = (0..tokens).filter(|_| self.d10() < STUN_RECOVERY).count() as u8;
        self.state.units[unit].stun = stays;
        self.log.record(|| Event::Stunned {
            unit,
            tokens: stays,
        });
    }
}
