//! A d8 against a stat.

use std::fmt;

use equipoise_dice::{Dice, Sides};
use serde::Serialize;

/// How a roll against a stat came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reading {
    /// The roll falls short.
    Fails,
    /// The roll reaches the stat.
    Passes,
    /// The die shows an 8: always a success, and a critical hit in attacks.
    Natural8,
}

/// A roll of one d8 against a stat, with the sum of all modifiers (`mm30.roll.stacking`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Check {
    /// The stat: the lowest value that passes.
    pub stat: u8,
    /// Added to faces 2 to 7.
    pub modifier: i8,
}

/// The stat, with the modifier if there is one.
impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.modifier {
            0 => write!(f, "{}", self.stat),
            modifier => write!(f, "{} with {modifier:+}", self.stat),
        }
    }
}

impl Check {
    /// Faces of the die (`mm30.core.die`).
    pub const FACES: u8 = Sides::D8.count();

    /// Reads a face, 1 to 8 (`mm30.roll.modified`).
    #[inline]
    #[must_use]
    pub const fn read(self, face: u8) -> Reading {
        if face >= Self::FACES {
            return Reading::Natural8;
        }
        if face > 1 && face as i16 + self.modifier as i16 >= self.stat as i16 {
            Reading::Passes
        } else {
            Reading::Fails
        }
    }

    /// Rolls the die and reads it.
    #[inline]
    pub fn roll<D: Dice>(self, dice: &mut D) -> (u8, Reading) {
        let face = dice.die(Sides::D8);
        (face, self.read(face))
    }

    /// How many of the eight faces read so: of faces 2 to 7 those from the lowest that passes, the 8, and the
    /// rest.
    #[inline]
    #[must_use]
    pub fn faces(self, reading: Reading) -> u8 {
        let lowest = i16::from(self.stat) - i16::from(self.modifier);
        let passes = (8 - lowest.max(2)).max(0) as u8;
        match reading {
            Reading::Fails => Self::FACES - 1 - passes,
            Reading::Passes => passes,
            Reading::Natural8 => 1,
        }
    }
}
