//! How battles are spread over worker threads. Nothing in here changes a result.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::ThreadPoolBuilder;
use rayon::prelude::{
    IndexedParallelIterator, IntoParallelIterator, IntoParallelRefIterator, ParallelIterator,
};

use crate::control::{Control, RunError};

/// Battles between two looks at the cancel flag; part of no result.
pub(crate) const BATCH: u64 = 256;

/// With as many pairings for each thread, a pairing is played on one scratch memory, which may
/// remember what it has seen; with fewer its battles are spread over the threads.
const PAIRINGS_PER_THREAD: usize = 8;

/// Does this work on the worker threads of a run.
pub(crate) fn on_workers<T: Send, E: Send>(
    control: Control<'_>,
    work: impl FnOnce() -> Result<T, RunError<E>> + Send,
) -> Result<T, RunError<E>> {
    let pool = ThreadPoolBuilder::new()
        .num_threads(control.threads.unwrap_or(0))
        .build()?;
    pool.install(work)
}

/// Does these jobs, of which a thread takes at most `at_once`, on one scratch memory `B`. The results
/// are in the order of the jobs.
///
/// # Errors
/// The error of the first job in that order that has one, on any number of threads.
pub fn schedule<B: Default, J: Sync, T: Send, E: Send>(
    jobs: &[J],
    at_once: usize,
    work: impl Fn(&mut B, &J) -> Result<T, E> + Sync + Send,
) -> Result<Vec<T>, E> {
    let failed = AtomicUsize::new(usize::MAX);
    let one = |scratch: &mut B, (place, job): (usize, &J)| {
        // What follows a job that failed is of no use any more.
        if place > failed.load(Ordering::Relaxed) {
            return None;
        }
        let done = work(scratch, job);
        if done.is_err() {
            failed.fetch_min(place, Ordering::Relaxed);
        }
        Some(done)
    };
    let jobs = jobs.par_iter().enumerate().with_max_len(at_once);
    let done: Vec<Option<Result<T, E>>> = jobs.map_init(B::default, one).collect();
    done.into_iter().flatten().collect()
}

/// Whether so many pairings are each played by one thread.
pub(crate) fn are_many(pairings: usize) -> bool {
    pairings >= PAIRINGS_PER_THREAD * rayon::current_num_threads()
}

/// Plays battles one after the other, batch by batch; `None` when the run was cancelled.
pub(crate) fn in_turn<T: Default>(
    battles: Range<u64>,
    control: Control<'_>,
    mut play: impl FnMut(&mut T, Range<u64>),
) -> Option<T> {
    let mut total = T::default();
    for batch in batches(&battles) {
        play_batch(&mut total, batch, control, &mut play)?;
    }
    Some(total)
}

/// Plays battles on all threads, batch by batch, each on scratch memory `B`; `None` when the run was
/// cancelled.
pub(crate) fn spread<B: Default, T: Default + Send>(
    battles: Range<u64>,
    control: Control<'_>,
    play: impl Fn(&mut B, &mut T, Range<u64>) + Sync + Send,
    merge: impl Fn(&mut T, &T) + Sync + Send,
) -> Option<T> {
    let play = |scratch: &mut B, batch| {
        let mut total = T::default();
        play_batch(&mut total, batch, control, |total, batch| {
            play(scratch, total, batch);
        })?;
        Some(total)
    };
    let batches: Vec<Range<u64>> = batches(&battles).collect();
    batches
        .into_par_iter()
        .map_init(B::default, play)
        .try_reduce_with(|mut total, other| {
            merge(&mut total, &other);
            Some(total)
        })
        .unwrap_or_else(|| Some(T::default()))
}

fn batches(battles: &Range<u64>) -> impl Iterator<Item = Range<u64>> + use<> {
    let Range { start, end } = *battles;
    let starts = (start..end).step_by(BATCH as usize);
    starts.map(move |start| start..end.min(start + BATCH))
}

/// `None` when the run was cancelled.
fn play_batch<T>(
    total: &mut T,
    batch: Range<u64>,
    control: Control<'_>,
    mut play: impl FnMut(&mut T, Range<u64>),
) -> Option<()> {
    if control.cancel.load(Ordering::Relaxed) {
        return None;
    }
    let battles = batch.end - batch.start;
    play(total, batch);
    control.progress.add(battles);
    Some(())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rayon::ThreadPoolBuilder;

    use super::schedule;

    /// Later jobs fail sooner, on threads of their own: it is still the first one that counts.
    #[test]
    fn the_first_job_that_fails_names_the_error() {
        let jobs: Vec<u64> = (0..8).collect();
        let work = |(): &mut (), &job: &u64| {
            std::thread::sleep(Duration::from_millis(8 * (8 - job)));
            if job < 2 { Ok(job) } else { Err(job) }
        };
        for threads in [1, 2, 8] {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build();
            let found = pool.expect("threads").install(|| schedule(&jobs, 1, work));
            assert_eq!(found, Err(2), "{threads} threads");
        }
    }
}
