//! No game system of the engine is forgotten.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The engine's sources.
#[must_use]
pub fn engine_sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/src")
}

/// Modules under `sources`, files or folders, that implement `GameSystem`.
///
/// # Errors
/// When a file or folder cannot be read.
pub fn systems_in(sources: &Path) -> io::Result<BTreeSet<String>> {
    let mut systems = BTreeSet::new();
    for entry in fs::read_dir(sources)? {
        let path = entry?.path();
        if implements_a_system(&path)?
            && let Some(name) = path.file_stem()
        {
            systems.insert(name.to_string_lossy().into_owned());
        }
    }
    Ok(systems)
}

/// Compares the systems of the suite with those of the engine.
///
/// # Errors
/// Names what is missing on either side.
pub fn check(listed: &[&str], sources: &Path) -> Result<(), String> {
    let listed: BTreeSet<String> = listed.iter().map(|&name| name.to_owned()).collect();
    let found = systems_in(sources)
        .map_err(|error| format!("cannot read {}: {error}", sources.display()))?;
    if let Some(forgotten) = found.difference(&listed).next() {
        return Err(format!(
            "the system \"{forgotten}\" has no specimen in crates/conformance/src/systems"
        ));
    }
    match listed.difference(&found).next() {
        Some(stray) => Err(format!("no module of the engine is the system \"{stray}\"")),
        None => Ok(()),
    }
}

fn implements_a_system(path: &Path) -> io::Result<bool> {
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            if implements_a_system(&entry?.path())? {
                return Ok(true);
            }
        }
        return Ok(false);
    }
    if path.extension().is_none_or(|extension| extension != "rs") {
        return Ok(false);
    }
    let text = fs::read_to_string(path)?;
    let implementation = |line: &str| line.starts_with("impl") && line.contains("GameSystem for ");
    Ok(text.lines().any(|line| implementation(line.trim_start())))
}
