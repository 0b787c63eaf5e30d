//! What happens to terrain, and to those on it.

use equipoise_dice::Dice;

use equipoise_engine::{Hex, Log};

use super::clash::{PreRoll, Strike};
use super::constants::{AOE_PIECES, DIRECT_CHECKS};
use super::decider::Decider;
use super::event::Event;
use super::game::Game;
use super::moves::hexes_within;
use super::terrain::Cover;
use super::unit::CompiledWeapon;
use super::unit_id::UnitId;
use super::view::View;

impl View<'_> {
    /// A piece of terrain next to a unit that can be thrown (`ms10.throw.terrain`).
    pub(crate) fn piece_at_hand(self, unit: UnitId) -> Option<usize> {
        let pos = self.unit(unit).pos;
        let farther = hexes_within(self.bout.distances.touch);
        let around = Hex::DIRECTIONS
            .into_iter()
            .chain(farther)
            .map(|step| pos + step);
        around
            .filter_map(|hex| self.piece_at(hex))
            .find(|&piece| self.bout.terrain.pieces[piece].destructible)
    }

    /// Whether the active unit may spend its Combat Action on a piece of terrain
    /// (`ms10.destroy.direct`); who is engaged or bound by a Challenge fights its enemy.
    pub(crate) fn may_batter(self, weapon: usize, piece: usize) -> bool {
        let turn = &self.state.turn;
        let unit = turn.unit;
        let profile = self.weapon(unit, weapon);
        let pos = self.unit(unit).pos;
        let bears = |hex: Hex| profile.all_round || profile.is_melee() || self.in_front(unit, hex);
        let seen = |hex: Hex| self.blockers(pos, hex).next().is_none();
        turn.combat_actions > 0
            && weapon < self.profile(unit).printed
            && profile.remote.is_none()
            && self.weapon_ready(unit, weapon, false)
            && !self.is_engaged(unit)
            && !self.is_challenged(unit)
            && self.stands(piece)
            && self.bout.terrain.pieces[piece].destructible
            && self.bout.terrain.pieces[piece]
                .hexes
                .iter()
                .any(|&hex| pos.distance(hex) <= profile.range && bears(hex) && seen(hex))
    }

    /// Whether there is a piece of terrain of this number, not destroyed.
    fn stands(self, piece: usize) -> bool {
        piece < self.bout.terrain.pieces.len() && self.state.razed >> piece & 1 == 0
    }

    /// Whether a unit may sink or surface where it stands; the last Move Action of a Challenger that
    /// has not come nearer is not free for it (`ms10.special.deep-water`,
    /// `ms10.challenge.duty-move`).
    pub(crate) fn may_submerge(self, unit: UnitId, below: bool) -> bool {
        let left = self.state.turn.move_actions;
        let owed = left == 1 && self.unmet_challenger().is_some();
        let able = self.profile(unit).amphibious || self.has_fly(unit);
        let paid = below || left > 0 && !owed;
        able && paid && self.unit(unit).sunk != below && self.in_deep_water(unit)
    }

    fn in_deep_water(self, unit: UnitId) -> bool {
        self.is_deep(self.unit(unit).pos)
    }

    /// Whether a hex is deep water.
    pub(crate) fn is_deep(self, hex: Hex) -> bool {
        self.piece_at(hex)
            .is_some_and(|piece| self.bout.terrain.pieces[piece].deep_water)
    }
}

impl<P: Decider<D>, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    /// Cover that helped against an attack makes one check after it: d10 x 100 at or above the
    /// weapon's DMG survives (`ms10.destroy.check`). AOE has seen to it before.
    #[inline]
    pub(crate) fn wear_cover(&mut self, pre: &PreRoll, weapon: &CompiledWeapon) {
        if let Some(piece) = self.soft_cover(pre).filter(|_| weapon.aoe.is_none()) {
            self.batter(piece, weapon.dmg, 1);
        }
    }

    /// An AOE attack meets the cover in its way first: three checks, and two pieces at most come
    /// down in one attack (`ms10.aoe.cover`, `ms10.destroy.direct`, `ms10.destroy.aoe`). True when
    /// the cover is gone.
    pub(crate) fn breach_cover(&mut self, strike: &Strike, pre: &PreRoll) -> bool {
        let weapon = &self.bout.units[strike.attacker()].weapons[strike.weapon()];
        let Some(piece) = self
            .soft_cover(pre)
            .filter(|_| self.state.turn.felled < AOE_PIECES)
        else {
            return false;
        };
        let gone = self.batter(piece, weapon.dmg, DIRECT_CHECKS);
        self.state.turn.felled += u8::from(gone);
        gone
    }

    /// The destructible piece that gave a target its cover, if it still stands.
    fn soft_cover(&self, pre: &PreRoll) -> Option<usize> {
        let Some(Cover::Piece(piece)) = pre.cover else {
            return None;
        };
        let piece = usize::from(piece);
        let soft = self.bout.terrain.pieces[piece].destructible && self.view().stands(piece);
        soft.then_some(piece)
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

    /// A Combat Action aimed at terrain: three checks (`ms10.destroy.direct`).
    pub(crate) fn batter_action(&mut self, weapon: usize, piece: usize) -> bool {
        if !self.view().may_batter(weapon, piece) {
            return false;
        }
        let unit = self.state.turn.unit;
        let profile = &self.bout.units[unit].weapons[weapon];
        self.state.turn.combat_actions -= 1;
        self.state.turn.acted = true;
        self.log.record(|| Event::Batter {
            unit,
            weapon,
            piece,
        });
        let state = &mut self.state.units[unit];
        state.fired |= 1 << weapon;
        if profile.limited {
            state.uses[weapon] -= 1;
        }
        self.spend_points(unit, profile.resource_cost, "weapon");
        self.batter(piece, profile.dmg, DIRECT_CHECKS);
        true
    }

    /// Sinking and surfacing in deep water: a Move Action to come up (`ms10.special.deep-water`).
    pub(crate) fn submerge(&mut self, below: bool) -> bool {
        let unit = self.state.turn.unit;
        if !self.view().may_submerge(unit, below) {
            return false;
        }
        if !below {
            self.state.turn.move_actions -= 1;
            self.state.turn.moves_made += 1;
        }
        self.state.units[unit].sunk = below;
        self.log.record(|| Event::Sink { unit, below });
        true
    }

    /// After a move: out of the water nobody is under it, in it who was under stays there, and who
    /// neither swims nor flies sinks (`ms10.special.deep-water`).
    pub(crate) fn wade(&mut self, unit: UnitId) {
        if self.bout.terrain.is_empty() {
            return;
        }
        let view = self.view();
        let floats = view.profile(unit).amphibious || view.has_fly(unit);
        let sunk = view.in_deep_water(unit) && (view.unit(unit).sunk || !floats);
        self.state.units[unit].sunk = sunk;
    }

    /// Fly gained for the turn ends with it: who hovered over deep water sinks
    /// (`ms10.special.deep-water`, `ms10.move.fly`).
    pub(crate) fn alight(&mut self, unit: UnitId) {
        self.state.turn.accelerations = 0;
        self.wade(unit);
    }

    /// Uses up the piece of terrain a unit throws (`ms10.throw.terrain`).
    pub(crate) fn take_terrain(&mut self, unit: UnitId) {
        if let Some(piece) = self.view().piece_at_hand(unit) {
            self.raze(piece);
        }
    }
}
