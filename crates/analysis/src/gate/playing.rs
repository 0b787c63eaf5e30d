//! Plays the plan of a baseline again, as far as the verdict needs.

use equipoise_engine::front_end::{FrontEnd, Policy as _, Unit as _};
use equipoise_simulator::{Tally, digest, run_within};
use equipoise_stats::{Estimate, Finding, Gate, GateVerdict, StatsError};

use super::prices::HeldPrices;
use super::request::GateRequest;
use super::result::{GateKind, GatePairing, GateResult};
use crate::baseline::{Baseline, RecordedPairing, playable, watched};
use crate::control::{Control, Work};
use crate::error::Error;
use crate::game::Game;
use crate::making::Making;
use crate::names::{on_one_line, quoted};
use crate::request::GameRequest;
use crate::result::{Interval, RESULT_SCHEMA};

/// Plays the gate. A pairing that has changed ends itself only: whoever made the change wants to know
/// all it did.
pub(super) fn play<S: FrontEnd>(
    request: &GateRequest,
    baseline: &Baseline,
    control: Control<'_>,
) -> Result<GateResult, Error> {
    let file = request.baseline.display().to_string();
    let as_recorded = game_request::<S>(request, &file, baseline)?;
    let prices = HeldPrices::<S>::new(request, &file, baseline, &as_recorded)?;
    let game = Game::<S>::new(&as_recorded)?;
    let pairs = pairs(&game, &file, baseline)?;
    let margin = request.margin.unwrap_or(baseline.margin);
    let alpha = request.alpha.unwrap_or(baseline.alpha);
    let gate = Gate::new(margin, alpha, pairs.len() as u64)?;
    let most = playable(gate.most_scores(), margin)?;
    let (plan, units) = game.pairings(&baseline.grid, most, &pairs)?;
    let budget = request.budget.unwrap_or_else(|| plan.battles());
    let scores = baseline_scores(&gate, baseline)?;
    let progress = control.watch.begin(Work::Pairings {
        total: plan.pairings().len() as u64,
        done: 0,
    });
    let compile = |a: usize, b: usize| game.compile(units[a], units[b]);
    let next_look = |at: usize, tally: &Tally| next_look(&gate, &scores[at], tally);
    let stage = control.stage(&*progress);
    let tallies = run_within::<S, _>(&plan, budget, compile, next_look, stage)?;
    drop(progress);
    let cells = check_all(&gate, baseline, &scores, &tallies)?;
    let prices = prices.map(|held| held.play(alpha, control)).transpose()?;
    let any_moved = prices.as_ref().is_some_and(|prices| prices.moved > 0);
    let count = |finding| cells.iter().filter(|cell| cell.finding == finding).count();
    let setting = plan.setting();
    Ok(GateResult {
        schema: RESULT_SCHEMA,
        kind: GateKind::Kind,
        verdict: match any_moved {
            true => GateVerdict::Regressed,
            false => GateVerdict::of(cells.iter().map(|cell| cell.finding)),
        },
        baseline: file,
        margin,
        alpha,
        budget,
        battles: cells.iter().map(|cell| cell.battles).sum(),
        within: count(Some(Finding::Within)),
        changed: count(Some(Finding::Changed)),
        undecided: count(None),
        played_by: setting.into(),
        seed: setting.seed,
        dataset: setting.dataset.clone(),
        differs: baseline.making().changes_to(&Making::present(setting)),
        units_added: added(&game, baseline),
        digest: digest(&plan, &tallies),
        cells,
        prices,
    })
}

/// The battles after which a pairing is to be looked at again, if it is still open.
pub(super) fn next_look(gate: &Gate, baseline: &Estimate, tally: &Tally) -> Option<u64> {
    let finding = gate.finding(baseline, tally.points_a(), tally.battles);
    finding.is_none().then(|| gate.next_look(tally.battles))
}

