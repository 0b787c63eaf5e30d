//! The verdict on the terminal.

use equipoise_stats::Finding;
use serde_json::json;

use super::playing::listed;
use super::report::{Checked, Report};
use crate::names::on_one_line;
use crate::table::Table;

/// Undecided pairings shown, at most; those that changed are all shown.
const SHOWN: usize = 20;

pub(super) fn text(report: &Report) -> String {
    let [sure, made] = report.basis();
    let mut text = format!("Balance gate: {}\n  {sure}\n  {made}\n", report.headline());
    let changed = report.found(Some(Finding::Changed));
    let open = report.found(None);
    text += &section("Changed", &changed, changed.len());
    text += &section("Undecided", &open, SHOWN);
    if !report.changes.is_empty() {
        text += "\nDiffers from the making of the baseline:\n";
        for change in &report.changes {
            let [old, new] = change.shown();
            text += &format!("  {}: {old}, now {new}\n", change.what);
        }
    }
    if !report.added.is_empty() {
        let names: Vec<&str> = report.added.iter().map(String::as_str).collect();
        text += &format!(
            "\nNot in the baseline, and not judged: {}\n",
            listed(&names)
        );
    }
    text + &format!(
        "\nbaseline  {}\ndigest    {}\n",
        on_one_line(&report.file),
        report.digest
    )
}

fn section(title: &str, pairings: &[&Checked], most: usize) -> String {
    if pairings.is_empty() {
        return String::new();
    }
    let columns = [
        "unit", "against", "baseline", "now", "points", "interval", "battles",
    ];
    let mut table = Table::new(&columns);
    for pairing in &pairings[..most.min(pairings.len())] {
        let names = [&pairing.recorded.a, &pairing.recorded.b].map(|name| on_one_line(name));
        let mut row: Vec<_> = names.iter().map(|name| json!(name)).collect();
        row.extend(pairing.shown().map(|cell| json!(cell)));
        row.push(json!(pairing.battles));
        table.push(row);
    }
    let more = match pairings.len().checked_sub(most) {
        None | Some(0) => String::new(),
        Some(more) => format!("and {more} more\n"),
    };
    format!(
        "\n{title}, differences in percentage points:\n{}{more}",
        table.to_text()
    )
}
