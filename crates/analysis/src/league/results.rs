//! NamedLeague one by one, from a CSV file.

use std::path::Path;

use equipoise_stats::Meeting;

use super::csv_file::{CsvFile, Row};
use super::named::{NamedLeague, Names, league};
use crate::error::Error;

/// Reads games with the columns `a`, `b` and `result`, and `points_a` and `points_b` if they are there;
/// other columns are left alone. The result is that of `a`: 1, 0 or 0.5.
pub(crate) fn read_results(path: &Path) -> Result<NamedLeague, Error> {
    let file = CsvFile::read(path, "a header with the columns a, b and result")?;
    let units = ["a", "b"].map(|name| file.needed_column(name));
    let [a, b] = units;
    let (a, b, result) = (a?, b?, file.needed_column("result")?);
    let mut points = Points::columns(&file)?;
    let mut names = Names::default();
    let mut games = Vec::with_capacity(file.rows.len());
    for row in &file.rows {
        let numbers = [name(&file, row, a)?, name(&file, row, b)?].map(|name| names.number(name));
        if numbers[0] == numbers[1] {
            return Err(file.bad_cell(row, b, "a unit other than that of column a"));
        }
        games.push(meeting(numbers, outcome(&file, row, result)?));
        if let Some(points) = &mut points {
            points.add(&file, row, numbers)?;
        }
    }
    let names = names.in_order();
    Ok(NamedLeague {
        league: league(&file.place(), names.len(), games)?,
        points: points.map(|points| points.means(names.len())),
        names,
    })
}

fn name<'r>(file: &CsvFile, row: &'r Row, column: usize) -> Result<&'r str, Error> {
    match &row.cells[column] {
        blank if blank.trim().is_empty() => Err(file.bad_cell(row, column, "a name")),
        name => Ok(name),
    }
}

/// Points that `a` got, in halves.
fn outcome(file: &CsvFile, row: &Row, column: usize) -> Result<u8, Error> {
    let value: Option<f64> = row.cells[column].trim().parse().ok();
    match value {
        Some(0.0) => Ok(0),
        Some(0.5) => Ok(1),
        Some(1.0) => Ok(2),
        _ => Err(file.bad_cell(row, column, "1, 0 or 0.5")),
    }
}

fn meeting([a, b]: [usize; 2], halves: u8) -> Meeting {
    Meeting {
        a,
        b,
        wins_a: u64::from(halves == 2),
        wins_b: u64::from(halves == 0),
        draws: u64::from(halves == 1),
    }
}

/// Listed points of the units, game by game.
struct Points {
    columns: [usize; 2],
    /// Unit and points.
    listed: Vec<(usize, f64)>,
}

impl Points {
    /// The two columns, or none of them.
    fn columns(file: &CsvFile) -> Result<Option<Self>, Error> {
        let columns = [file.column("points_a")?, file.column("points_b")?];
        if columns == [None, None] {
            return Ok(None);
        }
        let columns = [
            file.needed_column("points_a")?,
            file.needed_column("points_b")?,
        ];
        Ok(Some(Self {
            columns,
            listed: Vec::new(),
        }))
    }

    fn add(&mut self, file: &CsvFile, row: &Row, units: [usize; 2]) -> Result<(), Error> {
        for (unit, column) in units.into_iter().zip(self.columns) {
            let cell = row.cells[column].trim();
            if cell.is_empty() {
                continue;
            }
            match cell.parse::<f64>() {
                Ok(points) if points.is_finite() && points >= 0.0 => {
                    self.listed.push((unit, points));
                }
                _ => return Err(file.bad_cell(row, column, "points of at least 0, or nothing")),
            }
        }
        Ok(())
    }

    fn means(&self, units: usize) -> Vec<Option<f64>> {
        let mut sums = vec![(0.0, 0u32); units];
        for &(unit, points) in &self.listed {
            sums[unit].0 += points;
            sums[unit].1 += 1;
        }
        let mean = |(sum, games): (f64, u32)| (games > 0).then(|| sum / f64::from(games));
        sums.into_iter().map(mean).collect()
    }
}
