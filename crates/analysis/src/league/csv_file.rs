//! CSV files as people have them, whose problems name their place.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use csv::{ErrorKind, ReaderBuilder, StringRecord};

use crate::error::Error;

/// A file of separated values, with a header and at least one row.
///
/// Values are separated by commas, semicolons or tabs: by what the header has most of, or by what a first line such as
/// `sep=;` says, as spreadsheets write it. Blanks around values mean nothing, and rows without any value are left out.
/// Where values are not separated by commas, numbers may have a decimal comma.
#[derive(Debug)]
pub(super) struct CsvFile {
    path: PathBuf,
    separator: u8,
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

/// What may separate values; the first of those that are as frequent.
const SEPARATORS: [u8; 3] = [b',', b';', b'\t'];

impl CsvFile {
    /// Reads a file; `expected` says what its header should be.
    pub(super) fn read(path: &Path, expected: &str) -> Result<Self, Error> {
        let bytes = fs::read(path).map_err(|error| Error::reading("", path, &error))?;
        let Format {
            separator,
            before,
            lines_before,
        } = Format::of(&bytes);
        let mut reader = ReaderBuilder::new()
            .delimiter(separator)
            .from_reader(&bytes[before..]);
        let problem = |error: csv::Error| Error::Input(describe(path, &error, lines_before));
        let mut header = reader.headers().map_err(problem)?.clone();
        header.trim();
        let mut file = Self {
            path: path.to_owned(),
            separator,
            header: header.iter().map(str::to_owned).collect(),
            rows: Vec::new(),
        };
        if file.header.is_empty() {
            return Err(file.problem(1, &format!("expected {expected}, got an empty file")));
        }
        for record in reader.into_records() {
            let mut cells = record.map_err(problem)?;
            let line = cells.position().map_or(0, csv::Position::line) + lines_before;
            cells.trim();
            if cells.iter().any(|cell| !cell.is_empty()) {
                file.rows.push(Row { line, cells });
            }
        }
        if file.rows.is_empty() {
            let what = "expected a row, got the end of the file";
            return Err(file.problem(2 + lines_before, what));
        }
        Ok(file)
    }

    /// The place of a column, if there is one of this name, in capitals or not.
    pub(super) fn column(&self, name: &str) -> Result<Option<usize>, Error> {
        let of_name =
            |(at, title): (usize, &String)| title.eq_ignore_ascii_case(name).then_some(at);
        let mut places = self.header.iter().enumerate().filter_map(of_name);
        let (first, second) = (places.next(), places.next());
        match second {
            None => Ok(first),
            Some(_) => Err(self.problem(1, &format!("column {name} occurs twice"))),
        }
    }

    /// The place of a column that there must be.
    pub(super) fn needed_column(&self, name: &str) -> Result<usize, Error> {
        self.column(name)?.ok_or_else(|| self.missing(name))
    }

    /// A column is not there: neither it nor another that says the same.
    pub(super) fn missing(&self, name: &str) -> Error {
        let separated = match self.separator {
            b',' => "commas",
            b';' => "semicolons",
            b'\t' => "tabs",
            _ => "what its first line says",
        };
        let found = self.header.join(", ");
        self.problem(
            1,
            &format!("column {name} is missing; separated by {separated} there are: {found}"),
        )
    }

    /// The names of the columns other than these, that have one.
    pub(super) fn others(&self, used: &BTreeSet<usize>) -> Vec<&str> {
        let header = self.header.iter().enumerate();
        let others = header.filter(|(at, name)| !used.contains(at) && !name.is_empty());
        others.map(|(_, name)| name.as_str()).collect()
    }

    /// The number in a cell, if it is one.
    pub(super) fn number(&self, cell: &str) -> Option<f64> {
        match self.separator {
            b',' => cell.parse().ok(),
            _ => cell.replacen(',', ".", 1).parse().ok(),
        }
    }

    /// A problem in a line.
    pub(super) fn problem(&self, line: u64, what: &str) -> Error {
        Error::Input(format!("{}:{line}: {what}", self.path.display()))
    }

    /// A problem with a cell.
    pub(super) fn bad_cell(&self, row: &Row, column: usize, expected: &str) -> Error {
        let name = &self.header[column];
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

/// How the values of a file are separated.
struct Format {
    separator: u8,
    /// Bytes and lines before the header.
    before: usize,
    lines_before: u64,
}

impl Format {
    fn of(bytes: &[u8]) -> Self {
        let marked = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let end = marked.iter().position(|byte| *byte == b'\n');
        let line = marked[..end.unwrap_or(marked.len())].trim_ascii_end();
        if let Some(&[separator]) = line.strip_prefix(b"sep=") {
            return Self {
                separator,
                before: bytes.len() - marked.len() + end.map_or(marked.len(), |end| end + 1),
                lines_before: 1,
            };
        }
        let mut counts = SEPARATORS.map(|_| 0_usize);
        let mut quoted = false;
        for byte in line {
            quoted ^= *byte == b'"';
            let at = SEPARATORS.iter().position(|of| of == byte);
            if let Some(at) = at.filter(|_| !quoted) {
                counts[at] += 1;
            }
        }
        let most = (0..SEPARATORS.len()).rev().max_by_key(|&at| counts[at]);
        Self {
            separator: SEPARATORS[most.unwrap_or(0)],
            before: 0,
            lines_before: 0,
        }
    }
}

fn describe(path: &Path, error: &csv::Error, lines_before: u64) -> String {
    let line = error.position().map_or(1, csv::Position::line) + lines_before;
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
