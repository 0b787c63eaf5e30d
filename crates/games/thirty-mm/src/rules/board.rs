//! The board: files of hexes between two short edges.

use equipoise_engine::{Hex, Side};

use crate::options::Options;

/// The hexes of the board and their numbers (`mm30.board.hex-grid`, `mm30.board.size`).
///
/// Files run north; file 0 is the westernmost, row 0 of each the southernmost. Side A deploys at the
/// south edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    hexes: Vec<Hex>,
    /// Number of the first hex of each file, and of the end.
    starts: Vec<u16>,
    depth: u8,
    /// Hexes of the deployment areas, south and north.
    areas: [Vec<Hex>; 2],
}

impl Board {
    /// The board of the options.
    #[must_use]
    pub fn new(options: &Options) -> Self {
        let (mut hexes, mut starts) = (Vec::new(), vec![0]);
        for file in 0..options.board_short {
            let shorter = options.board_offset_files && file % 2 == 1;
            let length = options.board_long - u8::from(shorter);
            hexes.extend((0..length).map(|row| Self::hex(file, row)));
            starts.push(hexes.len() as u16);
        }
        let mut board = Self {
            hexes,
            starts,
            depth: options.deploy_depth,
            areas: Default::default(),
        };
        board.areas = [Edge::South, Edge::North].map(|edge| {
            let hexes = board.hexes.iter().copied();
            hexes.filter(|&hex| board.in_area(edge, hex)).collect()
        });
        board
    }

    /// The hex of a file and a row.
    #[must_use]
    pub const fn hex(file: u8, row: u8) -> Hex {
        Hex::new(file as i16, row as i16 - file as i16 / 2)
    }

    /// File and row of a hex, if it is on the board.
    #[must_use]
    pub fn place(&self, hex: Hex) -> Option<(u8, u8)> {
        let file = u8::try_from(hex.q).ok()?;
        let row = u8::try_from(hex.r + hex.q / 2).ok()?;
        (row < self.length(file)).then_some((file, row))
    }

    /// The number of a hex among [`Board::hexes`], if it is on the board.
    #[must_use]
    pub fn number(&self, hex: Hex) -> Option<usize> {
        let (file, row) = self.place(hex)?;
        Some(usize::from(self.starts[usize::from(file)]) + usize::from(row))
    }

    /// Files across the board.
    #[must_use]
    pub fn files(&self) -> u8 {
        (self.starts.len() - 1) as u8
    }

    /// Hexes of a file; 0 where there is none.
    #[must_use]
    pub fn length(&self, file: u8) -> u8 {
        match self.starts.get(usize::from(file)..usize::from(file) + 2) {
            Some([start, end]) => (end - start) as u8,
            _ => 0,
        }
    }

    /// Whether a hex is on the board.
    #[must_use]
    pub fn contains(&self, hex: Hex) -> bool {
        self.place(hex).is_some()
    }

    /// All hexes, file by file from the south-west.
    #[must_use]
    pub fn hexes(&self) -> &[Hex] {
        &self.hexes
    }

    /// Whether a hex is in the deployment area at a short edge: the first rows of each file
    /// (`mm30.deploy.area`).
    #[must_use]
    pub fn in_area(&self, edge: Edge, hex: Hex) -> bool {
        self.place(hex).is_some_and(|(file, row)| match edge {
            Edge::South => row < self.depth,
            Edge::North => self.length(file) - row <= self.depth,
        })
    }

    /// The hexes of the deployment area at a short edge, file by file from the south-west.
    #[must_use]
    pub fn area(&self, edge: Edge) -> &[Hex] {
        &self.areas[edge as usize]
    }

    /// The hex opposite: the board turned by half a circle (`mm30.board.symmetry`); the hex must be on the
    /// board.
    #[must_use]
    pub fn opposite(&self, hex: Hex) -> Option<Hex> {
        let (file, row) = self.place(hex)?;
        let across = (self.starts.len() - 2) as u8 - file;
        let row = self.length(across).checked_sub(row + 1)?;
        Some(Self::hex(across, row))
    }
}

/// A short edge of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// The edge of row 0.
    South,
    /// The other.
    North,
}

impl Edge {
    /// The other edge.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::South => Self::North,
            Self::North => Self::South,
        }
    }

    /// The edge of each side once the Defender has chosen (`mm30.deploy.area`).
    #[must_use]
    pub const fn of_side(side: Side, defender: Side, chosen: Self) -> Self {
        if side as u8 == defender as u8 {
            chosen
        } else {
            chosen.other()
        }
    }
}
