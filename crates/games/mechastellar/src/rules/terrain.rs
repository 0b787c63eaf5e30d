//! Terrain, line of sight and cover on hexes.
//!
//! A line of sight runs from hex centre to hex centre; what stands on the hexes between decides.
//! A hex is seen wholly or not at all, which stands in for "one third of the model".

use equipoise_engine::Hex;

use super::aim::Form;
use super::clash::Strike;
use super::state::UnitId;
use super::view::View;
use crate::data::profile::UnitType;
use crate::data::scenario::TerrainPiece;
use crate::data::table::Table;

/// A piece of terrain in play.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) name: String,
    pub(crate) hexes: Vec<Hex>,
    pub(crate) level: u8,
    pub(crate) cover: bool,
    pub(crate) blocks_los: bool,
    pub(crate) obscuring: bool,
    pub(crate) deep_water: bool,
    pub(crate) destructible: bool,
}

/// Pieces of terrain at most, so that a set of them fits into one word.
pub(crate) const MAX_PIECES: usize = 64;

/// All terrain of a table, by hex.
#[derive(Clone, Debug)]
pub(crate) struct Terrain {
    pub(crate) pieces: Vec<Piece>,
    width: i16,
    depth: i16,
    /// Piece on each hex, counted from 1; 0 for open ground. Empty when there is no terrain.
    cells: Vec<u8>,
}

impl Terrain {
    pub(crate) fn new(table: Table, pieces: &[TerrainPiece]) -> Self {
        debug_assert!(pieces.len() <= MAX_PIECES);
        let mut this = Self {
            pieces: pieces
                .iter()
                .map(|piece| Piece::new(table, piece))
                .collect(),
            width: table.width,
            depth: table.depth,
            cells: Vec::new(),
        };
        if !pieces.is_empty() {
            this.cells = vec![0; table.width as usize * table.depth as usize];
        }
        for (index, piece) in pieces.iter().enumerate() {
            for &(column, row) in &piece.hexes {
                if let Some(cell) = this.cell(Hex::from_offset(column, row)) {
                    this.cells[cell] = index as u8 + 1;
                }
            }
        }
        this
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    fn cell(&self, hex: Hex) -> Option<usize> {
        let (column, row) = hex.to_offset();
        let inside = 0 <= column && column < self.width && 0 <= row && row < self.depth;
        inside.then(|| row as usize * self.width as usize + column as usize)
    }

    /// The piece printed on a hex, standing or not.
    #[inline]
    fn piece(&self, hex: Hex) -> Option<usize> {
        if self.cells.is_empty() {
            return None;
        }
        self.cell(hex)
            .and_then(|cell| usize::from(self.cells[cell]).checked_sub(1))
    }
}

impl Piece {
    fn new(table: Table, piece: &TerrainPiece) -> Self {
        Self {
            name: piece.name.clone(),
            hexes: piece
                .hexes
                .iter()
                .map(|&(c, r)| Hex::from_offset(c, r))
                .filter(|&hex| table.contains(hex))
                .collect(),
            level: piece.level,
            cover: piece.cover,
            blocks_los: piece.blocks_los,
            obscuring: piece.obscuring,
            deep_water: piece.deep_water,
            destructible: piece.destructible,
        }
    }

    /// Height that a line of sight must look over.
    fn height(&self) -> u8 {
        if self.blocks_los {
            self.level.max(1)
        } else {
            0
        }
    }

    /// Stands in the way of units without Fly: blocks sight and offers no top to stand on.
    pub(crate) fn is_wall(&self) -> bool {
        self.blocks_los && self.level == 0
    }
}

/// What gives a target its cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Cover {
    /// A piece of terrain.
    Piece(u8),
    /// Another unit.
    Unit,
}

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
                .filter(|hex| anywhere || hex.distance(from) > 1);
            hexes.find_map(|hex| {
                let near = anywhere || hex.distance(to) <= 1;
                gives(hex)
                    .filter(|_| near)
                    .or_else(|| self.is_taken(hex).then_some(Cover::Unit))
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

    /// Whether a unit stands on a hex.
    pub(crate) fn is_taken(self, hex: Hex) -> bool {
        self.state
            .units
            .iter()
            .any(|unit| unit.is_up() && unit.pos == hex)
    }
}
