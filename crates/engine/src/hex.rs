//! Hexagonal geometry in exact integer arithmetic.

use std::ops::{Add, Neg, Sub};

use serde::{Deserialize, Serialize};

/// A hex, or the vector from one hex to another, in axial coordinates.
///
/// Also used as a facing: any non-zero vector is a direction, so a model can point exactly at
/// its target and arcs are tested without rounding.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Hex {
    /// Axial column.
    pub q: i16,
    /// Axial row.
    pub r: i16,
}

impl Hex {
    /// The six neighbours' offsets, counter-clockwise from east.
    pub const DIRECTIONS: [Self; 6] = [
        Self::new(1, 0),
        Self::new(1, -1),
        Self::new(0, -1),
        Self::new(-1, 0),
        Self::new(-1, 1),
        Self::new(0, 1),
    ];

    /// The hex at axial coordinates `q`, `r`.
    #[inline]
    #[must_use]
    pub const fn new(q: i16, r: i16) -> Self {
        Self { q, r }
    }

    /// The hex in column `col` of row `row` of a table whose odd rows are shifted half a hex.
    #[inline]
    #[must_use]
    pub const fn from_offset(col: i16, row: i16) -> Self {
        Self::new(col - (row - (row & 1)) / 2, row)
    }

    /// Column and row on a table whose odd rows are shifted half a hex.
    #[inline]
    #[must_use]
    pub const fn to_offset(self) -> (i16, i16) {
        (self.q + (self.r - (self.r & 1)) / 2, self.r)
    }

    /// Steps from the origin.
    #[inline]
    #[must_use]
    pub const fn length(self) -> u16 {
        let (q, r) = (self.q as i32, self.r as i32);
        ((q.abs() + r.abs() + (q + r).abs()) / 2) as u16
    }

    /// Steps to another hex.
    #[inline]
    #[must_use]
    pub fn distance(self, other: Self) -> u16 {
        (self - other).length()
    }

    /// Twice the Euclidean scalar product of two vectors, in units of one hex step squared.
    ///
    /// Exact: with `x = q + r/2` and `y = r * sqrt(3)/2` the product is
    /// `q1 q2 + (q1 r2 + q2 r1)/2 + r1 r2`.
    #[inline]
    #[must_use]
    pub const fn dot2(self, other: Self) -> i32 {
        let (q1, r1) = (self.q as i32, self.r as i32);
        let (q2, r2) = (other.q as i32, other.r as i32);
        2 * q1 * q2 + q1 * r2 + q2 * r1 + 2 * r1 * r2
    }

    /// Whether `other` lies in the half-plane this vector points into, dividing line included.
    #[inline]
    #[must_use]
    pub const fn faces(self, other: Self) -> bool {
        self.dot2(other) >= 0
    }

    /// The hex `steps` steps from here on the straight line towards `to`, rounded to the nearest
    /// hex; beyond `to` when `steps` exceeds the distance. From a hex to itself, that hex.
    #[must_use]
    pub fn towards(self, to: Self, steps: u16) -> Self {
        let vector = to - self;
        let n = i32::from(vector.length());
        if n == 0 {
            return self;
        }
        let k = i32::from(steps);
        self + round_axial(i32::from(vector.q) * k, i32::from(vector.r) * k, n)
    }
}

/// Nearest hex to the point (`q`/`n`, `r`/`n`) in axial coordinates, in integer arithmetic.
fn round_axial(q: i32, r: i32, n: i32) -> Hex {
    let s = -q - r;
    let round = |v: i32| (2 * v + n).div_euclid(2 * n);
    let (mut rq, mut rr, rs) = (round(q), round(r), round(s));
    let (dq, dr, ds) = ((rq * n - q).abs(), (rr * n - r).abs(), (rs * n - s).abs());
    if dq > dr && dq > ds {
        rq = -rr - rs;
    } else if dr > ds {
        rr = -rq - rs;
    }
    Hex::new(rq as i16, rr as i16)
}

impl Add for Hex {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self::new(self.q + other.q, self.r + other.r)
    }
}

impl Sub for Hex {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self::new(self.q - other.q, self.r - other.r)
    }
}

impl Neg for Hex {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self::new(-self.q, -self.r)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_counts_steps() {
        assert_eq!(Hex::new(0, 0).distance(Hex::new(3, 0)), 3);
        assert_eq!(Hex::new(0, 0).distance(Hex::new(2, -3)), 3);
        assert_eq!(Hex::new(1, 1).distance(Hex::new(-1, 3)), 2);
        assert_eq!(Hex::new(0, 0).distance(Hex::new(2, 3)), 5);
    }

    #[test]
    fn offset_round_trips() {
        for row in -4..5 {
            for col in -4..5 {
                assert_eq!(Hex::from_offset(col, row).to_offset(), (col, row));
            }
        }
    }

    #[test]
    fn scalar_product_matches_plane_geometry() {
        for (q1, r1, q2, r2) in [(1, 0, 0, 1), (2, -3, 1, 4), (-5, 2, 3, 3), (1, -2, 1, 0)] {
            let (a, b) = (Hex::new(q1, r1), Hex::new(q2, r2));
            let plane = |h: Hex| {
                let (q, r) = (f64::from(h.q), f64::from(h.r));
                (q + r / 2.0, r * 3f64.sqrt() / 2.0)
            };
            let ((x1, y1), (x2, y2)) = (plane(a), plane(b));
            let expected = 2.0 * (x1 * x2 + y1 * y2);
            assert!((f64::from(a.dot2(b)) - expected).abs() < 1e-9);
        }
    }

    #[test]
    fn the_dividing_line_is_in_front() {
        // (1,-2) is perpendicular to (1,0): bearing 90 degrees.
        assert_eq!(Hex::new(1, 0).dot2(Hex::new(1, -2)), 0);
        assert!(Hex::new(1, 0).faces(Hex::new(1, -2)));
        // (0,-2) bears 120 degrees from (1,0), (0,2) bears 60.
        assert!(!Hex::new(1, 0).faces(Hex::new(0, -2)));
        assert!(Hex::new(1, 0).faces(Hex::new(0, 2)));
        assert!(!Hex::new(1, 0).faces(Hex::new(-1, 0)));
    }

    #[test]
    fn lines_step_one_hex_at_a_time() {
        let (from, to) = (Hex::new(0, 0), Hex::new(5, -7));
        for k in 0..from.distance(to) {
            let (here, next) = (from.towards(to, k), from.towards(to, k + 1));
            assert_eq!(here.distance(next), 1, "step {k}");
            assert_eq!(from.distance(here), k);
        }
        assert_eq!(from.towards(to, from.distance(to)), to);
    }
}
