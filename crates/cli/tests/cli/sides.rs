//! Each side played by a policy of its own.

use crate::program::{interval, json, ok};

#[test]
fn one_policy_for_each_side_is_one_for_both() {
    let with = |policies: &str| {
        ok(&format!(
            "duel 'White Asura' 'Blue Djinn' --runs 100 {policies}"
        ))
    };
    let both = with("--policy greedy");
    assert_eq!(with("--policy-a greedy --policy-b greedy"), both);
    assert_ne!(with("--policy greedy --policy-b solo"), both);
}

/// A policy belongs to a contestant, not to a seat or a place in the command.
#[test]
fn swapped_contestants_keep_their_policies() {
    let duel = |line: &str| json(&format!("duel --runs 1000 {line}"));
    let there = duel("'White Asura' 'Blue Djinn' --policy-a greedy --policy-b solo");
    let back = duel("'Blue Djinn' 'White Asura' --policy-a solo --policy-b greedy");
    assert_eq!(there["policy"], "greedy against solo");
    assert_eq!(there["wins_a"], back["wins_b"]);
    assert_eq!(there["wins_b"], back["wins_a"]);
    assert_eq!(there["draws"], back["draws"]);
}

/// Played by equals, a unit scores one half against itself, give or take 0.08 in 1,000 battles of five
/// standard errors; a better policy shows beyond that.
#[test]
fn a_unit_meets_itself_under_another_policy() {
    let units = "'White Asura' 'White Asura' --policy-a greedy --policy-b random";
    let result = json(&format!("duel {units} --runs 1000"));
    assert_eq!(result["a"]["name"], "White Asura (greedy)");
    assert_eq!(result["b"]["name"], "White Asura (random)");
    assert!(interval(&result["score_a"])[1] > 0.58);
    let text = ok(&format!("replay {units}"));
    assert!(text.starts_with("Battle 0, seed 1, policy greedy against random: "));
    assert!(text.contains("White Asura (random) (side "));
}

#[test]
fn a_scenario_is_played_by_two_policies() {
    let text = ok("battle open-duel --runs 50 --policy-a greedy --policy-b random");
    assert!(text.contains("policy greedy against random"));
}
