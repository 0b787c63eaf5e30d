//! The open information: everything a player sees, which is all there is but the dice to come.

use std::ops::Range;

use super::bout::Bout;
use super::chances::open_bids;
use super::map::Map;
use super::piece::Piece;
use super::sectors::{SectorId, SectorSet};
use super::state::{Battle, UnitId, UnitState};
use super::unit::CompiledUnit;
use crate::options::Options;
use equipoise_engine::Side;

#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) bout: &'a Bout,
    pub(crate) state: &'a Battle,
}

impl<'a> View<'a> {
    #[inline]
    pub(crate) fn unit(self, unit: UnitId) -> &'a UnitState {
        &self.state.units[unit]
    }

    #[inline]
    pub(crate) fn profile(self, unit: UnitId) -> &'a CompiledUnit {
        &self.bout.units[unit]
    }

    #[inline]
    pub(crate) fn side(self, unit: UnitId) -> Side {
        self.bout.units[unit].side
    }

    #[inline]
    pub(crate) const fn map(self) -> &'a Map {
        &self.bout.map
    }

    #[inline]
    pub(crate) const fn options(self) -> &'a Options {
        &self.bout.options
    }

    /// Mecha of a side that are still in the fight.
    #[inline]
    pub(crate) fn in_play(self, side: Side) -> impl Iterator<Item = UnitId> + 'a {
        let units: Range<UnitId> = self.bout.side(side);
        units.filter(move |&unit| self.state.units[unit].in_play())
    }

    #[inline]
    pub(crate) fn enemies(self, unit: UnitId) -> impl Iterator<Item = UnitId> + 'a {
        self.in_play(self.side(unit).other())
    }

    /// Pieces that a player's Tactical Points may shift: its own mecha, an ally's only by the option,
    /// enemies, the marker (`bull.tactical.spend`).
    pub(crate) fn pieces(self, player: UnitId) -> impl Iterator<Item = Piece> + Clone + 'a {
        let side = self.side(player);
        let allies = self.options().tactical_allies;
        let own = self.bout.side(side);
        let own = own.filter(move |&unit| unit == player || allies);
        let enemies = self.bout.side(side.other());
        own.chain(enemies).map(Piece::Unit).chain([Piece::Marker])
    }

    /// Where a piece lies.
    pub(crate) fn sector_of(self, piece: Piece) -> SectorId {
        match piece {
            Piece::Marker => self.state.marker,
            Piece::Unit(unit) => self.unit(unit).sector,
        }
    }

    /// Overdrive a pilot can spend.
    #[inline]
    pub(crate) fn overdrive(self, unit: UnitId) -> u8 {
        self.state.overdrive[self.bout.units[unit].pool]
    }

    /// Successes by which the attacker's Overdrive outweighs the target's: with open bids both can raise
    /// until one has no points left (`bull.overdrive.bid`).
    #[inline]
    pub(crate) fn lead(self, attacker: UnitId, target: UnitId) -> i32 {
        let points = i32::from(self.overdrive(attacker)) - i32::from(self.overdrive(target));
        open_bids(self.options()).map_or(0, |value| value * points)
    }

    /// Successes that a pilot can still add to a roll with open bids.
    #[inline]
    pub(crate) fn raises(self, unit: UnitId) -> i32 {
        open_bids(self.options()).map_or(0, |value| value * i32::from(self.overdrive(unit)))
    }

    /// Whether a weapon may be used now (`bull.attack.cooldown`).
    #[inline]
    pub(crate) fn is_ready(self, unit: UnitId, weapon: usize) -> bool {
        let state = self.unit(unit);
        weapon < self.profile(unit).weapons.len() && state.ready_from[weapon] <= state.turns
    }

    /// The ready weapons of a mecha.
    #[inline]
    pub(crate) fn ready(self, unit: UnitId) -> impl Iterator<Item = usize> + 'a {
        let weapons = 0..self.profile(unit).weapons.len();
        weapons.filter(move |&weapon| self.is_ready(unit, weapon))
    }

    #[inline]
    pub(crate) fn range(self, from: UnitId, to: UnitId) -> u8 {
        self.map()
            .range(self.unit(from).sector, self.unit(to).sector)
    }

    /// Dice of an attack: Attack less one for each point between range and Optimal Range, none in a
    /// Cut Scene (`bull.attack.range-penalty`, `bull.dice.cut-scene`).
    #[inline]
    pub(crate) fn attack_dice(self, unit: UnitId, weapon: usize, range: u8, scene: bool) -> u8 {
        let profile = self.profile(unit);
        if scene {
            return profile.attack;
        }
        attack_dice(profile.attack, range, profile.optimal[weapon])
    }

    /// Whether what a unit did this turn is still of this turn.
    #[inline]
    fn marks_are_current(self, unit: UnitId) -> bool {
        self.unit(unit).marks_turn == self.state.turn
    }

    /// Whether the last step of the turn crossed a quadrant line (`bull.move.no-double-quadrant`).
    #[inline]
    pub(crate) fn crossed(self, unit: UnitId) -> bool {
        self.marks_are_current(unit) && self.unit(unit).crossed
    }

    /// A mecha that has moved by itself this turn does not strafe (`bull.move.strafe`).
    #[inline]
    pub(crate) fn may_strafe(self, unit: UnitId) -> bool {
        !(self.marks_are_current(unit) && self.unit(unit).moved)
    }

    /// Sectors a move of so many points can end in; a strafing mecha stays where it is.
    #[inline]
    pub(crate) fn reach(self, unit: UnitId, points: u8) -> SectorSet {
        let strafed = self.marks_are_current(unit) && self.unit(unit).strafed;
        let points = if strafed { 0 } else { points };
        let (sector, crossed) = (self.unit(unit).sector, self.crossed(unit));
        self.map().turn.within(sector, crossed, points)
    }

    /// Sectors a push of a margin can end in (`bull.hit.knockback`).
    pub(crate) fn push_reach(self, target: UnitId, margin: u8) -> SectorSet {
        let walks = if self.options().knockback_double_quadrant {
            &self.map().free
        } else {
            &self.map().turn
        };
        let from = self.unit(target).sector;
        if self.options().knockback_optional {
            walks.within(from, false, margin)
        } else {
            walks.exactly(from, false, margin)
        }
    }

    /// Movement points between a sector and the objective marker.
    #[inline]
    pub(crate) fn to_marker(self, sector: SectorId) -> u8 {
        self.map().range(sector, self.state.marker)
    }
}

/// Dice of an attack at a range: one fewer for each point of difference, none below 0
/// (`bull.attack.range-penalty`).
///
/// ```
/// use equipoise_bullseye::attack_dice;
/// assert_eq!(attack_dice(4, 3, 1), 2);
/// ```
#[inline]
#[must_use]
pub const fn attack_dice(attack: u8, range: u8, optimal_range: u8) -> u8 {
    attack.saturating_sub(range.abs_diff(optimal_range))
}
