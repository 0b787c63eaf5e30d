//! Reading data files: TOML with the place of every mistake, legal ranges, suggestions for misspelt
//! names.
//!
//! Every system's catalogue reads its files with this module and interprets them itself.

mod limits;
mod nearest;
pub mod problem;
pub mod raw;

pub use limits::Limits;
pub use nearest::nearest;
pub use problem::{Problem, SourceFile};

use problem::Source;
use raw::Fields;

/// Problems with the set of files: missing, unexpected or given twice.
pub fn check_files(files: &[SourceFile], names: &[&str]) -> Vec<Problem> {
    let expected = names.join(", ");
    let at_start = |file: &str, message: String| Problem {
        file: file.to_owned(),
        line: 1,
        column: 1,
        message,
    };
    let mut problems = Vec::new();
    for name in names
        .iter()
        .filter(|name| !files.iter().any(|f| f.base_name() == **name))
    {
        problems.push(at_start(
            name,
            format!("file is missing, expected {expected}"),
        ));
    }
    for (index, file) in files.iter().enumerate() {
        if !names.contains(&file.base_name()) {
            problems.push(at_start(
                &file.name,
                format!("unexpected file, expected {expected}"),
            ));
        } else if files[..index]
            .iter()
            .any(|other| other.base_name() == file.base_name())
        {
            problems.push(at_start(
                &file.name,
                "given twice, expected once".to_owned(),
            ));
        }
    }
    problems
}

/// Parses one file and reads it, adding its problems to `problems`.
pub fn read<T>(
    file: Option<&SourceFile>,
    problems: &mut Vec<Problem>,
    read: impl FnOnce(&Fields<'_>) -> T,
) -> Option<T> {
    let source = Source::new(file?);
    let table = raw::parse(&source);
    let value = table
        .as_ref()
        .map(|table| read(&Fields::root(&source, table)));
    drop(table);
    problems.extend(source.into_problems());
    value
}

/// The files in the order of their names.
pub fn in_order(files: &[SourceFile], names: &[&str]) -> Vec<SourceFile> {
    let find = |name| files.iter().find(|file| file.base_name() == name).cloned();
    names.iter().filter_map(|name| find(*name)).collect()
}

/// The value if there are no problems, otherwise all problems, sorted.
///
/// # Errors
/// The problems, if there are any.
pub fn finish<T>(value: Option<T>, mut problems: Vec<Problem>) -> Result<T, Vec<Problem>> {
    problems.sort();
    match value {
        Some(value) if problems.is_empty() => Ok(value),
        _ => Err(problems),
    }
}
