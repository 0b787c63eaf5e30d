//! Line of sight and cover on hexes.
//!
//! A line of sight runs from hex centre to hex centre; what stands on the hexes between decides.
//! A hex is seen wholly or not at all, which stands in for "one third of the model".

use equipoise_engine::Hex;

use super::aim::Form;
use super::clash::Strike;
use super::terrain::Cover;
use super::unit_id::UnitId;
use super::view::View;
use crate::data::profile::UnitType;

impl View<'_> {
    /// The standing piece of terrain on a hex.
    #[inline]
    pub(crate) fn piece_at(self, hex: Hex) -> Option<usize> {
        let piece = self.bout.terrain.piece(hex)?;
        (self.state.razed >> piece & 1 == 0).then_some(piece)
    }

    /// High Ground level of a hex (`ms10.high-ground.climb`).
    #[inline]
    pub(crate) fn level_at(self, hex: Hex) -> u8 {
        self.piece_at(hex)
            .map_or(0, |piece| self.bout.terrain.pieces[piece].level)
    }

    /// High Ground level a unit stands on.
    #[inline]
    pub(crate) fn level(self, unit: UnitId) -> u8 {
        self.level_at(self.unit(unit).pos)
    }

    /// Whether a unit has line of sight to another (`ms10.los.need`, `ms10.obscuring.los`,
    /// `ms10.obscuring.inside`, `ms10.ship.wreck`, `ms10.special.deep-water`).
    pub(crate) fn sees(self, unit: UnitId, other: UnitId) -> bool {
        if self.bout.terrain.is_empty() && !self.state.wrecks {
            return true;
        }
        let (a, b) = (self.unit(unit), self.unit(other));
        if a.sunk != b.sunk {
            return false;
        }
        self.blockers(a.pos, b.pos).next().is_none() && !self.is_behind_wreck(unit, other)
    }

    /// Standing pieces that keep an eye on one hex from seeing what stands on another: too high to
    /// look over, or obscuring unless the eye is on High Ground; never the terrain under either
    /// (`ms10.los.need`, `ms10.obscuring.los`, `ms10.obscuring.inside`).
    pub(crate) fn blockers(self, from: Hex, to: Hex) -> impl Iterator<Item = usize> {
        let eye = self.level_at(from).max(self.level_at(to));
        let own = [self.piece_at(from), self.piece_at(to)];
        let lookout = self.level_at(from) > 0;
        self.bout
            .lines
            .between(from, to)
            .filter_map(move |hex| self.piece_at(hex))
            .filter(move |&piece| {
                let tags = &self.bout.terrain.pieces[piece];
                let hides = tags.height() > eye || tags.obscuring && !lookout;
                hides && !own.contains(&Some(piece))
            })
    }

    /// The standing destructible piece that alone keeps a unit from seeing another
    /// (`ms10.special.energy-through`).
    pub(crate) fn seen_through(self, unit: UnitId, other: UnitId) -> Option<usize> {
        let (a, b) = (self.unit(unit), self.unit(other));
        if a.sunk != b.sunk || self.is_behind_wreck(unit, other) {
            return None;
        }
        let mut blocking = self.blockers(a.pos, b.pos);
        let first = blocking.next()?;
        let only = blocking.all(|piece| piece == first);
        (only && self.bout.terrain.pieces[first].destructible).then_some(first)
    }

    /// Whether a wrecked Warship hides a smaller unit (`ms10.ship.wreck`).
    fn is_behind_wreck(self, unit: UnitId, other: UnitId) -> bool {
        if !self.state.wrecks || self.profile(other).unit_type == UnitType::Warship {
            return false;
        }
        let wreck = |hex: Hex| self.state.units.iter().any(|u| u.wreck && u.pos == hex);
        let (here, there) = (self.unit(unit).pos, self.unit(other).pos);
        self.bout.lines.between(here, there).any(wreck)
    }

    /// Cover of a target against an attacker: terrain under it or on the line within 4 in of it, or
    /// another unit on the line; never what stands next to the attacker, never on High Ground
    /// (`ms10.cover.criteria`, `ms10.advantage.high-ground-exposed`). `anywhere` counts all that
    /// stands on the line, near or far, as against indirect fire (`ms10.idf.cover`).
    pub(crate) fn cover(self, attacker: UnitId, target: UnitId, anywhere: bool) -> Option<Cover> {
        if self.is_duel() && self.bout.terrain.is_empty() {
            return None;
        }
        let (from, to) = (self.unit(attacker).pos, self.unit(target).pos);
        if self.level(target) > 0 || from.distance(to) == 0 {
            return None;
        }
        let gives = |hex: Hex| {
            let piece = self.piece_at(hex)?;
            let tags = &self.bout.terrain.pieces[piece];
            let hides = anywhere && tags.blocks_los;
            (tags.cover || tags.obscuring || hides).then_some(Cover::Piece(piece as u8))
        };
        gives(to).or_else(|| {
            let mut hexes = self
                .bout
                .lines
                .between(from, to)
                .filter(|hex| anywhere || hex.distance(from) > self.bout.distances.touch);
            hexes.find_map(|hex| {
                let near = anywhere || hex.distance(to) <= self.bout.distances.cover;
                gives(hex).filter(|_| near).or_else(|| {
                    let hidden = self.is_in_way(hex, [attacker, target]);
                    hidden.then_some(Cover::Unit)
                })
            })
        })
    }

    /// Cover of a target against an attack of this form: shot through, the terrain in the way
    /// (`ms10.special.energy-through`).
    pub(crate) fn cover_against(self, unit: UnitId, target: UnitId, form: Form) -> Option<Cover> {
        match form {
            Form::Melee => None,
            Form::Direct => self.cover(unit, target, false),
            Form::Indirect => self.cover(unit, target, true),
            Form::Through(piece) => (self.level(target) == 0).then_some(Cover::Piece(piece)),
        }
    }

    /// Cover that gives its bonus against a strike: shots only, never beside an active barrier
    /// (`ms10.cover.bonus`).
    #[inline(always)]
    pub(crate) fn cover_in_force(self, strike: &Strike) -> Option<Cover> {
        if self.is_duel() && self.bout.terrain.is_empty() {
            return None;
        }
        let melee = self.weapon(strike.attacker(), strike.weapon()).is_melee();
        if melee || self.has_active_barrier(strike.target()) {
            return None;
        }
        self.cover_against(strike.attacker(), strike.target(), strike.form)
    }

    /// Whether the base of a unit other than these two covers a hex.
    pub(crate) fn is_in_way(self, hex: Hex, apart_from: [UnitId; 2]) -> bool {
        let mut units = self.state.units.iter().enumerate();
        units.any(|(other, unit)| {
            let away = unit.pos.distance(hex);
            unit.is_up()
                && away <= self.bout.distances.widest_radius
                && away <= self.profile(other).base_radius
                && !apart_from.contains(&other)
        })
    }

    /// Whether a unit on a hex would overlap the base of another one.
    #[inline]
    pub(crate) fn crowds(self, unit: UnitId, hex: Hex, other: UnitId) -> bool {
        let away = self.unit(other).pos.distance(hex);
        away < self.bout.distances.widest_bases && away < self.apart(unit, other)
    }

    /// Hexes between two units that stand base to base.
    #[inline]
    pub(crate) fn apart(self, unit: UnitId, other: UnitId) -> u16 {
        let bases = self.profile(unit).base_in + self.profile(other).base_in;
        self.bout.distances.hex_in.hexes(bases.div_ceil(2)).max(1)
    }

    /// Whether a unit on a hex would overlap the base of any model but those of its own squad.
    pub(crate) fn is_crowded(self, unit: UnitId, hex: Hex) -> bool {
        let mut units = self.state.units.iter().enumerate();
        let squad = self.unit(unit).leader;
        units.any(|(other, state)| {
            state.is_up() && state.leader != squad && self.crowds(unit, hex, other)
        })
    }
}
