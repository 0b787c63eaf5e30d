//! The results of all checks, for people, programs and spreadsheets.

use equipoise_engine::text::grouped;
use serde_json::{Value, json};

use super::check::{Check, FALSE_ALARM};
use crate::args::Output;
use crate::failure::Failure;
use crate::numbers::fixed;
use crate::output::print_as;
use crate::table::Table;
use equipoise_engine::text::counted;

pub(super) fn print(output: &Output, seed: u64, checks: &[Check]) -> Result<(), Failure> {
    print_as(
        output.format,
        || text(seed, checks),
        || json(seed, checks),
        || table(checks),
    )
}

/// Checks of the same sort, the most strained one last.
struct Group<'a> {
    kind: &'static str,
    what: &'a str,
    checks: Vec<&'a Check>,
}

/// By kind and by what is said before a colon, in order.
fn groups(checks: &[Check]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for check in checks {
        let what = check.what.split(':').next().unwrap_or_default();
        let (kind, checks) = (check.kind, vec![check]);
        let same = |group: &&mut Group<'_>| (group.kind, group.what) == (kind, what);
        match groups.iter_mut().find(same) {
            Some(group) => group.checks.push(check),
            None => groups.push(Group { kind, what, checks }),
        }
    }
    for group in &mut groups {
        group
            .checks
            .sort_by(|a, b| a.strain().total_cmp(&b.strain()));
    }
    groups
}

pub(super) fn text(seed: u64, checks: &[Check]) -> String {
    let columns = [
        "check",
        "what",
        "checks",
        "samples",
        "statistic",
        "allowed",
        "passed",
    ];
    let mut summary = Table::new(&columns);
    for group in groups(checks) {
        let samples: u64 = group.checks.iter().map(|check| check.samples).sum();
        let passed = group.checks.iter().all(|check| check.passed());
        let Some(worst) = group.checks.last() else {
            continue;
        };
        summary.push(vec![
            json!(group.kind),
            json!(group.what),
            json!(group.checks.len()),
            json!(grouped(samples)),
            json!(shown(worst.statistic)),
            json!(shown(worst.allowed)),
            json!(yes(passed)),
        ]);
    }
    let failed: Vec<&Check> = checks.iter().filter(|check| !check.passed()).collect();
    let mut text = format!(
        "Self-check with seed {seed}: {}, {} failed\n\n{}",
        counted(checks.len() as u64, "check"),
        failed.len(),
        summary.to_text()
    );
    if !failed.is_empty() {
        text += &format!("\nFailed\n\n{}", table_of(failed).to_text());
    }
    text + &format!(
        "\nStatistic and allowed are those of the most strained check of a group. All tests together fail by\n\
         chance in less than one of {} runs.\n",
        grouped((1.0 / FALSE_ALARM).round() as u64)
    )
}

fn shown(number: f64) -> String {
    fixed(number, 2)
}

const fn yes(passed: bool) -> &'static str {
    if passed { "yes" } else { "no" }
}

pub(super) fn json(seed: u64, checks: &[Check]) -> Value {
    json!({
        "schema": 1,
        "seed": seed,
        "false_alarm": FALSE_ALARM,
        "passed": checks.iter().all(Check::passed),
        "checks": table(checks).to_json(),
    })
}

/// Every check.
fn table(checks: &[Check]) -> Table {
    table_of(checks)
}

fn table_of<'a>(checks: impl IntoIterator<Item = &'a Check>) -> Table {
    let columns = ["check", "what", "samples", "statistic", "allowed", "passed"];
    let mut table = Table::new(&columns);
    for check in checks {
        table.push(vec![
            json!(check.kind),
            json!(check.what),
            json!(check.samples),
            // Infinite where something happened that cannot; JSON has no such number.
            json!(check.statistic.min(f64::MAX)),
            json!(check.allowed),
            json!(check.passed()),
        ]);
    }
    table
}
