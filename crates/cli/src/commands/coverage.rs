//! `equipoise coverage`: how often each kind of interval contains the true value.

use clap::{Args, value_parser};
use equipoise_analysis::coverage;
use equipoise_analysis::coverage::{Agreement, CoverageRequest, CoverageResult, CoverageRow};
use equipoise_engine::text::grouped;
use serde_json::json;

use crate::args::{Output, Workers};
use crate::failure::Failure;
use crate::output::print_result;
use crate::progress::Terminal;
use crate::table::Table;

/// Arguments of `coverage`.
#[derive(Debug, Args)]
#[command(after_help = "\
Each replicate plays random games, computes an interval as the other commands do, and checks whether
it contains the true value. The games are those of the toy system, where a side of strength a beats
one of strength b with probability a / (a + b), so the true value is known. The table shows the
coverage of each kind of interval, with its standard error, beside the nominal coverage.

Ends with exit code 1 if a coverage is off by more than five standard errors.

Examples:
  equipoise coverage
  equipoise coverage --replicates 1000 --only points
  equipoise coverage --seed 7 --format csv")]
pub(crate) struct CoverageArgs {
    /// Replicates of each kind of interval
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = value_parser!(u64).range(20..=10_000_000))]
    replicates: u64,
    /// Only the rows whose name contains this text
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Master seed of all draws
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    workers: Workers,
}

pub(crate) fn run(output: &Output, args: &CoverageArgs) -> Result<(), Failure> {
    let request = CoverageRequest {
        replicates: args.replicates,
        only: args.only.clone(),
        seed: args.seed,
    };
    let terminal = Terminal::new(output)?;
    let result = coverage(&request, terminal.control(args.workers))?;
    print_result(output, &result, || text(&result), || table(&result))?;
    verdict(&result)
}

/// Said where some rows have fewer replicates than were asked for.
const FEWER: &str = "Kinds that are costly to compute have a half to a tenth of the replicates.\n";

/// Exit code 1 if a coverage is off.
fn verdict(result: &CoverageResult) -> Result<(), Failure> {
    let broken = result.rows.iter().filter(|row| row.kept == Agreement::No);
    let broken: Vec<&str> = broken.map(|row| row.interval.as_str()).collect();
    if broken.is_empty() {
        return Ok(());
    }
    let message = format!("intervals whose coverage is off: {}", broken.join(", "));
    Err(Failure::Check(message))
}

fn nominal(row: &CoverageRow) -> String {
    let (least, most) = (100.0 * row.least, 100.0 * row.most);
    if row.most < 1.0 {
        format!("{least:.0} to {most:.0} %")
    } else {
        format!("at least {least:.0} %")
    }
}

fn text(result: &CoverageResult) -> String {
    let mut shown = Table::new(&[
        "interval", "games", "nominal", "coverage", "± error", "in range",
    ]);
    let percent = |share: Option<f64>| format!("{:.2} %", 100.0 * share.unwrap_or(f64::NAN));
    for row in &result.rows {
        shown.push(vec![
            json!(row.interval),
            json!(row.games),
            json!(nominal(row)),
            json!(percent(row.held)),
            json!(percent(row.error)),
            json!(row.kept),
        ]);
    }
    let fewer = result
        .rows
        .iter()
        .any(|row| row.replicates < result.replicates);
    format!(
        "Coverage of 95 % intervals: {} replicates of each, seed {}\n\n{}\n\
         Coverage: share of intervals that contain the true value, with its standard error.\n{}",
        grouped(result.replicates),
        result.seed,
        shown.to_text(),
        if fewer { FEWER } else { "" }
    )
}

fn table(result: &CoverageResult) -> Table {
    let columns = "interval games replicates intervals least most held error kept";
    Table::of_fields(&result.rows, columns)
}
