//! What an attack aims at.

use serde::Serialize;

/// What an attack aims at (`mm30.ranged.choose-section`, `mm30.ranged.target-equipment`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aim {
    /// A core section.
    Section(usize),
    /// A weapon in hand or mounted.
    Weapon(usize),
    /// A shield in hand.
    Shield(usize),
    /// A group of equipment.
    Equipment(usize),
}
