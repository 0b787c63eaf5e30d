//! CSV files whose problems name their place.

use std::fs;
use std::path::{Path, PathBuf};

use csv::{ErrorKind, ReaderBuilder, StringRecord};

use crate::error::Error;

/// A file of comma-separated values, with a header and at least one row.
#[derive(Debug)]
pub(super) struct CsvFile {
    path: PathBuf,
    pub(super) header: Vec<String>,
    pub(super) rows: Vec<Row>,
}

/// A row, as many cells as there are columns.
#[derive(Debug)]
pub(super) struct Row {
    /// The line of the file that it begins in, from 1.
    pub(super) line: u64,
    pub(super) cells: StringRecord,
}

impl CsvFile {
    /// Reads a file; `expected` says what its header should be.
    pub(super) fn read(path: &Path, expected: &str) -> Result<Self, Error> {
        let bytes = fs::read(path).map_err(|error| Error::reading("", path, &error))?;
        let mut reader = ReaderBuilder::new().from_reader(bytes.as_slice());
        let problem = |error: csv::Error| Error::Input(describe(path, &error));
        let header = reader.headers().map_err(problem)?.clone();
        let mut file = Self {
            path: path.to_owned(),
            header: header.iter().map(str::to_owned).collect(),
            rows: Vec::new(),
        };
        if file.header.is_empty() {
            return Err(file.problem(1, &format!("expected {expected}, got an empty file")));
        }
        for record in reader.into_records() {
            let cells = record.map_err(problem)?;
            let line = cells.position().map_or(0, csv::Position::line);
            file.rows.push(Row { line, cells });
        }
        if file.rows.is_empty() {
            return Err(file.problem(2, "expected a row, got the end of the file"));
        }
        Ok(file)
    }

    /// The place of a column, if there is one of this name.
    pub(super) fn column(&self, name: &str) -> Result<Option<usize>, Error> {
        let of_name = |(at, title): (usize, &String)| (title.trim() == name).then_some(at);
        let mut places = self.header.iter().enumerate().filter_map(of_name);
        let (first, second) = (places.next(), places.next());
        match second {
            None => Ok(first),
            Some(_) => Err(self.problem(1, &format!("column {name} occurs twice"))),
        }
    }

    /// The place of a column that there must be.
    pub(super) fn needed_column(&self, name: &str) -> Result<usize, Error> {
        let missing = || self.problem(1, &format!("column {name} is missing"));
        self.column(name)?.ok_or_else(missing)
    }

    /// A problem in a line.
    pub(super) fn problem(&self, line: u64, what: &str) -> Error {
        Error::Input(format!("{}:{line}: {what}", self.path.display()))
    }

    /// A problem with a cell.
    pub(super) fn bad_cell(&self, row: &Row, column: usize, expected: &str) -> Error {
        let name = self.header[column].trim();
        let got = &row.cells[column];
        self.problem(
            row.line,
            &format!("column {name}: expected {expected}, got {got:?}"),
        )
    }

    /// The file's name, for messages.
    pub(super) fn place(&self) -> String {
        self.path.display().to_string()
    }
}

fn describe(path: &Path, error: &csv::Error) -> String {
    let line = error.position().map_or(1, csv::Position::line);
    let what = match error.kind() {
        ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => {
            format!("expected {expected_len} columns as in the header, got {len}")
        }
        ErrorKind::Utf8 { err, .. } => format!("column {}: not valid UTF-8", err.field() + 1),
        _ => error.to_string(),
    };
    format!("{}:{line}: {what}", path.display())
}
