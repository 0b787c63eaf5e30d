//! A matrix of payoffs, from a CSV file.

use std::collections::BTreeSet;
use std::path::Path;

use equipoise_stats::Payoffs;

use super::csv_file::{CsvFile, Row};
use crate::error::Error;

/// What each unit expects against each other one.
#[derive(Debug)]
pub(crate) struct NamedPayoffs {
    /// Names of rows and columns.
    pub(crate) names: Vec<String>,
    /// Row by row.
    pub(crate) payoffs: Payoffs,
}

/// Reads a square matrix under a header of names. The rows may begin with their names; then the header
/// begins with a cell of its own.
pub(crate) fn read_payoffs(path: &Path) -> Result<NamedPayoffs, Error> {
    let file = CsvFile::read(path, "a header with the names of the units")?;
    let first = usize::from(has_named_rows(&file));
    let names = &file.header[first..];
    let (got, rows) = (names.len(), file.rows.len());
    if got != rows {
        let what = format!("expected as many rows as names, got {got} names and {rows} rows");
        return Err(file.problem(1, &what));
    }
    check_names(&file, names)?;
    let matrix: Vec<Vec<f64>> = match first {
        0 => file
            .rows
            .iter()
            .map(|row| values(&file, row, 0))
            .collect::<Result<_, _>>()?,
        _ => named_rows(&file, names)?,
    };
    let payoffs = Payoffs::new(&matrix)?;
    Ok(NamedPayoffs {
        names: names.to_vec(),
        payoffs,
    })
}

/// Whether rows begin with names: the first column has no name of its own, or the name of its own is
/// one more than there are rows, and the first row begins with the first of the others.
fn has_named_rows(file: &CsvFile) -> bool {
    let first_name = file.header.get(1).map(String::as_str);
    file.header[0].is_empty()
        || (file.header.len() == file.rows.len() + 1 && file.rows[0].cells.get(0) == first_name)
}

fn named_rows(file: &CsvFile, names: &[String]) -> Result<Vec<Vec<f64>>, Error> {
    let row = |(row, name): (&Row, &String)| match &row.cells[0] {
        own if own == name => values(file, row, 1),
        own => Err(file.problem(
            row.line,
            &format!("expected the row of {name:?}, got {own:?}"),
        )),
    };
    file.rows.iter().zip(names).map(row).collect()
}

fn values(file: &CsvFile, row: &Row, first: usize) -> Result<Vec<f64>, Error> {
    (first..row.cells.len())
        .map(|column| value(file, row, column))
        .collect()
}

fn check_names(file: &CsvFile, names: &[String]) -> Result<(), Error> {
    let mut known = BTreeSet::new();
    for name in names {
        if name.is_empty() {
            return Err(file.problem(1, "a name is empty"));
        }
        if !known.insert(name) {
            return Err(file.problem(1, &format!("the name {name:?} occurs twice")));
        }
    }
    Ok(())
}

fn value(file: &CsvFile, row: &Row, column: usize) -> Result<f64, Error> {
    let value = file.number(&row.cells[column]);
    let value = value.filter(|value| value.abs() <= Payoffs::MOST);
    value.ok_or_else(|| file.bad_cell(row, column, "a number within ±1e100"))
}
