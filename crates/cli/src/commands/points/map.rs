//! The price map of a grid, for people and for spreadsheets.

use equipoise_analysis::Interval;
use equipoise_analysis::prices::{
    LevelPrice, PriceFactors, PriceMapResult, PriceStep, PricedProfile, SecondOpinion,
    SuggestedPrices,
};
use equipoise_engine::front_end::AxisValue;
use equipoise_engine::text::counted;
use equipoise_simulator::HANDICAP;
use equipoise_stats::Pricing;
use serde_json::json;

use super::{span, whole};
use crate::document::document_with;
use crate::numbers::percent;
use crate::table::Table;

/// Profiles and named units that a text shows.
const SHOWN: usize = 8;

pub(super) fn text(result: &PriceMapResult) -> String {
    let mut parts = vec![heading(result)];
    parts.extend(levels(result));
    parts.push(format!(
        "Profiles whose listed points are farthest from what they are worth:\n{}",
        profiles_table(&result.profiles).to_text()
    ));
    if !result.named.is_empty() {
        parts.push(format!(
            "Named units; beyond: more than the profile at the same place on the grid:\n{}",
            named_table(&result.named).to_text()
        ));
    }
    if !result.second_opinions.is_empty() {
        parts.push(second_opinions(result));
    }
    if let Some(list) = &result.suggested {
        parts.push(suggestion(list, result.budget));
    }
    parts.push(remarks(result));
    parts.join("\n")
}

pub(crate) fn heading(result: &PriceMapResult) -> String {
    let level = 100.0 * result.confidence;
    let squads = match result.squad {
        1 => String::new(),
        most => format!(" in squads of up to {most}"),
    };
    format!(
        "Price map of {} in {}: random armies of {} points{}, one side of each matchup up to {HANDICAP} % less\n  \
         {}, policy {}, seed {}\n  intervals at {level:.0} % each; verdicts at {level:.0} % for all units \
         together, fair within {} of the listed points\n",
        counted(result.profiles.len() as u64, "profile"),
        result.played_in.scenario,
        result.budget,
        squads,
        counted(result.battles, "battle"),
        result.played_in.policy,
        result.seed,
        percent(result.margin),
    )
}

/// A table of each axis.
pub(crate) fn levels(result: &PriceMapResult) -> impl Iterator<Item = String> {
    let axes = result.axes.iter();
    axes.map(|axis| levels_table(result, &axis.name).to_text())
}

/// What profiles at each level of an axis cost and are worth, and what the step to it is.
fn levels_table(result: &PriceMapResult, axis: &str) -> Table {
    let opinions: Vec<String> = result
        .second_opinions
        .iter()
        .map(|of| name(result, of))
        .collect();
    let mut columns = vec![
        axis,
        "profiles",
        "listed",
        "implied",
        "interval",
        "step costs",
        "is worth",
        "interval",
    ];
    for opinion in &opinions {
        columns.extend([opinion.as_str(), "interval"]);
    }
    let mut table = Table::new(&columns);
    let levels = result.levels.iter().enumerate();
    for (place, level) in levels.filter(|(_, level)| level.axis == axis) {
        let mut row = vec![
            json!(level.level),
            json!(level.profiles),
            json!(level.listed.round() as i64),
            whole(&level.implied),
            json!(span(&level.implied)),
        ];
        row.extend(match step_to(result, level) {
            None => [json!(""), json!(""), json!("")],
            Some(step) => [
                json!(difference(step.listed)),
                json!(difference(step.worth.estimate)),
                json!(differences(&step.worth)),
            ],
        });
        for opinion in &result.second_opinions {
            let implied = &opinion.levels[place];
            row.extend([whole(implied), json!(span(implied))]);
        }
        table.push(row);
    }
    table
}

/// The step to a level, over all profiles.
fn step_to<'a>(result: &'a PriceMapResult, level: &LevelPrice) -> Option<&'a PriceStep> {
    let mut steps = result.steps.iter();
    steps.find(|step| step.axis == level.axis && step.to == level.level && step.at.is_none())
}

fn profiles_table(profiles: &[PricedProfile]) -> Table {
    let mut table = Table::new(&["profile", "listed", "implied", "interval", "verdict"]);
    for profile in by_distance(profiles).into_iter().take(SHOWN) {
        table.push(vec![
            json!(profile.name),
            json!(profile.listed),
            whole(&profile.implied),
            json!(span(&profile.implied)),
            json!(profile.verdict),
        ]);
    }
    table
}

