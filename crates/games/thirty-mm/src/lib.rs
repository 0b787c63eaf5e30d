//! 30 Minute Missions: Wargame: mechs of many sections on a hex board, d8 rolls, stored Action Points.
//!
//! Datasheets and squads, the board, one unit's turn, whole battles by policies, and exact odds of
//! shots and standing duels. `docs/rules/thirty_mm.md` lists every rule with the function that
//! holds it.

mod data;
mod fast;
mod front_end;
mod narrate;
mod odds;
mod options;
mod policy;
mod policy_kind;
mod rules;
mod scenario_file;
mod system;

#[cfg(test)]
mod tests;

pub use data::ability::{Ability, AbilityKind, Power};
pub use data::catalogue;
pub use data::class::Class;
pub use data::colour::Colour;
pub use data::fault::{Fault, Faults};
pub use data::item::{Drone, Equipment, Shield};
pub use data::kind::{SectionKind, UnitKind};
pub use data::mission::Mission;
pub use data::pilot::{Pilot, Rank};
pub use data::scenario::{Area, Building, Force, Scenario};
pub use data::sheet::{Held, Mount, Section, Sheet};
pub use data::squad::{EngagementSize, squad_charge};
pub use data::stats::{PerStat, Stat};
pub use data::weapon::{DamageType, PartsTotal, Tag, Weapon, WeaponCategory, WeaponPart};
pub use odds::duel::DuelOdds;
pub use odds::fire::Fire;
pub use odds::grapple::{Bystander, Collision, GrappleOdds, Throw};
pub use odds::trial::ShotTrial;
pub use options::{
    ApCapScope, FacingAfterStep, FovModel, GrappleLockout, HalfLegsRounding, Options, ScatterOrder,
    StanceTrigger, ThrusterBlock, WhiteRoll,
};
pub use policy_kind::PolicyKind;
pub use rules::aim::Aim;
pub use rules::attack::{Attack, Strikes};
pub use rules::board::{Board, Edge};
pub use rules::bout::{Bout, Setting};
pub use rules::check::{Check, Reading};
pub use rules::decision::{Action, DECISION_POINTS, DroneMoves};
pub use rules::deploy::Deployment;
pub use rules::deviation::scatter;
pub use rules::event::{Command, Event, Peril};
pub use rules::facing::Facing;
pub use rules::game::Game;
pub use rules::grapple::{Grappled, Grip};
pub use rules::lines::{Crossing, between};
pub use rules::redundancy::Strike;
pub use rules::refusal::Refusal;
pub use rules::scoring::recon_markers;
pub use rules::setup::{Sequence, SetupStep, roll_for_sides, roll_mission};
pub use rules::shot::ShotOdds;
pub use rules::state::{
    Battle, Cover, DroneState, Hold, ItemState, Life, Phase, Piece, Place, Points, Posture, Record,
    Stance, Table, Turn, UnitId, UnitState,
};
pub use rules::terrain::{Structure, Terrain};
pub use rules::view::{Arm, View};
pub use system::{ROUND_QUANTITIES, ThirtyMm, UNIT_QUANTITIES};
