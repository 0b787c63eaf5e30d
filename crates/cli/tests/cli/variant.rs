//! `equipoise variant`.

use serde_json::Value;

use crate::program::{
    Folder, assert_near, assert_same_answer, field, interval, json, number, ok, row, rows,
};

/// Against two opponents, without armies.
const SMALL: &str =
    "variant 'White Asura' --against 'Blue Djinn,F3P5:sniper' --runs 400 --matchups 0 --also none";

fn small(more: &str) -> Value {
    json(&format!("{SMALL} {more}"))
}

#[test]
fn the_difference_is_the_mean_over_opponents_largest_first() {
    let found = small("--set hp+=1000 --set points=300 --seed 5");
    // Two opponents, 400 battles each.
    assert_eq!(found["battles"], 800);
    let [low, estimate, high] = interval(&found["difference"]);
    assert!(low < estimate && estimate < high, "{found}");
    let ratio = number(&found["variance_ratio"]);
    assert!(ratio > 0.0 && ratio < 1.0, "{ratio}");
    assert!(found["implied"].is_null());
    let rows = rows(&found["differences"]);
    let each: Vec<f64> = rows
        .iter()
        .map(|row| interval(&row["difference"])[1])
        .collect();
    assert_near(estimate, (each[0] + each[1]) / 2.0);
    assert!(each[0].abs() >= each[1].abs());
    for row in rows {
        let [old, new] = ["old", "new"].map(|way| interval(&row["score"][way])[1]);
        assert_near(interval(&row["difference"])[1], new - old);
        let together = number(&row["together"]["low"]);
        assert!(together <= interval(&row["difference"])[0]);
        assert_eq!(row["sure"], together > 0.0, "{row}");
    }
}

#[test]
fn strength_shows_in_the_sign() {
    let doubled = small("--set hp=8600");
    assert!(interval(&doubled["difference"])[0] > 0.0, "{doubled}");
    let frail = small("--set hp-=3000");
    assert!(interval(&frail["difference"])[2] < 0.0, "{frail}");
    let bullseye = json(
        "variant --system bullseye 'Red Mauler' --set defense+=2 --runs 400 --matchups 100 --also none",
    );
    assert!(interval(&bullseye["difference"])[0] > 0.0, "{bullseye}");
    assert!(
        bullseye["implied"]["change"]["estimate"].is_f64(),
        "{bullseye}"
    );
}

/// Old and new scores are those of duels with the same seed.
#[test]
fn both_ways_are_the_duels_they_seem() {
    let found = small("--set hp+=1000");
    let folder = Folder::new();
    folder.dataset("mechastellar", "own");
    // White Asura is the first unit.
    folder.edit("own/units.toml", "\nhp = 4300\n", "\nhp = 5300\n");
    for row in rows(&found["differences"]) {
        let duel = format!(
            "duel 'White Asura' '{}' --runs 400",
            row["name"].as_str().unwrap()
        );
        let changed = format!("{duel} --dataset own");
        for (way, duel) in [("old", duel), ("new", changed)] {
            let score = &folder.json(&duel)["score_a"]["estimate"];
            assert_eq!(row["score"][way]["estimate"], *score, "{row}");
        }
    }
    // A dataset of one's own can be varied as well.
    let back = folder.json(&format!("{SMALL} --set hp=4300 --dataset own"));
    let [there, back] = [found, back].map(|found| interval(&found["difference"])[1]);
    assert_near(back, -there);
}

/// An upgrade does what it does in the unit's file: 205 points and 50 + 10 for the two.
#[test]
fn an_upgrade_is_what_the_file_would_say() {
    let bought = small("--upgrade performance-upgrade --upgrade advanced-sensors");
    assert_eq!(
        bought["listed"],
        serde_json::json!({"old": 205, "new": 265})
    );
    let written = small("--set 'upgrades=[\"performance-upgrade\", \"advanced-sensors\"]'");
    for key in ["listed", "vp", "score", "difference", "differences"] {
        assert_eq!(bought[key], written[key], "{key}");
    }
    assert!(interval(&bought["difference"])[0] > 0.0, "{bought}");
}

#[test]
fn a_price_changes_nothing_but_the_verdict() {
    let found = json(
        "variant 'White Asura' --set points=2000 --option hex_in=4 --runs 100 --matchups 150 --also none",
    );
    assert_eq!(interval(&found["difference"])[1], 0.0);
    assert_eq!([&found["battles"], &found["battles_changed"]], [1000, 0]);
    let implied = &found["implied"];
    assert_eq!(interval(&implied["change"]), [0.0; 3]);
    assert_eq!(implied["battles_changed"], 0);
    assert_eq!(implied["old"], implied["new"]);
    // No interval of 150 matchups reaches up to 2000 points.
    assert_eq!(implied["verdict"]["new"], "over");
}

