//! A duel played battle by battle.

use equipoise_engine::front_end::FrontEnd;
use equipoise_simulator::{Plan, Stopping, Tally, digest, run, run_traced};
use equipoise_stats::Standing;
use serde::{Deserialize, Serialize};

use super::trace::{Look, looks};
use crate::control::{Control, Work};
use crate::error::Error;
use crate::game::Game;
use crate::result::{Fought, Named, PlayedBy, RESULT_SCHEMA, kind};

kind!(
    /// The kind of a [`SampledDuel`].
    DuelKind = "duel"
);

/// What came of the battles of a duel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SampledDuel {
    /// Version of the document.
    pub schema: u32,
    /// Always `duel`.
    pub kind: DuelKind,
    /// Game, policies and rules.
    #[serde(flatten)]
    pub played_by: PlayedBy,
    /// Master seed.
    pub seed: u64,
    /// The unit whose score is reported.
    pub a: Named,
    /// Its opponent.
    pub b: Named,
    /// What came of the battles; the digest is of plan and tally.
    #[serde(flatten)]
    pub fought: Fought,
    /// What was to be decided, and the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decide: Option<Decision>,
    /// How the score stood on the way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<Vec<Look>>,
}

/// A question about a score, and its answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Decision {
    /// The score in question.
    pub line: f64,
    /// How near to it counts as near.
    pub margin: f64,
    /// `above`, `below` or `near`; null if the most battles left it open.
    pub standing: Option<String>,
}

/// Plays the battles of a duel's plan.
pub(super) fn play<S: FrontEnd>(
    game: &Game<S>,
    units: [&S::Unit; 2],
    plan: &Plan,
    traced: bool,
    control: Control<'_>,
) -> Result<SampledDuel, Error> {
    let tallies = tallies(game, units, plan, traced, control)?;
    let tally = &tallies[tallies.len() - 1];
    let trace = traced.then(|| looks(plan, &tallies)).transpose()?;
    let [a, b] = game.duellists(units).map(|name| Named { name });
    let stopping = plan.stopping();
    let digest = digest(plan, std::slice::from_ref(tally));
    Ok(SampledDuel {
        schema: RESULT_SCHEMA,
        kind: DuelKind::Kind,
        played_by: plan.setting().into(),
        seed: plan.setting().seed,
        a,
        b,
        fought: Fought::new(tally, &stopping.score_a(tally)?, digest)?,
        decide: decision(stopping, tally),
        trace,
    })
}

/// The tally of the duel, after those it had on the way if the duel is traced.
fn tallies<S: FrontEnd>(
    game: &Game<S>,
    units: [&S::Unit; 2],
    plan: &Plan,
    traced: bool,
    control: Control<'_>,
) -> Result<Vec<Tally>, Error> {
    let progress = control.watch.begin(Work::battles(plan.battles()));
    let stage = control.stage(&*progress);
    if traced {
        let pairing = game.pairing(plan, units[0], units[1])?;
        return Ok(run_traced::<S, S::CompileError>(plan, &pairing, stage)?);
    }
    let compile = |first, second| game.compile_duel(plan, units, [first, second]);
    Ok(run::<S, _, _>(plan, compile, stage)?)
}

fn decision(stopping: &Stopping, tally: &Tally) -> Option<Decision> {
    let Stopping::Decide(test) = stopping else {
        return None;
    };
    let standing = stopping.standing(tally).map(Standing::name);
    Some(Decision {
        line: test.line(),
        margin: test.margin(),
        standing: standing.map(str::to_owned),
    })
}
