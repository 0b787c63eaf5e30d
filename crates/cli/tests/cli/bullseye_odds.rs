//! `odds --system bullseye` against published numbers and values derived by hand.

use serde_json::Value;

use crate::bullseye::{number, of};
use crate::program::{assert_near, json, ok};

fn odds(arguments: &[&str]) -> Value {
    json(&of(&[&["odds"], arguments].concat()))
}

/// The published numbers of four dice at skill 3, and what follows from them.
#[test]
fn odds_of_an_attack() {
    let even = ["--attack", "4", "--defense", "4", "--skill", "3"];
    let result = odds(&even);
    assert_eq!(result["schema"], 1);
    assert!((number(&result["hit"]) - 0.395_462).abs() < 5e-7);
    for side in ["attack", "defense"] {
        assert_near(number(&result[side]["mean"]), 2.4);
        assert!((number(&result[side]["great_success"]) - 0.071_615).abs() < 5e-7);
        assert!((number(&result[side]["cut_scene"]) - 0.001_652).abs() < 5e-7);
        let sum: f64 = result[side]["result"]
            .as_object()
            .unwrap()
            .values()
            .map(number)
            .sum();
        assert!((sum - 1.0).abs() < 1e-12);
    }
    assert!(result["track"].is_null());
    // Range 4 with Optimal Range 2 leaves four of six dice.
    let far = odds(&[
        "--attack",
        "6",
        "--defense",
        "4",
        "--skill",
        "3",
        "--range",
        "4",
        "--optimal",
        "2",
    ]);
    assert_eq!(far["attack"]["dice"], 4);
    assert_eq!(far["margin"], result["margin"]);
    // With a point of Overdrive a tie hits: all but what the mirrored roll would miss.
    let pushed = odds(&[&even[..], &["--overdrive", "1"]].concat());
    assert!((number(&pushed["hit"]) - (1.0 - 0.395_462)).abs() < 5e-7);
    assert_near(number(&pushed["attack"]["mean"]), 3.4);
    // Three points to the defender: only margins of four or more are left.
    let defended = odds(&[&even[..], &["--strafing", "2", "--defense-overdrive", "1"]].concat());
    let margins = result["margin"].as_object().unwrap();
    let beyond: f64 = margins
        .iter()
        .filter(|(margin, _)| margin.parse::<i32>().unwrap() > 3)
        .map(|(_, p)| number(p))
        .sum();
    assert!((number(&defended["hit"]) - beyond).abs() < 1e-12);
    let text = ok(&of(&[&["odds"], &even[..]].concat()));
    assert!(
        text.starts_with("4 dice at skill 3 against 4 dice at skill 3\n"),
        "{text}"
    );
    assert!(text.contains("\nhit  39.5 %\n"), "{text}");
    let csv = ok(&of(&[&["odds", "--format", "csv"], &even[..]].concat()));
    assert!(
        csv.starts_with("distribution,value,probability\r\nattack,0,0.0625\r\n"),
        "{csv}"
    );
}

/// Coins: one against one hits when the attack shows heads and the defense tails.
#[test]
fn odds_follow_the_rules_options() {
    let coins = ["--skill", "1", "--faces", "2", "--option", "ones=ignore"];
    let one = odds(&[&["--attack", "1", "--defense", "1"], &coins[..]].concat());
    assert_near(number(&one["hit"]), 0.25);
    let dice = ["--strafing", "1", "--option", "strafe_unit=dice"];
    let strafed = odds(&[&["--attack", "1", "--defense", "0"], &coins[..], &dice[..]].concat());
    assert_eq!(strafed["defense"]["dice"], 1);
    assert_near(number(&strafed["hit"]), 0.25);
    let double = ["--overdrive", "1", "--option", "overdrive_value=2"];
    let bought = odds(
        &[
            &["--attack", "0", "--defense", "1"],
            &coins[..],
            &double[..],
        ]
        .concat(),
    );
    assert_eq!(bought["attack"]["added"], 2);
    assert_near(number(&bought["hit"]), 1.0);
}

#[test]
fn odds_of_the_damage_track() {
    let result = odds(&["--boxes", "6", "--configurations", "2", "--faces", "6"]);
    let track = &result["track"];
    assert!(result["hit"].is_null());
    for boxes in 1..=6 {
        let holds = f64::from(6 - boxes) / 6.0;
        assert_near(number(&track["holds"][boxes.to_string()]), holds);
    }
    // Three failures in a row: 1/6, 2/6, 3/6. None in the first five hits, then three: 5! / 6^5.
    assert_near(number(&track["dies"]["3"]), 1.0 / 36.0);
    assert_near(number(&track["dies"]["8"]), 120.0 / 7776.0);
    let standing = [
        1.0,
        5.0 / 6.0,
        20.0 / 36.0,
        60.0 / 216.0,
        120.0 / 1296.0,
        120.0 / 7776.0,
    ];
    assert_near(
        number(&track["mean_hits"]["first_failure"]),
        standing.iter().sum(),
    );
    // One box and a coin: the second failure kills, on hit n with probability (n - 1) / 2^n.
    let coin = odds(&["--boxes", "1", "--configurations", "0", "--faces", "2"]);
    for (hit, p) in [("2", 0.25), ("3", 0.25), ("4", 3.0 / 16.0)] {
        assert!((number(&coin["track"]["dies"][hit]) - p).abs() < 1e-12);
    }
    assert!((number(&coin["track"]["mean_hits"]["dies"]) - 4.0).abs() < 1e-9);
    let csv = ok(&of(&["odds", "--boxes", "6", "--format", "csv"]));
    for row in ["holds,3,0.5\r", "first_failure,1,0.1666", "dies,3,0.0277"] {
        assert!(csv.contains(&format!("\n{row}")), "{row}: {csv}");
    }
    let text = ok(&of(&["odds", "--boxes", "6"]));
    assert!(
        text.starts_with("Damage track: 6 boxes, 2 Configurations, dice of 6 faces\n"),
        "{text}"
    );
    let both = odds(&[
        "--attack",
        "1",
        "--defense",
        "1",
        "--skill",
        "3",
        "--boxes",
        "6",
    ]);
    assert!(both["hit"].is_number() && both["track"]["dies"].is_object());
}
