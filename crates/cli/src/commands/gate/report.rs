//! What a gate has found, for every output alike.

use equipoise_engine::text::grouped;
use equipoise_report::level;
use equipoise_simulator::Setting;
use equipoise_stats::{Estimate, Finding, Verdict};
use serde_json::{Value, json};

use crate::baselines::Recorded;
use crate::changes::Change;
use crate::numbers::{percent, percentage_points};
use crate::table::Table;
use equipoise_engine::text::counted;

/// A gate that has been played.
#[derive(Clone, Debug)]
pub(super) struct Report {
    /// The baseline's file.
    pub(super) file: String,
    pub(super) margin: f64,
    pub(super) alpha: f64,
    /// Most battles of all pairings together.
    pub(super) budget: u64,
    /// What was played.
    pub(super) setting: Setting,
    /// Digest of the tallies.
    pub(super) digest: String,
    /// What else differs from the making of the baseline.
    pub(super) changes: Vec<Change>,
    /// Units that the baseline does not know.
    pub(super) added: Vec<String>,
    /// In the order of the baseline.
    pub(super) checked: Vec<Checked>,
}

/// One pairing.
#[derive(Clone, Debug)]
pub(super) struct Checked {
    pub(super) recorded: Recorded,
    /// The baseline's score.
    pub(super) baseline: Estimate,
    pub(super) battles: u64,
    /// The present score and its difference from the baseline's; `None` without battles.
    pub(super) present: Option<Estimate>,
    pub(super) difference: Option<Estimate>,
    /// `None` where the battles did not tell.
    pub(super) finding: Option<Finding>,
}

impl Checked {
    /// One word for what was found.
    pub(super) fn word(&self) -> &'static str {
        self.finding.map_or("undecided", Finding::name)
    }

    /// Scores and their difference, for people: then, now, difference, interval of the difference.
    pub(super) fn shown(&self) -> [String; 4] {
        let (now, difference) = (self.present, self.difference);
        let none = String::new;
        [
            percent(self.baseline.estimate),
            now.map_or_else(none, |score| percent(score.estimate)),
            difference.map_or_else(none, |found| signed(found.estimate)),
            difference.map_or_else(none, |found| {
                format!("{} to {}", signed(found.low), signed(found.high))
            }),
        ]
    }

    /// What was found, in a sentence; names are the caller's, as they must be shown there.
    pub(super) fn sentence(&self, a: &str, b: &str) -> String {
        let [then, now, difference, interval] = self.shown();
        match self.finding {
            Some(Finding::Changed) => format!(
                "the score of {a} against {b} changed from {then} to {now}: {difference} percentage points ({interval})"
            ),
            Some(Finding::Within) => format!(
                "the score of {a} against {b} stayed within the margin: {then}, now {now} ({interval})"
            ),
            None if self.battles == 0 => {
                format!("the score of {a} against {b} is undecided: the budget left no battles")
            }
            None => format!(
                "the score of {a} against {b} is undecided after {}: {then}, now {now} ({interval})",
                counted(self.battles, "battle")
            ),
        }
    }
}

/// A difference of scores in percentage points.
fn signed(difference: f64) -> String {
    format!("{:+.1}", 100.0 * difference)
}

impl Report {
    pub(super) fn verdict(&self) -> Verdict {
        Verdict::of(self.checked.iter().map(|pairing| pairing.finding))
    }

    /// Battles of all pairings.
    pub(super) fn battles(&self) -> u64 {
        self.checked.iter().map(|pairing| pairing.battles).sum()
    }

    pub(super) fn count(&self, finding: Option<Finding>) -> usize {
        let found = self
            .checked
            .iter()
            .filter(|pairing| pairing.finding == finding);
        found.count()
    }

    /// Pairings with this finding, the largest difference first.
    pub(super) fn found(&self, finding: Option<Finding>) -> Vec<&Checked> {
        let found = self
            .checked
            .iter()
            .filter(|pairing| pairing.finding == finding);
        let mut found: Vec<&Checked> = found.collect();
        let size = |pairing: &Checked| pairing.difference.map_or(0.0, |found| found.estimate.abs());
        found.sort_by(|a, b| size(b).total_cmp(&size(a)));
        found
    }

