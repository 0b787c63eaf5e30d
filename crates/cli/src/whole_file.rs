//! Files that are there whole or not at all.

#[cfg(unix)]
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::failure::Failure;

/// A file to be written through a draft of its own beside it.
pub(crate) struct WholeFile {
    path: PathBuf,
    draft: NamedTempFile,
}

impl WholeFile {
    /// Opens the draft: a place that cannot be written is found out before there is anything to lose.
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        if path.is_dir() {
            let message = format!("cannot write {}: it is a folder", path.display());
            return Err(Failure::Access(message));
        }
        let draft = draft_beside(path).map_err(|error| cannot_write(path, &error))?;
        let path = path.to_owned();
        Ok(Self { path, draft })
    }

    /// Writes the text and moves the draft to its place.
    pub(crate) fn commit(mut self, text: &str) -> Result<(), Failure> {
        let written = self.draft.write_all(text.as_bytes());
        written.map_err(|error| cannot_write(&self.path, &error))?;
        self.persist()
    }

    /// Lets `fill` write the draft, which has the extension of the file, and moves it to its place.
    pub(crate) fn fill(
        self,
        fill: impl FnOnce(&Path) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        fill(self.draft.path())?;
        self.persist()
    }

    /// Writes a file at once.
    pub(crate) fn write_now(path: &Path, text: &str) -> Result<(), Failure> {
        Self::create(path)?.commit(text)
    }

    fn persist(self) -> Result<(), Failure> {
        let persisted = self.draft.persist(&self.path);
        persisted.map_err(|error| cannot_write(&self.path, &error.error))?;
        Ok(())
    }
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::Access(format!("cannot write {}: {error}", path.display()))
}

/// A new file that goes away unless it is persisted.
fn draft_beside(file: &Path) -> io::Result<NamedTempFile> {
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    // Libraries that draw know the format by it.
    let extension = file.extension().unwrap_or_default().to_string_lossy();
    let suffix = format!(".partial.{extension}");
    let mut builder = tempfile::Builder::new();
    builder.prefix(".equipoise-").suffix(&suffix);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // The draft becomes the user's file: as readable as any other, less the user's mask.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}
