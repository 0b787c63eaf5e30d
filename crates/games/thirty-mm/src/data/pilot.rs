//! Pilots and their ranks.

use serde::{Deserialize, Serialize};

use super::ability::Ability;
use super::stats::PerStat;

/// What a rank grants (`mm30.pilot.ranks`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rank {
    /// Stat-reduction points.
    pub points: u8,
    /// Mods at most.
    pub mods: usize,
    /// Traits at most.
    pub traits: usize,
    /// Deployment cost.
    pub cost: u16,
}

impl Rank {
    /// Highest rank.
    pub const HIGHEST: u8 = 5;

    const TABLE: [Self; 5] = [
        Self::new(0, 0, 1, 0),
        Self::new(1, 1, 1, 20),
        Self::new(2, 2, 1, 60),
        Self::new(3, 2, 1, 120),
        Self::new(4, 3, 2, 200),
    ];

    const fn new(points: u8, mods: usize, traits: usize, cost: u16) -> Self {
        Self {
            points,
            mods,
            traits,
            cost,
        }
    }

    /// The rank of a number; below 1 counts as 1, above 5 as 5.
    #[must_use]
    pub fn of(number: u8) -> Self {
        Self::TABLE[usize::from(number.clamp(1, Self::HIGHEST)) - 1]
    }
}

/// A pilot, or an AI of equal rank.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Pilot {
    /// Rank, 1 to 5.
    pub rank: u8,
    /// Stat-reduction points spent on each stat (`mm30.stat.reduction`).
    pub points: PerStat<u8>,
    /// Mods.
    pub mods: Vec<Ability>,
    /// Traits.
    pub traits: Vec<Ability>,
}
