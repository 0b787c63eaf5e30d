//! `selfcheck` and `coverage`.

use std::collections::BTreeSet;

use crate::program::{fails, json, ok};

/// The whole check with its default seed: every test of it together fails by chance in less than one of
/// 10^7 runs, and with a fixed seed it always goes the same way.
#[test]
fn the_program_passes_its_own_check() {
    let document = json(&["selfcheck", "--quiet"]);
    assert_eq!(document["schema"], 1);
    assert_eq!(document["passed"], true, "{document:#}");
    let checks = document["checks"].as_array().expect("checks");
    let kinds: BTreeSet<&str> = checks.iter().filter_map(|c| c["check"].as_str()).collect();
    assert_eq!(
        kinds,
        ["attack", "dice", "duel", "intervals", "threads"].into()
    );
    let count = |kind: &str, what: &str| {
        let of_kind = checks.iter().filter(|check| check["check"] == kind);
        of_kind
            .filter(|check| check["what"].as_str().is_some_and(|w| w.starts_with(what)))
            .count()
    };
    // Eleven numbers of dice, thirteen sets of numbers to read them by, and a few more.
    assert!(count("dice", "pool: ") >= 143);
    // Eleven numbers of dice and thirteen faces needed.
    assert_eq!(count("dice", "fails: "), 143);
    for system in ["mechastellar", "bullseye", "toy"] {
        assert!(count("attack", system) >= 40, "{system}");
        assert_eq!(count("threads", system), 3, "{system}");
    }
    for system in ["mechastellar", "toy"] {
        assert_eq!(count("duel", system), 1, "{system}");
    }
}

#[test]
fn coverage_is_a_table_that_threads_do_not_change() {
    let run = |threads| {
        ok(&[
            "coverage",
            "--replicates",
            "60",
            "--seed",
            "3",
            "--format",
            "csv",
            "--threads",
            threads,
        ])
    };
    let table = run("1");
    assert_eq!(table, run("3"));
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(
        lines[0],
        "interval,games,replicates,intervals,least,most,held,error,kept"
    );
    assert!(lines.len() >= 18, "{table}");
    assert!(
        lines[1..].iter().all(|line| line.contains(",60,")),
        "{table}"
    );
}

/// 400 replicates of Wilson's interval: the share that holds the truth strays from 95 % by six standard
/// errors, 6.5 %, in less than one of 10^8 runs.
#[test]
fn coverage_tells_share_and_error() {
    let document = json(&["coverage", "--only", "wilson", "--replicates", "400"]);
    let row = &document["rows"][0];
    let held = row["held"].as_f64().expect("a share");
    assert!((held - 0.95).abs() < 0.065, "{row}");
    let error = row["error"].as_f64().expect("an error");
    assert!(
        (error - (held * (1.0 - held) / 400.0).sqrt()).abs() < 1e-12,
        "{row}"
    );
    let text = ok(&["coverage", "--only", "wilson", "--replicates", "400"]);
    assert!(text.contains("400 replicates of each, seed 1"), "{text}");
    assert!(text.contains("94 to 96 %"), "{text}");
}

#[test]
fn what_cannot_be_done_is_said() {
    let message = fails(&["coverage", "--only", "astrology"], 2);
    assert!(message.contains("score, Wilson"), "{message}");
    for help in ["selfcheck", "coverage"] {
        let text = ok(&[help, "--help"]);
        assert!(
            text.contains("Examples:") && text.contains("exit code 1"),
            "{text}"
        );
    }
}
