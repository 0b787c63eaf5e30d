//! What can be asked of `variant` and `whatif`.

use clap::{Args, value_parser};
use equipoise_analysis::change::{ArmyRequest, Change, VariantRequest, WhatifRequest};
use equipoise_analysis::points::PointsRequest;

use crate::also::Also;
use crate::args::{Shared, Workers, name_value, runs};
use equipoise_engine::front_end::FrontEnd;

const VARIANT: &str = "\
--set FIELD=VALUE sets a field as written in the dataset's units.toml; FIELD+=N and FIELD-=N add and
subtract. List elements are numbered from 0: weapons.0.dmg=600. Unset fields have their defaults;
unset points and vp are those of the original.

--upgrade NAME adds to the unit's `upgrades`, after what --set changes, and so to its points.

Plays the original and the changed unit against every opponent, each battle twice on the same dice.
Shared luck cancels, so small changes become measurable.

Then the same random armies of all named units play on the same dice with either version of the
unit, to measure the change of its implied points (see `equipoise points`). Points have no effect in
battle; a new price only changes the verdict.";

const SECOND: &str = "\
A result holds for its policy, so a second policy plays all of it too, on the same dice. Its answer
stands beside the main one, with whether the intervals of both show the same direction. --also names
other policies; --also none saves their time.";

const WHATIF: &str = "\
Plays every unit against every opponent under both sets of rules, each battle twice on the same
dice. Shared luck cancels, so small changes become measurable. A rule that helps one unit harms
another: read the rows of the units, not only their mean.

Then the same random armies of all named units play on the same dice under both sets of rules, to
measure the change of each unit's implied points (see `equipoise points`).";

/// Arguments of `variant`.
#[derive(Args)]
#[command(after_help = format!("{VARIANT}\n\n{SECOND}\n\nExamples:\n{}", S::HELP.variant))]
pub(crate) struct VariantArgs<S: FrontEnd> {
    /// Name of the unit to change
    #[arg(value_name = "UNIT")]
    pub(crate) unit: String,
    /// Change of a field: FIELD=VALUE, FIELD+=N or FIELD-=N; may be repeated
    #[arg(long, value_name = "CHANGE", required_unless_present = "upgrade")]
    pub(crate) set: Vec<Change>,
    /// Upgrade that the changed unit has, see `equipoise list upgrades`; may be repeated
    #[arg(long, value_name = "NAME")]
    pub(crate) upgrade: Vec<String>,
    #[command(flatten)]
    pub(crate) both: BothArgs<S>,
}

/// Arguments of `whatif`.
#[derive(Args)]
#[command(
    after_help = format!("{WHATIF}\n\n{SECOND}\n\nExamples:\n{}", S::HELP.whatif),
    mut_arg("runs", |arg| arg.default_value(WhatifRequest::RUNS.to_string())),
    mut_arg("options", |arg| arg.required(true).help("Rules option to change, see `equipoise list options`; may be repeated"))
)]
pub(crate) struct WhatifArgs<S: FrontEnd> {
    /// Sets a rules option in both sets of rules, see `equipoise list options`; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = name_value::<S>)]
    pub(crate) base: Vec<(String, String)>,
    /// Units to measure [default: all named units of the dataset]
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
    /// Battles of each pairing, each played in both versions; an odd number is rounded up, so that
    /// both seats are played equally
    #[arg(long, value_name = "N", default_value_t = VariantRequest::RUNS, value_parser = runs())]
    pub(crate) runs: u64,
    #[command(flatten)]
    pub(crate) armies: ArmyArgs,
    #[command(flatten)]
    pub(crate) also: Also<S>,
    #[command(flatten)]
    pub(crate) shared: Shared<S>,
    #[command(flatten)]
    pub(crate) workers: Workers,
}

/// The battles of random armies.
#[derive(Args)]
#[group(skip)]
pub(crate) struct ArmyArgs {
    /// Matchups of random armies, eight battles each, in both versions; 0 omits implied points
    #[arg(long, value_name = "N", default_value_t = ArmyRequest::MATCHUPS, value_parser = value_parser!(u64).range(..=PointsRequest::MATCHUPS_RANGE.end()))]
    pub(crate) matchups: u64,
    /// Scenario whose table and mode are played: a name or a file [default: that of `points`]
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
