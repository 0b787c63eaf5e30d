//! One battle with all that can be told of it.

use equipoise_dice::{StreamDice, stream};
use equipoise_engine::{Log, NoLog, Observe, Outcome, Scratch, Side};
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

/// Plays a battle with a log.
pub(crate) fn play<S: Observe, L: Log<S::Event>>(
    bout: &S::Bout,
    scratch: &mut S::Battle,
    mut dice: StreamDice,
    log: &mut L,
) -> Ending {
    let outcome = S::play(bout, scratch, &mut dice, log);
    ending::<S>(bout, scratch, outcome, dice)
}

/// Plays a battle without a log, by the path of a replay.
pub(crate) fn play_silently<S: Observe>(
    bout: &S::Bout,
    scratch: &mut S::Battle,
    dice: StreamDice,
) -> Ending {
    play::<S, _>(bout, scratch, dice, &mut NoLog)
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

/// What a log hears.
pub(crate) enum Heard<E> {
    /// A policy was asked.
    Decision(&'static str),
    /// Something happened.
    Event(E),
}

/// A log that keeps everything it hears, in order.
pub(crate) struct Chronicle<E>(pub(crate) Vec<Heard<E>>);

impl<E> Default for Chronicle<E> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<E> Log<E> for Chronicle<E> {
    fn record(&mut self, event: impl FnOnce() -> E) {
        self.0.push(Heard::Event(event()));
    }

    fn decision(&mut self, point: &'static str) {
        self.0.push(Heard::Decision(point));
    }
}

impl<E: Serialize> Chronicle<E> {
    /// Everything heard as text, to be compared.
    pub(crate) fn lines(&self) -> Result<Vec<String>, serde_json::Error> {
        let line = |heard: &Heard<E>| match heard {
            Heard::Decision(point) => Ok((*point).to_owned()),
            Heard::Event(event) => serde_json::to_string(event),
        };
        self.0.iter().map(line).collect()
    }
}

/// A battle told from beginning to end on fresh memory.
pub(crate) fn tell<S: Observe>(bout: &S::Bout, dice: StreamDice) -> (Ending, Chronicle<S::Event>) {
    let mut log = Chronicle::default();
    let ending = play::<S, _>(bout, &mut S::Battle::default(), dice, &mut log);
    (ending, log)
}
