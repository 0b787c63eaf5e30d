//! `odds --sample` against the exact odds beside it.
//!
//! 200,000 attacks a case, fixed seeds; Pearson's chi-square, cells expected below 10 pooled. A test
//! fails above the 1e-8 quantile, bounded by the Wilson-Hilferty approximation, so the four cases
//! raise a false alarm less than once in 10^7.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::program::{assert_near, fails, json, ok};

const ATTACKS: u64 = 200_000;
/// Standard normal quantile of 1e-8.
const Z: f64 = 5.612;
const MECHASTELLAR: &[&str] = &[
    "odds",
    "--attack",
    "6d10+5",
    "--defence",
    "8d10+3",
    "--dmg",
    "300",
];
const BULLSEYE: &[&str] = &[
    "odds",
    "--system",
    "bullseye",
    "--attack",
    "4",
    "--defense",
    "4",
    "--skill",
    "3",
];

fn by_value<T>(object: &Value, read: fn(&Value) -> Option<T>) -> BTreeMap<i64, T> {
    let entries = object.as_object().unwrap().iter();
    entries
        .map(|(value, found)| (value.parse().unwrap(), read(found).unwrap()))
        .collect()
}

/// Fails where the sample of a command is no sample of its exact distribution.
fn assert_sampled(command: &[&str], distribution: &str) {
    let sample = ATTACKS.to_string();
    let odds = json(&[command, &["--sample", &sample, "--seed", "11"]].concat());
    let exact = by_value(&odds[distribution], Value::as_f64);
    let sampled = &odds["sampled"];
    let counts = by_value(&sampled["counts"], Value::as_u64);
    assert_eq!(
        (sampled["attacks"].as_u64(), sampled["seed"].as_u64()),
        (Some(ATTACKS), Some(11))
    );
    assert_eq!(counts.values().sum::<u64>(), ATTACKS);
    let possible = |value: &i64| exact.get(value).is_some_and(|p| *p > 0.0);
    assert!(counts.keys().all(possible), "impossible values");
    let (mut statistic, mut cells, mut seen, mut expected) = (0.0, 0.0, 0.0, 0.0);
    for (value, p) in &exact {
        seen += counts.get(value).copied().unwrap_or(0) as f64;
        expected += p * ATTACKS as f64;
        if expected >= 10.0 {
            statistic += (seen - expected).powi(2) / expected;
            cells += 1.0;
            (seen, expected) = (0.0, 0.0);
        }
    }
    // What is left over is expected less than ten times.
    statistic += (seen - expected).powi(2) / expected.max(1.0);
    let freedom: f64 = cells - 1.0;
    let spread = 2.0 / (9.0 * freedom);
    let limit = freedom * (1.0 - spread + Z * spread.sqrt()).powi(3);
    assert!(
        freedom >= 5.0 && statistic < limit,
        "chi-square {statistic} over {limit}"
    );
    let mean: f64 = counts
        .iter()
        .map(|(&value, &count)| value as f64 * count as f64)
        .sum();
    assert_near(
        sampled["mean"]["estimate"].as_f64().unwrap(),
        mean / ATTACKS as f64,
    );
}

#[test]
fn samples_follow_the_exact_odds() {
    assert_sampled(&[MECHASTELLAR, &["--pen", "5"]].concat(), "damage");
    let late = [
        "--kind",
        "melee",
        "--finisher",
        "2",
        "--round",
        "4",
        "--attack-focus",
        "--defence-reroll",
    ];
    assert_sampled(&[MECHASTELLAR, &late].concat(), "damage");
    assert_sampled(BULLSEYE, "margin");
    let bought = [
        "--overdrive",
        "1",
        "--strafing",
        "2",
        "--option",
        "ones=ignore",
    ];
    assert_sampled(&[BULLSEYE, &bought].concat(), "margin");
}

#[test]
fn a_sample_is_its_seeds_alone() {
    let sample = |seed: &str| {
        json(&[MECHASTELLAR, &["--sample", "500", "--seed", seed]].concat())["sampled"].clone()
    };
    assert_eq!(sample("3"), sample("3"));
    assert_ne!(sample("3")["counts"], sample("4")["counts"]);
    assert!(json(MECHASTELLAR).get("sampled").is_none());
}

#[test]
fn a_sample_is_told_with_intervals_in_every_format() {
    let text = ok(&[MECHASTELLAR, &["--sample", "500", "--seed", "3"]].concat());
    assert!(text.contains("at least  sampled  interval"), "{text}");
    assert!(
        text.contains("sampled: 500 attacks, seed 3; mean damage "),
        "{text}"
    );
    let csv = ok(&[BULLSEYE, &["--sample", "500", "--format", "csv"]].concat());
    let rows = |name: &str| {
        csv.lines()
            .filter(|row| row.starts_with(&format!("{name},")))
            .count()
    };
    assert_eq!(
        (rows("sampled"), rows("sampled_low")),
        (rows("margin"), rows("margin"))
    );
    assert_eq!(rows("sampled_high"), rows("margin"));
    // One attack has a share and no mean with an interval.
    let one = json(&[MECHASTELLAR, &["--sample", "1"]].concat());
    assert!(one["sampled"]["mean"].is_null());
}

#[test]
fn a_sample_needs_an_attack_and_a_number() {
    let track = [
        "odds", "--system", "bullseye", "--boxes", "6", "--sample", "10",
    ];
    assert!(fails(&track, 2).contains("--attack"));
    fails(&[MECHASTELLAR, &["--sample", "0"]].concat(), 2);
    fails(&[MECHASTELLAR, &["--seed", "3"]].concat(), 2);
}
