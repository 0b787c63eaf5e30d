//! `equipoise variant`.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::program::{assert_near, fails, json, ok};

/// Against two opponents, without armies.
const SMALL: [&str; 8] = [
    "variant",
    "White Asura",
    "--against",
    "Blue Djinn,F3P5:sniper",
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

#[test]
fn the_contract_is_kept() {
    let found = small(&["--set", "hp+=1000", "--set", "points=300", "--seed", "5"]);
    assert_eq!(
        (&found["schema"], &found["kind"]),
        (&1.into(), &"variant".into())
    );
    assert_eq!(found["seed"], 5);
    assert_eq!(found["policy"], "rulebook");
    assert_eq!(
        found["changes"],
        serde_json::json!(["hp+=1000", "points=300"])
    );
    assert_eq!(found["listed"], serde_json::json!({"old": 205, "new": 300}));
    // Two opponents, 400 battles each.
    assert_eq!(found["battles"], 800);
    let [low, estimate, high] = ends(&found["difference"]);
    assert!(low < estimate && estimate < high, "{found}");
    let ratio = found["variance_ratio"].as_f64().unwrap();
    assert!(ratio > 0.0 && ratio < 1.0, "{ratio}");
    assert!(found["implied"].is_null());
    // Each opponent weighs the same.
    let rows = found["differences"].as_array().unwrap();
    let names: Vec<_> = rows
        .iter()
        .map(|row| row["name"].as_str().unwrap())
        .collect();
    assert_eq!(names.len(), 2);
    let each: Vec<f64> = rows.iter().map(|row| ends(&row["difference"])[1]).collect();
    assert_near(estimate, (each[0] + each[1]) / 2.0);
    assert!(each[0].abs() >= each[1].abs());
    for row in rows {
        let score = |way: &str| row["score"][way]["estimate"].as_f64().unwrap();
        assert_near(ends(&row["difference"])[1], score("new") - score("old"));
        let [together, alone] = [&row["together"], &row["difference"]];
        assert!(together["low"].as_f64() <= alone["low"].as_f64());
        let sure = together["low"].as_f64().unwrap() > 0.0;
        assert_eq!(row["sure"], sure, "{row}");
    }
}

#[test]
fn strength_shows_in_the_sign() {
    let doubled = small(&["--set", "hp=8600"]);
    assert!(ends(&doubled["difference"])[0] > 0.0, "{doubled}");
    let frail = small(&["--set", "hp-=3000"]);
    assert!(ends(&frail["difference"])[2] < 0.0, "{frail}");
}

/// The dataset with a sturdier White Asura, by hand.
fn sturdier(folder: &Path) {
    let shipped = Path::new(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../datasets/mechastellar"
    ));
    for file in ["profiles.toml", "weapons.toml", "units.toml"] {
        let text = fs::read_to_string(shipped.join(file)).unwrap();
        // White Asura is the first unit.
        let text = match file {
            "units.toml" => text.replacen("\nhp = 4300\n", "\nhp = 5300\n", 1),
            _ => text,
        };
        fs::write(folder.join(file), text).unwrap();
    }
}

/// Old and new scores are those of duels with the same seed.
#[test]
fn both_ways_are_the_duels_they_seem() {
    let found = small(&["--set", "hp+=1000"]);
    let folder = tempfile::tempdir().unwrap();
    sturdier(folder.path());
    let dataset = ["--dataset", folder.path().to_str().unwrap()];
    for row in found["differences"].as_array().unwrap() {
        let duel = [
            "duel",
            "White Asura",
            row["name"].as_str().unwrap(),
            "--runs",
            "400",
        ];
        let score = |duel: &[&str]| json(duel)["score_a"]["estimate"].clone();
        assert_eq!(row["score"]["old"]["estimate"], score(&duel), "{row}");
        let changed = [&duel[..], &dataset].concat();
        assert_eq!(row["score"]["new"]["estimate"], score(&changed), "{row}");
    }
    // A dataset of one's own can be varied as well.
    let back = small(&["--set", "hp=4300", dataset[0], dataset[1]]);
    assert_near(ends(&back["difference"])[1], -ends(&found["difference"])[1]);
}

#[test]
fn a_price_changes_nothing_but_the_verdict() {
    let arguments = [
        "variant",
        "White Asura",
        "--set",
        "points=2000",
        "--runs",
        "100",
    ];
    let found = json(&[&arguments[..], &["--matchups", "300"]].concat());
    assert_eq!(ends(&found["difference"])[1], 0.0);
    assert_eq!(
        (&found["battles"], &found["battles_changed"]),
        (&1000.into(), &0.into())
    );
    let implied = &found["implied"];
    assert_eq!(ends(&implied["change"]), [0.0; 3]);
    assert_eq!(implied["battles_changed"], 0);
    assert_eq!(implied["old"], implied["new"]);
    // No interval of 300 matchups reaches up to 2000 points.
    assert_eq!(implied["verdict"]["new"], "over");
    let text = ok(&[&arguments[..], &["--matchups", "0"]].concat());
    assert!(text.contains("No battle went differently"), "{text}");
}

/// The old implied points are those of the audit with as many matchups.
#[test]
fn implied_points_are_those_of_the_audit() {
    let matchups = ["--matchups", "300"];
    let arguments = ["variant", "white asura", "--set", "hp=43000", "--runs", "2"];
    let found = json(&[&arguments[..], &matchups].concat());
    let audit = ["points", "--also", "rulebook", "--gauntlet", "0"];
    let audit = json(&[&audit[..], &matchups].concat());
    let unit = &audit["units"][0];
    assert_eq!(unit["name"], "White Asura");
    let implied = &found["implied"];
    for (here, there) in ends(&implied["old"]).iter().zip(ends(&unit["implied"])) {
        assert_near(*here, there);
    }
    // Ten times the HP are worth something.
    let [low, change, _] = ends(&implied["change"]);
    assert!(low > 0.0, "{implied}");
    assert_near(change, ends(&implied["new"])[1] - ends(&implied["old"])[1]);
    assert_eq!(implied["battles"], 8 * 300);
}

