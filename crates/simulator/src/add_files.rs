//! Adds files to a saved run.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::load::{MANIFEST, read_manifest};
use crate::load_error::LoadError;
use crate::save::SaveError;

/// Lists files that have been written into the folder of a run, by their paths below it, in its
/// manifest: they become part of the run, and may be replaced with it.
///
/// The manifest is written under a temporary name and renamed, and left alone if it lists them all.
/// A folder without a run of this schema is left alone as well: nothing there can be part of it.
///
/// # Errors
/// When the manifest cannot be written.
pub fn add_files(folder: &Path, files: &[PathBuf]) -> Result<(), SaveError> {
    let mut manifest = match read_manifest(folder) {
        Ok(manifest) => manifest,
        Err(LoadError::Io { path, source }) => return Err(SaveError::Io { path, source }),
        Err(_) => return Ok(()),
    };
    let listed = manifest.files.len();
    let names = files.iter().map(|file| with_slashes(file));
    manifest.files.extend(names);
    manifest.files.sort_unstable();
    manifest.files.dedup();
    if manifest.files.len() == listed {
        return Ok(());
    }
    let path = folder.join(MANIFEST);
    let failed = |source| SaveError::Io {
        path: path.clone(),
        source,
    };
    let text = serde_json::to_string_pretty(&manifest).map_err(io::Error::from);
    let text = text.map_err(failed)? + "\n";
    let file = tempfile::NamedTempFile::new_in(folder).map_err(failed)?;
    fs::write(file.path(), text).map_err(failed)?;
    // Readable by those who can read the run.
    let permissions = fs::metadata(&path).map_err(failed)?.permissions();
    fs::set_permissions(file.path(), permissions).map_err(failed)?;
    file.persist(&path).map_err(|error| failed(error.error))?;
    Ok(())
}

/// As the manifest spells paths, on every system.
fn with_slashes(file: &Path) -> String {
    let parts = file
        .components()
        .map(|part| part.as_os_str().to_string_lossy());
    parts.collect::<Vec<_>>().join("/")
}
