//! `equipoise merge`: makes one run of the shards of a sweep.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use equipoise_simulator::{
    Manifest, Order, Plan, Shard, Tally, load_tallies, plan_digest, read_manifest_or_shard,
};

use super::resume::planned_again;
use super::sweep::{Sitting, Sweep, refuse_unfinished};
use crate::args::Output;
use crate::failure::Failure;
use crate::systems::{Front, System};
use equipoise_analysis::Game;

/// Arguments of `merge`.
#[derive(Args)]
#[command(after_help = "\
Each DIR is a folder written by `equipoise sweep --shard K/N`, all with the same arguments but for K. Every
shard must be there once. The result is that of the sweep without --shard, to the bit.

Example:
  equipoise merge runs/mechastellar-standard-seed1-shard*of16 --out runs/whole")]
pub(crate) struct MergeArgs {
    /// Folders with the shards
    #[arg(value_name = "DIR", required = true)]
    pub(crate) folders: Vec<PathBuf>,
    /// Folder for the results [default: runs/SYSTEM-GRID-seedN]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Folder with the dataset, if it has moved
    #[arg(long, value_name = "DATASET")]
    pub(crate) dataset: Option<PathBuf>,
}

/// A shard that has been played.
pub(crate) struct Part {
    folder: PathBuf,
    shard: Shard,
    manifest: Manifest,
}

impl Part {
    fn read(folder: &Path) -> Result<Self, Failure> {
        let manifest = read_manifest_or_shard(folder)?;
        match manifest.shard {
            Some(shard) => Ok(Self {
                folder: folder.to_owned(),
                shard,
                manifest,
            }),
            None => Err(Failure::Input(format!(
                "{}: expected a shard of a run, got a whole one",
                folder.display()
            ))),
        }
    }
}

pub(crate) fn run(output: &Output, args: &MergeArgs) -> Result<(), Failure> {
    let parts = args.folders.iter().map(|folder| Part::read(folder));
    let mut parts: Vec<Part> = parts.collect::<Result<_, _>>()?;
    parts.sort_by_key(|part| part.shard);
    check_agreement(&parts)?;
    check_completeness(&parts)?;
    let system = System::named(&parts[0].manifest.system)?;
    (system.merge)(output, args, &parts)
}

/// Puts the shards of a sweep of this system together, which are sorted and complete.
pub(crate) fn merge<S: Front>(
    output: &Output,
    args: &MergeArgs,
    parts: &[Part],
) -> Result<(), Failure> {
    let order = Order::of(&parts[0].manifest);
    let mut whole = planned_again::<S>(&order, args.dataset.clone())?;
    whole.shard = None;
    whole.out.clone_from(&args.out);
    let game = Game::<S>::new(&whole.shared.request())?;
    let sweep = Sweep::new(output, &whole, &game)?;
    let otherwise = "name another folder with --out";
    refuse_unfinished(sweep.place(), &sweep.order(), otherwise)?;
    let tallies = put_together(sweep.plan(), parts)?;
    sweep.save(tallies, sittings(parts), None)?.print(output)
}

fn put_together(plan: &Plan, parts: &[Part]) -> Result<Vec<Tally>, Failure> {
    let mut tallies = vec![Tally::default(); plan.cells().len()];
    for part in parts {
        let held = plan.clone().part(part.shard);
        let now = plan_digest(&held);
        if part.manifest.plan != now {
            return Err(Failure::Input(format!(
                "{}: the battles are not those of this plan: digest of the plan was {}, is now {now}",
                part.folder.display(),
                part.manifest.plan
            )));
        }
        let mine = load_tallies(&part.folder, &part.manifest, &held)?;
        let places = (0..tallies.len()).filter(|&place| part.shard.holds(place));
        for (place, tally) in places.zip(mine) {
            tallies[place] = tally;
        }
    }
    Ok(tallies)
}

/// All sittings as one: their time together, the most threads.
fn sittings(parts: &[Part]) -> Sitting {
    let seconds = parts.iter().map(|part| part.manifest.elapsed_seconds).sum();
    let threads = parts.iter().map(|part| part.manifest.threads).max();
    Sitting {
        elapsed: Duration::try_from_secs_f64(seconds).unwrap_or_default(),
        threads: threads.unwrap_or_default(),
    }
}

/// All must be shards of the same run.
fn check_agreement(parts: &[Part]) -> Result<(), Failure> {
    let [first, rest @ ..] = parts else {
        return Err(Failure::Input("expected a folder".into()));
    };
    for part in rest {
        let (left, right) = (first.folder.display(), part.folder.display());
        let (mine, theirs) = (common_order(&first.manifest), common_order(&part.manifest));
        if let Some(difference) = mine.difference(&theirs) {
            return Err(Failure::Input(format!(
                "{left} and {right} are of different runs: {}: {} and {}",
                difference.what, difference.expected, difference.got
            )));
        }
        if first.shard.of() != part.shard.of() {
            return Err(Failure::Input(format!(
                "{left} is shard {}, {right} is shard {}: of different numbers of shards",
                first.shard, part.shard
            )));
        }
    }
    Ok(())
}

/// What the shards of a run have in common.
fn common_order(manifest: &Manifest) -> Order {
    let mut order = Order::of(manifest);
    order.shard = None;
    order.plan = String::new();
    order
}

/// Every shard must be there once; the parts are sorted.
fn check_completeness(parts: &[Part]) -> Result<(), Failure> {
    if let Some(pair) = parts.windows(2).find(|pair| pair[0].shard == pair[1].shard) {
        return Err(Failure::Input(format!(
            "shard {} is there twice: {} and {}",
            pair[0].shard,
            pair[0].folder.display(),
            pair[1].folder.display()
        )));
    }
    let of = parts[0].shard.of();
    let is_there = |number: &u32| parts.iter().any(|part| part.shard.part() == *number);
    let missing: Vec<String> = (1..=of)
        .filter(|number| !is_there(number))
        .map(|number| format!("{number}/{of}"))
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(Failure::Input(format!(
        "{} of {of} shards are missing: {}",
        missing.len(),
        missing.join(", ")
    )))
}
