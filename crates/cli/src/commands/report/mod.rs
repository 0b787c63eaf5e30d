//! `equipoise report`: the report of a saved run, without playing it again.

use std::path::{Path, PathBuf};

use clap::Args;
use equipoise_analysis::Error;
use equipoise_analysis::prices::PriceMapResult;
use equipoise_analysis::sweep::read_prices;
use equipoise_report::{Document, Outputs, ReportError, ReportInput, StagedReport, headline};
use equipoise_simulator::{LoadError, MANIFEST, Manifest, SavedRun, Tables, add_files, load};
use serde_json::json;

use crate::args::Output;
use crate::commands::chart::read_document;
use crate::failure::{Failure, report_error};
use crate::interrupt;
use crate::output::{note, print_result};
use crate::table::Table;

/// Arguments of `report`.
#[derive(Debug, Args)]
#[command(after_help = "\
RESULTS is a folder written by `equipoise sweep`. The report is made from its manifest, tables and price
map and equals the one that the sweep wrote; no battles are played.

Each FILE is one result printed with --format json by points, odds, duel --trace, battle, variant, whatif,
compare, ladder or audit upgrades; its chart follows those of the run (`equipoise chart` draws it alone).

Charts are always written, as charts/*.svg. --html, --markdown and --png choose what else is written;
without them it is report.html. The page is self-contained; report.md links to the chart files, so
move them together. An earlier report is replaced once the new one is complete.

Examples:
  equipoise report runs/mechastellar-standard-seed1
  equipoise report runs/mechastellar-standard-seed1 --out public --html --markdown
  equipoise report runs/mechastellar-standard-seed1 --out slides --png
  equipoise points --format json > points.json
  equipoise report runs/mechastellar-standard-seed1 points.json --out public")]
pub(crate) struct ReportArgs {
    /// Folder of a saved run
    #[arg(value_name = "RESULTS")]
    pub(crate) results: PathBuf,
    /// JSON of other results, to add their charts
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Folder for the report [default: RESULTS]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Writes report.html [default, unless --markdown or --png]
    #[arg(long)]
    pub(crate) html: bool,
    /// Writes report.md
    #[arg(long)]
    pub(crate) markdown: bool,
    /// Also writes the charts as PNG, charts/*.png
    #[arg(long)]
    pub(crate) png: bool,
}

impl ReportArgs {
    fn outputs(&self) -> Outputs {
        Outputs {
            html: self.html || !(self.markdown || self.png),
            markdown: self.markdown,
            png: self.png,
        }
    }

    fn place(&self) -> &Path {
        self.out.as_deref().unwrap_or(&self.results)
    }
}

pub(crate) fn run(output: &Output, args: &ReportArgs) -> Result<(), Failure> {
    interrupt::watch()?;
    let results = args.files.iter().map(|file| read_document(file));
    let results: Vec<Document> = results.collect::<Result<_, _>>()?;
    let SavedRun { manifest, tables } = saved_run(&args.results)?;
    let (pairings, units) = (tables.results.height(), tables.units.height());
    check_rows(&args.results, "results", manifest.pairings, pairings)?;
    check_rows(&args.results, "units", manifest.units, units)?;
    let digest = manifest.digest.clone();
    let input = report_input(&tables, manifest, read_prices(&args.results)?)?;
    interrupt::check()?;
    note(output, "drawing charts and writing the report");
    let files = write_report(&input, &results, args.outputs(), args.place())?;
    let finding = headline(&input);
    let files = files.iter().map(|file| file.display().to_string());
    let files: Vec<String> = files.collect();
    let text = || {
        let lines: String = files.iter().map(|file| format!("{file}\n")).collect();
        format!("{finding}\n\n{lines}")
    };
    let written = json!({"schema": 1, "headline": finding, "digest": digest, "files": files});
    let table = || Table::of_fields(files.iter().map(|file| json!({"file": file})), "file");
    print_result(output, &written, text, table)
}

/// A run with its price map, if it has one.
pub(crate) fn report_input(
    tables: &Tables,
    manifest: Manifest,
    prices: Option<PriceMapResult>,
) -> Result<ReportInput, ReportError> {
    let input = ReportInput::new(tables, manifest)?;
    Ok(match prices {
        None => input,
        Some(map) => input.priced_by(map),
    })
}

/// Writes a report, unless Ctrl-C is pressed first, and returns its files.
///
/// In the folder of a run they become files of the run: a later sweep may replace them.
pub(crate) fn write_report(
    input: &ReportInput,
    results: &[Document],
    outputs: Outputs,
    place: &Path,
) -> Result<Vec<PathBuf>, Error> {
    let staged = StagedReport::write(input, results, outputs, place).map_err(report_error)?;
    interrupt::check()?;
    let files = staged.files().to_vec();
    let written = staged.commit().map_err(report_error)?;
    if place.join(MANIFEST).is_file() {
        add_files(place, &files)?;
    }
    Ok(written)
}

/// The run in a folder; a folder without one is the user's mistake, not the system's.
fn saved_run(folder: &Path) -> Result<SavedRun, Error> {
    match load(folder) {
        Err(LoadError::Io { .. }) if folder.is_dir() && !folder.join(MANIFEST).exists() => {
            Err(Error::Input(format!(
                "{} contains no run: expected {MANIFEST} and the tables, as `equipoise sweep` writes them",
                folder.display()
            )))
        }
        loaded => Ok(loaded?),
    }
}

/// Tables and manifest must be of one run.
fn check_rows(folder: &Path, table: &str, expected: u64, rows: usize) -> Result<(), Failure> {
    if rows as u64 == expected {
        return Ok(());
    }
    let path = folder.join(format!("{table}.parquet"));
    Err(Failure::Input(format!(
        "{}: expected {expected} rows as in {MANIFEST}, got {rows}",
        path.display()
    )))
}
