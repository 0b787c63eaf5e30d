//! Mecha with their pilots and weapons as a player writes them down.

use serde::{Deserialize, Serialize};

/// Weapons of a mecha at most.
pub(crate) const MAX_WEAPONS: usize = 8;

/// A weapon: its number and its word on the profile sheet (`bull.attack.range-penalty`,
/// `bull.attack.damage-type`).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Weapon {
    /// Name.
    pub name: String,
    /// Optimal Range, movement points.
    pub optimal_range: u8,
    /// Damage Type, a label without effect.
    pub damage_type: String,
}

/// A mecha and its pilot: one combatant (`bull.dice.linked-stats`).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Mecha {
    /// Name.
    pub name: String,
    /// Engineering linked stat: dice of the initiative roll.
    pub engineering: u8,
    /// Movement linked stat: dice of movement rolls.
    pub movement: u8,
    /// Attack linked stat: dice of attack rolls.
    pub attack: u8,
    /// Defense linked stat: dice of defense rolls.
    pub defense: u8,
    /// The pilot's Mecha Combat skill: highest face that is a success.
    pub skill: u8,
    /// Listed points.
    pub points: u16,
    /// Weapons, 1 to 8.
    pub weapons: Vec<Weapon>,
}

impl Mecha {
    /// The linked stats by name, in the order of the profile.
    #[must_use]
    pub const fn linked_stats(&self) -> [(&'static str, u8); 4] {
        [
            ("engineering", self.engineering),
            ("movement", self.movement),
            ("attack", self.attack),
            ("defense", self.defense),
        ]
    }
}
