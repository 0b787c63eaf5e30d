//! `odds` against values derived by hand and by an independent convolution.

use std::collections::BTreeMap;

use crate::program::{assert_near, json, ok};
use serde_json::Value;

const DISTRIBUTIONS: [&str; 5] = ["hits", "defences", "unblocked", "failed_saves", "damage"];

fn odds(attack: &str, defence: &str, more: &[&str]) -> Value {
    let pools = [
        "odds",
        "--attack",
        attack,
        "--defence",
        defence,
        "--dmg",
        "300",
    ];
    json(&[&pools[..], more].concat())
}

fn distribution(odds: &Value, name: &str) -> BTreeMap<u32, f64> {
    let outcomes = odds[name].as_object().unwrap().iter();
    outcomes
        .map(|(value, p)| (value.parse().unwrap(), p.as_f64().unwrap()))
        .collect()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

#[test]
fn the_document_keeps_its_contract() {
    let odds = odds("6d10+5", "8d10+3", &["--pen", "5"]);
    assert_eq!(odds["schema"], 1);
    for name in DISTRIBUTIONS {
        let outcomes = distribution(&odds, name);
        assert!(
            (outcomes.values().sum::<f64>() - 1.0).abs() < 1e-12,
            "{name}"
        );
        let mean: f64 = outcomes
            .iter()
            .map(|(&value, p)| f64::from(value) * p)
            .sum();
        assert_near(number(&odds["mean"][name]), mean);
    }
    assert_near(
        number(&odds["no_damage"]),
        distribution(&odds, "damage")[&0],
    );
    assert!((0.0..=1.0).contains(&number(&odds["finishing_blow"])));
}

/// Successes of some d10s at 5+ with a critical on 10: 0 with 0.4, 1 with 0.5, 2 with 0.1.
fn successes(dice: u32) -> Vec<f64> {
    let mut total = vec![1.0];
    for _ in 0..dice {
        let mut next = vec![0.0; total.len() + 2];
        for (at, p) in total.iter().enumerate() {
            next[at] += 0.4 * p;
            next[at + 1] += 0.5 * p;
            next[at + 2] += 0.1 * p;
        }
        total = next;
    }
    total
}

#[test]
fn pools_agree_with_a_convolution() {
    let odds = odds("6d10+5", "8d10+3", &["--pen", "5"]);
    let (hits, defences) = (successes(6), successes(8));
    for (name, exact, bonus) in [("hits", &hits, 5), ("defences", &defences, 3)] {
        let given = distribution(&odds, name);
        assert_eq!(given.len(), exact.len());
        for (at, p) in exact.iter().enumerate() {
            assert!(
                (given[&(at as u32 + bonus)] - p).abs() < 1e-12,
                "{name} {at}"
            );
        }
    }
    let mut unblocked = BTreeMap::new();
    for (h, p) in hits.iter().enumerate() {
        for (d, q) in defences.iter().enumerate() {
            *unblocked
                .entry((h as u32 + 5).saturating_sub(d as u32 + 3))
                .or_insert(0.0) += p * q;
        }
    }
    for (left, p) in distribution(&odds, "unblocked") {
        assert!((unblocked[&left] - p).abs() < 1e-12, "{left} unblocked");
    }
    let blow: f64 = unblocked.range(10..).map(|(_, p)| p).sum();
    assert!((number(&odds["finishing_blow"]) - blow).abs() < 1e-12);
    let none = unblocked[&0];
    assert!((number(&odds["no_damage"]) - none).abs() < 1e-12);
    // A die is worth 0.5 + 2 * 0.1 successes.
    assert_near(number(&odds["mean"]["hits"]), 6.0 * 0.7 + 5.0);
    assert_near(number(&odds["mean"]["defences"]), 8.0 * 0.7 + 3.0);
}

#[test]
fn one_die_by_hand() {
    // No defence: 1 unblocked with 0.5, 2 with 0.1. Saves against PEN 5 need 5+: 0.4 fail.
    let odds = odds("1d10", "0d10", &["--pen", "5"]);
    let expected = [(0, 0.4), (1, 0.5), (2, 0.1)];
    assert_eq!(distribution(&odds, "unblocked").len(), 3);
    for (unblocked, p) in expected {
        assert_near(distribution(&odds, "unblocked")[&unblocked], p);
    }
    let failed = distribution(&odds, "failed_saves");
    assert_near(failed[&0], 0.4 + 0.5 * 0.6 + 0.1 * 0.36);
    assert_near(failed[&1], 0.5 * 0.4 + 0.1 * 0.48);
    assert_near(failed[&2], 0.1 * 0.16);
}

#[test]
fn certain_hits_cause_their_damage_and_at_most_five_saves() {
    // 7 HITS against nothing; without PEN there are no saves: 7 * 300.
    let plain = odds("0d10+7", "0d10", &[]);
    assert_eq!(distribution(&plain, "damage"), [(2100, 1.0)].into());
    // With PEN 14 every save fails: five of them, not seven.
    let pierced = odds("0d10+7", "0d10", &["--pen", "14"]);
    assert_eq!(distribution(&pierced, "failed_saves"), [(5, 1.0)].into());
    // Each failed save does 1000 on top.
    assert_eq!(distribution(&pierced, "damage"), [(7100, 1.0)].into());
}

#[test]
fn dice_over_ten_are_automatic_successes() {
    let odds = odds("12d10", "0d10", &["--pen", "5"]);
    assert_near(number(&odds["mean"]["hits"]), 10.0 * 0.7 + 2.0);
    assert_eq!(distribution(&odds, "hits").keys().min(), Some(&2));
}

#[test]
fn target_critical_focus_and_reroll_shift_the_mean() {
    let mean = |more: &[&str]| number(&odds("1d10", "1d10", more)["mean"]["hits"]);
    // At 5+: 0.6 succeed, one tenth of them twice for each critical face.
    assert_near(mean(&["--attack-tn", "4"]), 0.7 + 0.1);
    assert_near(mean(&["--attack-crit", "8"]), 0.6 + 0.3);
    assert_near(mean(&["--attack-focus"]), 0.8 + 0.1);
    assert_near(mean(&["--attack-reroll"]), 0.7 + 0.4 * 0.7);
    // The attacker's numbers do not touch the defence, and the other way round.
    let defence = ["--defence-tn", "4", "--defence-crit", "8"];
    assert_near(mean(&defence), 0.7);
    assert_near(
        number(&odds("1d10", "1d10", &defence)["mean"]["defences"]),
        0.7 + 0.3,
    );
}

#[test]
fn a_finisher_lowers_the_threshold_by_its_number_and_the_round() {
    let blow = |hits: u32, more: &[&str]| {
        let attack = format!("0d10+{hits}");
        number(&odds(&attack, "0d10", more)["finishing_blow"])
    };
    for round in 1..=5 {
        let at = round.to_string();
        let finisher = ["--finisher", "3", "--round", &at];
        let needed = 10 - 3 - round;
        assert_eq!(blow(needed - 1, &finisher), 0.0, "round {round}");
        assert_eq!(blow(needed, &finisher), 1.0, "round {round}");
        assert_eq!(blow(9, &["--round", &at]), 0.0, "round {round}");
        assert_eq!(blow(10, &["--round", &at]), 1.0, "round {round}");
    }
}

#[test]
fn a_finishing_blow_adds_damage_to_each_hit() {
    // 10 HITS of 300: each does 100 more by shooting, 200 more in melee.
    for (kind, damage) in [("shooting", 4000), ("melee", 5000)] {
        let odds = odds("0d10+10", "0d10", &["--kind", kind]);
        assert_eq!(
            distribution(&odds, "damage"),
            [(damage, 1.0)].into(),
            "{kind}"
        );
    }
}

#[test]
fn text_and_csv_hold_the_same_numbers() {
    let arguments = [
        "odds",
        "--attack",
        "6d10-1",
        "--defence",
        "8d10",
        "--dmg",
        "300",
        "--pen",
        "5",
    ];
    let text = ok(&arguments);
    assert!(
        text.starts_with("6d10-1 against 8d10\n") && text.contains("finishing blow"),
        "{text}"
    );
    let csv = ok(&[&arguments[..], &["--format", "csv"]].concat());
    let total = |name: &str| -> f64 {
        let rows = csv
            .lines()
            .filter_map(|line| line.strip_prefix(&format!("{name},")));
        rows.map(|row| row.rsplit(',').next().unwrap().parse::<f64>().unwrap())
            .sum()
    };
    for name in DISTRIBUTIONS {
        assert!((total(name) - 1.0).abs() < 1e-12, "{name}");
    }
}
