//! Where unfinished runs lie.

use std::path::{Path, PathBuf};

/// File name of the plan, in the folder of a run and in that of an unfinished one.
pub(crate) const PLAN: &str = "plan.json";

/// What follows the name of the place of the results.
const PARTIAL: &str = ".partial";

/// The folder of an unfinished run whose results belong to `place`; `None` if that has no name.
pub(crate) fn beside(place: &Path) -> Option<PathBuf> {
    let mut name = place.file_name()?.to_owned();
    name.push(PARTIAL);
    Some(place.with_file_name(name))
}

/// Where the results belong of the unfinished run that lies in this folder or beside it.
pub(crate) fn unfinished(folder: &Path) -> Option<PathBuf> {
    let is_there = |folder: &Path| folder.join(PLAN).is_file();
    if beside(folder).is_some_and(|partial| is_there(&partial)) {
        return Some(folder.to_owned());
    }
    let name = folder.file_name()?.to_str()?.strip_suffix(PARTIAL)?;
    is_there(folder).then(|| folder.with_file_name(name))
}
