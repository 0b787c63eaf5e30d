//! Plays the plan of a baseline again, as far as the verdict needs.

use std::path::Path;

use equipoise_simulator::{Control, Tally, digest, run_within};
use equipoise_stats::{Estimate, Gate, StatsError};

use super::GateArgs;
use super::report::{Checked, Report};
use crate::args::{Output, Shared};
use crate::baselines::{Baseline, Recorded};
use crate::changes::Making;
use crate::commands::baseline::{Selection, playable};
use crate::failure::Failure;
use crate::interrupt;
use crate::names::on_one_line;
use crate::progress::Bar;
use crate::systems::Front;
use equipoise_analysis::Game;
use equipoise_engine::front_end::{Policy as _, Unit as _};

/// Names told in a message, at most.
const TOLD: usize = 5;

/// Plays the gate and reports on every pairing: one that has changed ends itself only, as whoever made
/// the change wants to know all it did.
pub(super) fn play<S: Front>(
    output: &Output,
    args: &GateArgs<S>,
    path: &Path,
    baseline: &Baseline,
) -> Result<Report, Failure> {
    let file = path.display().to_string();
    let game = Game::<S>::new(&shared(args, &file, baseline)?.request())?;
    let pairs = pairs(&game, &file, baseline)?;
    let margin = args.margin.unwrap_or(baseline.margin);
    let alpha = args.alpha.unwrap_or(baseline.alpha);
    let gate = Gate::new(margin, alpha, pairs.len() as u64)?;
    let most = playable(gate.most_scores(), margin)?;
    let (plan, units) = game.pairings(&baseline.grid, most, &pairs)?;
    let budget = args.budget.unwrap_or_else(|| plan.battles());
    let scores = baseline_scores(&gate, baseline)?;
    let bar = Bar::of_pairings(output, plan.cells().len() as u64);
    let control = Control {
        threads: args.workers.threads.map(usize::from),
        progress: &bar,
        cancel: interrupt::watch()?,
    };
    let compile = |a: usize, b: usize| game.compile(units[a], units[b]);
    let next_look = |at: usize, tally: &Tally| next_look(&gate, &scores[at], tally);
    let tallies = run_within::<S, _>(&plan, budget, compile, next_look, control);
    bar.finish();
    let tallies = tallies?;
    let checked = check_all(&gate, baseline, &scores, &tallies)?;
    let changes = baseline
        .making()
        .changes_to(&Making::present(plan.setting()));
    Ok(Report {
        file,
        margin,
        alpha,
        budget,
        setting: plan.setting().clone(),
        digest: digest(&plan, &tallies),
        changes,
        added: added(&game, baseline),
        checked,
    })
}

/// The battles after which a pairing is to be looked at again, if it is still open.
pub(super) fn next_look(gate: &Gate, baseline: &Estimate, tally: &Tally) -> Option<u64> {
    let finding = gate.finding(baseline, tally.points_a(), tally.battles);
    finding.is_none().then(|| gate.next_look(tally.battles))
}

/// The baseline's way of playing, with what the command line overrides.
fn shared<S: Front>(
    args: &GateArgs<S>,
    file: &str,
    baseline: &Baseline,
) -> Result<Shared<S>, Failure> {
    let refused = |what: &str, name: &str| {
        let name = on_one_line(name);
        Failure::Input(format!("{file}: {what} \"{name}\""))
    };
    if baseline.system != S::NAME {
        let what = format!(
            "expected a baseline of {} (see --system), got one of",
            S::NAME
        );
        return Err(refused(&what, &baseline.system));
    }
    let mut policies = S::Policy::ALL.iter();
    let policy = policies.find(|policy| policy.name() == baseline.policy);
    let policy = *policy.ok_or_else(|| refused("there is no policy", &baseline.policy))?;
    let recorded = baseline.options.clone().into_iter();
    Ok(Shared {
        data: args.data.clone(),
        seed: args.seed.unwrap_or(baseline.seed),
        policy,
        options: recorded.chain(args.options.iter().cloned()).collect(),
    })
}

/// The units of each pairing; all that the dataset lacks are told at once.
fn pairs<'a, S: Front>(
    game: &'a Game<S>,
    file: &str,
    baseline: &Baseline,
) -> Result<Vec<[&'a S::Unit; 2]>, Failure> {
    let mut missing: Vec<&str> = Vec::new();
    // Names are looked up in any case, but the dice of a pairing hang on how they are written.
    let find = |name: &str| game.unit(name).ok().filter(|unit| unit.name() == name);
    let mut pairs = Vec::new();
    for Recorded { a, b, .. } in &baseline.pairings {
        for name in [a, b] {
            if find(name).is_none() && !missing.contains(&name.as_str()) {
                missing.push(name);
            }
        }
        if let (Some(a), Some(b)) = (find(a), find(b)) {
            pairs.push([a, b]);
        }
    }
    if missing.is_empty() {
        return Ok(pairs);
    }
    Err(Failure::Input(format!(
        "{file}: the dataset has no {}; it was made for other units, so make it anew with `equipoise baseline`",
        listed(&missing)
    )))
}

/// Names in quotes, the first few of them.
pub(super) fn listed(names: &[&str]) -> String {
    let quoted = |name: &&str| format!("\"{}\"", on_one_line(name));
    let told: Vec<String> = names.iter().take(TOLD).map(quoted).collect();
    let told = told.join(", ");
    match names.len().checked_sub(TOLD) {
        None | Some(0) => told,
        Some(more) => format!("{told} and {more} more"),
    }
}

fn baseline_scores(gate: &Gate, baseline: &Baseline) -> Result<Vec<Estimate>, StatsError> {
    let score = |pairing: &Recorded| {
        gate.baseline_score(baseline.half_width, pairing.points(), pairing.battles)
    };
    baseline.pairings.iter().map(score).collect()
}

fn check_all(
    gate: &Gate,
    baseline: &Baseline,
    scores: &[Estimate],
    tallies: &[Tally],
) -> Result<Vec<Checked>, StatsError> {
    let check = |((pairing, score), tally): ((&Recorded, &Estimate), &Tally)| {
        let (points, battles) = (tally.points_a(), tally.battles);
        let played = battles > 0;
        let present = played.then(|| gate.present_score(points, battles));
        let difference = played.then(|| gate.difference(score, points, battles));
        Ok(Checked {
            recorded: pairing.clone(),
            baseline: *score,
            battles,
            present: present.transpose()?,
            difference: difference.transpose()?,
            finding: gate.finding(score, points, battles),
        })
    };
    let rows = baseline.pairings.iter().zip(scores).zip(tallies);
    rows.map(check).collect()
}

/// Units that a baseline of the same grid would have today.
fn added<S: Front>(game: &Game<S>, baseline: &Baseline) -> Vec<String> {
    let Some(selection) = Selection::named(&baseline.grid) else {
        return Vec::new();
    };
    let known = |name: &str| {
        let mut pairings = baseline.pairings.iter();
        pairings.any(|pairing| pairing.a == name || pairing.b == name)
    };
    let watched = selection.watched(game).into_iter();
    watched
        .filter(|name| !known(name))
        .map(str::to_owned)
        .collect()
}
