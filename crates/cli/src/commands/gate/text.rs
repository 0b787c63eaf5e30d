//! The verdict on the terminal.

use equipoise_analysis::gate::{Finding, GatePairing, GateResult};
use equipoise_analysis::{on_one_line, quoted};
use serde_json::json;

use super::prices;
use super::report::{basis, headline, shown};
use crate::names::old_and_new;
use crate::table::Table;

/// Undecided pairings shown, at most; those that changed are all shown.
const SHOWN: usize = 20;

pub(super) fn text(result: &GateResult) -> String {
    let [sure, made] = basis(result);
    let mut text = format!("Balance gate: {}\n  {sure}\n  {made}\n", headline(result));
    let changed = result.found(Some(Finding::Changed));
    let open = result.found(None);
    text += &section("Changed", &changed, changed.len());
    text += &section("Undecided", &open, SHOWN);
    if let Some(found) = &result.prices {
        text += &prices::text(result, found);
    }
    if !result.differs.is_empty() {
        text += "\nDiffers from the making of the baseline:\n";
        for change in &result.differs {
            let [old, new] = old_and_new(change);
            text += &format!("  {}: {old}, now {new}\n", change.what);
        }
    }
    if !result.units_added.is_empty() {
        let names = quoted(&result.units_added);
        text += &format!("\nNot in the baseline, and not judged: {names}\n");
    }
    text + &format!(
        "\nbaseline  {}\ndigest    {}\n",
        on_one_line(&result.baseline),
        result.digest
    )
}

fn section(title: &str, pairings: &[&GatePairing], most: usize) -> String {
    if pairings.is_empty() {
        return String::new();
    }
    let columns = [
        "unit", "against", "baseline", "now", "points", "interval", "battles",
    ];
    let mut table = Table::new(&columns);
    for pairing in &pairings[..most.min(pairings.len())] {
        let names = [&pairing.a, &pairing.b].map(|name| on_one_line(name));
        let mut row: Vec<_> = names.iter().map(|name| json!(name)).collect();
        row.extend(shown(pairing).map(|cell| json!(cell)));
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
