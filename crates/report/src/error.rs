//! What can keep a report from being written.

use std::path::PathBuf;

use crate::Chart;

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
    /// A column does not hold what the schema says.
    #[error("column `{column}` of table `{table}` should hold {expected}")]
    ColumnType {
        /// The table.
        table: &'static str,
        /// The column.
        column: String,
        /// The type of value expected.
        expected: String,
    },
    /// A cell is empty where the schema wants a value.
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
    /// The run holds nothing for a chart to show. The report leaves the chart out and says why.
    #[error("no data for the {chart} chart: {reason}")]
    NothingToDraw {
        /// The chart.
        chart: Chart,
        /// What it would need.
        reason: &'static str,
    },
    /// A document is no JSON, or does not hold what its kind should.
    #[error("{name}:{line}:{column}: {message}")]
    Json {
        /// The document.
        name: String,
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// What is wrong there.
        message: String,
    },
    /// A document that cannot be drawn for what it says as a whole.
    #[error("{name}: {message}")]
    Document {
        /// The document.
        name: String,
        /// What is wrong with it.
        message: String,
    },
    /// The drawing library refused.
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
