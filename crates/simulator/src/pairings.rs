//! Who won how often: what a saved run says without its plan.

use std::path::{Path, PathBuf};

use polars::prelude::{Column, PolarsResult};

use crate::load::{LoadError, read_manifest, read_table, table_path};

/// One pairing of a saved run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedPairing {
    /// Name of unit a.
    pub a: String,
    /// Name of unit b.
    pub b: String,
    /// Battles won by a.
    pub wins_a: u64,
    /// Battles won by b.
    pub wins_b: u64,
    /// Battles without a winner.
    pub draws: u64,
}

/// Reads the pairings of the run in `folder`, in the order of its table of results.
///
/// # Errors
/// When the folder holds no run of this schema, or its results lack a column or a value.
pub fn load_pairings(folder: &Path) -> Result<Vec<SavedPairing>, LoadError> {
    read_manifest(folder)?;
    let results = read_table(folder, "results")?;
    let path = table_path(folder, "results");
    let column = |name: &str| match results.column(name) {
        Ok(column) => Ok(column),
        Err(source) => Err(LoadError::Parquet {
            path: path.clone(),
            source,
        }),
    };
    let names = |name| complete(name, &path, texts(column(name)?));
    let counts = |name| complete(name, &path, whole(column(name)?));
    let (a, b) = (names("a")?, names("b")?);
    let (wins_a, wins_b, draws) = (counts("wins_a")?, counts("wins_b")?, counts("draws")?);
    let rows = a.into_iter().zip(b).zip(wins_a).zip(wins_b).zip(draws);
    let pairing = |((((a, b), wins_a), wins_b), draws)| SavedPairing {
        a,
        b,
        wins_a,
        wins_b,
        draws,
    };
    Ok(rows.map(pairing).collect())
}

pub(crate) fn texts(column: &Column) -> PolarsResult<Vec<Option<String>>> {
    Ok(column
        .str()?
        .iter()
        .map(|value| value.map(str::to_owned))
        .collect())
}

fn whole(column: &Column) -> PolarsResult<Vec<Option<u64>>> {
    Ok(column.u64()?.iter().collect())
}

/// The values of a column, none of which may be missing.
pub(crate) fn complete<T>(
    column: &str,
    path: &Path,
    values: PolarsResult<Vec<Option<T>>>,
) -> Result<Vec<T>, LoadError> {
    let path = PathBuf::from(path);
    let values = match values {
        Ok(values) => values,
        Err(source) => return Err(LoadError::Parquet { path, source }),
    };
    let missing = values.iter().position(Option::is_none);
    if let Some(row) = missing {
        return Err(LoadError::Missing {
            path,
            column: column.to_owned(),
            row,
        });
    }
    Ok(values.into_iter().flatten().collect())
}
