//! Mistakes in datasets, with their places.

use std::cell::RefCell;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// One file of a dataset, already read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Name as shown in problems; the last part of a path identifies the file.
    pub name: String,
    /// Contents.
    pub text: String,
}

impl SourceFile {
    /// A file of this name with these contents.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            text: text.into(),
        }
    }

    /// Last part of the name.
    #[must_use]
    pub fn base_name(&self) -> &str {
        self.name.rsplit(['/', '\\']).next().unwrap_or(&self.name)
    }
}

/// One mistake in a dataset. Problems sort by file, then by position.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Error, Serialize, Deserialize)]
#[error("{file}:{line}:{column}: {message}")]
pub struct Problem {
    /// The file's name as it was passed in.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What was found and what was expected.
    pub message: String,
}

/// A file being read; readers report problems here and continue.
pub struct Source<'a> {
    file: &'a SourceFile,
    problems: RefCell<Vec<Problem>>,
}

impl<'a> Source<'a> {
    /// A file without problems so far.
    pub const fn new(file: &'a SourceFile) -> Self {
        Self {
            file,
            problems: RefCell::new(Vec::new()),
        }
    }

    /// The file's name without folders and `.toml`.
    pub fn stem(&self) -> &'a str {
        let name = self.file.base_name();
        name.strip_suffix(".toml").unwrap_or(name)
    }

    /// The whole text of the file.
    pub fn text(&self) -> &'a str {
        &self.file.text
    }

    /// Records a problem at a byte offset of the text.
    pub fn report(&self, offset: usize, message: String) {
        let (line, column) = position(&self.file.text, offset);
        let file = self.file.name.clone();
        self.problems.borrow_mut().push(Problem {
            file,
            line,
            column,
            message,
        });
    }

    /// Whether no problem has been reported so far.
    pub fn is_sound(&self) -> bool {
        self.problems.borrow().is_empty()
    }

    /// The problems, in the order in which they were reported.
    pub fn into_problems(self) -> Vec<Problem> {
        self.problems.into_inner()
    }
}

/// Line and column, both from 1, of a byte offset.
fn position(text: &str, offset: usize) -> (usize, usize) {
    let mut end = offset.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let before = &text[..end];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = 1 + before.matches('\n').count();
    (line, 1 + before[line_start..].chars().count())
}

#[cfg(test)]
mod tests {
    use super::position;

    #[test]
    fn positions_count_lines_and_characters_from_one() {
        let text = "ab\nçd = 1\n";
        assert_eq!(position(text, 0), (1, 1));
        assert_eq!(position(text, 2), (1, 3));
        assert_eq!(position(text, 3), (2, 1));
        // The cedilla takes two bytes but one column; an offset inside it is its start.
        assert_eq!(position(text, 4), (2, 1));
        assert_eq!(position(text, 5), (2, 2));
        assert_eq!(position(text, 999), (3, 1));
    }
}
