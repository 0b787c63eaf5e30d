//! Makes one run of the shards of a sweep.

use std::path::{Path, PathBuf};
use std::time::Duration;

use equipoise_engine::front_end::FrontEnd;
use equipoise_simulator::{
    LoadError, Manifest, Plan, PlanFile, PlanIdentity, Shard, Tally, load_tallies, plan_digest,
    read_manifest_or_shard,
};
use serde::{Deserialize, Serialize};

use super::planned::{Planned, request_of};
use super::playing::refuse_unfinished;
use super::request::{Presenter, SweepRequest};
use super::saved::{Outcome, SavedSweep, Session};
use crate::control::Control;
use crate::error::Error;
use crate::game::Game;
use crate::games::with_game;

/// Which shards are put together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MergeRequest {
    /// Folders of the shards: every shard of one sweep, once.
    pub folders: Vec<PathBuf>,
    /// Folder of the run; [`SweepRequest::default_place`] unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<PathBuf>,
    /// Folder of the dataset, if it has moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dataset: Option<PathBuf>,
}

/// A shard that has been played.
struct Part<'a> {
    folder: &'a Path,
    shard: Shard,
    manifest: Manifest,
}

impl<'a> Part<'a> {
    fn new(folder: &'a Path, manifest: Manifest) -> Result<Self, Error> {
        match manifest.shard {
            Some(shard) => Ok(Self {
                folder,
                shard,
                manifest,
            }),
            None => Err(Error::Input(format!(
                "{}: expected a shard, got a complete run",
                folder.display()
            ))),
        }
    }
}

/// Makes one run of the shards of a sweep: the same bits as the whole sweep played at once.
///
/// # Errors
/// When a folder holds no shard, the shards are not all of one sweep, or something cannot be read or
/// written.
pub fn merge<P: Presenter>(
    request: &MergeRequest,
    presenter: &P,
    control: Control<'_>,
) -> Result<SavedSweep<P::View>, Error> {
    let (mut parts, mut unfinished) = (Vec::new(), Vec::new());
    for folder in &request.folders {
        match read_manifest_or_shard(folder) {
            Err(error @ LoadError::Unfinished { .. }) => unfinished.push(error.to_string()),
            manifest => parts.push(Part::new(folder, manifest?)?),
        }
    }
    parts.sort_by_key(|part| part.shard);
    let complete = check_agreement(&parts).and_then(|()| check_completeness(&parts));
    if !unfinished.is_empty() {
        // All that is missing at once, whether it has begun or not.
        let missing = complete.err().filter(|_| !parts.is_empty());
        unfinished.extend(missing.map(|error| error.to_string()));
        return Err(Error::Input(unfinished.join("\n")));
    }
    complete?;
    let system = &parts[0].manifest.system;
    with_game!(system, S => merge_parts::<S, P>(request, &parts, presenter, control))
}

/// Puts parts together that are sorted and complete.
fn merge_parts<S: FrontEnd, P: Presenter>(
    request: &MergeRequest,
    parts: &[Part<'_>],
    presenter: &P,
    control: Control<'_>,
) -> Result<SavedSweep<P::View>, Error> {
    let asked = |part: &Part<'_>| {
        let identity = PlanIdentity::of(&part.manifest);
        let file = PlanFile::read(part.folder)?;
        request_of(&identity, file.as_ref(), request.dataset.as_deref())
    };
    let whole = SweepRequest {
        shard: None,
        ..asked(&parts[0])?
    };
    for part in &parts[1..] {
        let other = asked(part)?.price_matchups;
        if other != whole.price_matchups {
            return Err(Error::Input(format!(
                "{} and {} belong to different runs: price matchups: {} and {}",
                parts[0].folder.display(),
                part.folder.display(),
                whole.price_matchups.unwrap_or_default(),
                other.unwrap_or_default()
            )));
        }
    }
    let place = request.place.clone();
    let place = place.unwrap_or_else(|| whole.default_place());
    let game = Game::<S>::new(&whole.game)?;
    let planned = Planned::new(&game, &whole, control)?;
    refuse_unfinished(&place, &planned.identity())?;
    let tallies = gather(&planned.plan, parts)?;
    let outcome = Outcome {
        tallies,
        session: session(parts),
        prices: None,
        keep: None,
    };
    planned.save(&place, None, outcome, presenter, control)
}

/// The tallies of all parts in the order of the whole plan.
fn gather(plan: &Plan, parts: &[Part<'_>]) -> Result<Vec<Tally>, Error> {
    let mut tallies = vec![Tally::default(); plan.pairings().len()];
    for part in parts {
        let held = plan.clone().part(part.shard);
        let now = plan_digest(&held);
        if part.manifest.plan != now {
            return Err(Error::Input(format!(
                "{}: the battles are not those of this plan: digest of the plan was {}, is now {now}",
                part.folder.display(),
                part.manifest.plan
            )));
        }
        let mine = load_tallies(part.folder, &part.manifest, &held)?;
        let places = (0..tallies.len()).filter(|&place| part.shard.holds(place));
        for (place, tally) in places.zip(mine) {
            tallies[place] = tally;
        }
    }
    Ok(tallies)
}

/// All sessions as one: their time together, the most threads.
fn session(parts: &[Part<'_>]) -> Session {
    let seconds = parts.iter().map(|part| part.manifest.elapsed_seconds).sum();
    let threads = parts.iter().map(|part| part.manifest.threads).max();
    Session {
        elapsed: Duration::try_from_secs_f64(seconds).unwrap_or_default(),
        threads: threads.unwrap_or_default(),
    }
}

/// All must be shards of the same run.
fn check_agreement(parts: &[Part<'_>]) -> Result<(), Error> {
    let [first, rest @ ..] = parts else {
        return Err(Error::Input("expected a folder".into()));
    };
    for part in rest {
        let (left, right) = (first.folder.display(), part.folder.display());
        let (mine, theirs) = (common_identity(first), common_identity(part));
        if let Some(difference) = mine.difference(&theirs) {
            return Err(Error::Input(format!(
                "{left} and {right} belong to different runs: {}: {} and {}",
                difference.what, difference.expected, difference.got
            )));
        }
        if first.shard.of() != part.shard.of() {
            return Err(Error::Input(format!(
                "{left} is shard {}, {right} is shard {}: the numbers of shards differ",
                first.shard, part.shard
            )));
        }
    }
    Ok(())
}

/// What the shards of a run have in common.
fn common_identity(part: &Part<'_>) -> PlanIdentity {
    PlanIdentity {
        shard: None,
        plan: String::new(),
        ..PlanIdentity::of(&part.manifest)
    }
}

/// Every shard must be there once; the parts are sorted.
fn check_completeness(parts: &[Part<'_>]) -> Result<(), Error> {
    if let Some(pair) = parts.windows(2).find(|pair| pair[0].shard == pair[1].shard) {
        return Err(Error::Input(format!(
            "shard {} occurs twice: {} and {}",
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
    Err(Error::Input(format!(
        "{} of {of} shards are missing: {}",
        missing.len(),
        missing.join(", ")
    )))
}
