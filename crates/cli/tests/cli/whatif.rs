//! `equipoise whatif`.

use serde_json::Value;

use crate::program::{assert_near, fails, json, ok};

const UNITS: &str = "Silver Heron,Kestrel,White Asura";

/// Three units against two profiles, without armies.
const SMALL: [&str; 9] = [
    "whatif",
    "--units",
    UNITS,
    "--against",
    "F3P5:sniper,F3P5:melee",
    "--runs",
    "400",
    "--matchups",
    "0",
];

fn small(more: &[&str]) -> Value {
    json(&[&SMALL[..], more].concat())
}

fn ends(interval: &Value) -> [f64; 3] {
    ["low", "estimate", "high"].map(|end| interval[end].as_f64().unwrap())
}

fn rows(found: &Value) -> &[Value] {
    found["differences"].as_array().unwrap()
}

fn row<'f>(found: &'f Value, name: &str) -> &'f Value {
    let row = rows(found).iter().find(|row| row["name"] == name);
    row.unwrap()
}

#[test]
fn the_contract_is_kept() {
    let found = small(&["--option", "advantage_mode=crit_range"]);
    assert_eq!(
        (&found["schema"], &found["kind"]),
        (&1.into(), &"whatif".into())
    );
    assert_eq!(
        found["changes"],
        serde_json::json!(["advantage_mode=crit_range"])
    );
    assert_eq!(found["options"]["advantage_mode"], "crit_hit");
    assert_eq!(
        found["opponents"],
        serde_json::json!(["F3P5:sniper", "F3P5:melee"])
    );
    assert_eq!(found["battles"], 3 * 2 * 400);
    assert!(found["variance_ratio"].as_f64().unwrap() < 1.0, "{found}");
    let each: Vec<f64> = rows(&found)
        .iter()
        .map(|row| ends(&row["difference"])[1])
        .collect();
    let mean = |values: &mut dyn Iterator<Item = f64>| values.sum::<f64>() / 3.0;
    assert_near(
        ends(&found["difference"])[1],
        mean(&mut each.iter().copied()),
    );
    let size = ends(&found["mean_absolute_difference"]);
    assert_near(size[1], mean(&mut each.iter().map(|each| each.abs())));
    assert!(size[0] <= size[1] && size[1] <= size[2]);
    assert!(
        each.windows(2).all(|pair| pair[0].abs() >= pair[1].abs()),
        "{each:?}"
    );
    let sure = |up: bool| {
        let rows = rows(&found).iter().map(|row| &row["together"]);
        rows.filter(|together| match up {
            true => together["low"].as_f64().unwrap() > 0.0,
            false => together["high"].as_f64().unwrap() < 0.0,
        })
        .count()
    };
    assert_eq!(
        (&found["surely_up"], &found["surely_down"]),
        (&sure(true).into(), &sure(false).into())
    );
}

/// Old and new scores are those of duels with the same seed, without the option and with it.
#[test]
fn both_ways_are_the_duels_they_seem() {
    let option = ["--option", "advantage_mode=crit_range"];
    let found = small(&option);
    let opponents = ["F3P5:sniper", "F3P5:melee"];
    for unit in UNITS.split(',') {
        let mean = |more: &[&str]| {
            let score = |opponent: &str| {
                let duel = [&["duel", unit, opponent, "--runs", "400"], more].concat();
                json(&duel)["score_a"]["estimate"].as_f64().unwrap()
            };
            opponents.map(score).iter().sum::<f64>() / 2.0
        };
        let score = |way: &str| {
            row(&found, unit)["score"][way]["estimate"]
                .as_f64()
                .unwrap()
        };
        assert_near(score("old"), mean(&[]));
        assert_near(score("new"), mean(&option));
    }
}

/// From the new rules back to the old ones is the same change the other way round.
#[test]
fn the_way_back_undoes_the_way_there() {
    let there = small(&["--option", "advantage_mode=crit_range"]);
    let back = [
        ["--base", "advantage_mode=crit_range"],
        ["--option", "advantage_mode=crit_hit"],
    ];
    let back = small(&back.concat());
    assert_eq!(back["options"]["advantage_mode"], "crit_range");
    for there in rows(&there) {
        let back = row(&back, there["name"].as_str().unwrap());
        assert_eq!(there["score"]["old"], back["score"]["new"]);
        assert_eq!(there["score"]["new"], back["score"]["old"]);
        assert_near(ends(&there["difference"])[1], -ends(&back["difference"])[1]);
        assert_eq!(there["battles_changed"], back["battles_changed"]);
    }
}

