//! `equipoise variant`: a unit with changed fields against the unit as it is.

use equipoise_analysis::Interval;
use equipoise_analysis::change::{
    UnitWorth, VariantArmies, VariantRequest, VariantResult, variant,
};
use equipoise_engine::text::counted;
use equipoise_stats::Pricing;

use super::args::VariantArgs;
use super::opinions::{OfArmies, ShownOpinion};
use super::show::{Shown, in_points, scores, signed, signed_span, whole, whole_span};
use crate::args::Output;
use crate::failure::Failure;
use crate::numbers::percent;
use crate::output::print_result;
use crate::progress::Terminal;
use equipoise_engine::front_end::FrontEnd;

pub(crate) fn run<S: FrontEnd>(output: &Output, args: &VariantArgs<S>) -> Result<(), Failure> {
    let both = &args.both;
    let request = VariantRequest {
        game: both.shared.request()?,
        unit: args.unit.clone(),
        set: args.set.clone(),
        upgrades: args.upgrade.clone(),
        against: both.against.clone(),
        runs: both.runs,
        armies: both.armies.request(),
        also: both.also.names(both.shared.policy)?,
    };
    let terminal = Terminal::new(output)?;
    let result = variant(&request, terminal.control(both.workers))?;
    let table = || shown(&result).table(&result, &result.also);
    print_result(output, &result, || text(&result), table)
}

fn shown(result: &VariantResult) -> Shown<'_> {
    Shown {
        title: format!("{} with {}", result.unit, result.played.changes.join(", ")),
        row: "opponent",
        name: &result.unit,
        score: "the score",
        played: &result.played,
        effects: &result.effects,
        armies: result.implied.as_ref().map(|implied| &implied.armies),
        change: "implied change",
        of_armies: of_armies(result.implied.as_ref()),
        also: ShownOpinion::all(&result.also, of_armies),
    }
}

fn text(result: &VariantResult) -> String {
    let shown = shown(result);
    let parts = [
        shown.heading(),
        summary(result) + &shown.same_dice() + &shown.by_policy(),
        shown.differences_table(false).to_text(),
        shown.armies() + &unit_worth(result),
    ];
    parts.join("\n")
}

fn summary(result: &VariantResult) -> String {
    let [old, new] = scores(&result.effects.all.score);
    let (difference, span) = in_points(&result.effects.all.difference);
    format!(
        "Score against {}\n  as it is         {old}\n  with the change  {new}\n  difference       {difference} ({span})\n",
        counted(result.played.opponents.len() as u64, "opponent"),
    )
}

/// The change of the unit's implied points.
fn of_armies(implied: Option<&VariantArmies>) -> Option<OfArmies> {
    let implied = implied?;
    let change = implied.worth.as_ref()?.change;
    Some(OfArmies {
        battles: implied.armies.battles,
        change: signed(change.estimate),
        span: signed_span(&change),
    })
}

fn worth(result: &VariantResult) -> Option<&UnitWorth> {
    result.implied.as_ref()?.worth.as_ref()
}

fn unit_worth(result: &VariantResult) -> String {
    let Some(worth) = worth(result) else {
        return String::new();
    };
    let line = |way: &str, listed: u32, implied: &Interval, verdict: Pricing| {
        format!(
            "  {way}  listed {listed}, implied {} ({}): {}\n",
            whole(implied.estimate),
            whole_span(implied),
            verdict.name(),
        )
    };
    let (listed, verdict) = (result.listed, worth.verdict);
    format!(
        "{}{}  change {} ({})\n  fair: within {} of the listed points\n",
        line("as it is       ", listed.old, &worth.old, verdict.old),
        line("with the change", listed.new, &worth.new, verdict.new),
        signed(worth.change.estimate),
        signed_span(&worth.change),
        percent(worth.margin),
    )
}
