//! The table of promises and how they were kept.

use equipoise_engine::text::grouped;
use serde_json::{Value, json};

use super::CoverageArgs;
use super::promise::{Kept, Promise};
use crate::args::Output;
use crate::failure::Failure;
use crate::output::print_as;
use crate::table::Table;

type Row = (Promise, Kept);

pub(super) fn print(output: &Output, args: &CoverageArgs, rows: &[Row]) -> Result<(), Failure> {
    print_as(
        output.format,
        || text(args, rows),
        || json(args, rows),
        || table(rows),
    )
}

/// `yes` inside of what was promised, `no` where chance does not explain it, else `unclear`.
fn verdict(promise: &Promise, kept: &Kept) -> &'static str {
    if promise.is_broken(kept) {
        "no"
    } else if promise.is_kept(kept) {
        "yes"
    } else {
        "unclear"
    }
}

fn promised(promise: &Promise) -> String {
    let (least, most) = (100.0 * promise.least, 100.0 * promise.most);
    if promise.most < 1.0 {
        format!("{least:.0} to {most:.0} %")
    } else {
        format!("at least {least:.0} %")
    }
}

fn text(args: &CoverageArgs, rows: &[Row]) -> String {
    let mut shown = Table::new(&["interval", "games", "promised", "held", "± error", "kept"]);
    for (promise, kept) in rows {
        shown.push(vec![
            json!(promise.what),
            json!(promise.games),
            json!(promised(promise)),
            json!(format!("{:.2} %", 100.0 * kept.share())),
            json!(format!("{:.2} %", 100.0 * kept.error())),
            json!(verdict(promise, kept)),
        ]);
    }
    format!(
        "Do the intervals keep their word? {} replicates of each, seed {}; all at 95 %\n\n{}\n\
         Held: share of intervals that hold the truth, with its own standard error.\n",
        grouped(args.replicates),
        args.seed,
        shown.to_text()
    )
}

fn json(args: &CoverageArgs, rows: &[Row]) -> Value {
    json!({
        "schema": 1,
        "seed": args.seed,
        "replicates": args.replicates,
        "confidence": equipoise_simulator::CONFIDENCE,
        "rows": table(rows).to_json(),
    })
}

fn table(rows: &[Row]) -> Table {
    let columns = [
        "interval",
        "games",
        "replicates",
        "intervals",
        "least",
        "most",
        "held",
        "error",
        "kept",
    ];
    let mut table = Table::new(&columns);
    for (promise, kept) in rows {
        table.push(vec![
            json!(promise.what),
            json!(promise.games),
            json!(kept.replicates),
            json!(kept.intervals()),
            json!(promise.least),
            json!(promise.most),
            json!(kept.share()),
            json!(kept.error()),
            json!(verdict(promise, kept)),
        ]);
    }
    table
}
