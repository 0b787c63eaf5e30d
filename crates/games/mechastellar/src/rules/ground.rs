//! What happens to terrain, and to those on it.

use equipoise_dice::Dice;

use equipoise_engine::{Hex, Log};

use super::clash::{Clash, Line, PreRoll, Strike, pushes};
use super::constants::{AOE_PIECES, CRITICAL, DIRECT_CHECKS, SAVE_CAP};
use super::decider::{Decider, ask};
use super::event::Event;
use super::game::Game;
use super::moves::hexes_within;
use super::terrain::Cover;
use super::unit::CompiledWeapon;
use super::unit_id::{UnitId, bits};
use super::view::View;
use crate::data::profile::Effect;
use crate::data::scenario::MAX_PIECES;

impl View<'_> {
    /// Pieces of terrain next to a unit that can be thrown, standing or knocked over, one bit each
    /// (`ms10.throw.terrain`).
    pub(crate) fn pieces_at_hand(self, unit: UnitId) -> u64 {
        let pos = self.unit(unit).pos;
        let around = hexes_within(self.bout.distances.touch).map(|step| pos + step);
        let at_hand = around
            .filter(|&hex| hex != pos)
            .filter_map(|hex| self.bout.terrain.piece(hex))
            .filter(|&piece| self.bout.terrain.pieces[piece].destructible)
            .fold(0, |set, piece| set | 1 << piece);
        at_hand & !self.state.thrown
    }

    /// Whether the active unit may spend its Combat Action on a piece of terrain
    /// (`ms10.destroy.direct`); who is engaged or bound by a Challenge fights its enemy.
    pub(crate) fn may_batter(self, weapon: usize, piece: usize) -> bool {
        self.state.turn.combat_actions > 0 && self.could_batter(weapon, piece)
    }

    /// The same as if a Combat Action were left.
    pub(crate) fn could_batter(self, weapon: usize, piece: usize) -> bool {
        let unit = self.state.turn.unit;
        let profile = self.weapon(unit, weapon);
        let pos = self.unit(unit).pos;
        let bears = |hex: Hex| profile.all_round || profile.is_melee() || self.in_front(unit, hex);
        let seen = |hex: Hex| self.blockers(pos, hex).next().is_none();
        weapon < self.profile(unit).printed
            && profile.remote.is_none()
            && self.weapon_ready(unit, weapon, false)
            && !self.is_engaged(unit)
            && !self.is_challenged(unit)
            && self.stands(piece)
            && !self.is_screened(unit, piece)
            && (self.bout.terrain.pieces[piece].destructible || profile.effect == Effect::PullSelf)
            && self.bout.terrain.pieces[piece]
                .hexes
                .iter()
                .any(|&hex| pos.distance(hex) <= profile.range && bears(hex) && seen(hex))
    }

    /// Whether there is a piece of terrain of this number, not destroyed.
    pub(crate) fn stands(self, piece: usize) -> bool {
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
    /// Small cover that helped against an attack makes one check after it, of several pieces the one
    /// the defender names: d10 x 100 at or above the weapon's DMG survives (`ms10.destroy.check`). AOE
    /// has seen to it before.
    #[inline(always)]
    pub(crate) fn wear_cover(&mut self, clash: &Clash, weapon: &CompiledWeapon) {
        if clash.pre.pieces != 0 && weapon.aoe.is_none() {
            self.check_cover(clash, weapon);
        }
    }

    fn check_cover(&mut self, clash: &Clash, weapon: &CompiledWeapon) {
        let pieces = &self.bout.terrain.pieces;
        let open = |&piece: &usize| {
            pieces[piece].destructible && pieces[piece].small && self.view().stands(piece)
        };
        let able = bits(clash.pre.pieces).filter(open);
        let able: u64 = able.fold(0, |set, piece| set | 1 << piece);
        let side = self.bout.side_of(clash.strike.target());
        if let Some(piece) = match able.count_ones() {
            0 => None,
            1 => Some(able.trailing_zeros() as usize),
            _ => {
                let named = ask!(self, side, checked_cover(&clash.strike, able));
                let legal = named < MAX_PIECES && able >> named & 1 == 1;
                Some(if legal {
                    named
                } else {
                    able.trailing_zeros() as usize
                })
            }
        } {
            self.batter(piece, weapon.dmg, 1, clash.strike.attacker());
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
        let gone = self.batter(piece, weapon.dmg, DIRECT_CHECKS, strike.attacker());
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

    /// Rolls checks until one fails; true when a unit destroys the piece.
    pub(crate) fn batter(&mut self, piece: usize, dmg: u32, checks: u8, by: UnitId) -> bool {
        for _ in 0..checks {
            if u32::from(self.d10()) * 100 < dmg {
                self.raze(piece, by);
                return true;
            }
        }
        false
    }

    /// A unit destroys a piece of terrain; units on top fall (`ms10.advantage.crumbling`).
    pub(crate) fn raze(&mut self, piece: usize, by: UnitId) {
        for unit in 0..self.state.units.len() {
            let state = &self.state.units[unit];
            let on_top = state.on_table && self.view().piece_at(state.pos) == Some(piece);
            if on_top && self.bout.terrain.pieces[piece].level > 0 {
                self.state.units[unit].fallen = true;
            }
        }
        self.state.razed |= 1 << piece;
        self.log.record(|| Event::Razed { piece });
        if self.bout.mission.buildings >> piece & 1 == 1 {
            self.count_building(by);
        }
    }

    /// A Combat Action aimed at terrain: three checks (`ms10.destroy.direct`), or a Push or Pull
    /// (`ms10.push.on-terrain`).
    pub(crate) fn batter_action(&mut self, weapon: usize, piece: usize) -> bool {
        if !self.view().may_batter(weapon, piece) {
            return false;
        }
        let unit = self.state.turn.unit;
        self.state.turn.combat_actions -= 1;
        self.state.turn.acted = true;
        self.log.record(|| Event::Batter {
            unit,
            weapon,
            piece,
        });
        if pushes(self.bout.units[unit].weapons[weapon].effect) {
            self.pay_batter(weapon);
            self.haul(weapon, piece);
        } else {
            self.batter_with(weapon, piece);
        }
        true
    }

    /// An attack on terrain with a weapon: three checks.
    pub(crate) fn batter_with(&mut self, weapon: usize, piece: usize) {
        self.pay_batter(weapon);
        let unit = self.state.turn.unit;
        let dmg = self.bout.units[unit].weapons[weapon].dmg;
        self.batter(piece, dmg, DIRECT_CHECKS, unit);
    }

    /// Uses and points of an attack on terrain.
    fn pay_batter(&mut self, weapon: usize) {
        let unit = self.state.turn.unit;
        let profile = &self.bout.units[unit].weapons[weapon];
        let state = &mut self.state.units[unit];
        state.fired |= 1 << weapon;
        if profile.limited {
            state.uses[weapon] -= 1;
        }
        self.spend_points(unit, profile.resource_cost, "weapon");
    }

    /// A Push or Pull at terrain: each HIT, five at most, is a failed save. A pull that drags the user
    /// takes it to terrain that passes its checks; else the piece is moved 4 in for each, and is
    /// destroyed when it reaches an enemy, who collides with it (`ms10.push.on-terrain`).
    fn haul(&mut self, weapon: usize, piece: usize) {
        let unit = self.state.turn.unit;
        let arm = &self.bout.units[unit].weapons[weapon];
        let steps = self.hits_on_terrain(arm).min(i32::from(SAVE_CAP));
        if arm.effect == Effect::PullSelf {
            let soft = self.bout.terrain.pieces[piece].destructible;
            if !(soft && self.batter(piece, arm.dmg, DIRECT_CHECKS, unit)) {
                (0..steps).for_each(|_| self.haul_in(unit, piece));
            }
            return;
        }
        let side = self.bout.side_of(unit);
        let mut way = Hex::default();
        for _ in 0..steps {
            let step = ask!(self, side, drag(piece));
            if step.length() != 1 {
                break;
            }
            for _ in 0..self.bout.distances.push {
                way = way + step;
                if let Some(enemy) = self.struck_by(piece, way) {
                    self.raze(piece, unit);
                    self.collide(enemy, unit);
                    return;
                }
            }
        }
        // It does not stand where it comes to lie.
        if way != Hex::default() {
            self.raze(piece, unit);
        }
    }

    /// HITS of an attack roll on terrain.
    fn hits_on_terrain(&mut self, arm: &CompiledWeapon) -> i32 {
        let unit = self.state.turn.unit;
        let mut line = Line::new(arm.dice, CRITICAL, arm.bonus);
        line.roll = self.dice.pool(line.shape);
        let (critical, roll) = (line.shape.critical, line.roll);
        self.log.record(|| Event::Rolled {
            unit,
            attack: true,
            critical,
            roll: roll.into(),
        });
        line.total()
    }

    /// The enemy of the active unit that a piece would stand on, moved by `way`: on any of its models.
    fn struck_by(&self, piece: usize, way: Hex) -> Option<UnitId> {
        let view = self.view();
        let hexes = &self.bout.terrain.pieces[piece].hexes;
        let struck = self.bout.enemies_of(self.state.turn.unit).find(|&enemy| {
            let (state, base) = (view.unit(enemy), view.profile(enemy).base_radius);
            let mut hexes = hexes.iter();
            state.on_table && hexes.any(|&hex| (hex + way).distance(state.pos) <= base)
        });
        struck.map(|enemy| view.unit(enemy).leader)
    }

    /// Up to 4 in towards a piece, as far as the way is free.
    fn haul_in(&mut self, unit: UnitId, piece: usize) {
        let from = self.state.units[unit].pos;
        let side = self.bout.side_of(unit);
        let hexes = self.bout.terrain.pieces[piece].hexes.iter();
        let Some(&there) = hexes.min_by_key(|hex| hex.distance(from)) else {
            return;
        };
        let mut to = from;
        for _ in 0..self.bout.distances.push {
            let next = self.bout.table.towards(side, to, there, 1);
            let stops = self.view().piece_at(next) == Some(piece);
            if stops || next == to || self.view().obstacle(unit, to, next).is_some() {
                break;
            }
            to = next;
        }
        if to != from {
            self.relocate(unit, to, || Event::Pushed { unit, from, to });
        }
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

    /// Uses up the piece of terrain a unit throws, of several the one it names (`ms10.throw.terrain`).
    pub(crate) fn take_terrain(&mut self, unit: UnitId) {
        let able = self.view().pieces_at_hand(unit);
        if able == 0 {
            return;
        }
        let mut piece = able.trailing_zeros() as usize;
        if able.count_ones() > 1 {
            let side = self.bout.side_of(unit);
            let named = ask!(self, side, thrown_piece(unit, able));
            if named < MAX_PIECES && able >> named & 1 == 1 {
                piece = named;
            }
        }
        self.state.thrown |= 1 << piece;
        if self.view().stands(piece) {
            self.raze(piece, unit);
        }
    }
}
