//! Plays a plan with checkpoints, so that the run can be resumed.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use equipoise_engine::GameSystem;
use thiserror::Error;

use crate::control::{Control, RunError};
use crate::plan::Plan;
use crate::run::run_from;
use crate::segments::{CheckpointError, Segments};
use crate::stopping::Stopping;
use crate::tally::Tally;

/// Why a run with checkpoints gave no result.
#[derive(Debug, Error)]
pub enum ResumableError<E> {
    /// It could not be played to its end.
    #[error(transparent)]
    Run(#[from] RunError<E>),
    /// The checkpoint could not be written.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
}

/// Plays the plan as [`run`](crate::run) does, from the tallies `known` of pairings that have begun,
/// by their place in the plan, and writes what has been played to `segments` after every `pause` and at
/// the end. The result is that of the whole plan played at once.
///
/// The `known` tallies are in a segment already; they are not written again.
///
/// # Errors
/// As [`run`](crate::run); or when no segment can be written any more, which sets the cancel flag.
/// What had been played until then is written, but for pairings under way, as far as that is possible.
pub fn run_resumable<S, E, F>(
    plan: &Plan,
    known: &BTreeMap<usize, Tally>,
    compile: F,
    control: Control<'_>,
    segments: &mut Segments,
    pause: Duration,
) -> Result<Vec<Tally>, ResumableError<E>>
where
    S: GameSystem,
    S::Bout: Send,
    E: Send,
    F: Fn(usize, usize) -> Result<S::Bout, E> + Sync,
{
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let writer = scope.spawn(move || {
            let written = segments.record(plan, &receiver, pause);
            if written.is_err() {
                control.cancel.store(true, Ordering::Relaxed);
            }
            written
        });
        let report = |place, tally: &Tally| {
            // Only a writer that has failed has stopped listening; its error says why.
            let _ = sender.send((place, tally.clone()));
        };
        let played = run_from::<S, E, F>(plan, known, compile, control, &report);
        drop(sender);
        match writer.join() {
            Ok(written) => written?,
            Err(panic) => std::panic::resume_unwind(panic),
        }
        Ok(played?)
    })
}

/// What holds of a finished run of `plan` when the same plan is to have more battles per pairing: the
/// tallies by the place of their pairings.
///
/// A pairing that was to be played until its score is known looks at it after other numbers of
/// battles if it may have more of them. So one that ended at the most battles is played anew.
#[must_use]
pub fn to_extend(plan: &Plan, tallies: Vec<Tally>) -> BTreeMap<usize, Tally> {
    let holds = |tally: &Tally| match plan.stopping() {
        Stopping::Fixed => true,
        Stopping::HalfWidth(_) | Stopping::Decide(_) => tally.battles < plan.runs(),
    };
    let tallies = tallies.into_iter().enumerate();
    tallies.filter(|(_, tally)| holds(tally)).collect()
}
