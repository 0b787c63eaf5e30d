//! `equipoise audit upgrades`: what upgrades are worth against what they cost.

use clap::{Args, value_parser};
use equipoise_analysis::audit::{
    Buyer, PricedUpgrade, UpgradeAuditRequest, UpgradeAuditResult, upgrade_audit,
};
use equipoise_engine::front_end::{Dataset as _, FrontEnd};
use equipoise_engine::text::{counted, grouped};
use equipoise_stats::Pricing;
use serde_json::{Value, json};

use crate::also::Also;
use crate::args::{Output, Shared, Workers, runs};
use crate::failure::Failure;
use crate::fought::options_set;
use crate::numbers::fixed;
use crate::output::print_result;
use crate::progress::Terminal;
use crate::table::Table;

const UPGRADES: &str = "\
Each upgrade is tried on some of the units that may have it, spread over their points. Armies with
such a unit meet random armies of about as many points; every battle is played with the upgrade and
without it on the same dice. What the unit is worth is measured in points of the other units as they
are listed; the difference is what the upgrade is worth to it.

Unless --preset says otherwise the rules are those under which the game prints the prices.

Worth and price of an upgrade are means over its buyers. Verdicts hold for all upgrades together;
--format csv has a row for each buyer, --format json has everything.";

/// Arguments of `audit upgrades`.
#[derive(Args)]
#[command(after_help = format!("{UPGRADES}\n\nExamples:\n{}", S::HELP.audit_upgrades))]
pub(super) struct UpgradesArgs<S: FrontEnd> {
    /// Upgrades to look at, see `equipoise list upgrades` [default: all]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    upgrades: Vec<String>,
    /// Units that buy them and that armies are drawn from [default: all named units of the dataset]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    units: Vec<String>,
    /// Units that try each upgrade, of those that may have it
    #[arg(long, value_name = "N", default_value_t = UpgradeAuditRequest::BUYERS, value_parser = value_parser!(u64).range(UpgradeAuditRequest::BUYERS_RANGE))]
    buyers: u64,
    /// Matchups of random armies for each unit
    #[arg(long, value_name = "N", default_value_t = UpgradeAuditRequest::MATCHUPS, value_parser = value_parser!(u64).range(UpgradeAuditRequest::MATCHUPS_RANGE))]
    matchups: u64,
    /// Battles of each matchup; an odd number is rounded up, so that both seats are played equally
    #[arg(long, value_name = "N", default_value_t = UpgradeAuditRequest::RUNS, value_parser = runs())]
    runs: u64,
    /// Scenarios in which armies meet, names or files: the first under every policy, each further one under
    /// --policy [default: those in which the game's prices hold]
    #[arg(long = "scenario", value_name = "SCENARIO", value_delimiter = ',')]
    scenarios: Vec<String>,
    /// Points of an army
    #[arg(long, value_name = "POINTS", default_value_t = S::ARMIES.budget, value_parser = value_parser!(u32).range(1..=1_000_000))]
    budget: u32,
    /// Points that an upgrade may cost more or less than it is worth and still be fair
    #[arg(long, value_name = "POINTS", default_value_t = UpgradeAuditRequest::MARGIN)]
    margin: f64,
    #[command(flatten)]
    also: Also<S>,
    #[command(flatten)]
    shared: Shared<S>,
    #[command(flatten)]
    workers: Workers,
}

pub(super) fn run<S: FrontEnd>(output: &Output, args: &UpgradesArgs<S>) -> Result<(), Failure> {
    let printed = S::Dataset::UPGRADES.and_then(|of| of.preset);
    let request = UpgradeAuditRequest {
        game: args.shared.request_by_default(printed)?,
        upgrades: args.upgrades.clone(),
        units: args.units.clone(),
        buyers: args.buyers,
        matchups: args.matchups,
        runs: args.runs,
        scenarios: args.scenarios.clone(),
        budget: Some(args.budget),
        margin: args.margin,
        also: args.also.names(args.shared.policy)?,
    };
    let terminal = Terminal::new(output)?;
    let result = upgrade_audit(&request, terminal.control(args.workers))?;
    print_result(
        output,
        &result,
        || text(&result, &request.game.options),
        || table(&result),
    )
}

