//! `equipoise baseline`: writes down how balance stands.

mod args;

use std::path::Path;

use equipoise_analysis::Control;
use equipoise_analysis::baseline::{Baseline, BaselineRequest, BaselineSummary, baseline};
use equipoise_engine::text::counted;
use equipoise_report::level;

use crate::args::Output;
use crate::failure::Failure;
use crate::numbers::{percent, percentage_points as points};
use crate::output::print_result;
use crate::progress::Terminal;
use crate::table::Table;
use crate::whole_file::WholeFile;
use equipoise_engine::front_end::FrontEnd;

pub(crate) use args::BaselineArgs;

pub(crate) fn run<S: FrontEnd>(output: &Output, args: &BaselineArgs<S>) -> Result<(), Failure> {
    let terminal = Terminal::new(output)?;
    let control = terminal.control(args.workers);
    let (baseline, summary) = record(&args.request()?, &args.out, args.force, control)?;
    print_result(output, &summary, || text(&summary), || table(&baseline))
}

/// Plays a baseline and writes it into a file, in the place of an earlier one or, with `force`, of any other.
pub(crate) fn record(
    request: &BaselineRequest,
    out: &Path,
    force: bool,
    control: Control<'_>,
) -> Result<(Baseline, BaselineSummary), Failure> {
    if !force {
        check_replaceable(out)?;
    }
    // Before the battles: a file that cannot be written should not cost a minute.
    let file = WholeFile::create(out)?;
    let baseline = baseline(request, control)?;
    file.commit(&baseline.to_toml())?;
    let summary = baseline.summary(out)?;
    Ok((baseline, summary))
}

/// Refuses to put a baseline in the place of a file that is none.
fn check_replaceable(path: &Path) -> Result<(), Failure> {
    if !path.is_file() {
        return Ok(());
    }
    Baseline::read(path).map(drop).map_err(|_| {
        Failure::Access(format!(
            "{} exists and is not a baseline; choose another file or use --force",
            path.display()
        ))
    })
}

fn text(summary: &BaselineSummary) -> String {
    let BaselineSummary {
        played_by,
        seed,
        grid,
        margin,
        alpha,
        half_width,
        digest,
        file,
        prices,
        ..
    } = summary;
    let prices = prices.as_ref().map_or_else(String::new, |map| {
        format!(
            "  price map of {}: {} of random armies of {} points, table {}, digest {}\n  \
             implied prices known to a standard error of {} in the median, all held to {}\n",
            counted(map.units, "unit"),
            counted(map.battles, "battle"),
            map.budget,
            map.scenario,
            map.digest,
            percent(map.median_error),
            level(map.margin),
        )
    });
    format!(
        "Baseline of {}, grid {grid}, policy {}, seed {seed}\n  \
         {}, {}: each score known to ± {} percentage points, all at once at {}\n  \
         made for a margin of {} percentage points at alpha {alpha}; a gate takes at most {}\n\
         {prices}written  {file}\ndigest   {digest}\n",
        played_by.system,
        played_by.policy,
        counted(summary.pairings, "pairing"),
        counted(summary.battles, "battle"),
        points(*half_width),
        level(1.0 - alpha / 2.0),
        points(*margin),
        counted(summary.gate_battles_at_most, "battle"),
    )
}

fn table(baseline: &Baseline) -> Table {
    Table::of_fields(&baseline.pairings, "a b battles wins_a=wins draws")
}
