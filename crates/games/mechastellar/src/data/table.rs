//! The table: hexes, deployment zones and how each side sees them.

use equipoise_engine::{Hex, Side};

/// An open hex table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    /// Hexes along the deployment edges.
    pub width: i16,
    /// Hexes from one deployment edge to the other.
    pub depth: i16,
    /// Rows of a deployment zone (`ms10.deploy.zone`).
    pub zone: i16,
}

impl Table {
    /// The table of a duel: 48 x 48 in, the own control point 16 in from the edge.
    pub const DUEL: Self = Self {
        width: 12,
        depth: 12,
        zone: 4,
    };

    /// Whether a hex lies on the table.
    #[inline]
    #[must_use]
    pub const fn contains(&self, hex: Hex) -> bool {
        let (col, row) = hex.to_offset();
        0 <= col && col < self.width && 0 <= row && row < self.depth
    }

    /// Whether a hex lies in the deployment zone of a side (`ms10.deploy.zone`).
    #[must_use]
    pub const fn in_zone(&self, side: Side, hex: Hex) -> bool {
        self.contains(hex)
            && match side {
                Side::A => hex.r < self.zone,
                Side::B => hex.r >= self.depth - self.zone,
            }
    }

    /// The hex `col` to the right and `row` forward, as `side` sees the table from its own edge.
    #[must_use]
    pub const fn from_edge(&self, side: Side, col: i16, row: i16) -> Hex {
        let (col, row) = match side {
            Side::A => (col, row),
            Side::B => self.turned(col, row),
        };
        Hex::from_offset(col, row)
    }

    /// Column and row of the place that looks the same from the other edge: turned by half a circle,
    /// or, with an odd number of rows, mirrored across the middle row. Both keep the hexes in place.
    #[must_use]
    pub const fn turned(&self, col: i16, row: i16) -> (i16, i16) {
        let far = self.depth - 1 - row;
        if self.depth % 2 == 0 {
            (self.width - 1 - col, far)
        } else {
            (col, far)
        }
    }

    /// Row and column of a hex as `side` counts them from its own edge.
    #[must_use]
    pub const fn seen_from(&self, side: Side, hex: Hex) -> (i16, i16) {
        let (col, row) = hex.to_offset();
        let (col, row) = match side {
            Side::A => (col, row),
            Side::B => self.turned(col, row),
        };
        (row, col)
    }

    /// A way as a side sees it from its edge: turned for side B as [`Table::turned`] turns places.
    /// Doing it twice gives the way back.
    #[must_use]
    pub const fn way_seen_from(&self, side: Side, way: Hex) -> Hex {
        match side {
            Side::A => way,
            Side::B if self.depth % 2 == 0 => Hex::new(-way.q, -way.r),
            Side::B => Hex::new(way.q + way.r, -way.r),
        }
    }

    /// [`Hex::towards`] as a side sees it, so that a line between two hexes that could go either
    /// way goes the same way for both.
    #[must_use]
    pub fn towards(&self, side: Side, from: Hex, to: Hex, steps: u16) -> Hex {
        let way = self.way_seen_from(side, to - from);
        from + self.way_seen_from(side, Hex::default().towards(way, steps))
    }

    /// Hexes from a hex of the table to the nearest at its edge.
    #[must_use]
    pub fn inland(&self, hex: Hex) -> u16 {
        let rooms = Hex::DIRECTIONS.into_iter().map(|way| self.room(hex, way));
        rooms.min().map_or(0, i16::unsigned_abs)
    }

    /// Hexes that lie between a hex of the table and its edge in one of the six directions.
    #[must_use]
    pub const fn room(&self, from: Hex, direction: Hex) -> i16 {
        // In half hexes, as every other row begins half a hex further in.
        let left = 2 * from.q + from.r;
        let right = 2 * self.width - 1 - left;
        let across = if 2 * direction.q + direction.r < 0 {
            left
        } else {
            right
        };
        let along = match direction.r {
            0 => return across / 2,
            ..0 => from.r,
            _ => self.depth - 1 - from.r,
        };
        if across < along { across } else { along }
    }

    /// Longest distance on the table, in hexes.
    #[must_use]
    pub const fn longest(&self) -> usize {
        (self.width + self.depth) as usize
    }
}

/// Straight from the edge of a side to the other one.
pub(crate) const fn forward(side: Side) -> Hex {
    match side {
        Side::A => Hex::new(-1, 2),
        Side::B => Hex::new(1, -2),
    }
}

#[cfg(test)]
mod tests {
    use super::Table;
    use equipoise_engine::Hex;

    /// Steps are taken until one leaves the table, from every hex of three tables.
    #[test]
    fn room_is_as_many_steps_as_stay_on_the_table() {
        for (width, depth) in [(12, 12), (7, 9), (48, 3)] {
            let table = Table {
                width,
                depth,
                zone: 1,
            };
            for (col, row) in (0..width).flat_map(|col| (0..depth).map(move |row| (col, row))) {
                let from = Hex::from_offset(col, row);
                for way in Hex::DIRECTIONS {
                    let at = |steps: i16| from + Hex::new(way.q * steps, way.r * steps);
                    let steps = (1..).take_while(|&steps| table.contains(at(steps))).count();
                    assert_eq!(table.room(from, way) as usize, steps, "{from:?}, {way:?}");
                }
            }
        }
    }
}
