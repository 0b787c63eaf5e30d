//! What is left to gain: a policy that plays battles out against the audited one, an approximate best
//! response.

use equipoise_engine::front_end::{FrontEnd, Policy as _};

use super::request::{Part, PlayAuditRequest};
use super::result::Gain;
use crate::control::Control;
use crate::error::Error;
use crate::game::Game;
use crate::goal::Goal;
use crate::ladder::{self, LadderRequest, ladder};

/// Plays both policies on the forces of all scenarios, each against itself; `None` where there is no other
/// policy that plays battles out or no scenario.
///
/// # Errors
/// When the part was asked for by name and there is no such policy or scenario, or the analysis is
/// interrupted.
pub(super) fn measure<S: FrontEnd>(
    game: &Game<S>,
    request: &PlayAuditRequest,
    control: Control<'_>,
) -> Result<Option<Gain>, Error> {
    let audited = game.policy()?;
    let mut others = S::Policy::ALL.iter();
    let response = others.find(|other| other.plays_out() && **other != audited);
    let missing = match response {
        None => "no other policy that plays battles out",
        Some(_) if game.scenario_names()?.is_empty() => "no scenario",
        Some(response) => {
            let goal = Goal::Runs(request.gain);
            let request = LadderRequest {
                policies: [*response, audited].map(|of| of.name().to_owned()).into(),
                only: vec![ladder::Part::Scenarios],
                goal,
                ..LadderRequest::new(request.game.clone())
            };
            let pairs = ladder(&request, control)?.pairs;
            return Ok(pairs.into_iter().next().map(|pair| Gain { pair }));
        }
    };
    if request.only.contains(&Part::Gain) {
        let reason = format!("nothing to measure the part `gain` by: there is {missing}");
        return Err(Error::Input(reason));
    }
    Ok(None)
}
