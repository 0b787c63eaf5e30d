//! The terrain of a table, by hex.

use equipoise_engine::Hex;

use crate::data::scenario::{MAX_PIECES, TerrainPiece};
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
    pub(crate) small: bool,
    pub(crate) overhead: bool,
}

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
    pub(crate) fn piece(&self, hex: Hex) -> Option<usize> {
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
            small: piece.small,
            overhead: piece.overhead,
        }
    }

    /// Height that a line of sight must look over.
    pub(crate) fn height(&self) -> u8 {
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
