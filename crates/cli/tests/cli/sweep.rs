//! The main job: files, determinism, interruption.

use std::fs;
use std::path::Path;

use crate::program::{fails, json, ok};
use equipoise_simulator::load;
use serde_json::Value;

fn sweep(place: &Path, arguments: &[&str]) -> Value {
    let out = [
        "sweep",
        "--runs",
        "2",
        "--out",
        place.to_str().unwrap(),
        "--format",
        "json",
    ];
    serde_json::from_str(&ok(&[&out[..], arguments].concat())).unwrap()
}

#[test]
fn a_sweep_writes_tables_manifest_charts_and_report() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("run");
    let summary = sweep(&place, &[]);
    for name in [
        "results.parquet",
        "margins.parquet",
        "units.parquet",
        "tallies.parquet",
        "manifest.json",
        "report.html",
    ] {
        assert!(place.join(name).is_file(), "{name}");
    }
    assert!(fs::read_dir(place.join("charts")).unwrap().count() >= 4);
    let saved = load(&place).unwrap();
    let manifest = &saved.manifest;
    let named = json(&["list", "units"])["units"].as_array().unwrap().len() as u64;
    // Ten reference profiles meet each other and themselves once: 55 pairings instead of 100.
    let (units, pairings) = (550 + named, (550 + named) * 10 - 45);
    assert_eq!(
        (manifest.units, manifest.pairings, manifest.battles),
        (units, pairings, 2 * pairings)
    );
    assert_eq!(saved.tables.results.height() as u64, pairings);
    assert_eq!(saved.tables.units.height() as u64, units);
    assert_eq!(
        manifest.command,
        "equipoise sweep --grid standard --runs 2 --seed 1 --policy rulebook"
    );
    assert_eq!(summary["manifest"]["digest"], manifest.digest);
    let html = fs::read_to_string(place.join("report.html")).unwrap();
    assert!(html.contains(&manifest.digest) && html.contains(&manifest.dataset.sha256));
    // The terminal and the report judge alike.
    let count = |verdict: &str| summary[verdict].as_array().unwrap().len();
    let verdicts = ["under_costed", "over_costed", "unclear", "beyond_prices"].map(count);
    let [under, over, _, beyond] = verdicts;
    assert_eq!(summary["compared"], verdicts.iter().sum::<usize>());
    for claim in [
        format!(
            "Of {units} units, {under} score clearly above their listed points and {over} clearly below"
        ),
        format!("<strong>{beyond}</strong> <span>too strong or weak to price</span>"),
    ] {
        assert!(html.contains(&claim), "{claim}");
    }
}

#[test]
fn threads_do_not_change_a_sweep_and_repeating_it_replaces_it() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("run");
    let one = sweep(&place, &["--threads", "1"]);
    let two = sweep(&place, &["--threads", "2"]);
    assert_eq!(one["manifest"]["digest"], two["manifest"]["digest"]);
    assert_eq!(load(&place).unwrap().manifest.threads, 2);
    let names: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(names, ["run"]);
}

#[test]
fn a_battle_of_a_sweep_is_the_battle_of_the_duel() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("run");
    sweep(&place, &[]);
    let results = load(&place).unwrap().tables.results;
    let names = |column: &str| results.column(column).unwrap().str().unwrap().clone();
    let wins = results.column("wins_a").unwrap().u64().unwrap().clone();
    for row in (0..results.height()).step_by(500) {
        let (a, b) = (names("a"), names("b"));
        let duel = json(&[
            "duel",
            a.get(row).unwrap(),
            b.get(row).unwrap(),
            "--runs",
            "2",
        ]);
        assert_eq!(duel["wins_a"], wins.get(row).unwrap());
    }
}

#[test]
fn folders_that_cannot_be_written_end_with_3_and_stay_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "mine").unwrap();
    let below = file.join("run");
    for place in [&file, &below, &folder.path().to_owned()] {
        let message = fails(
            &["sweep", "--runs", "2", "--out", place.to_str().unwrap()],
            3,
        );
        assert!(
            message.contains("file") || message.contains("earlier run"),
            "{message}"
        );
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}
