//! A price list with few numbers that fits a map, and how it does on fresh battles.

use equipoise_engine::front_end::{FrontEnd, Unit as _};
use equipoise_simulator::{CONFIDENCE, Control};
use equipoise_stats::{Estimate, PriceParts, StatsError, StructuredWorth, normal_below, z_score};

use super::fitting::{SQUAD, fit};
use super::grid::Grid;
use super::request::PriceMapRequest;
use super::result::{Accuracy, LevelFactors, PriceFactors, SuggestedPrices};
use crate::error::Error;
use crate::game::Game;
use crate::points::{Field, Keep};
use crate::request::GameRequest;

/// How far from its worth a price is still right, as a share of the worth.
const RIGHT: f64 = 0.1;

/// A suggested price for each profile.
pub(super) struct List {
    parts: PriceParts,
    /// Points of a step between prices.
    pub(super) round_to: u32,
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
        let parts = PriceParts::fit(&worths, &errors, &places, &grid.numeric())?;
        let listed = grid.units[..grid.profiles].iter().map(|unit| unit.points());
        let round_to = listed.fold(0, greatest_common_divisor).max(1);
        Ok(Self {
            prices: parts.list(&places, round_to),
            round_to,
            parts,
        })
    }

    /// Plays battles of armies at the suggested prices, with a seed of their own, and maps them.
    pub(super) fn fight<S: FrontEnd>(
        &self,
        grid: &Grid<'_, S>,
        request: &PriceMapRequest,
        (seed, matchups): (u64, u64),
        keep: Option<Keep<'_>>,
        control: Control<'_>,
    ) -> Result<Fresh, Error> {
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
        let field = Field::new(&game, &scenario, units, budget, request.even_runs())?
            .in_squads_of_up_to(SQUAD)
            .kept_in(keep);
        let fitted = fit(&field, grid, game.policy()?, matchups, control)?;
        Ok(Fresh {
            seed,
            budget,
            fit: fitted.worth,
        })
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
        let parts = self.parts.parts();
        let axes = grid.axes.iter().zip(&grid.levels).enumerate();
        let factors = axes.map(|(axis, (of, levels))| PriceFactors {
            axis: of.name.clone(),
            levels: levels
                .iter()
                .enumerate()
                .map(|(level, name)| LevelFactors {
                    level: name.clone(),
                    factors: parts
                        .iter()
                        .map(|part| part.factors()[axis][level])
                        .collect(),
                })
                .collect(),
        });
        let rising = self.parts.rising().iter().zip(&grid.axes);
        let rising = rising.filter(|(rising, _)| **rising);
        SuggestedPrices {
            factors: factors.collect(),
            round_to: self.round_to,
            rising: rising.map(|(_, axis)| axis.name.clone()).collect(),
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
    /// How near the prices of the profiles are to their worth. Prices are multiples of `step`; the intervals of `each` hold
    /// one by one, those of `together` all at once.
    pub(super) fn new(
        prices: impl Iterator<Item = u32> + Clone,
        step: u32,
        each: &[Estimate],
        together: &[Estimate],
    ) -> Result<Self, StatsError> {
        let z = z_score(CONFIDENCE)?;
        let step = f64::from(step);
        let prices = prices.map(f64::from);
        let pairs = || prices.clone().zip(each);
        let right = pairs().filter(|(price, worth)| is_right(*price, worth.estimate, step));
        let right = right.count();
        let mut off: Vec<f64> = pairs()
            .map(|(price, worth)| (price - worth.estimate).abs() / worth.estimate.abs())
            .collect();
        let count = off.len();
        off.sort_by(f64::total_cmp);
        let clearly = prices.zip(together);
        let clearly = clearly.filter(|(price, worth)| {
            let nearest = price.clamp(worth.low, worth.high);
            !is_right(*price, nearest, step)
        });
        let exact = each.iter().take(count).map(|worth| {
            let error = (worth.high - worth.low) / 2.0 / z;
            right_by_chance(worth.estimate, error, step)
        });
        Ok(Self {
            right: right as f64 / count as f64,
            right_if_exact: exact.sum::<f64>() / count as f64,
            clearly_wrong: clearly.count() as u64,
            median_off: off[(count - 1) / 2],
        })
    }
}

/// Whether a price, a multiple of `step`, is right: within a tenth of the worth ([`RIGHT`]) or within half a step of it, or
/// the least there is for a profile that is worth less.
fn is_right(price: f64, worth: f64, step: f64) -> bool {
    let is_least = price <= step && worth <= price;
    is_least || (price - worth).abs() <= (RIGHT * worth.abs()).max(step / 2.0)
}

/// Probability that an estimate of this worth with this standard error is so near to it that the worth, as a price of at
/// least one step, is right by the estimate.
fn right_by_chance(worth: f64, error: f64, step: f64) -> f64 {
    let below = |estimate: f64| normal_below((estimate - worth) / error);
    let price = worth.max(step);
    let most = (price / (1.0 - RIGHT)).max(price + step / 2.0);
    let least = (price / (1.0 + RIGHT)).min(price - step / 2.0);
    below(most) - if price > step { below(least) } else { 0.0 }
}

fn greatest_common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 {
        a
    } else {
        greatest_common_divisor(b, a % b)
    }
}

#[cfg(test)]
mod tests {
    use super::{is_right, right_by_chance};

    /// A price of 100 is right by estimates from 100 / 1.1 to 100 / 0.9: with a standard error of 10, between −0.909
    /// and 1.111 of a standard normal number, 0.8667 − 0.1817 by the tables.
    #[test]
    fn even_an_exact_price_may_look_wrong() {
        assert!((right_by_chance(100.0, 10.0, 5.0) - 0.685).abs() < 5e-4);
        assert!(right_by_chance(100.0, 0.1, 5.0) > 0.999_999);
    }

    /// No price is lower than a step of 5 points: it is right for whatever is worth less. By estimates up to 7.5: for a
    /// worth of 5 with a standard error of 2.5 below one of a standard normal number, 0.8413 by the tables.
    #[test]
    fn the_least_price_is_right_for_whatever_is_worth_less() {
        assert!(is_right(5.0, -40.0, 5.0) && is_right(5.0, 7.4, 5.0));
        assert!(!is_right(5.0, 7.6, 5.0) && !is_right(10.0, 2.0, 5.0));
        assert!((right_by_chance(5.0, 2.5, 5.0) - 0.8413).abs() < 5e-5);
        assert!(right_by_chance(-40.0, 2.5, 5.0) > 0.999_999);
    }

    /// In steps of 5 points, 10 is as near to 12.4 as a price can be, and 10 is right by estimates from 7.5 to 12.5: with a
    /// standard error of 2.5, within one of a standard normal number, 0.6827 by the tables.
    #[test]
    fn a_price_may_be_off_by_half_a_step() {
        assert!(
            is_right(10.0, 12.4, 5.0) && !is_right(10.0, 12.6, 5.0) && !is_right(10.0, 12.4, 1.0)
        );
        assert!(is_right(100.0, 109.0, 5.0) && !is_right(100.0, 112.0, 5.0));
        assert!((right_by_chance(10.0, 2.5, 5.0) - 0.6827).abs() < 5e-5);
    }
}
