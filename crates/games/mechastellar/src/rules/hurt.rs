//! What a hit costs: HP, and what Battle Damage takes.

use serde::Serialize;

use super::clash::Strike;

/// What Battle Damage can take (`ms10.battle-damage.option`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "part", content = "index")]
pub enum Location {
    /// A weapon, by its position in the profile.
    Weapon(usize),
    /// A shield, by its position in the profile.
    Shield(usize),
    /// Head or main camera.
    Head,
    /// Legs or propulsion.
    Legs,
    /// Core or reactor.
    Core,
}

/// A failed save, or the bonus of a finishing blow, about to cost HP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hurt {
    pub(crate) strike: Strike,
    /// HP this item costs.
    pub(crate) item: u32,
    /// HP the attack costs so far, this item left out.
    pub(crate) taken: u32,
    /// HP the items after this one cost.
    pub(crate) rest: u32,
}
