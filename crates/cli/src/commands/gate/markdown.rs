//! The verdict as a comment on a pull request: verdict first, then what changed, then how it was made.

use equipoise_analysis::gate::{Finding, GatePairing, GateResult, GateVerdict};

use super::prices;
use super::report::{basis, headline, shown};
use crate::names::{in_markdown, old_and_new};
use crate::numbers::percentage_points;

/// Pairings of a kind shown, at most: a comment holds 65,536 characters.
const SHOWN: usize = 50;

pub(super) fn markdown(result: &GateResult) -> String {
    let mark = match result.verdict {
        GateVerdict::Pass => "✅",
        GateVerdict::Regressed => "❌",
        GateVerdict::Undecided => "❔",
    };
    let [sure, made] = basis(result);
    let mut text = format!("## {mark} Balance {}\n\n{sure}.\n", headline(result));
    text += &section("Changed", &result.found(Some(Finding::Changed)));
    text += &section("Undecided", &result.found(None));
    if let Some(found) = &result.prices {
        text += &prices::markdown(result, found, SHOWN, more);
    }
    if !result.units_added.is_empty() {
        let names = result
            .units_added
            .iter()
            .take(SHOWN)
            .map(|name| in_markdown(name));
        let names = names.collect::<Vec<_>>().join(", ");
        let more = more(result.units_added.len());
        text += &format!("\nNot in the baseline, and not judged: {names}{more}\n");
    }
    text += "\n<details><summary>How this was made</summary>\n\n";
    text += &format!(
        "- {made}\n- margin {} percentage points, alpha {}\n- baseline {}\n- digest <code>{}</code>\n",
        percentage_points(result.margin),
        result.alpha,
        in_markdown(&result.baseline),
        result.digest
    );
    for change in &result.differs {
        let [old, new] = old_and_new(change).map(|value| in_markdown(&value));
        text += &format!("- {}: {old}, now {new}\n", in_markdown(&change.what));
    }
    text + "\n</details>\n"
}

fn section(title: &str, pairings: &[&GatePairing]) -> String {
    if pairings.is_empty() {
        return String::new();
    }
    let mut text = format!(
        "\n### {title}\n\n| unit | against | baseline | now | points | interval | battles |\n\
         |---|---|--:|--:|--:|--:|--:|\n"
    );
    for pairing in pairings.iter().take(SHOWN) {
        let [a, b] = [&pairing.a, &pairing.b].map(|name| in_markdown(name));
        let shown = shown(pairing).join(" | ");
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
