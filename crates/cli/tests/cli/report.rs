//! `report` on saved runs, and what it refuses.

use std::fs;
use std::path::{Path, PathBuf};

use equipoise_simulator::load;
use serde_json::Value;
use tempfile::TempDir;

use crate::program::{fails, json, ok};

/// A sweep of two battles a pairing, and the folder that it lies in.
fn sweep() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    ok(&["sweep", "--runs", "2", "--quiet", "--out", text(&run)]);
    (folder, run)
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn read(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap()
}

#[test]
fn a_report_is_the_one_the_sweep_made() {
    let (folder, run) = sweep();
    let out = folder.path().join("report");
    let told = json(&["report", text(&run), "--out", text(&out), "--html", "--png"]);
    assert_eq!(told["schema"], 1);
    let digest = &load(&run).unwrap().manifest.digest;
    assert_eq!(told["digest"], digest.as_str());
    let files = told["files"].as_array().unwrap();
    assert_eq!(files.len(), 9);
    for file in files {
        let written = Path::new(file.as_str().unwrap());
        let name = written.strip_prefix(&out).unwrap();
        assert!(read(written) == read(&run.join(name)), "{name:?}");
    }
}

#[test]
fn results_of_other_commands_are_shown_after_the_runs() {
    let (folder, run) = sweep();
    let duel = ok(&[
        "duel",
        "White Asura",
        "Blue Djinn",
        "--runs",
        "64",
        "--trace",
        "--format",
        "json",
    ]);
    let file = folder.path().join("duel.json");
    fs::write(&file, duel).unwrap();
    let out = folder.path().join("report");
    let told = json(&["report", text(&run), text(&file), "--out", text(&out)]);
    let drawn = out.join("charts/result-1-duel.svg");
    let files = told["files"].as_array().unwrap();
    assert!(
        files
            .iter()
            .any(|name| Path::new(name.as_str().unwrap()) == drawn)
    );
    let page = fs::read_to_string(out.join("report.html")).unwrap();
    assert!(page.contains("chart-result-1-duel"));

    fs::write(&file, "{\"schema\": 1,\n\"kind\": }").unwrap();
    let message = fails(&["report", text(&run), text(&file), "--out", text(&out)], 2);
    assert!(message.contains("duel.json:2:"), "{message}");
    assert_eq!(fs::read_to_string(out.join("report.html")).unwrap(), page);
}

#[test]
fn the_page_is_the_default_and_replaces_the_earlier_one() {
    let (_folder, run) = sweep();
    let page = run.join("report.html");
    let manifest = read(&run.join("manifest.json"));
    let before = read(&page);
    fs::write(&page, "earlier").unwrap();
    let told = ok(&["report", text(&run)]);
    assert!(told.contains("report.html") && !told.contains("report.md"));
    assert!(read(&page) == before);
    // All of its files were the run's already.
    assert!(read(&run.join("manifest.json")) == manifest);
}

#[test]
fn a_report_in_the_runs_folder_is_part_of_the_run() {
    let (_folder, run) = sweep();
    ok(&["report", text(&run), "--markdown"]);
    assert!(run.join("report.md").is_file());
    let listed = load(&run).unwrap().manifest.files;
    assert_eq!(listed.iter().filter(|file| *file == "report.md").count(), 1);
    // So a sweep may replace it.
    ok(&["sweep", "--runs", "2", "--quiet", "--out", text(&run)]);
    assert!(!run.join("report.md").exists());
}

#[test]
fn files_are_listed_as_csv_too() {
    let (_folder, run) = sweep();
    let csv = ok(&["report", text(&run), "--format", "csv"]);
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "file");
    assert_eq!(lines.len(), 6);
}

#[test]
fn what_is_no_run_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path();
    let message = fails(&["report", text(place)], 2);
    assert!(
        message.contains("contains no run: expected manifest.json"),
        "{message}"
    );
    fs::write(place.join("manifest.json"), "{\"tool\": \"other\"}").unwrap();
    assert!(fails(&["report", text(place)], 2).contains("manifest.json"));
    let missing = place.join("missing");
    assert!(fails(&["report", text(&missing)], 3).contains("cannot read"));
    assert_eq!(fs::read_dir(place).unwrap().count(), 1);
}

#[test]
fn another_schema_is_refused() {
    let (_folder, run) = sweep();
    let path = run.join("manifest.json");
    let mut manifest: Value = serde_json::from_slice(&read(&path)).unwrap();
    manifest["schema"] = 1.into();
    fs::write(&path, manifest.to_string()).unwrap();
    let message = fails(&["report", text(&run)], 2);
    assert!(
        message.contains(
            "expected schema 2 of equipoise, got schema 1 of equipoise; read it with equipoise"
        ),
        "{message}"
    );
}

#[test]
fn damaged_tables_are_refused_and_the_earlier_report_stays() {
    let (_folder, run) = sweep();
    let page = read(&run.join("report.html"));
    for table in ["results", "margins", "units"] {
        let path = run.join(format!("{table}.parquet"));
        let whole = read(&path);
        for length in [0, 3, whole.len() / 2, whole.len() - 1] {
            fs::write(&path, &whole[..length]).unwrap();
            let message = fails(&["report", text(&run)], 2);
            assert!(message.contains(&format!("{table}.parquet")), "{message}");
        }
        fs::remove_file(&path).unwrap();
        let message = fails(&["report", text(&run)], 3);
        assert!(message.contains(&format!("{table}.parquet")), "{message}");
        fs::write(&path, &whole).unwrap();
    }
    // A table of units where that of pairings belongs.
    let results = run.join("results.parquet");
    fs::copy(run.join("units.parquet"), &results).unwrap();
    let message = fails(&["report", text(&run)], 2);
    assert!(
        message.contains("expected 5805 rows as in manifest.json, got 585"),
        "{message}"
    );
    assert!(read(&run.join("report.html")) == page);
}

#[test]
fn places_that_cannot_be_written_end_with_3() {
    let (folder, run) = sweep();
    let file = folder.path().join("file");
    fs::write(&file, "mine").unwrap();
    let message = fails(&["report", text(&run), "--quiet", "--out", text(&file)], 3);
    assert!(message.contains("cannot write"), "{message}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
    let out = folder.path().join("out");
    fs::create_dir_all(out.join("report.html")).unwrap();
    let message = fails(&["report", text(&run), "--quiet", "--out", text(&out)], 3);
    assert!(
        message.contains("report.html: a folder is in the way"),
        "{message}"
    );
    assert!(!out.join("charts/points.svg").exists());
}
