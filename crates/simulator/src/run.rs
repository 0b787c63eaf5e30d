//! Plays a plan on all cores.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use equipoise_engine::{GameSystem, Scratch};
use rayon::ThreadPoolBuilder;
use rayon::prelude::{
    IndexedParallelIterator, IntoParallelIterator, IntoParallelRefIterator, ParallelIterator,
};
use thiserror::Error;

use crate::pairing::Pairing;
use crate::plan::{Cell, Plan};
use crate::stopping::STRIDE;
use crate::tally::Tally;

/// Battles between two looks at the cancel flag; part of no result.
pub(crate) const BATCH: u64 = 256;

/// Pairings that a thread takes at once, at most: few, so that none is left with many at the end.
const CELLS: usize = 16;

/// With as many pairings for each thread, a pairing is played on one scratch memory, which may
/// remember what it has seen; with fewer its battles are spread over the threads.
pub(crate) const CELLS_PER_THREAD: usize = 8;

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
    run_on::<S, E, F>(plan, &BTreeMap::new(), compile, control, &|_, _| {})
}

/// As [`run`], from the tallies `known` of pairings that have begun, by their place in the plan; `keep`
/// hears from any thread how pairings stand, at the end of each and wherever it can be taken up again.
///
/// # Errors
/// As [`run`].
pub(crate) fn run_on<S, E, F>(
    plan: &Plan,
    known: &BTreeMap<usize, Tally>,
    compile: F,
    control: Control<'_>,
    keep: &(dyn Fn(usize, &Tally) + Sync),
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
    let finished = known.values().filter(|tally| plan.is_finished(tally));
    let open = plan.cells().len() - finished.count();
    pool.install(|| {
        let many = open >= CELLS_PER_THREAD * rayon::current_num_threads();
        let run_battles = if many {
            run_in_turn::<S>
        } else {
            run_spread::<S>
        };
        let play = |scratch: &mut Scratch<S>, (place, cell): (usize, &Cell)| {
            let tally = known.get(&place).cloned().unwrap_or_default();
            if plan.is_finished(&tally) {
                return Ok(tally);
            }
            let pairing = compile_cell::<S, E>(plan, *cell, &compile)?;
            let play = |battles| run_battles(&pairing, battles, scratch, control);
            let keep = |tally: &Tally| keep(place, tally);
            let tally = run_cell(plan, tally, play, keep).ok_or(RunError::Interrupted)?;
            control.progress.end_pairing();
            Ok(tally)
        };
        let cells = plan.cells().par_iter().enumerate().with_max_len(CELLS);
        cells.map_init(Scratch::<S>::default, play).collect()
    })
}

/// Compiles a pairing of a plan; an error names the two.
pub(crate) fn compile_cell<S: GameSystem, E>(
    plan: &Plan,
    cell: Cell,
    compile: impl Fn(usize, usize) -> Result<S::Bout, E>,
) -> Result<Pairing<S>, RunError<E>> {
    Pairing::compile(cell, plan.setting().seed, compile).map_err(|source| {
        let [a, b] = [cell.a, cell.b].map(|index| plan.name(index).to_owned());
        RunError::Compile { a, b, source }
    })
}

/// Plays a pairing on until its battles end; `None` when `play` was cancelled.
pub(crate) fn run_cell(
    plan: &Plan,
    mut tally: Tally,
    mut play: impl FnMut(Range<u64>) -> Option<Tally>,
    keep: impl Fn(&Tally),
) -> Option<Tally> {
    let mut kept = tally.battles;
    while let Some(look) = plan.stopping().next_look(&tally, plan.runs()) {
        tally.merge(&play(tally.battles..look)?);
        if tally.battles - kept >= STRIDE {
            keep(&tally);
            kept = tally.battles;
        }
    }
    if kept < tally.battles {
        keep(&tally);
    }
    Some(tally)
}

/// Plays these battles one after the other; `None` when the run was cancelled.
pub(crate) fn run_in_turn<S: GameSystem>(
    pairing: &Pairing<S>,
    battles: Range<u64>,
    scratch: &mut Scratch<S>,
    control: Control<'_>,
) -> Option<Tally> {
    let mut tally = Tally::default();
    for number in 0..batches(&battles) {
        tally.merge(&run_batch(
            pairing,
            batch(&battles, number),
            scratch,
            control,
        )?);
    }
    Some(tally)
}

/// Plays these battles on all threads; `None` when the run was cancelled.
pub(crate) fn run_spread<S: GameSystem>(
    pairing: &Pairing<S>,
    battles: Range<u64>,
    _scratch: &mut Scratch<S>,
    control: Control<'_>,
) -> Option<Tally> {
    (0..batches(&battles))
        .into_par_iter()
        .map_init(Scratch::<S>::default, |scratch, number| {
            run_batch(pairing, batch(&battles, number), scratch, control)
        })
        .try_reduce_with(|mut tally, other| {
            tally.merge(&other);
            Some(tally)
        })
        .flatten()
}

/// In how many batches these battles are played.
const fn batches(battles: &Range<u64>) -> u64 {
    (battles.end - battles.start).div_ceil(BATCH)
}

fn batch(battles: &Range<u64>, number: u64) -> Range<u64> {
    let start = battles.start + number * BATCH;
    start..battles.end.min(start + BATCH)
}

/// `None` when the run was cancelled.
fn run_batch<S: GameSystem>(
    pairing: &Pairing<S>,
    battles: Range<u64>,
    scratch: &mut Scratch<S>,
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
