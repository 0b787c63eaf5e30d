//! Sweeps whose pairings end once their score is known well enough.

use std::fs;
use std::path::Path;

use crate::program::{assert_near, fails, json, ok};
use equipoise_simulator::{Manifest, SavedRun, Stopped, Until, load};
use serde_json::Value;

fn reached(manifest: &Manifest) -> Until {
    match manifest.stopped {
        Stopped::Until(until) => until,
        other => panic!("{other:?}"),
    }
}

fn sweep(place: &Path, arguments: &[&str]) -> Value {
    let out = ["sweep", "--quiet", "--out", place.to_str().unwrap()];
    json(&[&out[..], arguments].concat())
}

fn reals(run: &SavedRun, column: &str) -> Vec<f64> {
    let column = run.tables.results.column(column).unwrap();
    column.f64().unwrap().clone().into_no_null_iter().collect()
}

fn counts(run: &SavedRun, column: &str) -> Vec<u64> {
    let column = run.tables.results.column(column).unwrap();
    column.u64().unwrap().clone().into_no_null_iter().collect()
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
fn every_pairing_is_known_as_well_as_asked_for_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("run");
    let asked = ["--until", "0.15"];
    let mut digests = Vec::new();
    for threads in ["1", "2", "5"] {
        let summary = sweep(&place, &[&asked[..], &["--threads", threads]].concat());
        digests.push(summary["manifest"]["digest"].clone());
    }
    assert!(digests.iter().all(|digest| *digest == digests[0]));
    let run = load(&place).unwrap();
    assert!(reaches(&run).iter().all(|reach| *reach <= 0.15 + 1e-9));
    let battles = counts(&run, "battles");
    let until = reached(&run.manifest);
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
    let command = "equipoise sweep --grid standard --until 0.15 --seed 1 --policy rulebook";
    assert_eq!(run.manifest.command, command);
    // Every output says what the intervals are.
    assert_eq!(run.manifest.method, "confidence_sequence");
    let html = fs::read_to_string(place.join("report.html")).unwrap();
    assert!(html.contains("known to ± 15 percentage points at 95 %"));
    assert!(html.contains("95 % intervals (confidence sequence) reach"));
}

#[test]
fn a_cap_is_kept_and_told() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("run");
    let out = place.to_str().unwrap();
    let arguments = ["--until", "0.15", "--confidence", "0.9", "--max-runs", "31"];
    let text = ok(&[&["sweep", "--out", out][..], &arguments].concat());
    let run = load(&place).unwrap();
    let (battles, reaches) = (counts(&run, "battles"), reaches(&run));
    let capped = run.tables.results.column("capped").unwrap();
    let capped: Vec<bool> = capped.bool().unwrap().iter().flatten().collect();
    for (row, &capped) in capped.iter().enumerate() {
        assert!(battles[row] <= 32);
        assert_eq!(capped, reaches[row] > 0.15, "row {row}");
        assert!(!capped || battles[row] == 32, "row {row}");
    }
    let told = reached(&run.manifest).capped;
    assert_eq!(told, capped.iter().filter(|capped| **capped).count() as u64);
    assert!(told > 0 && told < run.manifest.pairings);
    assert_near(run.manifest.confidence, 0.9);
    assert!(
        text.contains("known to ± 15 percentage points at 90 %"),
        "{text}"
    );
    assert!(text.contains("ended with a wider interval, after the 32 battles allowed"));
    assert!(
        text.contains("% of the battles of a plan that fixes"),
        "{text}"
    );
    assert_eq!(
        run.manifest.command,
        "equipoise sweep --grid standard --until 0.15 --confidence 0.9 --max-runs 32 --seed 1 \
         --policy rulebook"
    );
    // The battles are the first ones of the duel.
    let name = |column: &str, row: usize| {
        let column = run.tables.results.column(column).unwrap();
        column.str().unwrap().get(row).unwrap().to_owned()
    };
    let wins = counts(&run, "wins_a");
    for row in (0..battles.len()).step_by(900) {
        let (a, b, runs) = (name("a", row), name("b", row), battles[row].to_string());
        assert_eq!(
            json(&["duel", &a, &b, "--runs", &runs])["wins_a"],
            wins[row]
        );
    }
}

