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
    /// What kind of drone it is, if it is one (`mm30.drone.equipment`).
    pub drone: Option<Drone>,
    /// Whether the drone has A.I.
    pub ai: bool,
}

/// Kind of drone, by its tag (`mm30.drone.formation`, `mm30.drone.turret`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Drone {
    /// DF: flies with its unit.
    Flight,
    /// DL: walks with its unit.
    Land,
    /// DS: swims with its unit.
    Swim,
    /// DT: stays where it was put.
    Turret,
}

impl Drone {
    /// Every kind with its tag.
    pub const NAMES: [(&'static str, Self); 4] = [
        ("DF", Self::Flight),
        ("DL", Self::Land),
        ("DS", Self::Swim),
        ("DT", Self::Turret),
    ];
}
