//! One battle with everything that can be observed of it.

use equipoise_dice::{StreamDice, stream};
use equipoise_engine::{LogEntry, NoLog, Observe, Outcome, Scratch, Side};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;

/// Master seed of all battles of the suite.
pub(crate) const SEED: u64 = 20_261_123;

/// How a battle ended: everything that the simulator can see of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    pub(crate) outcome: Outcome,
    /// Side, number of the quantity, value, in the order recorded.
    pub(crate) observed: Vec<(Side, usize, i64)>,
    /// The generator as the battle left it.
    pub(crate) dice: Xoshiro256PlusPlus,
}

impl Ending {
    /// How it differs from the one expected.
    pub(crate) fn expect(&self, expected: &Self) -> Result<(), String> {
        if self.outcome != expected.outcome {
            return Err(format!("{:?}, not {:?}", self.outcome, expected.outcome));
        }
        if self.observed != expected.observed {
            return Err("the observed quantities differ".to_owned());
        }
        if self.dice != expected.dice {
            return Err("the dice are left at another place".to_owned());
        }
        Ok(())
    }
}

/// The dice of battle `number`.
pub(crate) fn dice(cell: u64, number: u64) -> StreamDice {
    StreamDice::new(stream(SEED, cell, number))
}

/// Runs battle `number` as a simulation does.
pub(crate) fn run<S: Observe>(
    bout: &S::Bout,
    scratch: &mut Scratch<S>,
    mut dice: StreamDice,
) -> Ending {
    let outcome = S::run(bout, scratch, &mut dice);
    ending::<S>(bout, &scratch.battle, outcome, dice)
}

/// Plays a battle without a log, by the path of a replay.
pub(crate) fn play_silently<S: Observe>(
    bout: &S::Bout,
    battle: &mut S::Battle,
    mut dice: StreamDice,
) -> Ending {
    let outcome = S::play(bout, battle, &mut dice, &mut NoLog);
    ending::<S>(bout, battle, outcome, dice)
}

/// Plays a battle and keeps all that it reports.
pub(crate) fn play_logged<S: Observe>(
    bout: &S::Bout,
    battle: &mut S::Battle,
    mut dice: StreamDice,
) -> (Ending, Chronicle<S::Event>) {
    let mut entries = Vec::new();
    let outcome = S::play_logged(bout, battle, &mut dice, &mut |entry| entries.push(entry));
    let ending = ending::<S>(bout, battle, outcome, dice);
    (ending, Chronicle(entries))
}

fn ending<S: Observe>(
    bout: &S::Bout,
    scratch: &S::Battle,
    outcome: Outcome,
    dice: StreamDice,
) -> Ending {
    let mut observed = Vec::new();
    S::observe(bout, scratch, |side, quantity, value| {
        observed.push((side, quantity, value));
    });
    Ending {
        outcome,
        observed,
        dice: dice.into_inner(),
    }
}

/// All that a battle reports, in order.
pub(crate) struct Chronicle<E>(Vec<LogEntry<E>>);

impl<E> Chronicle<E> {
    /// What happened.
    pub(crate) fn events(&self) -> impl Iterator<Item = &E> {
        self.0.iter().filter_map(|entry| match entry {
            LogEntry::Event(event) => Some(event),
            LogEntry::Decision(_) => None,
        })
    }

    /// The decision points at which policies were asked.
    pub(crate) fn decisions(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().filter_map(|entry| match entry {
            LogEntry::Decision(point) => Some(*point),
            LogEntry::Event(_) => None,
        })
    }
}

impl<E: Serialize> Chronicle<E> {
    /// Every entry as text, to be compared.
    pub(crate) fn lines(&self) -> Result<Vec<String>, serde_json::Error> {
        let line = |entry: &LogEntry<E>| match entry {
            LogEntry::Decision(point) => Ok((*point).to_owned()),
            LogEntry::Event(event) => serde_json::to_string(event),
        };
        self.0.iter().map(line).collect()
    }
}

/// A battle logged from beginning to end, on fresh memory.
pub(crate) fn tell<S: Observe>(bout: &S::Bout, dice: StreamDice) -> (Ending, Chronicle<S::Event>) {
    play_logged::<S>(bout, &mut S::Battle::default(), dice)
}
