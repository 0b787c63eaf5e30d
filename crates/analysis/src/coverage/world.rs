//! Games whose truth is known.

use std::convert::Infallible;

use equipoise_dice::{Dice as _, StreamDice, stream};
use equipoise_engine::{Outcome, Scratch, Side};
use equipoise_simulator::{CompiledPairing, Pairing, Setting, Tally, pairing_id};
use equipoise_toy::{Bout, Toy};

/// Where the games of one replicate come from.
pub(crate) struct World {
    seed: u64,
    /// Tells this replicate from all others, of all rows.
    id: u64,
}

impl World {
    /// The replicate of this number of a row.
    pub(super) fn new(seed: u64, row: &str, number: u64) -> Self {
        let id = pairing_id("coverage", row, &number.to_string());
        Self { seed, id }
    }

    /// Dice for what is drawn before the games.
    pub(super) fn dice(&self) -> StreamDice {
        StreamDice::new(stream(self.seed, self.id, 0))
    }

    /// The pairing of this number, from 0, of two strengths: battles of it come from streams of its own.
    pub(crate) fn pairing(&self, number: u64, strengths: [u16; 2]) -> Battles {
        let [a, b] = strengths;
        let cell = Pairing {
            id: self.id.wrapping_add(number + 1),
            a: 0,
            b: 1,
            seat: Side::A,
        };
        let strengths = |seat_a: usize| if seat_a == 0 { [a, b] } else { [b, a] };
        let compile = |a: usize, _: usize| Ok::<_, Infallible>(Bout::new(strengths(a)));
        let Ok(pairing) = CompiledPairing::compile(cell, self.seed, compile);
        Battles {
            pairing,
            tally: Tally::default(),
            scratch: Scratch::default(),
        }
    }

    /// A setting in which armies are drawn.
    pub(super) fn setting(&self) -> Setting {
        // Armies are drawn from the seed alone.
        Setting::without_dataset("coverage", "", self.seed ^ self.id)
    }
}

/// The battles of a pairing, played one after the other.
pub(crate) struct Battles {
    pairing: CompiledPairing<Toy>,
    tally: Tally,
    scratch: Scratch<Toy>,
}

impl Battles {
    /// Plays on until there are so many.
    pub(crate) fn up_to(&mut self, battles: u64) -> &Tally {
        while self.tally.battles < battles {
            let outcome = self.run(self.tally.battles);
            self.tally.record(&outcome);
        }
        &self.tally
    }

    /// The battle of this number; side A is the first strength.
    fn run(&mut self, number: u64) -> Outcome {
        self.pairing.run(number, &mut self.scratch)
    }

    /// Whether the first strength wins the battle of this number.
    pub(super) fn wins(&mut self, number: u64) -> bool {
        self.run(number).winner == Some(Side::A)
    }
}

/// Probability that the first of two strengths wins.
pub(super) fn chance(strengths: [u16; 2]) -> f64 {
    Bout::new(strengths).win_probability()
}

/// Strengths of which the first wins with these log-odds.
pub(super) fn strengths_at(log_odds: f64) -> [u16; 2] {
    // As large as they may be, so that rounding them moves the odds by less than any interval sees.
    const TOTAL: u16 = 60_000;
    let share = 1.0 / (1.0 + (-log_odds).exp());
    let first = (f64::from(TOTAL) * share).round() as u16;
    [first, TOTAL - first]
}

/// A number between -1 and 1.
pub(super) fn luck(dice: &mut StreamDice) -> f64 {
    f64::from(dice.below(2_000_001)) / 1_000_000.0 - 1.0
}

/// Nearly normal, of mean 0 and variance 1: as much luck as has that variance.
pub(super) fn normal(dice: &mut StreamDice) -> f64 {
    // Each has a variance of 1/3.
    (0..12).map(|_| luck(dice)).sum::<f64>() / 2.0
}

/// Two strengths up to 100, each equally likely.
pub(super) fn any_strengths(dice: &mut StreamDice) -> [u16; 2] {
    [(); 2].map(|()| 1 + dice.below(100) as u16)
}
