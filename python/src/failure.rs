//! Errors as exceptions of the package.

use equipoise_analysis::Error;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::{Bound, IntoPyObject as _, PyAny, PyAnyMethods as _, PyErr, Python};
use pyo3::types::PyTuple;

/// The module that defines the exceptions.
const EXCEPTIONS: &str = "equipoise._errors";

/// The exception for an analysis without a result.
pub(crate) fn exception(py: Python<'_>, error: &Error) -> PyErr {
    match error {
        Error::Problems { problems, .. } => {
            let places = problems.iter();
            let places: Vec<_> = places
                .map(|of| (&of.file, of.line, of.column, &of.message))
                .collect();
            let arguments = (error.to_string(), places).into_pyobject(py);
            raised(py, "DatasetError", arguments)
        }
        Error::Interrupted => PyKeyboardInterrupt::new_err("interrupted; nothing was written"),
        Error::Checkpointed { cause, place, .. } if matches!(**cause, Error::Interrupted) => {
            let again = format!(
                "{}; to continue: equipoise.resume({place:?})",
                first_line(error)
            );
            PyKeyboardInterrupt::new_err(again)
        }
        _ => input(py, &error.to_string()),
    }
}

/// The first line of an error: how far an interrupted sweep has come.
fn first_line(error: &Error) -> String {
    let text = error.to_string();
    text.lines().next().unwrap_or_default().to_owned()
}

/// The exception for a request that is not what it should be.
pub(crate) fn input(py: Python<'_>, message: &str) -> PyErr {
    raised(py, "EquipoiseError", (message,).into_pyobject(py))
}

/// The exception for a fault of the program: what it said, and where.
pub(crate) fn fault(py: Python<'_>, message: &str) -> PyErr {
    raised(py, "InternalError", (message,).into_pyobject(py))
}

/// An exception of the package, made from these arguments.
fn raised<'py>(
    py: Python<'py>,
    class: &str,
    arguments: Result<Bound<'py, PyTuple>, PyErr>,
) -> PyErr {
    let made = || -> Result<Bound<'py, PyAny>, PyErr> {
        py.import(EXCEPTIONS)?.getattr(class)?.call1(arguments?)
    };
    made().map_or_else(|error| error, PyErr::from_value)
}