/// `set` are the rules options that are not at their defaults.
fn text(result: &UpgradeAuditResult, set: &[(String, String)]) -> String {
    let level = 100.0 * result.confidence;
    let heading = format!(
        "Worth of {} in {}: armies of {} points, {} of {} for each unit, with and without\n  {} battles, policy {}, seed {}\n",
        counted(result.upgrades.len() as u64, "upgrade"),
        result.played_in.scenario,
        result.budget,
        counted(result.matchups, "matchup"),
        counted(result.battles_per_matchup, "battle"),
        grouped(result.battles),
        result.played_in.policy,
        result.seed,
    );
    let levels = format!(
        "  in points; intervals at {level:.0} % each; verdicts at {level:.0} % for all upgrades together, fair within {} of the price\n",
        counted_points(result.margin),
    );
    let mut parts = vec![
        heading + &options_set(set) + &levels,
        rows(result).to_text(),
        verdicts(result),
    ];
    if !result.unmeasured.is_empty() {
        let mut table = Table::new(&["upgrade", "why"]);
        for of in &result.unmeasured {
            table.push(vec![json!(of.name), json!(of.reason)]);
        }
        parts.push("Not measured\n".to_owned() + &table.to_text());
    }
    parts.join("\n")
}

fn counted_points(points: f64) -> String {
    let unit = if points == 1.0 { "point" } else { "points" };
    format!("{points} {unit}")
}

/// One row per upgrade, the one whose worth is farthest from its price first.
fn rows(result: &UpgradeAuditResult) -> Table {
    let mut columns = vec!["upgrade", "units", "price", "worth", "interval", "verdict"];
    for other in &result.also {
        let elsewhere = other.scenario != result.played_in.scenario;
        let other = if elsewhere {
            &other.scenario
        } else {
            &other.policy
        };
        columns.extend([other.as_str(), "interval", "verdict"]);
    }
    let mut table = Table::new(&columns);
    let distance = |of: &PricedUpgrade| (of.worth.estimate - of.price).abs();
    let mut upgrades: Vec<&PricedUpgrade> = result.upgrades.iter().collect();
    upgrades.sort_by(|a, b| distance(b).total_cmp(&distance(a)));
    for upgrade in upgrades {
        let mut row = vec![
            json!(upgrade.name),
            json!(upgrade.buyers.len()),
            json!(fixed(upgrade.price, 0)),
        ];
        row.extend(worth(Some(upgrade)));
        for other in &result.also {
            let same = other.upgrades.iter().find(|of| of.name == upgrade.name);
            row.extend(worth(same));
        }
        table.push(row);
    }
    table
}

fn worth(of: Option<&PricedUpgrade>) -> [Value; 3] {
    let Some(of) = of else {
        return [json!("none"), json!(""), json!("")];
    };
    let span = format!("{} to {}", fixed(of.worth.low, 0), fixed(of.worth.high, 0));
    [
        json!(fixed(of.worth.estimate, 0)),
        json!(span),
        json!(of.verdict.name()),
    ]
}

fn verdicts(result: &UpgradeAuditResult) -> String {
    let count = |verdict| {
        let of_verdict = result.upgrades.iter().filter(|of| of.verdict == verdict);
        of_verdict.count() as u64
    };
    let mut text = format!(
        "{} over-costed, {} under-costed, {} fair, {} unclear under {}\n",
        counted(count(Pricing::Over), "upgrade"),
        count(Pricing::Under),
        count(Pricing::Fair),
        count(Pricing::Unclear),
        result.played_in.policy,
    );
    let idle = result.upgrades.iter().filter(|of| {
        let altered = of.buyers.iter().map(|buyer| buyer.battles_altered);
        altered.sum::<u64>() == 0
    });
    let idle: Vec<&str> = idle.map(|of| of.name.as_str()).collect();
    if !idle.is_empty() {
        text += &format!("Without any effect in any battle: {}\n", idle.join(", "));
    }
    text
}

/// One row per scenario, policy, upgrade and unit.
fn table(result: &UpgradeAuditResult) -> Table {
    let mut table = Table::new(&[
        "scenario",
        "policy",
        "upgrade",
        "unit",
        "listed",
        "price",
        "worth",
        "worth_low",
        "worth_high",
        "battles",
        "battles_changed",
        "battles_altered",
    ]);
    let played_in = &result.played_in;
    let main = ([&played_in.scenario, &played_in.policy], &result.upgrades);
    let also = result.also.iter();
    let also = also.map(|of| ([&of.scenario, &of.policy], &of.upgrades));
    for (place, upgrades) in std::iter::once(main).chain(also) {
        for upgrade in upgrades {
            let rows = upgrade.buyers.iter();
            rows.for_each(|of| table.push(row(place, &upgrade.name, of)));
        }
    }
    table
}

fn row([scenario, policy]: [&String; 2], upgrade: &str, of: &Buyer) -> Vec<Value> {
    vec![
        json!(scenario),
        json!(policy),
        json!(upgrade),
        json!(of.unit),
        json!(of.listed),
        json!(of.price),
        json!(of.worth.estimate),
        json!(of.worth.low),
        json!(of.worth.high),
        json!(of.battles),
        json!(of.battles_changed),
        json!(of.battles_altered),
    ]
}
