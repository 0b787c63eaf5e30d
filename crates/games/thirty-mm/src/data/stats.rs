//! Accuracy, Assault and Evasion.

use serde::{Deserialize, Serialize};

/// A stat: a target number, lower is better (`mm30.stat.base`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Stat {
    /// To hit at range.
    Accuracy,
    /// To hit in close combat, to grapple.
    Assault,
    /// To dodge.
    Evasion,
}

impl Stat {
    /// The stats in the order of a datasheet.
    pub const ALL: [Self; 3] = [Self::Accuracy, Self::Assault, Self::Evasion];
    /// Lowest value of any stat (`mm30.stat.floor`).
    pub const MIN: u8 = 2;
    /// Highest base value that a core type has (`mm30.stat.base`).
    pub const MAX: u8 = 9;

    /// Name in data files and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Accuracy => "accuracy",
            Self::Assault => "assault",
            Self::Evasion => "evasion",
        }
    }
}

/// A number for each stat.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct PerStat<T>(pub [T; 3]);

impl<T: Copy> PerStat<T> {
    /// The number of a stat.
    #[must_use]
    pub const fn get(&self, stat: Stat) -> T {
        self.0[stat as usize]
    }
}
