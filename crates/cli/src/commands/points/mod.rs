//! `equipoise points`: what each unit is worth, from battles of random armies.

mod audit;
mod findings;

use equipoise_simulator::Muster;

use crate::args::{Output, Shared, Workers, half_width, policies as policy_names};
use crate::failure::Failure;
use crate::output::print_as;
use crate::systems::Front;
use equipoise_analysis::Game;
use equipoise_engine::front_end::{Policy, Unit};

pub(crate) use audit::{presence, surplus};

use audit::{Audit, Size};
use clap::{Args, value_parser};
use findings::Findings;

const POINTS: &str = "\
Armies are drawn at random to equal points; a regression of the results on what they had gives what
each unit brings, scaled so that an average army is worth what it costs. In each matchup one side has
up to 20 % less to spend: without that no result could tell how much a point is. Intervals are robust
to units being worth more together than apart; verdicts hold for all units at once.
A second way checks the first: as many of a unit alone as make the budget meet random armies, and
the cost at which they would break even is told beside the implied points.";

/// Arguments of `points`.
#[derive(Args)]
#[command(after_help = format!("{POINTS}\n\nExamples:\n{}", S::HELP.points))]
pub(crate) struct PointsArgs<S: Front> {
    /// Scenario whose table the armies meet on: a name or a file
    #[arg(long, value_name = "SCENARIO", default_value = S::ARMIES.scenario)]
    pub(crate) scenario: String,
    /// Points of an army
    #[arg(long, value_name = "POINTS", default_value_t = S::ARMIES.budget, value_parser = value_parser!(u32).range(1..=1_000_000))]
    pub(crate) budget: u32,
    /// Units to be audited, which are also those that armies are drawn from [default: all named
    /// units of the dataset]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) units: Vec<String>,
    /// How far from its listed points a unit is still fair, as a share of them
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = half_width)]
    pub(crate) margin: f64,
    /// Policies whose answers are set beside those of --policy; may be repeated
    #[arg(long, value_name = "POLICY", default_value = "greedy", value_parser = policy_names::<S::Policy>())]
    pub(crate) also: Vec<S::Policy>,
    /// Matchups of random armies, for each policy
    #[arg(long, value_name = "N", default_value_t = 16_000, value_parser = value_parser!(u64).range(2..=10_000_000))]
    pub(crate) matchups: u64,
    /// Battles of each matchup; an odd number is rounded up, so that both seats are played equally
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = value_parser!(u64).range(1..=1_000_000))]
    pub(crate) runs: u64,
    /// Matchups of each unit alone against random armies; 0 leaves the second way out
    #[arg(long, value_name = "N", default_value_t = 150, value_parser = value_parser!(u64).range(0..=1_000_000))]
    pub(crate) gauntlet: u64,
    #[command(flatten)]
    pub(crate) shared: Shared<S>,
    #[command(flatten)]
    pub(crate) workers: Workers,
}

pub(crate) fn run<S: Front>(output: &Output, args: &PointsArgs<S>) -> Result<(), Failure> {
    let mut game = Game::<S>::new(&args.shared.request())?;
    let scenario = game.scenario(&args.scenario, None)?;
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
    Ok(game.units_named("--units", names)?)
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
