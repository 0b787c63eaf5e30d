//! `equipoise selfcheck`: checks the program itself, on this machine.

use clap::Args;
use equipoise_analysis::selfcheck;
use equipoise_analysis::selfcheck::{Check, SelfcheckRequest, SelfcheckResult};
use equipoise_engine::text::{counted, grouped};
use serde_json::json;

use crate::args::{Output, Workers};
use crate::failure::Failure;
use crate::numbers::fixed;
use crate::output::print_result;
use crate::progress::Terminal;
use crate::table::Table;

/// Arguments of `selfcheck`.
#[derive(Debug, Args)]
#[command(after_help = "\
Checks all game systems with their own datasets, whatever --system is:
  dice       every kind of roll, sampled against its exact distribution
  attack     every kind of attack in the datasets, sampled by the rules against its exact odds
  duel       a sampled duel against the same duel computed exactly
  threads    the same plans on 1, 2 and 3 threads: the same digests
  intervals  coverage of each kind of interval in 2,000 replicates of games with known true
             values; `equipoise coverage` measures it more precisely

Counts are compared by the likelihood-ratio test. False-alarm rate of all tests together: below one
in 10,000,000 runs. Text shows the worst check of each group and every failure; json and csv list
every check. Ends with exit code 1 if a check failed.

Examples:
  equipoise selfcheck
  equipoise selfcheck --seed 7 --format json
  equipoise selfcheck --quiet --format csv > checks.csv")]
pub(crate) struct SelfcheckArgs {
    /// Master seed of all draws
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    workers: Workers,
}

pub(crate) fn run(output: &Output, args: &SelfcheckArgs) -> Result<(), Failure> {
    let request = SelfcheckRequest { seed: args.seed };
    let terminal = Terminal::new(output)?;
    let result = selfcheck(&request, terminal.control(args.workers))?;
    print_result(output, &result, || text(&result), || table(&result.checks))?;
    verdict(&result)
}

/// Exit code 1 unless all checks passed.
fn verdict(result: &SelfcheckResult) -> Result<(), Failure> {
    if result.passed {
        return Ok(());
    }
    let (failed, all) = (result.failed().count(), result.checks.len());
    Err(Failure::Check(format!("{failed} of {all} checks failed")))
}

/// Checks of the same sort, the most strained one last.
struct Group<'a> {
    kind: &'a str,
    what: &'a str,
    checks: Vec<&'a Check>,
}

/// By kind and by what stands before a colon, in order.
fn groups(checks: &[Check]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for check in checks {
        let what = check.what.split(':').next().unwrap_or_default();
        let (kind, checks) = (check.kind.as_str(), vec![check]);
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

fn text(result: &SelfcheckResult) -> String {
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
    for group in groups(&result.checks) {
        let samples: u64 = group.checks.iter().map(|check| check.samples).sum();
        let passed = group.checks.iter().all(|check| check.passed);
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
            json!(if passed { "yes" } else { "no" }),
        ]);
    }
    let failed: Vec<&Check> = result.failed().collect();
    let mut text = format!(
        "Self-check with seed {}: {}, {} failed\n\n{}",
        result.seed,
        counted(result.checks.len() as u64, "check"),
        failed.len(),
        summary.to_text()
    );
    if !failed.is_empty() {
        text += &format!("\nFailed\n\n{}", table(failed).to_text());
    }
    text + &format!(
        "\nStatistic and allowed belong to the worst check of a group. False-alarm rate of\n\
         all tests together: below one in {} runs.\n",
        grouped((1.0 / result.false_alarm).round() as u64)
    )
}

fn shown(number: f64) -> String {
    if number == f64::MAX {
        return "impossible".to_owned();
    }
    fixed(number, 2)
}

fn table<'a>(checks: impl IntoIterator<Item = &'a Check>) -> Table {
    Table::of_fields(checks, "check what samples statistic allowed passed")
}

#[cfg(test)]
mod tests {
    use equipoise_analysis::selfcheck::{Check, SelfcheckResult};

    use super::{text, verdict};

    fn check(statistic: f64) -> Check {
        Check {
            kind: "dice".to_owned(),
            what: format!("pool: {statistic}"),
            samples: 10,
            statistic,
            allowed: 2.0,
            passed: statistic <= 2.0,
        }
    }

    #[test]
    fn failed_checks_are_shown_one_by_one() {
        let result = SelfcheckResult {
            schema: 1,
            seed: 7,
            false_alarm: 1e-7,
            passed: false,
            checks: vec![check(1.0), check(3.5)],
        };
        let text = text(&result);
        assert!(
            text.starts_with("Self-check with seed 7: 2 checks, 1 failed\n"),
            "{text}"
        );
        // The worst of the group, then the failed check by itself.
        assert!(
            text.contains("dice   pool       2  20       3.50       2.00     no"),
            "{text}"
        );
        assert!(
            text.contains("\nFailed\n") && text.contains("pool: 3.5"),
            "{text}"
        );
        let failure = verdict(&result).expect_err("a failed check");
        assert_eq!(failure.report(), 1);
    }
}
