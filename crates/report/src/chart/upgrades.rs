//! What upgrades are worth beside what they cost, one a row, the one most worth its price first.

use equipoise_analysis::audit::{PricedUpgrade, UpgradeAuditResult};
use equipoise_stats::Pricing;

use super::colour::{INK, MUTED};
use super::figure::{COMPACT, Figure};
use super::implied::mark;
use super::rows::Rows;
use super::scene::Scene;
use super::symbol::{Key, Symbol};
use super::text::provenance;
use crate::format::level;
use equipoise_engine::text::counted;

const ROW: f64 = 22.0;
const OTHER_REACH: f64 = 3.5;

pub(crate) fn figure(audit: &UpgradeAuditResult) -> Figure {
    Figure {
        title: finding(audit),
        caption: caption(audit),
        body: body(audit),
    }
}

fn finding(audit: &UpgradeAuditResult) -> String {
    let count = |verdict| {
        let upgrades = audit.upgrades.iter();
        upgrades.filter(|of| of.verdict == verdict).count()
    };
    format!(
        "Of {}, {} worth clearly more than the price and {} clearly less; {} fair, {} open",
        counted(audit.upgrades.len() as u64, "upgrade"),
        count(Pricing::Under),
        count(Pricing::Over),
        count(Pricing::Fair),
        count(Pricing::Unclear)
    )
}

fn caption(audit: &UpgradeAuditResult) -> String {
    let played = &audit.played_in;
    let elsewhere = |scenario: &String| *scenario != played.scenario;
    let others = audit.also.iter().map(|of| match elsewhere(&of.scenario) {
        true => format!("in {}", of.scenario),
        false => format!("under {}", of.policy),
    });
    let others: Vec<String> = others.collect();
    let others = match others.is_empty() {
        true => String::new(),
        false => format!(" Crosses: worth {}.", others.join(", ")),
    };
    format!(
        "Worth in points of other units, a mean over the units that buy it. Thick bars: {level} interval of the \
         upgrade alone; thin: one that holds for all at once, which decides, with a price fair within {}.{others} \
         Armies of {} points in {}, {}.",
        counted_points(audit.margin),
        audit.budget,
        played.scenario,
        provenance(Some(audit.battles), &played.policy, audit.seed),
        level = level(audit.confidence),
    )
}

fn counted_points(points: f64) -> String {
    let unit = if points == 1.0 { "point" } else { "points" };
    format!("{points} {unit}")
}

fn body(audit: &UpgradeAuditResult) -> Scene {
    let mut upgrades: Vec<&PricedUpgrade> = audit.upgrades.iter().collect();
    let gain = |of: &PricedUpgrade| of.worth.estimate - of.price;
    upgrades.sort_by(|a, b| gain(b).total_cmp(&gain(a)));
    let key = key(audit).scene(COMPACT);
    let labels = upgrades.iter().map(|of| [of.name.clone(), numbers(of)]);
    let ends = upgrades.iter().flat_map(|of| {
        let elsewhere = elsewhere(audit, of);
        let own = [
            of.price,
            of.together.low,
            of.together.high,
            of.worth.low,
            of.worth.high,
        ];
        own.into_iter().chain(elsewhere)
    });
    let rows = Rows::new(labels.collect(), ends, [key.height + 8.0, ROW]);
    let mut scene = rows.scene("points");
    scene.place(key, (0.0, 0.0));
    for (place, of) in upgrades.iter().enumerate() {
        let (symbol, colour) = mark(of.verdict);
        let at = |value: f64| rows.at(place, value);
        scene.line(at(of.together.low), at(of.together.high), colour, 1.0);
        scene.line(at(of.worth.low), at(of.worth.high), colour, 3.0);
        Symbol::Stroke.draw(&mut scene, at(of.price), 5.0, INK);
        for worth in elsewhere(audit, of) {
            Symbol::Cross.draw(&mut scene, at(worth), OTHER_REACH, MUTED);
        }
        symbol.draw_apart(&mut scene, at(of.worth.estimate), 5.0, colour);
    }
    scene
}

/// What the other answers say that an upgrade is worth.
fn elsewhere(audit: &UpgradeAuditResult, upgrade: &PricedUpgrade) -> impl Iterator<Item = f64> {
    let same = |of: &&PricedUpgrade| of.name == upgrade.name;
    let others = audit.also.iter();
    let found = others.filter_map(move |other| other.upgrades.iter().find(same));
    let worths: Vec<f64> = found.map(|of| of.worth.estimate).collect();
    worths.into_iter()
}

/// `50: 11 (3 to 19)`, the price before the worth.
fn numbers(of: &PricedUpgrade) -> String {
    let [price, worth, low, high] =
        [of.price, of.worth.estimate, of.worth.low, of.worth.high].map(|value| {
            // Without a negative zero.
            format!("{:.0}", value.round() + 0.0)
        });
    format!("{price}: {worth} ({low} to {high})")
}

fn key(audit: &UpgradeAuditResult) -> Key {
    let mut key = Key::new([
        (
            Symbol::Up,
            mark(Pricing::Under).1,
            "worth more than its price",
        ),
        (Symbol::Down, mark(Pricing::Over).1, "worth less"),
        (Symbol::Diamond, mark(Pricing::Fair).1, "fair"),
        (Symbol::Ring, mark(Pricing::Unclear).1, "open"),
        (Symbol::Stroke, INK, "price"),
    ]);
    if !audit.also.is_empty() {
        key.push(Symbol::Cross, MUTED, "other answer");
    }
    key
}
