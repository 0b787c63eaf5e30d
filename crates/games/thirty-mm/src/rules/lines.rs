//! What lines between hexes meet.

use std::cmp::Ordering;
use std::ops::RangeInclusive;

use equipoise_engine::Hex;

/// What the line between the centres of two hexes meets on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crossing {
    /// It goes through a hex.
    Hex(Hex),
    /// It runs along the side that two hexes share.
    Side(Hex, Hex),
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

/// Rows of a file, relative to the start of a line, that hold all of the file's hexes on its way: the line
/// is within 2/3 of a hex of the file's middle there, and a hex within one row of the line.
fn rows(way: Hex, file: i16) -> RangeInclusive<i16> {
    let (across, along) = (i32::from(way.q).abs(), i32::from(way.r));
    let file = i32::from(file) * i32::from(way.q.signum());
    // The part of the line over the file, in thirds of a file.
    let (low, high, whole) = match across {
        0 => (0, 1, 1),
        _ => (
            (3 * file - 2).clamp(0, 3 * across),
            (3 * file + 2).clamp(0, 3 * across),
            3 * across,
        ),
    };
    let (one, other) = (along * low, along * high);
    let first = one.min(other).div_euclid(whole) - 1;
    let last = -(-one.max(other)).div_euclid(whole) + 1;
    first as i16..=last as i16
}

/// What the line from one hex to another meets strictly between them (`mm30.sight.los`), in the order of the
/// hexes.
#[must_use]
pub fn between(from: Hex, to: Hex) -> Vec<Crossing> {
    let way = to - from;
    let files = way.q.min(0) - 1..=way.q.max(0) + 1;
    let near = files.flat_map(|file| rows(way, file).map(move |row| from + Hex::new(file, row)));
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
