//! A scenario on hexes of another size.
//!
//! Places are measured in quarter inches: the hex of column c and row r has its centre at
//! `hex_in * (4c + 2 * (r odd) + 1)`, `hex_in * (4r + 2)`, so that a table of any hexes looks the same
//! from both edges. A smaller hex is what the larger hex under its centre is; a larger one what most of
//! it is.

use std::borrow::Cow;
use std::cmp::Reverse;

use super::scenario::{Deployment, Place, Scenario, TerrainPiece};
use crate::options::HexSize;

/// A table of hexes of one size.
#[derive(Clone, Copy)]
struct Grid {
    /// Inches of a hex.
    hex: i32,
    width: i16,
    depth: i16,
    /// Quarter inches left over at the left and at the near edge.
    margin: (i32, i32),
}

impl Grid {
    fn of(scenario: &Scenario) -> Self {
        Self {
            hex: i32::from(scenario.hex_in.inches()),
            width: scenario.width,
            depth: scenario.depth,
            margin: (0, 0),
        }
    }

    /// A grid of other hexes over this one: its rows are as even or odd in number, so that both turn
    /// alike, and cover the depth as nearly as they can.
    fn with(self, hex_in: HexSize) -> Self {
        let hex = i32::from(hex_in.inches());
        let width_in = self.hex * i32::from(self.width);
        let depth_in = self.hex * i32::from(self.depth);
        let (width, rows) = (width_in / hex, depth_in / hex);
        let depth = match rows % 2 == i32::from(self.depth % 2) {
            true => rows,
            false if hex * (rows + 1) - depth_in < depth_in - hex * (rows - 1) => rows + 1,
            false => rows - 1,
        };
        Self {
            hex,
            width: width as i16,
            depth: depth as i16,
            margin: (2 * (width_in - hex * width), 2 * (depth_in - hex * depth)),
        }
    }

    /// Quarter inches of the centre of a hex.
    fn centre(self, (column, row): Place) -> (i32, i32) {
        let (column, row) = (i32::from(column), i32::from(row));
        let x = self.hex * (4 * column + 2 * (row & 1) + 1);
        (x + self.margin.0, self.hex * (4 * row + 2) + self.margin.1)
    }

    /// Quarter inches from edge to edge.
    fn depth_quarters(self) -> i32 {
        4 * self.hex * i32::from(self.depth) + 2 * self.margin.1
    }

    /// The hex under a point; between two rows the one nearer to the middle of the table.
    fn under(self, (x, y): (i32, i32)) -> Place {
        let pitch = 4 * self.hex;
        let (x, y) = (x - self.margin.0, y - self.margin.1);
        let beyond = 2 * y > self.depth_quarters() - 2 * self.margin.1;
        let row = y.div_euclid(pitch) - i32::from(beyond && y.rem_euclid(pitch) == 0);
        let row = row.clamp(0, i32::from(self.depth) - 1);
        let column = (x - 2 * self.hex * (row & 1) + self.hex).div_euclid(pitch);
        let column = column.clamp(0, i32::from(self.width) - 1);
        (column as i16, row as i16)
    }

    /// The hex whose centre is nearest to a point; of equals the one nearer to the middle.
    fn nearest(self, point: (i32, i32)) -> Place {
        let (column, row) = self.under(point);
        let columns = (column - 1).max(0)..(column + 2).min(self.width);
        let rows = || (row - 1).max(0)..(row + 2).min(self.depth);
        let around = columns.flat_map(|column| rows().map(move |row| (column, row)));
        let key = |place: &Place| {
            let (x, y) = self.centre(*place);
            let (dx, dy) = (x - point.0, y - point.1);
            let from_middle = (2 * y - self.depth_quarters()).abs();
            (dx * dx + dy * dy, from_middle, Reverse(*place))
        };
        around.min_by_key(key).unwrap_or((column, row))
    }

    fn places(self) -> impl Iterator<Item = Place> {
        (0..self.depth).flat_map(move |row| (0..self.width).map(move |column| (column, row)))
    }
}

impl Scenario {
    /// The same battle on hexes of another size.
    #[must_use]
    pub fn on_hexes(&self, hex_in: HexSize) -> Cow<'_, Self> {
        if hex_in == self.hex_in {
            return Cow::Borrowed(self);
        }
        let old = Grid::of(self);
        let new = old.with(hex_in);
        let moved = |place: &Place| new.nearest(old.centre(*place));
        let mut this = self.clone();
        this.hex_in = hex_in;
        (this.width, this.depth) = (new.width, new.depth);
        if let Deployment::Zone(rows) = self.deployment {
            let inches = self.hex_in.inches() * u16::from(rows);
            this.deployment = Deployment::Zone(hex_in.hexes(inches).max(1) as u8);
        }
        for (piece, hexes) in this.terrain.iter_mut().zip(raster(&self.terrain, old, new)) {
            piece.hexes = hexes;
        }
        this.control_points = self.control_points.iter().map(moved).collect();
        for entry in this.forces.iter_mut().flat_map(|force| &mut force.entries) {
            entry.at = entry.at.as_ref().map(moved);
        }
        Cow::Owned(this)
    }
}

/// The hexes of each piece of terrain on another grid.
fn raster(terrain: &[TerrainPiece], old: Grid, new: Grid) -> Vec<Vec<Place>> {
    let mut drawn = vec![Vec::new(); terrain.len()];
    if terrain.is_empty() {
        return drawn;
    }
    let mut piece_on = vec![None; old.width as usize * old.depth as usize];
    let index = |(column, row): Place| row as usize * old.width as usize + column as usize;
    for (number, piece) in terrain.iter().enumerate() {
        for &hex in &piece.hexes {
            piece_on[index(hex)] = Some(number);
        }
    }
    if new.hex < old.hex {
        for place in new.places() {
            if let Some(piece) = piece_on[index(old.under(new.centre(place)))] {
                drawn[piece].push(place);
            }
        }
        return drawn;
    }
    let mut shares = vec![vec![0_u16; terrain.len() + 1]; new.width as usize * new.depth as usize];
    for place in old.places() {
        let (column, row) = new.under(old.centre(place));
        let open = terrain.len();
        shares[row as usize * new.width as usize + column as usize]
            [piece_on[index(place)].unwrap_or(open)] += 1;
    }
    for (place, shares) in new.places().zip(shares) {
        let most = (0..shares.len()).max_by_key(|&piece| (shares[piece], Reverse(piece)));
        if let Some(hexes) = most.and_then(|piece| drawn.get_mut(piece)) {
            hexes.push(place);
        }
    }
    drawn
}
