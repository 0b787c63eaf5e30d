//! What every profile of a grid should cost, from battles of random armies.
//!
//! [`points`](crate::points::points()) takes each unit by itself; a grid has hundreds of profiles, which share what they
//! are made of. Here the worth of a profile is the sum of what the levels of its axes are worth, what pairs
//! of them add, and what is left to itself ([`StructuredWorth`](equipoise_stats::StructuredWorth)). So a few
//! thousand matchups of random armies price the whole grid, and say what a step along each axis is worth. Named
//! units fight in the same armies and are priced by themselves.

mod fitting;
mod grid;
mod list;
mod patch;
mod request;
mod result;
mod second;
mod steps;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::time::Duration;

use equipoise_engine::front_end::{FrontEnd, Policy as _, Scenario as _, Unit as _};
use equipoise_simulator::CONFIDENCE;
use equipoise_stats::Pricing;

use crate::control::{Control, Work};
use crate::error::Error;
use crate::game::Game;
use crate::games::with_game;
use crate::points::{Field, Keep, too_few_matchups};
use crate::result::{PlayedIn, RESULT_SCHEMA};

use fitting::{SQUAD, fit};
use grid::Grid;
use list::List;
pub use patch::{PricePatch, check_price_patch, is_price_patch, price_patch};
pub use request::PriceMapRequest;
pub use result::{
    Accuracy, Apart, Beyond, LevelFactors, LevelPrice, PairScatter, PriceFactors, PriceMapKind,
    PriceMapResult, PriceStep, PricedProfile, Scattered, SecondOpinion, SuggestedPrices,
};
use second::{Priced, second_opinion};

/// How implied points are computed, as results say it.
const METHOD: &str = "logistic mixed model of results on armies of squads of up to four: axes and trends along them \
                      fixed, what is left of their pairs and of profiles random, dispersion between matchups";
/// Shares of a map's matchups, in quarters, that each round of mending a suggested list by what armies that pay it find
/// plays: the first need only come near, the last decides how exact prices are.
const SETTLING: [u64; 3] = [1, 3, 4];

/// Prices all profiles of a grid, and the named units.
///
/// # Errors
/// When the request is not what it should be, the grid has fewer than two axes, the results do not say what
/// a point is worth, or the analysis is interrupted.
pub fn price_map(request: &PriceMapRequest, control: Control<'_>) -> Result<PriceMapResult, Error> {
    with_game!(&request.game.system, S => price(Game::<S>::new(&request.game)?, request, None, control))
}

/// As [`price_map`], with the same result; battles are kept in a folder, written every `pause`, and those that are there
/// are not played again. So an interrupted map goes on where it was, and a map with more matchups, another policy or
/// a price list plays only what is new. Files in the folder that are not what was written are noted and ignored.
///
/// # Errors
/// As [`price_map`]; when the folder cannot be written, or another process keeps the same battles in it. Either way what
/// was played until then stays.
pub fn price_map_kept(
    request: &PriceMapRequest,
    folder: &Path,
    pause: Duration,
    control: Control<'_>,
) -> Result<PriceMapResult, Error> {
    let keep = Keep {
        folder,
        pause,
        watch: control.watch,
    };
    with_game!(&request.game.system, S => {
        price(Game::<S>::new(&request.game)?, request, Some(keep), control)
    })
}

/// The grid that is asked for, or why it cannot be priced; known before anything is played.
fn checked<'g, S: FrontEnd>(
    game: &'g Game<S>,
    request: &PriceMapRequest,
) -> Result<Grid<'g, S>, Error> {
    request.check()?;
    let grid = Grid::<S>::new(game, request.grid)?;
    grid.check_budget(request.budget_in::<S>())?;
    let needed = grid.fewest_matchups();
    if request.matchups < needed {
        return Err(too_few_matchups(needed, request.matchups));
    }
    Ok(grid)
}

/// A table that armies meet on, with the game by its scenario's options.
struct Table<S: FrontEnd> {
    game: Game<S>,
    scenario: S::Scenario,
}

/// The table of the first opinion, then those of the others.
fn tables<S: FrontEnd>(
    mut game: Game<S>,
    request: &PriceMapRequest,
) -> Result<Vec<Table<S>>, Error> {
    let first = request.scenario.as_deref().unwrap_or(S::ARMIES.scenario);
    let scenario = game.scenario(first, None)?;
    let mut tables = vec![Table { game, scenario }];
    for name in &request.also_scenarios {
        let mut game = Game::<S>::new(&request.game)?;
        let scenario = game.scenario(name, None)?;
        let mut played = tables.iter();
        if played.any(|of| of.scenario.name() == scenario.name()) {
            return Err(Error::Input(format!(
                "also scenarios: \"{name}\" is played already"
            )));
        }
        tables.push(Table { game, scenario });
    }
    Ok(tables)
}

/// Refuses what cannot be priced before anything is played.
pub(crate) fn check<S: FrontEnd>(game: &Game<S>, request: &PriceMapRequest) -> Result<(), Error> {
    checked(game, request).map(drop)
}

