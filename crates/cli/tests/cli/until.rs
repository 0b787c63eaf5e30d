//! Sweeps whose pairings end once their score is known well enough.

use equipoise_simulator::{SavedRun, Stopped, Until, load};

use crate::program::{Folder, assert_near, interval, json};

/// A saved run and how its pairings ended.
fn reached(folder: &Folder) -> (SavedRun, Until) {
    let run = load(&folder.path("run")).unwrap();
    match run.manifest.stopped {
        Stopped::Until(until) => (run, until),
        other => panic!("{other:?}"),
    }
}

/// Sweeps with near-certain and open pairings that take no time before their first battle.
const SWEEP: &str = "--system bullseye --policy rulebook";

fn reals(run: &SavedRun, column: &str) -> Vec<f64> {
    let column = run.tables.results.column(column).unwrap();
    column.f64().unwrap().iter().flatten().collect()
}

fn counts(run: &SavedRun, column: &str) -> Vec<u64> {
    let column = run.tables.results.column(column).unwrap();
    column.u64().unwrap().iter().flatten().collect()
}

/// How far the interval of each pairing's score reaches.
fn reaches(run: &SavedRun) -> Vec<f64> {
    let [score, low, high] =
        ["score_a", "score_a_low", "score_a_high"].map(|column| reals(run, column));
    let ends = low.into_iter().zip(high);
    let reach = |(score, (low, high)): (f64, (f64, f64))| (score - low).max(high - score);
    score.into_iter().zip(ends).map(reach).collect()
}

#[test]
fn every_pairing_is_known_as_well_as_wanted_on_any_number_of_threads() {
    let folder = Folder::new();
    let [one, two, five] = [1, 2, 5]
        .map(|threads| folder.sweep("run", &format!("{SWEEP} --until 0.15 --threads {threads}")));
    assert_eq!([&two, &five], [&one, &one]);
    let (run, until) = reached(&folder);
    assert!(reaches(&run).iter().all(|reach| *reach <= 0.15 + 1e-9));
    let battles = counts(&run, "battles");
    assert_eq!((until.half_width, until.capped), (0.15, 0));
    let [fewest, most] = until.battles;
    assert_eq!(Some(&fewest), battles.iter().min());
    assert_eq!(Some(&most), battles.iter().max());
    // Nothing but wins: −ln 0.85 · n ≥ ln 40 at 22.7; at most ln 40 / (2 · 0.0225) = 81.97.
    assert_eq!((fewest, run.manifest.runs), (24, 82));
    assert!(most <= 82 && run.manifest.battles == battles.iter().sum::<u64>());
    // 3.841459 · (1 / 0.09 − 1) = 38.8, and even.
    assert_eq!(until.fixed_runs, 40);
    // The command in the manifest repeats the run.
    let command =
        "equipoise sweep --system bullseye --grid standard --until 0.15 --seed 1 --policy rulebook";
    assert_eq!(run.manifest.command, command);
    // Every output says what the intervals are.
    assert_eq!(run.manifest.method, "confidence_sequence");
    let html = folder.text("run/report.html");
    assert!(html.contains("known to ± 15 percentage points at 95 %"));
    assert!(html.contains("95 % intervals (confidence sequence) reach"));
}

#[test]
fn a_cap_is_kept_and_shown() {
    let folder = Folder::new();
    folder.sweep(
        "run",
        &format!("{SWEEP} --until 0.15 --confidence 0.9 --max-runs 31"),
    );
    let (run, until) = reached(&folder);
    let (battles, reaches) = (counts(&run, "battles"), reaches(&run));
    let capped = run.tables.results.column("capped").unwrap();
    let capped: Vec<bool> = capped.bool().unwrap().iter().flatten().collect();
    for (row, &capped) in capped.iter().enumerate() {
        assert!(battles[row] <= 32);
        assert_eq!(capped, reaches[row] > 0.15, "row {row}");
        assert!(!capped || battles[row] == 32, "row {row}");
    }
    assert_eq!(
        until.capped,
        capped.iter().filter(|capped| **capped).count() as u64
    );
    assert!(until.capped > 0 && until.capped < run.manifest.pairings);
    assert_near(run.manifest.confidence, 0.9);
    assert_eq!(
        run.manifest.command,
        "equipoise sweep --system bullseye --grid standard --until 0.15 --confidence 0.9 --max-runs 32 \
         --seed 1 --policy rulebook"
    );
    // The battles are the first ones of the duel.
    let results = &run.tables.results;
    let [a, b] = ["a", "b"].map(|column| results.column(column).unwrap().str().unwrap());
    let wins = counts(&run, "wins_a");
    for row in (0..battles.len()).step_by(300) {
        let [a, b] = [a, b].map(|names| names.get(row).unwrap());
        let duel = json(&format!("duel '{a}' '{b}' {SWEEP} --runs {}", battles[row]));
        assert_eq!(duel["wins_a"], wins[row]);
    }
}

/// The question is on which side of one half a score lies: the clear pairings of the standard grid
/// are answered within a few dozen battles, and the answers are those of the intervals.
#[test]
fn a_sweep_decides_on_which_side_of_a_line_scores_lie() {
    let folder = Folder::new();
    folder.sweep("run", &format!("{SWEEP} --decide 0.5 --margin 0.15"));
    let run = load(&folder.path("run")).unwrap();
    let Stopped::Decide(decided) = run.manifest.stopped else {
        panic!("{:?}", run.manifest.stopped);
    };
    assert_eq!((decided.line, decided.margin, decided.open), (0.5, 0.15, 0));
    let pairings = decided.above + decided.near + decided.below;
    assert_eq!(pairings, run.manifest.pairings);
    let standing = run.tables.results.column("standing").unwrap();
    let [low, high] = ["score_a_low", "score_a_high"].map(|column| reals(&run, column));
    for (row, standing) in standing.str().unwrap().iter().enumerate() {
        let expected = match (low[row] > 0.5, high[row] < 0.5) {
            (true, _) => "above",
            (_, true) => "below",
            _ => "near",
        };
        assert_eq!(standing, Some(expected), "row {row}");
    }
    let html = folder.text("run/report.html");
    assert!(html.contains("above 50 %, below 50 %, or within 15 percentage points of it at 95 %"));
    let command = "equipoise sweep --system bullseye --grid standard --decide 0.5 --margin 0.15 --seed 1 --policy rulebook";
    assert_eq!(run.manifest.command, command);
}

#[test]
fn a_duel_is_decided() {
    let found = json("duel 'White Asura' 'Blue Djinn' --decide 0.5");
    assert_eq!(found["decide"]["margin"], 0.02);
    let [low, _, high] = interval(&found["score_a"]);
    let standing = match found["decide"]["standing"].as_str().unwrap() {
        "above" => low > 0.5,
        "below" => high < 0.5,
        _ => low > 0.48 && high < 0.52,
    };
    assert!(standing, "{found}");
}
