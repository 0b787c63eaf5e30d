//! The terrain by hex, worked out once for a matchup: what lies on each hex, and which hexes the lines
//! between them meet.

use equipoise_engine::Hex;

use super::board::Board;
use super::lines::{Crossing, between};
use super::terrain::Terrain;
use crate::data::colour::Colour;

/// Marks of a cell that may hide something: a structure is or was on it, it is green or black.
pub(crate) const BUILT: u8 = 1;
pub(crate) const HAZY: u8 = 2;

/// What lies on a hex at the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cell {
    pub(crate) colour: Colour,
    pub(crate) level: i8,
    pub(crate) on_board: bool,
    /// Number of the structure that stands there, one at most.
    pub(crate) built: Option<u16>,
}

/// A crossing of a line from a place yet to be chosen.
#[derive(Clone, Copy, Debug)]
struct Met {
    /// The hex, or the two that share a side.
    hexes: [Hex; 2],
    /// How far the cells of these hexes are from that of the place.
    cells: [i32; 2],
}

/// Cells of the board and of a rim one hex wide, and lines where terrain can hide something.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chart {
    cells: Vec<Cell>,
    /// What may ever hide something in each cell.
    hides: Vec<u8>,
    /// Cells of a file.
    stride: i16,
    /// Lowest row coordinate.
    lowest: i16,
    /// Largest offsets of the lines, across and along; a line starts at `starts` of its number.
    reach: [i16; 2],
    /// Whether nothing lies on the board: all of it is grey and level 0.
    open: bool,
    starts: Vec<u32>,
    met: Vec<Met>,
}

impl Chart {
    /// The chart of what lies on a board.
    pub(crate) fn new(board: &Board, terrain: &Terrain) -> Self {
        let files = i16::from(board.files());
        let rows = (0..board.files()).map(|file| board.length(file)).max();
        let rows = i16::from(rows.unwrap_or_default());
        let lowest = -files / 2 - 1;
        let stride = rows - lowest + 1;
        let mut chart = Self {
            cells: vec![Cell::default(); usize::from((files + 2) as u16 * stride as u16)],
            stride,
            lowest,
            reach: [files - 1, rows + files / 2],
            open: terrain.is_bare(),
            ..Self::default()
        };
        for &hex in board.hexes() {
            let cell = Cell {
                colour: terrain.colour(hex),
                level: terrain.level(hex),
                on_board: true,
                built: structure_in(terrain, hex),
            };
            if let Some(at) = chart.number(hex) {
                chart.cells[at] = cell;
            }
        }
        let hides = |cell: &Cell| {
            let hazy = matches!(cell.colour, Colour::Green | Colour::Black);
            let built = if cell.built.is_some() { BUILT } else { 0 };
            built | if hazy { HAZY } else { 0 }
        };
        chart.hides = chart.cells.iter().map(hides).collect();
        if chart.hides.iter().any(|&it| it != 0) {
            chart.draw_lines();
        }
        chart
    }

    /// Draws the lines to all hexes above the origin; those below it are the same turned by half a circle.
    fn draw_lines(&mut self) {
        let [across, along] = self.reach;
        self.starts.push(0);
        for q in 0..=across {
            for r in -along..=along {
                let hex = Hex::new(q, r);
                let crossings = if is_above(hex) {
                    between(Hex::default(), hex)
                } else {
                    Vec::new()
                };
                let met = crossings.into_iter().map(|crossing| {
                    let hexes = match crossing {
                        Crossing::Hex(hex) => [hex, hex],
                        Crossing::Side(one, other) => [one, other],
                    };
                    let cells = hexes.map(|hex| self.offset(hex));
                    Met { hexes, cells }
                });
                let met: Vec<Met> = met.collect();
                self.met.extend(met);
                self.starts.push(self.met.len() as u32);
            }
        }
    }

    /// How far the cell of a hex is from that of the origin.
    fn offset(&self, hex: Hex) -> i32 {
        i32::from(hex.q) * i32::from(self.stride) + i32::from(hex.r)
    }

    /// Number of the cell of a hex on the board or its rim.
    #[inline]
    fn number(&self, hex: Hex) -> Option<usize> {
        let row = hex.r.wrapping_sub(self.lowest);
        let inside = (0..self.stride).contains(&row) && hex.q >= -1;
        inside.then(|| (i32::from(hex.q) + 1) as usize * self.stride as usize + row as usize)
    }

    /// Whether nothing lies on the board: all of it is grey and level 0.
    pub(crate) const fn is_open(&self) -> bool {
        self.open
    }

    /// What lies on a hex; nothing off the board.
    #[inline]
    pub(super) fn cell(&self, hex: Hex) -> Cell {
        let cell = self.number(hex).and_then(|at| self.cells.get(at));
        cell.copied().unwrap_or_default()
    }

    /// How many of the hexes that a line between two hexes of the board meets on its way hold something, of
    /// hexes that share a side both. Only cells are looked at that ever hide what `mask` says.
    pub(crate) fn count(
        &self,
        from: Hex,
        to: Hex,
        mask: u8,
        holds: impl Fn(Hex, Cell) -> bool,
    ) -> u8 {
        let way = to - from;
        let (line, sign) = if is_above(way) { (way, 1) } else { (-way, -1) };
        let [across, along] = self.reach;
        if self.starts.is_empty() || line.q > across || line.r.abs() > along {
            return 0;
        }
        let number = usize::from(line.q as u16) * (2 * usize::from(along as u16) + 1)
            + (line.r + along) as usize;
        let met = &self.met[self.starts[number] as usize..self.starts[number + 1] as usize];
        let Some(start) = self.number(from) else {
            return 0;
        };
        let mut count = 0;
        for met in met {
            let cells = met.cells.map(|it| (start as i32 + sign * it) as usize);
            let [one, other] = cells.map(|at| self.hides.get(at).copied().unwrap_or_default());
            if one & mask == 0 || other & mask == 0 {
                continue;
            }
            let holds = |at: usize| {
                let hex = met.hexes[at];
                let hex = if sign > 0 { from + hex } else { from - hex };
                holds(hex, self.cells[cells[at]])
            };
            count += u8::from(holds(0) && (cells[0] == cells[1] || holds(1)));
        }
        count
    }
}

/// Whether a vector points up the board, or straight across it to the east.
const fn is_above(way: Hex) -> bool {
    way.q > 0 || (way.q == 0 && way.r > 0)
}

fn structure_in(terrain: &Terrain, hex: Hex) -> Option<u16> {
    let mut structures = terrain.structures.iter();
    let number = structures.position(|it| it.hexes.contains(&hex));
    number.map(|at| at as u16)
}
