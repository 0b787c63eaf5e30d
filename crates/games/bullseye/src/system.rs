//! The game system.

use std::cell::RefCell;

use equipoise_dice::{Dice, StreamDice};

use equipoise_engine::{
    Decide, GameSystem, Listener, Log, LogEntry, NoLog, Observe, Outcome, Player, Scratch, Side,
};

use crate::policy::Asked;
use crate::rules::bout::Bout;
use crate::rules::decision::DECISION_POINTS;
use crate::rules::event::Event;
use crate::rules::game::Game;
use crate::rules::state::Battle;

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
        Game {
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

    fn play_logged(
        bout: &Bout,
        battle: &mut Battle,
        dice: &mut StreamDice,
        listen: &mut dyn FnMut(LogEntry<Event>),
    ) -> Outcome {
        Self::play(bout, battle, dice, &mut Listener(listen))
    }
}

/// One battle in which a player may make every decision; it sees all open information.
pub(crate) fn play_with(
    bout: &Bout,
    battle: &mut Battle,
    dice: &mut StreamDice,
    player: &mut dyn Player,
    listen: &mut dyn FnMut(LogEntry<Event>),
) -> Outcome {
    let player = RefCell::new(player);
    Game {
        bout,
        policies: bout.policies.map(|otherwise| Asked {
            player: &player,
            otherwise,
        }),
        state: battle,
        dice,
        log: &mut Listener(listen),
    }
    .play()
}

impl Decide for Bullseye {
    const POINTS: &'static [&'static str] = &DECISION_POINTS;
}

/// What [`Observe`] records of each mecha of a side, in the order of [`Bout::unit_names`]: whether it is still
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
