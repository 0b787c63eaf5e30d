//! `report` on saved runs, and what it refuses.

use std::fs;
use std::path::Path;

use equipoise_simulator::load;

use crate::program::{Folder, ok, rows};

/// A folder with a sweep of two battles a pairing.
fn sweep() -> Folder {
    let folder = Folder::new();
    folder.ok("sweep --runs 2 --policy solo --quiet --out run");
    folder
}

#[test]
fn a_report_is_the_one_the_sweep_made() {
    let folder = sweep();
    let document = folder.json("report run --out report --html --png");
    assert_eq!(document["schema"], 1);
    let digest = load(&folder.path("run")).unwrap().manifest.digest;
    assert_eq!(document["digest"], digest);
    let files = rows(&document["files"]);
    assert_eq!(files.len(), 9);
    for file in files {
        let written = file.as_str().unwrap();
        let swept = written.replacen("report/", "run/", 1);
        assert!(folder.bytes(written) == folder.bytes(&swept), "{written}");
    }
}

#[test]
fn results_of_other_commands_are_shown_after_the_runs() {
    let folder = sweep();
    let duel = ok("duel 'White Asura' 'Blue Djinn' --runs 64 --trace --format json");
    folder.write("duel.json", duel);
    let report = "report run duel.json --out report";
    let document = folder.json(report);
    let drawn = "report/charts/result-1-duel.svg";
    let files = rows(&document["files"]);
    assert!(
        files
            .iter()
            .any(|name| Path::new(name.as_str().unwrap()) == Path::new(drawn))
    );
    let page = folder.text("report/report.html");
    assert!(page.contains("chart-result-1-duel"));

    folder.write("duel.json", "{\"schema\": 1,\n\"kind\": }");
    let message = folder.fails(report, 2);
    assert!(message.contains("duel.json:2:"), "{message}");
    assert_eq!(folder.text("report/report.html"), page);
}

#[test]
fn the_page_is_the_default_and_replaces_the_earlier_one() {
    let folder = sweep();
    let [page, manifest] = ["run/report.html", "run/manifest.json"].map(|name| folder.bytes(name));
    folder.write("run/report.html", "earlier");
    let printed = folder.ok("report run");
    assert!(printed.contains("report.html") && !printed.contains("report.md"));
    assert!(folder.bytes("run/report.html") == page);
    // All of its files were the run's already.
    assert!(folder.bytes("run/manifest.json") == manifest);
}

#[test]
fn a_report_in_the_runs_folder_is_part_of_the_run() {
    let folder = sweep();
    folder.ok("report run --markdown");
    assert!(folder.path("run/report.md").is_file());
    let listed = load(&folder.path("run")).unwrap().manifest.files;
    assert_eq!(listed.iter().filter(|file| *file == "report.md").count(), 1);
    // So a sweep may replace it.
    folder.ok("sweep --runs 2 --policy solo --quiet --out run");
    assert!(!folder.path("run/report.md").exists());
}

#[test]
fn folders_without_a_run_of_this_schema_are_refused() {
    let folder = sweep();
    fs::create_dir(folder.path("empty")).unwrap();
    fs::create_dir(folder.path("other")).unwrap();
    folder.write("other/manifest.json", "{\"tool\": \"other\"}");
    folder.edit("run/manifest.json", "\"schema\": 2", "\"schema\": 1");
    insta::assert_snapshot!(folder.refusals(
        "report empty
         report other
         report run",
        2
    ));
}

#[test]
fn damaged_tables_are_refused_and_the_earlier_report_stays() {
    let folder = sweep();
    let page = folder.bytes("run/report.html");
    for table in ["results", "margins", "units"] {
        let name = format!("run/{table}.parquet");
        let whole = folder.bytes(&name);
        for length in [0, 3, whole.len() / 2, whole.len() - 1] {
            folder.write(&name, &whole[..length]);
            assert!(folder.fails("report run", 2).contains(&name), "{name}");
        }
        fs::remove_file(folder.path(&name)).unwrap();
        assert!(folder.fails("report run", 3).contains(&name), "{name}");
        folder.write(&name, &whole);
    }
    // A table of units where that of pairings belongs.
    folder.write("run/results.parquet", folder.bytes("run/units.parquet"));
    let message = folder.fails("report run", 2);
    let rows = "expected 5805 rows as in manifest.json, got 585";
    assert!(message.contains(rows), "{message}");
    assert!(folder.bytes("run/report.html") == page);
}

#[test]
fn places_that_cannot_be_written_end_with_3() {
    let folder = sweep();
    folder.write("file", "mine");
    fs::create_dir_all(folder.path("out/report.html")).unwrap();
    insta::assert_snapshot!(folder.refusals(
        "report run --quiet --out file
         report run --quiet --out out",
        3
    ));
    assert_eq!(folder.text("file"), "mine");
    assert!(!folder.path("out/charts/points.svg").exists());
}
