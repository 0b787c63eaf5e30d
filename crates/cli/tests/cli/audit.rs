//! `equipoise audit play`.

use serde_json::Value;

use crate::program::{fails, json, ok};

/// A tiny audit of the toy.
const TINY: [&str; 14] = [
    "audit",
    "play",
    "--system",
    "toy",
    "--policy",
    "demand",
    "--runs",
    "100",
    "--battles",
    "100",
    "--matchups",
    "100",
    "--mirrored",
    "400",
];

fn tiny(more: &[&str]) -> Vec<String> {
    let arguments = TINY.iter().chain(more);
    arguments.map(|&argument| argument.to_owned()).collect()
}

fn text(more: &[&str]) -> String {
    let arguments = tiny(more);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    ok(&arguments)
}

#[test]
fn texts_are_as_reviewed() {
    insta::assert_snapshot!("audit_play", text(&[]));
    insta::assert_snapshot!(
        "audit_play_csv",
        text(&["--only", "tools", "--format", "csv"])
    );
    let help = ok(&["audit", "play", "--help"]);
    insta::assert_snapshot!("audit_play_help", help);
}

#[test]
fn json_holds_the_parts_that_were_measured() {
    let arguments = tiny(&["--only", "monotonicity,order", "--units", "Ram,Guard,Tower"]);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let found = json(&arguments);
    assert_eq!(found["schema"], 1);
    assert_eq!(found["kind"], "play-audit");
    assert_eq!(found["policy"], "demand");
    assert_eq!(found["tools"], Value::Null);
    let cases = found["monotonicity"]["cases"].as_array().expect("a list");
    assert_eq!(cases.len(), 3);
    assert_eq!(cases[0]["set"], "strength=75");
    assert_eq!(found["order"]["units"].as_array().expect("a list").len(), 3);
    let on_one = [&arguments[..], &["--threads", "1"]].concat();
    assert_eq!(json(&on_one), found);
}

#[test]
fn bad_input_is_refused() {
    let refused = |more: &[&str]| {
        let arguments = tiny(more);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        fails(&arguments, 2)
    };
    assert!(refused(&["--units", "Scuot"]).contains("did you mean \"Scout\"?"));
    assert!(refused(&["--only", "luck"]).contains("[possible values: monotonicity, tools, order]"));
    let zero = ["audit", "play", "--system", "toy"];
    for option in ["--runs", "--battles", "--mirrored", "--matchups"] {
        let message = fails(&[&zero[..], &[option, "0"]].concat(), 2);
        assert!(message.contains(option), "{message}");
    }
    assert!(refused(&["--army", "no-army.toml"]).contains("no army files"));
}
