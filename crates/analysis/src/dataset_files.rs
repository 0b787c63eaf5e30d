//! Datasets: the embedded one, or a folder.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use equipoise_engine::{Problem, SourceFile};

use equipoise_engine::front_end::Dataset;

use crate::error::Error;

/// Reads the dataset in force, with its name.
pub(crate) fn read<D: Dataset>(folder: Option<&Path>) -> Result<(D, String), Error> {
    Ok(match folder {
        None => (D::embedded(), "embedded".to_owned()),
        Some(folder) => (read_folder(folder)?, folder.display().to_string()),
    })
}

fn read_folder<D: Dataset>(folder: &Path) -> Result<D, Error> {
    check(folder)?.map_err(|problems| Error::problems("the dataset", &problems))
}

/// Reads a dataset folder; the inner result holds what is wrong with its content.
pub(crate) fn check<D: Dataset>(folder: &Path) -> Result<Result<D, Vec<Problem>>, Error> {
    let cannot = |path: &Path, error| Error::reading("dataset ", path, &error);
    // Names the folder itself if it is the folder that is missing.
    fs::read_dir(folder).map_err(|error| match error.kind() {
        ErrorKind::NotADirectory => Error::Input(format!(
            "dataset {} is a file; expected a folder of {}",
            folder.display(),
            D::FILES.join(", ")
        )),
        _ => cannot(folder, error),
    })?;
    let mut files = Vec::new();
    for name in D::FILES {
        let path = folder.join(name);
        match fs::read_to_string(&path) {
            Ok(text) => files.push(SourceFile {
                name: path.display().to_string(),
                text,
            }),
            // A file that is missing is a problem of the dataset, like a field that is missing.
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(cannot(&path, error)),
        }
    }
    Ok(D::parse(&files).map_err(|problems| in_folder::<D>(folder, problems)))
}

/// Gives problems of files that are not there the path that was looked at.
fn in_folder<D: Dataset>(folder: &Path, mut problems: Vec<Problem>) -> Vec<Problem> {
    for problem in problems
        .iter_mut()
        .filter(|problem| D::FILES.contains(&problem.file.as_str()))
    {
        problem.file = folder.join(&problem.file).display().to_string();
    }
    problems
}