    /// The verdict in one line.
    pub(super) fn headline(&self) -> String {
        let of = counted(self.checked.len() as u64, "pairing");
        let margin = percentage_points(self.margin);
        let found = |finding| grouped(self.count(finding) as u64);
        match self.verdict() {
            Verdict::Pass => format!(
                "pass: every score of {of} is within {margin} percentage points of the baseline's"
            ),
            Verdict::Regressed => format!(
                "regressed: {} of {of} changed",
                found(Some(Finding::Changed))
            ),
            Verdict::Undecided => format!(
                "undecided: {} of {of} neither known to be within {margin} percentage points nor to have changed",
                found(None)
            ),
        }
    }

    /// How sure that is, and how it was made.
    pub(super) fn basis(&self) -> [String; 2] {
        let counts = [Some(Finding::Within), Some(Finding::Changed), None];
        let [within, changed, open] = counts.map(|finding| grouped(self.count(finding) as u64));
        let Setting {
            system,
            policy,
            seed,
            ..
        } = &self.setting;
        [
            format!(
                "{within} within, {changed} changed, {open} undecided; all intervals hold at once at {}",
                level(1.0 - self.alpha)
            ),
            format!(
                "{} of at most {}; {system}, policy {policy}, seed {seed}",
                counted(self.battles(), "battle"),
                grouped(self.budget)
            ),
        ]
    }

    pub(super) fn json(&self) -> Value {
        let count = |finding| self.count(finding);
        json!({
            "schema": 1,
            "kind": "gate",
            "verdict": self.verdict().name(),
            "baseline": self.file,
            "margin": self.margin,
            "alpha": self.alpha,
            "budget": self.budget,
            "battles": self.battles(),
            "within": count(Some(Finding::Within)),
            "changed": count(Some(Finding::Changed)),
            "undecided": count(None),
            "system": self.setting.system,
            "policy": self.setting.policy,
            "options": self.setting.options,
            "seed": self.setting.seed,
            "dataset": self.setting.dataset,
            "differs": self.changes.iter().map(Change::json).collect::<Value>(),
            "units_added": self.added,
            "digest": self.digest,
            "cells": self.checked.iter().map(cell_json).collect::<Value>(),
        })
    }

    pub(super) fn table(&self) -> Table {
        let mut table = Table::new(&[
            "a",
            "b",
            "finding",
            "baseline",
            "baseline_low",
            "baseline_high",
            "baseline_battles",
            "now",
            "now_low",
            "now_high",
            "battles",
            "difference",
            "difference_low",
            "difference_high",
        ]);
        for pairing in &self.checked {
            let [then, now, difference] =
                [Some(pairing.baseline), pairing.present, pairing.difference].map(numbers);
            let names = [&pairing.recorded.a, &pairing.recorded.b].map(|name| json!(name));
            let mut row = Vec::from(names);
            row.push(json!(pairing.word()));
            row.extend(then);
            row.push(json!(pairing.recorded.battles));
            row.extend(now);
            row.push(json!(pairing.battles));
            row.extend(difference);
            table.push(row);
        }
        table
    }
}

fn numbers(estimate: Option<Estimate>) -> [Value; 3] {
    estimate.map_or_else(Default::default, |found| {
        [found.estimate, found.low, found.high].map(Value::from)
    })
}

fn cell_json(pairing: &Checked) -> Value {
    let estimate = |of: Option<Estimate>| {
        of.map(|found| json!({"estimate": found.estimate, "low": found.low, "high": found.high}))
    };
    json!({
        "a": pairing.recorded.a,
        "b": pairing.recorded.b,
        "finding": pairing.word(),
        "baseline": estimate(Some(pairing.baseline)),
        "baseline_battles": pairing.recorded.battles,
        "now": estimate(pairing.present),
        "battles": pairing.battles,
        "difference": estimate(pairing.difference),
    })
}
