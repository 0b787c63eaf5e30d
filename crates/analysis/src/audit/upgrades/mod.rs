//! What upgrades are worth against what they cost.
//!
//! Armies with a unit that may buy an upgrade meet random armies of about as many points. The same battles
//! are played on the same dice with the upgrade on every unit of that kind and without it. By a logistic
//! regression of the results on the number of those units and on the points of all others, the unit is
//! worth so many points of other units with and without it; the difference is what the upgrade is worth.

mod buying;
mod request;
mod result;

#[cfg(test)]
mod tests;

use equipoise_engine::front_end::{Dataset as _, FrontEnd, Policy as _, Scenario as _, Unit as _};
use equipoise_simulator::{Army, CONFIDENCE, Control as Stage, Muster, Variation, run_variants};
use equipoise_stats::{
    AddedWorth, Estimate, Matchup, Pricing, StatsError, mean_of_independent, simultaneous,
};

use buying::{Customer, Purchase};
pub use request::UpgradeAuditRequest;
pub use result::{
    Buyer, Elsewise, PricedUpgrade, Unmeasured, UpgradeAuditKind, UpgradeAuditResult,
};

use crate::control::{Control, Work};
use crate::error::Error;
use crate::game::Game;
use crate::games::with_game;
use crate::points::surplus;
use crate::result::{Limits, PlayedIn, RESULT_SCHEMA};

/// Measures what upgrades are worth.
///
/// # Errors
/// When the request is not what it should be, the game has no upgrades, or the analysis is interrupted.
pub fn upgrade_audit(
    request: &UpgradeAuditRequest,
    control: Control<'_>,
) -> Result<UpgradeAuditResult, Error> {
    with_game!(&request.game.system, S => audit::<S>(request, control))
}

fn audit<S: FrontEnd>(
    request: &UpgradeAuditRequest,
    control: Control<'_>,
) -> Result<UpgradeAuditResult, Error> {
    request.check()?;
    let mut game = Game::<S>::new(&request.game)?;
    let policies = game.policy_and(&request.also)?;
    let names = buying::asked::<S>(&request.upgrades)?;
    let scenarios = scenarios(&mut game, request)?;
    let units = game.units_or_all("units", &request.units)?;
    for (place, scenario) in scenarios.iter().enumerate() {
        let new = if place == 0 { &units[..] } else { &[] };
        game.note_roundings(new, Some(scenario), control);
    }
    let budget = request.budget.unwrap_or(S::ARMIES.budget);
    let costs = units.iter().map(|unit| unit.points()).collect();
    let muster = Muster::new(costs, S::ARMIES.most_models, budget).map_err(Error::input)?;
    let most = request.buyers as usize;
    let (customers, unmeasured) = buying::customers(&game, &units, &names, budget, most);
    let shop = Shop {
        game: &game,
        units,
        muster,
        names,
        customers,
        unmeasured,
        budget,
        matchups: request.matchups,
        runs: request.runs.next_multiple_of(2),
        margin: request.margin,
    };
    let (first, main) = (&scenarios[0], policies[0]);
    let questions = policies.iter().map(|&policy| (first, policy));
    let elsewhere = scenarios[1..].iter().map(|scenario| (scenario, main));
    let questions: Vec<_> = questions.chain(elsewhere).collect();
    let battles = shop.battles() * questions.len() as u64;
    let progress = control.watch.begin(Work::battles(battles));
    let stage = control.stage(&*progress);
    let answer = |&(scenario, policy): &(_, _)| shop.priced(scenario, policy, stage);
    let mut answers: Vec<Elsewise> = questions.iter().map(answer).collect::<Result<_, _>>()?;
    let also = answers.split_off(1);
    let main = answers.swap_remove(0);
    let setting = shop.game.setting();
    Ok(UpgradeAuditResult {
        schema: RESULT_SCHEMA,
        kind: UpgradeAuditKind::Kind,
        played_in: PlayedIn::new(&setting, first.name()),
        seed: setting.seed,
        dataset: setting.dataset,
        budget,
        matchups: shop.matchups,
        battles_per_matchup: shop.runs,
        margin: shop.margin,
        confidence: CONFIDENCE,
        upgrades: main.upgrades,
        unmeasured: main.unmeasured,
        also,
        battles,
    })
}

