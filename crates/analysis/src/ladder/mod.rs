//! How well the policies of a game play: every pair of them meets on mirrored forces.
//!
//! Each force of each scenario meets itself on the scenario's table, and so does each reference profile
//! and each named unit in a duel. In every round each policy of a pair takes both sides of everything, in
//! both seats, so nothing but the policies tells the sides apart. A pair plays whole rounds until its score
//! is known well enough, or a fixed number of battles.

mod field;
mod play;
mod rated;
mod request;
mod result;

#[cfg(test)]
mod tests;

use equipoise_engine::front_end::{FrontEnd, Policy as _};
use equipoise_engine::text::{counted, grouped};
use equipoise_simulator::{Plan, Setting, digest};

use crate::control::Control;
use crate::error::Error;
use crate::game::{self, Game};
use crate::games::with_game;
use crate::goal::Goal;
use crate::result::RESULT_SCHEMA;

use field::Field;

pub use request::{LadderRequest, Part};
pub use result::{EloRating, LadderKind, LadderResult, LeftOut, Pair, Played, Round, Split};

const UNRATED: &str = "no finite ratings: some of the policies won every battle against the others";

/// Plays the policies of a game against each other.
///
/// # Errors
/// When the request is not what it should be, or the analysis is interrupted.
pub fn ladder(request: &LadderRequest, control: Control<'_>) -> Result<LadderResult, Error> {
    with_game!(&request.game.system, S => climb::<S>(request, control))
}

fn climb<S: FrontEnd>(
    request: &LadderRequest,
    control: Control<'_>,
) -> Result<LadderResult, Error> {
    let policies = policies::<S>(&request.policies)?;
    let count = policies.len();
    let pairs: Vec<[usize; 2]> = (0..count)
        .flat_map(|a| (a + 1..count).map(move |b| [a, b]))
        .collect();
    settle::<S>(request, &policies, &pairs, control)
}

/// The policies that meet: those named, or all that do not play battles out.
fn policies<S: FrontEnd>(names: &[String]) -> Result<Vec<S::Policy>, Error> {
    let mut policies: Vec<S::Policy> = Vec::new();
    if names.is_empty() {
        let quick = S::Policy::ALL.iter().filter(|policy| !policy.plays_out());
        policies.extend(quick);
    }
    for name in names {
        let policy = game::policy::<S>(name)?;
        if policies.contains(&policy) {
            let twice = format!("policies: names \"{name}\" twice");
            return Err(Error::Input(twice));
        }
        policies.push(policy);
    }
    if policies.len() < 2 {
        let reason = "expected two policies or more, to play against each other";
        return Err(Error::Input(reason.to_owned()));
    }
    Ok(policies)
}

/// Plays these pairs of the policies, by their places.
fn settle<S: FrontEnd>(
    request: &LadderRequest,
    policies: &[S::Policy],
    pairs: &[[usize; 2]],
    control: Control<'_>,
) -> Result<LadderResult, Error> {
    let (asked, stopping) = request.goal.battles()?;
    let game = Game::<S>::new(&request.game)?;
    let field = Field::new(&game, policies[0], request, control)?;
    let runs = asked.next_multiple_of(field.round());
    note_rounds(request.goal, runs, field.round(), control);
    let names: Vec<&str> = policies.iter().map(|policy| policy.name()).collect();
    let setting = Setting {
        policy: names.join(", "),
        ..game.setting()
    };
    let plan = field.plan(setting, &names, pairs, (runs, stopping))?;
    let played: Vec<_> = pairs
        .iter()
        .map(|pair| pair.map(|at| policies[at]))
        .collect();
    let tallies = play::play(&field, &plan, &played, control)?;
    result(
        &field,
        request.goal.rounded_to(runs),
        &plan,
        &names,
        pairs,
        &tallies,
    )
}

/// Notes that a number of battles was rounded up.
fn note_rounds(goal: Goal, runs: u64, round: u64, control: Control<'_>) {
    let (Goal::Runs(asked)
    | Goal::Until {
        most: Some(asked), ..
    }
    | Goal::Decide {
        most: Some(asked), ..
    }) = goal
    else {
        return;
    };
    if asked < runs {
        control.watch.note(&format!(
            "{} of a pair rounded up to {}, whole rounds of {}",
            counted(asked, "battle"),
            grouped(runs),
            grouped(round)
        ));
    }
}

fn result<S: FrontEnd>(
    field: &Field<'_, S>,
    goal: Goal,
    plan: &Plan,
    policies: &[&str],
    pairs: &[[usize; 2]],
    tallies: &[equipoise_simulator::Tally],
) -> Result<LadderResult, Error> {
    let (setting, stopping) = (plan.setting().clone(), plan.stopping());
    let of_pairs = || pairs.iter().zip(tallies.chunks(field.cells.len()));
    let whole: Vec<_> = of_pairs()
        .map(|(&pair, tallies)| (pair, play::merged(tallies)))
        .collect();
    let ratings = rated::ratings(policies, &whole, stopping.confidence())?;
    let scored = of_pairs()
        .map(|(pair, tallies)| rated::pair(field, pair.map(|at| policies[at]), tallies, stopping));
    Ok(LadderResult {
        schema: RESULT_SCHEMA,
        kind: LadderKind::Kind,
        system: setting.system,
        policies: policies.iter().map(|&name| name.to_owned()).collect(),
        options: setting.options,
        dataset: setting.dataset,
        seed: setting.seed,
        goal,
        confidence: stopping.confidence(),
        round: field.described(),
        left_out: field.left_out.clone(),
        anchor: policies[0].to_owned(),
        missing: ratings.is_none().then(|| UNRATED.to_owned()),
        ratings: ratings.unwrap_or_default(),
        pairs: scored.collect::<Result<_, Error>>()?,
        battles: whole.iter().map(|(_, tally)| tally.battles).sum(),
        digest: digest(plan, tallies),
    })
}
