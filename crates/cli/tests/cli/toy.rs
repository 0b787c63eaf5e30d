//! The toy game: results that are known by hand.

use std::fs;

use crate::program::{assert_near, json, ok};
use tempfile::TempDir;

/// Strengths 3 and 7; whoever demands a second draw loses only if both draws go to the other side.
#[test]
fn duels_and_odds_are_those_worked_out_by_hand() {
    let cases: [(&[&str], &[&str], f64); 4] = [
        (&[], &[], 0.3),
        (&["--policy-a", "demand"], &["--demand"], 0.51),
        (&["--policy-b", "demand"], &["--against-demand"], 0.09),
        (
            &["--policy", "demand"],
            &["--demand", "--against-demand"],
            0.3,
        ),
    ];
    for (policies, flags, expected) in cases {
        let duel = ["duel", "--system", "toy", "Guard", "Ram"];
        let exact = json(&[&duel[..], policies, &["--exact"]].concat());
        assert_near(exact["win_a"].as_f64().unwrap(), expected);
        let sampled = json(&[&duel[..], policies, &["--runs", "40000"]].concat());
        // By Hoeffding's inequality off by so much in less than one of 10^9 runs.
        let score = sampled["score_a"]["estimate"].as_f64().unwrap();
        assert!((score - expected).abs() < 0.0165, "{score}, not {expected}");
        let odds = [
            "odds",
            "--system",
            "toy",
            "--strength",
            "3",
            "--against",
            "7",
        ];
        let odds = json(&[&odds[..], flags].concat());
        assert_near(odds["win"].as_f64().unwrap(), expected);
    }
    let option = [
        "--option",
        "second_draw=false",
        "--policy-a",
        "demand",
        "--exact",
    ];
    let accepted = json(&[&["duel", "--system", "toy", "Guard", "Ram"], &option[..]].concat());
    assert_near(accepted["win_a"].as_f64().unwrap(), 0.3);
}

#[test]
fn battles_sweeps_and_lists_serve_the_toy() {
    let battle = [
        "battle",
        "--system",
        "toy",
        "three-to-seven",
        "--runs",
        "40000",
    ];
    let score = json(&battle)["score_a"]["estimate"].as_f64().unwrap();
    assert!((score - 0.3).abs() < 0.0165, "{score}");
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("run");
    let out = out.to_str().unwrap();
    ok(&[
        "sweep", "--system", "toy", "--runs", "20", "--out", out, "--quiet",
    ]);
    let manifest = fs::read_to_string(format!("{out}/manifest.json")).unwrap();
    assert!(manifest.contains("\"toy\""));
    for list in [
        "units",
        "profiles",
        "weapons",
        "policies",
        "options",
        "scenarios",
    ] {
        let listed = json(&["list", list, "--system", "toy"]);
        let rows = listed[list].as_array().unwrap().len();
        assert_eq!(rows == 0, list == "weapons", "{list}");
    }
}
