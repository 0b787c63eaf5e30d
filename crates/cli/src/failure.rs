//! The one place where errors become messages and exit codes.

use std::path::Path;

use equipoise_analysis::Error;
use equipoise_report::ReportError;

use crate::names::without_control;
use crate::shell::resuming;

/// The exit codes, as `--help` shows them.
pub(crate) const EXIT_CODES: &str = "\
Exit codes:
  0    success
  1    a check failed (gate: balance has changed)
  2    bad usage or bad input
  3    cannot read or write
  4    undecided within the budget of battles (gate)
  5    a computation did not converge
  130  interrupted";

/// Why a command ended early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// All went well but for a check that failed, as the result says.
    Check(String),
    /// Bad usage or bad input.
    Input(String),
    /// Something cannot be read or written.
    Access(String),
    /// A computation came to no result.
    Computation(String),
    /// The user pressed Ctrl-C.
    Interrupted,
    /// The user pressed Ctrl-C, and this is how to go on.
    Paused(String),
}

impl Failure {
    /// Prints the message to standard error and returns the exit code.
    pub(crate) fn report(&self) -> u8 {
        let (message, code) = match self {
            Self::Check(message) => (message.as_str(), 1),
            Self::Input(message) => (message.as_str(), 2),
            Self::Access(message) => (message.as_str(), 3),
            Self::Computation(message) => (message.as_str(), 5),
            Self::Interrupted => ("interrupted; nothing was written", 130),
            Self::Paused(message) => (message.as_str(), 130),
        };
        let message = without_control(message);
        // Nothing is left to be done if standard error is closed as well.
        let _ = std::io::Write::write_all(
            &mut std::io::stderr(),
            format!("error: {message}\n").as_bytes(),
        );
        code
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Input(message) => Self::Input(message),
            Error::Access(message) => Self::Access(message),
            Error::Computation(message) => Self::Computation(message),
            Error::Interrupted => Self::Interrupted,
            Error::Problems { .. } | Error::Unfinished { .. } => Self::Input(error.to_string()),
            Error::Checkpointed {
                cause,
                progress,
                place,
            } => checkpointed(*cause, &progress, &place),
        }
    }
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Check(message) | Failure::Input(message) => Self::Input(message),
            Failure::Access(message) => Self::Access(message),
            Failure::Computation(message) => Self::Computation(message),
            Failure::Interrupted | Failure::Paused(_) => Self::Interrupted,
        }
    }
}

/// The failure of a sweep that can be resumed, with the command that does so.
fn checkpointed(cause: Error, progress: &str, place: &Path) -> Failure {
    let way = format!("{progress}\nto continue: {}", resuming(place));
    match cause {
        Error::Interrupted => Failure::Paused(format!("interrupted; {way}")),
        Error::Access(message) => Failure::Access(format!("{message}\n{way}")),
        other => other.into(),
    }
}

impl From<ReportError> for Failure {
    fn from(error: ReportError) -> Self {
        match error {
            ReportError::NoTrace(_) => Self::Input(format!("{error}: equipoise duel --trace")),
            other => report_error(other).into(),
        }
    }
}

/// As the analysis would say it that makes the report.
pub(crate) fn report_error(error: ReportError) -> Error {
    match error {
        ReportError::Write { .. } | ReportError::Draw(_) => Error::access(with_causes(&error)),
        _ => Error::input(error),
    }
}

/// The message with the messages of its causes.
fn with_causes(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(error.source(), |cause| cause.source());
    causes.fold(error.to_string(), |text, cause| format!("{text}: {cause}"))
}
