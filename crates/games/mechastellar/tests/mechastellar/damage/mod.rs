//! Files damaged at random, for tests that nothing a file holds makes the reader panic.

use equipoise_mechastellar::catalogue::{Problem, SourceFile};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

/// What is put in the place of sound text.
const SCRAPS: [&str; 13] = [
    "",
    "\"",
    "[",
    "]]",
    "=",
    "{",
    "\n",
    "-9",
    "99999999999999999999",
    "é",
    "#",
    ".",
    "0",
];

/// The file with a few characters somewhere replaced by a scrap.
pub(crate) fn damaged(file: &SourceFile, rng: &mut Xoshiro256PlusPlus) -> SourceFile {
    let chars: Vec<char> = file.text.chars().collect();
    let from = rng.random_range(0..chars.len());
    let to = (from + rng.random_range(0..6)).min(chars.len());
    let scrap = SCRAPS[rng.random_range(0..SCRAPS.len())];
    let text: String = chars[..from]
        .iter()
        .copied()
        .chain(scrap.chars())
        .chain(chars[to..].iter().copied())
        .collect();
    SourceFile::new(&file.name, text)
}

/// Asserts that a problem names a place that is in the file.
pub(crate) fn assert_placed(problem: &Problem, file: &SourceFile) {
    let line = file.text.split('\n').nth(problem.line - 1);
    let line = line.unwrap_or_else(|| panic!("{problem}: no such line"));
    assert!(problem.column <= line.chars().count() + 1, "{problem}");
}
