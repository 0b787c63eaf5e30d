//! Goes on with an unfinished sweep, or extends a complete one.

use std::path::PathBuf;
use std::time::Duration;

use equipoise_engine::front_end::FrontEnd;
use equipoise_engine::text::counted;
use equipoise_simulator::{
    Checkpoint, LoadError, Manifest, PlanFile, PlanIdentity, Played, load_tallies,
    read_manifest_or_shard, to_extend,
};
use serde::{Deserialize, Serialize};

use super::planned::{Planned, check_same_plan, request_of};
use super::priced::read_prices;
use super::request::{Presenter, Saving};
use super::saved::SavedSweep;
use crate::control::Control;
use crate::error::Error;
use crate::game::Game;
use crate::games::with_game;

/// Which run is resumed or extended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResumeRequest {
    /// Folder of the run, or where the results of an unfinished one belong.
    pub folder: PathBuf,
    /// Battles per pairing to which a complete run is extended, rounded up to an even number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runs: Option<u64>,
    /// Folder of the dataset, if it has moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dataset: Option<PathBuf>,
}

/// Plays an unfinished sweep to its end, or extends a complete one to more battles per pairing, with
/// so much time between two checkpoints. A complete run that needs no more battles is returned as it is.
///
/// # Errors
/// As [`run`](super::run); or when the battles would not be those of the run: another dataset, another
/// version of the program.
pub fn resume<P: Presenter>(
    request: &ResumeRequest,
    checkpoint_every: Duration,
    presenter: &P,
    control: Control<'_>,
) -> Result<SavedSweep<P::View>, Error> {
    // The run is saved where it belongs.
    let saving = Saving {
        place: request.folder.clone(),
        fresh: false,
        checkpoint_every,
    };
    if let Some(file) = Checkpoint::plan(&request.folder)? {
        let system = &file.identity.system;
        return with_game!(system, S => go_on::<S, P>(request, &saving, &file, presenter, control));
    }
    let manifest = read_manifest_or_shard(&request.folder).map_err(nothing_there)?;
    Checkpoint::remove_leftovers(&request.folder)?;
    let system = manifest.system.clone();
    with_game!(&system, S => extend::<S, P>(request, &saving, manifest, presenter, control))
}

/// The message for a wrong folder.
fn nothing_there(error: LoadError) -> Error {
    match error.into() {
        Error::Access(message) => {
            Error::Access(format!("{message}; there is no unfinished run either"))
        }
        other => other,
    }
}

fn go_on<S: FrontEnd, P: Presenter>(
    request: &ResumeRequest,
    saving: &Saving,
    file: &PlanFile,
    presenter: &P,
    control: Control<'_>,
) -> Result<SavedSweep<P::View>, Error> {
    let runs = file.identity.runs;
    if let Some(asked) = request.runs
        && asked.next_multiple_of(2) != runs
    {
        return Err(Error::Input(format!(
            "the run is unfinished, with {} per pairing; finish it as it is, then extend it",
            counted(runs, "battle")
        )));
    }
    let again = request_of(&file.identity, Some(file), request.dataset.as_deref())?;
    let game = Game::<S>::new(&again.game)?;
    let planned = Planned::new(&game, &again, control)?;
    check_same_plan(&file.identity, &planned.identity())?;
    let checkpoint = Checkpoint::open(&request.folder)?;
    let played = checkpoint.read(&planned.plan)?;
    for path in &played.damaged {
        let path = path.display();
        let note = format!("{path} is damaged; its battles are played again");
        control.watch.note(&note);
    }
    let progress = planned.progress(&played);
    control.watch.status(&format!("continuing: {progress}"));
    planned.play(saving, checkpoint, &played, None, presenter, control)
}

fn extend<S: FrontEnd, P: Presenter>(
    request: &ResumeRequest,
    saving: &Saving,
    manifest: Manifest,
    presenter: &P,
    control: Control<'_>,
) -> Result<SavedSweep<P::View>, Error> {
    let unchanged = |manifest, why: &str| {
        control.watch.status(why);
        SavedSweep::read(&request.folder, manifest, presenter)
    };
    let runs = match request.runs.map(|runs| runs.next_multiple_of(2)) {
        Some(runs) if runs > manifest.runs => runs,
        Some(runs) if runs < manifest.runs => {
            return Err(Error::Input(format!(
                "runs {runs}: the run has {} per pairing already; expected more",
                counted(manifest.runs, "battle")
            )));
        }
        _ => return unchanged(manifest, "the run is complete: nothing to do"),
    };
    let identity = PlanIdentity::of(&manifest);
    let file = PlanFile::read(&request.folder)?;
    let before = request_of(&identity, file.as_ref(), request.dataset.as_deref())?;
    let mut after = before.clone();
    after.goal = before.goal.with_battles(runs);
    let game = Game::<S>::new(&before.game)?;
    let shorter = Planned::new(&game, &before, control)?;
    check_same_plan(&identity, &shorter.identity())?;
    let longer = Planned::new(&game, &after, control)?;
    if longer.plan.runs() == manifest.runs {
        let why = "no pairing can need more battles: nothing to do";
        return unchanged(manifest, why);
    }
    let tallies = load_tallies(&request.folder, &manifest, &shorter.plan)?;
    let played = Played {
        tallies: to_extend(&shorter.plan, tallies),
        elapsed: Duration::try_from_secs_f64(manifest.elapsed_seconds).unwrap_or_default(),
        damaged: Vec::new(),
    };
    // More duels change nothing about the armies.
    let prices = read_prices(&request.folder)?;
    let mut checkpoint = Checkpoint::create(&request.folder, &longer.file()?)?;
    let segments = checkpoint.segments();
    if let Err(error) = segments.append(&longer.plan, &played.tallies, played.elapsed) {
        // The run itself holds all there is. What matters is why it cannot be extended.
        let _ = checkpoint.discard();
        return Err(error.into());
    }
    let progress = longer.progress(&played);
    control.watch.status(&format!("extending: {progress}"));
    longer.play(saving, checkpoint, &played, prices, presenter, control)
}