/// As [`price_map`] or [`price_map_kept`], with the game of the request.
pub(crate) fn price<S: FrontEnd>(
    game: Game<S>,
    request: &PriceMapRequest,
    keep: Option<Keep<'_>>,
    control: Control<'_>,
) -> Result<PriceMapResult, Error> {
    let policies = game.policy_and(&request.also)?;
    let tables = tables(game, request)?;
    let Table { game, scenario } = &tables[0];
    let budget = request.budget_in::<S>();
    let grid = checked(game, request)?;
    let runs = request.even_runs();
    let mut fields = Vec::new();
    for Table { game, scenario } in &tables {
        game.note_roundings(&grid.units, Some(scenario), control);
        let units = grid.units.clone();
        let field = Field::new(game, scenario, units, budget, runs)?;
        fields.push(field.in_squads_of_up_to(SQUAD).kept_in(keep));
    }
    // The first policy on the first table is the first opinion; then come the other policies, then the other tables.
    let by_policy = policies.iter().map(|&policy| (policy, 0));
    let by_scenario = (1..tables.len()).map(|table| (policies[0], table));
    let opinions: Vec<(S::Policy, usize)> = by_policy.chain(by_scenario).collect();
    let settling = SETTLING.map(|quarters| {
        let share = (request.matchups * quarters).div_ceil(4);
        share.max(grid.fewest_matchups())
    });
    let mut matchups = request.matchups * opinions.len() as u64;
    if request.suggest {
        matchups += settling.iter().sum::<u64>() + request.matchups;
    }
    let battles = runs * matchups;
    let progress = control.watch.begin(Work::battles(battles));
    let stage = control.stage(&*progress);
    let price = |(policy, table): (S::Policy, usize)| {
        let fitted = fit(&fields[table], &grid, policy, request.matchups, stage)?;
        Ok(Priced {
            policy: policy.name(),
            scenario: tables[table].scenario.name().to_owned(),
            each: fitted.worth.each(CONFIDENCE)?,
            fit: fitted.worth,
            digest: fitted.digest,
        })
    };
    let priced: Vec<Priced> = opinions
        .into_iter()
        .map(price)
        .collect::<Result<_, Error>>()?;
    let suggested = match request.suggest {
        false => None,
        true => {
            let mut seed = request.game.seed;
            let mut list = List::fit(&grid, &priced[0].each)?;
            // Armies that pay other prices are made of other units, in which the same units are worth other
            // points: prices are right where those who pay them find them so.
            for matchups in settling {
                seed = seed.wrapping_add(1);
                let paid = list.fight(&grid, request, (seed, matchups), keep, stage)?;
                list = List::fit(&grid, &paid.fit.each(CONFIDENCE)?)?;
            }
            let battles = (seed.wrapping_add(1), request.matchups);
            let fresh = list.fight(&grid, request, battles, keep, stage)?;
            Some((list, fresh))
        }
    };
    drop(progress);
    control.watch.status("working out prices");
    let setting = game.setting();
    let fit = &priced[0].fit;
    let together = fit.together(CONFIDENCE)?;
    let units = grid
        .units
        .iter()
        .enumerate()
        .map(|(place, unit)| PricedProfile {
            name: unit.name().to_owned(),
            coordinates: grid.coordinates[place].clone(),
            listed: unit.points(),
            suggested: None,
            implied_at_suggested: None,
            implied: (&priced[0].each[place]).into(),
            together: (&together[place]).into(),
            verdict: Pricing::of(&together[place], unit.points().into(), request.margin),
            follows_pattern: !fit.exceptions().contains(&place),
            by_policy: priced[..policies.len()]
                .iter()
                .map(|of| (of.policy.to_owned(), (&of.each[place]).into()))
                .collect(),
            by_scenario: std::iter::once(&priced[0])
                .chain(&priced[policies.len()..])
                .map(|of| (of.scenario.clone(), (&of.each[place]).into()))
                .collect(),
            beyond: None,
        });
    let mut units: Vec<PricedProfile> = units.collect();
    for (place, profile, beyond) in grid.beyond(fit)? {
        units[place].beyond = Some(Beyond {
            profile,
            points: (&beyond).into(),
        });
    }
    let named = units.split_off(grid.profiles);
    let suggested = match &suggested {
        Some((list, fresh)) => {
            let worths = fresh.fit.each(CONFIDENCE)?;
            let suggested = list.prices.iter().zip(&worths);
            for (unit, (&price, worth)) in units.iter_mut().zip(suggested) {
                unit.suggested = Some(price);
                unit.implied_at_suggested = Some(worth.into());
            }
            let listed = units.iter().map(|unit| unit.listed);
            let listed = Accuracy::new(listed, list.round_to, &priced[0].each, &together)?;
            let prices = list.prices.iter().copied();
            let by_list = Accuracy::new(
                prices,
                list.round_to,
                &worths,
                &fresh.fit.together(CONFIDENCE)?,
            )?;
            Some(list.result(&grid, listed, by_list, fresh, runs * request.matchups))
        }
        None => None,
    };
    let others = priced[1..].iter();
    let second_opinions = others.map(|of| second_opinion(&grid, &priced[0], of));
    Ok(PriceMapResult {
        schema: RESULT_SCHEMA,
        kind: PriceMapKind::Kind,
        played_in: PlayedIn::new(&setting, scenario.name()),
        seed: setting.seed,
        axes: grid.axes.clone(),
        budget,
        squad: SQUAD,
        matchups: request.matchups,
        battles_per_matchup: runs,
        margin: request.margin,
        confidence: CONFIDENCE,
        median_half_width: result::median_half_width(&priced[0].each[..grid.profiles]),
        levels: steps::levels(&grid, fit)?,
        steps: steps::steps(&grid, fit)?,
        profiles: units,
        named,
        second_opinions: second_opinions.collect::<Result<_, _>>()?,
        suggested,
        scatter: Scattered::new(fit, &grid.axes),
        dispersion: fit.dispersion(),
        battles,
        digest: priced[0].digest.clone(),
        method: METHOD.to_owned(),
    })
}
