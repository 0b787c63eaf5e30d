//! `equipoise points`.

use serde_json::Value;

use crate::program::{interval, json, number, rows};

/// A small audit of four units.
fn small(more: &str) -> Value {
    let units = "--units 'White Asura,Green Viking,Kestrel,Argonaut'";
    json(&format!(
        "points {units} --budget 500 --matchups 300 {more}"
    ))
}

#[test]
fn an_audit_names_worth_verdict_policies_and_a_second_way() {
    let found = small("--runs 4 --gauntlet 60 --margin 0.1");
    // Two policies on 300 matchups, four gauntlets of 60, four battles each.
    assert_eq!(found["battles"], 4 * (2 * 300 + 4 * 60));
    let listed = ["White Asura", "Green Viking", "Kestrel", "Argonaut"].into_iter();
    let listed: Vec<_> = listed.zip([205, 80, 70, 145]).collect();
    assert_eq!(rows(&found["units"]).len(), listed.len());
    for (unit, (name, cost)) in rows(&found["units"]).iter().zip(listed) {
        assert_eq!(
            (&unit["name"], &unit["listed"]),
            (&name.into(), &cost.into())
        );
        let [low, estimate, high] = interval(&unit["implied"]);
        assert!(low < estimate && estimate < high, "{unit}");
        // The intervals that hold together are wider, and the verdict is theirs.
        let [least, most] = ["low", "high"].map(|end| number(&unit["together"][end]));
        assert!(least < low && high < most, "{unit}");
        let cost = f64::from(cost);
        let verdict = if most < 0.9 * cost {
            "over"
        } else if least > 1.1 * cost {
            "under"
        } else if least >= 0.9 * cost && most <= 1.1 * cost {
            "fair"
        } else {
            "unclear"
        };
        assert_eq!(unit["verdict"], verdict, "{unit}");
        assert_eq!(unit["by_policy"]["greedy"], unit["implied"]);
        assert!(unit["by_policy"]["solo"]["estimate"].is_f64(), "{unit}");
        // The two ways are compared by the error of their difference, four units at once: 2.4977 standard errors instead of
        // 1.96, by the tables.
        let [least, even, most] = interval(&unit["break_even"]);
        let reach = ((most - least) / 2.0).hypot((high - low) / 2.0) * 2.4977 / 1.959_96;
        let difference = (even - estimate).abs();
        let agrees = if difference + reach <= 0.1 * cost {
            "yes"
        } else if difference > reach {
            "no"
        } else {
            "unclear"
        };
        assert_eq!(unit["agrees"], agrees, "{unit}");
    }
}

/// A unit off by 20 % is found where its worth, with the interval that holds for all four units, lies beyond the margin of 10 %:
/// more likely with more battles. The scatter does not depend on the battles of a matchup, as the dispersion does.
#[test]
fn an_audit_tells_its_power_and_its_scatter() {
    let [few, many] = ["--runs 4", "--runs 40"]
        .map(|runs| small(&format!("{runs} --margin 0.1 --gauntlet 0 --also none")));
    let [less, more] = [&few, &many].map(|of| number(&of["power"]));
    assert!(0.0 <= less && less < more && more <= 1.0, "{less} {more}");
    assert!(number(&many["dispersion"]) > number(&few["dispersion"]));
    let [low, estimate, high] = interval(&many["scatter"]);
    assert!(low <= estimate && estimate <= high);
    let [least, _, most] = interval(&few["scatter"]);
    assert!(low <= most && least <= high, "they overlap");
    assert!(high - low < most - least);
    let scale = &many["other_scale"];
    assert!((0.5..2.0).contains(&number(&scale["factor"])) && scale["moved"].is_array());
}

/// An audit that ends with its verdicts says what one of as many matchups does, but its intervals hold at all four looks, after
/// 1,000 to 8,000 matchups: 2.4977 standard errors instead of 1.96, by the tables.
#[test]
fn an_audit_plays_until_its_verdicts_are_there() {
    let toy = |more: &str| {
        json(&format!(
            "points --system toy --gauntlet 0 --also none {more}"
        ))
    };
    let until = toy("--until-verdict --matchups 8000 --margin 0.3");
    let matchups = &until["matchups"];
    assert!([1_000, 2_000, 4_000].iter().any(|early| matchups == early));
    assert_eq!(until["until_verdict"]["most_matchups"], 8_000);
    assert_eq!(until["until_verdict"]["looks"], 4);
    assert_eq!(
        until["battles"].as_u64(),
        matchups.as_u64().map(|of| 8 * of)
    );
    let fixed = toy(&format!("--matchups {matchups} --margin 0.3"));
    assert!(fixed["until_verdict"].is_null());
    for (until, fixed) in rows(&until["units"]).iter().zip(rows(&fixed["units"])) {
        assert_ne!(until["verdict"], "unclear", "{until}");
        let [wide, narrow] = [until, fixed].map(|unit| interval(&unit["implied"]));
        assert_eq!(wide[1], narrow[1]);
        let ratio = (wide[2] - wide[0]) / (narrow[2] - narrow[0]);
        assert!((ratio - 2.4977 / 1.959_96).abs() < 1e-3, "{ratio}");
    }
}

/// Whether the second way is taken is no part of the first answer.
#[test]
fn the_second_way_can_be_left_out() {
    let found = small("--runs 2 --gauntlet 0 --also none");
    assert_eq!(found["battles"], 600);
    for unit in rows(&found["units"]) {
        assert!(unit["break_even"].is_null() && unit["agrees"].is_null());
        assert_eq!(unit["by_policy"].as_object().unwrap().len(), 1);
    }
    let with = small("--runs 2 --gauntlet 8 --also none");
    assert_eq!(found["units"][1]["implied"], with["units"][1]["implied"]);
}
