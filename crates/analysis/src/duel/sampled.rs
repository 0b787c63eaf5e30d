//! A duel played battle by battle.

use std::path::Path;

use equipoise_engine::PlayWith;
use equipoise_engine::front_end::FrontEnd;
use equipoise_simulator::{Guests, Plan, Stopping, Tally, digest, run, run_traced};
use equipoise_stats::Standing;
use serde::{Deserialize, Serialize};

use super::trace::{Look, looks};
use crate::control::{Control, Work};
use crate::error::Error;
use crate::game::Game;
use crate::records;
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

/// What is kept of the battles beside their tally.
#[derive(Clone, Copy)]
pub(super) enum Kept<'a> {
    Nothing,
    /// How the score stood on the way.
    Looks,
    /// A row for each, in this file.
    Rows(&'a Path),
}

/// Plays the battles of a duel's plan.
pub(super) fn play<S: FrontEnd>(
    game: &Game<S>,
    units: [&S::Unit; 2],
    plan: &Plan,
    kept: Kept<'_>,
    control: Control<'_>,
) -> Result<SampledDuel, Error> {
    let tallies = tallies(game, units, plan, kept, control)?;
    result(game, units, plan, &tallies, matches!(kept, Kept::Looks))
}

/// Plays the battles of a duel's plan with guests, who are asked as the game asks them.
pub(super) fn play_with<S: FrontEnd>(
    game: &Game<S>,
    units: [&S::Unit; 2],
    plan: &Plan,
    (play, mut guests): (PlayWith<S>, Guests<'_>),
    file: Option<&Path>,
    control: Control<'_>,
) -> Result<SampledDuel, Error> {
    let pairing = game.pairing(plan, units[0], units[1])?;
    let observed = {
        let progress = control.watch.begin(Work::battles(plan.battles()));
        let stage = control.stage(&*progress);
        records::play_with(plan, &pairing, play, &mut guests, file, stage)?
    };
    result(game, units, plan, &[observed.tally], false)
}

/// The result of the last of these tallies.
fn result<S: FrontEnd>(
    game: &Game<S>,
    units: [&S::Unit; 2],
    plan: &Plan,
    tallies: &[Tally],
    traced: bool,
) -> Result<SampledDuel, Error> {
    let tally = &tallies[tallies.len() - 1];
    let trace = traced.then(|| looks(plan, tallies)).transpose()?;
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
    kept: Kept<'_>,
    control: Control<'_>,
) -> Result<Vec<Tally>, Error> {
    let progress = control.watch.begin(Work::battles(plan.battles()));
    let stage = control.stage(&*progress);
    let pairing = || game.pairing(plan, units[0], units[1]);
    match kept {
        Kept::Nothing => {
            let compile = |first, second| game.compile_duel(plan, units, [first, second]);
            Ok(run::<S, _, _>(plan, compile, stage)?)
        }
        Kept::Looks => Ok(run_traced::<S, S::CompileError>(plan, &pairing()?, stage)?),
        Kept::Rows(file) => {
            let observed = records::play(plan, &pairing()?, file, stage)?;
            Ok(vec![observed.tally])
        }
    }
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
