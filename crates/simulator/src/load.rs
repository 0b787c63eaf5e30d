//! Reads a run back.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use polars::prelude::{DataFrame, ParquetReader, PolarsError, SerReader};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::manifest::Manifest;
use crate::schema::SCHEMA;
use crate::tables::Tables;

/// File name of the manifest.
pub const MANIFEST: &str = "manifest.json";

/// A run as it was saved.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedRun {
    /// How it was made.
    pub manifest: Manifest,
    /// Its tables.
    pub tables: Tables,
}

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
    /// The manifest is no manifest.
    #[error("{path}: {source}")]
    Manifest {
        /// File.
        path: PathBuf,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// The folder was written by something else, or by another version of the format.
    #[error(
        "{path}: expected a run of equipoise with schema {SCHEMA}, got tool {tool:?} with schema {schema}"
    )]
    Schema {
        /// File.
        path: PathBuf,
        /// Who wrote it.
        tool: String,
        /// Version of the format.
        schema: u32,
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
}

/// Reads the run in `folder`.
///
/// # Errors
/// When the folder holds no complete run of this schema.
pub fn load(folder: &Path) -> Result<SavedRun, LoadError> {
    let manifest = read_manifest(folder)?;
    let tables = Tables {
        results: read_table(folder, "results")?,
        margins: read_table(folder, "margins")?,
        units: read_table(folder, "units")?,
    };
    Ok(SavedRun { manifest, tables })
}

/// Reads the manifest of the run in `folder`.
///
/// # Errors
/// When there is none, or it is of another tool or schema.
pub fn read_manifest(folder: &Path) -> Result<Manifest, LoadError> {
    let (path, manifest): (_, Manifest) = parse_manifest(folder)?;
    if manifest.tool == Manifest::TOOL && manifest.schema == SCHEMA {
        Ok(manifest)
    } else {
        Err(LoadError::Schema {
            path,
            tool: manifest.tool,
            schema: manifest.schema,
        })
    }
}

/// The files of the run in `folder` beside the manifest, whatever the schema; `None` if the manifest
/// is that of another tool.
pub(crate) fn files_of_run(folder: &Path) -> Result<Option<Vec<String>>, LoadError> {
    /// What the manifests of all schemas have in common.
    #[derive(Deserialize)]
    struct Listing {
        tool: String,
        #[serde(default)]
        files: Vec<String>,
    }
    let (_, listing): (_, Listing) = parse_manifest(folder)?;
    Ok((listing.tool == Manifest::TOOL).then_some(listing.files))
}

fn parse_manifest<T: DeserializeOwned>(folder: &Path) -> Result<(PathBuf, T), LoadError> {
    let path = folder.join(MANIFEST);
    let text = fs::read_to_string(&path).map_err(|source| LoadError::Io {
        path: path.clone(),
        source,
    })?;
    match serde_json::from_str(&text) {
        Ok(manifest) => Ok((path, manifest)),
        Err(source) => Err(LoadError::Manifest { path, source }),
    }
}

pub(crate) fn table_path(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.parquet"))
}

pub(crate) fn read_table(folder: &Path, name: &str) -> Result<DataFrame, LoadError> {
    let path = table_path(folder, name);
    let file = File::open(&path).map_err(|source| LoadError::Io {
        path: path.clone(),
        source,
    })?;
    ParquetReader::new(file)
        .finish()
        .map_err(|source| LoadError::Parquet { path, source })
}