/// The old implied points are those of the audit with as many matchups.
#[test]
fn implied_points_are_those_of_the_audit() {
    let found = json(
        "variant 'white asura' --set hp=43000 --option hex_in=4 --runs 2 --matchups 600 --also none",
    );
    let audit = json("points --also none --gauntlet 0 --option hex_in=4 --matchups 600");
    let implied = &found["implied"];
    let there = interval(&row(&audit["units"], "White Asura")["implied"]);
    for (here, there) in interval(&implied["old"]).into_iter().zip(there) {
        assert_near(here, there);
    }
    // Ten times the HP are worth something.
    let [low, change, _] = interval(&implied["change"]);
    assert!(low > 0.0, "{implied}");
    assert_near(
        change,
        interval(&implied["new"])[1] - interval(&implied["old"])[1],
    );
    assert_eq!(implied["battles"], 8 * 600);
}

#[test]
fn a_unit_may_meet_itself_as_it_is() {
    let found = json(
        "variant Kestrel --policy solo --set hp+=1000 --against kestrel --matchups 0 --runs 1000 --also none",
    );
    assert_eq!(
        found["opponents"],
        serde_json::json!(["Kestrel (as it is)"])
    );
    // Two of a kind: one half, but for luck of five standard deviations.
    let [_, old, _] = interval(&found["score"]["old"]);
    assert!((old - 0.5).abs() < 5.0 * 0.5 / 1000_f64.sqrt(), "{old}");
    assert!(interval(&found["difference"])[0] > 0.0, "{found}");
}

/// What another policy says is what it says when it is asked alone, of armies too, and the main answer
/// is the same with it and without.
#[test]
fn a_second_opinion_is_that_policys_own_answer() {
    let line = "variant 'White Asura' --set hp+=2000 --option hex_in=4 --against 'Blue Djinn' --runs 60 --matchups 60";
    let found = json(&format!("{line} --policy random --also solo"));
    let [also] = rows(&found["also"]) else {
        panic!("one policy: {found}");
    };
    assert_eq!(
        (&also["policy"], &also["seed"]),
        (&"solo".into(), &1.into())
    );
    let alone = json(&format!("{line} --policy solo --also none"));
    assert_eq!(rows(&alone["also"]).len(), 0);
    let without = json(&format!("{line} --policy random --also none"));
    assert_same_answer(also, &alone);
    assert_same_answer(&found, &without);
    assert_ne!(also["score"], found["score"]);
    assert!(also["implied"]["change"]["estimate"].is_f64(), "{also}");
}

/// The second policy of the game plays unless others are named, or none.
#[test]
fn a_second_policy_plays_unless_told_otherwise() {
    let line = "variant Kestrel --set hp+=500 --against F3P5:sniper --runs 2 --matchups 0";
    for (more, policies) in [
        ("", &["solo"][..]),
        ("--policy solo", &["greedy"]),
        ("--also random --also solo", &["random", "solo"]),
        ("--also none", &[]),
    ] {
        let found = json(&format!("{line} {more}"));
        assert_eq!(field(&found["also"], "policy"), policies, "{more}");
    }
}

/// Ten times the HP show under both policies, 100 HP in two battles under neither.
#[test]
fn agreement_is_read_off_the_intervals() {
    let line = "variant 'White Asura' --against 'Blue Djinn,F3P5:sniper' --matchups 0 --policy solo --also random";
    let found = json(&format!("{line} --set hp=43000 --runs 200"));
    let also = &found["also"][0];
    assert!(interval(&found["difference"])[0] > 0.0, "{found}");
    assert!(interval(&also["difference"])[0] > 0.0, "{also}");
    assert_eq!(also["agreement"], "both");
    let counts = &also["agreements"];
    let counts = ["both", "only_main", "only_also", "contradiction", "neither"]
        .map(|kind| counts[kind].as_u64().expect("a count"));
    assert_eq!(counts.iter().sum::<u64>(), 2);
    let [ours, theirs] = [&found, also].map(|answer| number(&answer["surely_up"]) as u64);
    assert!(
        counts[0] <= ours.min(theirs) && counts[0] + counts[1] == ours,
        "{also}"
    );
    let unclear = json(&format!("{line} --set hp+=100 --runs 2"));
    assert_eq!(unclear["also"][0]["agreement"], "neither");
}

/// Every example of `--help` does what it says, here with two battles of each pairing.
#[test]
fn the_examples_play() {
    for system in ["mechastellar", "bullseye", "thirty-mm", "toy"] {
        let help = ok(&format!("variant --help --system {system}"));
        let examples = help
            .lines()
            .filter(|line| line.starts_with("  equipoise variant "));
        let lines: Vec<String> = examples.map(with_two_battles).collect();
        assert!(!lines.is_empty(), "{system}");
        for line in lines {
            ok(&line);
        }
    }
}

/// The line of an example without its numbers of battles and with others.
fn with_two_battles(example: &str) -> String {
    let line = example.trim().trim_start_matches("equipoise ");
    let line = line.replace('"', "'");
    let mut words = line.split(' ');
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        if ["--runs", "--matchups"].contains(&word) {
            words.next();
        } else {
            kept.push(word);
        }
    }
    format!("{} --runs 2 --matchups 0", kept.join(" "))
}
