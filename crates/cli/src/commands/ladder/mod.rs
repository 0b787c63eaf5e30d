//! `equipoise ladder`: how well the policies of a system play against each other.

mod show;

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use equipoise_analysis::ladder::{LadderRequest, Part, ladder};
use equipoise_analysis::{GameRequest, Goal};
use equipoise_engine::front_end::{FrontEnd, Policy as _};
use equipoise_report::Document;

use crate::args::{Data, Output, Precision, Rules, Workers, policies, runs};
use crate::commands::chart::Picture;
use crate::document::document;
use crate::failure::Failure;
use crate::output::print_result;
use crate::overwriting::check_outputs;
use crate::progress::Terminal;

const LADDER: &str = "\
Every pair of policies meets on mirrored forces: each force of each scenario against itself on
the scenario's table, and each reference profile of the standard grid of `sweep` and each named
unit in a duel with itself. In each round each policy takes both sides of everything, in both
seats; the part with fewer battles, scenarios or duels, is repeated until both weigh about the
same. A pair plays whole rounds until its score is known to ± 0.02, or as --until, --decide or
--runs say.

Elo ratings are those of Bradley and Terry's model, a draw counting half: a lead of 100 wins
64 %. The first policy has 0.";

/// Arguments of `ladder`.
#[derive(Args)]
#[command(after_help = ladder_help::<S>())]
pub(crate) struct LadderArgs<S: FrontEnd> {
    /// Policies that meet, the anchor of the ratings first, see `equipoise list policies` [default: all
    /// but those that play battles out, which take a hundred times as long and more]
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = policies::<S::Policy>())]
    policies: Vec<S::Policy>,
    /// Parts that are played [default: both]
    #[arg(long, value_enum, value_name = "PART", value_delimiter = ',')]
    only: Vec<PartName>,
    /// A scenario by name or file; may be repeated [default: all of the dataset]
    #[arg(long = "scenario", value_name = "SCENARIO")]
    scenarios: Vec<String>,
    /// Battles of each pair instead of a precision, rounded up to whole rounds
    #[arg(long, visible_alias = "battles", value_name = "N", value_parser = runs())]
    runs: Option<u64>,
    #[command(flatten)]
    precision: Precision,
    /// Draws the ratings into a file, .svg or .png
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,
    #[command(flatten)]
    data: Data,
    /// Master seed of the dice
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    rules: Rules<S>,
    #[command(flatten)]
    workers: Workers,
}

fn ladder_help<S: FrontEnd>() -> String {
    format!("{LADDER}\n\nExamples:\n{}", S::HELP.ladder)
}

/// A part of the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PartName {
    /// Forces of scenarios against themselves
    Scenarios,
    /// Units against themselves
    Duels,
}

impl From<PartName> for Part {
    fn from(name: PartName) -> Self {
        match name {
            PartName::Scenarios => Self::Scenarios,
            PartName::Duels => Self::Duels,
        }
    }
}

impl<S: FrontEnd> LadderArgs<S> {
    fn request(&self) -> Result<LadderRequest, Failure> {
        let game = GameRequest {
            dataset: self.data.dataset.clone(),
            options: self.rules.all()?,
            seed: self.seed,
            ..GameRequest::new(S::NAME)
        };
        let policies = self.policies.iter().map(|policy| policy.name().to_owned());
        let usual = LadderRequest::new(game);
        let goal = match self.runs {
            Some(runs) => Goal::Runs(runs),
            None => self.precision.goal_or(usual.goal),
        };
        Ok(LadderRequest {
            policies: policies.collect(),
            only: self.only.iter().copied().map(Part::from).collect(),
            scenarios: self.scenarios.clone(),
            goal,
            ..usual
        })
    }
}

pub(crate) fn run<S: FrontEnd>(output: &Output, args: &LadderArgs<S>) -> Result<(), Failure> {
    // A name that no picture can have is refused before the first battle.
    let chart = args.chart.as_deref();
    let chart = chart.map(|file| Ok::<_, Failure>((file, Picture::named(file)?)));
    let chart = chart.transpose()?;
    let scenarios = args.scenarios.iter().map(Path::new);
    check_outputs(
        scenarios.chain(args.data.dataset.as_deref()),
        &[("--chart", args.chart.as_deref())],
    )?;
    let terminal = Terminal::new(output)?;
    let request = args.request()?;
    let result = ladder(&request, terminal.control(args.workers))?;
    print_result(
        output,
        &result,
        || show::text(&result, &request.game.options),
        || show::table(&result),
    )?;
    if let Some((file, picture)) = chart {
        let drawn = Document::parse("the ladder", &document(&result).to_string())?;
        picture.draw(&drawn, &drawn.drawing()?, file)?;
    }
    Ok(())
}
