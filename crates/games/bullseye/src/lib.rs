//! The Bullseye Battlemap: mecha combat on rings and quadrants, success rolls, Overdrive.
//!
//! [`Bout::compile`] resolves two teams, a map, options and policies; [`Bullseye`] plays the bout.
//! `docs/rules/bullseye.md` lists every rule with the function that holds it.

mod attack;
mod bout;
mod chances;
mod event;
mod game;
mod hit;
mod initiative;
mod map;
mod narrate;
mod odds;
mod option_table;
mod options;
mod play;
mod policy;
mod profile;
mod scenario;
mod state;
mod thrown_odds;
mod trial;
mod turn;
mod view;
mod walks;

#[cfg(test)]
mod tests;

pub mod catalogue;

use equipoise_dice::{Dice, StreamDice};

use equipoise_engine::{Decide, GameSystem, Log, NoLog, Observe, Outcome, Scratch, Side};

pub use bout::{Bout, CompileError};
pub use event::{Ending, Event, RollKind};
pub use map::{Sector, Step, path_cost};
pub use odds::{ContestRoll, OpposedOdds, StabilityTrack};
pub use options::{
    BidOrder, ConfigurationEffect, DamageTypeEffects, GamemasterOverdrive, HoldCarry,
    InitiativeScene, InitiativeScope, LethalFailure, ObjectiveStart, OnesRule, OptionError,
    Options, RangeMetric, RolloutBudget, StrafeDeclare, StrafeSpend, StrafeUnit,
};
pub use policy::{DECISION_POINTS, PolicyKind, UnknownPolicy};
pub use profile::{Mecha, Weapon};
pub use scenario::{Entry, Force, Place, Scenario};
pub use state::Battle;
pub use thrown_odds::OpposedDice;
pub use trial::{AttackTrial, TrackHits, TrackTrial};
pub use view::attack_dice;

/// The game system.
#[derive(Clone, Copy, Debug)]
pub struct Bullseye;

impl GameSystem for Bullseye {
    type Bout = Bout;
    type Battle = Battle;
    type Memo = ();
    type Event = Event;

    const NAME: &'static str = "bullseye";

    fn play<D: Dice, L: Log<Event>>(
        bout: &Bout,
        battle: &mut Battle,
        dice: &mut D,
        log: &mut L,
    ) -> Outcome {
        game::Game {
            bout,
            policies: bout.policies,
            state: battle,
            dice,
            log,
        }
        .play()
    }

    fn run(bout: &Bout, scratch: &mut Scratch<Self>, dice: &mut StreamDice) -> Outcome {
        Self::play(bout, &mut scratch.battle, dice, &mut NoLog)
    }
}

impl Decide for Bullseye {
    const POINTS: &'static [&'static str] = &DECISION_POINTS;
}

/// What [`Observe`] records of each mecha of a side, in the order of the force: whether it is still
/// in the fight at the end (0 or 1), the boxes it checked on enemies, the enemies it destroyed.
pub const UNIT_QUANTITIES: [&str; 3] = ["survived", "boxes_dealt", "destroyed"];

/// Per side, for each mecha the [`UNIT_QUANTITIES`].
impl Observe for Bullseye {
    fn quantities(bout: &Bout, side: Side) -> usize {
        UNIT_QUANTITIES.len() * bout.side(side).len()
    }

    fn observe(bout: &Bout, battle: &Battle, mut record: impl FnMut(Side, usize, i64)) {
        for side in Side::BOTH {
            for (index, unit) in bout.side(side).enumerate() {
                let state = &battle.units[unit];
                let first = UNIT_QUANTITIES.len() * index;
                record(side, first, i64::from(state.in_play()));
                record(side, first + 1, i64::from(state.boxes_dealt));
                record(side, first + 2, i64::from(state.destroyed));
            }
        }
    }
}
