//! `equipoise whatif`.

use serde_json::Value;

use crate::program::{assert_near, assert_same_answer, interval, json, number, row, rows};

const UNITS: &str = "Silver Heron,Kestrel,White Asura";

/// Three units against two profiles, without armies.
fn small(more: &str) -> Value {
    let against = "--against F3P5:sniper,F3P5:melee --runs 400 --matchups 0 --also none";
    json(&format!("whatif --units '{UNITS}' {against} {more}"))
}

#[test]
fn the_difference_is_the_mean_over_units_largest_first() {
    let found = small("--option advantage_mode=crit_range");
    assert_eq!(found["options"]["advantage_mode"], "crit_hit");
    assert_eq!(found["battles"], 3 * 2 * 400);
    assert!(number(&found["variance_ratio"]) < 1.0, "{found}");
    let rows = rows(&found["differences"]);
    let each: Vec<f64> = rows
        .iter()
        .map(|row| interval(&row["difference"])[1])
        .collect();
    assert_near(
        interval(&found["difference"])[1],
        each.iter().sum::<f64>() / 3.0,
    );
    let [low, size, high] = interval(&found["mean_absolute_difference"]);
    assert_near(size, each.iter().map(|each| each.abs()).sum::<f64>() / 3.0);
    assert!(low <= size && size <= high);
    assert!(
        each.is_sorted_by(|one, other| one.abs() >= other.abs()),
        "{each:?}"
    );
    let up = rows
        .iter()
        .filter(|row| number(&row["together"]["low"]) > 0.0);
    let down = rows
        .iter()
        .filter(|row| number(&row["together"]["high"]) < 0.0);
    assert_eq!(
        [&found["surely_up"], &found["surely_down"]],
        [up.count(), down.count()]
    );
}

/// Old and new scores are those of duels with the same seed, without the option and with it.
#[test]
fn both_ways_are_the_duels_they_seem() {
    let option = "--option advantage_mode=crit_range";
    let found = small(option);
    for unit in UNITS.split(',') {
        for (way, more) in [("old", ""), ("new", option)] {
            let scores = ["F3P5:sniper", "F3P5:melee"].map(|opponent| {
                let duel = json(&format!("duel '{unit}' {opponent} --runs 400 {more}"));
                interval(&duel["score_a"])[1]
            });
            let score = &row(&found["differences"], unit)["score"][way];
            assert_near(interval(score)[1], scores.iter().sum::<f64>() / 2.0);
        }
    }
}

/// From the new rules back to the old ones is the same change the other way round.
#[test]
fn the_way_back_undoes_the_way_there() {
    let there = small("--option advantage_mode=crit_range");
    let back = small("--base advantage_mode=crit_range --option advantage_mode=crit_hit");
    assert_eq!(back["options"]["advantage_mode"], "crit_range");
    for there in rows(&there["differences"]) {
        let back = row(&back["differences"], there["name"].as_str().unwrap());
        assert_eq!(there["score"]["old"], back["score"]["new"]);
        assert_eq!(there["score"]["new"], back["score"]["old"]);
        assert_near(
            interval(&there["difference"])[1],
            -interval(&back["difference"])[1],
        );
        assert_eq!(there["battles_changed"], back["battles_changed"]);
    }
}

/// The play-outs of a policy that does not play: nothing may differ.
#[test]
fn what_nobody_reads_changes_nothing() {
    let found =
        json("whatif --option search_budget=4 --base hex_in=4 --runs 2 --matchups 100 --also none");
    let rows = rows(&found["differences"]);
    // All named units.
    assert_eq!(rows.len(), 35);
    assert_eq!([&found["surely_up"], &found["surely_down"]], [0, 0]);
    assert_eq!(found["implied"]["surely_changed"], 0);
    for row in rows {
        assert_eq!(interval(&row["difference"])[1], 0.0, "{row}");
        assert_eq!(interval(&row["implied"]["change"]), [0.0; 3], "{row}");
    }
}

/// Implied points both ways are those of audits without the option and with it.
#[test]
fn implied_points_are_those_of_two_audits() {
    let option = "--option advantage_mode=crit_range --matchups 150";
    let found = json(&format!(
        "whatif --units '{UNITS}' --runs 2 --also none --base hex_in=4 {option}"
    ));
    assert!(found["implied"]["battles_changed"].as_u64().unwrap() > 0);
    for (way, option) in [("old", "--matchups 150"), ("new", option)] {
        let audit = json(&format!(
            "points --also none --gauntlet 0 --option hex_in=4 {option}"
        ));
        for name in UNITS.split(',') {
            let here = interval(&row(&found["differences"], name)["implied"][way]);
            let there = interval(&row(&audit["units"], name)["implied"]);
            for (here, there) in here.into_iter().zip(there) {
                assert_near(here, there);
            }
        }
    }
    let implied = &row(&found["differences"], "Kestrel")["implied"];
    assert_eq!(implied["listed"], 70);
    let change = interval(&implied["new"])[1] - interval(&implied["old"])[1];
    assert_near(interval(&implied["change"])[1], change);
}

#[test]
fn another_system_has_changed_rules_too() {
    let option = "--option damage_boxes=3 --runs 20 --matchups 100 --also none";
    let found = json(&format!("whatif --system bullseye {option}"));
    assert_eq!(rows(&found["differences"]).len(), 13);
    assert!(found["battles_changed"].as_u64().unwrap() > 0);
    assert_eq!(found["implied"]["missing"], Value::Null);
}

/// What another policy says of rules is what it says when it is asked alone.
#[test]
fn a_second_opinion_is_that_policys_own_answer() {
    let line = "whatif --option advantage_mode=crit_range --units 'Silver Heron,Kestrel' \
                --against F3P5:sniper --base hex_in=4 --runs 60 --matchups 100";
    let found = json(&format!("{line} --policy random --also solo"));
    let alone = json(&format!("{line} --policy solo --also none"));
    let without = json(&format!("{line} --policy random --also none"));
    assert_same_answer(&found["also"][0], &alone);
    assert_same_answer(&found, &without);
    assert_ne!(alone["score"], found["score"]);
    let implied = &row(&alone["differences"], "Kestrel")["implied"];
    assert!(implied["change"]["estimate"].is_f64(), "{implied}");
}
