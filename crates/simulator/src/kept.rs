//! Plays a plan and keeps what has been played, so that a run can be taken up again.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use equipoise_engine::GameSystem;
use thiserror::Error;

use crate::journal::{Journal, JournalError};
use crate::plan::Plan;
use crate::run::{Control, RunError, run_on};
use crate::stopping::Stopping;
use crate::tally::Tally;

/// Why a run that is kept gave no result.
#[derive(Debug, Error)]
pub enum KeptError<E> {
    /// It could not be played to its end.
    #[error(transparent)]
    Run(#[from] RunError<E>),
    /// It could not be kept.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// Plays the plan as [`run`](crate::run) does, from the tallies `known` of pairings that have begun,
/// by their place in the plan, and keeps in `journal`, after every `pause` and at the end, what has
/// been played. The result is that of the whole plan played at once.
///
/// What was played before is `known` to the caller; it is not kept again.
///
/// # Errors
/// As [`run`](crate::run); or when nothing can be kept any more, which sets the cancel flag. What had
/// been played until then is kept, but for pairings under way, as far as it can be written.
pub fn run_kept<S, E, F>(
    plan: &Plan,
    known: &BTreeMap<usize, Tally>,
    compile: F,
    control: Control<'_>,
    journal: &mut Journal,
    pause: Duration,
) -> Result<Vec<Tally>, KeptError<E>>
where
    S: GameSystem,
    S::Bout: Send,
    E: Send,
    F: Fn(usize, usize) -> Result<S::Bout, E> + Sync,
{
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let keeper = scope.spawn(move || {
            let kept = journal.keep(plan, &receiver, pause);
            if kept.is_err() {
                control.cancel.store(true, Ordering::Relaxed);
            }
            kept
        });
        let keep = |place, tally: &Tally| {
            // Only a keeper that has failed does not listen any more, and it tells why.
            let _ = sender.send((place, tally.clone()));
        };
        let played = run_on::<S, E, F>(plan, known, compile, control, &keep);
        drop(sender);
        match keeper.join() {
            Ok(kept) => kept?,
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
