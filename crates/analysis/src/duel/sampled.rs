//! A duel played battle by battle.

use equipoise_engine::front_end::FrontEnd;
use equipoise_simulator::{Plan, Stopping, Tally, digest, moments, run, run_traced};
use equipoise_stats::Standing;
use serde::{Deserialize, Serialize};

use super::trace::{Look, looks};
use crate::control::{Control, Work};
use crate::error::Error;
use crate::game::Game;
use crate::result::{Mean, Named, OfBoth, PlayedBy, RESULT_SCHEMA, Score, Spread, kind};

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
    /// Battles played.
    pub battles: u64,
    /// Battles won by a.
    pub wins_a: u64,
    /// Battles won by b.
    pub wins_b: u64,
    /// Drawn battles.
    pub draws: u64,
    /// Score of a.
    pub score_a: Score,
    /// What the score of each side counts in the game: victory points, destroyed enemies.
    pub vp: OfBoth<Spread>,
    /// Length of the battles.
    pub rounds: Mean,
    /// Digest of plan and tally.
    pub digest: String,
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
    Ok(SampledDuel {
        schema: RESULT_SCHEMA,
        kind: DuelKind::Kind,
        played_by: plan.setting().into(),
        seed: plan.setting().seed,
        a,
        b,
        battles: tally.battles,
        wins_a: tally.wins_a,
        wins_b: tally.wins_b,
        draws: tally.draws,
        score_a: (&stopping.score_a(tally)?).into(),
        vp: OfBoth {
            a: moments(tally.vp_a, tally.battles)?.into(),
            b: moments(tally.vp_b, tally.battles)?.into(),
        },
        rounds: Mean {
            mean: tally.rounds as f64 / tally.battles as f64,
        },
        digest: digest(plan, std::slice::from_ref(tally)),
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
