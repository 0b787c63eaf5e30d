//! 30 Minute Missions: Wargame: mechs of many sections on a hex board, d8 rolls, stored Action Points.
//!
//! The rules stand on their own here: datasheets and squads, the board, one unit's turn, and exact
//! odds of shots and standing duels. `docs/rules/thirty_mm.md` lists every rule with the function that
//! holds it.

mod data;
mod options;

#[cfg(test)]
mod tests;

pub use data::ability::{Ability, AbilityKind};
pub use data::catalogue;
pub use data::class::Class;
pub use data::fault::Fault;
pub use data::item::{Equipment, Shield};
pub use data::kind::{SectionKind, UnitKind};
pub use data::mission::Mission;
pub use data::pilot::{Pilot, Rank};
pub use data::sheet::{Held, Mount, Section, Sheet};
pub use data::squad::{EngagementSize, squad_charge};
pub use data::stats::{PerStat, Stat};
pub use data::weapon::{DamageType, PartsTotal, Tag, Weapon, WeaponCategory, WeaponPart};
pub use options::{
    ApCapScope, FacingAfterStep, FovModel, GrappleLockout, HalfLegsRounding, Options, ScatterOrder,
    ThrusterBlock,
};
