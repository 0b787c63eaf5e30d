//! `sprt` against the published values of fastchess.

use serde_json::Value;

use crate::program::{fails, json, ok};

fn assert_published(given: &Value, published: f64) {
    let given = given.as_f64().unwrap();
    assert!(
        (given - published).abs() < 0.005,
        "{given} is not {published}"
    );
}

/// fastchess, `app/tests/sprt_test.cpp`.
#[test]
fn pairs_of_games_as_fastchess_has_them() {
    let counts = "365,16618,36229,16974,390";
    let normalized = json(&[
        "sprt",
        "--pentanomial",
        counts,
        "--elo0",
        "0",
        "--elo1",
        "2",
    ]);
    assert_eq!(normalized["schema"], 1);
    assert_published(&normalized["llr"], 2.25);
    assert_published(&normalized["upper"], 2.944_439);
    assert_published(&normalized["lower"], -2.944_439);
    assert_eq!(normalized["decision"], "continue");
    let counts = "223,9863,21279,10037,246";
    let elo = ["--elo0", "0.5", "--elo1", "2.5", "--model", "logistic"];
    let logistic = json(&[&["sprt", "--pentanomial", counts][..], &elo].concat());
    assert_published(&logistic["llr"], -3.07);
    assert_eq!(logistic["decision"], "H0");
}

/// fastchess, `app/tests/sprt_test.cpp` and `app/tests/elo_test.cpp`.
#[test]
fn single_games_as_fastchess_has_them() {
    let games = [
        "sprt", "--wins", "10871", "--losses", "10650", "--draws", "20431",
    ];
    let test = json(&[&games[..], &["--elo0", "-1.75", "--elo1", "0.25"]].concat());
    assert_published(&test["llr"], 2.30);
    let test = json(&["sprt", "--wins", "136", "--losses", "96", "--draws", "111"]);
    assert_published(&test["elo"]["estimate"], 40.70);
    // Both published numbers are rounded to hundredths.
    for (end, published) in [("low", 40.70 - 30.43), ("high", 40.70 + 30.43)] {
        let given = test["elo"][end].as_f64().unwrap();
        assert!(
            (given - published).abs() < 0.01,
            "{given} is not {published}"
        );
    }
    assert_published(&test["normalized_elo"]["estimate"], 49.77);
    let los = test["los"].as_f64().unwrap();
    assert!((los - 0.9960).abs() < 0.00005, "{los}");
}

#[test]
fn it_decides_for_either_side() {
    let decision = |wins: &str, losses: &str| {
        json(&["sprt", "--wins", wins, "--losses", losses, "--elo1", "100"])["decision"].clone()
    };
    assert_eq!(decision("200", "100"), "H1");
    assert_eq!(decision("100", "200"), "H0");
    assert_eq!(decision("1", "1"), "continue");
}

#[test]
fn what_is_unbounded_is_null() {
    let test = json(&["sprt", "--wins", "7", "--losses", "0"]);
    assert_eq!(test["elo"]["estimate"], Value::Null);
    assert_eq!(test["elo"]["low"], Value::Null);
    assert_eq!(test["los"], 1.0);
    assert!(ok(&["sprt", "--wins", "7", "--losses", "0"]).contains("Elo unbounded"));
}

#[test]
fn csv_holds_the_same_numbers() {
    let games = ["sprt", "--wins", "136", "--losses", "96", "--draws", "111"];
    let csv = ok(&[&games[..], &["--format", "csv"]].concat());
    let (header, row) = csv.trim_end().split_once("\r\n").unwrap();
    assert_eq!(header, "llr,lower,upper,decision,elo,elo_low,elo_high,los");
    let elo: f64 = row.split(',').nth(4).unwrap().parse().unwrap();
    assert!((elo - 40.70).abs() < 0.005, "{row}");
}

#[test]
fn impossible_tests_end_with_a_message() {
    let games = ["sprt", "--wins", "5", "--losses", "4"];
    let with = |more: &[&str]| fails(&[&games[..], more].concat(), 2);
    for (option, value) in [
        ("--alpha", "0"),
        ("--alpha", "1"),
        ("--beta", "-0.1"),
        ("--beta", "0.96"),
        ("--alpha", "nan"),
    ] {
        assert!(
            with(&[option, value]).contains("alpha and beta"),
            "{option} {value}"
        );
    }
    for elo in [
        ["5", "5"],
        ["5", "1"],
        ["nan", "5"],
        ["0", "inf"],
        ["-2000", "0"],
    ] {
        assert!(
            with(&["--elo0", elo[0], "--elo1", elo[1]]).contains("elo0"),
            "{elo:?}"
        );
    }
    assert!(with(&["--draws", "-1"]).contains("whole number"));
    assert!(with(&["--draws", "1e3"]).contains("whole number"));
    fails(&["sprt"], 2);
    fails(&["sprt", "--wins", "5"], 2);
    fails(
        &[
            "sprt",
            "--wins",
            "5",
            "--losses",
            "3",
            "--pentanomial",
            "1,2,3,4,5",
        ],
        2,
    );
    assert!(fails(&["sprt", "--wins", "0", "--losses", "0"], 2).contains("at least one game"));
    assert!(fails(&["sprt", "--pentanomial", "1,2,3"], 2).contains("five counts"));
    assert!(fails(&["sprt", "--pentanomial", "1,2,-3,4,5"], 2).contains("whole number"));
}
