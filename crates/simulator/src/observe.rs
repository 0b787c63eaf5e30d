//! Battles of one pairing with the quantities their system observes beside the outcome.

use std::ops::Range;

use equipoise_engine::{Observe, Outcome, Scratch};

use crate::compiled::CompiledPairing;
use crate::control::{Control, RunError};
use crate::schedule::{on_workers, spread};
use crate::tally::{Sums, Tally};

/// A tally and the sums of every observed quantity, contestant a's first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observed {
    /// Outcomes.
    pub tally: Tally,
    /// Sums by contestant and quantity.
    pub sums: [Vec<Sums>; 2],
}

impl Observed {
    /// Room for the sums of every quantity of a pairing.
    pub(crate) fn make_room<S: Observe>(&mut self, pairing: &CompiledPairing<S>) {
        let seat = pairing.seat_of_a(0);
        for (side, sums) in [seat, seat.other()].into_iter().zip(&mut self.sums) {
            sums.resize(S::quantities(pairing.bout(0), side), Sums::default());
        }
    }

    /// Adds one battle, of which `state` is the end, and passes each quantity on: contestant, number of the quantity,
    /// value. There must be room for the sums.
    pub(crate) fn add<S: Observe>(
        &mut self,
        pairing: &CompiledPairing<S>,
        battle: u64,
        outcome: &Outcome,
        state: &S::Battle,
        mut each: impl FnMut(usize, usize, i64),
    ) {
        self.tally.record(outcome);
        let seat = pairing.seat_of_a(battle);
        S::observe(pairing.bout(battle), state, |side, quantity, value| {
            let contestant = usize::from(side != seat);
            self.sums[contestant][quantity].record(value);
            each(contestant, quantity, value);
        });
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        self.tally.merge(&other.tally);
        for (mine, theirs) in self.sums.iter_mut().zip(&other.sums) {
            if mine.len() < theirs.len() {
                mine.resize(theirs.len(), Sums::default());
            }
            for (sum, other) in mine.iter_mut().zip(theirs) {
                sum.merge(*other);
            }
        }
    }
}

/// Plays `runs` battles of a compiled pairing and observes each; the same bits on any number of
/// threads.
///
/// # Errors
/// When the cancel flag is set or threads cannot be started.
pub fn run_observed<S, E>(
    pairing: &CompiledPairing<S>,
    runs: u64,
    control: Control<'_>,
) -> Result<Observed, RunError<E>>
where
    S: Observe,
    E: Send,
{
    let play = |scratch: &mut Scratch<S>, observed: &mut Observed, battles| {
        observe(pairing, scratch, observed, battles);
    };
    on_workers(control, || {
        spread(0..runs, control, play, Observed::merge).ok_or(RunError::Interrupted)
    })
}

fn observe<S: Observe>(
    pairing: &CompiledPairing<S>,
    scratch: &mut Scratch<S>,
    observed: &mut Observed,
    battles: Range<u64>,
) {
    observed.make_room(pairing);
    for battle in battles {
        let outcome = pairing.run(battle, scratch);
        observed.add(pairing, battle, &outcome, &scratch.battle, |_, _, _| {});
    }
}
