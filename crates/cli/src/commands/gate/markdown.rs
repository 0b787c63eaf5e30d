//! The verdict as a comment on a pull request: verdict first, then what changed, then how it was made.

use equipoise_stats::{Finding, Verdict};

use super::report::{Checked, Report};
use crate::names::in_markdown;
use crate::numbers::percentage_points;

/// Pairings of a kind shown, at most: a comment holds 65,536 characters.
const SHOWN: usize = 50;

pub(super) fn markdown(report: &Report) -> String {
    let mark = match report.verdict() {
        Verdict::Pass => "✅",
        Verdict::Regressed => "❌",
        Verdict::Undecided => "❔",
    };
    let [sure, made] = report.basis();
    let mut text = format!("## {mark} Balance {}\n\n{sure}.\n", report.headline());
    text += &section("Changed", &report.found(Some(Finding::Changed)));
    text += &section("Undecided", &report.found(None));
    if !report.added.is_empty() {
        let names = report
            .added
            .iter()
            .take(SHOWN)
            .map(|name| in_markdown(name));
        let names = names.collect::<Vec<_>>().join(", ");
        let more = more(report.added.len());
        text += &format!("\nNot in the baseline, and not judged: {names}{more}\n");
    }
    text += "\n<details><summary>How this was made</summary>\n\n";
    text += &format!(
        "- {made}\n- margin {} percentage points, alpha {}\n- baseline {}\n- digest <code>{}</code>\n",
        percentage_points(report.margin),
        report.alpha,
        in_markdown(&report.file),
        report.digest
    );
    for change in &report.changes {
        let [old, new] = change.shown().map(|value| in_markdown(&value));
        text += &format!("- {}: {old}, now {new}\n", in_markdown(&change.what));
    }
    text + "\n</details>\n"
}

fn section(title: &str, pairings: &[&Checked]) -> String {
    if pairings.is_empty() {
        return String::new();
    }
    let mut text = format!(
        "\n### {title}\n\n| unit | against | baseline | now | points | interval | battles |\n\
         |---|---|--:|--:|--:|--:|--:|\n"
    );
    for pairing in pairings.iter().take(SHOWN) {
        let [a, b] = [&pairing.recorded.a, &pairing.recorded.b].map(|name| in_markdown(name));
        let shown = pairing.shown().join(" | ");
        text += &format!("| {a} | {b} | {shown} | {} |\n", pairing.battles);
    }
    text += "\nPoints are percentage points of the score; a draw counts half";
    text + &more(pairings.len()) + ".\n"
}

/// What was left out.
fn more(count: usize) -> String {
    match count.checked_sub(SHOWN) {
        None | Some(0) => String::new(),
        Some(more) => format!("; {more} more are not shown"),
    }
}
