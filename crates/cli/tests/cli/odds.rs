//! `odds`: what its arguments do, against published numbers and values derived by hand.
//!
//! The odds themselves are tested where they are computed.

use serde_json::Value;

use crate::program::{assert_near, json, number};

fn odds(arguments: &str) -> Value {
    json(&format!("odds --dmg 300 {arguments}"))
}

fn of_bullseye(arguments: &str) -> Value {
    json(&format!("odds --system bullseye {arguments}"))
}

/// The only value of a distribution.
fn sure<'v>(odds: &'v Value, name: &str) -> &'v str {
    let outcomes = odds[name].as_object().unwrap();
    assert_eq!(outcomes.len(), 1, "{outcomes:?}");
    outcomes.keys().next().unwrap()
}

#[test]
fn one_die_by_hand() {
    // No defence: 1 unblocked with 0.5, 2 with 0.1. Saves against PEN 5 need 5+: 0.4 fail.
    let odds = odds("--attack 1d10 --defence 0d10 --pen 5");
    for (name, expected) in [
        ("unblocked", [0.4, 0.5, 0.1]),
        (
            "failed_saves",
            [
                0.4 + 0.5 * 0.6 + 0.1 * 0.36,
                0.5 * 0.4 + 0.1 * 0.48,
                0.1 * 0.16,
            ],
        ),
    ] {
        assert_eq!(odds[name].as_object().unwrap().len(), 3);
        for (value, p) in expected.into_iter().enumerate() {
            assert_near(number(&odds[name][value.to_string()]), p);
        }
    }
}

#[test]
fn certain_hits_cause_their_damage_and_at_most_five_saves() {
    for (arguments, damage) in [
        // 7 HITS against nothing; without PEN there are no saves: 7 * 300.
        ("--attack 0d10+7", "2100"),
        // With PEN 14 every save fails: five of them, not seven; each does 1000 on top.
        ("--attack 0d10+7 --pen 14", "7100"),
        // A finishing blow of 10 HITS: each does 100 more by shooting, 200 more in melee.
        ("--attack 0d10+10 --kind shooting", "4000"),
        ("--attack 0d10+10 --kind melee", "5000"),
    ] {
        let odds = odds(&format!("--defence 0d10 {arguments}"));
        assert_eq!(sure(&odds, "damage"), damage, "{arguments}");
    }
}

#[test]
fn target_critical_focus_and_reroll_shift_the_mean() {
    // At 5+: 0.6 succeed, one tenth of them twice for each critical face.
    for (arguments, attack, defence) in [
        ("--attack-tn 4", 0.7 + 0.1, 0.7),
        ("--attack-crit 8", 0.6 + 0.3, 0.7),
        ("--attack-focus", 0.8 + 0.1, 0.7),
        ("--attack-reroll", 0.7 + 0.4 * 0.7, 0.7),
        ("--defence-tn 4 --defence-crit 8", 0.7, 0.7 + 0.3),
    ] {
        let mean = &odds(&format!("--attack 1d10 --defence 1d10 {arguments}"))["mean"];
        assert_near(number(&mean["hits"]), attack);
        assert_near(number(&mean["defences"]), defence);
    }
}

#[test]
fn a_finisher_lowers_the_threshold_by_its_number_and_the_round() {
    let blow = |hits: u32, more: &str| {
        let odds = odds(&format!("--attack 0d10+{hits} --defence 0d10 {more}"));
        number(&odds["finishing_blow"])
    };
    for round in 1..=5 {
        let finisher = format!("--finisher 3 --round {round}");
        let needed = 10 - 3 - round;
        assert_eq!(blow(needed - 1, &finisher), 0.0, "round {round}");
        assert_eq!(blow(needed, &finisher), 1.0, "round {round}");
        let round = format!("--round {round}");
        assert_eq!([blow(9, &round), blow(10, &round)], [0.0, 1.0], "{round}");
    }
}

/// The published numbers of four dice at skill 3, and what follows from them.
#[test]
fn odds_of_an_attack_of_bullseye() {
    const HIT: f64 = 0.395_462;
    let even = |more: &str| of_bullseye(&format!("--attack 4 --defense 4 --skill 3 {more}"));
    let hit = |odds: &Value, expected: f64| {
        assert!((number(&odds["hit"]) - expected).abs() < 5e-7, "{expected}");
    };
    let result = even("");
    hit(&result, HIT);
    assert!(result["track"].is_null());
    // Range 4 with Optimal Range 2 leaves four of six dice.
    let far = of_bullseye("--attack 6 --defense 4 --skill 3 --range 4 --optimal 2");
    assert_eq!(far["attack"]["dice"], 4);
    assert_eq!(far["margin"], result["margin"]);
    // With a point of Overdrive a tie hits: all but what the mirrored roll would miss.
    let pushed = even("--overdrive 1");
    hit(&pushed, 1.0 - HIT);
    assert_near(number(&pushed["attack"]["mean"]), 3.4);
    // Three points to the defender: only margins of four or more are left.
    let margins = result["margin"].as_object().unwrap().iter();
    let beyond = margins.filter(|(margin, _)| margin.parse::<i32>().unwrap() > 3);
    let defended = even("--strafing 2 --defense-overdrive 1");
    hit(&defended, beyond.map(|(_, p)| number(p)).sum());
    let both = even("--boxes 6");
    assert!(both["hit"].is_number() && both["track"]["dies"].is_object());
}

/// Coins: one against one hits when the attack shows heads and the defense tails.
#[test]
fn odds_of_bullseye_follow_the_rules_options() {
    let coins =
        |more: &str| of_bullseye(&format!("--skill 1 --faces 2 --option ones=ignore {more}"));
    assert_near(number(&coins("--attack 1 --defense 1")["hit"]), 0.25);
    let strafed = coins("--attack 1 --defense 0 --strafing 1 --option strafe_unit=dice");
    assert_eq!(strafed["defense"]["dice"], 1);
    assert_near(number(&strafed["hit"]), 0.25);
    let bought = coins("--attack 0 --defense 1 --overdrive 1 --option overdrive_value=2");
    assert_eq!(bought["attack"]["added"], 2);
    assert_near(number(&bought["hit"]), 1.0);
}

#[test]
fn odds_of_the_damage_track() {
    let track = of_bullseye("--boxes 6 --configurations 2 --faces 6")["track"].clone();
    for boxes in 1..=6 {
        let holds = f64::from(6 - boxes) / 6.0;
        assert_near(number(&track["holds"][boxes.to_string()]), holds);
    }
    // Three failures in a row: 1/6, 2/6, 3/6. None in the first five hits, then three: 5! / 6^5.
    assert_near(number(&track["dies"]["3"]), 1.0 / 36.0);
    assert_near(number(&track["dies"]["8"]), 120.0 / 7776.0);
    // One box and a coin: the second failure kills, on hit n with probability (n - 1) / 2^n.
    let coin = of_bullseye("--boxes 1 --configurations 0 --faces 2")["track"].clone();
    for (hit, p) in [("2", 0.25), ("3", 0.25), ("4", 3.0 / 16.0)] {
        assert!((number(&coin["dies"][hit]) - p).abs() < 1e-12);
    }
    assert!((number(&coin["mean_hits"]["dies"]) - 4.0).abs() < 1e-9);
}
