//! The line of sight.

use std::cmp::Ordering;

use equipoise_engine::Hex;

use super::lines::line_to;
use super::state::UnitId;
use super::view::View;
use crate::data::colour::Colour;

/// What the line between the centres of two hexes meets on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crossing {
    /// It goes through a hex.
    Hex(Hex),
    /// It runs along the side that two hexes share.
    Side(Hex, Hex),
}

impl Crossing {
    /// Whether something holds for the hex, or for both that share the side.
    pub(crate) fn all(self, holds: impl Fn(Hex) -> bool) -> bool {
        match self {
            Self::Hex(hex) => holds(hex),
            Self::Side(one, other) => holds(one) && holds(other),
        }
    }

    /// The crossing of a line that starts elsewhere.
    pub(crate) fn moved(self, by: Hex) -> Self {
        match self {
            Self::Hex(hex) => Self::Hex(hex + by),
            Self::Side(one, other) => Self::Side(one + by, other + by),
        }
    }
}

/// A part of the line, as fractions of its length with positive denominators.
type Part = [(i32, i32); 2];

const fn compare(a: (i32, i32), b: (i32, i32)) -> Ordering {
    let (left, right) = (a.0 * b.1, b.0 * a.1);
    if left < right {
        Ordering::Less
    } else if left > right {
        Ordering::Greater
    } else {
        Ordering::Equal
    }
}

/// Coordinates of a vector across the three pairs of sides of a hex; inside they are all between -1
/// and 1.
const fn across(vector: Hex) -> [i32; 3] {
    let (q, r) = (vector.q as i32, vector.r as i32);
    let s = -q - r;
    [q - r, r - s, s - q]
}

/// The part of a line that is in a hex, and whether it runs along a side.
fn part_in(hex: Hex, from: Hex, to: Hex) -> Option<(Part, bool)> {
    let (mut low, mut high, mut side) = ((0, 1), (1, 1), false);
    let starts = across(from - hex);
    for (start, way) in starts.into_iter().zip(across(to - from)) {
        if way == 0 {
            if start.abs() > 1 {
                return None;
            }
            side |= start.abs() == 1;
            continue;
        }
        let sign = way.signum();
        let enter = ((-sign - start) * sign, way.abs());
        let leave = ((sign - start) * sign, way.abs());
        if compare(enter, low) == Ordering::Greater {
            low = enter;
        }
        if compare(leave, high) == Ordering::Less {
            high = leave;
        }
    }
    (compare(low, high) == Ordering::Less).then_some(([low, high], side))
}

/// What the line from one hex to another meets strictly between them (`mm30.sight.los`).
#[must_use]
pub fn between(from: Hex, to: Hex) -> Vec<Crossing> {
    let mut near = Vec::new();
    for step in 0..=from.distance(to) {
        let hex = from.towards(to, step);
        near.push(hex);
        near.extend(Hex::DIRECTIONS.map(|it| hex + it));
    }
    near.sort_unstable();
    near.dedup();
    let mut sides: Vec<(Hex, Part)> = Vec::new();
    let mut crossings = Vec::new();
    for hex in near {
        match part_in(hex, from, to) {
            Some((part, true)) => match sides.iter().find(|(_, other)| same(*other, part)) {
                Some(&(other, _)) => crossings.push(Crossing::Side(other, hex)),
                None => sides.push((hex, part)),
            },
            Some((_, false)) if hex != from && hex != to => crossings.push(Crossing::Hex(hex)),
            _ => {}
        }
    }
    crossings
}

fn same(one: Part, other: Part) -> bool {
    let mut ends = one.into_iter().zip(other);
    ends.all(|(a, b)| compare(a, b) == Ordering::Equal)
}

impl View<'_> {
    /// How often the line from one hex to another meets on its way a hex for which something holds, or a
    /// side of two such hexes.
    fn met(self, from: Hex, to: Hex, holds: impl Fn(Hex) -> bool) -> u8 {
        let line = line_to(to - from);
        let met = line.iter().filter(|it| it.moved(from).all(&holds));
        met.count() as u8
    }

    /// Whether no standing structure other than `except` reaches the line between two places: the
    /// level of the line goes evenly from one to the other (`mm30.structure.blocks`).
    #[must_use]
    pub fn is_clear(self, from: (Hex, i8), to: (Hex, i8), except: Option<usize>) -> bool {
        if self.table.terrain.structures.is_empty() {
            return true;
        }
        let ((start, low), (end, high)) = (from, to);
        let way = end - start;
        let whole = way.dot2(way);
        let blocks = |hex: Hex| {
            let structure = self.structure_in(hex).filter(|&at| Some(at) != except);
            structure.is_some_and(|at| {
                let top = i32::from(self.table.terrain.structures[at].top);
                let done = way.dot2(hex - start);
                top * whole >= i32::from(low) * whole + done * i32::from(high - low)
            })
        };
        self.met(start, end, blocks) == 0
    }

    /// Whether a unit's line of sight to a target is clear (`mm30.sight.los`): from hex to hex, of a
    /// vehicle too (`mm30.vehicle.los-origin`). Units do not block it.
    #[must_use]
    pub fn has_line(self, unit: UnitId, target: UnitId) -> bool {
        let place = |unit| {
            let state = self.unit(unit);
            (state.hex, state.elevation)
        };
        self.is_clear(place(unit), place(target), None)
    }

    /// Green and black hexes on the line between two units, the ends left out
    /// (`mm30.terrain.green-accuracy`, `mm30.terrain.black-accuracy`).
    #[must_use]
    pub fn haze(self, unit: UnitId, target: UnitId) -> u8 {
        let terrain = &self.table.terrain;
        let (from, to) = (self.unit(unit).hex, self.unit(target).hex);
        let bare = terrain.colours.is_empty() && terrain.structures.is_empty();
        if bare || from == to {
            return 0;
        }
        self.met(from, to, |hex| {
            matches!(self.colour(hex), Colour::Green | Colour::Black)
        })
    }
}
