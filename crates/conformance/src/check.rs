//! The checks by name, and a specimen of any game that can be checked.

use std::fmt;
use std::io;

use thiserror::Error;

use crate::complete::Complete;
use crate::specimen::Specimen;
use crate::{decisions, invariants, playthrough, replay, scratch, seats, swap, threads};

/// One property that every game must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// Outcomes lie within the limits of the system, each quantity is observed once, each event is
    /// narrated in one line and written as one JSON object.
    Invariants,
    /// A battle goes the same way whether it is run, played silently or logged, and leaves its dice
    /// at the same place.
    Replay,
    /// A battle does not depend on the battles played before on the same memory.
    Scratch,
    /// Swapping the names of the contestants swaps the result exactly.
    Swap,
    /// A force scores the same from both seats, and one half against itself.
    Seats,
    /// The number of threads changes no bit of a result.
    Threads,
    /// Every decision point is reached, none is unnamed, and every policy plays.
    Decisions,
    /// The recorded playthroughs have not changed.
    Playthroughs,
}

impl Check {
    /// All checks.
    pub const ALL: [Self; 8] = [
        Self::Invariants,
        Self::Replay,
        Self::Scratch,
        Self::Swap,
        Self::Seats,
        Self::Threads,
        Self::Decisions,
        Self::Playthroughs,
    ];
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Invariants => "invariants",
            Self::Replay => "replay",
            Self::Scratch => "scratch memory",
            Self::Swap => "swapped contestants",
            Self::Seats => "seats",
            Self::Threads => "threads",
            Self::Decisions => "decision points",
            Self::Playthroughs => "playthroughs",
        })
    }
}

/// A property that a game lacks.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{system}, {check}: {what}")]
pub struct Fault {
    /// Name of the system.
    pub system: &'static str,
    /// The property.
    pub check: Check,
    /// Where it is broken and how.
    pub what: String,
}

/// A specimen of any system.
pub trait Subject: Sync {
    /// Name of the game, which is also that of its crate.
    fn name(&self) -> &'static str;

    /// Checks one property of the game.
    ///
    /// # Errors
    /// The first fault found.
    fn check(&self, check: Check) -> Result<(), Fault>;

    /// Records the playthroughs anew.
    ///
    /// # Errors
    /// When a file cannot be written.
    fn record(&self) -> io::Result<()>;
}

impl<S: Complete> Subject for Specimen<S> {
    fn name(&self) -> &'static str {
        S::NAME
    }

    fn check(&self, check: Check) -> Result<(), Fault> {
        let found = match check {
            Check::Invariants => invariants::check(self),
            Check::Replay => replay::check(self),
            Check::Scratch => scratch::check(self),
            Check::Swap => swap::check(self),
            Check::Seats => seats::check(self),
            Check::Threads => threads::check(self),
            Check::Decisions => decisions::check(self),
            Check::Playthroughs => playthrough::check(self),
        };
        found.map_err(|what| Fault {
            system: S::NAME,
            check,
            what,
        })
    }

    fn record(&self) -> io::Result<()> {
        playthrough::record(self)
    }
}
