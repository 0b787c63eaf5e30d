//! The columns of a table that has been read, with the file named in every error.

use std::path::{Path, PathBuf};

use polars::prelude::{Column, DataFrame, PolarsError, PolarsResult};

use crate::load_error::LoadError;

/// A table and where it was read from.
pub(crate) struct TableFile {
    path: PathBuf,
    table: DataFrame,
}

impl TableFile {
    pub(crate) const fn new(path: PathBuf, table: DataFrame) -> Self {
        Self { path, table }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Names, none of which may be missing.
    pub(crate) fn texts(&self, name: &str) -> Result<Vec<String>, LoadError> {
        self.complete(name, |column| {
            let texts = column.str()?.iter();
            Ok(texts.map(|text| text.map(str::to_owned)).collect())
        })
    }

    /// Counts, none of which may be missing.
    pub(crate) fn counts(&self, name: &str) -> Result<Vec<u64>, LoadError> {
        self.complete(name, |column| Ok(column.u64()?.iter().collect()))
    }

    /// Whole numbers, none of which may be missing.
    pub(crate) fn wholes(&self, name: &str) -> Result<Vec<i64>, LoadError> {
        self.complete(name, |column| Ok(column.i64()?.iter().collect()))
    }

    /// Lists of counts; neither a list nor a count may be missing.
    pub(crate) fn lists(&self, name: &str) -> Result<Vec<Vec<u64>>, LoadError> {
        self.complete(name, |column| {
            let lists = column.list()?;
            let list = |row| match lists.get_as_series(row) {
                Some(list) => Ok(list.u64()?.iter().collect()),
                None => Ok(None),
            };
            (0..lists.len()).map(list).collect()
        })
    }

    /// The values of a column, none of which may be missing.
    fn complete<T>(
        &self,
        name: &str,
        values: impl FnOnce(&Column) -> PolarsResult<Vec<Option<T>>>,
    ) -> Result<Vec<T>, LoadError> {
        let values = self.table.column(name).and_then(values);
        let values = values.map_err(|source| self.failed(source))?;
        match values.iter().position(Option::is_none) {
            Some(row) => Err(LoadError::Missing {
                path: self.path.clone(),
                column: name.to_owned(),
                row,
            }),
            None => Ok(values.into_iter().flatten().collect()),
        }
    }

    fn failed(&self, source: PolarsError) -> LoadError {
        LoadError::Parquet {
            path: self.path.clone(),
            source,
        }
    }
}
