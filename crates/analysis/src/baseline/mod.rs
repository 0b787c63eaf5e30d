//! How balance stands, written down for [`gate`](crate::gate()) to hold later versions to.

mod file;
mod prices;
mod selection;

use equipoise_engine::front_end::FrontEnd;
use equipoise_engine::text::counted;
use equipoise_simulator::{Plan, Stopping, Tally, digest, run};
use equipoise_stats::Gate;
use serde::{Deserialize, Serialize};

use crate::control::{Control, Work};
use crate::error::Error;
use crate::game::Game;
use crate::games::with_game;
use crate::request::GameRequest;
use prices::Recording;

pub use file::{Baseline, BaselineKind, BaselineSummary, PricesSummary, RecordedPairing};
pub(crate) use prices::check_margin as check_price_margin;
pub use prices::{RecordedPrice, RecordedPrices};
pub use selection::Selection;
pub(crate) use selection::watched;

/// Which pairings are played, and how well their scores are to be known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BaselineRequest {
    /// Game, policy, options and seed; both sides are played by the first policy.
    pub game: GameRequest,
    /// Which pairings there are.
    pub selection: Selection,
    /// The change of a score that a gate is to tell from none, above 0 and below 0.5. Each score is
    /// played until known to a quarter of it.
    #[serde(default = "margin")]
    pub margin: f64,
    /// Chance of any wrong verdict of a gate, over all pairings together.
    #[serde(default = "alpha")]
    pub alpha: f64,
    /// Matchups of random armies for a price map of the profiles and the named units, on the table and to the
    /// budget of the game's own choice, eight battles each; no map unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price_matchups: Option<u64>,
    /// How far an implied price may move, as a share of it.
    #[serde(default = "price_margin")]
    pub price_margin: f64,
}

const fn margin() -> f64 {
    BaselineRequest::MARGIN
}

const fn alpha() -> f64 {
    BaselineRequest::ALPHA
}

const fn price_margin() -> f64 {
    RecordedPrices::MARGIN
}

impl BaselineRequest {
    /// The margin unless a request says otherwise.
    pub const MARGIN: f64 = 0.02;
    /// The chance of a wrong verdict unless a request says otherwise.
    pub const ALPHA: f64 = 0.05;
}

/// Plays the pairings of a baseline.
///
/// # Errors
/// When the request is not what it should be, or the analysis is interrupted.
pub fn baseline(request: &BaselineRequest, control: Control<'_>) -> Result<Baseline, Error> {
    with_game!(&request.game.system, S => play::<S>(request, control))
}

fn play<S: FrontEnd>(request: &BaselineRequest, control: Control<'_>) -> Result<Baseline, Error> {
    check_seed(request.game.seed)?;
    let recording = |matchups| Recording::<S>::new(&request.game, matchups, request.price_margin);
    let prices = request.price_matchups.map(recording).transpose()?;
    let game = Game::<S>::new(&request.game)?;
    let pairs = request.selection.pairs(&game)?;
    let gate = Gate::new(request.margin, request.alpha, pairs.len() as u64)?;
    let sequence = gate.baseline()?;
    let most = playable(sequence.most_scores(), request.margin)?;
    let (plan, units) = game.pairings(request.selection.name(), most, &pairs)?;
    let plan = plan.stopping_by(Stopping::HalfWidth(sequence));
    control.watch.status(&cost(&plan));
    let progress = control.watch.begin(Work::Pairings {
        total: plan.pairings().len() as u64,
        done: 0,
    });
    let compile = |a: usize, b: usize| game.compile(units[a], units[b]);
    let tallies = run::<S, _, _>(&plan, compile, control.stage(&*progress))?;
    drop(progress);
    let prices = prices.map(|map| map.play(control)).transpose()?;
    Ok(Baseline {
        prices,
        ..recorded(&plan, &tallies, &gate, sequence.half_width())
    })
}

/// Numbers in TOML are signed.
fn check_seed(seed: u64) -> Result<(), Error> {
    if i64::try_from(seed).is_ok() {
        return Ok(());
    }
    let most = i64::MAX;
    Err(Error::Input(format!(
        "seed {seed}: a baseline file stores seeds up to {most}"
    )))
}

/// The battles of a pairing, if there can be so many.
pub(crate) fn playable(battles: u64, margin: f64) -> Result<u64, Error> {
    if battles <= Plan::MAX_RUNS {
        return Ok(battles);
    }
    Err(Error::Input(format!(
        "margin {margin} may take {battles} battles of a pairing, more than the limit of {}",
        Plan::MAX_RUNS
    )))
}

/// What the battles may come to.
fn cost(plan: &Plan) -> String {
    format!(
        "{}, at most {} each, at most {} in all; lopsided pairings take far fewer",
        counted(plan.pairings().len() as u64, "pairing"),
        counted(plan.runs(), "battle"),
        counted(plan.battles(), "battle"),
    )
}

fn recorded(plan: &Plan, tallies: &[Tally], gate: &Gate, half_width: f64) -> Baseline {
    let pairings = plan.pairings().iter().zip(tallies);
    let pairings = pairings.map(|(cell, tally)| RecordedPairing {
        a: plan.name(cell.a).to_owned(),
        b: plan.name(cell.b).to_owned(),
        battles: tally.battles,
        wins: tally.wins_a,
        draws: tally.draws,
        line: 0,
    });
    let setting = plan.setting().clone();
    Baseline {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        system: setting.system,
        policy: setting.policy,
        options: setting.options,
        seed: setting.seed,
        dataset: setting.dataset,
        grid: plan.grid().to_owned(),
        margin: gate.margin(),
        alpha: gate.alpha(),
        half_width,
        digest: digest(plan, tallies),
        pairings: pairings.collect(),
        prices: None,
    }
}
