//! The native module of the Python package `equipoise`.
//!
//! A question comes as a name and a request in JSON, and its answer goes back as the JSON document that the command of
//! that name prints. Everything that a Python user sees, types and docstrings, is Python, in the folder `equipoise`.

mod failure;
mod player;
mod questions;
mod running;
mod table;
mod watch;

use pyo3::pymodule;

/// Requests in, documents out.
#[pymodule]
mod _equipoise {
    use std::ffi::OsString;

    use equipoise_analysis::games;
    use equipoise_report::Document;
    use pyo3::prelude::{Bound, PyAny, PyResult, Python, pyfunction};

    use crate::failure::input;
    use crate::player::Seat;
    use crate::questions::{answer, answer_with};
    use crate::running::{run, run_here};
    #[pymodule_export]
    use crate::table::Table;

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

    /// Answers a question about battles in which policies written in Python play contestant a, contestant b or both, on
    /// the calling thread. Each has a name, its decision points, and a function from a decision in JSON to the place of
    /// its choice or `None`.
    #[pyfunction]
    #[pyo3(signature = (question, request, seats, progress=None))]
    fn ask_with(
        py: Python<'_>,
        question: &str,
        request: &str,
        seats: [Option<Seat>; 2],
        progress: Option<Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        run_here(py, seats, progress, |guests, control| {
            answer_with(question, request, guests, control)
        })
    }

    /// Whether a game puts its decisions to policies written in Python, and its decision points.
    #[pyfunction]
    fn decision_points(system: &str) -> Option<(bool, Vec<&'static str>)> {
        let game = games::find(system)?;
        Some((game.asks_players(), game.decision_points().to_vec()))
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