/// The baseline's way of playing, with what the request overrides.
fn game_request<S: FrontEnd>(
    request: &GateRequest,
    file: &str,
    baseline: &Baseline,
) -> Result<GameRequest, Error> {
    let refused = |what: &str, name: &str| {
        let name = on_one_line(name);
        Error::Input(format!("{file}: {what} \"{name}\""))
    };
    if baseline.system != S::NAME {
        let what = format!("expected a baseline of {}, got one of", S::NAME);
        return Err(refused(&what, &baseline.system));
    }
    let mut policies = S::Policy::ALL.iter();
    if !policies.any(|policy| policy.name() == baseline.policy) {
        return Err(refused("there is no policy", &baseline.policy));
    }
    let recorded = baseline.options.clone().into_iter();
    Ok(GameRequest {
        system: S::NAME.to_owned(),
        dataset: request.dataset.clone(),
        policies: [baseline.policy.clone(), baseline.policy.clone()],
        options: recorded.chain(request.options.iter().cloned()).collect(),
        seed: request.seed.unwrap_or(baseline.seed),
    })
}

/// The units of each pairing; the message names all that the dataset lacks.
fn pairs<'a, S: FrontEnd>(
    game: &'a Game<S>,
    file: &str,
    baseline: &Baseline,
) -> Result<Vec<[&'a S::Unit; 2]>, Error> {
    let mut missing: Vec<&str> = Vec::new();
    // Units are found whatever the case of their names, but the dice of a pairing depend on the case.
    let find = |name: &str| game.unit(name).ok().filter(|unit| unit.name() == name);
    let mut pairs = Vec::new();
    for RecordedPairing { a, b, .. } in &baseline.pairings {
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
    Err(Error::Input(format!(
        "{file}: the dataset has no {}; renew the baseline with `equipoise baseline`",
        quoted(&missing)
    )))
}

fn baseline_scores(gate: &Gate, baseline: &Baseline) -> Result<Vec<Estimate>, StatsError> {
    let score = |pairing: &RecordedPairing| {
        gate.baseline_score(baseline.half_width, pairing.points(), pairing.battles)
    };
    baseline.pairings.iter().map(score).collect()
}

fn check_all(
    gate: &Gate,
    baseline: &Baseline,
    scores: &[Estimate],
    tallies: &[Tally],
) -> Result<Vec<GatePairing>, StatsError> {
    let check = |((pairing, score), tally): ((&RecordedPairing, &Estimate), &Tally)| {
        let (points, battles) = (tally.points_a(), tally.battles);
        let played = battles > 0;
        let now = played.then(|| gate.present_score(points, battles));
        let difference = played.then(|| gate.difference(score, points, battles));
        Ok(GatePairing {
            a: pairing.a.clone(),
            b: pairing.b.clone(),
            finding: gate.finding(score, points, battles),
            baseline: score.into(),
            baseline_battles: pairing.battles,
            now: now.transpose()?.as_ref().map(Interval::from),
            battles,
            difference: difference.transpose()?.as_ref().map(Interval::from),
            line: pairing.line,
        })
    };
    let rows = baseline.pairings.iter().zip(scores).zip(tallies);
    rows.map(check).collect()
}

/// Units that a baseline of the same grid would have today.
fn added<S: FrontEnd>(game: &Game<S>, baseline: &Baseline) -> Vec<String> {
    let known = |name: &str| {
        let mut pairings = baseline.pairings.iter();
        pairings.any(|pairing| pairing.a == name || pairing.b == name)
    };
    let priced = |name: &str| {
        let mut prices = baseline.prices.iter().flat_map(|prices| &prices.units);
        prices.any(|unit| unit.name == name)
    };
    let mut added: Vec<&str> = watched(&baseline.grid, game);
    added.retain(|name| !known(name));
    if let Some(prices) = &baseline.prices {
        let new = watched(prices.grid.name(), game).into_iter();
        let new: Vec<&str> = new
            .filter(|name| !priced(name) && !added.contains(name))
            .collect();
        added.extend(new);
    }
    added.into_iter().map(str::to_owned).collect()
}