#[test]
fn what_cannot_be_asked_for_ends_with_2_and_one_message() {
    let half_width = "expected a half-width above 0 and below 0.5";
    let level = "expected a level above 0 and below 1";
    let cases: [(&[&str], &str); 14] = [
        (&["--until", "0"], half_width),
        (&["--until", "0.5"], half_width),
        (&["--until=-0.1"], half_width),
        (&["--until", "2%"], half_width),
        (&["--until", "NaN"], half_width),
        (&["--until", "inf"], half_width),
        (&["--until", "0.1", "--confidence", "1"], level),
        (&["--until", "0.1", "--confidence", "0"], level),
        (&["--until", "0.1", "--confidence", "95"], level),
        (&["--until", "0.1", "--max-runs", "0"], "0 is not in 1.."),
        (&["--until", "0.1", "--runs", "10"], "cannot be used with"),
        (&["--confidence", "0.9"], "--until <H>"),
        (&["--max-runs", "10"], "--until <H>"),
        (&["--until", "1e-9"], "set a cap with --max-runs"),
    ];
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("run");
    let out = ["sweep", "--out", place.to_str().unwrap()];
    for (arguments, expected) in cases {
        let message = fails(&[&out[..], arguments].concat(), 2);
        assert!(message.contains(expected), "{arguments:?}: {message}");
        assert_eq!(message.matches("error:").count(), 1, "{message}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// The question is on which side of one half a score lies: the clear pairings of the standard grid
/// are answered within a few dozen battles, and the answers are those of the intervals.
#[test]
fn a_sweep_decides_on_which_side_of_a_line_scores_lie() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("run");
    let asked = ["--decide", "0.5", "--margin", "0.15"];
    let summary = sweep(&place, &asked);
    let run = load(&place).unwrap();
    let Stopped::Decide(decided) = run.manifest.stopped else {
        panic!("{:?}", run.manifest.stopped);
    };
    assert_eq!((decided.line, decided.margin, decided.open), (0.5, 0.15, 0));
    let pairings = decided.above + decided.near + decided.below;
    assert_eq!(pairings, run.manifest.pairings);
    let standing = run.tables.results.column("standing").unwrap().clone();
    let [low, high] = ["score_a_low", "score_a_high"].map(|column| reals(&run, column));
    for (row, standing) in standing.str().unwrap().iter().enumerate() {
        let expected = match (low[row] > 0.5, high[row] < 0.5) {
            (true, _) => "above",
            (_, true) => "below",
            _ => "near",
        };
        assert_eq!(standing, Some(expected), "row {row}");
    }
    let html = fs::read_to_string(place.join("report.html")).unwrap();
    assert!(html.contains("above 50 %, below 50 %, or within 15 percentage points of it at 95 %"));
    let command =
        "equipoise sweep --grid standard --decide 0.5 --margin 0.15 --seed 1 --policy rulebook";
    assert_eq!(summary["manifest"]["command"], command);
}

#[test]
fn a_duel_is_decided() {
    let duel = ["duel", "White Asura", "Blue Djinn", "--decide", "0.5"];
    let found = json(&duel);
    assert_eq!(found["decide"]["margin"], 0.02);
    let (low, high) = (&found["score_a"]["low"], &found["score_a"]["high"]);
    let standing = match found["decide"]["standing"].as_str().unwrap() {
        "above" => low.as_f64().unwrap() > 0.5,
        "below" => high.as_f64().unwrap() < 0.5,
        _ => low.as_f64().unwrap() > 0.48 && high.as_f64().unwrap() < 0.52,
    };
    assert!(standing, "{found}");
    assert!(ok(&duel).contains("  decided: "));
}

#[test]
fn questions_that_make_no_sense_are_refused() {
    let refused = |arguments: &[&str], part: &str| {
        let said = fails(
            &[&["duel", "White Asura", "Blue Djinn"][..], arguments].concat(),
            2,
        );
        assert!(said.contains(part), "{said}");
    };
    refused(&["--decide", "1"], "expected a score above 0 and below 1");
    refused(
        &["--decide", "0.5", "--until", "0.01"],
        "cannot be used with",
    );
    refused(&["--decide", "0.5", "--runs", "10"], "cannot be used with");
    refused(&["--margin", "0.1"], "--decide");
    refused(&["--confidence", "0.9"], "--until");
}
