//! Annotations for GitHub Actions: workflow commands on standard error, where they cannot spoil a result.

use std::io::Write as _;

use equipoise_analysis::gate::{Finding, GatePrices, GateResult, GateVerdict};

use super::prices;
use super::report::{headline, sentence};

/// GitHub shows ten annotations of a kind for each step; the first is the verdict.
const SHOWN: usize = 9;

pub(super) fn print(result: &GateResult) {
    // Nobody listens on a closed standard error: nothing to be done.
    let _ = std::io::stderr().write_all(annotations(result).as_bytes());
}

pub(super) fn annotations(result: &GateResult) -> String {
    let level = match result.verdict {
        GateVerdict::Pass => "notice",
        GateVerdict::Regressed => "error",
        GateVerdict::Undecided => "warning",
    };
    let finding = match result.verdict {
        GateVerdict::Regressed => Some(Finding::Changed),
        GateVerdict::Pass | GateVerdict::Undecided => None,
    };
    let file = property(&result.baseline);
    let title = property("Balance gate");
    let mut text = format!(
        "::{level} file={file},title={title}::{}\n",
        message(&headline(result))
    );
    let pairings = result.found(finding).into_iter().map(|pairing| {
        let (a, b) = (&pairing.a, &pairing.b);
        let title = format!("{a} against {b}");
        (pairing.line, title, sentence(pairing, a, b))
    });
    let moved = result.prices.iter().flat_map(GatePrices::moved);
    let moved = moved.map(|unit| {
        let title = format!("implied price of {}", unit.name);
        (unit.line, title, prices::sentence(unit, &unit.name))
    });
    for (line, title, sentence) in pairings.chain(moved).take(SHOWN) {
        let (title, sentence) = (property(&title), message(&sentence));
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
