//! Reads a run back.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use polars::prelude::DataFrame;
use polars_io::prelude::{ParquetReader, SerReader};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::digest::digest;
use crate::load_error::LoadError;
use crate::manifest::Manifest;
use crate::plan::Plan;
use crate::schema::SCHEMA;
use crate::table_file::TableFile;
use crate::tables::Tables;
use crate::tallies::{Beyond, read_tallies};
use crate::tally::Tally;
use crate::unfinished::unfinished;

/// File name of the manifest.
pub const MANIFEST: &str = "manifest.json";

/// Name of the table of exact tallies.
pub(crate) const TALLIES: &str = "tallies";

/// A run as it was saved.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedRun {
    /// How it was made.
    pub manifest: Manifest,
    /// Its tables.
    pub tables: Tables,
}

/// Reads the run in `folder`.
///
/// # Errors
/// When the folder holds no complete run of this schema.
pub fn load(folder: &Path) -> Result<SavedRun, LoadError> {
    let manifest = read_manifest(folder)?;
    let table = |name| read_frame(&table_path(folder, name));
    let tables = Tables {
        results: table("results")?,
        margins: table("margins")?,
        units: table("units")?,
    };
    Ok(SavedRun { manifest, tables })
}

/// Reads the exact tallies of the run, or the part of one, that was made by `plan` and saved in
/// `folder` with this manifest: one per pairing, in the plan's order.
///
/// # Errors
/// When they cannot be read, are of another plan, or are not those of the manifest.
pub fn load_tallies(
    folder: &Path,
    manifest: &Manifest,
    plan: &Plan,
) -> Result<Vec<Tally>, LoadError> {
    let file = read_table(folder, TALLIES)?;
    let rows = read_tallies(&file, plan, Beyond::Refuse)?;
    let in_order = rows
        .iter()
        .enumerate()
        .all(|(row, &(pairing, _))| pairing == row);
    let tallies: Vec<Tally> = rows.into_iter().map(|(_, tally)| tally).collect();
    let got = digest(plan, &tallies);
    if in_order && tallies.len() == plan.pairings().len() && got == manifest.digest {
        Ok(tallies)
    } else {
        Err(LoadError::Digest {
            path: file.path().to_owned(),
            expected: manifest.digest.clone(),
            got,
        })
    }
}

/// Reads the manifest of the run in `folder`.
///
/// # Errors
/// When there is none, or it is of another tool or schema, or of a part of a run.
pub fn read_manifest(folder: &Path) -> Result<Manifest, LoadError> {
    let manifest = read_manifest_or_shard(folder)?;
    match manifest.shard {
        Some(shard) => Err(LoadError::Shard {
            path: folder.join(MANIFEST),
            shard,
        }),
        None => Ok(manifest),
    }
}

/// Reads the manifest of the run, or of the part of one, in `folder`.
///
/// # Errors
/// When there is none, or it is of another tool or schema.
pub fn read_manifest_or_shard(folder: &Path) -> Result<Manifest, LoadError> {
    let (path, text) = manifest_text(folder).map_err(|error| match unfinished(folder) {
        Some(place) => LoadError::Unfinished {
            folder: folder.to_owned(),
            place,
        },
        None => error,
    })?;
    check_header(&path, &text, SCHEMA)?;
    parse(path, &text)
}

/// Checks that a file says it was written by this tool in this version of the format.
pub(crate) fn check_header(path: &Path, text: &str, reads: u32) -> Result<(), LoadError> {
    #[derive(Deserialize)]
    struct Header {
        tool: String,
        schema: u32,
        #[serde(default)]
        version: String,
    }
    let path = path.to_owned();
    let header: Header = parse(path.clone(), text)?;
    if header.tool == Manifest::TOOL && header.schema == reads {
        return Ok(());
    }
    Err(LoadError::Schema {
        path,
        tool: header.tool,
        version: header.version,
        schema: header.schema,
        reads,
    })
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
    let (path, text) = manifest_text(folder)?;
    let listing: Listing = parse(path, &text)?;
    Ok((listing.tool == Manifest::TOOL).then_some(listing.files))
}

/// Path and text of the manifest in `folder`.
fn manifest_text(folder: &Path) -> Result<(PathBuf, String), LoadError> {
    let path = folder.join(MANIFEST);
    let text = fs::read_to_string(&path).map_err(LoadError::io(&path))?;
    Ok((path, text))
}

pub(crate) fn parse<T: DeserializeOwned>(path: PathBuf, text: &str) -> Result<T, LoadError> {
    serde_json::from_str(text).map_err(|source| LoadError::Manifest { path, source })
}

pub(crate) fn table_path(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.parquet"))
}

pub(crate) fn read_table(folder: &Path, name: &str) -> Result<TableFile, LoadError> {
    let path = table_path(folder, name);
    let table = read_frame(&path)?;
    Ok(TableFile::new(path, table))
}

pub(crate) fn read_frame(path: &Path) -> Result<DataFrame, LoadError> {
    let file = File::open(path).map_err(LoadError::io(path))?;
    let path = path.to_owned();
    let table = ParquetReader::new(file).finish();
    table.map_err(|source| LoadError::Parquet { path, source })
}
