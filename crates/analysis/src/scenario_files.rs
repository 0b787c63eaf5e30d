//! Scenario and army files: those that ship with the program, those of a dataset, any on disk.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use equipoise_engine::{Problem, SourceFile};

use equipoise_engine::front_end::Dataset;
use equipoise_engine::source::nearest;

use crate::error::Error;

/// Subfolder of a dataset with its scenarios.
const SCENARIOS: &str = "scenarios";
/// Subfolder of a dataset with its armies.
const ARMIES: &str = "armies";

/// Scenarios that have a name: those of the dataset's folder, else those that ship with the
/// program.
pub(crate) fn named<D: Dataset>(dataset: Option<&Path>) -> Result<Vec<SourceFile>, Error> {
    let own = match dataset {
        Some(folder) => toml_files(&folder.join(SCENARIOS))?,
        None => Vec::new(),
    };
    if own.is_empty() {
        return Ok(D::shipped_scenarios());
    }
    Ok(own)
}

/// The file of a scenario, by its name in any case or by its path.
pub(crate) fn find<D: Dataset>(dataset: Option<&Path>, name: &str) -> Result<SourceFile, Error> {
    let named = named::<D>(dataset)?;
    let own = named
        .iter()
        .find(|file| stem(file).eq_ignore_ascii_case(name));
    if let Some(file) = own {
        return Ok(file.clone());
    }
    let path = Path::new(name);
    if path.extension().is_none() && !path.exists() {
        return Err(unknown(name, named.iter().map(stem)));
    }
    read(path)
}

/// No scenario of that name: with the names that resemble it, or else with all there are.
fn unknown<'a>(name: &str, known: impl Iterator<Item = &'a str> + Clone) -> Error {
    let near = nearest(name, known.clone());
    let advice = if near.is_empty() {
        let names: Vec<&str> = known.collect();
        format!("expected one of {}, or a file", names.join(", "))
    } else {
        format!("did you mean \"{}\"?", near.join("\" or \""))
    };
    Error::Input(format!("no scenario named \"{name}\"; {advice}"))
}

/// Reads one file.
pub(crate) fn read(path: &Path) -> Result<SourceFile, Error> {
    let text = fs::read_to_string(path).map_err(|error| Error::reading("", path, &error))?;
    Ok(SourceFile {
        name: path.display().to_string(),
        text,
    })
}

/// Scenarios and armies of a dataset's folder.
pub(crate) struct Checked<D: Dataset> {
    /// Scenario files.
    pub(crate) scenarios: usize,
    /// Army files; `None` if the game has none.
    pub(crate) armies: Option<usize>,
    /// The scenarios without problems.
    pub(crate) sound: Vec<D::Scenario>,
    /// What is wrong with the rest.
    pub(crate) problems: Vec<Problem>,
}

/// Checks the scenarios and armies of a dataset's folder against its units, as they are played with
/// the rules options requested.
pub(crate) fn check<D: Dataset>(
    dataset: &D,
    folder: &Path,
    requested: &[(String, String)],
) -> Result<Checked<D>, Error> {
    let scenarios = toml_files(&folder.join(SCENARIOS))?;
    let mut checked = Checked {
        scenarios: scenarios.len(),
        armies: None,
        sound: Vec::new(),
        problems: Vec::new(),
    };
    for file in &scenarios {
        match dataset.scenario(file, requested) {
            Ok(scenario) => checked.sound.push(scenario),
            Err(problems) => checked.problems.extend(problems),
        }
    }
    if let Some(readers) = D::ARMIES {
        let armies = toml_files(&folder.join(ARMIES))?;
        let problems = armies
            .iter()
            .flat_map(|file| (readers.problems)(dataset, file));
        checked.problems.extend(problems);
        checked.armies = Some(armies.len());
    }
    Ok(checked)
}

pub(crate) fn stem(file: &SourceFile) -> &str {
    let name = file.base_name();
    name.strip_suffix(".toml").unwrap_or(name)
}

/// The TOML files of a folder in the order of their names; none if there is no such folder.
fn toml_files(folder: &Path) -> Result<Vec<SourceFile>, Error> {
    let cannot = |error| Error::Access(format!("cannot read folder {}: {error}", folder.display()));
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(cannot)?,
    };
    let mut paths = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<PathBuf>, _>>()
        .map_err(cannot)?;
    paths.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "toml")
    });
    paths.sort();
    paths.iter().map(|path| read(path)).collect()
}