#[test]
fn a_unit_may_meet_itself_as_it_is() {
    let arguments = [
        "variant",
        "Kestrel",
        "--set",
        "hp+=1000",
        "--against",
        "kestrel",
    ];
    let found = json(&[&arguments[..], &["--matchups", "0", "--runs", "1000"]].concat());
    assert_eq!(
        found["opponents"],
        serde_json::json!(["Kestrel (as it is)"])
    );
    // Two of a kind: one half, but for luck of five standard deviations.
    let old = found["score"]["old"]["estimate"].as_f64().unwrap();
    assert!((old - 0.5).abs() < 5.0 * 0.5 / 1000_f64.sqrt(), "{old}");
    assert!(ends(&found["difference"])[0] > 0.0, "{found}");
}

#[test]
fn threads_change_nothing_and_the_seed_does() {
    let with = |more: &[&str]| {
        let arguments = ["variant", "Kestrel", "--set", "hp+=500", "--runs", "50"];
        json(&[&arguments[..], &["--matchups", "100"], more].concat())
    };
    let one = with(&["--threads", "1"]);
    assert_eq!(one, with(&["--threads", "2"]));
    assert_ne!(one["differences"], with(&["--seed", "2"])["differences"]);
}

#[test]
fn another_system_is_varied_alike() {
    let arguments = [
        "variant",
        "--system",
        "bullseye",
        "Red Mauler",
        "--set",
        "defense+=2",
    ];
    let found = json(&[&arguments[..], &["--runs", "400", "--matchups", "100"]].concat());
    assert_eq!(
        (&found["system"], &found["battles"]),
        (&"bullseye".into(), &3200.into())
    );
    assert!(ends(&found["difference"])[0] > 0.0, "{found}");
    assert!(found["implied"]["change"]["estimate"].is_f64(), "{found}");
}

#[test]
fn text_and_csv_tell_the_same() {
    let arguments = [
        "variant",
        "Kestrel",
        "--set",
        "hp+=500",
        "--runs",
        "50",
        "--matchups",
        "100",
    ];
    let text = ok(&arguments);
    for part in [
        "Kestrel with hp+=500\n  500 battles, each played both ways on the same dice, policy rulebook, seed 1",
        "with the change",
        "surely",
        "Implied points in simple-battle: random armies of 1000 points",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let csv = ok(&[&arguments[..], &["--format", "csv"]].concat());
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines[0].starts_with("of,name,battles,battles_changed,score_old,"));
    // The whole and ten opponents.
    assert_eq!(lines.len(), 12);
    assert!(lines[1].starts_with("all,Kestrel,500,") && lines[2].starts_with("opponent,F3P5:"));
    let columns = lines[0].split(',').count();
    assert!(
        lines.iter().all(|line| line.split(',').count() == columns),
        "{csv}"
    );
}

/// Too few matchups for 35 kinds of units: the rest is told all the same.
#[test]
fn implied_points_may_be_missing() {
    let arguments = [
        "variant",
        "Kestrel",
        "--set",
        "hp+=500",
        "--runs",
        "2",
        "--matchups",
        "20",
    ];
    let found = json(&arguments);
    let missing = found["implied"]["missing"].as_str().unwrap();
    assert!(missing.contains("needs at least"), "{missing}");
    assert!(ok(&arguments).contains("no implied points: needs at least"));
}

#[test]
fn changes_that_make_no_sense_are_refused() {
    let cases: [(&[&str], &str); 10] = [
        (&[], "--set"),
        (&["--set", "hp"], "expected FIELD=VALUE"),
        (&["--set", "name=Grey Asura"], "the name cannot be changed"),
        (&["--set", "hp=4300"], "hp=4300 does not change White Asura"),
        (&["--set", "hp=many"], "`hp` is \"many\""),
        (
            &["--set", "speed=3"],
            "unknown field `speed`; expected one of `name`",
        ),
        (
            &["--set", "hp+=100", "--against", "Nobody"],
            "no unit named \"Nobody\"",
        ),
        (
            &["--set", "hp+=100", "--against", "Kestrel,kestrel"],
            "--against names \"Kestrel\" twice",
        ),
        (
            &["--set", "hp+=100", "--budget", "5"],
            "--matchups 0 omits implied points",
        ),
        (&["--set", "hp+=100", "--scenario", "nowhere"], "nowhere"),
    ];
    for (arguments, expected) in cases {
        let message = fails(&[&["variant", "White Asura"][..], arguments].concat(), 2);
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
    let unknown = fails(&["variant", "White Azura", "--set", "hp=1"], 2);
    assert!(
        unknown.contains("did you mean \"White Asura\"?"),
        "{unknown}"
    );
    let profile = fails(&["variant", "F3P5:sniper", "--set", "hp=1"], 2);
    assert!(profile.contains("is a generated profile"), "{profile}");
    let unfit = [
        "variant",
        "--system",
        "bullseye",
        "Red Mauler",
        "--set",
        "attack=12",
    ];
    let unfit = fails(&unfit, 2);
    assert!(
        unfit.contains("with the change: mecha \"Red Mauler\""),
        "{unfit}"
    );
}
