//! A compiled pairing: any of its battles can be played alone.

use equipoise_dice::{StreamDice, stream};
use equipoise_engine::{GameSystem, LogEntry, Outcome, PlayWith, Scratch, Side};

use crate::guests::{Guests, Seated};
use crate::plan::Pairing;

/// A pairing compiled in both seat orders.
///
/// Each battle draws from a generator stream of its own, named by master seed, pairing and
/// number of the battle, and so can be replayed without the ones before it, or set against the
/// same battle under other rules.
pub struct CompiledPairing<S: GameSystem> {
    pairing: Pairing,
    seed: u64,
    bouts: [S::Bout; 2],
}

impl<S: GameSystem> CompiledPairing<S> {
    /// Compiles the pairing; `compile` gets the contestants in seat order.
    ///
    /// # Errors
    /// What `compile` returns.
    pub fn compile<E>(
        pairing: Pairing,
        seed: u64,
        compile: impl Fn(usize, usize) -> Result<S::Bout, E>,
    ) -> Result<Self, E> {
        let bouts = [
            compile(pairing.a, pairing.b)?,
            compile(pairing.b, pairing.a)?,
        ];
        Ok(Self {
            pairing,
            seed,
            bouts,
        })
    }

    /// The seat that contestant a takes in battle number `battle`: seats alternate.
    #[must_use]
    pub const fn seat_of_a(&self, battle: u64) -> Side {
        if battle.is_multiple_of(2) {
            self.pairing.seat
        } else {
            self.pairing.seat.other()
        }
    }

    /// The compiled bout that battle number `battle` is played on.
    #[must_use]
    pub const fn bout(&self, battle: u64) -> &S::Bout {
        &self.bouts[self.seat_of_a(battle).index()]
    }

    /// Plays battle number `battle` and passes its events and decisions to `listen`; side A of the
    /// outcome is contestant a, whatever its seat.
    pub fn play_logged(
        &self,
        battle: u64,
        state: &mut S::Battle,
        listen: &mut dyn FnMut(LogEntry<S::Event>),
    ) -> Outcome {
        let outcome = S::play_logged(self.bout(battle), state, &mut self.dice(battle), listen);
        self.as_seated(battle, outcome)
    }

    /// Plays battle number `battle` without a log; side A of the outcome is contestant a, whatever its
    /// seat.
    pub fn run(&self, battle: u64, scratch: &mut Scratch<S>) -> Outcome {
        let outcome = S::run(self.bout(battle), scratch, &mut self.dice(battle));
        self.as_seated(battle, outcome)
    }

    /// Plays battle number `battle` with guests by way of `play`, and passes its events and decisions to `listen`; side A
    /// of the outcome is contestant a, whatever its seat.
    pub fn play_with(
        &self,
        battle: u64,
        state: &mut S::Battle,
        play: PlayWith<S>,
        guests: &mut Guests<'_>,
        listen: &mut dyn FnMut(LogEntry<S::Event>),
    ) -> Outcome {
        let mut seated = Seated {
            seat_of_a: self.seat_of_a(battle),
            guests,
        };
        let (bout, dice) = (self.bout(battle), &mut self.dice(battle));
        let outcome = play(bout, state, dice, &mut seated, listen);
        self.as_seated(battle, outcome)
    }

    fn dice(&self, battle: u64) -> StreamDice {
        StreamDice::new(stream(self.seed, self.pairing.id, battle))
    }

    /// An outcome with contestant a as side A.
    fn as_seated(&self, battle: u64, outcome: Outcome) -> Outcome {
        match self.seat_of_a(battle) {
            Side::A => outcome,
            Side::B => swap_sides(outcome),
        }
    }
}

fn swap_sides(outcome: Outcome) -> Outcome {
    let [a, b] = outcome.score;
    Outcome {
        winner: outcome.winner.map(Side::other),
        score: [b, a],
        ..outcome
    }
}
