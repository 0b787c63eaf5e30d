//! Shields and equipment.

use serde::{Deserialize, Serialize};

/// A shield.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Shield {
    /// Name.
    pub name: String,
    /// Damage it takes until it is destroyed.
    pub durability: u16,
    /// Deployment cost.
    pub cost: u16,
}

/// A group of equipment, such as a wing with its thrusters (`mm30.build.thruster-groups`).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Equipment {
    /// Name.
    pub name: String,
    /// Damage it takes until it is destroyed: the sum over its parts.
    pub durability: u16,
    /// Deployment cost.
    pub cost: u16,
    /// Whether it is a group of thrusters.
    pub thruster: bool,
    /// Number of the core section it sits on; `None` for none in particular.
    pub section: Option<usize>,
}
