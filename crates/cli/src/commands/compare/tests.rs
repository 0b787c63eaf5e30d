use std::collections::BTreeMap;

use equipoise_simulator::Manifest;
use equipoise_stats::{enclosing_difference, newcombe_difference, wilson};
use serde_json::json;

use super::differences::Differences;
use super::saved::{Saved, Score};
use super::show::Comparison;

const SCRIPT: &str = "<script>alert(1)</script>";
const LINES: &str = "new\nline, \"5\" | x";

/// A run of 1,000 battles for each of these pairings, by the battles that the first unit won.
fn run(seed: u64, hash: &str, points: &[(&str, i64)], wins: &[(&str, &str, u64)]) -> Saved {
    let manifest: Manifest = serde_json::from_value(json!({
        "schema": 2, "tool": "equipoise", "version": "0.1.0", "system": "toy", "policy": "fair",
        "options": {"coin": "round"}, "seed": seed, "runs": 1000, "until": null, "grid": "standard",
        "dataset": {"name": "embedded", "sha256": hash}, "axes": [], "units": points.len(),
        "pairings": wins.len(), "battles": 1000 * wins.len(), "digest": format!("{seed}{hash}"),
        "confidence": 0.95, "method": "wilson", "command": "equipoise sweep",
        "elapsed_seconds": 1.0, "threads": 2,
    }))
    .unwrap();
    let pairing = |&(a, b, wins): &(&str, &str, u64)| {
        let score = Score {
            points: wins as f64,
            battles: 1000,
        };
        ([a.to_owned(), b.to_owned()], score)
    };
    let units: BTreeMap<_, _> = points
        .iter()
        .map(|&(name, points)| (name.to_owned(), points))
        .collect();
    Saved {
        folder: format!("runs/{seed}"),
        manifest,
        units,
        pairings: wins.iter().map(pairing).collect(),
    }
}

fn old() -> Saved {
    let points = [(SCRIPT, 100), (LINES, 150), ("Plain", 120), ("Gone", 10)];
    let wins = [
        (SCRIPT, "Plain", 500),
        (LINES, "Plain", 700),
        (SCRIPT, LINES, 400),
        ("Plain", "Plain", 510),
        ("Gone", "Plain", 1),
    ];
    run(1, "00", &points, &wins)
}

/// The first pairing moved by 20 points, the second not, the third is named the other way round.
fn new(seed: u64) -> Saved {
    let points = [(SCRIPT, 100), (LINES, 140), ("Plain", 120), ("Come", 10)];
    let wins = [
        (SCRIPT, "Plain", 700),
        (LINES, "Plain", 700),
        (LINES, SCRIPT, 590),
        ("Plain", "Plain", 490),
        ("Come", "Plain", 1),
    ];
    run(seed, "ff", &points, &wins)
}

/// Four pairings in both, so 1 − 0.05 / 4 each; three units that met another, so 1 − 0.05 / 3.
#[test]
fn intervals_are_those_of_independent_runs_or_of_any() {
    let old = old();
    for (seed, level) in [(2, 0.9875), (1, 0.99375)] {
        let new = new(seed);
        let found = Differences::new(&old, &new, 0.95).unwrap();
        assert_eq!(found.independent, seed == 2);
        assert_eq!((found.cells.len(), found.unmatched), (4, [1, 1]));
        let first = &found.cells[0];
        assert_eq!((first.a, first.b), (SCRIPT, "Plain"));
        let score = |wins| wilson(wins, 1000, level).unwrap();
        let expected = if seed == 2 {
            newcombe_difference(&score(500.0), &score(700.0))
        } else {
            enclosing_difference(&score(500.0), &score(700.0))
        };
        let close = |found: f64, expected: f64| (found - expected).abs() < 1e-12;
        let difference = first.change.difference;
        assert!(close(difference.low, expected.low) && close(difference.high, expected.high));
        // 500 + 400 of 2,000 before; 700 + 410 now, as the other one's 590 wins leave 410.
        let unit = &found.units[0];
        assert_eq!((unit.name, unit.opponents), (SCRIPT, 2));
        assert!(close(unit.change.old, 0.45) && close(unit.change.new, 0.555));
        assert_eq!(found.units.len(), 3);
    }
}

#[test]
fn every_output() {
    let (old, new) = (old(), new(2));
    let differences = Differences::new(&old, &new, 0.95).unwrap();
    let comparison = Comparison {
        old: &old,
        new: &new,
        differences: &differences,
        confidence: 0.95,
    };
    insta::assert_snapshot!("text", comparison.text());
    // Names in quotes, line ends and all: as many rows as a reader of CSV sees.
    let csv = comparison.table().to_csv();
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let names: Vec<String> = reader
        .records()
        .map(|row| row.unwrap()[1].to_owned())
        .collect();
    assert_eq!(names.len(), 3 + 4);
    assert!(names.iter().any(|name| name == LINES));
    let document = comparison.json();
    assert_eq!(document["units_added"], json!(["Come"]));
    assert_eq!(document["units_removed"], json!(["Gone"]));
    let lines = document["units"]
        .as_array()
        .unwrap()
        .iter()
        .find(|unit| unit["name"] == LINES);
    assert_eq!(
        (&lines.unwrap()["points"], &lines.unwrap()["points_old"]),
        (&json!(140), &json!(150))
    );
}
