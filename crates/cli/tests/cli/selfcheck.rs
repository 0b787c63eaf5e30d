//! `selfcheck` and `coverage`.

use std::collections::BTreeSet;

use crate::program::{field, json, number, ok, rows};

/// The whole check with its default seed: every test of it together fails by chance in less than one of
/// 10^7 runs, and with a fixed seed it always goes the same way.
#[test]
#[ignore = "statistical: 46,000,000 draws; false alarm 1e-7; finds a roll, an attack or a duel off its exact odds"]
fn the_program_passes_its_own_check() {
    let document = json("selfcheck --quiet");
    assert_eq!(document["schema"], 1);
    assert_eq!(document["passed"], true, "{document:#}");
    let checks = &document["checks"];
    let kinds = BTreeSet::from_iter(field(checks, "check"));
    assert_eq!(
        kinds,
        ["attack", "dice", "duel", "intervals", "threads"].into()
    );
    let count = |kind: &str, start: &str| {
        let of_kind = rows(checks).iter().filter(|check| check["check"] == kind);
        of_kind
            .filter(|check| check["what"].as_str().unwrap().starts_with(start))
            .count()
    };
    // Eleven numbers of dice, thirteen sets of numbers to read them by, and a few more.
    assert!(count("dice", "pool: ") >= 143);
    // Eleven numbers of dice and thirteen faces needed.
    assert_eq!(count("dice", "fails: "), 143);
    for (system, duels) in [("mechastellar", 1), ("bullseye", 0), ("toy", 1)] {
        assert!(count("attack", system) >= 40, "{system}");
        assert_eq!(count("threads", system), 3, "{system}");
        assert_eq!(count("duel", system), duels, "{system}");
    }
}

/// 400 replicates of Wilson's interval: the share that holds the truth strays from 95 % by six standard
/// errors, 6.5 %, in less than one of 10^8 runs.
#[test]
fn coverage_has_share_and_error() {
    let document = json("coverage --only wilson --replicates 400");
    let row = &document["rows"][0];
    let [held, error] = ["held", "error"].map(|name| number(&row[name]));
    assert!((held - 0.95).abs() < 0.065, "{row}");
    assert!(
        (error - (held * (1.0 - held) / 400.0).sqrt()).abs() < 1e-12,
        "{row}"
    );
}

#[test]
fn help_names_the_exit_code() {
    for command in ["selfcheck", "coverage"] {
        let text = ok(&format!("{command} --help"));
        assert!(text.contains("exit code 1"), "{text}");
    }
}
