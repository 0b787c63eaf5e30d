//! Output files that would replace what the same command reads or writes.

use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Refuses an output file that is an input of the command or another of its outputs. Each output comes with the option that
/// names it. An input may be a folder, whose TOML files are then inputs, or the name of something that is no file.
pub(crate) fn check_outputs<'a>(
    inputs: impl IntoIterator<Item = &'a Path>,
    outputs: &[(&str, Option<&Path>)],
) -> Result<(), Failure> {
    let inputs: Vec<PathBuf> = inputs.into_iter().map(real).collect();
    let mut written: Vec<(&str, PathBuf)> = Vec::new();
    for &(option, file) in outputs {
        let Some(file) = file else { continue };
        let place = real(file);
        let what = if inputs.iter().any(|input| reads(input, &place)) {
            "an input of this command".to_owned()
        } else if let Some((other, _)) = written.iter().find(|(_, other)| *other == place) {
            format!("the file of {other}")
        } else {
            written.push((option, place));
            continue;
        };
        let file = file.display();
        let message = format!("{file} is {what}; choose another file with {option}");
        return Err(Failure::Input(message));
    }
    Ok(())
}

/// Whether a command that reads this file or folder reads what lies at this place.
fn reads(input: &Path, place: &Path) -> bool {
    let within = || place.starts_with(input) && place.extension().is_some_and(|of| of == "toml");
    place.exists() && (input == place || within())
}

/// The path without links, also where the file is not there yet.
fn real(file: &Path) -> PathBuf {
    let absolute = || std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    let in_real_folder = || {
        let absolute = absolute();
        let folder = absolute.parent()?.canonicalize().ok()?;
        Some(folder.join(absolute.file_name()?))
    };
    let real = file.canonicalize().ok().or_else(in_real_folder);
    real.unwrap_or_else(absolute)
}
