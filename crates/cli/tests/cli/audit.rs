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

/// The prices of the supplement are asked under its own rules and in two of its modes, unless the command line
/// says otherwise.
#[test]
fn upgrades_are_asked_in_the_game_that_prints_them() {
    let line = "audit upgrades --upgrades ambusher --buyers 1 --matchups 20 --runs 2 --also none";
    let option = |found: &Value, name: &str| found["options"][name].as_str().map(str::to_owned);
    let printed = json(line);
    assert_eq!(option(&printed, "scoring").as_deref(), Some("ms93"));
    assert_eq!(option(&printed, "elite_bonus").as_deref(), Some("true"));
    assert_eq!(printed["scenario"], "simple-battle");
    assert_eq!(printed["also"][0]["scenario"], "last-stand");
    assert_eq!(printed["also"][0]["policy"], printed["policy"]);
    assert_eq!(printed["battles"], 20 * 2 * 2 * 2);

    let core = json(&format!("{line} --preset none --scenario skirmish"));
    assert_eq!(option(&core, "scoring").as_deref(), Some("ver10"));
    assert_eq!(core["scenario"], "skirmish");
    assert_eq!(core["also"], Value::Array(Vec::new()));

    let own = json(&format!("{line} --option traits=false"));
    assert_eq!(option(&own, "traits").as_deref(), Some("false"));
    assert_eq!(option(&own, "scoring").as_deref(), Some("ms93"));
}
