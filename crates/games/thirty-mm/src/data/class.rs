//! Classification by Total Defense.

use serde::{Deserialize, Serialize};

/// Class 1 to 5, fixed when the unit is built (`mm30.class.from-defense`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Class(u8);

impl Class {
    /// Highest Total Defense of classes 1 to 4.
    const BANDS: [u16; 4] = [75, 150, 225, 300];
    /// Standard Movement Points by class.
    const MOVEMENT: [u8; 5] = [5, 4, 3, 2, 1];
    /// Action Points added to each AP roll, by class.
    const AP_BONUS: [u8; 5] = [2, 2, 3, 4, 4];

    /// The class of a unit with this Total Defense.
    #[must_use]
    pub fn of_defense(total: u16) -> Self {
        let above = Self::BANDS.iter().filter(|&&most| total > most).count();
        Self(1 + above as u8)
    }

    /// The number, 1 to 5.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Standard Movement Points a turn (`mm30.class.movement`).
    #[must_use]
    pub const fn movement(self) -> u8 {
        Self::MOVEMENT[self.0 as usize - 1]
    }

    /// Action Points added to the d8 of each turn (`mm30.class.base-ap`).
    #[must_use]
    pub const fn ap_bonus(self) -> u8 {
        Self::ap_bonus_of(self.0)
    }

    /// Action Points added to each AP roll by the number of a class; below 1 counts as 1, above 5 as 5.
    pub(crate) const fn ap_bonus_of(number: u8) -> u8 {
        match number {
            0 => Self::AP_BONUS[0],
            1..=4 => Self::AP_BONUS[number as usize - 1],
            _ => Self::AP_BONUS[4],
        }
    }
}
