//! Battles of one pairing with the quantities their system observes beside the outcome.

use std::sync::atomic::Ordering;

use equipoise_engine::{Observe, Scratch};
use rayon::ThreadPoolBuilder;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::pairing::Pairing;
use crate::run::{BATCH, Control, RunError};
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
    fn merge(&mut self, other: &Self) {
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
    pairing: &Pairing<S>,
    runs: u64,
    control: Control<'_>,
) -> Result<Observed, RunError<E>>
where
    S: Observe,
    E: Send,
{
    let pool = ThreadPoolBuilder::new()
        .num_threads(control.threads.unwrap_or(0))
        .build()?;
    pool.install(|| {
        (0..runs.div_ceil(BATCH))
            .into_par_iter()
            .map_init(Scratch::<S>::default, |scratch, batch| {
                observe_batch(pairing, batch, runs, scratch, control)
            })
            .try_reduce_with(|mut all, other| {
                all.merge(&other);
                Some(all)
            })
            .unwrap_or_else(|| Some(Observed::default()))
            .ok_or(RunError::Interrupted)
    })
}

/// `None` when the run was cancelled.
fn observe_batch<S: Observe>(
    pairing: &Pairing<S>,
    batch: u64,
    runs: u64,
    scratch: &mut Scratch<S>,
    control: Control<'_>,
) -> Option<Observed> {
    if control.cancel.load(Ordering::Relaxed) {
        return None;
    }
    let mut observed = Observed::default();
    let seat = pairing.seat_of_a(0);
    for (side, sums) in [seat, seat.other()].into_iter().zip(&mut observed.sums) {
        sums.resize(S::quantities(pairing.bout(0), side), Sums::default());
    }
    for battle in batch * BATCH..runs.min((batch + 1) * BATCH) {
        observed.tally.record(&pairing.run(battle, scratch));
        let seat = pairing.seat_of_a(battle);
        S::observe(
            pairing.bout(battle),
            &scratch.battle,
            |side, quantity, value| {
                let contestant = usize::from(side != seat);
                observed.sums[contestant][quantity].record(value);
            },
        );
    }
    control.progress.add(observed.tally.battles);
    Some(observed)
}
