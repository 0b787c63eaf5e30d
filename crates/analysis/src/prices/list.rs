//! A price list with few numbers that fits a map, and how it does on fresh battles.

use equipoise_engine::front_end::{AxisKind, FrontEnd, Unit as _};
use equipoise_simulator::{CONFIDENCE, Control};
use equipoise_stats::{Estimate, FactorPrices, StatsError, StructuredWorth, z_score};

use super::fitting::fit;
use super::grid::Grid;
use super::request::PriceMapRequest;
use super::result::{Accuracy, AxisFactors, LevelFactor, SuggestedPrices};
use crate::error::Error;
use crate::game::Game;
use crate::points::Field;
use crate::request::GameRequest;

/// How far from its worth a price is still right, as a share of the worth.
const RIGHT: f64 = 0.1;

/// A suggested price for each profile.
pub(super) struct List {
    factors: FactorPrices,
    round_to: u32,
    /// By profile.
    pub(super) prices: Vec<u32>,
}

impl List {
    /// Fits the estimates of a map's profiles.
    pub(super) fn fit<S: FrontEnd>(
        grid: &Grid<'_, S>,
        each: &[Estimate],
    ) -> Result<Self, StatsError> {
        let z = z_score(CONFIDENCE)?;
        let profiles = &each[..grid.profiles];
        let worths: Vec<f64> = profiles.iter().map(|of| of.estimate).collect();
        let errors: Vec<f64> = profiles
            .iter()
            .map(|of| (of.high - of.low) / 2.0 / z)
            .collect();
        let places: Vec<Vec<usize>> = grid.places[..grid.profiles]
            .iter()
            .flatten()
            .cloned()
            .collect();
        let rising: Vec<bool> = grid
            .axes
            .iter()
            .map(|axis| axis.kind == AxisKind::Integer)
            .collect();
        let factors = FactorPrices::fit(&worths, &errors, &places, &rising)?;
        let listed = grid.units[..grid.profiles].iter().map(|unit| unit.points());
        let round_to = listed.fold(0, greatest_common_divisor).max(1);
        let round = |price: f64| {
            let steps = (price / f64::from(round_to)).round() as u32;
            steps.max(1) * round_to
        };
        Ok(Self {
            prices: places
                .iter()
                .map(|place| round(factors.price(place)))
                .collect(),
            round_to,
            factors,
        })
    }

    /// Plays fresh battles of armies at the suggested prices, with the next seed, and maps them.
    pub(super) fn check<S: FrontEnd>(
        &self,
        grid: &Grid<'_, S>,
        request: &PriceMapRequest,
        control: Control<'_>,
    ) -> Result<Fresh, Error> {
        let seed = request.game.seed.wrapping_add(1);
        let mut game = Game::<S>::new(&GameRequest {
            seed,
            ..request.game.clone()
        })?;
        let scenario = request.scenario.as_deref().unwrap_or(S::ARMIES.scenario);
        let scenario = game.scenario(scenario, None)?;
        let repriced: Vec<S::Unit> = grid
            .units
            .iter()
            .zip(&self.prices)
            .map(|(unit, &price)| unit.listed_at(price))
            .collect();
        let named = grid.units[grid.profiles..].iter().copied();
        let units: Vec<&S::Unit> = repriced.iter().chain(named).collect();
        let dearest = units.iter().map(|unit| unit.points()).max();
        // A budget that all prices fit into; more often than not the one that was asked for.
        let budget = request.budget_in::<S>().max(dearest.unwrap_or_default());
        let field = Field::new(&game, &scenario, units, budget, request.even_runs())?;
        let fit = fit(
            &field,
            &grid.places,
            game.policy()?,
            request.matchups,
            control,
        )?;
        Ok(Fresh { seed, budget, fit })
    }

    /// The list as results give it.
    pub(super) fn result<S: FrontEnd>(
        &self,
        grid: &Grid<'_, S>,
        listed: Accuracy,
        suggested: Accuracy,
        fresh: &Fresh,
        battles: u64,
    ) -> SuggestedPrices {
        let axes = grid
            .axes
            .iter()
            .zip(&grid.levels)
            .zip(self.factors.factors());
        let factors = axes.map(|((axis, levels), factors)| AxisFactors {
            axis: axis.name.clone(),
            levels: levels
                .iter()
                .zip(factors)
                .map(|(level, &factor)| LevelFactor {
                    level: level.clone(),
                    factor,
                })
                .collect(),
        });
        SuggestedPrices {
            base: self.factors.base(),
            factors: factors.collect(),
            round_to: self.round_to,
            listed,
            suggested,
            fresh_seed: fresh.seed,
            fresh_budget: fresh.budget,
            fresh_battles: battles,
        }
    }
}

/// Fresh battles of armies that pay suggested prices.
pub(super) struct Fresh {
    /// Their seed.
    pub(super) seed: u64,
    /// Points of an army.
    pub(super) budget: u32,
    /// What the units are worth in them.
    pub(super) fit: StructuredWorth,
}

impl Accuracy {
    /// Of prices, by profile, against what the profiles are worth by themselves and together.
    pub(super) fn new(
        prices: impl Iterator<Item = u32> + Clone,
        each: &[Estimate],
        together: &[Estimate],
    ) -> Self {
        let pairs = prices.clone().map(f64::from).zip(each);
        let mut off: Vec<f64> = pairs
            .map(|(price, worth)| (price - worth.estimate).abs() / worth.estimate.abs())
            .collect();
        let right = off.iter().filter(|off| **off <= RIGHT).count();
        let count = off.len();
        off.sort_by(f64::total_cmp);
        let clearly = prices.map(f64::from).zip(together);
        let clearly = clearly.filter(|(price, worth)| {
            price * (1.0 + RIGHT) < worth.low || price * (1.0 - RIGHT) > worth.high
        });
        Self {
            right: right as f64 / count as f64,
            clearly_wrong: clearly.count() as u64,
            median_off: off[(count - 1) / 2],
        }
    }
}

fn greatest_common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 {
        a
    } else {
        greatest_common_divisor(b, a % b)
    }
}
