//! The questions by name, each with its request and its document.

use std::path::PathBuf;
use std::time::Duration;

use equipoise_analysis::audit::{play_audit, upgrade_audit};
use equipoise_analysis::baseline::BaselineRequest;
use equipoise_analysis::battle::replay as replay_battle;
use equipoise_analysis::coverage::coverage;
use equipoise_analysis::ladder::ladder;
use equipoise_analysis::list::ListRequest;
use equipoise_analysis::prices::PriceMapRequest;
use equipoise_analysis::replay::replay_with;
use equipoise_analysis::selfcheck::selfcheck;
use equipoise_analysis::sweep::{
    MergeRequest, ResumeRequest, Saving, SweepRequest, plan, usual_price_matchups,
};
use equipoise_analysis::{
    Control, Error, Guest, battle, battle_recorded, battle_with, compare, duel, duel_recorded,
    duel_with, gate, list, meta, odds, points, price_map, price_map_kept, ratings, replay, sprt,
    validate, variant, whatif,
};
use equipoise_simulator::{Staged, plan_digest};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Between two times that the battles of a price map are written.
const PAUSE: Duration = Duration::from_secs(5);

/// The document that answers a question.
///
/// # Errors
/// When there is no such question, its request is not what it should be, or the analysis has no result.
pub(crate) fn answer(question: &str, request: &str, control: Control<'_>) -> Result<String, Error> {
    match question {
        "odds" => written(&odds(&read(request)?, control)?),
        "duel" => written(&duel(&read(request)?, control)?),
        "recorded duel" => {
            let Recorded { of, file } = read(request)?;
            written(&duel_recorded(&of, &file, control)?)
        }
        "replay" => written(&replay(&read(request)?)?),
        "battle" => written(&battle(&read(request)?, control)?),
        "recorded battle" => {
            let Recorded { of, file } = read(request)?;
            written(&battle_recorded(&of, &file, control)?)
        }
        "battle replay" => written(&replay_battle(&read(request)?)?),
        "sweep" => sweep(&read(request)?, control),
        "open" => written(&equipoise::open(&read::<OpenRequest>(request)?.folder)?),
        "resume" => resume(&read(request)?, control),
        "merge" => written(&equipoise::merge(&read::<MergeRequest>(request)?, control)?),
        "plan" => planned(&read(request)?),
        "points" => written(&points(&read(request)?, control)?),
        "price map" => priced(&read(request)?, control),
        "variant" => written(&variant(&read(request)?, control)?),
        "whatif" => written(&whatif(&read(request)?, control)?),
        "ladder" => written(&ladder(&read(request)?, control)?),
        "audit play" => written(&play_audit(&read(request)?, control)?),
        "audit upgrades" => written(&upgrade_audit(&read(request)?, control)?),
        "selfcheck" => written(&selfcheck(&read(request)?, control)?),
        "coverage" => written(&coverage(&read(request)?, control)?),
        "compare" => written(&compare(&read(request)?)?),
        "meta" => written(&meta(&read(request)?, control)?),
        "ratings" => written(&ratings(&read(request)?, control)?),
        "sprt" => written(&sprt(&read(request)?)?),
        "baseline" => baseline(&read(request)?, control),
        "gate" => written(&gate(&read(request)?, control)?),
        "validate" => written(&validate(&read(request)?)?),
        "list" => listed(&read(request)?),
        // That a panic arrives as an exception is tested with one.
        "panic" => panic!("asked for by a test"),
        _ => Err(Error::Input(format!("no question named \"{question}\""))),
    }
}

/// The document that answers a question about battles with guests.
///
/// # Errors
/// As [`answer`], and when the game asks no players.
pub(crate) fn answer_with(
    question: &str,
    request: &str,
    guests: [Option<Guest<'_>>; 2],
    control: Control<'_>,
) -> Result<String, Error> {
    match question {
        "duel" => {
            let Played { of, file } = read(request)?;
            written(&duel_with(&of, guests, file.as_deref(), control)?)
        }
        "battle" => {
            let Played { of, file } = read(request)?;
            written(&battle_with(&of, guests, file.as_deref(), control)?)
        }
        "replay" => written(&replay_with(&read(request)?, guests)?),
        _ => Err(Error::Input(format!("no question named \"{question}\""))),
    }
}

/// Battles, and the file that gets a row for each if there is one.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Played<T> {
    of: T,
    file: Option<PathBuf>,
}

