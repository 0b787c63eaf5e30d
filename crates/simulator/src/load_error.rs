//! Why a run cannot be read.

use std::io;
use std::path::{Path, PathBuf};

use polars::prelude::PolarsError;
use thiserror::Error;

use crate::shard::Shard;

/// Why a run cannot be read.
#[derive(Debug, Error)]
pub enum LoadError {
    /// A file is missing or unreadable.
    #[error("cannot read {path}: {source}")]
    Io {
        /// File.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The run has not been played to its end.
    #[error(
        "{}: the run is unfinished; `equipoise resume {}` plays it to its end",
        folder.display(),
        place.display()
    )]
    Unfinished {
        /// The folder that was to be read.
        folder: PathBuf,
        /// Where the results of the run belong.
        place: PathBuf,
    },
    /// The manifest is no manifest.
    #[error("{path}: {source}")]
    Manifest {
        /// File.
        path: PathBuf,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// The file was written by another tool, or in another version of its format.
    #[error(
        "{path}: expected schema {reads} of equipoise, got schema {schema} of {tool}; {}",
        can_read(tool, version)
    )]
    Schema {
        /// File.
        path: PathBuf,
        /// Who wrote it.
        tool: String,
        /// Version of the tool; empty if the file does not name it.
        version: String,
        /// Version of the format.
        schema: u32,
        /// The version of the format that this program reads.
        reads: u32,
    },
    /// A table is no Parquet file.
    #[error("cannot read {path}: {source}")]
    Parquet {
        /// File.
        path: PathBuf,
        /// What polars says.
        source: PolarsError,
    },
    /// A value is missing where none may be.
    #[error("{path}: no value in row {}, column {column}", row + 1)]
    Missing {
        /// File.
        path: PathBuf,
        /// Column.
        column: String,
        /// Row, from 0.
        row: usize,
    },
    /// The folder holds a part of a run.
    #[error(
        "{path}: expected a complete run, got shard {shard}; merge the shards with `equipoise merge`"
    )]
    Shard {
        /// File.
        path: PathBuf,
        /// Which part.
        shard: Shard,
    },
    /// A tally that no pairing of the plan can have.
    #[error("{path}: row {} does not match the plan or is inconsistent", row + 1)]
    StrayTally {
        /// File.
        path: PathBuf,
        /// Row, from 0.
        row: usize,
    },
    /// The tallies are not those of the manifest.
    #[error("{path}: damaged: the manifest has digest {expected}, the tallies have {got}")]
    Digest {
        /// File.
        path: PathBuf,
        /// Of the manifest.
        expected: String,
        /// Of the tallies.
        got: String,
    },
}

impl LoadError {
    /// A file or folder that the system cannot read.
    pub(crate) fn io(path: &Path) -> impl Fn(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io {
            path: path.clone(),
            source,
        }
    }
}

/// Which program can read a file.
fn can_read(tool: &str, version: &str) -> String {
    match version {
        "" => "read it with the program that wrote it".to_owned(),
        version => format!("read it with {tool} {version}, which wrote it"),
    }
}
