//! Why an analysis has no result.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

use equipoise_engine::Problem;
use equipoise_simulator::{
    CheckpointError, LoadError, PlanError, RecordError, ResumableError, RunError, SaveError,
    TableError,
};
use equipoise_stats::StatsError;
use thiserror::Error;

use crate::sweep::unfinished::Unfinished;

/// Why an analysis has no result. Front ends map the variants to exit codes or exceptions.
#[derive(Debug, Error)]
pub enum Error {
    /// The request, a dataset or a saved run is not what it should be.
    #[error("{0}")]
    Input(String),
    /// A computation came to no result: nothing is wrong with the input.
    #[error("{0}")]
    Computation(String),
    /// Everything that is wrong with a dataset, a scenario or a file of it.
    #[error("{what} has problems:\n{}", lines(.problems))]
    Problems {
        /// What they are of, such as `the dataset`.
        what: String,
        /// The problems, by file and place.
        problems: Vec<Problem>,
    },
    /// Something cannot be read or written, or threads cannot be started.
    #[error("{0}")]
    Access(String),
    /// Interrupted; nothing was written.
    #[error("interrupted; nothing was written")]
    Interrupted,
    /// A sweep ended early, with a checkpoint from which [`resume`](crate::sweep::resume) goes on.
    #[error("{cause}; {progress}")]
    Checkpointed {
        /// What ended it: an interruption, or something that cannot be written.
        cause: Box<Error>,
        /// How far the sweep has come.
        progress: String,
        /// Where its results belong.
        place: PathBuf,
    },
    /// The checkpoint of an unfinished sweep is in the way of another run.
    #[error("{folder} contains {unfinished}")]
    Unfinished {
        /// Where the results of either belong.
        place: PathBuf,
        /// Folder of the checkpoint.
        folder: PathBuf,
        /// What is unfinished.
        unfinished: Unfinished,
    },
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
                Self::Input(format!("{what}{} is not valid UTF-8", path.display()))
            }
            _ => Self::Access(format!("cannot read {what}{}: {error}", path.display())),
        }
    }

    /// The problems of a file.
    #[must_use]
    pub fn problems(what: &str, problems: &[Problem]) -> Self {
        Self::Problems {
            what: what.to_owned(),
            problems: problems.to_vec(),
        }
    }
}

/// The problems line by line.
fn lines(problems: &[Problem]) -> String {
    let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
    lines.join("\n")
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

impl<E: std::error::Error> From<RecordError<E>> for Error {
    fn from(error: RecordError<E>) -> Self {
        match error {
            RecordError::Run(error) => error.into(),
            RecordError::Save(error) => error.into(),
        }
    }
}

impl From<StatsError> for Error {
    fn from(error: StatsError) -> Self {
        match error {
            StatsError::NoConvergence(_) => Self::Computation(error.to_string()),
            _ => Self::input(error),
        }
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

impl From<CheckpointError> for Error {
    fn from(error: CheckpointError) -> Self {
        match error {
            CheckpointError::Load(error) => error.into(),
            _ => Self::access(error),
        }
    }
}

impl<E: std::error::Error> From<ResumableError<E>> for Error {
    fn from(error: ResumableError<E>) -> Self {
        match error {
            ResumableError::Run(error) => error.into(),
            ResumableError::Checkpoint(error) => error.into(),
        }
    }
}
