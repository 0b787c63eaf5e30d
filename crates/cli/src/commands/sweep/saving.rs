//! Writes the results of a sweep, and shows those of a saved one.

use std::path::{Path, PathBuf};
use std::time::Duration;

use equipoise_report::{Outputs, ReportInput};
use equipoise_simulator::{Manifest, Plan, Provenance, Shard, Staged, Tables, Tally, load};
use serde_json::json;

use super::command_line::line;
use super::summary::{Summary, rate};
use crate::args::Output;
use crate::commands::report::{report_input, write_report};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{note, print_as};
use crate::table::Table;
use equipoise_engine::text::counted;

/// The report beside the tables of a sweep.
const EVERYTHING_DRAWN: Outputs = Outputs {
    html: true,
    markdown: false,
    png: true,
};

/// How the battles were played.
#[derive(Clone, Copy)]
pub(crate) struct Sitting {
    /// How long they took, those of earlier sittings included.
    pub(crate) elapsed: Duration,
    /// Worker threads.
    pub(crate) threads: u64,
}

impl Sitting {
    /// As the manifest of a run tells it that these words make.
    pub(super) fn made_by(self, arguments: Vec<String>) -> Provenance {
        Provenance {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            command: line(&arguments),
            arguments,
            elapsed_seconds: self.elapsed.as_secs_f64(),
            threads: self.threads,
        }
    }
}

/// A run, or a part of one, that lies complete at its place.
pub(crate) struct Saved {
    folder: PathBuf,
    manifest: Manifest,
    /// What a whole run shows.
    report: Option<ReportInput>,
}

impl Saved {
    /// Writes the results of a plan: of a whole one tables, charts and report, of a part its tallies.
    pub(super) fn write(
        output: &Output,
        plan: &Plan,
        tallies: Vec<Tally>,
        made: Provenance,
        staged: Staged,
    ) -> Result<Self, Failure> {
        let manifest = Manifest::new(plan, &tallies, made);
        staged.write_tallies(plan, &tallies)?;
        let report = match plan.shard() {
            Some(_) => None,
            None => Some(write_results(output, &staged, plan, tallies, &manifest)?),
        };
        interrupt::check()?;
        let folder = staged.commit(&manifest)?;
        Ok(Self {
            folder,
            manifest,
            report,
        })
    }

    /// Reads what has been written to `folder`, with this manifest.
    pub(crate) fn read(folder: &Path, manifest: Manifest) -> Result<Self, Failure> {
        let report = match manifest.shard {
            Some(_) => None,
            None => Some(report_input(&manifest, load(folder)?.tables)?),
        };
        Ok(Self {
            folder: folder.to_owned(),
            manifest,
            report,
        })
    }

    /// Prints what stands out in it.
    pub(crate) fn print(&self, output: &Output) -> Result<(), Failure> {
        let Some(report) = &self.report else {
            return self.print_part(output);
        };
        let summary = Summary::new(&self.manifest, report, &self.folder);
        print_as(
            output.format,
            || summary.text(),
            || summary.json(),
            || summary.table(),
        )
    }

    fn print_part(&self, output: &Output) -> Result<(), Failure> {
        let (run, folder) = (&self.manifest, self.folder.display().to_string());
        let shard = run.shard.map(|shard: Shard| shard.to_string());
        let shard = shard.unwrap_or_default();
        let text = || {
            format!(
                "Shard {shard} of {}, grid {}, policy {}, seed {}\n{}, {} in {:.1} s on {}\n\n\
                 folder  {folder}\ndigest  {}\n\n`equipoise merge` puts the shards together.\n",
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
        let json = || {
            json!({
                "schema": 1,
                "folder": folder,
                "manifest": run,
                "battles_per_second": rate(run),
            })
        };
        let table = || {
            let mut table = Table::new(&["shard", "pairings", "battles", "digest"]);
            table.push(vec![
                json!(shard),
                json!(run.pairings),
                json!(run.battles),
                json!(run.digest),
            ]);
            table
        };
        print_as(output.format, text, json, table)
    }
}

fn write_results(
    output: &Output,
    staged: &Staged,
    plan: &Plan,
    tallies: Vec<Tally>,
    manifest: &Manifest,
) -> Result<ReportInput, Failure> {
    note(output, "writing tables, charts and report");
    let tables = Tables::new(plan, &tallies)?;
    // A large run has a hundred thousand of them, and the tables hold all that is needed.
    drop(tallies);
    staged.write_tables(&tables)?;
    let report = report_input(manifest, tables)?;
    write_report(&report, &[], EVERYTHING_DRAWN, staged.folder())?;
    Ok(report)
}
