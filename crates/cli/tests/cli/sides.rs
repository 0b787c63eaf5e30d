//! Each side played by a policy of its own.

use serde_json::Value;

use crate::program::{json, ok};

/// The duel of two units with these policies, 1,000 battles.
fn duel(units: [&str; 2], policies: [&str; 2]) -> Value {
    let [a, b] = units;
    let [policy_a, policy_b] = policies;
    json(&[
        "duel",
        a,
        b,
        "--policy-a",
        policy_a,
        "--policy-b",
        policy_b,
        "--runs",
        "1000",
    ])
}

#[test]
fn one_policy_for_each_side_is_one_for_both() {
    let command = ["duel", "White Asura", "Blue Djinn", "--runs", "100"];
    let both = ok(&[&command[..], &["--policy", "greedy"]].concat());
    let each = ["--policy-a", "greedy", "--policy-b", "greedy"];
    assert_eq!(ok(&[&command[..], &each].concat()), both);
    let other = ["--policy", "greedy", "--policy-b", "rulebook"];
    assert_ne!(ok(&[&command[..], &other].concat()), both);
}

/// A policy belongs to a contestant, not to a seat or a place in the command.
#[test]
fn swapped_contestants_keep_their_policies() {
    let there = duel(["White Asura", "Blue Djinn"], ["greedy", "rulebook"]);
    let back = duel(["Blue Djinn", "White Asura"], ["rulebook", "greedy"]);
    assert_eq!(there["policy"], "greedy against rulebook");
    assert_eq!(there["wins_a"], back["wins_b"]);
    assert_eq!(there["wins_b"], back["wins_a"]);
    assert_eq!(there["draws"], back["draws"]);
}

/// Played by equals, a unit scores one half against itself, give or take 0.08 in 1,000 battles of five
/// standard errors; a better policy shows beyond that.
#[test]
fn a_unit_meets_itself_under_another_policy() {
    let result = duel(["White Asura"; 2], ["greedy", "random"]);
    assert_eq!(result["a"]["name"], "White Asura (greedy)");
    assert_eq!(result["b"]["name"], "White Asura (random)");
    assert!(result["score_a"]["estimate"].as_f64().unwrap() > 0.58);
    let replay = [
        "replay",
        "White Asura",
        "White Asura",
        "--policy-a",
        "greedy",
    ];
    let text = ok(&[&replay[..], &["--policy-b", "random"]].concat());
    assert!(text.starts_with("Battle 0, seed 1, policy greedy against random: "));
    assert!(text.contains("White Asura (random) (side "));
}

#[test]
fn a_scenario_is_played_by_two_policies() {
    let command = [
        "battle",
        "open-duel",
        "--runs",
        "50",
        "--policy-a",
        "greedy",
    ];
    let text = ok(&[&command[..], &["--policy-b", "random"]].concat());
    assert!(text.contains("policy greedy against random"));
}
