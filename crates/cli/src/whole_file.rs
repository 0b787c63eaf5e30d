//! Files that are there whole or not at all.

#[cfg(unix)]
use std::fs::Permissions;
use std::path::Path;
use std::{fs, io};

use tempfile::NamedTempFile;

use crate::failure::Failure;

/// Writes a text through a draft beside the file.
pub(crate) fn write_whole(file: &Path, text: &str) -> Result<(), Failure> {
    fill_whole(file, |draft| {
        fs::write(draft, text).map_err(|error| cannot_write(file, &error))
    })
}

/// Lets `fill` write a draft beside the file, of the same extension, and gives it the file's name.
pub(crate) fn fill_whole(
    file: &Path,
    fill: impl FnOnce(&Path) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let draft = draft_beside(file).map_err(|error| cannot_write(file, &error))?;
    fill(draft.path())?;
    let kept = draft.persist(file);
    kept.map_err(|error| cannot_write(file, &error.error))?;
    Ok(())
}

fn cannot_write(file: &Path, error: &io::Error) -> Failure {
    Failure::Access(format!("cannot write {}: {error}", file.display()))
}

/// A new file that goes away unless it is persisted.
fn draft_beside(file: &Path) -> io::Result<NamedTempFile> {
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let extension = file.extension().unwrap_or_default().to_string_lossy();
    let suffix = format!(".partial.{extension}");
    let mut builder = tempfile::Builder::new();
    builder.prefix(".equipoise-").suffix(&suffix);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // The draft becomes the user's file: as readable as any other, less the user's mask.
        builder.permissions(Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}
