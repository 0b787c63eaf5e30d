//! Systems, mods and traits.

use serde::{Deserialize, Serialize};

use super::stats::PerStat;

/// What an ability is (`mm30.pilot.smt-slots`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum AbilityKind {
    /// Comes with an attached part.
    System,
    /// Chosen with the pilot.
    Mod,
    /// Chosen with the pilot.
    Trait,
}

impl AbilityKind {
    /// Every kind with its name in data files.
    pub const NAMES: [(&'static str, Self); 3] = [
        ("system", Self::System),
        ("mod", Self::Mod),
        ("trait", Self::Trait),
    ];
}

/// What an ability lets a unit do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Power {
    /// Hover/Fly: levels 1 to 3 in the air (`mm30.status.elevation-marker`).
    Fly,
    /// Cruise/Swim: levels -1 and -2 in water (`mm30.status.elevation-marker`).
    Swim,
    /// Jump, which vehicles never have (`mm30.vehicle.elevation-lock`).
    Jump,
    /// Control Management, which drones need (`mm30.drone.equipment`).
    ControlManagement,
    /// Drone Agent, of a drone unit (`mm30.drone.unit`).
    DroneAgent,
}

impl Power {
    /// Every power with its name in data files.
    pub const NAMES: [(&'static str, Self); 5] = [
        ("fly", Self::Fly),
        ("swim", Self::Swim),
        ("jump", Self::Jump),
        ("control management", Self::ControlManagement),
        ("drone agent", Self::DroneAgent),
    ];
}

/// A system, mod or trait: a cost and effects given as data (`mm30.pilot.smt-slots`).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Ability {
    /// Name.
    pub name: String,
    /// System, mod or trait.
    pub kind: AbilityKind,
    /// Deployment cost.
    pub cost: u16,
    /// Permanent changes of the stats, negative to improve them (`mm30.stat.smt-change`).
    pub stats: PerStat<i8>,
    /// Modifiers of every roll of a stat (`mm30.roll.stacking`).
    pub rolls: PerStat<i8>,
    /// What it lets the unit do.
    pub powers: Vec<Power>,
}
