//! The game system.

use equipoise_dice::{Dice, StreamDice};
use equipoise_engine::{
    Decide, GameSystem, Listener, Log, LogEntry, NoLog, Observe, Outcome, Scratch, Side,
};

use crate::rules::bout::Bout;
use crate::rules::decision::DECISION_POINTS;
use crate::rules::event::Event;
use crate::rules::play::play;
use crate::rules::state::{Battle, Life, ROUNDS_TOLD, UnitState};

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

/// What [`Observe`] records of a side at the end of each round; a battle that ends earlier keeps the
/// values of its end.
pub const ROUND_QUANTITIES: [&str; 1] = ["victory_points"];

/// What [`Observe`] records of each unit of a side, in the order of the squad: whether it is still in play
/// at the end (0 or 1), the Defense its core sections have left, the core sections it has lost, the Action
/// Points it spent, its attacks on units, those that hit, and the Defense of core sections they took.
pub const UNIT_QUANTITIES: [&str; 7] = [
    "survived",
    "defense_left",
    "sections_lost",
    "ap_spent",
    "attacks",
    "hits",
    "damage_dealt",
];

/// Per side the [`ROUND_QUANTITIES`] of each round told, then for each unit the [`UNIT_QUANTITIES`].
impl Observe for ThirtyMm {
    fn quantities(bout: &Bout, side: Side) -> usize {
        let pieces = bout.table(Side::A).pieces.iter();
        let units = pieces.filter(|piece| piece.side == side).count();
        ROUNDS_TOLD * ROUND_QUANTITIES.len() + UNIT_QUANTITIES.len() * units
    }

    fn observe(bout: &Bout, battle: &Battle, mut record: impl FnMut(Side, usize, i64)) {
        for side in Side::BOTH {
            let last = battle.points[side.index()].total();
            for round in 0..ROUNDS_TOLD {
                let points = battle.by_round.get(round).map(|both| both[side.index()]);
                record(side, round, points.unwrap_or(last).into());
            }
        }
        let mut next = [ROUNDS_TOLD * ROUND_QUANTITIES.len(); 2];
        for (piece, state) in bout.table(Side::A).pieces.iter().zip(&battle.units) {
            for value in unit_quantities(state) {
                let at = &mut next[piece.side.index()];
                record(piece.side, *at, value);
                *at += 1;
            }
        }
    }
}

fn unit_quantities(state: &UnitState) -> [i64; UNIT_QUANTITIES.len()] {
    let left: u32 = state.defense.iter().copied().map(u32::from).sum();
    let lost = state.defense.iter().filter(|&&left| left == 0).count();
    let record = state.record;
    [
        i64::from(state.life == Life::InPlay),
        left.into(),
        lost as i64,
        record.ap.into(),
        record.attacks.into(),
        record.hits.into(),
        record.damage.into(),
    ]
}
