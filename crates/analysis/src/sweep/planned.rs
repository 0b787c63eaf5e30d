//! A sweep that has been planned.

use std::path::Path;

use equipoise_engine::front_end::FrontEnd;
use equipoise_engine::text::{counted, grouped};
use equipoise_simulator::{Plan, PlanFile, PlanIdentity, Played};

use super::request::SweepRequest;
use crate::control::Control;
use crate::error::Error;
use crate::game::Game;
use crate::prices;

/// The version of the program, as runs name it.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A sweep that has been planned.
pub(super) struct Planned<'g, S: FrontEnd> {
    pub(super) game: &'g Game<S>,
    /// The request with the numbers of battles that the plan has.
    pub(super) request: SweepRequest,
    pub(super) plan: Plan,
    /// The unit behind each contestant.
    pub(super) units: Vec<&'g S::Unit>,
}

impl<'g, S: FrontEnd> Planned<'g, S> {
    /// Plans what is asked for.
    pub(super) fn new(
        game: &'g Game<S>,
        request: &SweepRequest,
        control: Control<'_>,
    ) -> Result<Self, Error> {
        let [first, second] = &request.game.policies;
        if first != second {
            return Err(Error::Input(format!(
                "a sweep is played by one policy, got {first} and {second}"
            )));
        }
        if let Some(prices) = request.prices() {
            prices::check(game, &prices)?;
        }
        let (runs, stopping) = request.goal.battles()?;
        let (plan, units) = game.sweep(request.grid, runs)?;
        let plan = plan.stopping_by(stopping);
        let plan = match request.shard {
            Some(shard) => plan.part(shard),
            None => plan,
        };
        control.note_rounding(runs, &plan);
        let request = SweepRequest {
            goal: request.goal.rounded_to(plan.runs()),
            ..request.clone()
        };
        Ok(Self {
            game,
            request,
            plan,
            units,
        })
    }

    /// What identifies the plan.
    pub(super) fn identity(&self) -> PlanIdentity {
        PlanIdentity::new(&self.plan, VERSION)
    }

    /// `plan.json` of the run.
    pub(super) fn file(&self) -> Result<PlanFile, Error> {
        let request = serde_json::to_value(&self.request).map_err(Error::input)?;
        Ok(PlanFile::new(self.identity(), request))
    }

    /// Pairings that need no more battles.
    pub(super) fn finished(&self, played: &Played) -> u64 {
        let tallies = played.tallies.values();
        tallies.filter(|tally| self.plan.is_finished(tally)).count() as u64
    }

    /// How far a run has come, in words.
    pub(super) fn progress(&self, played: &Played) -> String {
        format!(
            "{} saved, {} of {} pairings complete",
            counted(battles(played), "battle"),
            grouped(self.finished(played)),
            grouped(self.plan.pairings().len() as u64),
        )
    }
}

/// Battles in a checkpoint.
pub(super) fn battles(played: &Played) -> u64 {
    played.tallies.values().map(|tally| tally.battles).sum()
}

/// The request of a saved run, if this program would play the same battles; its dataset may have moved.
pub(super) fn request_of(
    identity: &PlanIdentity,
    file: Option<&PlanFile>,
    dataset: Option<&Path>,
) -> Result<SweepRequest, Error> {
    if identity.version != VERSION {
        return Err(Error::Input(format!(
            "the run was made by version {} of equipoise, this is {VERSION}: battles may differ",
            identity.version
        )));
    }
    let file = file.ok_or_else(|| {
        Error::Input(
            "the run has no plan.json (saved by an earlier version): it can be read, but not \
             extended or merged; play it again"
                .into(),
        )
    })?;
    let mut request: SweepRequest = serde_json::from_value(file.request.clone())
        .map_err(|error| Error::Input(format!("the request in plan.json: {error}")))?;
    if let Some(dataset) = dataset {
        request.game.dataset = Some(dataset.to_owned());
    }
    Ok(request)
}

/// Refuses to go on where the battles would not be those of the run.
pub(super) fn check_same_plan(saved: &PlanIdentity, now: &PlanIdentity) -> Result<(), Error> {
    match saved.difference(now) {
        None => Ok(()),
        Some(difference) => Err(Error::Input(format!(
            "the battles would differ from those of the run: {} was {}, is now {}",
            difference.what, difference.expected, difference.got
        ))),
    }
}
