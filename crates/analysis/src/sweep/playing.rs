//! Plays a planned sweep from a checkpoint to its end.

use std::path::Path;
use std::thread::available_parallelism;
use std::time::Instant;

use equipoise_engine::front_end::FrontEnd;
use equipoise_simulator::{Checkpoint, PlanIdentity, Played, Stopping, Tally, run_resumable};

use super::planned::{Planned, battles};
use super::request::{Presenter, Saving, SweepRequest};
use super::saved::{Outcome, SavedSweep, Session};
use super::unfinished::Unfinished;
use crate::control::{Control, Work};
use crate::error::Error;
use crate::points::Keep;
use crate::prices::PriceMapResult;

impl<S: FrontEnd> Planned<'_, S> {
    /// Plays what has not been played, saves the run and removes the checkpoint; a price map that is known
    /// is not played again.
    pub(super) fn play<P: Presenter>(
        &self,
        saving: &Saving,
        mut checkpoint: Checkpoint,
        played: &Played,
        prices: Option<PriceMapResult>,
        presenter: &P,
        control: Control<'_>,
    ) -> Result<SavedSweep<P::View>, Error> {
        let started = Instant::now();
        let tallies = self.play_on(saving, &mut checkpoint, played, control);
        let session = Session {
            elapsed: played.elapsed + started.elapsed(),
            threads: threads(control) as u64,
        };
        let saved = tallies.and_then(|tallies| {
            let workplace = Some(checkpoint.folder());
            let armies = checkpoint.kept();
            let played = Outcome {
                tallies,
                session,
                prices,
                keep: Some(Keep {
                    folder: &armies,
                    pause: saving.checkpoint_every,
                    watch: control.watch,
                }),
            };
            self.save(&saving.place, workplace, played, presenter, control)
        });
        match saved {
            Ok(saved) => {
                if let Err(error) = checkpoint.discard() {
                    control.watch.note(&format!("the run is complete; {error}"));
                }
                Ok(saved)
            }
            Err(error) => Err(self.with_checkpoint(&saving.place, checkpoint, error)),
        }
    }

    fn play_on(
        &self,
        saving: &Saving,
        checkpoint: &mut Checkpoint,
        played: &Played,
        control: Control<'_>,
    ) -> Result<Vec<Tally>, Error> {
        let work = match self.plan.stopping() {
            Stopping::Fixed => Work::Battles {
                total: self.plan.battles(),
                done: battles(played),
            },
            Stopping::HalfWidth(_) | Stopping::Decide(_) => Work::Pairings {
                total: self.plan.pairings().len() as u64,
                done: self.finished(played),
            },
        };
        let progress = control.watch.begin(work);
        let stage = equipoise_simulator::Control {
            threads: Some(threads(control)),
            ..control.stage(&*progress)
        };
        let compile = |a: usize, b: usize| self.game.compile(self.units[a], self.units[b]);
        let (plan, known, pause) = (&self.plan, &played.tallies, saving.checkpoint_every);
        Ok(run_resumable::<S, _, _>(
            plan,
            known,
            compile,
            stage,
            checkpoint.segments(),
            pause,
        )?)
    }

    /// The error, with the checkpoint if anything is in it; else nothing is left behind.
    fn with_checkpoint(&self, place: &Path, checkpoint: Checkpoint, error: Error) -> Error {
        let Ok(played) = checkpoint.read(&self.plan) else {
            return error;
        };
        if played.tallies.is_empty() {
            // What matters is why there is no result.
            let _ = checkpoint.discard();
            return error;
        }
        match error {
            Error::Interrupted | Error::Access(_) => Error::Checkpointed {
                cause: Box::new(error),
                progress: self.progress(&played),
                place: place.to_owned(),
            },
            other => other,
        }
    }
}

fn threads(control: Control<'_>) -> usize {
    let cores = || available_parallelism().map_or(1, usize::from);
    control.threads.unwrap_or_else(cores)
}

/// Ends the analysis if an unfinished run lies beside the place of the results.
pub(super) fn refuse_unfinished(place: &Path, mine: &PlanIdentity) -> Result<(), Error> {
    // A run that is being played can be neither continued nor discarded.
    Checkpoint::refuse_in_use(place)?;
    let folder = Checkpoint::folder_of(place)?;
    let unfinished = match Checkpoint::plan(place) {
        Ok(None) => return Ok(()),
        Ok(Some(file)) if file.identity.difference(mine).is_none() => Unfinished::Same,
        Ok(Some(file)) => match serde_json::from_value::<SweepRequest>(file.request.clone()) {
            Ok(_) => Unfinished::Other(file.request),
            Err(error) => Unfinished::Unreadable(error.to_string()),
        },
        Err(error) => Unfinished::Unreadable(error.to_string()),
    };
    Err(Error::Unfinished {
        place: place.to_owned(),
        folder,
        unfinished,
    })
}
