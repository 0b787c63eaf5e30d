//! Texts and rows of a comparison, with names that would be lines, columns or markup elsewhere.

use equipoise_analysis::compare::Comparison;
use serde_json::{Value, json};

use super::show::{table, text};

const SCRIPT: &str = "<script>alert(1)</script>";
const LINES: &str = "new\nline, \"5\" | x";

fn run(seed: u64, hash: &str) -> Value {
    json!({
        "folder": format!("runs/{seed}"), "version": "0.1.0", "system": "toy", "grid": "standard",
        "policy": "fair", "options": {"coin": "round"}, "seed": seed,
        "dataset": {"name": "embedded", "sha256": hash}, "method": "wilson",
        "units": 4, "pairings": 5, "battles": 5000, "digest": format!("{seed}{hash}"),
    })
}

fn score(old: f64, new: f64, [low, high]: [f64; 2]) -> Value {
    let difference = json!({"estimate": new - old, "low": low, "high": high});
    json!({"old": old, "new": new, "difference": difference})
}

/// The score of a row after its names and points.
fn row(mut named: Value, score: Value) -> Value {
    if let (Value::Object(named), Value::Object(score)) = (&mut named, score) {
        named.extend(score);
    }
    named
}

fn comparison() -> Comparison {
    let unit = |name: &str, points: [i64; 2], score: Value| {
        let named =
            json!({"name": name, "opponents": 2, "points": points[1], "points_old": points[0]});
        row(named, score)
    };
    let pairing = |a: &str, b: &str, score: Value| row(json!({"a": a, "b": b}), score);
    let document = json!({
        "schema": 1, "kind": "compare", "old": run(1, "00"), "new": run(2, "ff"),
        "changed": [
            {"what": "seed", "old": 1, "new": 2},
            {"what": "dataset hash", "old": "00", "new": "ff"},
        ],
        "units_added": ["Come"], "units_removed": ["Gone"],
        "pairings_old_only": 1, "pairings_new_only": 1, "same_battles": false,
        "confidence": 0.95, "method": "newcombe",
        "cells": [
            pairing(SCRIPT, "Plain", score(0.5, 0.7, [0.146, 0.253])),
            pairing("Plain", "Plain", score(0.51, 0.49, [-0.076, 0.036])),
            pairing(LINES, SCRIPT, score(0.6, 0.59, [-0.065, 0.045])),
            pairing(LINES, "Plain", score(0.7, 0.7, [-0.051, 0.051])),
        ],
        "units": [
            unit(SCRIPT, [100, 100], score(0.45, 0.555, [0.067, 0.142])),
            unit("Plain", [120, 120], score(0.4, 0.3, [-0.136, -0.064])),
            unit(LINES, [150, 140], score(0.65, 0.645, [-0.041, 0.031])),
        ],
    });
    serde_json::from_value(document).unwrap()
}

#[test]
fn names_stay_text() {
    insta::assert_snapshot!("text", text(&comparison()));
    // Names in quotes, line ends and all: as many rows as a reader of CSV sees.
    let csv = table(&comparison()).to_csv();
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let names = reader.records().map(|row| row.unwrap()[1].to_owned());
    let names: Vec<String> = names.collect();
    assert_eq!(names.len(), 3 + 4);
    assert!(names.iter().any(|name| name == LINES));
}
