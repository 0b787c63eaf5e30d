//! A file with a row for each battle.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use equipoise_engine::{Outcome, Side};
use polars::prelude::{DataFrame, PolarsError, PolarsResult};
use polars_io::parquet::write::BatchedWriter;
use polars_io::prelude::ParquetWriter;
use tempfile::NamedTempFile;

use crate::columns::Columns;
use crate::save::{HIDDEN, SaveError, failed};

/// Battles of a pairing one by one, in the order of their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Records {
    /// Number of each battle, by which it is replayed.
    pub battles: Vec<u64>,
    /// Seat of contestant a in each battle.
    pub seats_of_a: Vec<Side>,
    /// How each battle ended; side A is contestant a, whatever its seat.
    pub outcomes: Vec<Outcome>,
    /// Observed quantities of contestant a and of contestant b: all of the first battle, then all of the next.
    pub quantities: [Vec<i64>; 2],
}

impl Records {
    pub(crate) fn append(&mut self, other: &Self) {
        self.battles.extend_from_slice(&other.battles);
        self.seats_of_a.extend_from_slice(&other.seats_of_a);
        self.outcomes.extend_from_slice(&other.outcomes);
        for (mine, theirs) in self.quantities.iter_mut().zip(&other.quantities) {
            mine.extend_from_slice(theirs);
        }
    }
}

/// A Parquet file with a row for each battle, written in pieces. It appears at its place when it is
/// [finished](Self::finish); dropping it instead leaves what stood there.
///
/// Its columns are `battle`, the number by which the battle is replayed, `seed`, the master seed, `seat_a`, the seat of
/// contestant a, `winner`, which is `a`, `b` or missing for a draw, the scores `vp_a` and `vp_b`, `rounds`, and one for
/// each observed quantity.
pub struct RecordsFile {
    place: PathBuf,
    draft: NamedTempFile,
    writer: BatchedWriter<File>,
    seed: u64,
    /// Names of the quantities of contestant a and of contestant b.
    quantities: [Vec<String>; 2],
}

impl RecordsFile {
    /// Begins a file; `quantities` are the columns of the observed quantities of contestant a and of contestant b.
    /// A place that cannot be written is found out before a battle is played.
    ///
    /// # Errors
    /// When the folder of the file cannot be made, or a folder stands in its place.
    pub fn create(
        place: &Path,
        seed: u64,
        quantities: [Vec<String>; 2],
    ) -> Result<Self, SaveError> {
        if place.is_dir() {
            return Err(failed(place)(io::ErrorKind::IsADirectory.into()));
        }
        let draft = draft_beside(place).map_err(failed(place))?;
        let file = draft.reopen().map_err(failed(place))?;
        let writer = table(&Records::default(), seed, &quantities)
            .and_then(|columns| ParquetWriter::new(file).batched(columns.schema()));
        let writer = writer.map_err(cannot_write(place))?;
        Ok(Self {
            place: place.to_owned(),
            draft,
            writer,
            seed,
            quantities,
        })
    }

    /// Writes rows behind those that are there.
    pub(crate) fn write(&mut self, records: &Records) -> Result<(), SaveError> {
        let written = table(records, self.seed, &self.quantities)
            .and_then(|table| self.writer.write_batch(&table));
        written.map_err(cannot_write(&self.place))
    }

    /// Ends the file and moves it to its place; a file that stood there is replaced.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn finish(self) -> Result<(), SaveError> {
        let Self {
            place,
            draft,
            writer,
            ..
        } = self;
        writer.finish().map_err(cannot_write(&place))?;
        let file = draft.as_file();
        file.sync_all().map_err(failed(&place))?;
        let moved = draft.persist(&place);
        moved.map_err(|error| failed(&place)(error.error))?;
        Ok(())
    }
}

fn cannot_write(place: &Path) -> impl FnOnce(PolarsError) -> SaveError {
    let path = place.to_owned();
    |source| SaveError::Parquet { path, source }
}

/// A hidden file in the folder of another, which is made if need be.
fn draft_beside(place: &Path) -> io::Result<NamedTempFile> {
    let folder = match place.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    fs::create_dir_all(folder)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(HIDDEN).suffix(".partial.parquet");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // The draft becomes the user's file: as readable as any other, less the user's mask.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

fn table(records: &Records, seed: u64, quantities: &[Vec<String>; 2]) -> PolarsResult<DataFrame> {
    let rows: Vec<usize> = (0..records.battles.len()).collect();
    let outcome = |row: &usize| &records.outcomes[*row];
    let mut columns = Columns::of(&rows)
        .count("battle", |&row| records.battles[row])
        .count("seed", |_| seed)
        .text("seat_a", |&row| letter(records.seats_of_a[row]))
        .name("winner", |row| outcome(row).winner.map(letter))
        .whole("vp_a", |row| Some(outcome(row).score[0].into()))
        .whole("vp_b", |row| Some(outcome(row).score[1].into()))
        .count("rounds", |row| outcome(row).rounds.into());
    for (names, values) in quantities.iter().zip(&records.quantities) {
        for (at, name) in names.iter().enumerate() {
            columns = columns.whole(name, |row| Some(values[row * names.len() + at]));
        }
    }
    columns.finish()
}

/// A side as results name it.
const fn letter(side: Side) -> &'static str {
    match side {
        Side::A => "a",
        Side::B => "b",
    }
}