/// The scenarios that are asked for, or those of the game.
fn scenarios<S: FrontEnd>(
    game: &mut Game<S>,
    request: &UpgradeAuditRequest,
) -> Result<Vec<S::Scenario>, Error> {
    let mut names: Vec<&str> = request.scenarios.iter().map(String::as_str).collect();
    if names.is_empty() {
        names.extend(S::Dataset::UPGRADES.map_or(&[][..], |of| of.scenarios));
    }
    let mut found: Vec<S::Scenario> = Vec::new();
    for name in names {
        let scenario = game.scenario(name, None)?;
        if found.iter().any(|other| other.name() == scenario.name()) {
            let reason = format!("scenario {} is named twice", scenario.name());
            return Err(Error::Input(reason));
        }
        found.push(scenario);
    }
    Ok(found)
}

/// Units, upgrades and the armies in which they are tried.
struct Shop<'a, S: FrontEnd> {
    game: &'a Game<S>,
    /// Kinds of which armies are made.
    units: Vec<&'a S::Unit>,
    muster: Muster,
    /// The upgrades.
    names: Vec<&'static str>,
    customers: Vec<Customer<S::Unit>>,
    /// Upgrades that nobody may have.
    unmeasured: Vec<Unmeasured>,
    budget: u32,
    matchups: u64,
    runs: u64,
    margin: f64,
}

/// The battles of a unit that buys.
struct Played {
    armies: Vec<[Army; 2]>,
    /// Of each matchup, each purchase against the unit as it is.
    found: Vec<Vec<Variation>>,
}

/// What a purchase is worth: with an interval of its own, and with one that holds together with those of
/// all upgrades.
struct Found {
    upgrade: usize,
    buyer: Buyer,
    own: Estimate,
    together: Estimate,
}

