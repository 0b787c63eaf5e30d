//! Kinds of units and of core sections.

use serde::{Deserialize, Serialize};

/// Kind of unit: the type label of a datasheet (`mm30.unit.mech`, `mm30.unit.vehicle`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum UnitKind {
    /// Walks, has arms or a clear torso.
    Mech,
    /// EXA Tank: a vehicle.
    Tank,
    /// EXA Air Fighter: a vehicle.
    AirFighter,
    /// EXA Attack Sub: a vehicle.
    AttackSub,
    /// EXA Space Craft: a vehicle.
    SpaceCraft,
    /// Drone unit of a main unit (`mm30.drone.unit`).
    Drone,
}

impl UnitKind {
    /// Every kind with its name in data files.
    pub const NAMES: [(&'static str, Self); 6] = [
        ("mech", Self::Mech),
        ("tank", Self::Tank),
        ("air fighter", Self::AirFighter),
        ("attack sub", Self::AttackSub),
        ("space craft", Self::SpaceCraft),
        ("drone", Self::Drone),
    ];

    /// Whether the rules of vehicles apply (`mm30.unit.vehicle`).
    #[must_use]
    pub const fn is_vehicle(self) -> bool {
        matches!(
            self,
            Self::Tank | Self::AirFighter | Self::AttackSub | Self::SpaceCraft
        )
    }

    /// Core sections a unit of this kind has at least (`mm30.vehicle.min-sections`).
    #[must_use]
    pub const fn min_sections(self) -> usize {
        if self.is_vehicle() { 4 } else { 1 }
    }
}

/// Kind of core section (`mm30.build.core-sections`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum SectionKind {
    /// A head, or the cockpit of a vehicle.
    Head,
    /// The torso, or the body of a vehicle.
    Torso,
    /// An arm with its hand.
    Arm,
    /// A leg.
    Leg,
    /// Wheels, tracks, wings or rotors of a vehicle.
    Drive,
    /// Anything else.
    Other,
}

impl SectionKind {
    /// Every kind with its name in data files.
    pub const NAMES: [(&'static str, Self); 6] = [
        ("head", Self::Head),
        ("torso", Self::Torso),
        ("arm", Self::Arm),
        ("leg", Self::Leg),
        ("drive", Self::Drive),
        ("other", Self::Other),
    ];
}
