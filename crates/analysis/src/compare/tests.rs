use std::collections::BTreeMap;

use equipoise_simulator::Manifest;
use equipoise_stats::{enclosing_difference, newcombe_difference, wilson};
use serde_json::json;

use super::compared_run::{ComparedRun, PairingScore};
use super::{Comparison, DifferenceMethod, comparison};

const SCRIPT: &str = "<script>alert(1)</script>";
const LINES: &str = "new\nline, \"5\" | x";

/// A run of 1,000 battles for each of these pairings, by the battles that the first unit won.
fn run(seed: u64, hash: &str, points: &[(&str, i64)], wins: &[(&str, &str, u64)]) -> ComparedRun {
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
        let score = PairingScore {
            points: wins as f64,
            battles: 1000,
        };
        ([a.to_owned(), b.to_owned()], score)
    };
    let units: BTreeMap<_, _> = points
        .iter()
        .map(|&(name, points)| (name.to_owned(), points))
        .collect();
    ComparedRun {
        folder: format!("runs/{seed}"),
        manifest,
        units,
        pairings: wins.iter().map(pairing).collect(),
    }
}

fn old() -> ComparedRun {
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
fn new(seed: u64) -> ComparedRun {
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
        let found = comparison(&old, &new, 0.95).unwrap();
        assert_eq!(found.method == DifferenceMethod::Newcombe, seed == 2);
        let unmatched = [found.pairings_old_only, found.pairings_new_only];
        assert_eq!((found.cells.len(), unmatched), (4, [1, 1]));
        let first = &found.cells[0];
        assert_eq!((first.a.as_str(), first.b.as_str()), (SCRIPT, "Plain"));
        let score = |wins| wilson(wins, 1000, level).unwrap();
        let expected = if seed == 2 {
            newcombe_difference(&score(500.0), &score(700.0))
        } else {
            enclosing_difference(&score(500.0), &score(700.0))
        };
        let close = |found: f64, expected: f64| (found - expected).abs() < 1e-12;
        let difference = first.score.difference;
        assert!(close(difference.low, expected.low) && close(difference.high, expected.high));
        // 500 + 400 of 2,000 before; 700 + 410 now, as the other one's 590 wins leave 410.
        let unit = &found.units[0];
        assert_eq!((unit.name.as_str(), unit.opponents), (SCRIPT, 2));
        assert!(close(unit.score.old, 0.45) && close(unit.score.new, 0.555));
        assert_eq!(found.units.len(), 3);
    }
}

#[test]
fn names_and_points_are_those_of_the_runs() {
    let found = comparison(&old(), &new(2), 0.95).unwrap();
    assert_eq!(found.units_added, ["Come"]);
    assert_eq!(found.units_removed, ["Gone"]);
    let lines = found.units.iter().find(|unit| unit.name == LINES).unwrap();
    assert_eq!((lines.points, lines.points_old), (140, 150));
    let document = serde_json::to_value(&found).unwrap();
    let read: Comparison = serde_json::from_value(document).unwrap();
    assert_eq!(read, found);
}
