//! Two saved runs side by side.

use equipoise_simulator::{SavedPairing, load_pairings};
use serde_json::json;

use crate::program::{Folder, assert_near, field, interval, rows};

/// A folder with two runs.
fn runs(old: &str, new: &str) -> Folder {
    let folder = Folder::new();
    for (name, arguments) in [("old", old), ("new", new)] {
        let sweep = format!("sweep --quiet --system bullseye --out {name} {arguments}");
        folder.ok(&sweep);
    }
    folder
}

#[test]
fn independent_runs_differ_by_their_scores_and_newcombes_interval() {
    let folder = runs("--runs 40 --seed 1", "--runs 60 --seed 2");
    let compared = folder.json("compare old new");
    assert_eq!(compared["method"], "newcombe");
    assert_eq!(field(&compared["changed"], "what"), ["seed", "battles"]);
    let cells = rows(&compared["cells"]);
    let [old, new] = ["old", "new"].map(|name| load_pairings(&folder.path(name)).unwrap());
    assert_eq!(cells.len(), old.len());
    // By hand for one pairing: Wilson's limits at 1 − 0.05 / m, squared and added.
    let confidence = 1.0 - 0.05 / cells.len() as f64;
    for at in [0, old.len() / 2, old.len() - 1] {
        let known = |pairing: &SavedPairing, n| {
            let points = pairing.wins_a as f64 + pairing.draws as f64 / 2.0;
            equipoise_stats::wilson(points, n, confidence).unwrap()
        };
        let (then, now) = (known(&old[at], 40), known(&new[at], 60));
        let cell = cells
            .iter()
            .find(|cell| cell["a"] == old[at].a && cell["b"] == old[at].b);
        let [low, estimate, high] = interval(&cell.unwrap()["difference"]);
        let difference = now.estimate - then.estimate;
        let below = (now.estimate - now.low).hypot(then.high - then.estimate);
        let above = (now.high - now.estimate).hypot(then.estimate - then.low);
        assert_near(estimate, difference);
        assert_near(low, (difference - below).max(-1.0));
        assert_near(high, (difference + above).min(1.0));
    }
    // What matters most comes first.
    let least = |[low, _, high]: [f64; 3]| low.max(-high).max(0.0);
    let sizes = cells
        .iter()
        .map(|cell| least(interval(&cell["difference"])));
    assert!(sizes.is_sorted_by(|one, other| one >= other));
}

#[test]
fn the_same_run_has_no_difference() {
    let folder = runs("--runs 2", "--runs 2");
    let compared = folder.json("compare old new");
    assert_eq!(compared["same_battles"], true);
    assert_eq!(compared["method"], "enclosing");
    assert_eq!(compared["changed"], json!([]));
    let [cells, units] = ["cells", "units"].map(|of| rows(&compared[of]));
    for row in cells.iter().chain(units) {
        let [low, estimate, high] = interval(&row["difference"]);
        assert!(estimate == 0.0 && low < 0.0 && high > 0.0, "{row}");
    }
    let text = folder.ok("compare old new");
    assert!(text.contains("nothing: the same battles"), "{text}");
    let csv = folder.ok("compare old new --format csv");
    assert_eq!(csv.lines().count(), 1 + cells.len() + units.len());
}

#[test]
fn runs_that_stop_early_are_compared_by_their_own_intervals() {
    let folder = runs("--until 0.2 --seed 1", "--decide 0.5 --margin 0.3 --seed 2");
    let compared = folder.json("compare old new");
    assert_eq!(compared["method"], "enclosing");
    assert_eq!(compared["old"]["method"], "confidence_sequence");
}

#[test]
fn new_and_removed_units_and_another_dataset_are_listed() {
    let folder = runs("--runs 2", "--runs 2");
    folder.dataset("bullseye", "own");
    for file in ["own/units.toml", "own/profiles.toml"] {
        let text = folder.text(file);
        folder.write(file, text.replace("\"Red Mauler\"", "\"Blue Mauler\""));
    }
    folder.ok("sweep --quiet --system bullseye --runs 2 --dataset own --out new");
    let compared = folder.json("compare old new");
    assert_eq!(compared["units_removed"], json!(["Red Mauler"]));
    assert_eq!(compared["units_added"], json!(["Blue Mauler"]));
    assert_eq!(compared["pairings_old_only"], compared["pairings_new_only"]);
    assert!(compared["pairings_old_only"].as_u64().unwrap() > 0);
    assert_eq!(compared["changed"][1]["what"], "dataset hash");
}

#[test]
fn other_systems_are_refused() {
    let folder = Folder::new();
    folder.ok("sweep --quiet --runs 2 --system bullseye --out old");
    folder.ok("sweep --quiet --runs 2 --system toy --out new");
    let message = folder.fails("compare old new", 2);
    assert!(message.contains("different systems"), "{message}");
}
