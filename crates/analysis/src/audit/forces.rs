//! Forces against themselves, listed in another order.

use std::path::Path;

use equipoise_engine::Side;
use equipoise_engine::front_end::{FrontEnd, Scenario as _};
use equipoise_simulator::{CONFIDENCE, Contestant, Plan, run};
use equipoise_stats::wilson;

use super::request::PlayAuditRequest;
use super::result::{ForceOrder, OrderOf};
use super::shuffle::shuffled;
use crate::control::{Control, Work};
use crate::error::Error;
use crate::game::Game;

/// A force on its table.
pub(super) struct Listed<S: FrontEnd> {
    game: Game<S>,
    scenario: S::Scenario,
    side: Side,
}

/// Plays each force of the scenarios and each army against itself, in each other order.
pub(super) fn measure<S: FrontEnd>(
    game: &Game<S>,
    armies: Vec<Listed<S>>,
    request: &PlayAuditRequest,
    control: Control<'_>,
) -> Result<Vec<ForceOrder>, Error> {
    let mut forces = Vec::new();
    for name in game.scenario_names()? {
        for side in Side::BOTH {
            let mut game = Game::<S>::new(&request.game)?;
            let scenario = game.scenario(&name, None)?;
            forces.push(Listed {
                game,
                scenario,
                side,
            });
        }
    }
    forces.extend(armies);
    // A list of one has no other order.
    forces.retain(|force| force.entries() > 1);
    let runs = request.mirrored.next_multiple_of(4) / 2;
    let orders: Vec<Vec<Vec<usize>>> = forces.iter().map(Listed::orders).collect();
    let count: usize = orders.iter().map(Vec::len).sum();
    let progress = control.watch.begin(Work::battles(2 * runs * count as u64));
    let stage = control.stage(&*progress);
    let mut found = Vec::new();
    for (force, orders) in forces.iter().zip(orders) {
        for order in orders {
            found.push(force.play(&order, runs, stage)?);
        }
    }
    Ok(found)
}

impl<S: FrontEnd> Listed<S> {
    /// An army on the table of points audits.
    ///
    /// # Errors
    /// When the file is no army of the game's.
    pub(super) fn of_army(army: &Path, request: &PlayAuditRequest) -> Result<Self, Error> {
        let mut game = Game::<S>::new(&request.game)?;
        let both = [army.to_owned(), army.to_owned()];
        let scenario = game.scenario(S::ARMIES.scenario, Some(&both))?;
        Ok(Self {
            game,
            scenario,
            side: Side::A,
        })
    }

    fn entries(&self) -> usize {
        self.scenario.entries(self.side)
    }

    fn name(&self) -> &str {
        self.scenario.force_name(self.side)
    }

    /// Backwards, then at random; each once, none as it is listed.
    fn orders(&self) -> Vec<Vec<usize>> {
        let count = self.entries();
        let listed: Vec<usize> = (0..count).collect();
        let mut orders: Vec<Vec<usize>> = vec![listed.iter().rev().copied().collect()];
        for number in 1..PlayAuditRequest::ORDERS {
            let what = format!("{}: {}", self.scenario.name(), self.name());
            let order = shuffled::<S>(count, &what, number, self.game.setting().seed);
            if order != listed && !orders.contains(&order) {
                orders.push(order);
            }
        }
        orders
    }

    /// The new order against the old one: on the first side's ground, then on the other.
    fn play(
        &self,
        order: &[usize],
        runs: u64,
        control: equipoise_simulator::Control<'_>,
    ) -> Result<ForceOrder, Error> {
        let listed: Vec<usize> = (0..order.len()).collect();
        let (mut points, mut battles) = (0.0, 0);
        let mut missing = None;
        for side in Side::BOTH {
            let orders = match side {
                Side::A => [order, &listed],
                Side::B => [&listed, order],
            };
            let scenario = self.scenario.against_itself(self.side, orders);
            if let Err(reason) = self.game.compile_battle(&scenario, self.game.policy()?) {
                missing = Some(reason.to_string());
                break;
            }
            let [of_a, of_battles] = self.play_on(&scenario, side, runs, control)?;
            points += if side == Side::A {
                of_a
            } else {
                of_battles - of_a
            };
            battles += of_battles as u64;
        }
        let score = match missing {
            None => Some(wilson(points, battles, CONFIDENCE)?),
            Some(_) => None,
        };
        let backwards = order.iter().rev().eq(&listed);
        Ok(ForceOrder {
            scenario: self.scenario.name().to_owned(),
            force: self.name().to_owned(),
            order: match backwards {
                true => OrderOf::Backwards,
                false => OrderOf::Shuffled,
            },
            places: order.iter().map(|&entry| entry as u64 + 1).collect(),
            // The error of a score of one half without draws, which would make it smaller.
            z: score.map(|score| (score.estimate - 0.5) * 2.0 * (battles as f64).sqrt()),
            score: score.as_ref().map(Into::into),
            battles,
            missing,
        })
    }

    /// Points of the side listed first, and battles.
    fn play_on(
        &self,
        scenario: &S::Scenario,
        new: Side,
        runs: u64,
        control: equipoise_simulator::Control<'_>,
    ) -> Result<[f64; 2], Error> {
        let name = |side: Side| {
            let order = if side == new { "new" } else { "listed" };
            let (scenario, force) = (self.scenario.name(), self.name());
            Contestant::named(format!("{scenario}: {force}/{side}, {order} order"))
        };
        let [a, b] = Side::BOTH.map(name);
        let plan = Plan::duel(self.game.setting(), runs, a, b)?;
        let policy = self.game.policy()?;
        let swapped = scenario.swapped();
        let compile = |first: usize, _: usize| {
            let seated = if first == 0 { scenario } else { &swapped };
            self.game.compile_battle(seated, policy)
        };
        let tally = run::<S, _, _>(&plan, compile, control)?.swap_remove(0);
        Ok([tally.points_a(), tally.battles as f64])
    }
}
