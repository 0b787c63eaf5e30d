//! How an analysis runs: threads, progress, interruption. Nothing in here changes a result.

use std::sync::atomic::{AtomicBool, Ordering};

use equipoise_engine::text::{counted, grouped};
use equipoise_simulator::{NoProgress, Plan, Progress};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::Error;

/// How an analysis runs; nothing in here changes its result.
#[derive(Clone, Copy)]
pub struct Control<'a> {
    /// Worker threads; `None` for one per core.
    pub threads: Option<usize>,
    /// Shows progress, takes notes and interrupts.
    pub watch: &'a dyn Watch,
}

impl Control<'static> {
    /// One thread per core, nobody watching.
    #[must_use]
    pub fn silent() -> Self {
        Self {
            threads: None,
            watch: &Silent,
        }
    }
}

impl<'a> Control<'a> {
    /// What the simulator needs to play one stage.
    pub(crate) fn stage(&self, progress: &'a dyn Progress) -> equipoise_simulator::Control<'a> {
        equipoise_simulator::Control {
            threads: self.threads,
            progress,
            cancel: self.watch.cancel(),
        }
    }

    /// Notes that an odd number of battles was rounded up.
    pub(crate) fn note_rounding(&self, asked: u64, plan: &Plan) {
        if plan.runs() != asked {
            self.watch.note(&format!(
                "{} rounded up to {}, so that both seats are played equally",
                counted(asked, "battle"),
                grouped(plan.runs())
            ));
        }
    }

    /// So many worker threads.
    ///
    /// # Errors
    /// When they cannot be started.
    pub(crate) fn pool(&self) -> Result<ThreadPool, Error> {
        let threads = self.threads.unwrap_or(0);
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        pool.map_err(|error| Error::Access(format!("cannot start threads: {error}")))
    }

    /// Ends the analysis if it has been interrupted.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub(crate) fn check(&self) -> Result<(), Error> {
        if self.watch.cancel().load(Ordering::Relaxed) {
            return Err(Error::Interrupted);
        }
        Ok(())
    }
}

/// A front end's side of a running analysis.
pub trait Watch: Sync {
    /// A stage of the work begins; the returned progress counts what is done and is dropped at its end.
    fn begin(&self, work: Work) -> Box<dyn Progress + '_>;

    /// Something worth knowing that is not part of the result, as one line for people.
    fn note(&self, text: &str);

    /// What the analysis does from now on, as one line for people.
    fn status(&self, _text: &str) {}

    /// Set it to interrupt the analysis.
    fn cancel(&self) -> &AtomicBool;
}

/// One stage of the work, and how much of it there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// So many battles.
    Battles {
        /// All of them.
        total: u64,
        /// Those played by an earlier session of the run.
        done: u64,
    },
    /// So many pairings, whose battles are not known beforehand.
    Pairings {
        /// All of them.
        total: u64,
        /// Those finished by an earlier session of the run.
        done: u64,
    },
    /// At most so many states of an exact computation.
    States {
        /// The limit.
        most: u64,
    },
    /// So many steps of any other kind.
    Steps {
        /// All of them.
        total: u64,
        /// What they are, in the plural: `checks`.
        noun: &'static str,
    },
}

impl Work {
    /// So many battles, none of them played yet.
    #[must_use]
    pub const fn battles(total: u64) -> Self {
        Self::Battles { total, done: 0 }
    }
}

/// Watches nothing and never interrupts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Watch for Silent {
    fn begin(&self, _work: Work) -> Box<dyn Progress + '_> {
        Box::new(NoProgress)
    }

    fn note(&self, _text: &str) {}

    fn cancel(&self) -> &AtomicBool {
        static NEVER: AtomicBool = AtomicBool::new(false);
        &NEVER
    }
}