/// The play-outs of a policy that does not play: nothing may differ.
#[test]
fn what_nobody_reads_changes_nothing() {
    let arguments = ["whatif", "--option", "rollout_budget=4", "--runs", "2"];
    let found = json(&[&arguments[..], &["--matchups", "300"]].concat());
    // All named units.
    assert_eq!(rows(&found).len(), 35);
    assert_eq!(
        (&found["surely_up"], &found["surely_down"]),
        (&0.into(), &0.into())
    );
    assert_eq!(found["implied"]["surely_changed"], 0);
    for row in rows(&found) {
        assert_eq!(ends(&row["difference"])[1], 0.0, "{row}");
        assert_eq!(ends(&row["implied"]["change"]), [0.0; 3], "{row}");
    }
}

/// Implied points both ways are those of audits without the option and with it.
#[test]
fn implied_points_are_those_of_two_audits() {
    let option = ["--option", "advantage_mode=crit_range"];
    let matchups = ["--matchups", "300"];
    let arguments = ["whatif", "--units", UNITS, "--runs", "2"];
    let found = json(&[&arguments[..], &option, &matchups].concat());
    assert!(found["implied"]["battles_changed"].as_u64().unwrap() > 0);
    let audit = |more: &[&str]| {
        let audit = ["points", "--also", "rulebook", "--gauntlet", "0"];
        json(&[&audit[..], &matchups, more].concat())
    };
    for (way, audit) in [("old", audit(&[])), ("new", audit(&option))] {
        let units = audit["units"].as_array().unwrap();
        for name in UNITS.split(',') {
            let unit = units.iter().find(|unit| unit["name"] == name).unwrap();
            let here = &row(&found, name)["implied"][way];
            for (here, there) in ends(here).iter().zip(ends(&unit["implied"])) {
                assert_near(*here, there);
            }
        }
    }
    let implied = &row(&found, "Kestrel")["implied"];
    assert_eq!(implied["listed"], 70);
    let change = ends(&implied["new"])[1] - ends(&implied["old"])[1];
    assert_near(ends(&implied["change"])[1], change);
}

#[test]
fn threads_change_nothing_and_the_seed_does() {
    let with = |more: &[&str]| small(&[&["--option", "advantage_mode=upgrade"], more].concat());
    let one = with(&["--threads", "1"]);
    assert_eq!(one, with(&["--threads", "2"]));
    assert_ne!(one["differences"], with(&["--seed", "2"])["differences"]);
}

#[test]
fn text_and_csv_tell_the_same() {
    let option = [
        "--option",
        "advantage_mode=crit_range",
        "--base",
        "elite_bonus=true",
    ];
    let arguments = [&SMALL[..], &option].concat();
    let text = ok(&arguments);
    for part in [
        "Rules with advantage_mode=crit_range instead of crit_hit\n  2,400 battles, each played both ways",
        "policy rulebook, seed 1",
        "3 units against 2 opponents",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let csv = ok(&[&arguments[..], &["--format", "csv"]].concat());
    let first: Vec<&str> = csv
        .lines()
        .map(|line| line.split(',').next().unwrap())
        .collect();
    assert_eq!(first, ["of", "all", "unit", "unit", "unit"]);
}

#[test]
fn another_system_is_asked_alike() {
    let arguments = [
        "whatif",
        "--system",
        "bullseye",
        "--option",
        "damage_boxes=3",
    ];
    let found = json(&[&arguments[..], &["--runs", "20", "--matchups", "100"]].concat());
    assert_eq!(
        (&found["system"], rows(&found).len()),
        (&"bullseye".into(), 13)
    );
    assert!(found["battles_changed"].as_u64().unwrap() > 0);
    assert_eq!(found["implied"]["missing"], Value::Null);
}

#[test]
fn questions_that_make_no_sense_are_refused() {
    let cases: [(&[&str], &str); 8] = [
        (&[], "--option"),
        (&["--option", "tie_break"], "expected NAME=VALUE"),
        (
            &["--option", "tie_brake=draw"],
            "no rules option named \"tie_brake\"",
        ),
        (&["--option", "tie_break=never"], "does not take \"never\""),
        (
            &["--option", "tie_break=momentum_then_draw"],
            "changes nothing",
        ),
        (
            &["--option", "tie_break=draw", "--base", "tie_break=draw"],
            "changes nothing",
        ),
        (
            &["--option", "tie_break=draw", "--units", "Kestral"],
            "Kestrel",
        ),
        (
            &[
                "--option",
                "tie_break=draw",
                "--units",
                "Kestrel",
                "--against",
                "Kestrel",
            ],
            "no opponent but itself",
        ),
    ];
    for (arguments, expected) in cases {
        let message = fails(&[&["whatif"][..], arguments].concat(), 2);
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
    let unfit = [
        "whatif",
        "--system",
        "bullseye",
        "--option",
        "linked_stat_max=3",
    ];
    let unfit = fails(&unfit, 2);
    assert!(unfit.contains("with the change: "), "{unfit}");
}
