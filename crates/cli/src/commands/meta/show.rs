//! A meta-game for people and spreadsheets.

use std::collections::BTreeMap;

use equipoise_analysis::meta::{
    AlphaRankMass, BestResponse, CyclicShare, Exploitability, MetaResult, NashWeight,
};
use equipoise_analysis::ratings::Rating;
use equipoise_engine::text::counted;
use serde_json::{Value, json};

use crate::document::document_with;
use crate::numbers::percent;
use crate::table::Table;

/// Rows of the table for people; programs get all.
const SHOWN: usize = 20;

/// All that is known of one unit.
struct Row<'a> {
    name: &'a str,
    rating: Option<&'a Rating>,
    /// Its parts in the equilibrium, where that was found, and in α-rank, if it is of the panel.
    of_panel: Option<(Option<&'a NashWeight>, &'a AlphaRankMass)>,
    dominated_by: &'a [String],
}

/// The panel by weight and value, then the others by rating, then those without one.
fn rows(meta: &MetaResult) -> Vec<Row<'_>> {
    let rated = || meta.ratings.iter().flatten();
    let ratings: BTreeMap<&str, &Rating> = rated().map(|row| (row.name.as_str(), row)).collect();
    let masses = meta.alpha_rank.iter();
    let masses: BTreeMap<&str, _> = masses.map(|row| (row.name.as_str(), row)).collect();
    let weights = meta.nash.iter();
    let weights: BTreeMap<&str, _> = weights.map(|row| (row.name.as_str(), row)).collect();
    let dominated = meta.dominance.iter();
    let dominated: BTreeMap<&str, _> = dominated.map(|row| (row.name.as_str(), row)).collect();
    let row = |name| Row {
        name,
        rating: ratings.get(name).copied(),
        of_panel: (masses.get(name)).map(|mass| (weights.get(name).copied(), *mass)),
        dominated_by: dominated.get(name).map_or(&[], |found| &found.by),
    };
    let by_weight = meta.nash.iter().map(|of| of.name.as_str());
    let by_mass = meta.alpha_rank.iter().map(|of| of.name.as_str());
    let by_mass = by_mass.filter(|name| !weights.contains_key(name));
    let panel = by_weight.chain(by_mass).map(row);
    let others = rated().map(|rating| &rating.name);
    let others = others.filter(|name| !masses.contains_key(name.as_str()));
    let others = others.chain(&meta.unrated).map(|name| row(name.as_str()));
    panel.chain(others).collect()
}

pub(super) fn table(meta: &MetaResult) -> Table {
    let rows = rows(meta).into_iter().map(|row| {
        let rating = row.rating;
        let nash = row
            .of_panel
            .and_then(|(nash, _)| nash)
            .map_or_else(|| json!({}), |nash| json!(nash));
        let mass = row
            .of_panel
            .map(|(_, of)| json!({"estimate": of.mass, "low": of.low, "high": of.high}));
        let more = [
            ("name", json!(row.name)),
            ("rating", json!(rating.map(|rating| rating.rating))),
            ("se", json!(rating.map(|rating| rating.se))),
            ("games", json!(rating.map(|rating| rating.games))),
            ("mass", json!(mass)),
            (
                "dominated_by",
                json!(row.of_panel.map(|_| row.dominated_by)),
            ),
        ];
        document_with(&nash, more)
    });
    let columns = "name rating se games weight weight_low weight_high \
                   value value_low value_high mass mass_low mass_high dominated_by";
    Table::of_fields(rows, columns)
}

pub(super) fn text(meta: &MetaResult) -> String {
    let mut text = format!("Meta-game of {}", counted(meta.units as u64, "unit"));
    if let (Some(seed), Some(resamples)) = (meta.seed, meta.resamples) {
        text += &format!(
            "; 95 % intervals from {}, seed {seed}",
            counted(resamples, "resample")
        );
    }
    text += &format!(
        "\n\n{}\n{}",
        cyclic_text(&meta.cyclic_share),
        panel_text(meta)
    );
    if let Some(why) = &meta.nash_missing {
        text += &format!("no Nash weights: {why}\n");
    }
    if let (Some(why), Some(_)) = (&meta.ratings_missing, meta.resamples) {
        text += &format!("{why}\n");
    }
    text += &meta
        .exploitability
        .iter()
        .map(exploit_text)
        .collect::<String>();
    text + &format!("\n{}{}", units_text(meta), dominance_text(meta))
}

