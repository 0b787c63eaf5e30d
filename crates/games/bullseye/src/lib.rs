//! The Bullseye Battlemap: mecha combat on rings and quadrants, success rolls, Overdrive.
//!
//! [`Bout::compile`] resolves two teams, a map, options and policies; [`Bullseye`] plays the bout.
//! `docs/rules/bullseye.md` lists every rule with the function that holds it.

mod data;
mod front_end;
mod narrate;
mod odds;
mod options;
mod policy;
mod policy_kind;
mod rules;
mod scenario_file;
mod sector;
mod system;

#[cfg(test)]
mod tests;

pub use equipoise_engine::{OptionError, UnknownPolicy};

pub use data::catalogue;
pub use data::profile::{Mecha, Weapon};
pub use data::scenario::{Entry, Force, Scenario};
pub use odds::opposed::{ContestRoll, OpposedOdds};
pub use odds::trial::{AttackTrial, TrackHits, TrackTrial};
pub use options::{
    BidOrder, ConfigurationEffect, DamageTypeEffects, GamemasterOverdrive, HoldCarry,
    InitiativeScene, InitiativeScope, LethalFailure, ObjectiveStart, OnesRule, Options,
    RangeMetric, StartQuadrants, StrafeDeclare, StrafeSpend, StrafeUnit,
};
pub use policy_kind::PolicyKind;
pub use rules::bout::{Bout, CompileError};
pub use rules::decision::DECISION_POINTS;
pub use rules::event::{Ending, Event, RollKind};
pub use rules::sectors::{Step, path_cost};
pub use rules::stability::StabilityTrack;
pub use rules::state::Battle;
pub use rules::view::attack_dice;
pub use sector::{Place, Sector};
pub use system::{Bullseye, UNIT_QUANTITIES};
