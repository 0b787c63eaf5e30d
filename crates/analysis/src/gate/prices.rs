//! Plays the price map of a baseline again and compares its prices.

use std::collections::BTreeMap;

use equipoise_engine::front_end::{Dataset as _, FrontEnd, Unit as _};
use equipoise_stats::{Estimate, Finding, PriceGate};

use super::request::GateRequest;
use super::result::{GatePrice, GatePrices};
use crate::baseline::{Baseline, RecordedPrice, RecordedPrices, check_price_margin, watched};
use crate::control::Control;
use crate::error::Error;
use crate::game::Game;
use crate::names::quoted;
use crate::prices::{self, PriceMapRequest};
use crate::request::GameRequest;

/// The price map of a baseline, with what it takes to play it again.
pub(super) struct HeldPrices<'b, S: FrontEnd> {
    recorded: &'b RecordedPrices,
    game: Game<S>,
    request: PriceMapRequest,
    margin: f64,
    /// Whether the dice are other than the baseline's.
    independent: bool,
}

impl<'b, S: FrontEnd> HeldPrices<'b, S> {
    /// The map of a baseline that has one; whatever keeps it from being played is known before any battle.
    /// `as_recorded` is how the pairings are played.
    pub(super) fn new(
        request: &GateRequest,
        file: &str,
        baseline: &'b Baseline,
        as_recorded: &GameRequest,
    ) -> Result<Option<Self>, Error> {
        let Some(recorded) = &baseline.prices else {
            return match request.price_margin {
                None => Ok(None),
                Some(_) => Err(Error::Input(format!(
                    "{file} has no price map for a margin of prices; make a baseline with prices"
                ))),
            };
        };
        let margin = request.price_margin.unwrap_or(recorded.margin);
        check_price_margin(margin)?;
        let options = recorded.options.clone().into_iter();
        let request = PriceMapRequest {
            grid: recorded.grid,
            scenario: Some(recorded.scenario.clone()),
            budget: Some(recorded.budget),
            matchups: recorded.matchups,
            runs: recorded.battles_per_matchup,
            ..PriceMapRequest::new(GameRequest {
                options: options.chain(request.options.iter().cloned()).collect(),
                ..as_recorded.clone()
            })
        };
        let mut game = Game::<S>::new(&request.game)?;
        game.scenario(&recorded.scenario, None)?;
        check_grid(&game, file, recorded)?;
        prices::check(&game, &request)?;
        Ok(Some(Self {
            recorded,
            independent: request.game.seed != baseline.seed,
            game,
            request,
            margin,
        }))
    }

    /// Plays the map and compares its prices; with probability 1 − alpha all intervals hold at once.
    pub(super) fn play(self, alpha: f64, control: Control<'_>) -> Result<GatePrices, Error> {
        control
            .watch
            .status("pricing the units by battles of armies");
        let recorded = self.recorded;
        let map = prices::price(self.game, &self.request, None, control)?;
        let now = RecordedPrices::new(&map, &recorded.scenario, recorded.grid, self.margin)?;
        let count = recorded.units.len() as u64;
        let gate = PriceGate::new(self.margin, alpha, count, self.independent)?;
        let units = compared(&gate, recorded, &now);
        let count = |finding| units.iter().filter(|unit| unit.finding == finding).count();
        Ok(GatePrices {
            battles: now.battles(),
            scenario: now.scenario,
            options: now.options,
            budget: now.budget,
            matchups: now.matchups,
            battles_per_matchup: now.battles_per_matchup,
            margin: self.margin,
            independent: self.independent,
            moved: count(Some(Finding::Changed)),
            relisted: units.iter().filter(|unit| unit.is_relisted()).count(),
            within: count(Some(Finding::Within)),
            undecided: count(None),
            median_reach: median_reach(&units),
            digest: now.digest,
            units,
        })
    }
}

/// Refuses a dataset with another grid: a profile more or less changes what the effects of the axes are of. A named
/// unit more is priced by itself, and has no recorded price to be held to.
fn check_grid<S: FrontEnd>(
    game: &Game<S>,
    file: &str,
    recorded: &RecordedPrices,
) -> Result<(), Error> {
    let present = watched(recorded.grid.name(), game);
    let names = recorded.units.iter().map(|unit| unit.name.as_str());
    let missing: Vec<&str> = names
        .clone()
        .filter(|name| !present.contains(name))
        .collect();
    let profiles = game.dataset().profiles().into_iter();
    let profiles = profiles.map(|profile| profile.unit.name());
    let added: Vec<&str> = profiles
        .filter(|profile| !names.clone().any(|name| name == *profile))
        .collect();
    let change = match (&missing[..], &added[..]) {
        ([], []) => return Ok(()),
        (missing, []) => format!("has no {}", quoted(missing)),
        ([], added) => format!("has {} besides", quoted(added)),
        (missing, added) => format!(
            "has no {}, and has {} besides",
            quoted(missing),
            quoted(added)
        ),
    };
    Err(Error::Input(format!(
        "{file}: the grid of the price map has changed, the dataset {change}; renew the baseline with \
         `equipoise baseline`"
    )))
}

fn compared(gate: &PriceGate, recorded: &RecordedPrices, now: &RecordedPrices) -> Vec<GatePrice> {
    let present = now.units.iter().map(|unit| (unit.name.as_str(), unit));
    let present: BTreeMap<&str, &RecordedPrice> = present.collect();
    let price = |of: &RecordedPrice| gate.price(of.implied, of.error);
    let compare = |old: &RecordedPrice| {
        let new = present.get(old.name.as_str())?;
        let (baseline, now): (Estimate, Estimate) = (price(old), price(new));
        let difference = gate.difference(&baseline, &now);
        Some(GatePrice {
            name: old.name.clone(),
            finding: gate.finding(old.implied, &difference),
            baseline_listed: old.listed,
            listed: new.listed,
            baseline: (&baseline).into(),
            now: (&now).into(),
            difference: (&difference).into(),
            line: old.line,
        })
    };
    recorded.units.iter().filter_map(compare).collect()
}

/// The median reach of the intervals of differences, as a share of the recorded prices.
fn median_reach(units: &[GatePrice]) -> f64 {
    let reach = |unit: &GatePrice| {
        (unit.difference.high - unit.difference.low) / 2.0 / unit.baseline.estimate.abs()
    };
    let mut reaches: Vec<f64> = units.iter().map(reach).collect();
    reaches.sort_by(f64::total_cmp);
    let middle = reaches.len().saturating_sub(1) / 2;
    reaches.get(middle).copied().unwrap_or_default()
}
