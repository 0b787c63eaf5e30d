//! Exact odds of one battle, from two strengths.

use std::collections::BTreeMap;

use equipoise_engine::GameSystem as _;
use equipoise_engine::front_end::{
    Argument, Charted, Draw, ExactOdds, Given, Odds, OddsSection, OddsTable, Success, Trial,
    distribution, rounded,
};
use serde_json::json;

use super::dataset::Roster;
use equipoise_engine::Scratch;

use crate::rules::{Bout, Options, Policy, Toy};

pub(super) const ODDS: Odds<Options> = Odds {
    arguments: &[
        Argument::number("strength", "N", [0, 1_000], "Strength of the first side").required(),
        Argument::number("against", "N", [0, 1_000], "Strength of the other side").required(),
        Argument::flag(
            "demand",
            "The first side demands a second draw when it loses",
        ),
        Argument::flag(
            "against_demand",
            "The other side demands a second draw when it loses",
        ),
    ],
    any_of: &[],
    attack: "strength",
    options: true,
    help: "\
The odds of one battle: the difference in points, and who wins.

Examples:
  equipoise odds --system toy --strength 3 --against 7
  equipoise odds --system toy --strength 3 --against 7 --demand --sample 10000 --seed 7",
    compute,
};

fn compute(given: &Given, options: Options) -> Result<ExactOdds, String> {
    let demands = ["demand", "against_demand"].map(|flag| match given.flag(flag) {
        true => Policy::Demand,
        false => Policy::Accept,
    });
    let strengths = [given.needed("strength")?, given.needed("against")?];
    let bout = Bout::under(options, strengths, demands);
    let difference = difference(&bout);
    let mean: f64 = difference
        .iter()
        .map(|&(points, p)| points as f64 * p)
        .sum();
    let chance = |wins: fn(i64) -> bool| -> f64 {
        let wins = difference.iter().filter(|(points, _)| wins(*points));
        wins.map(|(_, p)| p).sum()
    };
    let chances = [
        ("win", chance(|points| points > 0)),
        ("loss", chance(|points| points < 0)),
        ("draw", chance(|points| points == 0)),
    ];
    let [a, b] = strengths;
    let title = format!("strength {a} against strength {b}");
    let parts = [
        ("difference", distribution(difference.iter().copied())),
        ("mean", json!(mean)),
    ];
    let chances_json = chances.map(|(name, p)| (name, json!(p)));
    let parts = parts.into_iter().chain(chances_json);
    Ok(ExactOdds {
        parts: parts.map(|(name, part)| (name.to_owned(), part)).collect(),
        charted: Charted {
            path: "/difference".to_owned(),
            of: "difference in points".to_owned(),
            unit: Some("points".to_owned()),
            success: Some(Success {
                from: 1,
                name: "a win".to_owned(),
            }),
            attack: title.clone(),
        },
        draw: Some(draw(bout)),
        sections: vec![OddsSection {
            title,
            tables: vec![
                OddsTable::new(
                    &["", "mean"],
                    vec![vec![json!("difference"), rounded(mean)]],
                ),
                OddsTable::of_chances(&chances),
                OddsTable::of_charted("difference", &difference, 0.0),
            ],
        }],
    })
}

/// Points of side A less those of side B, with their probabilities.
fn difference(bout: &Bout) -> Vec<(i64, f64)> {
    let mut sums = BTreeMap::new();
    for (outcome, p) in bout.outcomes() {
        let [a, b] = outcome.score.map(i64::from);
        *sums.entry(a - b).or_insert(0.0) += p;
    }
    sums.into_iter().collect()
}

/// Plays a battle and draws its difference.
fn draw(bout: Bout) -> Draw {
    Box::new(move |dice| {
        let [a, b] = Toy::run(&bout, &mut Scratch::default(), dice).score;
        i64::from(a) - i64::from(b)
    })
}

/// Every pair of units, under every pair of policies.
pub(super) fn trials(roster: &Roster) -> Result<Vec<Trial>, String> {
    use equipoise_engine::front_end::Dataset as _;
    let units = roster.units();
    let mut trials = Vec::new();
    for (at, a) in units.iter().enumerate() {
        for b in &units[at..] {
            for policies in Policy::ALL.map(|p| Policy::ALL.map(|q| [p, q])).concat() {
                let bout = Bout {
                    policies,
                    ..Bout::new([a.strength, b.strength])
                };
                let [p, q] = policies.map(Policy::name);
                trials.push(Trial {
                    what: format!("toy: {} ({p}) against {} ({q})", a.name, b.name),
                    exact: difference(&bout),
                    draw: draw(bout),
                    samples: 10_000,
                });
            }
        }
    }
    Ok(trials)
}
