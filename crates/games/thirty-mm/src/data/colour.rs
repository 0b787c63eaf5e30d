//! Colours of hexes.

use serde::{Deserialize, Serialize};

/// Colour of a hex: what lies on it.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Colour {
    /// Plain ground (`mm30.terrain.grey-red`).
    #[default]
    Grey,
    /// Not to be entered (`mm30.terrain.grey-red`).
    Red,
    /// Desert (`mm30.terrain.tan`).
    Tan,
    /// Snow (`mm30.terrain.white`).
    White,
    /// Woods (`mm30.terrain.green-accuracy`).
    Green,
    /// Ruins (`mm30.terrain.black-move`).
    Black,
    /// Shallow water (`mm30.terrain.blue`).
    LightBlue,
    /// Deep water (`mm30.terrain.blue`).
    DarkBlue,
}

impl Colour {
    /// Every colour with its name in data files.
    pub const NAMES: [(&'static str, Self); 8] = [
        ("grey", Self::Grey),
        ("red", Self::Red),
        ("tan", Self::Tan),
        ("white", Self::White),
        ("green", Self::Green),
        ("black", Self::Black),
        ("light blue", Self::LightBlue),
        ("dark blue", Self::DarkBlue),
    ];

    /// Whether it is water.
    #[must_use]
    pub const fn is_water(self) -> bool {
        matches!(self, Self::LightBlue | Self::DarkBlue)
    }
}
