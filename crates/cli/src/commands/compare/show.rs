//! A comparison for people and spreadsheets.

use equipoise_analysis::compare::{
    Comparison, DifferenceMethod, PairingChange, ScoreChange, UnitChange,
};
use equipoise_analysis::on_one_line;
use equipoise_engine::text::counted;
use equipoise_report::level;
use serde_json::{Value, json};

use crate::document::document_with;
use crate::names::old_and_new;
use crate::numbers::percent;
use crate::table::Table;

/// Rows of each kind that people see.
const SHOWN: usize = 10;

pub(super) fn text(result: &Comparison) -> String {
    let Comparison { cells, units, .. } = result;
    let [old, new] = [&result.old, &result.new].map(|run| on_one_line(&run.folder));
    let sure_units = units.iter().filter(|unit| unit.score.is_sure()).count();
    let sure_pairings = cells.iter().filter(|cell| cell.score.is_sure()).count();
    format!(
        "{old} (old) and {new} (new)\n{}\n\
         {sure_units} of {} changed for sure, new minus old in percentage points:\n{}\n\
         {sure_pairings} of {} changed for sure:\n{}\n{}\n",
        making_text(result),
        counted(units.len() as u64, "unit"),
        unit_table(units).to_text(),
        counted(cells.len() as u64, "pairing"),
        pairing_table(cells).to_text(),
        basis(result),
    )
}

fn making_text(result: &Comparison) -> String {
    let mut text = String::new();
    for change in &result.changed {
        let [old, new] = old_and_new(change);
        text += &format!("  {}: {old}, now {new}\n", change.what);
    }
    for (what, names) in [
        ("added", &result.units_added),
        ("removed", &result.units_removed),
    ] {
        if !names.is_empty() {
            let shown: Vec<String> = names.iter().take(SHOWN).map(|n| on_one_line(n)).collect();
            let more = match names.len().saturating_sub(SHOWN) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            text += &format!("  units {what}: {}{more}\n", shown.join(", "));
        }
    }
    let (old, new) = (result.pairings_old_only, result.pairings_new_only);
    if old + new > 0 {
        text += &format!("  pairings in the old run only: {old}, in the new one only: {new}\n");
    }
    if result.same_battles {
        text += "  nothing: the same battles (equal digests)\n";
    }
    text
}

/// What the intervals are.
fn basis(result: &Comparison) -> String {
    let at = level(result.confidence);
    let how = match result.method {
        DifferenceMethod::Newcombe => "independent runs: Newcombe's interval",
        DifferenceMethod::Enclosing => {
            "common dice or early stops: half of the error for each run, whatever their dependence"
        }
    };
    format!("Intervals hold at {at} for all units at once, and for all pairings at once ({how}).")
}

pub(super) fn table(result: &Comparison) -> Table {
    let row = |of: &str, change: Value, score: &ScoreChange| {
        document_with(
            &change,
            [("of", json!(of)), ("sure", json!(score.is_sure()))],
        )
    };
    let unit = |unit: &UnitChange| {
        let named = [("a", json!(unit.name)), ("points_new", json!(unit.points))];
        row("unit", document_with(unit, named), &unit.score)
    };
    let units = result.units.iter().map(unit);
    let pairings = result.cells.iter();
    let pairings = pairings.map(|pairing| row("pairing", json!(pairing), &pairing.score));
    let columns = "of a b old new difference low=difference_low high=difference_high \
                   sure points_old points_new";
    Table::of_fields(units.chain(pairings), columns)
}

/// Old, new, difference and interval, for people.
fn shown(change: &ScoreChange) -> [Value; 4] {
    let points = |share: f64| format!("{:+.1}", 100.0 * share);
    let found = change.difference;
    [
        percent(change.old),
        percent(change.new),
        points(found.estimate),
        format!("{} to {}", points(found.low), points(found.high)),
    ]
    .map(Value::from)
}

fn unit_table(units: &[UnitChange]) -> Table {
    let mut table = Table::new(&["unit", "points", "old", "new", "difference", "interval"]);
    for unit in units.iter().take(SHOWN) {
        let (old, new) = (unit.points_old, unit.points);
        let points = if old == new {
            old.to_string()
        } else {
            format!("{old}, now {new}")
        };
        let mut row = vec![json!(on_one_line(&unit.name)), json!(points)];
        row.extend(shown(&unit.score));
        table.push(row);
    }
    table
}

fn pairing_table(pairings: &[PairingChange]) -> Table {
    let mut table = Table::new(&["unit", "against", "old", "new", "difference", "interval"]);
    for pairing in pairings.iter().take(SHOWN) {
        let mut row = Vec::from([&pairing.a, &pairing.b].map(|name| json!(on_one_line(name))));
        row.extend(shown(&pairing.score));
        table.push(row);
    }
    table
}
