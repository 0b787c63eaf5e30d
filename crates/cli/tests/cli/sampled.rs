//! `odds --sample` against the exact odds beside it.
//!
//! 200,000 attacks a case, fixed seeds; Pearson's chi-square, cells expected below 10 pooled. A test
//! fails above the 1e-8 quantile, bounded by the Wilson-Hilferty approximation, so the four cases
//! raise a false alarm less than once in 10^7.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::program::{assert_near, interval, json};

const ATTACKS: u64 = 200_000;
/// Standard normal quantile of 1e-8.
const Z: f64 = 5.612;
const MECHASTELLAR: &str = "odds --attack 6d10+5 --defence 8d10+3 --dmg 300";
const BULLSEYE: &str = "odds --system bullseye --attack 4 --defense 4 --skill 3";

fn by_value<T>(object: &Value, read: fn(&Value) -> Option<T>) -> BTreeMap<i64, T> {
    let entries = object.as_object().unwrap().iter();
    entries
        .map(|(value, found)| (value.parse().unwrap(), read(found).unwrap()))
        .collect()
}

/// Fails where the sample of a command is no sample of its exact distribution.
fn assert_sampled(command: &str, distribution: &str) {
    let odds = json(&format!("{command} --sample {ATTACKS} --seed 11"));
    let exact = by_value(&odds[distribution], Value::as_f64);
    let sampled = &odds["sampled"];
    let counts = by_value(&sampled["counts"], Value::as_u64);
    assert_eq!([&sampled["attacks"], &sampled["seed"]], [ATTACKS, 11]);
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
    let sums = counts
        .iter()
        .map(|(&value, &count)| value as f64 * count as f64);
    assert_near(
        interval(&sampled["mean"])[1],
        sums.sum::<f64>() / ATTACKS as f64,
    );
}

#[test]
fn samples_follow_the_exact_odds() {
    assert_sampled(&format!("{MECHASTELLAR} --pen 5"), "damage");
    let late = "--kind melee --finisher 2 --round 4 --attack-focus --defence-reroll";
    assert_sampled(&format!("{MECHASTELLAR} {late}"), "damage");
    assert_sampled(BULLSEYE, "margin");
    let bought = "--overdrive 1 --strafing 2 --option ones=ignore";
    assert_sampled(&format!("{BULLSEYE} {bought}"), "margin");
}

#[test]
fn a_sample_is_its_seeds_alone() {
    let sample = |seed: u64| json(&format!("{MECHASTELLAR} --sample 500 --seed {seed}"));
    assert_eq!(sample(3), sample(3));
    assert_ne!(
        sample(3)["sampled"]["counts"],
        sample(4)["sampled"]["counts"]
    );
    assert!(json(MECHASTELLAR).get("sampled").is_none());
}
