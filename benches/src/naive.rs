//! Naive dice: one draw for each die.

use equipoise_dice::{Dice, PoolShape, Roll, Sides, StreamDice};
use equipoise_engine::{GameSystem, Log, Outcome, Scratch};
use equipoise_mechastellar::{Battle, Bout, Event, MechaStellar, Memo};
use rand::{Rng, RngExt};

/// Rolls every die with its own `random_range`; the naive counterpart of `TableDice`.
#[derive(Clone, Debug)]
pub struct DieByDie<R>(pub R);

impl<R: Rng> Dice for DieByDie<R> {
    #[inline]
    fn pool(&mut self, shape: PoolShape) -> Roll {
        let sides = shape.sides.count();
        (0..shape.dice).fold(Roll::default(), |sum, _| {
            sum.plus(shape.read(self.0.random_range(1..=sides)))
        })
    }

    #[inline]
    fn fails(&mut self, sides: Sides, dice: u8, needed: i32) -> u8 {
        (0..dice)
            .filter(|_| self.0.random_range(1..=i32::from(sides.count())) < needed)
            .count() as u8
    }

    #[inline]
    fn die(&mut self, sides: Sides) -> u8 {
        self.0.random_range(1..=sides.count())
    }

    #[inline]
    fn below(&mut self, bound: u32) -> u32 {
        self.0.random_range(0..bound)
    }
}

/// The same rules on [`DieByDie`]: the difference is the gain from tables.
#[derive(Clone, Copy, Debug)]
pub struct NaiveMechaStellar;

impl GameSystem for NaiveMechaStellar {
    type Bout = Bout;
    type Battle = Battle;
    type Memo = Memo;
    type Event = Event;

    const NAME: &'static str = "mechastellar-die-by-die";

    fn play<D: Dice, L: Log<Event>>(
        bout: &Bout,
        battle: &mut Battle,
        dice: &mut D,
        log: &mut L,
    ) -> Outcome {
        MechaStellar::play(bout, battle, dice, log)
    }

    fn run(bout: &Bout, scratch: &mut Scratch<Self>, dice: &mut StreamDice) -> Outcome {
        let Scratch { battle, memo } = scratch;
        MechaStellar::run_on(bout, battle, memo, &mut DieByDie(dice.rng()))
    }
}
