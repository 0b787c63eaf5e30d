//! `equipoise whatif`: changed rules against those in force.

use equipoise_analysis::change::{WhatifArmies, WhatifRequest, WhatifResult, whatif};
use equipoise_engine::text::counted;

use super::args::WhatifArgs;
use super::opinions::{OfArmies, ShownOpinion};
use super::show::{Shown, in_points};
use crate::args::Output;
use crate::failure::Failure;
use crate::numbers::fixed;
use crate::output::print_result;
use crate::progress::Terminal;
use equipoise_engine::front_end::FrontEnd;

pub(crate) fn run<S: FrontEnd>(output: &Output, args: &WhatifArgs<S>) -> Result<(), Failure> {
    let both = &args.both;
    let request = WhatifRequest {
        game: both.shared.request_under(&args.base)?,
        changes: both.shared.rules.options().to_vec(),
        units: args.units.clone(),
        against: both.against.clone(),
        runs: both.runs,
        armies: both.armies.request(),
        also: both.also.names(both.shared.policy)?,
    };
    let terminal = Terminal::new(output)?;
    let result = whatif(&request, terminal.control(both.workers))?;
    let table = || shown(&result).table(&result, &result.also);
    print_result(output, &result, || text(&result), table)
}

fn shown(result: &WhatifResult) -> Shown<'_> {
    let changes = result
        .played
        .changes
        .iter()
        .map(|change| instead(result, change));
    let changes: Vec<String> = changes.collect();
    Shown {
        title: format!("Rules with {}", changes.join(", ")),
        row: "unit",
        name: "",
        score: "the mean score of the units",
        played: &result.played,
        effects: &result.effects,
        armies: result.implied.as_ref().map(|implied| &implied.armies),
        change: "implied change up or down",
        of_armies: of_armies(result.implied.as_ref()),
        also: ShownOpinion::all(&result.also, of_armies),
    }
}

/// A changed option, `name=value`, with its value in force.
fn instead(result: &WhatifResult, change: &str) -> String {
    let name = change.split_once('=').map_or(change, |(name, _)| name);
    let old = result.played.played_by.options.get(name);
    format!("{change} instead of {}", old.map_or("", String::as_str))
}

fn text(result: &WhatifResult) -> String {
    let shown = shown(result);
    let of_units = result.implied.is_some();
    let parts = [
        shown.heading(),
        summary(result) + &shown.same_dice() + &shown.by_policy(),
        shown.differences_table(of_units).to_text(),
        shown.armies(),
    ];
    parts.join("\n")
}

/// How large the changes of implied points are on average.
fn of_armies(implied: Option<&WhatifArmies>) -> Option<OfArmies> {
    let implied = implied.filter(|implied| implied.armies.missing.is_none())?;
    let change = implied.mean_absolute_change;
    let shown = |points: f64| fixed(points, 1);
    Some(OfArmies {
        battles: implied.armies.battles,
        change: shown(change.estimate),
        span: format!("{} to {}", shown(change.low), shown(change.high)),
    })
}

/// Means over units, whose gains are the losses of others.
fn summary(result: &WhatifResult) -> String {
    let (mean, span) = in_points(&result.effects.all.difference);
    let size = &result.effects.mean_absolute_difference;
    let shown = |number: f64| fixed(100.0 * number, 2);
    format!(
        "{} against {}: {mean} ({span}) on average, {} ({} to {}) up or down\n{} surely up, {} surely down\n",
        counted(result.effects.differences.len() as u64, "unit"),
        counted(result.played.opponents.len() as u64, "opponent"),
        shown(size.estimate),
        shown(size.low),
        shown(size.high),
        counted(result.effects.surely_up, "unit"),
        result.effects.surely_down,
    )
}