/// Who wins against a mixture, in one to three lines.
fn exploit_text(of: &Exploitability) -> String {
    let costing = of
        .points
        .map_or_else(String::new, |points| format!(" (mean {points:.0} points)"));
    let mut text = format!(
        "{}{costing}: {} of {} surely win more than they lose against it\n",
        of.mixture.name(),
        of.surely_better,
        counted(of.units as u64, "unit"),
    );
    let best = of.best.first().filter(|best| best.gain > 0.0);
    let affordable = of.at_its_points.as_ref().filter(|of| of.gain > 0.0);
    if let Some(best) = best {
        text += &format!("  the best response gains {}\n", gain_text(best));
    }
    if let Some(affordable) = affordable.filter(|of| Some(*of) != best) {
        text += &format!("  that for no more points {}\n", gain_text(affordable));
    }
    text
}

/// A gain with its interval, and whose it is.
fn gain_text(of: &BestResponse) -> String {
    let interval = if of.gain_low < of.gain_high {
        format!(" ({} to {})", signed(of.gain_low), signed(of.gain_high))
    } else {
        String::new()
    };
    let points = of
        .points
        .map_or_else(String::new, |points| format!(", {points:.0} points"));
    format!("{}{interval}: {}{points}", signed(of.gain), of.name)
}

fn panel_text(meta: &MetaResult) -> String {
    if meta.missing_pairings == 0 {
        return String::new();
    }
    let missing = counted(meta.missing_pairings as u64, "pairing");
    let panel = counted(meta.panel.len() as u64, "unit");
    format!("{missing} never played: weight, value and α-rank cover {panel} that all met\n")
}

fn units_text(meta: &MetaResult) -> String {
    let mut table = Table::new(&[
        "unit",
        "rating",
        "Nash weight",
        "interval",
        "value",
        "α-rank",
        "interval",
    ]);
    let rows = rows(meta);
    for row in rows.iter().take(SHOWN) {
        table.push(text_row(row));
    }
    let more = match rows.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!("and {more} more, with --format csv\n"),
    };
    table.to_text() + &more
}

fn text_row(row: &Row<'_>) -> Vec<Value> {
    let rating = row.rating;
    let rating = rating.map(|row| format!("{:+.2} ± {:.2}", row.rating, 1.96 * row.se));
    let mut cells = vec![json!(row.name), json!(rating)];
    match row.of_panel.and_then(|(nash, _)| nash) {
        Some(nash) => cells.extend([
            json!(percent(nash.weight)),
            json!(range(nash.weight_low, nash.weight_high)),
            json!(signed(nash.value)),
        ]),
        None => cells.extend(vec![Value::Null; 3]),
    }
    match row.of_panel {
        Some((_, mass)) => {
            cells.extend([json!(percent(mass.mass)), json!(range(mass.low, mass.high))]);
        }
        None => cells.extend(vec![Value::Null; 2]),
    }
    cells
}

fn dominance_text(meta: &MetaResult) -> String {
    if meta.dominance.is_empty() {
        return "\nNo unit is surely dominated by another.\n".into();
    }
    let mut text = String::from("\nDominated:\n");
    for found in &meta.dominance {
        text += &format!("  {} by {}\n", found.name, shortened(&found.by, 5));
    }
    text
}

/// Names, not more than so many.
fn shortened(names: &[String], most: usize) -> String {
    let shown = names[..names.len().min(most)].join(", ");
    match names.len().saturating_sub(most) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

fn cyclic_text(share: &CyclicShare) -> String {
    let CyclicShare {
        estimate,
        low,
        high,
        cycles,
        ..
    } = *share;
    match estimate {
        Some(_) if cycles == 0 => "Cyclic share: 0 %, as no cycle of pairings was played".into(),
        Some(estimate) if low == high => format!("Cyclic share: {}", percent(estimate)),
        Some(estimate) => {
            format!(
                "Cyclic share: {} ({} to {})",
                percent(estimate),
                percent(low),
                percent(high)
            )
        }
        None => {
            "Cyclic share: unknown, as the payoffs cannot be distinguished from even ones".into()
        }
    }
}

/// With three decimals and a sign, which what rounds to zero has not.
fn signed(value: f64) -> String {
    match format!("{value:+.3}").as_str() {
        "+0.000" | "-0.000" => "0.000".into(),
        other => other.into(),
    }
}

fn range(low: f64, high: f64) -> String {
    format!("{} to {}", percent(low), percent(high))
}
