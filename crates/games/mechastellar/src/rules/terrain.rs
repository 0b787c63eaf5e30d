//! The terrain of a table, by hex.

use equipoise_engine::Hex;

use crate::data::scenario::{MAX_PIECES, TerrainPiece};
use crate::data::table::Table;

/// A piece of terrain in play.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) name: String,
    pub(crate) hexes: Vec<Hex>,
    pub(crate) span: Span,
    pub(crate) level: u8,
    pub(crate) cover: bool,
    pub(crate) blocks_los: bool,
    pub(crate) obscuring: bool,
    pub(crate) deep_water: bool,
    pub(crate) destructible: bool,
    pub(crate) small: bool,
    pub(crate) overhead: bool,
    /// What the supplement calls a building.
    pub(crate) building: bool,
}

/// The least hexagon around some hexes, by its first and last line of hexes along each of the three
/// axes. All shortest ways between two hexes lie in theirs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    first: [i16; 3],
    last: [i16; 3],
}

impl Span {
    /// Around these hexes; meets nothing if there are none.
    pub(crate) fn of(hexes: impl IntoIterator<Item = Hex>) -> Self {
        let none = Self {
            first: [i16::MAX; 3],
            last: [i16::MIN; 3],
        };
        hexes.into_iter().fold(none, |mut span, hex| {
            for (axis, at) in [hex.q, hex.r, hex.q + hex.r].into_iter().enumerate() {
                span.first[axis] = span.first[axis].min(at);
                span.last[axis] = span.last[axis].max(at);
            }
            span
        })
    }

    /// Whether the two share a hex or come within this many hexes of each other; now and then also where
    /// they do not.
    #[inline]
    pub(crate) fn meets(&self, other: &Self, within: u16) -> bool {
        let within = within as i16;
        (0..3).all(|axis| {
            self.first[axis] <= other.last[axis].saturating_add(within)
                && other.first[axis] <= self.last[axis].saturating_add(within)
        })
    }
}

/// All terrain of a table, by hex.
#[derive(Clone, Debug)]
pub(crate) struct Terrain {
    pub(crate) pieces: Vec<Piece>,
    /// Those that can keep an eye from seeing what is behind them, one bit each.
    pub(crate) opaque: u64,
    /// Those that give cover to what stands behind them, one bit each.
    pub(crate) covering: u64,
    grid: Grid,
    /// Piece on each cell of the grid, as the bit of its number; 0 for open ground. Empty when there is no
    /// terrain.
    cells: Vec<u64>,
}

/// The hexes of a table in one row: the cells between two hexes are the same number from wherever the way
/// between them begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    depth: i16,
    /// Cells of a row of hexes; some of them are off the table.
    row: i16,
    /// Hexes of the first row that lie before the first column.
    before: i16,
}

impl Grid {
    pub(crate) const fn of(table: Table) -> Self {
        Self {
            depth: table.depth,
            row: table.width + table.depth / 2,
            before: table.depth / 2,
        }
    }

    const fn cells(self) -> usize {
        self.depth as usize * self.row as usize
    }

    /// Cells from a hex to another.
    #[inline]
    pub(crate) const fn steps(self, way: Hex) -> i32 {
        way.r as i32 * self.row as i32 + way.q as i32
    }

    /// The cell of a hex; `None` for most that are off the table.
    #[inline]
    fn cell(self, hex: Hex) -> Option<usize> {
        let column = hex.q + self.before;
        let inside = 0 <= column && column < self.row && 0 <= hex.r && hex.r < self.depth;
        inside.then(|| hex.r as usize * self.row as usize + column as usize)
    }
}

impl Terrain {
    pub(crate) fn new(table: Table, pieces: &[TerrainPiece]) -> Self {
        debug_assert!(pieces.len() <= MAX_PIECES);
        let mut this = Self {
            pieces: pieces
                .iter()
                .map(|piece| Piece::new(table, piece))
                .collect(),
            opaque: 0,
            covering: 0,
            grid: Grid::of(table),
            cells: Vec::new(),
        };
        for (index, piece) in this.pieces.iter().enumerate() {
            this.opaque |= u64::from(piece.height() > 0 || piece.obscuring) << index;
            this.covering |= u64::from(piece.cover || piece.obscuring) << index;
        }
        if !pieces.is_empty() {
            this.cells = vec![0; this.grid.cells()];
        }
        for (index, piece) in this.pieces.iter().enumerate() {
            for cell in piece.hexes.iter().filter_map(|&hex| this.grid.cell(hex)) {
                this.cells[cell] = 1 << index;
            }
        }
        this
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The piece printed on a hex, standing or not.
    #[inline]
    pub(crate) fn piece(&self, hex: Hex) -> Option<usize> {
        if self.cells.is_empty() {
            return None;
        }
        let piece = self.grid.cell(hex).map(|cell| self.cells[cell])?;
        (piece != 0).then(|| piece.trailing_zeros() as usize)
    }

    /// Pieces printed on a way that begins at a hex of the table, each of its cells so many from that of
    /// the hex; standing or not, one bit each.
    #[inline]
    pub(crate) fn passed(&self, (from, steps): (Hex, &[i32])) -> u64 {
        let Some(start) = self.grid.cell(from).filter(|_| !self.cells.is_empty()) else {
            return 0;
        };
        let piece = |&steps: &i32| self.cells[(start as i32 + steps) as usize];
        steps.iter().map(piece).fold(0, |set, piece| set | piece)
    }
}

impl Piece {
    fn new(table: Table, piece: &TerrainPiece) -> Self {
        let places = piece.hexes.iter();
        let hexes: Vec<Hex> = places
            .map(|&(c, r)| Hex::from_offset(c, r))
            .filter(|&hex| table.contains(hex))
            .collect();
        Self {
            name: piece.name.clone(),
            span: Span::of(hexes.iter().copied()),
            hexes,
            level: piece.level,
            cover: piece.cover,
            blocks_los: piece.blocks_los,
            obscuring: piece.obscuring,
            deep_water: piece.deep_water,
            destructible: piece.destructible,
            small: piece.small,
            overhead: piece.overhead,
            building: piece.is_building(),
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
