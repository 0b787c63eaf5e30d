//! `equipoise resume`: goes on with an interrupted sweep, or extends a complete one.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use equipoise_simulator::{
    Journal, Kept, LoadError, Manifest, Order, load_tallies, read_manifest_or_shard, to_extend,
};

use super::sweep::{Saved as SavedSweep, Sweep, SweepArgs, parsed};
use crate::args::{Checkpoints, Output, Workers, runs};
use crate::failure::Failure;
use crate::output::note;
use crate::systems::{Front, System};
use equipoise_analysis::Game;
use equipoise_engine::text::counted;

/// Arguments of `resume`.
#[derive(Args)]
#[command(after_help = "\
DIR is the folder that the results belong to; what an interrupted sweep has played lies beside it in
DIR.partial. The run goes on to the same bits as if it had never stopped, with the seed, policy, options
and dataset it began with; another dataset or another version of the program is refused.

With --runs a complete run gets more battles per pairing: those it has are kept, and the result is that
of a run of so many at once. For a sweep with --until or --decide, N is the most battles of a pairing;
pairings that were cut off at the old number are played anew.

Examples:
  equipoise resume runs/mechastellar-standard-seed1
  equipoise resume runs/mechastellar-standard-seed1 --runs 10000")]
pub(crate) struct ResumeArgs {
    /// Folder for the results of the sweep
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Battles per pairing that a complete run is extended to, rounded up to an even number
    #[arg(long, value_name = "N", value_parser = runs())]
    pub(crate) runs: Option<u64>,
    /// Folder with the dataset, if it has moved
    #[arg(long, value_name = "DIR")]
    pub(crate) dataset: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) checkpoints: Checkpoints,
    #[command(flatten)]
    pub(crate) workers: Workers,
}

/// What lies at a folder for results.
pub(crate) enum Saved {
    /// A run that was interrupted.
    Unfinished(Box<Order>),
    /// A run, or a part of one, that is complete.
    Complete(Box<Manifest>),
}

pub(crate) fn run(output: &Output, args: &ResumeArgs) -> Result<(), Failure> {
    let (saved, order) = match Journal::order(&args.folder)? {
        Some(order) => (Saved::Unfinished(Box::new(order.clone())), order),
        None => {
            let manifest = read_manifest_or_shard(&args.folder).map_err(nothing_there)?;
            Journal::remove_leftovers(&args.folder)?;
            let order = Order::of(&manifest);
            (Saved::Complete(Box::new(manifest)), order)
        }
    };
    let system = System::named(&order.system)?;
    (system.resume)(output, args, saved)
}

/// What one hears who has named the wrong folder.
fn nothing_there(error: LoadError) -> Failure {
    match error.into() {
        Failure::Access(message) => Failure::Access(format!(
            "{message}; there is no unfinished run beside it either"
        )),
        other => other,
    }
}

/// Goes on with a run of this system.
pub(crate) fn resume<S: Front>(
    output: &Output,
    args: &ResumeArgs,
    saved: Saved,
) -> Result<(), Failure> {
    match saved {
        Saved::Unfinished(order) => go_on::<S>(output, args, &order),
        Saved::Complete(manifest) => extend::<S>(output, args, *manifest),
    }
}

fn go_on<S: Front>(output: &Output, args: &ResumeArgs, order: &Order) -> Result<(), Failure> {
    if let Some(asked) = args.runs
        && asked.next_multiple_of(2) != order.runs
    {
        return Err(Failure::Input(format!(
            "the run is unfinished, with {} per pairing; finish it without --runs, then extend it",
            counted(order.runs, "battle")
        )));
    }
    let again = arguments_of::<S>(args, order)?;
    let game = Game::<S>::new(&again.shared.request())?;
    let sweep = Sweep::new(output, &again, &game)?;
    same_plan(order, &sweep.order())?;
    let journal = Journal::open(sweep.place())?;
    let kept = journal.kept(sweep.plan())?;
    for path in &kept.damaged {
        let path = path.display();
        note(
            output,
            &format!("note: {path} is damaged; its battles are played again"),
        );
    }
    note(output, &format!("continuing: {}", sweep.progress(&kept)));
    sweep.play(journal, &kept)
}

