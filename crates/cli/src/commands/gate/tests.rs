//! Every output of a gate, with names that would be markup, columns or lines elsewhere.

use equipoise_simulator::{DatasetId, Setting, VpWords};
use equipoise_stats::{Estimate, Finding, Method, Verdict};
use serde_json::json;

use super::annotations::annotations;
use super::junit::junit;
use super::markdown::markdown;
use super::report::{Checked, Report};
use super::text::text;
use crate::baselines::Recorded;
use crate::changes::Change;

const SCRIPT: &str = "<script>alert(1)</script>";
const PIPE: &str = "x|y, \"z\"";
const LINES: &str = "new\nline: 5 %";

fn known(estimate: f64, reach: f64) -> Estimate {
    Estimate {
        estimate,
        low: estimate - reach,
        high: estimate + reach,
        confidence: 0.95,
        method: Method::ConfidenceSequence,
    }
}

fn checked(a: &str, b: &str, moved: f64, finding: Option<Finding>) -> Checked {
    Checked {
        recorded: Recorded {
            a: a.to_owned(),
            b: b.to_owned(),
            battles: 10_000,
            wins: 4_900,
            draws: 200,
            line: 18,
        },
        baseline: known(0.5, 0.005),
        battles: 1_500,
        present: Some(known(0.5 + moved, 0.0125)),
        difference: Some(known(moved, 0.0175)),
        finding,
    }
}

fn report(checked: Vec<Checked>) -> Report {
    let change = |what: &str, old, new| Change {
        what: what.to_owned(),
        old,
        new,
    };
    Report {
        file: "balance, <new>.toml".into(),
        margin: 0.02,
        alpha: 0.05,
        budget: 40_000,
        setting: Setting {
            system: "toy".into(),
            vp: VpWords::default(),
            policy: "fair".into(),
            options: [("coin".to_owned(), "round".to_owned())].into(),
            dataset: DatasetId {
                name: "embedded".into(),
                sha256: "ff".repeat(32),
            },
            seed: 1,
        },
        digest: "abc".into(),
        changes: vec![
            change("version", json!("0.1.0"), json!("0.2.0")),
            change(
                "dataset hash",
                json!("00".repeat(32)),
                json!("ff".repeat(32)),
            ),
        ],
        added: vec![SCRIPT.into(), PIPE.into()],
        checked,
    }
}

fn regressed() -> Report {
    report(vec![
        checked(SCRIPT, "Plain", 0.021, Some(Finding::Changed)),
        checked(PIPE, LINES, -0.0625, Some(Finding::Changed)),
        checked(LINES, "Plain", 0.0021, Some(Finding::Within)),
        checked("Plain", SCRIPT, 0.015, None),
    ])
}

fn undecided() -> Report {
    let nothing_played = Checked {
        battles: 0,
        present: None,
        difference: None,
        ..checked(PIPE, SCRIPT, 0.0, None)
    };
    let within = checked(LINES, "Plain", 0.0021, Some(Finding::Within));
    report(vec![
        within,
        checked("Plain", SCRIPT, 0.015, None),
        nothing_played,
    ])
}

fn passed() -> Report {
    let within = checked(LINES, "Plain", 0.0021, Some(Finding::Within));
    Report {
        changes: Vec::new(),
        added: Vec::new(),
        ..report(vec![within])
    }
}

#[test]
fn verdicts_are_those_of_the_findings() {
    assert_eq!(regressed().verdict(), Verdict::Regressed);
    assert_eq!(undecided().verdict(), Verdict::Undecided);
    assert_eq!(passed().verdict(), Verdict::Pass);
}

#[test]
fn texts() {
    insta::assert_snapshot!("text_regressed", text(&regressed()));
    insta::assert_snapshot!("text_undecided", text(&undecided()));
    insta::assert_snapshot!("text_pass", text(&passed()));
}

#[test]
fn comments() {
    insta::assert_snapshot!("markdown_regressed", markdown(&regressed()));
    insta::assert_snapshot!("markdown_undecided", markdown(&undecided()));
    insta::assert_snapshot!("markdown_pass", markdown(&passed()));
}

#[test]
fn junit_reports() {
    insta::assert_snapshot!("junit_regressed", junit(&regressed()).unwrap());
    insta::assert_snapshot!("junit_undecided", junit(&undecided()).unwrap());
}

#[test]
fn workflow_commands() {
    insta::assert_snapshot!("annotations_regressed", annotations(&regressed()));
    insta::assert_snapshot!("annotations_undecided", annotations(&undecided()));
    insta::assert_snapshot!("annotations_pass", annotations(&passed()));
}

#[test]
fn rows_and_documents() {
    insta::assert_snapshot!("csv_undecided", undecided().table().to_csv());
    insta::assert_snapshot!("json_regressed", format!("{:#}", regressed().json()));
}

/// Whatever a unit is called, it stays text: no tag, no cell, no command, no line of its own.
#[test]
fn names_stay_text() {
    let report = regressed();
    let comment = markdown(&report);
    assert!(!comment.contains("<script") && !comment.contains("<new>"));
    // Five rows of tables under two headings and their rules, with eight bars each.
    let rows: Vec<&str> = comment
        .lines()
        .filter(|line| line.starts_with('|'))
        .collect();
    assert_eq!(rows.len(), 2 * 2 + 3);
    for row in rows {
        let bars = row.replace("\\|", "").matches('|').count();
        assert_eq!(bars, 8, "{row}");
    }
    let xml = junit(&report).unwrap();
    assert!(!xml.contains("<script"));
    assert_eq!(xml.matches("<testcase ").count(), report.checked.len());
    let commands = annotations(&report);
    assert_eq!(commands.lines().count(), 1 + 2);
    for command in commands.lines() {
        assert!(
            command.starts_with("::error file=balance%2C <new>.toml,"),
            "{command}"
        );
        // Two pairs of colons: nothing in a title ends the properties.
        let head = command.rsplit_once("::").unwrap().0;
        assert_eq!(head.matches(':').count(), 2, "{command}");
    }
    let shown = text(&report);
    let row = shown.lines().find(|line| line.starts_with("x|y, \"z\""));
    assert!(row.unwrap().contains("  new\\nline: 5 %  "), "{shown}");
}

/// A comment on GitHub holds 65,536 characters.
#[test]
fn a_comment_on_many_changes_fits() {
    let one = checked(SCRIPT, SCRIPT, 0.05, Some(Finding::Changed));
    let many = Report {
        added: vec![SCRIPT.into(); 2_000],
        ..report(vec![one; 5_000])
    };
    let comment = markdown(&many);
    assert!(comment.chars().count() < 65_536);
    assert!(comment.contains("4950 more are not shown") && comment.contains("1950 more"));
    // GitHub shows ten annotations.
    assert_eq!(annotations(&many).lines().count(), 10);
}
