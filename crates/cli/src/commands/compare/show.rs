//! A comparison as text, JSON and rows.

use equipoise_report::level;
use serde_json::{Value, json};

use super::differences::{Cell, Change, Differences, Unit};
use super::saved::Saved;
use crate::names::on_one_line;
use crate::numbers::percent;
use crate::table::Table;
use equipoise_engine::text::counted;

/// Rows of each kind that people see.
const SHOWN: usize = 10;

/// Two runs and their differences.
pub(super) struct Comparison<'a> {
    pub(super) old: &'a Saved,
    pub(super) new: &'a Saved,
    pub(super) differences: &'a Differences<'a>,
    pub(super) confidence: f64,
}

impl Comparison<'_> {
    pub(super) fn text(&self) -> String {
        let Differences { cells, units, .. } = self.differences;
        let mut text = format!(
            "{} (old) and {} (new)\n",
            on_one_line(&self.old.folder),
            on_one_line(&self.new.folder)
        );
        text += &self.making_text();
        let sure = |changes: &mut dyn Iterator<Item = &Change>| {
            changes.filter(|change| change.is_sure()).count() as u64
        };
        let sure_units = sure(&mut units.iter().map(|unit| &unit.change));
        let sure_cells = sure(&mut cells.iter().map(|cell| &cell.change));
        text += &format!(
            "\n{} of {} changed for sure, new less old in percentage points:\n{}",
            sure_units,
            counted(units.len() as u64, "unit"),
            unit_table(units).to_text()
        );
        text += &format!(
            "\n{} of {} changed for sure:\n{}",
            sure_cells,
            counted(cells.len() as u64, "pairing"),
            cell_table(cells).to_text()
        );
        text + &format!("\n{}\n", self.basis())
    }

    fn making_text(&self) -> String {
        let changes = self.old.making().changes_to(&self.new.making());
        let mut text = String::new();
        for change in &changes {
            let [old, new] = change.shown();
            text += &format!("  {}: {old}, now {new}\n", change.what);
        }
        for (what, names) in [("added", self.added()), ("removed", self.removed())] {
            if !names.is_empty() {
                let shown: Vec<String> = names.iter().take(SHOWN).map(|n| on_one_line(n)).collect();
                let more = names.len().saturating_sub(SHOWN);
                let more = if more == 0 {
                    String::new()
                } else {
                    format!(" and {more} more")
                };
                text += &format!("  units {what}: {}{more}\n", shown.join(", "));
            }
        }
        let [old, new] = self.differences.unmatched;
        if old + new > 0 {
            text += &format!("  pairings in the old run only: {old}, in the new one only: {new}\n");
        }
        if self.old.manifest.digest == self.new.manifest.digest {
            text += "  nothing: the runs are the same battles, as their digests say\n";
        }
        text
    }

    /// What the intervals are.
    fn basis(&self) -> String {
        let at = level(self.confidence);
        let how = if self.differences.independent {
            "independent runs: Newcombe's interval"
        } else {
            "common dice or early stops: half of the error for each run, whatever their dependence"
        };
        format!(
            "Intervals hold at {at} for all units at once, and for all pairings at once ({how})."
        )
    }

    fn added(&self) -> Vec<&str> {
        only_in(self.new, self.old)
    }

    fn removed(&self) -> Vec<&str> {
        only_in(self.old, self.new)
    }

    pub(super) fn json(&self) -> Value {
        let changes = self.old.making().changes_to(&self.new.making());
        json!({
            "schema": 1,
            "kind": "compare",
            "old": run_json(self.old),
            "new": run_json(self.new),
            "changed": changes.iter().map(crate::changes::Change::json).collect::<Value>(),
            "units_added": self.added(),
            "units_removed": self.removed(),
            "pairings_old_only": self.differences.unmatched[0],
            "pairings_new_only": self.differences.unmatched[1],
            "same_battles": self.old.manifest.digest == self.new.manifest.digest,
            "confidence": self.confidence,
            "method": if self.differences.independent { "newcombe" } else { "enclosing" },
            "cells": self.differences.cells.iter().map(cell_json).collect::<Value>(),
            "units": self.differences.units.iter().map(unit_json).collect::<Value>(),
        })
    }

    pub(super) fn table(&self) -> Table {
        let mut table = Table::new(&[
            "of",
            "a",
            "b",
            "old",
            "new",
            "difference",
            "low",
            "high",
            "sure",
            "points_old",
            "points_new",
        ]);
        let mut push = |of: &str, [a, b]: [Value; 2], change: &Change, points: [Value; 2]| {
            let names = [json!(of), a, b];
            let row = names.into_iter().chain(numbers(change)).chain(points);
            table.push(row.collect());
        };
        for unit in &self.differences.units {
            let points = unit.points.map(Value::from);
            push(
                "unit",
                [json!(unit.name), Value::Null],
                &unit.change,
                points,
            );
        }
        for cell in &self.differences.cells {
            let names = [json!(cell.a), json!(cell.b)];
            push("pairing", names, &cell.change, [Value::Null, Value::Null]);
        }
        table
    }
}

