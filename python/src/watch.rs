//! A Python program that watches an analysis.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use equipoise_analysis::{Watch, Work};
use equipoise_simulator::Progress;

/// What an analysis tells while it runs, to be collected by the thread that holds the interpreter.
#[derive(Default)]
pub(crate) struct Watching {
    cancel: AtomicBool,
    done: AtomicU64,
    stage: Mutex<Stage>,
    told: Mutex<Vec<Told>>,
}

/// One stage of the work.
#[derive(Clone, Copy, Default)]
pub(crate) struct Stage {
    /// How much of it there is.
    pub(crate) total: u64,
    /// What it counts, in the plural; empty before the first stage.
    pub(crate) noun: &'static str,
}

/// Something told to people.
pub(crate) enum Told {
    /// Worth knowing, and no part of the result.
    Note(String),
    /// What the analysis does from now on.
    Status(String),
}

impl Watching {
    /// Interrupts the analysis.
    pub(crate) fn interrupt(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }

    /// The stage under way and how much of it is done.
    pub(crate) fn stage(&self) -> (u64, Stage) {
        let stage = *self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        (self.done.load(Ordering::Relaxed), stage)
    }

    /// What has been told since this was last called.
    pub(crate) fn told(&self) -> Vec<Told> {
        std::mem::take(&mut *self.told.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn tell(&self, told: Told) {
        let mut all = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        all.push(told);
    }
}

impl Watch for Watching {
    fn begin(&self, work: Work) -> Box<dyn Progress + '_> {
        let (total, done, noun) = match work {
            Work::Battles { total, done } => (total, done, "battles"),
            Work::Pairings { total, done } => (total, done, "pairings"),
            Work::States { most } => (most, 0, "states"),
            Work::Steps { total, noun } => (total, 0, noun),
        };
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner) = Stage { total, noun };
        self.done.store(done, Ordering::Relaxed);
        Box::new(Count {
            done: &self.done,
            pairings: matches!(work, Work::Pairings { .. }),
        })
    }

    fn note(&self, text: &str) {
        self.tell(Told::Note(text.to_owned()));
    }

    fn status(&self, text: &str) {
        self.tell(Told::Status(text.to_owned()));
    }

    fn cancel(&self) -> &AtomicBool {
        &self.cancel
    }
}

/// Counts what a stage counts: pairings, or whatever is added.
struct Count<'a> {
    done: &'a AtomicU64,
    pairings: bool,
}

impl Progress for Count<'_> {
    fn add(&self, battles: u64) {
        if !self.pairings {
            self.done.fetch_add(battles, Ordering::Relaxed);
        }
    }

    fn end_pairing(&self) {
        if self.pairings {
            self.done.fetch_add(1, Ordering::Relaxed);
        }
    }
}
