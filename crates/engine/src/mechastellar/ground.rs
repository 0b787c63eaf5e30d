//! What happens to terrain, and to those on it.

use equipoise_dice::Dice;

use crate::{Hex, Log};

use super::clash::Strike;
use super::constants::DIRECT_CHECKS;
use super::event::Event;
use super::game::Game;
use super::state::UnitId;
use super::view::View;

impl View<'_> {
    /// A piece of terrain next to a unit that can be thrown (`ms10.throw.terrain`).
    pub(crate) fn piece_at_hand(self, unit: UnitId) -> Option<usize> {
        let pos = self.unit(unit).pos;
        let around = Hex::DIRECTIONS.into_iter().map(|step| pos + step);
        around
            .filter_map(|hex| self.piece_at(hex))
            .find(|&piece| self.bout.terrain.pieces[piece].destructible)
    }
}

impl<D: Dice, L: Log<Event>> Game<'_, D, L> {
    /// Cover that helped against an attack makes its check: d10 x 100 at or above the weapon's DMG
    /// survives; three checks against AOE (`ms10.destroy.check`, `ms10.destroy.direct`,
    /// `ms10.destroy.aoe`).
    pub(crate) fn check_cover(&mut self, strike: &Strike, piece: usize) {
        let weapon = &self.bout.units[strike.attacker].weapons[strike.weapon];
        let terrain = &self.bout.terrain.pieces[piece];
        let standing = self.state.razed >> piece & 1 == 0;
        if weapon.is_melee() || !terrain.destructible || !standing {
            return;
        }
        let checks = if weapon.aoe.is_some() {
            DIRECT_CHECKS
        } else {
            1
        };
        self.batter(piece, weapon.dmg, checks);
    }

    /// Rolls checks until one fails; true when the piece is destroyed.
    pub(crate) fn batter(&mut self, piece: usize, dmg: u32, checks: u8) -> bool {
        for _ in 0..checks {
            if u32::from(self.d10()) * 100 < dmg {
                self.raze(piece);
                return true;
            }
        }
        false
    }

    /// Destroys a piece of terrain; units on top fall (`ms10.advantage.crumbling`).
    pub(crate) fn raze(&mut self, piece: usize) {
        for unit in 0..self.state.units.len() {
            let state = &self.state.units[unit];
            let on_top = state.on_table && self.view().piece_at(state.pos) == Some(piece);
            if on_top && self.bout.terrain.pieces[piece].level > 0 {
                self.state.units[unit].fallen = true;
            }
        }
        self.state.razed |= 1 << piece;
        self.log.record(|| Event::Razed { piece });
    }

    /// Uses up the piece of terrain a unit throws (`ms10.throw.terrain`).
    pub(crate) fn take_terrain(&mut self, unit: UnitId) {
        if let Some(piece) = self.view().piece_at_hand(unit) {
            self.raze(piece);
        }
    }
}
