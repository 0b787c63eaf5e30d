//! Games one by one, from a CSV file.

use std::collections::BTreeSet;
use std::path::Path;

use equipoise_stats::Meeting;

use super::csv_file::{CsvFile, Row};
use super::named::{NamedLeague, Names, league};
use crate::control::Watch;
use crate::error::Error;

/// Most games that a row may stand for.
const MOST_GAMES: f64 = 1e9;

/// Reads games: columns `a` and `b` with the result of `a` in `result` or `win`, or columns `winner` and `loser`. The
/// column `count` says how many games a row stands for; `points_a` and `points_b` are listed points. Other columns are
/// left alone, and named in a note, as are names that may be meant to be one.
pub(crate) fn read_results(path: &Path, watch: &dyn Watch) -> Result<NamedLeague, Error> {
    let file = CsvFile::read(path, "a header with the columns a, b and result")?;
    let columns = Columns::of(&file)?;
    let mut points = Points::columns(&file)?;
    let used = columns.used().into_iter();
    let used: BTreeSet<usize> = used
        .chain(points.iter().flat_map(|of| of.columns))
        .collect();
    let others = file.others(&used);
    if !others.is_empty() {
        let others = others.join(", ");
        watch.note(&format!("{}: columns not used: {others}", file.place()));
    }
    let mut names = Names::default();
    let mut games = Vec::with_capacity(file.rows.len());
    for row in &file.rows {
        let [a, b] = columns.units;
        let numbers = [name(&file, row, a)?, name(&file, row, b)?].map(|name| names.number(name));
        if numbers[0] == numbers[1] {
            let other = format!("a unit other than that of column {}", file.header[a]);
            return Err(file.bad_cell(row, b, &other));
        }
        let halves = match columns.result {
            Some(column) => outcome(&file, row, column)?,
            None => 2,
        };
        let count = match columns.count {
            Some(column) => count(&file, row, column)?,
            None => 1,
        };
        games.push(meeting(numbers, halves, count));
        if let Some(points) = &mut points {
            points.add(&file, row, numbers)?;
        }
    }
    let names = names.in_order();
    super::names::note_alike(&names, watch);
    Ok(NamedLeague {
        league: league(&file.place(), names.len(), games.iter().copied())?,
        listed: columns.result.is_some().then_some(games),
        points: points.map(|points| points.means(names.len())),
        names,
    })
}

/// Where a file has what.
struct Columns {
    units: [usize; 2],
    /// Result of the first unit; without it, the first unit won.
    result: Option<usize>,
    count: Option<usize>,
}

impl Columns {
    fn of(file: &CsvFile) -> Result<Self, Error> {
        let count = file.column("count")?;
        let [winner, loser] = ["winner", "loser"].map(|name| file.column(name));
        if let (None, Some(winner), Some(loser)) = (file.column("a")?, winner?, loser?) {
            return Ok(Self {
                units: [winner, loser],
                result: None,
                count,
            });
        }
        let units = [file.needed_column("a")?, file.needed_column("b")?];
        let result = match (file.column("result")?, file.column("win")?) {
            (Some(result), _) => result,
            (None, Some(win)) => win,
            (None, None) => return Err(file.missing("result")),
        };
        Ok(Self {
            units,
            result: Some(result),
            count,
        })
    }

    fn used(&self) -> Vec<usize> {
        let [a, b] = self.units;
        let more = [self.result, self.count];
        [a, b]
            .into_iter()
            .chain(more.into_iter().flatten())
            .collect()
    }
}

fn name<'r>(file: &CsvFile, row: &'r Row, column: usize) -> Result<&'r str, Error> {
    match &row.cells[column] {
        "" => Err(file.bad_cell(row, column, "a name")),
        name => Ok(name),
    }
}

/// Points that the first unit got, in halves.
fn outcome(file: &CsvFile, row: &Row, column: usize) -> Result<u8, Error> {
    let cell = row.cells[column].to_lowercase();
    match &cell[..] {
        "1-0" | "win" | "won" | "w" | "true" | "yes" => return Ok(2),
        "0-1" | "loss" | "lost" | "l" | "false" | "no" => return Ok(0),
        "1/2-1/2" | "½-½" | "0.5-0.5" | "½" | "1/2" | "draw" | "drawn" | "d" => return Ok(1),
        _ => {}
    }
    match file.number(&cell) {
        Some(0.0) => Ok(0),
        Some(0.5) => Ok(1),
        Some(1.0) => Ok(2),
        _ => Err(file.bad_cell(row, column, "1, 0 or 0.5, or 1-0, 0-1 or 1/2-1/2")),
    }
}

/// How many games a row stands for.
fn count(file: &CsvFile, row: &Row, column: usize) -> Result<u64, Error> {
    let number = file.number(&row.cells[column]);
    let whole = number.filter(|number| number.fract() == 0.0);
    match whole.filter(|number| (0.0..=MOST_GAMES).contains(number)) {
        Some(number) => Ok(number as u64),
        None => Err(file.bad_cell(row, column, "a number of games from 0 to 1,000,000,000")),
    }
}

fn meeting([a, b]: [usize; 2], halves: u8, games: u64) -> Meeting {
    let of = |wanted: u8| if halves == wanted { games } else { 0 };
    Meeting {
        a,
        b,
        wins_a: of(2),
        wins_b: of(0),
        draws: of(1),
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
            let cell = &row.cells[column];
            if cell.is_empty() {
                continue;
            }
            match file.number(cell) {
                Some(points) if points.is_finite() && points >= 0.0 => {
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
