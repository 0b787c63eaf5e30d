//! Directions, facings and the field of view.

use equipoise_engine::Hex;
use serde::{Deserialize, Serialize};

use crate::options::FovModel;

/// One of the six directions, clockwise from 0, north: the way along the files to the far short edge.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Facing(u8);

impl Facing {
    /// All six, clockwise from north.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];
    /// North.
    pub const NORTH: Self = Self(0);
    /// South.
    pub const SOUTH: Self = Self(3);

    /// The direction of a number; numbers wrap around after 5.
    #[must_use]
    pub const fn new(number: u8) -> Self {
        Self(number % 6)
    }

    /// The number, 0 to 5.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The direction so many sixths of a circle further, clockwise.
    #[inline]
    #[must_use]
    pub const fn turned(self, sixths: u8) -> Self {
        Self::new(self.0 + sixths % 6)
    }

    /// Sixths of a circle between two directions, 0 to 3.
    #[must_use]
    pub const fn angle(self, other: Self) -> u8 {
        let clockwise = self.clockwise_to(other);
        if clockwise > 3 {
            6 - clockwise
        } else {
            clockwise
        }
    }

    /// The step to the neighbour in this direction.
    #[must_use]
    pub const fn step(self) -> Hex {
        match self.0 {
            0 => Hex::new(0, 1),
            1 => Hex::new(1, 0),
            2 => Hex::new(1, -1),
            3 => Hex::new(0, -1),
            4 => Hex::new(-1, 0),
            _ => Hex::new(-1, 1),
        }
    }

    /// The three front neighbours: front-left, front, front-right (`mm30.move.front-three`).
    #[must_use]
    pub const fn front(self) -> [Self; 3] {
        [self.turned(5), self, self.turned(1)]
    }

    /// Whether a place so far away is in the field of view (`mm30.sight.fov`); the own place is not.
    #[inline]
    #[must_use]
    pub fn sees(self, offset: Hex, model: FovModel) -> bool {
        let ahead = |direction: Hex| direction.dot2(offset);
        match model {
            FovModel::HalfPlaneStrict => ahead(self.step()) > 0,
            FovModel::ConeInclusive => {
                let [left, front, right] = self.front().map(Self::step);
                ahead(front) > 0 && ahead(front + left) >= 0 && ahead(front + right) >= 0
            }
        }
    }

    /// The direction that comes nearest to an offset; of two equally near ones the first clockwise from
    /// the present facing, so that nothing depends on which edge is whose.
    #[must_use]
    pub fn towards(offset: Hex, present: Self) -> Self {
        let ahead = |facing: Self| facing.step().dot2(offset);
        let clockwise = (0..6).map(|sixths| present.turned(sixths));
        clockwise.fold(
            present,
            |best, it| if ahead(it) > ahead(best) { it } else { best },
        )
    }

    /// Sixths of a circle from here clockwise to another direction, 0 to 5.
    #[must_use]
    pub const fn clockwise_to(self, other: Self) -> u8 {
        (other.0 + 6 - self.0) % 6
    }
}
