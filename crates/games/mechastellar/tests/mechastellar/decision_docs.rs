//! `docs/policies.md` tells every decision point of MechaStellar, in order, with the rules that are
//! decided there.

use std::path::Path;

use equipoise_engine::Decide;
use equipoise_mechastellar::MechaStellar;

fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../docs")
        .join(name);
    std::fs::read_to_string(path).expect("a page of the documentation")
}

/// What stands between backticks.
fn codes(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

#[test]
fn every_decision_point_has_its_row() {
    let page = page("policies.md");
    let (_, section) = page.split_once("## Decision points").expect("the section");
    let section = section.split("\n## ").next().unwrap_or_default();
    let rows: Vec<Vec<&str>> = section
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(codes)
        .collect();
    let points: Vec<&str> = rows.iter().map(|row| row[0]).collect();
    assert_eq!(points, MechaStellar::POINTS);
    let rules =
        ["core", "wargame"].map(|name| self::page(&format!("rules/mechastellar_{name}.md")));
    for (point, rule) in rows
        .iter()
        .flat_map(|row| row[1..].iter().map(|rule| (row[0], rule)))
    {
        let row = format!("| `{rule}` |");
        let known = rules.iter().any(|page| page.contains(&row));
        assert!(known, "{point}: {rule}");
    }
}
