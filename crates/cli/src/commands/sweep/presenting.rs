//! What the command line adds to a saved sweep: charts, a report, the command that repeats it.

use std::path::Path;

use equipoise_analysis::Error;
use equipoise_analysis::prices::PriceMapResult;
use equipoise_analysis::sweep::{Presenter, SavedSweep, SweepRequest, Unfinished};
use equipoise_report::{Outputs, ReportInput};
use equipoise_simulator::{Manifest, Shard, Tables};
use serde_json::{Value, json};

use super::request::repeating;
use super::summary::{Summary, rate};
use crate::args::Output;
use crate::commands::report::{report_input, write_report};
use crate::failure::{Failure, report_error};
use crate::output::print_as;
use crate::shell::resuming;
use crate::table::Table;
use equipoise_engine::text::counted;

/// The report beside the tables of a sweep.
const EVERYTHING_DRAWN: Outputs = Outputs {
    html: true,
    markdown: false,
    png: true,
};

/// Draws the charts of a run and writes its report.
#[derive(Clone, Copy)]
pub(crate) struct Report;

impl Presenter for Report {
    type View = ReportInput;

    const FILES: &'static str = "tables, charts and report";

    fn command(&self, request: &SweepRequest) -> String {
        repeating(request)
    }

    fn view(
        &self,
        manifest: &Manifest,
        tables: Tables,
        prices: Option<PriceMapResult>,
        folder: Option<&Path>,
    ) -> Result<ReportInput, Error> {
        let input = report_input(&tables, manifest.clone(), prices).map_err(report_error)?;
        if let Some(folder) = folder {
            write_report(&input, &[], EVERYTHING_DRAWN, folder)?;
        }
        Ok(input)
    }
}

/// Prints what stands out in a saved sweep.
pub(crate) fn print_saved(output: &Output, saved: &SavedSweep<ReportInput>) -> Result<(), Failure> {
    let Some(report) = &saved.view else {
        return print_part(output, saved);
    };
    let summary = Summary::new(report, &saved.folder);
    print_as(
        output.format,
        || summary.text(),
        || summary.json(),
        || summary.table(),
    )
}

/// What `--format json` prints of a saved sweep, or of a shard of one.
pub(crate) fn saved_json(saved: &SavedSweep<ReportInput>) -> Value {
    match &saved.view {
        Some(report) => Summary::new(report, &saved.folder).json(),
        None => json!({
            "schema": 1,
            "folder": saved.folder.display().to_string(),
            "manifest": saved.manifest,
            "battles_per_second": rate(&saved.manifest),
        }),
    }
}

fn print_part(output: &Output, saved: &SavedSweep<ReportInput>) -> Result<(), Failure> {
    let (run, folder) = (&saved.manifest, saved.folder.display().to_string());
    let shard = run.shard.map(|shard: Shard| shard.to_string());
    let shard = shard.unwrap_or_default();
    let text = || {
        format!(
            "Shard {shard} of {}, grid {}, policy {}, seed {}\n{}, {} in {:.1} s on {}\n\n\
             folder  {folder}\ndigest  {}\n\nMerge the shards with `equipoise merge`.\n",
            run.system,
            run.grid,
            run.policy,
            run.seed,
            counted(run.pairings, "pairing"),
            counted(run.battles, "battle"),
            run.elapsed_seconds,
            counted(run.threads, "thread"),
            run.digest,
        )
    };
    let json = || saved_json(saved);
    let table = || Table::of_fields([run], "shard pairings battles digest");
    print_as(output.format, text, json, table)
}

/// The failure of a command that saves a run; where an unfinished run is in the way, `otherwise` says
/// what can be done but continue it.
pub(crate) fn failure(error: Error, otherwise: &str) -> Failure {
    let Error::Unfinished {
        place,
        folder,
        unfinished,
    } = error
    else {
        return error.into();
    };
    let what = match unfinished {
        Unfinished::Same => "this run, unfinished".to_owned(),
        Unfinished::Other(request) => {
            let command = serde_json::from_value(request).map(|request| repeating(&request));
            format!("another run, unfinished: {}", command.unwrap_or_default())
        }
        Unfinished::Unreadable(why) => {
            return Failure::Input(format!(
                "{why}\nthis unfinished run cannot be continued; {otherwise}"
            ));
        }
    };
    Failure::Input(format!(
        "{} contains {what}\nto continue it: {}\nelse {otherwise}",
        folder.display(),
        resuming(&place),
    ))
}
