//! Numbered sectors, sets of them, and the steps between them.

use serde::Serialize;

/// Position of a sector in the list of all, below [`MAX_SECTORS`].
pub(crate) type SectorId = u8;

/// Eight rings of eight quadrants, so that a set of sectors is one word.
pub(crate) const MAX_SECTORS: usize = 64;

/// A set of sectors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SectorSet(pub(crate) u64);

impl SectorSet {
    #[inline]
    pub(crate) const fn contains(self, sector: SectorId) -> bool {
        self.0 >> (sector as u32 % u64::BITS) & 1 == 1
    }

    #[inline]
    pub(crate) const fn insert(&mut self, sector: SectorId) {
        self.0 |= 1 << (sector as u32 % u64::BITS);
    }

    #[inline]
    pub(crate) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = SectorId> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let next = (left != 0).then(|| left.trailing_zeros() as SectorId);
            left &= left.wrapping_sub(1);
            next
        })
    }
}

/// Kind of a step across one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Across a curved line.
    Ring,
    /// Across a straight line.
    Quadrant,
}

impl Step {
    /// Movement points it costs (`bull.move.ring-step`, `bull.move.quadrant-step`).
    #[inline]
    #[must_use]
    pub const fn cost(self) -> u8 {
        match self {
            Self::Ring => 1,
            Self::Quadrant => 2,
        }
    }
}

/// Movement points of a row of steps within one turn, or `None` if it crosses two quadrant lines
/// in a row (`bull.move.no-double-quadrant`).
///
/// ```
/// use equipoise_bullseye::{Step, path_cost};
/// assert_eq!(path_cost(&[Step::Quadrant, Step::Ring, Step::Quadrant]), Some(5));
/// assert_eq!(path_cost(&[Step::Quadrant, Step::Quadrant]), None);
/// ```
#[must_use]
pub fn path_cost(steps: &[Step]) -> Option<u8> {
    let double = steps
        .windows(2)
        .any(|pair| pair == [Step::Quadrant, Step::Quadrant]);
    let cost = || steps.iter().map(|step| step.cost()).sum();
    (!double).then(cost)
}
