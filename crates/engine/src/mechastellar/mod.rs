//! MechaStellar core rules VER10: d10 pools, hits against defences, armour saves, Momentum.
//!
//! [`Bout::compile`] resolves two forces, a table, options and policies; [`MechaStellar`] plays the
//! bout. `docs/rules/mechastellar_core.md` lists every rule with the function that holds it.

mod aim;
mod attack;
mod bout;
mod clash;
pub mod constants;
mod control;
mod damage;
mod deploy;
mod event;
mod expect;
mod game;
mod ground;
mod moves;
mod narrate;
mod odds;
mod options;
mod play;
mod policy;
mod pools;
mod profile;
mod push;
mod scenario;
mod ships;
mod skills;
mod state;
mod terrain;
mod turn;
mod unit;
mod view;

#[cfg(test)]
mod tests;

pub mod catalogue;

use equipoise_dice::Dice;

use crate::{GameSystem, Log, Outcome};

pub use bout::{Bout, CompileError, Table, starting_momentum};
pub use constants::finisher_threshold;
pub use damage::Location;
pub use event::{Counts, Event, MomentumCause};
pub use moves::MoveKind;
pub use odds::{AttackDistribution, AttackMeans, AttackOdds, PoolOdds};
pub use options::{
    AdvantageMode, DisengageMode, FlashWithSkill, IronWallFinisher, OptionError, OptionInfo,
    Options, ShiftWindow, TieBreak,
};
pub use policy::{PolicyKind, UnknownPolicy};
pub use profile::{
    Barrier, BarrierArc, Category, Defence, Effect, Mode, NoWear, RapidFire, RapidFireEffect,
    Resource, ResourceKind, Role, Sensors, Shield, Ship, Special, Stops, Support, Tier,
    UnitProfile, UnitType, Weapon, WeaponKind,
};
pub use scenario::{Deployment, Entry, Environment, Force, Place, Scenario, TerrainPiece};
pub use state::Battle;

/// The game system.
#[derive(Clone, Copy, Debug)]
pub struct MechaStellar;

impl GameSystem for MechaStellar {
    type Bout = Bout;
    type Battle = Battle;
    type Event = Event;

    const NAME: &'static str = "mechastellar";

    fn play<D: Dice, L: Log<Event>>(
        bout: &Bout,
        battle: &mut Battle,
        dice: &mut D,
        log: &mut L,
    ) -> Outcome {
        game::Game {
            bout,
            state: battle,
            dice,
            log,
        }
        .play()
    }
}
