//! Push, Pull and Stun: what failed saves do besides or instead of damage.

use equipoise_dice::Dice;

use equipoise_engine::{Hex, Log};

use super::clash::Strike;
use super::constants::{COLLISION_DAMAGE, STUN_RECOVERY};
use super::decider::{Decider, ask};
use super::event::{Event, MomentumCause};
use super::game::Game;
use super::unit_id::UnitId;
use super::view::View;
use crate::data::profile::Effect;

/// What stops a unit that is pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Obstacle {
    /// Another unit, by its leader.
    Unit(UnitId),
    Piece(usize),
    /// The edge of the table.
    Edge,
}

impl View<'_> {
    /// What stops a unit that is pushed from one hex to the next.
    pub(super) fn obstacle(self, unit: UnitId, from: Hex, to: Hex) -> Option<Obstacle> {
        if !self.bout.table.contains(to) {
            return Some(Obstacle::Edge);
        }
        let own = self.unit(unit).leader;
        let other = (0..self.state.units.len()).find(|&other| {
            let state = self.unit(other);
            state.on_table && state.leader != own && self.crowds(unit, to, other)
        });
        if let Some(other) = other {
            return Some(Obstacle::Unit(self.unit(other).leader));
        }
        let piece = self.piece_at(to).filter(|&piece| {
            let tags = &self.bout.terrain.pieces[piece];
            tags.is_wall() || tags.level > self.level_at(from)
        });
        piece.map(Obstacle::Piece)
    }

    /// Units that would pay for a collision if one were pushed in a direction
    /// (`ms10.push.collision`): itself, and whom it is pushed into.
    pub(crate) fn colliding(self, unit: UnitId, step: Hex) -> [Option<UnitId>; 2] {
        let mut at = self.unit(unit).pos;
        let mut falls = false;
        for _ in 0..self.bout.distances.push {
            match self.obstacle(unit, at, at + step) {
                Some(Obstacle::Unit(other)) => return [Some(unit), Some(other)],
                Some(Obstacle::Piece(_) | Obstacle::Edge) => return [Some(unit), None],
                None => {}
            }
            falls |= self.level_at(at + step) < self.level_at(at);
            at = at + step;
        }
        [falls.then_some(unit), None]
    }
}

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

    /// 4 in for one failed save: free, or a collision with a unit, terrain, the table edge, or a
    /// fall, once (`ms10.push.collision`, `ms10.push.terrain-unit`, `ms10.push.edge`).
    fn shove(&mut self, unit: UnitId, step: Hex, by: UnitId) {
        let from = self.state.units[unit].pos;
        let mut to = from;
        let mut obstacle = None;
        let mut falls = false;
        for _ in 0..self.bout.distances.push {
            obstacle = self.view().obstacle(unit, to, to + step);
            if obstacle.is_some() {
                break;
            }
            let view = self.view();
            falls |= view.level_at(to + step) < view.level_at(to);
            to = to + step;
        }
        if to != from {
            self.relocate(unit, to, || Event::Pushed { unit, from, to });
        }
        match obstacle {
            Some(Obstacle::Unit(other)) => {
                self.collide(unit, by);
                self.collide(other, by);
            }
            Some(Obstacle::Piece(piece)) => {
                if self.bout.terrain.pieces[piece].destructible {
                    self.raze(piece, by);
                }
                self.collide(unit, by);
            }
            Some(Obstacle::Edge) => self.collide(unit, by),
            None if falls => self.collide(unit, by),
            None => {}
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
