//! Files of weights and logs of steps.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use equipoise_engine::source::SourceFile;
use equipoise_mechastellar::weights::WeightsFile;
use tempfile::NamedTempFile;

use crate::arena::listed;
use crate::failure::Failure;

/// Reads a file of weights; the shipped ones without a path.
///
/// # Errors
/// A file that cannot be read, or its problems.
pub(crate) fn read(path: Option<&Path>) -> Result<WeightsFile, Failure> {
    let Some(path) = path else {
        return Ok(WeightsFile::shipped());
    };
    let name = path.display().to_string();
    let text = fs::read(path);
    let text = text.map_err(|error| Failure::Access(format!("cannot read {name}: {error}")))?;
    let text = String::from_utf8(text);
    let text = text.map_err(|_| Failure::Input(format!("{name} is not text in UTF-8")))?;
    WeightsFile::parse(&SourceFile::new(name, text))
        .map_err(|problems| Failure::Input(listed(&problems)))
}

/// A file that is there whole or not at all, written through a draft beside it.
pub(crate) struct Draft {
    path: PathBuf,
    file: NamedTempFile,
}

impl Draft {
    /// Opens the draft: a place that cannot be written is found out before the search.
    ///
    /// # Errors
    /// Such a place.
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        if path.is_dir() {
            let message = format!("cannot write {}: it is a folder", path.display());
            return Err(Failure::Access(message));
        }
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let mut builder = tempfile::Builder::new();
        builder.prefix(".equipoise-").suffix(".partial");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            // The draft becomes the user's file: as readable as any other, less the user's mask.
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let file = builder.tempfile_in(folder);
        Ok(Self {
            path: path.to_owned(),
            file: file.map_err(|error| Failure::write(path, &error))?,
        })
    }

    /// Writes the text and moves the draft to its place.
    ///
    /// # Errors
    /// When that is not possible.
    pub(crate) fn commit(mut self, text: &str) -> Result<(), Failure> {
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| Failure::write(&self.path, &error))?;
        let persisted = self.file.persist(&self.path);
        persisted.map_err(|error| Failure::write(&self.path, &error.error))?;
        Ok(())
    }
}

/// The steps of a search as CSV, written as they are taken.
pub(crate) struct Log {
    path: PathBuf,
    file: File,
}

impl Log {
    /// Begins a log with the names of its columns.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(crate) fn create<'a>(
        path: &Path,
        weights: impl Iterator<Item = &'a str>,
    ) -> Result<Self, Failure> {
        let file = File::create(path).map_err(|error| Failure::write(path, &error))?;
        let path = path.to_owned();
        let mut log = Self { path, file };
        let columns = ["step", "battles", "score"].into_iter().chain(weights);
        log.line(columns.map(str::to_owned))?;
        Ok(log)
    }

    /// Adds a step, counted from 1: the score of the first point against the second, and where the
    /// search then is.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(crate) fn step(
        &mut self,
        [step, battles]: [u32; 2],
        score: f64,
        point: &[f64],
    ) -> Result<(), Failure> {
        let start = [step.to_string(), battles.to_string(), score.to_string()];
        let point = point.iter().map(|value| format!("{value:.3}"));
        self.line(start.into_iter().chain(point))
    }

    fn line(&mut self, values: impl Iterator<Item = String>) -> Result<(), Failure> {
        let mut line = values.collect::<Vec<_>>().join(",");
        line.push('\n');
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|error| Failure::write(&self.path, &error))
    }
}

/// Prints a result; a reader that has gone away is no error.
///
/// # Errors
/// When standard output cannot be written.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::Access(format!("cannot write the result: {error}")))
        }
        _ => Ok(()),
    }
}
