//! The game system.

use equipoise_dice::{Dice, StreamDice};
use equipoise_engine::{
    Decide, GameSystem, Listener, Log, LogEntry, NoLog, Observe, Outcome, Scratch, Side,
};

use crate::rules::bout::Bout;
use crate::rules::decision::DECISION_POINTS;
use crate::rules::event::Event;
use crate::rules::play::play;
use crate::rules::state::{Battle, Life};

/// The game system.
#[derive(Clone, Copy, Debug)]
pub struct ThirtyMm;

impl GameSystem for ThirtyMm {
    type Bout = Bout;
    type Battle = Battle;
    type Memo = ();
    type Event = Event;

    const NAME: &'static str = "thirty-mm";

    fn play<D: Dice, L: Log<Event>>(
        bout: &Bout,
        battle: &mut Battle,
        dice: &mut D,
        log: &mut L,
    ) -> Outcome {
        play(bout, bout.policies, battle, dice, log)
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

impl Decide for ThirtyMm {
    const POINTS: &'static [&'static str] = &DECISION_POINTS;
}

/// Per side, for each unit of its squad: whether it is still in play at the end (0 or 1), and the
/// Defense its core sections have left.
impl Observe for ThirtyMm {
    fn quantities(bout: &Bout, side: Side) -> usize {
        let pieces = bout.table(Side::A).pieces.iter();
        2 * pieces.filter(|piece| piece.side == side).count()
    }

    fn observe(bout: &Bout, battle: &Battle, mut record: impl FnMut(Side, usize, i64)) {
        let mut next = [0; 2];
        for (piece, state) in bout.table(Side::A).pieces.iter().zip(&battle.units) {
            let at = &mut next[piece.side.index()];
            record(piece.side, *at, i64::from(state.life == Life::InPlay));
            let left: u32 = state.defense.iter().copied().map(u32::from).sum();
            record(piece.side, *at + 1, i64::from(left));
            *at += 2;
        }
    }
}
