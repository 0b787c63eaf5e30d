//! The native module of the Python package `equipoise`.
//!
//! A question comes as a name and a request in JSON, and its answer goes back as the JSON document that the command of
//! that name prints. Everything that a Python user sees, types and docstrings, is Python, in the folder `equipoise`.

mod failure;
mod questions;
mod running;
mod watch;

use pyo3::pymodule;

/// Requests in, documents out.
#[pymodule]
mod _equipoise {
    use std::ffi::OsString;

    use equipoise_report::Document;
    use pyo3::prelude::{Bound, PyAny, PyResult, Python, pyfunction};

    use crate::failure::input;
    use crate::questions::answer;
    use crate::running::run;

    /// Answers a question. Other Python threads go on meanwhile, and Ctrl-C interrupts it.
    ///
    /// `progress`, if there is one, is called with what is done, what there is to do and its noun, a few times a
    /// second.
    #[pyfunction]
    #[pyo3(signature = (question, request, threads=None, progress=None))]
    fn ask(
        py: Python<'_>,
        question: &str,
        request: &str,
        threads: Option<usize>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        run(py, threads, progress, |control| {
            answer(question, request, control)
        })
    }

    /// Draws the document of a result: the chart as SVG, its title and its caption.
    #[pyfunction]
    fn chart(py: Python<'_>, document: &str) -> PyResult<(String, String, String)> {
        let drawing = py.detach(|| Document::parse("this result", document)?.drawing());
        let drawing = drawing.map_err(|error| input(py, &error.to_string()))?;
        Ok((drawing.svg, drawing.title, drawing.caption))
    }

    /// Does what a command line says, the name of the program first, and returns its exit code.
    #[pyfunction]
    fn command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
        py.detach(|| equipoise::run(arguments))
    }
}
