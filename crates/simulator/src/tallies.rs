//! The table of exact tallies: from it a run is continued, extended, put together and checked.

use std::io::Write;

use polars::prelude::{DataFrame, PolarsResult};
use polars_io::prelude::ParquetWriter;

use crate::columns::Columns;
use crate::load_error::LoadError;
use crate::margins::Margins;
use crate::plan::Plan;
use crate::table_file::TableFile;
use crate::tally::{Sums, Tally};

/// The victory points of which a tally holds sums, as the columns name them.
const SUMMED: [&str; 3] = ["vp_a", "vp_b", "vp_diff"];

const fn summed(tally: &Tally) -> [Sums; 3] {
    [tally.vp_a, tally.vp_b, tally.vp_diff]
}

/// Rows that are written at a time: the table of a large run would take as much memory as its tallies.
const ROWS: usize = 8192;

/// Writes tallies of pairings, each with the place of its pairing in the plan, as a Parquet file.
pub(crate) fn write_tallies(
    writer: impl Write,
    plan: &Plan,
    rows: &[(usize, &Tally)],
) -> PolarsResult<()> {
    let columns = table(plan, &[])?;
    let mut writer = ParquetWriter::new(writer).batched(columns.schema())?;
    for rows in rows.chunks(ROWS) {
        writer.write_batch(&table(plan, rows)?)?;
    }
    writer.finish()?;
    Ok(())
}

fn table(plan: &Plan, rows: &[(usize, &Tally)]) -> PolarsResult<DataFrame> {
    type Row<'t> = (usize, &'t Tally);
    let pairing = |row: &Row<'_>| &plan.pairings()[row.0];
    let squares: Vec<[String; 3]> = rows
        .iter()
        .map(|row| summed(row.1).map(|sums| sums.squares.to_string()))
        .collect();
    let mut columns = Columns::of(rows)
        .count("pairing", |row| row.0 as u64)
        .text("a", |row| plan.name(pairing(row).a))
        .text("b", |row| plan.name(pairing(row).b))
        .count("battles", |row| row.1.battles)
        .count("wins_a", |row| row.1.wins_a)
        .count("wins_b", |row| row.1.wins_b)
        .count("draws", |row| row.1.draws);
    for (place, name) in SUMMED.iter().enumerate() {
        columns = columns
            .whole(&format!("{name}_sum"), |row| Some(summed(row.1)[place].sum))
            .texts(
                &format!("{name}_squares"),
                squares.iter().map(|s| s[place].as_str()),
            );
    }
    columns
        .whole("vp_diff_min", |row| Some(row.1.vp_diff_range?.0))
        .whole("vp_diff_max", |row| Some(row.1.vp_diff_range?.1))
        .count("rounds", |row| row.1.rounds)
        .list("bins", |row| row.1.margins.counts())
        .finish()
}

/// What becomes of tallies whose pairings lie beyond the end of the plan that they are read for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beyond {
    /// The table is refused as that of another plan.
    Refuse,
    /// They are skipped: the table is that of a plan which begins alike and has more pairings.
    Skip,
}

/// Reads a table of tallies of this plan.
///
/// # Errors
/// When it is of another plan, or holds numbers that no battles give.
pub(crate) fn read_tallies(
    file: &TableFile,
    plan: &Plan,
    beyond: Beyond,
) -> Result<Vec<(usize, Tally)>, LoadError> {
    let pairings = file.counts("pairing")?;
    let (a, b) = (file.texts("a")?, file.texts("b")?);
    let count = |name: &str| file.counts(name);
    let battles = count("battles")?;
    let (wins_a, wins_b, draws) = (count("wins_a")?, count("wins_b")?, count("draws")?);
    let [vp_a, vp_b, vp_diff] = SUMMED.map(|name| read_sums(file, name));
    let (vp_a, vp_b, vp_diff) = (vp_a?, vp_b?, vp_diff?);
    let (least, most) = (file.wholes("vp_diff_min")?, file.wholes("vp_diff_max")?);
    let (rounds, bins) = (count("rounds")?, file.lists("bins")?);
    let row = |row: usize| {
        let place = usize::try_from(pairings[row]).ok()?;
        let pairing = plan.pairings().get(place)?;
        let named = plan.name(pairing.a) == a[row] && plan.name(pairing.b) == b[row];
        let tally = Tally {
            battles: battles[row],
            wins_a: wins_a[row],
            wins_b: wins_b[row],
            draws: draws[row],
            vp_a: vp_a[row],
            vp_b: vp_b[row],
            vp_diff: vp_diff[row],
            vp_diff_range: Some((least[row], most[row])),
            rounds: rounds[row],
            margins: Margins::from_counts(&bins[row])?,
        };
        (named && tally.adds_up()).then_some((place, tally))
    };
    let read = |number| row(number).ok_or_else(|| stray(file, number));
    let count = plan.pairings().len() as u64;
    let asked = |&number: &usize| beyond == Beyond::Refuse || pairings[number] < count;
    (0..pairings.len()).filter(asked).map(read).collect()
}

/// Sums and sums of squares, row by row.
fn read_sums(file: &TableFile, name: &str) -> Result<Vec<Sums>, LoadError> {
    let squares = file.texts(&format!("{name}_squares"))?;
    let sums = file.wholes(&format!("{name}_sum"))?;
    let rows = sums.into_iter().zip(&squares).enumerate();
    let sums = |(row, (sum, squares)): (usize, (i64, &String))| {
        let squares = squares.parse().map_err(|_| stray(file, row))?;
        Ok(Sums { sum, squares })
    };
    rows.map(sums).collect()
}

fn stray(file: &TableFile, row: usize) -> LoadError {
    LoadError::StrayTally {
        path: file.path().to_owned(),
        row,
    }
}