fn named_table(named: &[PricedProfile]) -> Table {
    let mut table = Table::new(&[
        "unit", "listed", "implied", "interval", "verdict", "profile", "beyond", "interval",
    ]);
    for unit in by_distance(named) {
        let mut row = vec![
            json!(unit.name),
            json!(unit.listed),
            whole(&unit.implied),
            json!(span(&unit.implied)),
            json!(unit.verdict),
        ];
        row.extend(match &unit.beyond {
            None => [json!(""), json!(""), json!("")],
            Some(beyond) => [
                json!(beyond.profile),
                json!(format!("{:+.0}", beyond.points.estimate)),
                json!(format!(
                    "{:+.0} to {:+.0}",
                    beyond.points.low, beyond.points.high
                )),
            ],
        });
        table.push(row);
    }
    table
}

/// What sets a second opinion apart from the first: its policy, or its scenario.
fn name(result: &PriceMapResult, opinion: &SecondOpinion) -> String {
    if opinion.scenario == result.played_in.scenario {
        opinion.policy.clone()
    } else {
        opinion.scenario.clone()
    }
}

/// How far other policies and tables agree, and where they do not.
fn second_opinions(result: &PriceMapResult) -> String {
    let mut table = Table::new(&[
        "opinion",
        "half-width",
        "median difference",
        "clearly apart",
    ]);
    let mut farthest = String::new();
    let units = result.profiles.len() + result.named.len();
    for opinion in &result.second_opinions {
        table.push(vec![
            json!(name(result, opinion)),
            json!(percent(opinion.median_half_width)),
            json!(percent(opinion.median_difference)),
            json!(format!("{} of {units}", opinion.apart.len())),
        ]);
        if !opinion.apart.is_empty() {
            let apart = opinion.apart.iter().take(SHOWN);
            let apart =
                apart.map(|of| format!("{} {}", of.name, difference(of.difference.estimate)));
            farthest += &format!(
                "Farthest apart by {}: {}\n",
                name(result, opinion),
                apart.collect::<Vec<_>>().join(", ")
            );
        }
    }
    let level = 100.0 * result.confidence;
    format!(
        "The same armies under another policy, or on another table; clearly apart at {level:.0} % for all units \
         together:\n{}{farthest}",
        table.to_text()
    )
}

/// Units by how far their worth is from their cost, in points, the farthest first.
fn by_distance(units: &[PricedProfile]) -> Vec<&PricedProfile> {
    let distance = |unit: &PricedProfile| (unit.implied.estimate - f64::from(unit.listed)).abs();
    let mut units: Vec<&PricedProfile> = units.iter().collect();
    units.sort_by(|a, b| distance(b).total_cmp(&distance(a)));
    units
}

/// The suggested list as a formula with its factors, and how it does; the map is of armies of `budget` points.
fn suggestion(list: &SuggestedPrices, budget: u32) -> String {
    let parts = list.factors.first();
    let parts = parts.and_then(|of| Some(of.levels.first()?.factors.len()));
    let product: Vec<String> = list.factors.iter().enumerate().map(factor).collect();
    let step = counted(list.round_to.into(), "point");
    let least = match list.rising.as_slice() {
        [] => format!("at least {step}"),
        rising => format!(
            "at least {step}, and at least what the profile costs a level lower on {}",
            rising.join(" or ")
        ),
    };
    let mut text = format!(
        "Suggested prices: the sum of {parts}, each {product}\n  in steps of {step}, {least}\n",
        parts = counted(parts.unwrap_or_default() as u64, "part"),
        product = product.join(" x "),
    );
    for (number, of) in list.factors.iter().enumerate() {
        let head = factor((number, of));
        text += &format!("{head}:\n{}", price_factors(of).to_text());
    }
    for (what, of) in [("listed", &list.listed), ("suggested", &list.suggested)] {
        text += &format!(
            "{what}: {} of the profiles within 10 % or half a step of their estimated worth (exact prices: {}), half of \
             them within {}, {} clearly farther off\n",
            percent(of.right),
            percent(of.right_if_exact),
            percent(of.median_off),
            of.clearly_wrong
        );
    }
    let dearer = match list.fresh_budget {
        same if same == budget => String::new(),
        fresh => format!(" and have {fresh} points, which the dearest asks for"),
    };
    text + &format!(
        "Suggested prices are tested on {} of armies that pay them{dearer}, seed {}\n",
        counted(list.fresh_battles, "fresh battle"),
        list.fresh_seed
    )
}

