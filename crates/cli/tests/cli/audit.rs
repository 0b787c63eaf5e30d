//! `equipoise audit play`.

use serde_json::Value;

use crate::program::{json, ok};

/// A tiny audit of the toy.
const TINY: &str = "audit play --system toy --policy demand --runs 100 --battles 100 --matchups 100 \
                    --mirrored 400";

#[test]
fn texts_are_as_reviewed() {
    insta::assert_snapshot!("audit_play", ok(TINY));
    let csv = ok(&format!("{TINY} --only tools --format csv"));
    insta::assert_snapshot!("audit_play_csv", csv);
    insta::assert_snapshot!("audit_play_help", ok("audit play --help"));
}

#[test]
fn json_holds_the_parts_that_were_measured() {
    let line = format!("{TINY} --only monotonicity,order --units Ram,Guard,Tower");
    let found = json(&line);
    assert_eq!(found["schema"], 1);
    assert_eq!(found["kind"], "play-audit");
    assert_eq!(found["policy"], "demand");
    assert_eq!(found["tools"], Value::Null);
    let cases = found["monotonicity"]["cases"].as_array().expect("a list");
    assert_eq!(cases.len(), 3);
    assert_eq!(cases[0]["set"], "strength=75");
    assert_eq!(found["order"]["units"].as_array().expect("a list").len(), 3);
    assert_eq!(json(&format!("{line} --threads 1")), found);
}

/// A tiny audit of the toy's upgrades.
const UPGRADES: &str = "audit upgrades --system toy --policy demand --matchups 500";

#[test]
fn upgrades_read_as_reviewed() {
    insta::assert_snapshot!("audit_upgrades", ok(UPGRADES));
    let csv = ok(&format!(
        "{UPGRADES} --upgrades varnish --buyers 1 --also none --format csv"
    ));
    insta::assert_snapshot!("audit_upgrades_csv", csv);
    insta::assert_snapshot!("audit_upgrades_help", ok("audit upgrades --help"));
}

#[test]
fn upgrades_do_not_depend_on_threads() {
    let line = format!("{UPGRADES} --also none");
    let found = json(&line);
    assert_eq!(found["kind"], "upgrade-audit");
    assert_eq!(found["upgrades"].as_array().expect("a list").len(), 3);
    assert_eq!(json(&format!("{line} --threads 1")), found);
}
