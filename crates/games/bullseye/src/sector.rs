//! Sectors of the map as scenarios, options and reports name them.

use std::fmt;

use serde::{Deserialize, Serialize};

/// One sector of the map (`bull.setup.geometry`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Sector {
    /// Ring, 0 for the innermost.
    pub ring: u8,
    /// Quadrant, 0 in an undivided centre.
    pub quadrant: u8,
}

impl fmt::Display for Sector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.ring, self.quadrant)
    }
}

/// A start sector as its side sees the map: quadrants are counted from the side's own start
/// quadrant, by side A upwards and by side B downwards, so that both see the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// Ring, 0 for the centre.
    pub ring: u8,
    /// Quadrants from the own start quadrant.
    pub quadrant: u8,
}
