//! Plays a plan on all cores.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use equipoise_engine::GameSystem;
use rayon::ThreadPoolBuilder;
use rayon::prelude::{
    IndexedParallelIterator, IntoParallelIterator, IntoParallelRefIterator, ParallelIterator,
};
use thiserror::Error;

use crate::pairing::Pairing;
use crate::plan::{Cell, Plan};
use crate::tally::Tally;

/// Battles between two looks at the cancel flag; part of no result.
pub(crate) const BATCH: u64 = 256;

/// Pairings that a thread takes at once, at most: few, so that none is left with many at the end.
const CELLS: usize = 16;

/// Hears how many battles have been played.
pub trait Progress: Sync {
    /// `battles` more have been played; called from any thread.
    fn add(&self, battles: u64);

    /// One more pairing has been played to its end; called from any thread.
    fn end_pairing(&self) {}
}

/// Tells nobody.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProgress;

impl Progress for NoProgress {
    fn add(&self, _battles: u64) {}
}

/// How to run: nothing in here changes a result.
#[derive(Clone, Copy)]
pub struct Control<'a> {
    /// Worker threads; `None` for one per core.
    pub threads: Option<usize>,
    /// Hears of battles played.
    pub progress: &'a dyn Progress,
    /// Set it to stop the run.
    pub cancel: &'a AtomicBool,
}

/// Why a run gave no result.
#[derive(Debug, Error)]
pub enum RunError<E> {
    /// A pairing does not make a battle.
    #[error("{a} against {b}: {source}")]
    Compile {
        /// Name of contestant a.
        a: String,
        /// Name of contestant b.
        b: String,
        /// What the system says.
        source: E,
    },
    /// Stopped by the cancel flag.
    #[error("interrupted")]
    Interrupted,
    /// The worker threads could not be started.
    #[error("cannot start worker threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// Plays the plan, each pairing until its battles end, and returns one tally per pairing, in the plan's order.
///
/// `compile` gets the indices of two contestants in seat order. The result is a function of the
/// plan alone: the same bits on any number of threads, also where pairings end early.
///
/// # Errors
/// When a pairing does not compile, the cancel flag is set or threads cannot be started. There
/// are no partial results.
pub fn run<S, E, F>(
    plan: &Plan,
    compile: F,
    control: Control<'_>,
) -> Result<Vec<Tally>, RunError<E>>
where
    S: GameSystem,
    S::Bout: Send,
    E: Send,
    F: Fn(usize, usize) -> Result<S::Bout, E> + Sync,
{
    let pool = ThreadPoolBuilder::new()
        .num_threads(control.threads.unwrap_or(0))
        .build()?;
    pool.install(|| {
        let play = |scratch: &mut S::Battle, cell: &Cell| {
            run_cell::<S, E, F>(plan, *cell, &compile, scratch, control)
        };
        let cells = plan.cells().par_iter().with_max_len(CELLS);
        cells.map_init(S::Battle::default, play).collect()
    })
}

fn run_cell<S, E, F>(
    plan: &Plan,
    cell: Cell,
    compile: &F,
    scratch: &mut S::Battle,
    control: Control<'_>,
) -> Result<Tally, RunError<E>>
where
    S: GameSystem,
    E: Send,
    F: Fn(usize, usize) -> Result<S::Bout, E> + Sync,
{
    let named = |source| {
        let [a, b] = [cell.a, cell.b].map(|index| plan.name(index).to_owned());
        RunError::Compile { a, b, source }
    };
    let pairing = Pairing::<S>::compile(cell, plan.setting().seed, compile).map_err(named)?;
    let mut tally = Tally::default();
    while let Some(look) = plan.stopping().next_look(&tally, plan.runs()) {
        let more = run_battles(&pairing, tally.battles..look, scratch, control);
        tally.merge(&more.ok_or(RunError::Interrupted)?);
    }
    control.progress.end_pairing();
    Ok(tally)
}

/// Plays these battles, in batches on all cores if there are many; `None` when the run was
/// cancelled.
fn run_battles<S: GameSystem>(
    pairing: &Pairing<S>,
    battles: Range<u64>,
    scratch: &mut S::Battle,
    control: Control<'_>,
) -> Option<Tally> {
    let batches = (battles.end - battles.start).div_ceil(BATCH);
    if batches <= 1 {
        return run_batch(pairing, battles, scratch, control);
    }
    let batch = |number: u64| {
        let start = battles.start + number * BATCH;
        start..battles.end.min(start + BATCH)
    };
    (0..batches)
        .into_par_iter()
        .map_init(S::Battle::default, |scratch, number| {
            run_batch(pairing, batch(number), scratch, control)
        })
        .try_reduce_with(|mut tally, other| {
            tally.merge(&other);
            Some(tally)
        })
        .flatten()
}

/// `None` when the run was cancelled.
fn run_batch<S: GameSystem>(
    pairing: &Pairing<S>,
    battles: Range<u64>,
    scratch: &mut S::Battle,
    control: Control<'_>,
) -> Option<Tally> {
    if control.cancel.load(Ordering::Relaxed) {
        return None;
    }
    let mut tally = Tally::default();
    for battle in battles {
        tally.record(&pairing.run(battle, scratch));
    }
    control.progress.add(tally.battles);
    Some(tally)
}
