//! Line of sight and cover on hexes.
//!
//! A line of sight runs from hex centre to hex centre; what stands on the hexes between decides. On
//! hexes of 1 in a model shows on its own hex and the six around, and a third of them is needed; on
//! larger ones it is seen wholly or not at all.

use equipoise_engine::Hex;

use super::aim::Form;
use super::clash::Strike;
use super::terrain::{Cover, Span};
use super::unit_id::{UnitId, UnitSet, bits};
use super::view::View;
use crate::data::profile::UnitType;

/// Lines that show a third of a model of seven hexes.
const A_THIRD: usize = 3;

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
        a.sunk == b.sunk && self.shows_a_third(a.pos, b.pos) && !self.is_behind_wreck(unit, other)
    }

    /// Whether a unit on a hex would see an enemy, terrain alone considered.
    pub(crate) fn would_see(self, hex: Hex, enemy: UnitId) -> bool {
        self.shows_a_third(hex, self.unit(enemy).pos)
    }

    /// Whether a third of the model on one hex sees a third of the one on another: of the lines between
    /// their parts as many are clear (`ms10.los.need`, `ms10.los.exposed`).
    fn shows_a_third(self, from: Hex, to: Hex) -> bool {
        if self.bout.distances.body == 0 {
            return !self.is_blocked(from, to);
        }
        let hiding = self.hiding(from, to);
        let clear = |line: &[Hex; 2]| !self.hides(hiding, [from, to], *line);
        let seen = self.parts(from, to).filter(clear);
        seen.take(A_THIRD).count() == A_THIRD
    }

    /// Whether a standing piece keeps an eye on one hex from seeing the middle of what stands on another.
    #[inline]
    pub(crate) fn is_blocked(self, from: Hex, to: Hex) -> bool {
        let terrain = &self.bout.terrain;
        let passed = terrain.passed(self.bout.lines.cells(from, to, 0)) & terrain.opaque;
        passed != 0 && passed & self.hiding(from, to) != 0
    }

    /// Whether any of the pieces lies between two models on a line that may lead from and to another part of
    /// them.
    fn hides(self, pieces: u64, [from, to]: [Hex; 2], line: [Hex; 2]) -> bool {
        if pieces == 0 {
            return false;
        }
        let terrain = &self.bout.terrain;
        let mut parts = line.into_iter().filter(|&hex| hex != from && hex != to);
        let among = |hex| {
            let piece = terrain.piece(hex);
            piece.is_some_and(|piece| pieces >> piece & 1 == 1)
        };
        let passed = terrain.passed(self.bout.lines.cells(line[0], line[1], 0));
        passed & pieces != 0 || parts.any(among)
    }

    /// Lines between the parts of two models: their middles, then all around them. What lies off the
    /// table is not there.
    fn parts(self, from: Hex, to: Hex) -> impl Iterator<Item = [Hex; 2]> {
        let around = Hex::DIRECTIONS.into_iter();
        let table = self.bout.table;
        std::iter::once(Hex::default())
            .chain(around.filter(move |_| self.bout.distances.body > 0))
            .map(move |way| [from + way, to + way])
            .filter(move |line| line.iter().all(|&hex| table.contains(hex)))
    }

    /// Whether no part of a model on `there` can be seen from a hex (`ms10.reinforce.ambush`).
    pub(crate) fn is_hidden(self, there: Hex, from: Hex) -> bool {
        let hiding = self.hiding(from, there);
        self.parts(from, there)
            .all(|line| self.hides(hiding, [from, there], line))
    }

    /// Standing pieces, one bit each, that an eye on one hex cannot see through or over to what stands
    /// on another, where a line between the two may touch them: too high to look over, or obscuring
    /// unless the eye is on High Ground; never the terrain under either (`ms10.los.need`,
    /// `ms10.obscuring.los`, `ms10.obscuring.inside`).
    fn hiding(self, from: Hex, to: Hex) -> u64 {
        let terrain = &self.bout.terrain;
        let standing = terrain.opaque & !self.state.razed;
        let body = self.bout.distances.body;
        if standing == 0 || body == 0 && from.distance(to) <= 1 {
            return 0;
        }
        let span = Span::of([from, to]);
        let set = |set: u64, piece: usize| set | 1 << piece;
        let near = bits(standing)
            .filter(|&piece| terrain.pieces[piece].span.meets(&span, body))
            .fold(0, set);
        if near == 0 {
            return 0;
        }
        let own = [self.piece_at(from), self.piece_at(to)];
        let [here, there] = own.map(|piece| piece.map_or(0, |piece| terrain.pieces[piece].level));
        let hides = |&piece: &usize| {
            let tags = &terrain.pieces[piece];
            (tags.height() > here.max(there) || tags.obscuring && here == 0)
                && !own.contains(&Some(piece))
        };
        bits(near).filter(hides).fold(0, set)
    }

    /// Standing pieces that keep an eye on one hex from seeing what stands on another, as often as they
    /// do on the way.
    pub(crate) fn blockers(self, from: Hex, to: Hex) -> impl Iterator<Item = usize> {
        self.blockers_of(self.hiding(from, to), [from, to], [from, to])
    }

    /// Those of the pieces that lie between two models on a line that may lead from and to another part
    /// of them.
    fn blockers_of(
        self,
        pieces: u64,
        [from, to]: [Hex; 2],
        line: [Hex; 2],
    ) -> impl Iterator<Item = usize> {
        // A part of a model that hangs over terrain is hidden by it like what is behind it.
        let ends = line
            .into_iter()
            .filter(move |hex| *hex != from && *hex != to);
        let passed = self.bout.lines.between(line[0], line[1]).chain(ends);
        let passed = (pieces != 0).then_some(passed).into_iter().flatten();
        passed
            .filter_map(move |hex| self.bout.terrain.piece(hex))
            .filter(move |&piece| pieces >> piece & 1 == 1)
    }

    /// The standing destructible piece that alone keeps a unit from seeing another
    /// (`ms10.special.energy-through`).
    pub(crate) fn seen_through(self, unit: UnitId, other: UnitId) -> Option<usize> {
        let (a, b) = (self.unit(unit), self.unit(other));
        if a.sunk != b.sunk || self.is_behind_wreck(unit, other) {
            return None;
        }
        self.only_blocker(a.pos, b.pos)
    }

    /// The destructible piece that alone blocks the line of sight between two hexes.
    pub(crate) fn only_blocker(self, from: Hex, to: Hex) -> Option<usize> {
        let mut blocking = self.blockers(from, to);
        let first = blocking.next()?;
        let only = blocking.all(|piece| piece == first);
        (only && self.bout.terrain.pieces[first].destructible).then_some(first)
    }

    /// Whether a wrecked Warship hides a smaller unit (`ms10.ship.wreck`).
    fn is_behind_wreck(self, unit: UnitId, other: UnitId) -> bool {
        if !self.state.wrecks || self.profile(other).unit_type == UnitType::Warship {
            return false;
        }
        let (here, there) = (self.unit(unit).pos, self.unit(other).pos);
        let mut line = self.bout.lines.between(here, there);
        line.any(|hex| self.is_wreck(hex))
    }

    /// Whether a wreck covers a hex.
    fn is_wreck(self, hex: Hex) -> bool {
        let mut units = self.state.units.iter().enumerate();
        units.any(|(u, state)| state.wreck && self.covers(u, hex))
    }

    /// Cover of a target against an attacker: terrain under it or on the line within 4 in of it,
    /// terrain that hides a part of it from any distance, or another unit on the line; never what
    /// stands next to the attacker, never on High Ground (`ms10.cover.criteria`,
    /// `ms10.advantage.high-ground-exposed`). `anywhere` counts all that stands on the line, near or
    /// far, as against indirect fire (`ms10.idf.cover`); smaller units then also have a wreck
    /// (`ms10.ship.wreck`).
    pub(crate) fn cover(self, attacker: UnitId, target: UnitId, anywhere: bool) -> Option<Cover> {
        if self.is_duel() && self.bout.terrain.is_empty() {
            return None;
        }
        let (from, to) = (self.unit(attacker).pos, self.unit(target).pos);
        if self.level(target) > 0 || from.distance(to) == 0 {
            return None;
        }
        let wreck =
            anywhere && self.state.wrecks && self.profile(target).unit_type != UnitType::Warship;
        let piece = |hex: Hex| {
            self.cover_piece(hex, anywhere)
                .map(|p| Cover::Piece(p as u8))
        };
        let on_line = || {
            let models = self.models_between(attacker, target);
            let most = if anywhere || !models.is_empty() {
                u16::MAX
            } else {
                self.bout.distances.cover
            };
            self.way_to_cover(from, to, anywhere, most).find_map(|hex| {
                let near = anywhere || hex.distance(to) <= self.bout.distances.cover;
                let piece = if near { piece(hex) } else { None };
                piece.or_else(|| {
                    let mut models = models.iter();
                    let hidden =
                        models.any(|model| self.covers(model, hex)) || wreck && self.is_wreck(hex);
                    hidden.then_some(Cover::Unit)
                })
            })
        };
        let part = || {
            let hiding = self.hides_part(from, to).next();
            hiding.map(|piece| Cover::Piece(piece as u8))
        };
        piece(to).or_else(on_line).or_else(part)
    }

    /// Whether terrain would cover a unit on a hex from shots of an enemy where that stands
    /// (`ms10.cover.criteria`, `ms10.advantage.high-ground-exposed`).
    pub(crate) fn would_cover(self, hex: Hex, enemy: UnitId) -> bool {
        let from = self.unit(enemy).pos;
        if self.bout.terrain.is_empty() || self.level_at(hex) > 0 || from.distance(hex) == 0 {
            return false;
        }
        let (terrain, distances) = (&self.bout.terrain, &self.bout.distances);
        let far = from.distance(hex).saturating_sub(1 + distances.cover);
        let line = self.bout.lines.cells(from, hex, far.max(distances.touch));
        let near = terrain.passed(line) & terrain.covering & !self.state.razed;
        near != 0 || self.cover_piece(hex, false).is_some()
    }

    /// The piece on a hex that gives cover; against fire from above what blocks sight does too.
    fn cover_piece(self, hex: Hex, anywhere: bool) -> Option<usize> {
        let piece = self.piece_at(hex)?;
        let tags = &self.bout.terrain.pieces[piece];
        let hides = anywhere && tags.blocks_los;
        (tags.cover || tags.obscuring || hides).then_some(piece)
    }

    /// Hexes of a line, at most so many from its end, that may cover that: none next to the attacker.
    fn way_to_cover(
        self,
        from: Hex,
        to: Hex,
        anywhere: bool,
        most: u16,
    ) -> impl Iterator<Item = Hex> {
        let touch = self.bout.distances.touch;
        let line = self.bout.lines.near_end(from, to, most);
        line.filter(move |hex| anywhere || hex.distance(from) > touch)
    }

    /// Pieces that hide a part of a model from another, however far from it, none of them next to the
    /// other (`ms10.cover.criteria`).
    fn hides_part(self, from: Hex, to: Hex) -> impl Iterator<Item = usize> {
        let touch = self.bout.distances.touch;
        let hiding = match self.bout.distances.body {
            0 => 0,
            _ => self.hiding(from, to),
        };
        let off = |&piece: &usize| {
            let mut hexes = self.bout.terrain.pieces[piece].hexes.iter();
            hexes.all(|hex| hex.distance(from) > touch)
        };
        let hiding = bits(hiding).filter(off);
        let hiding: u64 = hiding.fold(0, |set, piece| set | 1 << piece);
        let parts = self.parts(from, to).filter(move |_| hiding != 0);
        parts.flat_map(move |line| self.blockers_of(hiding, [from, to], line))
    }

    /// Every piece of terrain that gives the target of a strike its cover, one bit each
    /// (`ms10.destroy.check`).
    pub(crate) fn covering_pieces(self, strike: &Strike) -> u64 {
        let anywhere = match strike.form {
            Form::Melee => return 0,
            Form::Through(piece) => return 1 << piece,
            Form::Direct => false,
            Form::Indirect => true,
        };
        let (from, to) = (
            self.unit(strike.attacker()).pos,
            self.unit(strike.target()).pos,
        );
        let most = if anywhere {
            u16::MAX
        } else {
            self.bout.distances.cover
        };
        let line = self.way_to_cover(from, to, anywhere, most);
        let on_line = std::iter::once(to)
            .chain(line)
            .filter_map(|hex| self.cover_piece(hex, anywhere));
        let set = |set: u64, piece: usize| set | 1 << piece;
        let pieces = on_line.fold(0, set);
        self.hides_part(from, to).fold(pieces, set)
    }

    /// Whether two pieces of cover stand between a unit and an enemy it sees: an AOE attack ends at
    /// the second (`ms10.aoe.cover`, `ms10.destroy.aoe`).
    pub(crate) fn is_safe_from_area(self, unit: UnitId, target: UnitId) -> bool {
        if self.bout.terrain.is_empty() || self.level(target) > 0 {
            return false;
        }
        let strike = Strike::plain(unit, 0, target);
        self.covering_pieces(&strike).count_ones() > 1
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

    /// Models of other units than two whose bases may cover a hex of a line between these.
    pub(crate) fn models_between(self, a: UnitId, b: UnitId) -> UnitSet {
        let (from, to) = (self.unit(a).pos, self.unit(b).pos);
        let distance = from.distance(to);
        let own = [a, b].map(|unit| self.unit(unit).leader);
        let mut between = UnitSet::EMPTY;
        if distance <= 1 {
            return between;
        }
        for (other, unit) in self.state.units.iter().enumerate() {
            let round = unit.pos.distance(from) + unit.pos.distance(to);
            let near = round <= distance + 2 * self.profile(other).base_radius;
            if near && unit.is_up() && !own.contains(&unit.leader) {
                between.insert(other);
            }
        }
        between
    }

    /// Whether the base of a model covers a hex.
    pub(crate) fn covers(self, model: UnitId, hex: Hex) -> bool {
        self.unit(model).pos.distance(hex) <= self.profile(model).base_radius
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

    /// For many hexes: where the models stand that may crowd a unit, and how many hexes from each it stands at
    /// least.
    pub(crate) fn crowd_of(self, unit: UnitId) -> impl Iterator<Item = (Hex, u16)> {
        let squad = self.unit(unit).leader;
        let others = self.state.units.iter().enumerate();
        others
            .filter(move |(_, state)| state.is_up() && state.leader != squad)
            .map(move |(other, state)| {
                let apart = self.apart(unit, other);
                (state.pos, apart.min(self.bout.distances.widest_bases))
            })
    }
}
