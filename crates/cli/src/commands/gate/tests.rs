//! Every output of a gate, with names that would be markup, columns or lines elsewhere.

use equipoise_analysis::gate::{
    Finding, GateKind, GatePairing, GatePrice, GatePrices, GateResult, GateVerdict,
};
use equipoise_analysis::{Interval, MakingChange, PlayedBy};
use equipoise_simulator::DatasetId;
use serde_json::json;

use super::annotations::annotations;
use super::junit::junit;
use super::markdown::markdown;
use super::report::table;
use super::text::text;
use crate::document::document;

const SCRIPT: &str = "<script>alert(1)</script>";
const PIPE: &str = "x|y, \"z\"";
const LINES: &str = "new\nline: 5 %";

fn known(estimate: f64, reach: f64) -> Interval {
    Interval {
        estimate,
        low: estimate - reach,
        high: estimate + reach,
    }
}

fn checked(a: &str, b: &str, moved: f64, finding: Option<Finding>) -> GatePairing {
    GatePairing {
        a: a.to_owned(),
        b: b.to_owned(),
        finding,
        baseline: known(0.5, 0.005),
        baseline_battles: 10_000,
        now: Some(known(0.5 + moved, 0.0125)),
        battles: 1_500,
        difference: Some(known(moved, 0.0175)),
        line: 18,
    }
}

fn report(cells: Vec<GatePairing>) -> GateResult {
    let change = |what: &str, old, new| MakingChange {
        what: what.to_owned(),
        old,
        new,
    };
    let count = |finding| cells.iter().filter(|cell| cell.finding == finding).count();
    GateResult {
        schema: 1,
        kind: GateKind::Kind,
        verdict: GateVerdict::of(cells.iter().map(|cell| cell.finding)),
        baseline: "balance, <new>.toml".into(),
        margin: 0.02,
        alpha: 0.05,
        budget: 40_000,
        battles: cells.iter().map(|cell| cell.battles).sum(),
        within: count(Some(Finding::Within)),
        changed: count(Some(Finding::Changed)),
        undecided: count(None),
        played_by: PlayedBy {
            system: "toy".into(),
            policy: "fair".into(),
            options: [("coin".to_owned(), "round".to_owned())].into(),
        },
        seed: 1,
        dataset: DatasetId {
            name: "embedded".into(),
            sha256: "ff".repeat(32),
        },
        differs: vec![
            change("version", json!("0.1.0"), json!("0.2.0")),
            change(
                "dataset hash",
                json!("00".repeat(32)),
                json!("ff".repeat(32)),
            ),
        ],
        units_added: vec![SCRIPT.into(), PIPE.into()],
        digest: "abc".into(),
        cells,
        prices: None,
    }
}

fn regressed() -> GateResult {
    report(vec![
        checked(SCRIPT, "Plain", 0.021, Some(Finding::Changed)),
        checked(PIPE, LINES, -0.0625, Some(Finding::Changed)),
        checked(LINES, "Plain", 0.0021, Some(Finding::Within)),
        checked("Plain", SCRIPT, 0.015, None),
    ])
}

fn undecided() -> GateResult {
    let nothing_played = GatePairing {
        battles: 0,
        now: None,
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

fn passed() -> GateResult {
    let within = checked(LINES, "Plain", 0.0021, Some(Finding::Within));
    GateResult {
        differs: Vec::new(),
        units_added: Vec::new(),
        ..report(vec![within])
    }
}

/// Three prices: one that moved, one listed at other points, one that is uncertain.
fn priced() -> GateResult {
    let unit = |name: &str, [listed, now]: [u32; 2], moved: f64, finding| GatePrice {
        name: name.to_owned(),
        finding,
        baseline_listed: listed,
        listed: now,
        baseline: known(120.0, 4.0),
        now: known(120.0 + moved, 4.0),
        difference: known(moved, 8.0),
        line: 40,
    };
    let units = vec![
        unit(SCRIPT, [100, 100], -31.0, Some(Finding::Changed)),
        unit(PIPE, [100, 125], 2.0, Some(Finding::Within)),
        unit(LINES, [100, 100], 9.0, None),
    ];
    GateResult {
        verdict: GateVerdict::Regressed,
        prices: Some(GatePrices {
            scenario: "field".into(),
            options: [("coin".to_owned(), "round".to_owned())].into(),
            budget: 1000,
            matchups: 600,
            battles_per_matchup: 8,
            battles: 4800,
            margin: 0.1,
            independent: false,
            moved: 1,
            relisted: 1,
            within: 1,
            undecided: 1,
            median_reach: 8.0 / 120.0,
            digest: "def".into(),
            units,
        }),
        ..passed()
    }
}

#[test]
fn prices() {
    insta::assert_snapshot!("text_prices", text(&priced()));
    insta::assert_snapshot!("markdown_prices", markdown(&priced()));
    insta::assert_snapshot!("junit_prices", junit(&priced()).unwrap());
    insta::assert_snapshot!("annotations_prices", annotations(&priced()));
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
    insta::assert_snapshot!("csv_undecided", table(&undecided()).to_csv());
    insta::assert_snapshot!("json_regressed", format!("{:#}", document(&regressed())));
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
    assert_eq!(xml.matches("<testcase ").count(), report.cells.len());
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
    let mut prices = priced().prices.unwrap();
    prices.units = vec![prices.units[0].clone(); 5_000];
    let many = GateResult {
        units_added: vec![SCRIPT.into(); 2_000],
        prices: Some(prices),
        ..report(vec![one; 5_000])
    };
    let comment = markdown(&many);
    assert!(comment.chars().count() < 65_536);
    assert!(comment.contains("4950 more are not shown") && comment.contains("1950 more"));
    // GitHub shows ten annotations.
    assert_eq!(annotations(&many).lines().count(), 10);
}
