//! Errors of charts and reports.

use std::path::PathBuf;

use crate::chart::kind::Chart;

/// Why a chart or a report could not be made.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// A table lacks a column of the schema.
    #[error("table `{table}` has no column `{column}`")]
    MissingColumn {
        /// The table.
        table: &'static str,
        /// The column it should have.
        column: String,
    },
    /// A column has another type than in the schema.
    #[error("column `{column}` of table `{table}` should hold {expected}")]
    ColumnType {
        /// The table.
        table: &'static str,
        /// The column.
        column: String,
        /// The type of value expected.
        expected: String,
    },
    /// A cell is empty where the schema requires a value.
    #[error("column `{column}` of table `{table}` has no value in row {row}")]
    MissingValue {
        /// The table.
        table: &'static str,
        /// The column.
        column: String,
        /// The row, counted from zero.
        row: usize,
    },
    /// A table without rows.
    #[error("table `{0}` is empty")]
    EmptyTable(&'static str),
    /// The run has no data for a chart. The report leaves the chart out and gives the reason.
    #[error("no data for the {chart} chart: {reason}")]
    NothingToDraw {
        /// The chart.
        chart: Chart,
        /// The data it needs.
        reason: &'static str,
    },
    /// A document is not JSON, or does not match the format of its kind.
    #[error("{name}:{line}:{column}: {message}")]
    Json {
        /// The document.
        name: String,
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// The mistake there.
        message: String,
    },
    /// A document that cannot be drawn as a whole.
    #[error("{name}: {message}")]
    Document {
        /// The document.
        name: String,
        /// The reason.
        message: String,
    },
    /// A duel that was played without a trace, in the document of this name.
    #[error("{0}: the duel has no trace to draw; play it with one")]
    NoTrace(String),
    /// The drawing library failed.
    #[error("drawing failed: {0}")]
    Draw(String),
    /// A file could not be written.
    #[error("cannot write {}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: std::io::Error,
    },
}

impl ReportError {
    /// A run without the data of a chart.
    pub(crate) const fn nothing(chart: Chart, reason: &'static str) -> Self {
        Self::NothingToDraw { chart, reason }
    }
}
