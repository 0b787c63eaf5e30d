//! Annotations for GitHub Actions: workflow commands on standard error, where they cannot spoil a result.

use std::io::Write as _;

use equipoise_stats::{Finding, Verdict};

use super::report::Report;

/// GitHub shows ten annotations of a kind for each step; the first is the verdict.
const SHOWN: usize = 9;

pub(super) fn print(report: &Report) {
    // Nobody listens on a closed standard error: nothing to be done.
    let _ = std::io::stderr().write_all(annotations(report).as_bytes());
}

pub(super) fn annotations(report: &Report) -> String {
    let level = match report.verdict() {
        Verdict::Pass => "notice",
        Verdict::Regressed => "error",
        Verdict::Undecided => "warning",
    };
    let finding = match report.verdict() {
        Verdict::Regressed => Some(Finding::Changed),
        Verdict::Pass | Verdict::Undecided => None,
    };
    let file = property(&report.file);
    let title = property("Balance gate");
    let mut text = format!(
        "::{level} file={file},title={title}::{}\n",
        message(&report.headline())
    );
    for pairing in report.found(finding).into_iter().take(SHOWN) {
        let (a, b) = (&pairing.recorded.a, &pairing.recorded.b);
        let title = property(&format!("{a} against {b}"));
        let (line, sentence) = (pairing.recorded.line, message(&pairing.sentence(a, b)));
        text += &format!("::{level} file={file},line={line},title={title}::{sentence}\n");
    }
    text
}

/// What follows the second pair of colons: GitHub reads these escapes, and a line end would start
/// another command.
fn message(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// The value of a property, which colons and commas would end.
fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}