impl<S: FrontEnd> Shop<'_, S> {
    /// Battles in one scenario under one policy.
    fn battles(&self) -> u64 {
        let ways = self
            .customers
            .iter()
            .map(|of| 1 + of.purchases.len() as u64);
        self.runs * self.matchups * ways.sum::<u64>()
    }

    /// All upgrades in a scenario under a policy.
    fn priced(
        &self,
        scenario: &S::Scenario,
        policy: S::Policy,
        control: Stage<'_>,
    ) -> Result<Elsewise, Error> {
        let mut found: Vec<Vec<Found>> = self.names.iter().map(|_| Vec::new()).collect();
        let mut unmeasured = self.unmeasured.clone();
        for customer in &self.customers {
            let played = self.play(customer, scenario, policy, control)?;
            match self.worths(customer, &played) {
                Ok(of_unit) => of_unit
                    .into_iter()
                    .for_each(|of| found[of.upgrade].push(of)),
                Err(reason) => {
                    unmeasured.extend(customer.purchases.iter().map(|purchase| Unmeasured {
                        name: self.names[purchase.upgrade].to_owned(),
                        reason: format!("{}: {reason}", self.units[customer.kind].name()),
                    }));
                }
            }
        }
        let rows = self
            .names
            .iter()
            .zip(found)
            .filter(|(_, found)| !found.is_empty());
        Ok(Elsewise {
            scenario: scenario.name().to_owned(),
            policy: policy.name().to_owned(),
            upgrades: rows.map(|(name, found)| self.row(name, found)).collect(),
            unmeasured,
        })
    }

    fn play(
        &self,
        customer: &Customer<S::Unit>,
        scenario: &S::Scenario,
        policy: S::Policy,
        control: Stage<'_>,
    ) -> Result<Played, Error> {
        let setting = self.game.setting_under(policy);
        let kind = customer.kind;
        let armies = self
            .muster
            .escorted(kind, self.budget, self.matchups, &setting);
        let label = format!("upgrades of {}", self.units[kind].name());
        let plan = self.muster.plan(setting, &label, self.runs, &armies)?;
        let compile = |way: usize, a: usize, b: usize| {
            let army = |index: usize| -> Vec<&S::Unit> {
                let unit = |of: usize| match way {
                    upgraded @ 1.. if of == kind => &customer.purchases[upgraded - 1].unit,
                    _ => self.units[of],
                };
                armies[index / 2][index % 2].units().map(unit).collect()
            };
            let scenario = scenario.mustered([army(a), army(b)]);
            self.game.compile_battle(&scenario, policy)
        };
        let found = run_variants::<S, _>(&plan, customer.purchases.len(), compile, control)?;
        Ok(Played { armies, found })
    }

    fn worths(
        &self,
        customer: &Customer<S::Unit>,
        played: &Played,
    ) -> Result<Vec<Found>, StatsError> {
        let surpluses: Vec<[i32; 2]> = played
            .armies
            .iter()
            .map(|of| self.surplus(customer.kind, of))
            .collect();
        let worth = |(place, purchase): (usize, &Purchase<S::Unit>)| {
            let of_way: Vec<Variation> = played.found.iter().map(|ways| ways[place]).collect();
            self.worth(customer.kind, purchase, &surpluses, &of_way)
        };
        customer.purchases.iter().enumerate().map(worth).collect()
    }

    /// How many more of a kind the first army has, and how many more points of other kinds.
    fn surplus(&self, kind: usize, armies: &[Army; 2]) -> [i32; 2] {
        let more = surplus(armies);
        let points = |(of, &more): (usize, &i32)| match of == kind {
            true => 0,
            false => more * self.units[of].points() as i32,
        };
        [more[kind], more.iter().enumerate().map(points).sum()]
    }

    fn worth(
        &self,
        kind: usize,
        purchase: &Purchase<S::Unit>,
        surpluses: &[[i32; 2]],
        found: &[Variation],
    ) -> Result<Found, StatsError> {
        let matchups = |way: usize| -> Vec<Matchup<'_>> {
            let pairs = surpluses.iter().zip(found);
            let matchups = pairs.map(|(surplus, of)| Matchup {
                surplus,
                battles: of.results.battles(),
                points: of.results.points()[way],
            });
            matchups.collect()
        };
        let [old, new] = [matchups(0), matchups(1)];
        let worth = AddedWorth::new(&old, &new)?;
        let altered: u64 = found.iter().map(|of| of.altered).sum();
        let estimate = |confidence| {
            let estimate = worth.estimate(confidence)?;
            // Where all outcomes are the same, points and rounds included, nothing depended on the upgrade.
            Ok::<_, StatsError>(match altered {
                0 => Estimate {
                    low: estimate.estimate,
                    high: estimate.estimate,
                    ..estimate
                },
                _ => estimate,
            })
        };
        let own = estimate(CONFIDENCE)?;
        let unit = self.units[kind];
        Ok(Found {
            upgrade: purchase.upgrade,
            buyer: Buyer {
                unit: unit.name().to_owned(),
                listed: unit.points(),
                price: purchase.price,
                worth: (&own).into(),
                battles: found.iter().map(|of| of.results.battles()).sum(),
                battles_changed: found.iter().map(|of| of.results.changed()).sum(),
                battles_altered: altered,
            },
            own,
            together: estimate(simultaneous(CONFIDENCE, self.names.len() as u64))?,
        })
    }

    fn row(&self, name: &str, found: Vec<Found>) -> PricedUpgrade {
        let mean = |of: fn(&Found) -> Estimate| {
            mean_of_independent(&found.iter().map(of).collect::<Vec<_>>())
        };
        let (own, together) = (mean(|of| of.own), mean(|of| of.together));
        let prices = found.iter().map(|of| of.buyer.price as f64);
        let price = prices.sum::<f64>() / found.len() as f64;
        PricedUpgrade {
            name: name.to_owned(),
            price,
            worth: (&own).into(),
            together: Limits::from(&together),
            verdict: Pricing::within(&together, price, self.margin),
            buyers: found.into_iter().map(|of| of.buyer).collect(),
        }
    }
}
