//! `equipoise sweep`: all units of a grid, into tables, charts and a report.

mod command_line;
mod summary;

use std::path::PathBuf;
use std::time::Instant;

use equipoise_report::{Outputs, ReportInput};
use equipoise_simulator::{
    Control, Manifest, Plan, Provenance, Staged, Stopping, Tables, Tally, run as play,
};

use crate::args::{Output, SweepArgs, Workers};
use crate::commands::duel::note_rounding;
use crate::commands::report::{report_input, write_report};
use crate::failure::Failure;
use crate::game::Game;
use crate::interrupt;
use crate::output::{note, print_as};
use crate::progress::Bar;
use crate::systems::Front;

use summary::Summary;

/// The report beside the tables of a sweep.
const EVERYTHING_DRAWN: Outputs = Outputs {
    html: true,
    markdown: false,
    png: true,
};

pub(crate) fn run<S: Front>(output: &Output, args: &SweepArgs<S>) -> Result<(), Failure> {
    let game = Game::<S>::new(&args.shared)?;
    let runs = args.runs.unwrap_or_else(|| args.grid.default_runs());
    let (runs, stopping) = args.precision.battles(runs)?;
    let (plan, units) = game.sweep(args.grid, runs)?;
    let plan = plan.stopping_by(stopping);
    note_rounding(output, runs, &plan);
    let cancel = interrupt::watch()?;
    // Before the battles: a folder that cannot be written should not cost a minute.
    let staged = Staged::create(&out_folder(args))?;
    let started = Instant::now();
    let compile = |a: usize, b: usize| game.compile(units[a], units[b]);
    let bar = match stopping {
        Stopping::Fixed => Bar::new(output, plan.battles()),
        Stopping::HalfWidth(_) | Stopping::Decide(_) => {
            Bar::of_pairings(output, plan.cells().len() as u64)
        }
    };
    let threads = thread_count(args.workers);
    let control = Control {
        threads: Some(threads),
        progress: &bar,
        cancel,
    };
    let tallies = play::<S, _, _>(&plan, compile, control);
    bar.finish();
    let made = Provenance {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        command: command_line::repeating(args, &plan),
        elapsed_seconds: started.elapsed().as_secs_f64(),
        threads: threads as u64,
    };
    let saved = save(output, staged, &plan, tallies?, made)?;
    let summary = Summary::new(&saved.manifest, &saved.report, &saved.folder);
    print_as(
        output.format,
        || summary.text(),
        || summary.json(),
        || summary.table(),
    )
}

fn out_folder<S: Front>(args: &SweepArgs<S>) -> PathBuf {
    let named = || {
        let (system, grid, seed) = (S::NAME, args.grid.name(), args.shared.seed);
        PathBuf::from("runs").join(format!("{system}-{grid}-seed{seed}"))
    };
    args.out.clone().unwrap_or_else(named)
}

fn thread_count(workers: Workers) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    workers.threads.map_or_else(cores, usize::from)
}

struct Saved {
    folder: PathBuf,
    manifest: Manifest,
    report: ReportInput,
}

fn save(
    output: &Output,
    staged: Staged,
    plan: &Plan,
    tallies: Vec<Tally>,
    made: Provenance,
) -> Result<Saved, Failure> {
    note(output, "writing tables, charts and report");
    let manifest = Manifest::new(plan, &tallies, made);
    let tables = Tables::new(plan, &tallies)?;
    // A large run has a hundred thousand of them, and the tables hold all that is needed.
    drop(tallies);
    staged.write_tables(&tables)?;
    let report = report_input(&manifest, tables)?;
    write_report(&report, EVERYTHING_DRAWN, staged.folder())?;
    let folder = staged.commit(&manifest)?;
    Ok(Saved {
        folder,
        manifest,
        report,
    })
}
