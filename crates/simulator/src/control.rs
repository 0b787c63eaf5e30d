//! How to run, and why a run gives no result.

use std::sync::atomic::AtomicBool;

use thiserror::Error;

/// Counts the battles played.
pub trait Progress: Sync {
    /// `battles` more have been played; called from any thread.
    fn add(&self, battles: u64);

    /// One more pairing has been played to its end; called from any thread.
    fn end_pairing(&self) {}
}

/// Ignores progress.
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
    /// Counts the battles played.
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
