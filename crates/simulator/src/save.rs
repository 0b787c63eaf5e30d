//! Writes a run: all of it or nothing.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use polars::prelude::{DataFrame, PolarsError};
use polars_io::prelude::ParquetWriter;
use tempfile::TempDir;
use thiserror::Error;

use crate::load::{MANIFEST, TALLIES, files_of_run, table_path};
use crate::load_error::LoadError;
use crate::manifest::Manifest;
use crate::plan::Plan;
use crate::plan_file::PlanFile;
use crate::tables::Tables;
use crate::tallies::write_tallies;
use crate::tally::Tally;
use crate::unfinished::PLAN;

/// Before the names of folders that are there only while a run is written.
pub(crate) const HIDDEN: &str = ".equipoise-";
/// Folder in a hidden one that holds the earlier run while another takes its place.
pub(crate) const EARLIER: &str = "run";

/// A run being written, in a hidden folder beside its place.
///
/// Nothing appears at its place before [`Staged::commit`], and a run that stood there stays
/// until then. Dropping it instead removes what was written.
#[derive(Debug)]
pub struct Staged {
    place: PathBuf,
    workplace: PathBuf,
    folder: TempDir,
}

/// Why a run cannot be written.
#[derive(Debug, Error)]
pub enum SaveError {
    /// The system refused.
    #[error("cannot write {path}: {source}")]
    Io {
        /// File or folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A table cannot be written.
    #[error("cannot write {path}: {source}")]
    Parquet {
        /// File.
        path: PathBuf,
        /// What polars says.
        source: PolarsError,
    },
    /// Something other than a run is in the way.
    #[error("{0} exists and is not a folder with an earlier run; choose another folder")]
    NotARun(PathBuf),
    /// Replacing the earlier run would delete a file that does not belong to it.
    #[error(
        "{folder} contains {file}, which is not part of its run; move it or choose another folder"
    )]
    ForeignFile {
        /// Folder of the earlier run.
        folder: PathBuf,
        /// The file that would be lost.
        file: String,
    },
    /// Neither the new run nor the earlier one could be moved to its place.
    #[error("cannot write {place}: {source}; the earlier run is in {attic}")]
    Stranded {
        /// Where the run belongs.
        place: PathBuf,
        /// Folder that holds the earlier run.
        attic: PathBuf,
        /// Why the earlier run could not be moved back.
        source: io::Error,
    },
}

impl Staged {
    /// Prepares to write a run at `place`: a new folder, an empty one, or one with an earlier run
    /// and nothing else, which is replaced on [`Staged::commit`].
    ///
    /// # Errors
    /// When something else is in the way or the folder cannot be made.
    pub fn create(place: &Path) -> Result<Self, SaveError> {
        let place = resolve(place)?;
        let parent = place
            .parent()
            .ok_or_else(|| SaveError::NotARun(place.clone()))?;
        Self::create_within(&place, parent)
    }

    /// As [`Staged::create`], with everything prepared in the folder `workplace` on the same disk.
    ///
    /// # Errors
    /// When something else is in the way or a folder cannot be made.
    pub fn create_within(place: &Path, workplace: &Path) -> Result<Self, SaveError> {
        let place = resolve(place)?;
        check_place(&place)?;
        fs::create_dir_all(workplace).map_err(failed(workplace))?;
        let folder = hidden_folder(workplace, ".partial").map_err(failed(&place))?;
        let workplace = workplace.to_owned();
        Ok(Self {
            place,
            workplace,
            folder,
        })
    }