fn read<T: DeserializeOwned>(request: &str) -> Result<T, Error> {
    serde_json::from_str(request).map_err(|error| Error::Input(format!("the request: {error}")))
}

fn written<T: Serialize>(result: &T) -> Result<String, Error> {
    serde_json::to_string(result).map_err(Error::input)
}

/// A list as one object per row.
fn listed(request: &ListRequest) -> Result<String, Error> {
    let listing = list(request)?;
    let names = || listing.columns.iter().map(|&name| name.to_owned());
    let rows = listing.rows.into_iter();
    let rows: Vec<Map<String, Value>> = rows.map(|row| names().zip(row).collect()).collect();
    written(&rows)
}

/// Battles, and the file that gets a row for each.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Recorded<T> {
    of: T,
    file: PathBuf,
}

/// A price map, and where its battles are kept.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KeptMapRequest {
    map: PriceMapRequest,
    /// Nowhere unless given.
    keep: Option<PathBuf>,
}

fn priced(request: &KeptMapRequest, control: Control<'_>) -> Result<String, Error> {
    let map = match &request.keep {
        None => price_map(&request.map, control)?,
        Some(folder) => price_map_kept(&request.map, folder, PAUSE, control)?,
    };
    written(&map)
}

/// A sweep, and where it is saved.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedSweepRequest {
    sweep: SweepRequest,
    /// Folder of the run; its usual one unless given.
    out: Option<PathBuf>,
    /// Discards the checkpoint of an unfinished run in that place.
    fresh: bool,
    /// Prices the units as a sweep with its default battles does.
    usual_prices: bool,
    checkpoint_every_s: f64,
}

impl SavedSweepRequest {
    /// The sweep with its prices.
    fn plan(&self) -> SweepRequest {
        let mut plan = self.sweep.clone();
        if self.usual_prices {
            plan.price_matchups = usual_price_matchups(&plan.game.system);
        }
        plan
    }

    /// The folder of the run.
    fn place(&self, plan: &SweepRequest) -> PathBuf {
        let place = self.out.clone();
        place.unwrap_or_else(|| plan.default_place())
    }
}

fn sweep(request: &SavedSweepRequest, control: Control<'_>) -> Result<String, Error> {
    let plan = request.plan();
    let saving = Saving {
        place: request.place(&plan),
        fresh: request.fresh,
        checkpoint_every: pause(request.checkpoint_every_s)?,
    };
    written(&equipoise::sweep(&plan, &saving, control)?)
}

/// What a sweep would play, and where it would be saved.
#[derive(Serialize)]
struct PlannedSweep {
    /// Digest of all that decides the result.
    plan: String,
    pairings: usize,
    folder: PathBuf,
    /// Matchups that price the units once all battles are played.
    price_matchups: Option<u64>,
}

fn planned(request: &SavedSweepRequest) -> Result<String, Error> {
    let asked = request.plan();
    let folder = request.place(&asked);
    // A folder that cannot be written should be known before the battles.
    drop(Staged::create(&folder).map_err(Error::access)?);
    let plan = plan(&asked)?;
    written(&PlannedSweep {
        plan: plan_digest(&plan),
        pairings: plan.pairings().len(),
        folder,
        price_matchups: asked.price_matchups,
    })
}

/// A saved run.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OpenRequest {
    folder: PathBuf,
}

/// A run that goes on.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ResumedSweepRequest {
    run: ResumeRequest,
    checkpoint_every_s: f64,
}

fn resume(request: &ResumedSweepRequest, control: Control<'_>) -> Result<String, Error> {
    let pause = pause(request.checkpoint_every_s)?;
    written(&equipoise::resume(&request.run, pause, control)?)
}

/// A time between 1 ms and a day.
fn pause(seconds: f64) -> Result<Duration, Error> {
    if (0.001..=86_400.0).contains(&seconds) {
        return Ok(Duration::from_secs_f64(seconds));
    }
    Err(Error::Input(format!(
        "checkpoint_every_s: expected seconds from 0.001 to 86400, got {seconds}"
    )))
}

/// A baseline, and the file it is written to.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenBaselineRequest {
    baseline: BaselineRequest,
    out: PathBuf,
}

fn baseline(request: &WrittenBaselineRequest, control: Control<'_>) -> Result<String, Error> {
    written(&equipoise::baseline(
        &request.baseline,
        &request.out,
        control,
    )?)
}
