//! Words and rows that the outputs of a gate have in common.

use equipoise_analysis::gate::{Finding, GatePairing, GateResult, GateVerdict};
use equipoise_engine::text::{counted, grouped};
use equipoise_report::level;

use super::prices;
use crate::numbers::{percent, percentage_points};
use crate::table::Table;

/// Scores and their difference, for people: then, now, difference, interval of the difference.
pub(super) fn shown(pairing: &GatePairing) -> [String; 4] {
    let (now, difference) = (pairing.now, pairing.difference);
    let none = String::new;
    [
        percent(pairing.baseline.estimate),
        now.map_or_else(none, |score| percent(score.estimate)),
        difference.map_or_else(none, |found| signed(found.estimate)),
        difference.map_or_else(none, |found| {
            format!("{} to {}", signed(found.low), signed(found.high))
        }),
    ]
}

/// What was found, in a sentence; names are the caller's, as they must be shown there.
pub(super) fn sentence(pairing: &GatePairing, a: &str, b: &str) -> String {
    let [then, now, difference, interval] = shown(pairing);
    match pairing.finding {
        Some(Finding::Changed) => format!(
            "the score of {a} against {b} changed from {then} to {now}: {difference} percentage points ({interval})"
        ),
        Some(Finding::Within) => format!(
            "the score of {a} against {b} stayed within the margin: {then}, now {now} ({interval})"
        ),
        None if pairing.battles == 0 => {
            format!("the score of {a} against {b} is undecided: the budget left no battles")
        }
        None => format!(
            "the score of {a} against {b} is undecided after {}: {then}, now {now} ({interval})",
            counted(pairing.battles, "battle")
        ),
    }
}

/// A difference of scores in percentage points.
fn signed(difference: f64) -> String {
    format!("{:+.1}", 100.0 * difference)
}

/// The verdict in one line.
pub(super) fn headline(result: &GateResult) -> String {
    let of = counted(result.cells.len() as u64, "pairing");
    let margin = percentage_points(result.margin);
    let scores = match result.verdict {
        GateVerdict::Pass => format!(
            "pass: every score of {of} is within {margin} percentage points of the baseline's"
        ),
        GateVerdict::Regressed => {
            format!(
                "regressed: {} of {of} changed",
                grouped(result.changed as u64)
            )
        }
        GateVerdict::Undecided => format!(
            "undecided: {} of {of} neither known to be within {margin} percentage points nor to have changed",
            grouped(result.undecided as u64)
        ),
    };
    match &result.prices {
        None => scores,
        Some(found) => format!("{scores}; {}", prices::verdict(found)),
    }
}

/// How sure that is, and how it was made.
pub(super) fn basis(result: &GateResult) -> [String; 2] {
    let counts = [result.within, result.changed, result.undecided];
    let [within, changed, open] = counts.map(|count| grouped(count as u64));
    [
        format!(
            "{within} within, {changed} changed, {open} undecided; all intervals hold at once at {}",
            level(1.0 - result.alpha)
        ),
        format!(
            "{} of at most {}; {}, policy {}, seed {}",
            counted(result.battles, "battle"),
            grouped(result.budget),
            result.played_by.system,
            result.played_by.policy,
            result.seed,
        ),
    ]
}

pub(super) fn table(result: &GateResult) -> Table {
    let columns = "a b finding baseline baseline_low baseline_high baseline_battles \
                   now now_low now_high battles difference difference_low difference_high";
    Table::of_fields(&result.cells, columns)
}
