//! What lines between hexes meet, worked out once a process.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::sync::OnceLock;

use equipoise_engine::Hex;

/// Largest offsets between two hexes of the largest board, across and along.
const REACH: [i16; 2] = [28, 44];
const ROW: usize = 2 * REACH[1] as usize + 1;
const OFFSETS: usize = (2 * REACH[0] as usize + 1) * ROW;

/// Crossings of the lines from the origin, each worked out when it is first needed.
static KNOWN: [OnceLock<Vec<Crossing>>; OFFSETS] = [const { OnceLock::new() }; OFFSETS];

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

/// What the line from the origin to another hex meets strictly between them.
pub(crate) fn line_to(hex: Hex) -> Cow<'static, [Crossing]> {
    let crossings = || between(Hex::default(), hex);
    match place(hex) {
        Some(known) => Cow::Borrowed(known.get_or_init(crossings)),
        None => Cow::Owned(crossings()),
    }
}

fn place(hex: Hex) -> Option<&'static OnceLock<Vec<Crossing>>> {
    let [across, along] = [(hex.q, REACH[0]), (hex.r, REACH[1])].map(|(offset, reach)| {
        let inside = offset.unsigned_abs() <= reach.unsigned_abs();
        inside.then(|| (offset + reach) as usize)
    });
    KNOWN.get(across? * ROW + along?)
}
