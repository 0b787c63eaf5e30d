//! MechaStellar core rules VER10: d10 pools, hits against defences, armour saves, Momentum.
//!
//! [`Bout::compile`] resolves two forces, a table, options and policies; [`MechaStellar`] plays the
//! bout. `docs/rules/mechastellar_core.md` lists every rule with the function that holds it,
//! `docs/rules/mechastellar_wargame.md` those of the wargame: behaviour tables and upgrades.

mod data;
mod fast;
mod front_end;
mod narrate;
mod odds;
mod options;
mod policy;
mod policy_kind;
mod rules;
pub mod weights;

#[cfg(test)]
mod tests;

use equipoise_dice::{Dice, StreamDice};

use equipoise_engine::{
    Decide, GameSystem, Listener, Log, LogEntry, NoLog, Observe, Outcome, Scratch, Side,
};

pub use equipoise_engine::{OptionError, UnknownPolicy};

pub use data::catalogue;
pub use data::command::{CommanderTrait, Fleet, FleetTrait};
pub use data::profile::{
    Barrier, BarrierArc, Category, Defence, Effect, Mode, NoWear, RapidFire, RapidFireEffect,
    Resource, ResourceKind, Role, Sensors, Shield, Ship, Special, Stops, Support, Tier,
    UnitProfile, UnitType, Upgrade, Weapon, WeaponKind,
};
pub use data::scenario::{
    Attacker, BattleMode, Deployment, Entry, Environment, Force, Place, Redeployment, Scenario,
    TerrainPiece,
};
pub use data::secondary::Objective;
pub use data::table::Table;
pub use data::traits::{Trait, TraitList, TraitTerms};
pub use data::upgrade::{Terms, Who};
pub use fast::exact::exact;
pub use fast::memo::Memo;
pub use odds::attack::{AttackDistribution, AttackMeans, AttackOdds, PoolOdds};
pub use odds::trial::{AttackTrial, Blow};
pub use options::{
    AdvantageMode, DisengageMode, FlashWithSkill, HexSize, IronWallFinisher, Options,
    ScoringProfile, ShiftWindow, TieBreak,
};
pub use policy_kind::PolicyKind;
pub use rules::bout::Bout;
pub use rules::compile_error::CompileError;
pub use rules::constants::{self, finisher_threshold};
pub use rules::event::{Counts, Event, MomentumCause};
pub use rules::hurt::Location;
pub use rules::moves::MoveKind;
pub use rules::scoring::starting_momentum;
pub use rules::state::Battle;

use fast::memo::{CachedPolicies, play_on};
use policy::policies::Policies;
use policy::search::PlayOuts;
use rules::earnings::Source;
use rules::game::Game;
use rules::view::View;

/// The game system.
#[derive(Clone, Copy, Debug)]
pub struct MechaStellar;

impl MechaStellar {
    /// [`GameSystem::run`] on any dice.
    pub fn run_on<D: Dice>(
        bout: &Bout,
        battle: &mut Battle,
        memo: &mut Memo,
        dice: &mut D,
    ) -> Outcome {
        let decider = &mut CachedPolicies::new(bout, memo);
        Game {
            bout,
            decider,
            state: battle,
            dice,
            log: &mut NoLog,
        }
        .play()
    }
}

impl GameSystem for MechaStellar {
    type Bout = Bout;
    type Battle = Battle;
    type Memo = Memo;
    type Event = Event;

    const NAME: &'static str = "mechastellar";

    fn play<D: Dice, L: Log<Event>>(
        bout: &Bout,
        battle: &mut Battle,
        dice: &mut D,
        log: &mut L,
    ) -> Outcome {
        let play_outs = PlayOuts::new(play_on);
        let decider = &mut Policies::new(bout.policies, &play_outs);
        Game {
            bout,
            decider,
            state: battle,
            dice,
            log,
        }
        .play()
    }

    fn run(bout: &Bout, scratch: &mut Scratch<Self>, dice: &mut StreamDice) -> Outcome {
        Self::run_on(bout, &mut scratch.battle, &mut scratch.memo, dice)
    }

    fn play_logged(
        bout: &Bout,
        battle: &mut Battle,
        dice: &mut StreamDice,
        listen: &mut dyn FnMut(LogEntry<Event>),
    ) -> Outcome {
        Self::play(bout, battle, dice, &mut Listener(listen))
    }
}

/// Named as the questions of a policy; `docs/policies.md` says what is decided at each.
impl Decide for MechaStellar {
    const POINTS: &'static [&'static str] = rules::decider::POINTS;
}

/// Momentum and control points at the end of each round.
const ROUND_QUANTITIES: usize = 2 * constants::ROUNDS as usize;
/// Quantities that do not belong to a unit: those of the rounds, and victory points by source.
const SIDE_QUANTITIES: usize = ROUND_QUANTITIES + Source::COUNT;
/// Quantities of each model: survived (0 or 1), HP taken from enemies, victory points earned.
const UNIT_QUANTITIES: usize = 3;

/// Per side: Momentum after rounds 1 to 5, control points after rounds 1 to 5, victory points by source, then for each model
/// whether it survived, the HP it took from enemies and the victory points it earned. A round that
/// was not played keeps the last values.
impl Observe for MechaStellar {
    fn quantities(bout: &Bout, side: Side) -> usize {
        SIDE_QUANTITIES + UNIT_QUANTITIES * bout.side(side).len()
    }

    fn observe(bout: &Bout, battle: &Battle, mut record: impl FnMut(Side, usize, i64)) {
        let rounds = usize::from(constants::ROUNDS);
        let last = usize::from(battle.round.max(1)) - 1;
        for side in Side::BOTH {
            for round in 0..rounds {
                let at = round.min(last);
                let momentum = battle.momentum_by_round[side.index()][at];
                let points = battle.points_by_round[side.index()][at];
                record(side, round, i64::from(momentum));
                record(side, rounds + round, i64::from(points));
            }
            let view = View {
                bout,
                state: battle,
            };
            let earnings = view.earnings(side);
            for (source, &points) in earnings.by_source().iter().enumerate() {
                record(side, ROUND_QUANTITIES + source, i64::from(points));
            }
            for (index, unit) in bout.side(side).enumerate() {
                let state = &battle.units[unit];
                let first = SIDE_QUANTITIES + UNIT_QUANTITIES * index;
                record(side, first, i64::from(state.hp > 0));
                record(side, first + 1, i64::from(state.damage_dealt));
                record(side, first + 2, i64::from(state.vp_earned));
            }
        }
    }
}
