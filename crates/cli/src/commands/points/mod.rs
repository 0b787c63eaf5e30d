//! `equipoise points`: what each unit is worth, from battles of random armies.

mod audit;
mod findings;

use equipoise_simulator::Muster;

use crate::args::{Output, PointsArgs};
use crate::failure::Failure;
use crate::game::Game;
use crate::output::print_as;
use crate::systems::{Front, Policy, Unit};

pub(crate) use audit::{presence, surplus};

use audit::{Audit, Size};
use findings::Findings;

pub(crate) fn run<S: Front>(output: &Output, args: &PointsArgs<S>) -> Result<(), Failure> {
    let mut game = Game::<S>::new(&args.shared)?;
    let scenario = game.scenario(&args.shared, &args.scenario, None)?;
    let units = roster(&game, &args.units)?;
    let budget = args.budget;
    let costs = units.iter().map(|unit| unit.points()).collect();
    let audit = Audit {
        game: &game,
        scenario: &scenario,
        muster: Muster::new(costs, S::ARMIES.most_models, budget).map_err(Failure::input)?,
        units,
        budget,
        policies: policies(args),
        size: Size {
            matchups: args.matchups,
            runs: args.runs.next_multiple_of(2),
            gauntlet: args.gauntlet,
        },
    };
    let measured = audit.measure(output, args.workers)?;
    let findings = Findings::new(&audit, &measured, args.margin);
    print_as(
        output.format,
        || findings.text(),
        || findings.json(),
        || findings.table(),
    )
}

/// The units asked for, or all that the dataset names.
fn roster<'a, S: Front>(game: &'a Game<S>, names: &[String]) -> Result<Vec<&'a S::Unit>, Failure> {
    if names.is_empty() {
        return Ok(game.units().iter().collect());
    }
    game.units_named("--units", names)
}

/// The policies that play, the one whose answer counts first, each once.
fn policies<S: Front>(args: &PointsArgs<S>) -> Vec<S::Policy> {
    let mut policies = vec![args.shared.policy];
    for &also in &args.also {
        if policies.iter().all(|policy| policy.name() != also.name()) {
            policies.push(also);
        }
    }
    policies
}
