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
        // The two ways agree when their difference lies within both errors together.
        let [least, even, most] = interval(&unit["break_even"]);
        let within = ((most - least) / 2.0).hypot((high - low) / 2.0);
        assert_eq!(unit["agrees"], (even - estimate).abs() <= within, "{unit}");
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
