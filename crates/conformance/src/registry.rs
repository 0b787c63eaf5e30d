//! Every game is listed.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The folder with a crate for each game.
#[must_use]
pub fn games_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../games")
}

/// Names of the crates in a folder, which are those of their games.
///
/// # Errors
/// When the folder cannot be read.
pub fn games_in(folder: &Path) -> io::Result<BTreeSet<String>> {
    let mut games = BTreeSet::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.path().join("Cargo.toml").is_file() {
            games.insert(entry.file_name().to_string_lossy().into_owned());
        }
    }
    Ok(games)
}

/// Compares the games that `place` lists with the crates in a folder.
///
/// # Errors
/// Names what is missing on either side.
pub fn check(listed: &[&str], place: &str, folder: &Path) -> Result<(), String> {
    let listed: BTreeSet<String> = listed.iter().map(|&name| name.to_owned()).collect();
    let found =
        games_in(folder).map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
    if let Some(missing) = found.difference(&listed).next() {
        return Err(format!("the game \"{missing}\" is missing in {place}"));
    }
    match listed.difference(&found).next() {
        Some(stray) => Err(format!(
            "{place} lists \"{stray}\", but there is no such crate in {}",
            folder.display()
        )),
        None => Ok(()),
    }
}
