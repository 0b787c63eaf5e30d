//! Two saved runs side by side.

use std::fs;
use std::path::Path;

use crate::program::{assert_near, fails, json, ok};
use equipoise_simulator::load_pairings;
use serde_json::{Value, json};

struct Runs {
    folder: tempfile::TempDir,
}

impl Runs {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { folder }
    }

    fn place(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    fn sweep(&self, name: &str, arguments: &[&str]) {
        let place = self.place(name);
        let asked = ["sweep", "--quiet", "--system", "bullseye", "--out", &place];
        ok(&[&asked[..], arguments].concat());
    }

    fn compare(&self, old: &str, new: &str) -> Value {
        json(&["compare", &self.place(old), &self.place(new)])
    }
}

fn interval(difference: &Value) -> [f64; 3] {
    ["estimate", "low", "high"].map(|key| difference[key].as_f64().unwrap())
}

#[test]
fn independent_runs_differ_by_their_scores_and_newcombes_interval() {
    let runs = Runs::new();
    runs.sweep("old", &["--runs", "40", "--seed", "1"]);
    runs.sweep("new", &["--runs", "60", "--seed", "2"]);
    let compared = runs.compare("old", "new");
    assert_eq!(
        (&compared["schema"], &compared["kind"]),
        (&json!(1), &json!("compare"))
    );
    assert_eq!(compared["method"], "newcombe");
    let what: Vec<_> = compared["changed"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| c["what"].clone())
        .collect();
    assert_eq!(what, ["seed", "battles"]);
    let cells = compared["cells"].as_array().unwrap();
    let old = load_pairings(Path::new(&runs.place("old"))).unwrap();
    assert_eq!(cells.len(), old.len());
    // By hand for one pairing: Wilson's limits at 1 − 0.05 / m, squared and added.
    let confidence = 1.0 - 0.05 / cells.len() as f64;
    let new = load_pairings(Path::new(&runs.place("new"))).unwrap();
    for at in [0, old.len() / 2, old.len() - 1] {
        let known = |pairing: &equipoise_simulator::SavedPairing, n| {
            let points = pairing.wins_a as f64 + pairing.draws as f64 / 2.0;
            equipoise_stats::wilson(points, n, confidence).unwrap()
        };
        let (then, now) = (known(&old[at], 40), known(&new[at], 60));
        let named = |cell: &&Value| cell["a"] == old[at].a && cell["b"] == old[at].b;
        let [estimate, low, high] = interval(&cells.iter().find(named).unwrap()["difference"]);
        let difference = now.estimate - then.estimate;
        let below = ((now.estimate - now.low).powi(2) + (then.high - then.estimate).powi(2)).sqrt();
        let above = ((now.high - now.estimate).powi(2) + (then.estimate - then.low).powi(2)).sqrt();
        assert_near(estimate, difference);
        assert_near(low, (difference - below).max(-1.0));
        assert_near(high, (difference + above).min(1.0));
    }
    // What matters most comes first.
    let sizes: Vec<f64> = cells
        .iter()
        .map(|cell| interval(&cell["difference"]))
        .map(|[_, low, high]| low.max(-high).max(0.0))
        .collect();
    assert!(sizes.is_sorted_by(|a, b| a >= b));
}

#[test]
fn the_same_run_has_no_difference() {
    let runs = Runs::new();
    runs.sweep("old", &["--runs", "2"]);
    let compared = runs.compare("old", "old");
    assert_eq!(
        (&compared["same_battles"], &compared["method"]),
        (&json!(true), &json!("enclosing"))
    );
    assert_eq!(compared["changed"], json!([]));
    for of in ["cells", "units"] {
        for row in compared[of].as_array().unwrap() {
            let [estimate, low, high] = interval(&row["difference"]);
            assert!(estimate == 0.0 && low < 0.0 && high > 0.0, "{row}");
        }
    }
    let text = ok(&["compare", &runs.place("old"), &runs.place("old")]);
    assert!(text.contains("the same battles (equal digests)"), "{text}");
    let csv = ok(&[
        "compare",
        &runs.place("old"),
        &runs.place("old"),
        "--format",
        "csv",
    ]);
    let rows =
        compared["cells"].as_array().unwrap().len() + compared["units"].as_array().unwrap().len();
    assert_eq!(csv.lines().count(), 1 + rows);
}

#[test]
fn runs_that_stop_early_are_compared_by_their_own_intervals() {
    let runs = Runs::new();
    runs.sweep("old", &["--until", "0.2", "--seed", "1"]);
    runs.sweep(
        "new",
        &["--decide", "0.5", "--margin", "0.3", "--seed", "2"],
    );
    let compared = runs.compare("old", "new");
    assert_eq!(compared["method"], "enclosing");
    assert_eq!(compared["old"]["method"], "confidence_sequence");
}

#[test]
fn new_and_removed_units_and_another_dataset_are_listed() {
    let runs = Runs::new();
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../datasets/bullseye");
    let folder = runs.folder.path().join("dataset");
    fs::create_dir(&folder).unwrap();
    for entry in fs::read_dir(&shipped).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            let text = fs::read_to_string(&path).unwrap();
            let text = text.replace("\"Red Mauler\"", "\"Blue Mauler\"");
            fs::write(folder.join(path.file_name().unwrap()), text).unwrap();
        }
    }
    runs.sweep("old", &["--runs", "2"]);
    runs.sweep(
        "new",
        &["--runs", "2", "--dataset", folder.to_str().unwrap()],
    );
    let compared = runs.compare("old", "new");
    assert_eq!(compared["units_removed"], json!(["Red Mauler"]));
    assert_eq!(compared["units_added"], json!(["Blue Mauler"]));
    assert_eq!(compared["pairings_old_only"], compared["pairings_new_only"]);
    assert!(compared["pairings_old_only"].as_u64().unwrap() > 0);
    let hash = &compared["changed"].as_array().unwrap()[1];
    assert_eq!(hash["what"], "dataset hash");
}

#[test]
fn folders_without_runs_and_other_systems_are_refused() {
    let runs = Runs::new();
    runs.sweep("old", &["--runs", "2"]);
    let other = runs.place("other");
    ok(&["sweep", "--quiet", "--runs", "2", "--out", &other]);
    let message = fails(&["compare", &runs.place("old"), &other], 2);
    assert!(message.contains("different systems"), "{message}");
    let message = fails(&["compare", &runs.place("old"), &runs.place("none")], 3);
    assert!(message.contains("none"), "{message}");
}
