//! Documents that cannot be drawn are refused with their place and what was expected.

use equipoise_report::{Document, ReportError};
use serde_json::{Value, json};

use crate::results::{battle, differences, duel, points};

/// The messages about these documents, a line each.
fn refusals(documents: &[impl AsRef<str>]) -> String {
    let refusal = |text: &str| {
        let error = Document::parse("it.json", text).unwrap_err();
        let known = matches!(
            error,
            ReportError::Json { .. } | ReportError::Document { .. } | ReportError::NoTrace(_)
        );
        let message = error.to_string();
        assert!(
            known && !message.contains('\n') && message.len() < 300,
            "{message}"
        );
        message + "\n"
    };
    documents
        .iter()
        .map(|text| refusal(text.as_ref()))
        .collect()
}

#[test]
fn invalid_json_is_refused_at_its_place() {
    insta::assert_snapshot!(refusals(&[
        "",
        "{\n  \"schema\": 1,\n  oops",
        "{\"schema\": 1}\n{\"event\": 2}",
        "[1, 2]",
        " 5",
        "{\"schema\": 1, \"seed\": NaN}",
    ]));
}

#[test]
fn other_schemas_and_kinds_are_refused() {
    let long = format!("{{\"schema\": 1, \"kind\": \"{}\"}}", "k".repeat(1000));
    insta::assert_snapshot!(refusals(&[
        "{}",
        "{\"schema\": 2, \"kind\": \"points\"}",
        "{\"schema\": \"1\"}",
        "{\"schema\": 1}",
        &long,
    ]));
}

#[test]
fn fields_that_are_missing_or_wrong_are_refused_at_their_place() {
    let unit = |implied: &str, together: &str| {
        let unit = format!(
            "\"units\": [\n{{\"name\": \"u\", \"listed\": 5, \"verdict\": \"fair\", \
             \"by_policy\": {{}}, \"implied\": {implied}, \"together\": {together}}}]"
        );
        points(&[]).to_string().replace("\"units\":[]", &unit)
    };
    let ends = "{\"low\": 3, \"high\": 7}";
    let interval = "{\"estimate\": 5, \"low\": 4, \"high\": 6}";
    let fine = unit(interval, ends);
    assert!(Document::parse("it.json", &fine).is_ok());
    insta::assert_snapshot!(refusals(&[
        "{\"schema\": 1, \"kind\": \"points\"}".to_owned(),
        unit("{\"estimate\": 1, \"low\": 0}", ends),
        unit("5", ends),
        unit("{\"estimate\": 5, \"low\": 7, \"high\": 9}", ends),
        unit("{\"estimate\": 1e999, \"low\": 1, \"high\": 9}", ends),
        unit(interval, "{\"low\": 3, \"high\": 2}"),
        fine.replace(": 5,", ": 0,"),
        fine.replace("fair", "cheap"),
        fine.replace("\"margin\":0.05", "\"margin\":1.5"),
    ]));
}

#[test]
fn odds_that_do_not_add_up_are_refused() {
    let odds = |path: &str, damage: &str, more: &str| {
        format!(
            "{{\"schema\": 1, \"kind\": \"odds\", \"charted\": {{\"path\": \"{path}\", \"of\": \"damage\", \
             \"attack\": \"it\"}}, \"damage\": {damage}{more}}}"
        )
    };
    let sampled = |counts: &str| {
        let sample = format!(
            ", \"sampled\": {{\"attacks\": 3, \"seed\": 1, \"confidence\": 0.95, \"counts\": {counts}}}"
        );
        odds("/damage", "{\"0\": 1}", &sample)
    };
    insta::assert_snapshot!(refusals(&[
        odds("/hits", "{\"0\": 1}", ""),
        odds("/damage", "5", ""),
        odds("/damage", "{\"-9223372036854775808\": 1}", ""),
        odds("/damage", "{\"x\": 1}", ""),
        odds("/damage", "{\"0\": 2}", ""),
        odds("/damage", "{\"0\": 0.9}", ""),
        odds("/damage", "{}", ""),
        sampled("{\"0\": 2}"),
        sampled("{\"0\": 18446744073709551615, \"1\": 4}"),
    ]));
}

#[test]
fn documents_without_data_are_refused_with_what_they_need() {
    let mut null = duel(&[]);
    null["trace"].take();
    let side = json!({"name": "x", "points": 1, "units": []});
    let look = json!({"battles": 0, "score": {"estimate": 0, "low": 0, "high": 0}});
    let documents = [
        duel(&[]),
        null,
        battle(&side, &side),
        differences("whatif", &[]),
        points(&[]),
        duel(&[look]),
    ];
    insta::assert_snapshot!(refusals(
        &documents.map(|document: Value| document.to_string())
    ));
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
    insta::assert_snapshot!(refusals(&[
        battle.replace("[1],", "[1,3],"),
        battle.replace("[1,2]", "\"many\""),
        battle,
    ]));
}