/// An axis in the formula: the first is in points.
fn factor((number, of): (usize, &PriceFactors)) -> String {
    let what = if number == 0 { "points" } else { "factor" };
    format!("{what}[{}]", of.axis)
}

/// The factors of an axis: levels across, parts down.
fn price_factors(of: &PriceFactors) -> Table {
    let heads: Vec<String> = of
        .levels
        .iter()
        .map(|level| level_name(&level.level))
        .collect();
    let columns: Vec<&str> = std::iter::once("part")
        .chain(heads.iter().map(String::as_str))
        .collect();
    let mut out = Table::new(&columns);
    let parts = of.levels.first().map_or(0, |level| level.factors.len());
    for part in 0..parts {
        let entries = of.levels.iter().map(|level| match level.factors[part] {
            whole if whole.fract() == 0.0 && whole >= 100.0 => json!(whole as i64),
            entry => json!(entry),
        });
        out.push(std::iter::once(json!(part + 1)).chain(entries).collect());
    }
    out
}

fn level_name(level: &AxisValue) -> String {
    match level {
        AxisValue::Integer(number) => number.to_string(),
        AxisValue::Text(name) => name.clone(),
    }
}

/// A difference in points with its sign.
fn difference(points: f64) -> String {
    match points.round() {
        0.0 => "0".to_owned(),
        points => format!("{points:+}"),
    }
}

fn differences(of: &Interval) -> String {
    format!("{} to {}", difference(of.low), difference(of.high))
}

/// What the reader should know beside the tables.
fn remarks(result: &PriceMapResult) -> String {
    let profiles = &result.profiles;
    let count = |verdict| profiles.iter().filter(|of| of.verdict == verdict).count() as u64;
    let mut text = format!(
        "{} over-costed, {} under-costed, {} fair, {} unclear\n",
        counted(count(Pricing::Over), "profile"),
        count(Pricing::Under),
        count(Pricing::Fair),
        count(Pricing::Unclear),
    );
    text += &format!(
        "Median half-width of the intervals of profiles: {} of the implied points.\n",
        percent(result.median_half_width),
    );
    text += &format!(
        "Dispersion of matchups about the model: {:.2} times that of luck alone.\n",
        result.dispersion,
    );
    let alone = profiles.iter().filter(|of| !of.follows_pattern);
    let alone: Vec<&str> = alone.map(|of| of.name.as_str()).collect();
    if !alone.is_empty() {
        text += &format!(
            "Off the pattern of the grid, and priced by themselves: {}\n",
            alone.join(", ")
        );
    }
    text
}

/// One row per unit, policy and scenario.
pub(super) fn table(result: &PriceMapResult) -> Table {
    let played_in = &result.played_in;
    let units = result.profiles.iter().chain(&result.named);
    let rows = units.flat_map(|unit| {
        let policies = unit.by_policy.iter();
        let policies = policies.map(|(policy, implied)| (policy, &played_in.scenario, implied));
        let scenarios = unit.by_scenario.iter().skip(1);
        let scenarios = scenarios.map(|(scenario, implied)| (&played_in.policy, scenario, implied));
        let opinions = policies.chain(scenarios).enumerate();
        opinions.map(move |(place, (policy, scenario, implied))| {
            let own = [
                ("policy", json!(policy)),
                ("scenario", json!(scenario)),
                ("implied", json!(implied)),
            ];
            let mut row = match place {
                0 => document_with(unit, own),
                // The verdict is that of the first opinion.
                _ => document_with(&json!({"name": unit.name, "listed": unit.listed}), own),
            };
            for (axis, value) in result.axes.iter().zip(unit.coordinates.iter().flatten()) {
                row[&axis.name] = json!(value);
            }
            row
        })
    });
    let axes: Vec<&str> = result.axes.iter().map(|axis| axis.name.as_str()).collect();
    let columns = format!(
        "unit=name {} listed suggested policy scenario implied implied_low implied_high together_low together_high verdict \
         follows_pattern",
        axes.join(" ")
    );
    Table::of_fields(rows, &columns)
}
