//! The main job: files, determinism, refusals.

use equipoise_simulator::load;

use crate::program::{Folder, json, names, rows};

const SWEEP: &str = "sweep --runs 2 --policy solo --quiet --out run";

#[test]
fn a_sweep_writes_tables_manifest_charts_and_report() {
    let folder = Folder::new();
    let summary = folder.json(SWEEP);
    assert_eq!(
        names(&folder.path("run")),
        [
            "charts",
            "manifest.json",
            "margins.parquet",
            "plan.json",
            "report.html",
            "results.parquet",
            "tallies.parquet",
            "units.parquet",
        ]
    );
    assert!(names(&folder.path("run/charts")).len() >= 4);
    let saved = load(&folder.path("run")).unwrap();
    let manifest = &saved.manifest;
    let named = rows(&json("list units")["units"]).len() as u64;
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
        "equipoise sweep --grid standard --runs 2 --seed 1 --policy solo"
    );
    assert_eq!(summary["manifest"]["digest"], manifest.digest);
    let html = folder.text("run/report.html");
    assert!(html.contains(&manifest.digest) && html.contains(&manifest.dataset.sha256));
    // The terminal and the report judge alike.
    let verdicts = ["under_costed", "over_costed", "unclear", "beyond_prices"];
    let [under, over, unclear, beyond] = verdicts.map(|verdict| rows(&summary[verdict]).len());
    assert_eq!(summary["compared"], under + over + unclear + beyond);
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
    let folder = Folder::new();
    let one = folder.sweep("run", "--runs 2 --threads 1");
    assert_eq!(one, folder.sweep("run", "--runs 2 --threads 2"));
    assert_eq!(load(&folder.path("run")).unwrap().manifest.threads, 2);
    assert_eq!(folder.names(), ["run"]);
}

#[test]
fn a_battle_of_a_sweep_is_the_battle_of_the_duel() {
    let folder = Folder::new();
    folder.ok(SWEEP);
    let results = load(&folder.path("run")).unwrap().tables.results;
    let [a, b] = ["a", "b"].map(|column| results.column(column).unwrap().str().unwrap());
    let wins = results.column("wins_a").unwrap().u64().unwrap();
    for row in (0..results.height()).step_by(500) {
        let [a, b] = [a, b].map(|names| names.get(row).unwrap());
        let duel = json(&format!("duel '{a}' '{b}' --policy solo --runs 2"));
        assert_eq!(duel["wins_a"], wins.get(row).unwrap());
    }
}

#[test]
fn folders_that_cannot_be_written_end_with_3_and_stay_as_they_are() {
    let folder = Folder::new();
    folder.write("file", "mine");
    insta::assert_snapshot!(folder.refusals(
        "sweep --runs 2 --out file
         sweep --runs 2 --out file/run
         sweep --runs 2 --out .",
        3
    ));
    assert_eq!(folder.text("file"), "mine");
}

/// Words of another system's rules.
const FOREIGN: [&str; 5] = [
    "frame",
    "performance",
    "victory",
    "momentum",
    "mechastellar",
];

#[test]
fn a_sweep_writes_a_report_in_the_words_of_the_system_and_repeats() {
    let folder = Folder::new();
    let sweep = SWEEP.replace("solo", "rulebook");
    folder.ok(&format!("{sweep} --system bullseye"));
    let manifest = load(&folder.path("run")).unwrap().manifest;
    // Eight profiles in the middle of the grid meet everyone, each other and themselves once.
    let units = 192 + 13;
    assert_eq!((manifest.units, manifest.pairings), (units, units * 8 - 28));
    let axes: Vec<&str> = manifest
        .axes
        .iter()
        .map(|axis| axis.name.as_str())
        .collect();
    assert_eq!(axes, ["attack", "defense", "movement", "skill"]);
    let html = folder.text("run/report.html");
    for words in [
        "Balance report · bullseye",
        "destroyed enemies",
        "rises with attack",
    ] {
        assert!(html.contains(words), "{words}");
    }
    let charts = names(&folder.path("run/charts"));
    assert_eq!(charts.len(), 6);
    for chart in charts.iter().filter(|chart| chart.ends_with(".svg")) {
        let text = folder.text(&format!("run/charts/{chart}")).to_lowercase();
        for word in FOREIGN {
            assert!(!text.contains(word), "{chart}: {word}");
        }
    }
    // The command line gives the same result again, in the folder named after system and grid.
    let command =
        "equipoise sweep --system bullseye --grid standard --runs 2 --seed 1 --policy rulebook";
    assert_eq!(manifest.command, command);
    folder.ok(command.strip_prefix("equipoise ").unwrap());
    let again = folder.saved_digest("runs/bullseye-standard-seed1");
    assert_eq!(again, Some(manifest.digest));
}