    /// The folder to write into.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Writes the tables as Parquet files.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write_tables(&self, tables: &Tables) -> Result<(), SaveError> {
        self.write_table("results", &tables.results)?;
        self.write_table("margins", &tables.margins)?;
        self.write_table("units", &tables.units)
    }

    /// Writes the manifest, which makes the run complete, and moves everything to its place.
    ///
    /// # Errors
    /// When a file cannot be written or moved, or when something other than an earlier run has
    /// come to stand at the place since [`Staged::create`]. What stands there is left as it was;
    /// if it cannot even be moved back, the error names the folder that keeps it.
    pub fn commit(self, manifest: &Manifest) -> Result<PathBuf, SaveError> {
        let path = self.folder().join(MANIFEST);
        let files = list_files(self.folder()).map_err(failed(self.folder()))?;
        let manifest = Manifest {
            files,
            ..manifest.clone()
        };
        let mut text = serde_json::to_string_pretty(&manifest)
            .map_err(io::Error::from)
            .map_err(failed(&path))?;
        text.push('\n');
        fs::write(&path, text).map_err(failed(&path))?;
        for file in manifest.files.iter().map(String::as_str).chain([MANIFEST]) {
            let path = self.folder().join(file);
            let flushed = File::open(&path).and_then(|file| file.sync_all());
            flushed.map_err(failed(&path))?;
        }
        self.move_to_place()
    }

    /// Writes the exact tallies, from which the run can be extended or, if it is a part of one, be put
    /// together with the others.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write_tallies(&self, plan: &Plan, tallies: &[Tally]) -> Result<(), SaveError> {
        let rows: Vec<(usize, &Tally)> = tallies.iter().enumerate().collect();
        let path = table_path(self.folder(), TALLIES);
        let file = File::create_new(&path).map_err(failed(&path))?;
        write_tallies(file, plan, &rows).map_err(|source| SaveError::Parquet { path, source })
    }

    /// Writes the plan, from which the run can be planned again.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write_plan(&self, plan: &PlanFile) -> Result<(), SaveError> {
        let path = self.folder().join(PLAN);
        let written = plan.text().and_then(|text| fs::write(&path, text));
        written.map_err(failed(&path))
    }

    fn write_table(&self, name: &str, table: &DataFrame) -> Result<(), SaveError> {
        let path = table_path(self.folder(), name);
        let file = File::create_new(&path).map_err(failed(&path))?;
        ParquetWriter::new(file)
            .finish(&mut table.clone())
            .map_err(|source| SaveError::Parquet { path, source })?;
        Ok(())
    }

    fn move_to_place(self) -> Result<PathBuf, SaveError> {
        let Self {
            place,
            workplace,
            folder,
        } = self;
        // Anyone may have put files there while the battles were played.
        check_place(&place)?;
        let attic = hidden_folder(&workplace, ".old").map_err(failed(&place))?;
        let earlier = attic.path().join(EARLIER);
        let replaces = place.exists();
        if replaces {
            fs::rename(&place, &earlier).map_err(failed(&place))?;
        }
        if let Err(source) = fs::rename(folder.path(), &place) {
            if replaces {
                move_back(attic, &earlier, &place)?;
            }
            return Err(SaveError::Io {
                path: place,
                source,
            });
        }
        // The folder has moved: there is nothing left to remove.
        let _ = folder.keep();
        Ok(place)
    }
}

/// Puts an earlier run back; where that fails, it stays in the attic and the error says so.
fn move_back(attic: TempDir, earlier: &Path, place: &Path) -> Result<(), SaveError> {
    fs::rename(earlier, place).map_err(|source| SaveError::Stranded {
        place: place.to_owned(),
        attic: attic.keep(),
        source,
    })
}

pub(crate) fn failed(path: &Path) -> impl FnOnce(io::Error) -> SaveError {
    let path = path.to_owned();
    |source| SaveError::Io { path, source }
}

/// An absolute path with links followed, so that moving the folder moves what is meant.
pub(crate) fn resolve(place: &Path) -> Result<PathBuf, SaveError> {
    match fs::canonicalize(place) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            std::path::absolute(place).map_err(failed(place))
        }
        resolved => resolved.map_err(failed(place)),
    }
}

pub(crate) fn check_place(place: &Path) -> Result<(), SaveError> {
    if !place.exists() {
        return Ok(());
    }
    if !place.is_dir() {
        return Err(SaveError::NotARun(place.to_owned()));
    }
    let present = list_files(place).map_err(failed(place))?;
    if present.is_empty() {
        return Ok(());
    }
    let known = match files_of_run(place) {
        Ok(Some(files)) => files,
        Err(LoadError::Io { source, .. }) if source.kind() != io::ErrorKind::NotFound => {
            return Err(SaveError::Io {
                path: place.to_owned(),
                source,
            });
        }
        _ => return Err(SaveError::NotARun(place.to_owned())),
    };
    match present
        .into_iter()
        .find(|file| file != MANIFEST && !known.contains(file))
    {
        Some(file) => Err(SaveError::ForeignFile {
            folder: place.to_owned(),
            file,
        }),
        None => Ok(()),
    }
}

/// Relative paths of everything but folders, sorted, with `/` between their parts.
fn list_files(folder: &Path) -> io::Result<Vec<String>> {
    let mut files = Vec::new();
    collect_files(folder, "", &mut files)?;
    files.sort_unstable();
    Ok(files)
}

fn collect_files(folder: &Path, prefix: &str, files: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            collect_files(&entry.path(), &format!("{name}/"), files)?;
        } else {
            files.push(name);
        }
    }
    Ok(())
}

fn hidden_folder(parent: &Path, suffix: &str) -> io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(HIDDEN).suffix(suffix);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // The folder becomes the run's own: as readable as any other, less the user's mask.
        builder.permissions(fs::Permissions::from_mode(0o777));
    }
    builder.tempdir_in(parent)
}

#[cfg(test)]
mod tests {
    use super::{SaveError, fs, hidden_folder, move_back};

    #[test]
    fn an_earlier_run_that_cannot_go_back_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let attic = hidden_folder(folder.path(), ".old").unwrap();
        let earlier = attic.path().join("run");
        fs::create_dir(&earlier).unwrap();
        fs::write(earlier.join("manifest.json"), "precious").unwrap();
        // No folder can be moved onto a file.
        let place = folder.path().join("run");
        fs::write(&place, "in the way").unwrap();
        let error = move_back(attic, &earlier, &place).unwrap_err();
        let kept = fs::read_to_string(earlier.join("manifest.json")).unwrap();
        assert_eq!(kept, "precious");
        let SaveError::Stranded { attic, .. } = &error else {
            panic!("{error}");
        };
        assert!(error.to_string().contains(attic.to_str().unwrap()));
    }
}
