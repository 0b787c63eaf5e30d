//! `duel --trace`: the way to the result.

use serde_json::Value;

use crate::program::{assert_near, fails, json, ok};

const DUEL: [&str; 3] = ["duel", "White Asura", "Blue Djinn"];

fn traced(arguments: &[&str]) -> (Value, Vec<Value>) {
    let result = json(&[&DUEL[..], arguments, &["--trace"]].concat());
    let looks = result["trace"].as_array().unwrap().clone();
    (result, looks)
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

#[test]
fn each_look_is_the_result_of_so_many_battles_and_the_last_that_of_the_duel() {
    let (result, looks) = traced(&["--runs", "100", "--seed", "9"]);
    let battles: Vec<u64> = looks
        .iter()
        .map(|look| look["battles"].as_u64().unwrap())
        .collect();
    assert_eq!(battles, [2, 4, 8, 16, 32, 64, 100]);
    for look in &looks {
        let runs = look["battles"].to_string();
        let alone = json(&[&DUEL[..], &["--runs", &runs, "--seed", "9"]].concat());
        for end in ["estimate", "low", "high"] {
            assert_eq!(look["score"][end], alone["score_a"][end], "{runs} battles");
        }
        // What holds at all looks at once is wider.
        assert!(number(&look["anytime"]["low"]) <= number(&look["score"]["low"]));
        assert!(number(&look["anytime"]["high"]) >= number(&look["score"]["high"]));
    }
    let untraced = json(&[&DUEL[..], &["--runs", "100", "--seed", "9"]].concat());
    let mut without = result.clone();
    without.as_object_mut().unwrap().remove("trace");
    assert_eq!(without, untraced);
    assert_eq!(result["kind"], "duel");
}

/// The confidence sequence by its definition (A. Wald 1945; see `docs/statistics.md`): an end p of
/// the interval of s out of n scores makes s ln((p + h) / p) + (n − s) ln((1 − p − h) / (1 − p)) just
/// ln(2 / 0.05), h the half-width of Wilson's interval of an even score after all battles.
#[test]
fn the_interval_at_all_times_is_that_of_the_sequence_made_for_the_duel() {
    let (_, looks) = traced(&["--runs", "1000", "--seed", "9"]);
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
    let (result, looks) = traced(&["--until", "0.05", "--seed", "9"]);
    let last = looks.last().unwrap();
    assert_eq!(last["battles"], result["battles"]);
    assert_eq!(result["score_a"]["method"], "confidence_sequence");
    assert_near(
        number(&last["score"]["low"]),
        number(&result["score_a"]["low"]),
    );
    assert!(looks.iter().all(|look| look.get("anytime").is_none()));
}

#[test]
fn a_trace_is_told_in_every_format_and_only_of_sampled_duels() {
    let text = ok(&[&DUEL[..], &["--runs", "10", "--trace"]].concat());
    assert!(
        text.contains("battles  score") && text.contains("at all times at once"),
        "{text}"
    );
    let csv = ok(&[&DUEL[..], &["--runs", "10", "--trace", "--format", "csv"]].concat());
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(
        rows[0],
        "battles,score_a,score_a_low,score_a_high,anytime_low,anytime_high"
    );
    let battles: Vec<&str> = rows[1..]
        .iter()
        .filter_map(|row| row.split(',').next())
        .collect();
    assert_eq!(battles, ["2", "4", "8", "10"]);
    assert!(fails(&[&DUEL[..], &["--exact", "--trace"]].concat(), 2).contains("--trace"));
}
