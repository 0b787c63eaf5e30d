//! Documents that cannot be drawn are refused with their place and what was expected.

use equipoise_report::{Document, ReportError};
use serde_json::json;

use crate::results::{battle, differences, duel, points};

fn refusal(text: &str) -> String {
    let error = Document::parse("runs/it.json", text).unwrap_err();
    let (known, message) = match &error {
        ReportError::Json { .. } | ReportError::Document { .. } => (true, error.to_string()),
        _ => (false, error.to_string()),
    };
    assert!(known, "{message}");
    message
}

fn assert_refused(text: &str, start: &str, words: &[&str]) {
    let message = refusal(text);
    assert!(
        message.starts_with(&format!("runs/it.json:{start}")),
        "{message}"
    );
    for word in words {
        assert!(message.contains(word), "{word}: {message}");
    }
    assert!(!message.contains('\n') && message.len() < 300, "{message}");
}

#[test]
fn invalid_json_is_refused_at_its_place() {
    assert_refused("", "1:0: ", &["EOF"]);
    assert_refused(
        "{\n  \"schema\": 1,\n  oops",
        "3:3: ",
        &["key must be a string"],
    );
    assert_refused(
        "{\"schema\": 1}\n{\"event\": 2}",
        "2:1: ",
        &["trailing characters"],
    );
    assert_refused("[1, 2]", " ", &["expected a JSON object"]);
    assert_refused(" 5", " ", &["expected a JSON object"]);
    assert_refused("{\"schema\": 1, \"seed\": NaN}", "1:23: ", &["expected"]);
}

#[test]
fn other_schemas_and_kinds_are_refused() {
    assert_refused("{}", " ", &["expected \"schema\": 1, found none"]);
    assert_refused("{\"schema\": 2, \"kind\": \"points\"}", " ", &["found 2"]);
    assert_refused("{\"schema\": \"1\"}", " ", &["found \"1\""]);
    assert_refused(
        "{\"schema\": 1}",
        " ",
        &["points, odds, duel", "found none"],
    );
    let long = format!("{{\"schema\": 1, \"kind\": \"{}\"}}", "k".repeat(1000));
    assert_refused(&long, " ", &["found \"kkk", "…"]);
}

#[test]
fn fields_that_are_missing_or_wrong_are_refused_at_their_place() {
    assert_refused(
        "{\"schema\": 1, \"kind\": \"points\"}",
        "1:",
        &["missing field `seed`"],
    );
    let unit = |implied: &str, together: &str| {
        let unit = format!(
            "\"units\": [\n{{\"name\": \"u\", \"listed\": 5, \"verdict\": \"fair\", \
             \"by_policy\": {{}}, \"implied\": {implied}, \"together\": {together}}}]"
        );
        points(&[]).to_string().replace("\"units\":[]", &unit)
    };
    let ends = "{\"low\": 3, \"high\": 7}";
    assert_refused(
        &unit("{\"estimate\": 1, \"low\": 0}", ends),
        "2:",
        &["missing field `high`"],
    );
    assert_refused(
        &unit("5", ends),
        "2:",
        &["an object with estimate, low and high"],
    );
    let crossed = unit("{\"estimate\": 5, \"low\": 7, \"high\": 9}", ends);
    assert_refused(&crossed, "2:", &["low <= estimate <= high", "7, 5 and 9"]);
    let endless = unit("{\"estimate\": 1e999, \"low\": 1, \"high\": 9}", ends);
    assert_refused(&endless, "2:", &["number out of range"]);
    let fine = "{\"estimate\": 5, \"low\": 4, \"high\": 6}";
    let crossed = unit(fine, "{\"low\": 3, \"high\": 2}");
    assert_refused(&crossed, "2:", &["low <= high"]);
    let fine = unit(fine, ends);
    assert!(Document::parse("it.json", &fine).is_ok());
    assert_refused(&fine.replace(": 5,", ": 0,"), "2:", &["above 0"]);
    assert_refused(&fine.replace("fair", "cheap"), "2:", &["cheap", "under"]);
    let margin = fine.replace("\"margin\":0.05", "\"margin\":1.5");
    assert_refused(&margin, "1:", &["above 0 and below 1"]);
}

#[test]
fn odds_that_do_not_add_up_are_refused() {
    let odds = |path: &str, damage: &str, more: &str| {
        format!(
            "{{\"schema\": 1, \"kind\": \"odds\", \"charted\": {{\"path\": \"{path}\", \"of\": \"damage\", \
             \"attack\": \"it\"}}, \"damage\": {damage}{more}}}"
        )
    };
    assert_refused(
        &odds("/hits", "{\"0\": 1}", ""),
        " ",
        &["no distribution at /hits"],
    );
    assert_refused(&odds("/damage", "5", ""), " ", &["probabilities by value"]);
    let beyond = odds("/damage", "{\"-9223372036854775808\": 1}", "");
    assert_refused(&beyond, " ", &["whole number", "-9223372036854775808"]);
    assert_refused(
        &odds("/damage", "{\"x\": 1}", ""),
        " ",
        &["whole number", "\"x\""],
    );
    assert_refused(
        &odds("/damage", "{\"0\": 2}", ""),
        " ",
        &["a probability at 0"],
    );
    assert_refused(
        &odds("/damage", "{\"0\": 0.9}", ""),
        " ",
        &["add up to 1", "0.9"],
    );
    assert_refused(&odds("/damage", "{}", ""), " ", &["add up to 1"]);
    let sampled = ", \"sampled\": {\"attacks\": 3, \"seed\": 1, \"confidence\": 0.95, \"counts\": {\"0\": 2}}";
    assert_refused(&odds("/damage", "{\"0\": 1}", sampled), " ", &["add up to"]);
    let huge = sampled.replace("\"0\": 2", "\"0\": 18446744073709551615, \"1\": 4");
    assert_refused(&odds("/damage", "{\"0\": 1}", &huge), " ", &["add up to"]);
}

#[test]
fn documents_without_data_are_refused_with_what_they_need() {
    let mut untraced = duel(&[]);
    assert_refused(&untraced.to_string(), " ", &["--trace"]);
    untraced["trace"].take();
    assert_refused(&untraced.to_string(), " ", &["--trace"]);
    let side = json!({"name": "x", "points": 1, "units": []});
    assert_refused(&battle(&side, &side).to_string(), " ", &["by round"]);
    let unchanged = differences("whatif", &[]).to_string();
    assert_refused(&unchanged, " ", &["no differences"]);
    assert_refused(&points(&[]).to_string(), " ", &["no units"]);
    let look = json!({"battles": 0, "score": {"estimate": 0, "low": 0, "high": 0}});
    assert_refused(&duel(&[look]).to_string(), "1:", &["above 0"]);
}

#[test]
fn a_side_whose_rounds_do_not_match_is_refused() {
    let side = json!({
        "name": "x", "points": 1, "units": [],
        "momentum": {
            "mean_by_round": [1, 2], "low_by_round": [1], "high_by_round": [1, 2],
        },
    });
    let battle = battle(&side, &side).to_string();
    assert_refused(&battle, "1:", &["momentum", "a mean, a low and a high"]);
    let crossed = battle.replace("[1],", "[1,3],");
    assert_refused(&crossed, "1:", &["momentum", "low <= mean <= high"]);
    let worded = battle.replace("[1,2]", "\"many\"");
    assert_refused(&worded, "1:", &["momentum", "expected a sequence"]);
}
