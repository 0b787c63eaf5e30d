//! The same battles played in two ways on the same dice.

use std::ops::Range;
use std::sync::atomic::Ordering;

use equipoise_engine::{GameSystem, Outcome, Scratch, Side};
use equipoise_stats::Paired;
use rayon::ThreadPoolBuilder;
use rayon::prelude::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use crate::pairing::Pairing;
use crate::plan::{Cell, Plan};
use crate::run::{BATCH, Control, RunError, compile_cell};

/// Pairings that a thread takes at once; they are longer than those of a sweep.
const CELLS: usize = 4;

/// Plays every battle of a plan the old way and the new way, each on the dice that it has in the plan,
/// and counts the results of contestant a in pairs, a count for each pairing of the plan.
///
/// The two ways may differ in a unit, in rules options or in a policy; the generator streams are those
/// of the plan's names, whatever the ways. The result does not depend on the number of threads.
///
/// # Errors
/// When a pairing does not compile, the cancel flag is set or threads cannot be started.
pub fn run_paired<S, E>(
    plan: &Plan,
    old: impl Fn(usize, usize) -> Result<S::Bout, E> + Sync,
    new: impl Fn(usize, usize) -> Result<S::Bout, E> + Sync,
    control: Control<'_>,
) -> Result<Vec<Paired>, RunError<E>>
where
    S: GameSystem,
    E: Send,
{
    let pool = ThreadPoolBuilder::new()
        .num_threads(control.threads.unwrap_or(0))
        .build()?;
    let play = |scratch: &mut Scratch<S>, cell: &Cell| {
        let old = compile_cell::<S, E>(plan, *cell, &old)?;
        let new = compile_cell::<S, E>(plan, *cell, &new)?;
        let counts = play_pairs([&old, &new], plan.runs(), scratch, control);
        control.progress.end_pairing();
        counts.ok_or(RunError::Interrupted)
    };
    pool.install(|| {
        let cells = plan.cells().par_iter().with_max_len(CELLS);
        cells.map_init(Scratch::<S>::default, play).collect()
    })
}

/// `None` when the run was cancelled.
fn play_pairs<S: GameSystem>(
    ways: [&Pairing<S>; 2],
    runs: u64,
    scratch: &mut Scratch<S>,
    control: Control<'_>,
) -> Option<Paired> {
    let mut counts = Paired::default();
    for first in (0..runs).step_by(BATCH as usize) {
        if control.cancel.load(Ordering::Relaxed) {
            return None;
        }
        let battles = first..runs.min(first + BATCH);
        // One way after the other, as what a system remembers of a bout is soon forgotten.
        let [old, new] = ways.map(|way| results(way, battles.clone(), scratch));
        for (old, new) in old.into_iter().zip(new) {
            counts.record(old, new);
        }
        control.progress.add(2 * (battles.end - battles.start));
    }
    Some(counts)
}

/// Results of contestant a, 0 for a loss, 1 for a draw, 2 for a win.
fn results<S: GameSystem>(
    pairing: &Pairing<S>,
    battles: Range<u64>,
    scratch: &mut Scratch<S>,
) -> Vec<u8> {
    let result = |outcome: Outcome| match outcome.winner {
        Some(Side::A) => 2,
        None => 1,
        Some(Side::B) => 0,
    };
    battles
        .map(|battle| result(pairing.run(battle, scratch)))
        .collect()
}
