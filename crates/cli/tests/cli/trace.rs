//! `duel --trace`: the way to the result.

use serde_json::Value;

use crate::program::{assert_near, interval, json, number, rows};

fn traced(arguments: &str) -> (Value, Vec<Value>) {
    let result = json(&format!(
        "duel 'White Asura' 'Blue Djinn' --seed 9 --trace {arguments}"
    ));
    let looks = rows(&result["trace"]).to_vec();
    (result, looks)
}

#[test]
fn each_look_is_the_result_of_so_many_battles_and_the_last_that_of_the_duel() {
    let (mut result, looks) = traced("--runs 100");
    let battles: Vec<u64> = looks
        .iter()
        .map(|look| look["battles"].as_u64().unwrap())
        .collect();
    assert_eq!(battles, [2, 4, 8, 16, 32, 64, 100]);
    let untraced = |runs: &Value| {
        json(&format!(
            "duel 'White Asura' 'Blue Djinn' --seed 9 --runs {runs}"
        ))
    };
    for look in &looks {
        let alone = untraced(&look["battles"]);
        assert_eq!(
            interval(&look["score"]),
            interval(&alone["score_a"]),
            "{look}"
        );
        // What holds at all looks at once is wider.
        assert!(number(&look["anytime"]["low"]) <= number(&look["score"]["low"]));
        assert!(number(&look["anytime"]["high"]) >= number(&look["score"]["high"]));
    }
    result.as_object_mut().unwrap().remove("trace");
    assert_eq!(result, untraced(&100.into()));
}

/// The confidence sequence by its definition (A. Wald 1945; see `docs/statistics.md`): an end p of
/// the interval of s out of n scores makes s ln((p + h) / p) + (n − s) ln((1 − p − h) / (1 − p)) just
/// ln(2 / 0.05), h the half-width of Wilson's interval of an even score after all battles.
#[test]
fn the_interval_at_all_times_is_that_of_the_sequence_made_for_the_duel() {
    let (_, looks) = traced("--runs 1000");
    let z2 = 1.959_963_984_540_054_f64.powi(2);
    let h = (z2 / (1000.0 + z2)).sqrt() / 2.0;
    let look = looks.iter().find(|look| look["battles"] == 256).unwrap();
    let (p, n) = (number(&look["anytime"]["low"]), 256.0);
    let s = number(&look["score"]["estimate"]) * n;
    let evidence = s * ((p + h) / p).ln() + (n - s) * ((1.0 - p - h) / (1.0 - p)).ln();
    assert!((evidence - 40.0_f64.ln()).abs() < 1e-6, "{evidence}");
}

#[test]
fn a_duel_that_stops_by_itself_has_the_intervals_it_stops_by() {
    let (result, looks) = traced("--until 0.05");
    let last = looks.last().unwrap();
    assert_eq!(last["battles"], result["battles"]);
    assert_eq!(result["score_a"]["method"], "confidence_sequence");
    assert_near(
        number(&last["score"]["low"]),
        number(&result["score_a"]["low"]),
    );
    assert!(looks.iter().all(|look| look.get("anytime").is_none()));
}
