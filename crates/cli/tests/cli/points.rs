//! `equipoise points`.

use crate::program::{assert_near, fails, json, ok};
use serde_json::Value;

const UNITS: &str = "White Asura,Green Viking,Kestrel,Argonaut";

/// A small audit of four units.
const SMALL: [&str; 7] = [
    "points",
    "--units",
    UNITS,
    "--budget",
    "500",
    "--matchups",
    "300",
];

fn small<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&SMALL[..], more].concat()
}

#[test]
fn an_audit_names_worth_verdict_policies_and_a_second_way() {
    let found = json(&small(&[
        "--runs",
        "4",
        "--gauntlet",
        "60",
        "--margin",
        "0.1",
    ]));
    assert_eq!(
        (&found["schema"], &found["budget"]),
        (&1.into(), &500.into())
    );
    // Two policies on 300 matchups, four gauntlets of 60, four battles each.
    assert_eq!(found["battles"], 4 * (2 * 300 + 4 * 60));
    let units = found["units"].as_array().unwrap();
    let listed: Vec<_> = units
        .iter()
        .map(|unit| (&unit["name"], &unit["listed"]))
        .collect();
    let expected = [
        ("White Asura", 205),
        ("Green Viking", 80),
        ("Kestrel", 70),
        ("Argonaut", 145),
    ];
    assert!(
        listed
            .iter()
            .zip(expected)
            .all(|(&(name, points), (unit, cost))| { *name == unit && *points == cost })
    );
    for unit in units {
        let [estimate, low, high] =
            ["estimate", "low", "high"].map(|end| unit["implied"][end].as_f64().unwrap());
        assert!(low < estimate && estimate < high, "{unit}");
        // The intervals that hold together are wider, and the verdict is theirs.
        let [least, most] = ["low", "high"].map(|end| unit["together"][end].as_f64().unwrap());
        assert!(least < low && high < most, "{unit}");
        let cost = unit["listed"].as_f64().unwrap();
        let verdict = if most < 0.9 * cost {
            "over"
        } else if least > 1.1 * cost {
            "under"
        } else if least >= 0.9 * cost && most <= 1.1 * cost {
            "fair"
        } else {
            "unclear"
        };
        assert_eq!(unit["verdict"], verdict, "{unit}");
        assert_eq!(unit["by_policy"]["rulebook"], unit["implied"]);
        assert!(unit["by_policy"]["greedy"]["estimate"].is_f64(), "{unit}");
        // The two ways agree when their difference lies within both errors together.
        let cost = &unit["break_even"];
        let reach = |x: &Value| (x["high"].as_f64().unwrap() - x["low"].as_f64().unwrap()) / 2.0;
        let apart = (cost["estimate"].as_f64().unwrap() - estimate).abs();
        let agrees = apart <= reach(cost).hypot(reach(&unit["implied"]));
        assert_eq!(unit["agrees"], agrees, "{unit}");
    }
}

#[test]
fn threads_change_nothing_and_the_seed_does() {
    let with = |more: &[&str]| {
        json(&small(
            &[&["--runs", "2", "--gauntlet", "8"][..], more].concat(),
        ))
    };
    let one = with(&["--threads", "1"]);
    assert_eq!(one, with(&["--threads", "3"]));
    assert_ne!(one["units"], with(&["--seed", "2"])["units"]);
}

/// The order of the units, and whether the second way is asked for, are no part of the first answer.
#[test]
fn the_second_way_can_be_left_out() {
    let found = json(&small(&[
        "--runs",
        "2",
        "--gauntlet",
        "0",
        "--also",
        "rulebook",
    ]));
    assert_eq!(found["battles"], 600);
    for unit in found["units"].as_array().unwrap() {
        assert!(unit["break_even"].is_null() && unit["agrees"].is_null());
        assert_eq!(unit["by_policy"].as_object().unwrap().len(), 1);
    }
    let with = json(&small(&[
        "--runs",
        "2",
        "--gauntlet",
        "8",
        "--also",
        "rulebook",
    ]));
    assert_eq!(found["units"][1]["implied"], with["units"][1]["implied"]);
}

#[test]
fn text_and_csv_tell_the_same() {
    let arguments = small(&["--runs", "2", "--gauntlet", "8"]);
    let text = ok(&arguments);
    for part in [
        "Implied points of 4 units in simple-battle: random armies of 500 points",
        "intervals at 95 % each; verdicts at 95 % for all units together",
        "break-even",
        "Median half-width of the intervals",
    ] {
        assert!(text.contains(part), "{text}");
    }
    let csv = ok(&[&arguments[..], &["--format", "csv"]].concat());
    let mut lines = csv.lines();
    assert_eq!(
        lines.next(),
        Some(
            "unit,listed,policy,implied,implied_low,implied_high,verdict,break_even,break_even_low,break_even_high,agrees"
        )
    );
    // Each unit under each of two policies.
    assert_eq!(lines.clone().count(), 8);
    let implied = &json(&arguments)["units"][0]["implied"]["estimate"];
    let first: Vec<&str> = lines.next().unwrap().split(',').collect();
    assert_eq!(first[..3], ["White Asura", "205", "rulebook"]);
    assert_near(implied.as_f64().unwrap(), first[3].parse().unwrap());
}

#[test]
fn another_system_is_audited_alike() {
    let arguments = [
        "points",
        "--system",
        "bullseye",
        "--matchups",
        "200",
        "--gauntlet",
        "20",
    ];
    let found = json(&[&arguments[..], &["--runs", "2", "--also", "rulebook"]].concat());
    assert_eq!(
        (&found["system"], &found["budget"]),
        (&"bullseye".into(), &600.into())
    );
    assert_eq!(found["units"].as_array().unwrap().len(), 13);
}

#[test]
fn audits_that_make_no_sense_are_refused() {
    let cases: [(&[&str], &str); 7] = [
        (
            &["--budget", "70"],
            "does not pay for the cheapest unit at 60",
        ),
        (&["--budget", "0"], "0 is not in 1.."),
        (
            &["--units", "White Asura"],
            "at least two kinds of units, got 1",
        ),
        (&["--units", "White Asura,Green Vikings"], "Green Viking"),
        (&["--units", "Kestrel,kestrel"], "names \"Kestrel\" twice"),
        (&["--scenario", "nowhere"], "nowhere"),
        (&["--also", "wise"], "invalid value 'wise'"),
    ];
    for (arguments, expected) in cases {
        let message = fails(&[&["points"][..], arguments].concat(), 2);
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
}
