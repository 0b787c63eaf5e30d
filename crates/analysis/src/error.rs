//! Why an analysis has no result.

use std::fmt::Display;
use std::io;
use std::path::Path;

use equipoise_engine::Problem;
use equipoise_simulator::{
    JournalError, KeptError, LoadError, PlanError, RunError, SaveError, TableError,
};
use equipoise_stats::StatsError;
use thiserror::Error;

/// Why an analysis has no result. Front ends map the variants to exit codes or exceptions.
#[derive(Debug, Error)]
pub enum Error {
    /// The request, a dataset or a saved run is not what it should be.
    #[error("{0}")]
    Input(String),
    /// Something cannot be read or written, or threads cannot be started.
    #[error("{0}")]
    Access(String),
    /// Interrupted; nothing was written.
    #[error("interrupted; nothing was written")]
    Interrupted,
    /// Interrupted; the message says what was saved and how to go on.
    #[error("{0}")]
    Paused(String),
}

impl Error {
    /// Bad input, in the words of another error.
    pub fn input(error: impl Display) -> Self {
        Self::Input(error.to_string())
    }

    /// Something that cannot be read or written, in the words of another error.
    pub fn access(error: impl Display) -> Self {
        Self::Access(error.to_string())
    }

    /// A file that cannot be read, or that is no UTF-8 text; `what` names its kind and ends in a
    /// space, or is empty.
    #[must_use]
    pub fn reading(what: &str, path: &Path, error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::InvalidData => {
                Self::Input(format!("{what}{} is no UTF-8 text", path.display()))
            }
            _ => Self::Access(format!("cannot read {what}{}: {error}", path.display())),
        }
    }

    /// The problems of a file, line by line.
    #[must_use]
    pub fn problems(what: &str, problems: &[Problem]) -> Self {
        let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
        Self::Input(format!("{what} has problems:\n{}", lines.join("\n")))
    }
}

impl From<PlanError> for Error {
    fn from(error: PlanError) -> Self {
        Self::input(error)
    }
}

impl<E: std::error::Error> From<RunError<E>> for Error {
    fn from(error: RunError<E>) -> Self {
        match error {
            RunError::Compile { .. } => Self::input(error),
            RunError::Interrupted => Self::Interrupted,
            RunError::Threads(_) => Self::access(error),
        }
    }
}

impl From<StatsError> for Error {
    fn from(error: StatsError) -> Self {
        Self::input(error)
    }
}

impl From<TableError> for Error {
    fn from(error: TableError) -> Self {
        Self::input(error)
    }
}

impl From<SaveError> for Error {
    fn from(error: SaveError) -> Self {
        Self::access(error)
    }
}

impl From<LoadError> for Error {
    fn from(error: LoadError) -> Self {
        match error {
            LoadError::Io { .. } => Self::access(error),
            _ => Self::input(error),
        }
    }
}

impl From<JournalError> for Error {
    fn from(error: JournalError) -> Self {
        match error {
            JournalError::Load(error) => error.into(),
            _ => Self::access(error),
        }
    }
}

impl<E: std::error::Error> From<KeptError<E>> for Error {
    fn from(error: KeptError<E>) -> Self {
        match error {
            KeptError::Run(error) => error.into(),
            KeptError::Journal(error) => error.into(),
        }
    }
}