fn only_in<'a>(run: &'a Saved, other: &Saved) -> Vec<&'a str> {
    let names = run
        .units
        .keys()
        .filter(|name| !other.units.contains_key(*name));
    names.map(String::as_str).collect()
}

fn numbers(change: &Change) -> [Value; 6] {
    let found = change.difference;
    [
        json!(change.old),
        json!(change.new),
        json!(found.estimate),
        json!(found.low),
        json!(found.high),
        json!(change.is_sure()),
    ]
}

/// Old, new, difference and interval, for people.
fn shown(change: &Change) -> [Value; 4] {
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

fn unit_table(units: &[Unit<'_>]) -> Table {
    let mut table = Table::new(&["unit", "points", "old", "new", "difference", "interval"]);
    for unit in units.iter().take(SHOWN) {
        let [old, new] = unit.points;
        let points = if old == new {
            old.to_string()
        } else {
            format!("{old}, now {new}")
        };
        let mut row = vec![json!(on_one_line(unit.name)), json!(points)];
        row.extend(shown(&unit.change));
        table.push(row);
    }
    table
}

fn cell_table(cells: &[Cell<'_>]) -> Table {
    let mut table = Table::new(&["unit", "against", "old", "new", "difference", "interval"]);
    for cell in cells.iter().take(SHOWN) {
        let mut row = Vec::from([cell.a, cell.b].map(|name| json!(on_one_line(name))));
        row.extend(shown(&cell.change));
        table.push(row);
    }
    table
}

fn difference_json(change: &Change) -> Value {
    let found = change.difference;
    json!({"estimate": found.estimate, "low": found.low, "high": found.high})
}

fn cell_json(cell: &Cell<'_>) -> Value {
    json!({
        "a": cell.a,
        "b": cell.b,
        "old": cell.change.old,
        "new": cell.change.new,
        "difference": difference_json(&cell.change),
    })
}

fn unit_json(unit: &Unit<'_>) -> Value {
    json!({
        "name": unit.name,
        "opponents": unit.opponents,
        "old": unit.change.old,
        "new": unit.change.new,
        "difference": difference_json(&unit.change),
        "points": unit.points[1],
        "points_old": unit.points[0],
    })
}

fn run_json(run: &Saved) -> Value {
    let made = &run.manifest;
    json!({
        "folder": run.folder,
        "version": made.version,
        "system": made.system,
        "grid": made.grid,
        "policy": made.policy,
        "options": made.options,
        "seed": made.seed,
        "dataset": made.dataset,
        "method": made.method,
        "units": made.units,
        "pairings": made.pairings,
        "battles": made.battles,
        "digest": made.digest,
    })
}
