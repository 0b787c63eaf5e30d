//! The toy game: results that are known by hand.

use crate::program::{Folder, assert_near, interval, json, number, rows};

/// Strengths 3 and 7; whoever demands a second draw loses only if both draws go to the other side.
#[test]
fn duels_and_odds_are_those_worked_out_by_hand() {
    for (policies, flags, expected) in [
        ("", "", 0.3),
        ("--policy-a demand", "--demand", 0.51),
        ("--policy-b demand", "--against-demand", 0.09),
        ("--policy demand", "--demand --against-demand", 0.3),
    ] {
        let duel = format!("duel --system toy Guard Ram {policies}");
        let exact = json(&format!("{duel} --exact"));
        assert_near(number(&exact["win_a"]), expected);
        let sampled = json(&format!("{duel} --runs 40000"));
        // By Hoeffding's inequality off by so much in less than one of 10^9 runs.
        let [_, score, _] = interval(&sampled["score_a"]);
        assert!((score - expected).abs() < 0.0165, "{score}, not {expected}");
        let odds = json(&format!(
            "odds --system toy --strength 3 --against 7 {flags}"
        ));
        assert_near(number(&odds["win"]), expected);
    }
    let option = "--option second_draw=false --policy-a demand --exact";
    let accepted = json(&format!("duel --system toy Guard Ram {option}"));
    assert_near(number(&accepted["win_a"]), 0.3);
}

#[test]
fn battles_sweeps_and_lists_serve_the_toy() {
    let battle = json("battle --system toy three-to-seven --runs 40000");
    let [_, score, _] = interval(&battle["score_a"]);
    assert!((score - 0.3).abs() < 0.0165, "{score}");
    let folder = Folder::new();
    folder.ok("sweep --system toy --runs 20 --out run --quiet");
    assert!(folder.text("run/manifest.json").contains("\"toy\""));
    for list in [
        "units",
        "profiles",
        "weapons",
        "policies",
        "options",
        "scenarios",
    ] {
        let listed = json(&format!("list {list} --system toy"));
        assert_eq!(rows(&listed[list]).is_empty(), list == "weapons", "{list}");
    }
}