fn extend<S: Front>(output: &Output, args: &ResumeArgs, manifest: Manifest) -> Result<(), Failure> {
    let runs = match args.runs.map(|runs| runs.next_multiple_of(2)) {
        Some(runs) if runs > manifest.runs => runs,
        Some(runs) if runs < manifest.runs => {
            return Err(Failure::Input(format!(
                "--runs {runs}: the run has {} per pairing already; expected more",
                counted(manifest.runs, "battle")
            )));
        }
        _ => return show(output, args, manifest, "the run is complete: nothing to do"),
    };
    let order = Order::of(&manifest);
    let before = arguments_of::<S>(args, &order)?;
    let after = with_runs(arguments_of::<S>(args, &order)?, runs);
    let game = Game::<S>::new(&before.shared.request())?;
    let played = Sweep::new(output, &before, &game)?;
    same_plan(&order, &played.order())?;
    let sweep = Sweep::new(output, &after, &game)?;
    if sweep.plan().runs() == manifest.runs {
        let why = "no pairing can need more battles: nothing to do";
        return show(output, args, manifest, why);
    }
    let tallies = load_tallies(&args.folder, &manifest, played.plan())?;
    let kept = Kept {
        tallies: to_extend(played.plan(), tallies),
        elapsed: Duration::try_from_secs_f64(manifest.elapsed_seconds).unwrap_or_default(),
        damaged: Vec::new(),
    };
    let mut journal = Journal::create(sweep.place(), &sweep.order())?;
    if let Err(error) = journal.append(sweep.plan(), &kept.tallies, kept.elapsed) {
        // The run itself holds all there is. What matters is why it cannot be extended.
        let _ = journal.discard();
        return Err(error.into());
    }
    note(output, &format!("extending: {}", sweep.progress(&kept)));
    sweep.play(journal, &kept)
}

/// Prints the summary of a run to which nothing is added.
fn show(output: &Output, args: &ResumeArgs, manifest: Manifest, why: &str) -> Result<(), Failure> {
    note(output, why);
    SavedSweep::read(&args.folder, manifest)?.print(output)
}

/// The arguments that the run was made by, but for what changes no result.
fn arguments_of<S: Front>(args: &ResumeArgs, order: &Order) -> Result<SweepArgs<S>, Failure> {
    let mut again = planned_again::<S>(order, args.dataset.clone())?;
    again.out = Some(args.folder.clone());
    again.checkpoints = args.checkpoints;
    again.workers = args.workers;
    Ok(again)
}

/// The arguments of a saved run, if this program would play the same battles.
pub(super) fn planned_again<S: Front>(
    order: &Order,
    dataset: Option<PathBuf>,
) -> Result<SweepArgs<S>, Failure> {
    let version = env!("CARGO_PKG_VERSION");
    if order.version != version {
        return Err(Failure::Input(format!(
            "the run was made by version {} of equipoise, this is {version}: battles may differ",
            order.version
        )));
    }
    if order.arguments.is_empty() {
        return Err(Failure::Input(
            "the run was saved without exact tallies, by an earlier version; play it again".into(),
        ));
    }
    let mut again = parsed::<S>(&order.arguments)?;
    if dataset.is_some() {
        again.shared.data.dataset = dataset;
    }
    Ok(again)
}

/// Refuses to go on where the battles would not be those of the run.
pub(super) fn same_plan(saved: &Order, now: &Order) -> Result<(), Failure> {
    match saved.difference(now) {
        None => Ok(()),
        Some(difference) => Err(Failure::Input(format!(
            "the battles would not be those of the run: {} was {}, is now {}",
            difference.what, difference.expected, difference.got
        ))),
    }
}

fn with_runs<S: Front>(mut args: SweepArgs<S>, runs: u64) -> SweepArgs<S> {
    if args.precision.until.is_some() || args.precision.decide.is_some() {
        args.precision.max_runs = Some(runs);
    } else {
        args.runs = Some(runs);
    }
    args
}
