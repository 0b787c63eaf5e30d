//! The one place where errors become messages and exit codes.

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

/// The exit codes, as `--help` shows them.
pub(crate) const EXIT_CODES: &str = "\
Exit codes:
  0    success, whatever the verdict
  2    bad usage or bad input
  3    cannot read or write";

/// Why a command ended early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Bad usage or bad input.
    Input(String),
    /// Something cannot be read or written.
    Access(String),
}

impl Failure {
    /// Bad input, as an error tells it.
    pub(crate) fn input(error: &impl ToString) -> Self {
        Self::Input(error.to_string())
    }

    /// A file that cannot be written.
    pub(crate) fn write(path: &Path, error: &std::io::Error) -> Self {
        Self::Access(format!("cannot write {}: {error}", path.display()))
    }

    /// Prints the message to standard error and returns the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        let (message, code) = match self {
            Self::Input(message) => (message, 2),
            Self::Access(message) => (message, 3),
        };
        // Nothing is left to be done if standard error is closed as well.
        let _ = writeln!(std::io::stderr(), "error: {message}");
        ExitCode::from(code)
    }
}
