//! What can be asked of `variant` and `whatif`.

use clap::{Args, value_parser};
use equipoise_analysis::change::{ArmyRequest, Change, VariantRequest, WhatifRequest};
use equipoise_analysis::points::PointsRequest;

use crate::args::{Shared, Workers, name_value, runs};
use equipoise_engine::front_end::FrontEnd;

const VARIANT: &str = "\
--set FIELD=VALUE gives a field of the dataset's units.toml another value, FIELD+=N and FIELD-=N count
up and down. Of a list an element is named by its number from 0: weapons.0.dmg=600. Fields that are not
written down keep their defaults, points and vp those of the changed unit.

The unit meets every opponent as it is and as it would be, each battle twice on the same dice. What luck
the two have in common cancels, so that small changes show.

Then random armies of all named units fight, the same ones on the same dice with either version of the
unit, for the change of its implied points as `equipoise points` tells them. Points alone change nothing
in battle; with a new price the verdict says whether the unit would be worth it.";

const WHATIF: &str = "\
Every unit meets every opponent under either rules, each battle twice on the same dice. What luck the
two have in common cancels, so that small changes show. A rule that helps one unit harms another: look at
the units rather than at the mean over them.

Then random armies of all named units fight, the same ones on the same dice under either rules, for the
change of each unit's implied points as `equipoise points` tells them.";

/// Arguments of `variant`.
#[derive(Args)]
#[command(after_help = format!("{VARIANT}\n\nExamples:\n{}", S::HELP.variant))]
pub(crate) struct VariantArgs<S: FrontEnd> {
    /// The unit that is changed; a named one
    #[arg(value_name = "UNIT")]
    pub(crate) unit: String,
    /// What is changed: FIELD=VALUE, FIELD+=N or FIELD-=N; may be repeated
    #[arg(long, value_name = "CHANGE", required = true)]
    pub(crate) set: Vec<Change>,
    #[command(flatten)]
    pub(crate) both: BothArgs<S>,
}

/// Arguments of `whatif`.
#[derive(Args)]
#[command(
    after_help = format!("{WHATIF}\n\nExamples:\n{}", S::HELP.whatif),
    mut_arg("runs", |arg| arg.default_value(WhatifRequest::RUNS.to_string())),
    mut_arg("options", |arg| arg.required(true).help("The rules option that is changed, see `equipoise list options`; may be repeated"))
)]
pub(crate) struct WhatifArgs<S: FrontEnd> {
    /// Sets a rules option both ways, see `equipoise list options`; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = name_value::<S>)]
    pub(crate) base: Vec<(String, String)>,
    /// Units to look at [default: all named units of the dataset]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) units: Vec<String>,
    #[command(flatten)]
    pub(crate) both: BothArgs<S>,
}

/// Arguments of both.
#[derive(Args)]
#[group(skip)]
pub(crate) struct BothArgs<S: FrontEnd> {
    /// Opponents [default: the reference profiles of the standard grid of `sweep`]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) against: Vec<String>,
    /// Battles of each pairing, each played both ways; an odd number is rounded up, so that both seats
    /// are played equally
    #[arg(long, value_name = "N", default_value_t = VariantRequest::RUNS, value_parser = runs())]
    pub(crate) runs: u64,
    #[command(flatten)]
    pub(crate) armies: ArmyArgs,
    #[command(flatten)]
    pub(crate) shared: Shared<S>,
    #[command(flatten)]
    pub(crate) workers: Workers,
}

/// The battles of random armies.
#[derive(Args)]
#[group(skip)]
pub(crate) struct ArmyArgs {
    /// Matchups of random armies, eight battles each, played both ways; 0 leaves implied points out
    #[arg(long, value_name = "N", default_value_t = ArmyRequest::MATCHUPS, value_parser = value_parser!(u64).range(..=PointsRequest::MATCHUPS_RANGE.end()))]
    pub(crate) matchups: u64,
    /// Scenario whose table the armies meet on: a name or a file [default: that of `points`]
    #[arg(long, value_name = "SCENARIO")]
    pub(crate) scenario: Option<String>,
    /// Points of an army [default: that of `points`]
    #[arg(long, value_name = "POINTS", value_parser = value_parser!(u32).range(1..=1_000_000))]
    pub(crate) budget: Option<u32>,
}

impl ArmyArgs {
    /// The battles they ask for.
    pub(super) fn request(&self) -> ArmyRequest {
        ArmyRequest {
            matchups: self.matchups,
            scenario: self.scenario.clone(),
            budget: self.budget,
        }
    }
}
