//! Results as their commands print them, complete but made up.

use serde_json::{Value, json};

/// A JSON object with the fields of others, of which later ones count.
fn object(parts: &[Value]) -> Value {
    let fields = parts.iter().filter_map(Value::as_object).flatten();
    let fields = fields.map(|(name, value)| (name.clone(), value.clone()));
    Value::Object(fields.collect())
}

fn head(kind: &str, policy: &str, seed: u64) -> Value {
    json!({
        "schema": 1, "kind": kind, "system": "toy", "policy": policy, "options": {}, "seed": seed,
    })
}

fn fought(battles: u64) -> Value {
    json!({
        "battles": battles, "wins_a": battles, "wins_b": 0, "draws": 0,
        "score_a": {"estimate": 0.5, "low": 0.4, "high": 0.6, "confidence": 0.95, "method": "wilson"},
        "vp": {"a": {"mean": 0.0, "sd": 0.0}, "b": {"mean": 0.0, "sd": 0.0}},
        "rounds": {"mean": 5.0}, "digest": "0",
    })
}

pub(crate) fn interval(estimate: f64, reach: f64) -> Value {
    json!({"estimate": estimate, "low": estimate - reach, "high": estimate + reach})
}

pub(crate) fn points(units: &[Value]) -> Value {
    let audit = json!({
        "scenario": "plain", "budget": 500, "matchups": 600, "battles_per_matchup": 8, "gauntlet": 0,
        "margin": 0.05, "confidence": 0.95, "units": units, "median_half_width": 0.1,
        "power": 0.5, "other_scale": {"factor": 1.0, "moved": []}, "scatter": interval(0.3, 0.1),
        "dispersion": 1.0, "battles": 4800, "method": "a regression",
    });
    object(&[head("points", "rulebook", 7), audit])
}

/// A map of two axes of numbers and one of names: profiles by place, listed and implied points; levels of the
/// second axis by listed and implied points.
pub(crate) fn price_map(
    profiles: &[(i64, i64, &str, u32, f64)],
    levels: &[(i64, f64, f64)],
) -> Value {
    let profile = |&(frame, skill, role, listed, implied): &(i64, i64, &str, u32, f64)| {
        json!({
            "name": format!("F{frame}S{skill}:{role}"), "coordinates": [frame, skill, role],
            "listed": listed, "suggested": null, "implied": interval(implied, 10.0),
            "together": {"low": implied - 20.0, "high": implied + 20.0}, "verdict": "unclear",
            "follows_pattern": true, "by_policy": {}, "beyond": null,
        })
    };
    let level = |&(level, listed, implied): &(i64, f64, f64)| {
        json!({
            "axis": "skill", "level": level, "profiles": 2, "listed": listed,
            "implied": interval(implied, 5.0),
            "together": {"low": implied - 8.0, "high": implied + 8.0},
        })
    };
    let axis = |name: &str, kind: &str| json!({"name": name, "kind": kind});
    let map = json!({
        "scenario": "plain", "budget": 500, "matchups": 600, "battles_per_matchup": 8,
        "margin": 0.05, "confidence": 0.95, "named": [], "steps": [], "suggested": null,
        "axes": [axis("frame", "integer"), axis("skill", "integer"), axis("role", "text")],
        "profiles": profiles.iter().map(profile).collect::<Vec<_>>(),
        "levels": levels.iter().map(level).collect::<Vec<_>>(),
        "scatter": {"pairs": [], "profiles": 0.05}, "median_half_width": 0.1, "dispersion": 1.0,
        "battles": 4800, "method": "a mixed model",
    });
    object(&[head("price_map", "rulebook", 7), map])
}

pub(crate) fn duel(trace: &[Value]) -> Value {
    let sides = json!({"a": {"name": "Anvil"}, "b": {"name": "Bolt"}, "trace": trace});
    object(&[head("duel", "greedy", 5), fought(8), sides])
}

pub(crate) fn battle(a: &Value, b: &Value) -> Value {
    let sides = json!({"scenario": "plain", "a": a, "b": b});
    object(&[head("battle", "greedy", 2), fought(1000), sides])
}

/// A `variant`, a `whatif` or a `compare` with rows of name, estimate and half-width.
pub(crate) fn differences(kind: &str, rows: &[(&str, f64, f64)]) -> Value {
    let effect = json!({
        "variance_ratio": null, "battles": 2000, "battles_changed": 7,
        "score": {"old": interval(0.5, 0.1), "new": interval(0.5, 0.1)},
    });
    let row = |&(name, estimate, reach): &(&str, f64, f64)| {
        let difference = interval(estimate, reach);
        let row = json!({
            "name": name, "difference": difference, "sure": false,
            "together": {"low": difference["low"], "high": difference["high"]},
        });
        object(&[effect.clone(), row])
    };
    if kind == "compare" {
        return comparison(rows);
    }
    let rows: Value = rows.iter().map(row).collect();
    let change = json!({
        "dataset": {"name": "embedded", "sha256": "0"}, "confidence": 0.95, "changes": ["hp=1"],
        "opponents": [], "difference": interval(0.0, 0.1), "differences": rows, "surely_up": 0,
        "surely_down": 0, "mean_absolute_difference": interval(0.1, 0.1), "implied": null,
    });
    let unit = json!({
        "unit": "Anvil", "listed": {"old": 100, "new": 100}, "vp": {"old": 1, "new": 1},
    });
    let unit = if kind == "variant" { unit } else { Value::Null };
    object(&[head(kind, "greedy", 5), effect, change, unit])
}

fn comparison(rows: &[(&str, f64, f64)]) -> Value {
    let run = json!({
        "folder": "runs/it", "version": "1", "system": "toy", "grid": "standard",
        "policy": "greedy", "options": {}, "seed": 5,
        "dataset": {"name": "embedded", "sha256": "0"}, "method": "wilson", "units": 1,
        "pairings": 1, "battles": 2000, "digest": "0",
    });
    let unit = |&(name, estimate, reach): &(&str, f64, f64)| {
        json!({
            "name": name, "opponents": 1, "old": 0.5, "new": 0.5, "points": 1, "points_old": 1,
            "difference": interval(estimate, reach),
        })
    };
    json!({
        "schema": 1, "kind": "compare", "old": run, "new": run, "changed": [], "units_added": [],
        "units_removed": [], "pairings_old_only": 0, "pairings_new_only": 0,
        "same_battles": false, "confidence": 0.95, "method": "newcombe", "cells": [],
        "units": rows.iter().map(unit).collect::<Value>(),
    })
}

/// A `ladder` of policies by Elo and half-width, the first being the anchor; the score of the best two is
/// `score` of the second.
pub(crate) fn ladder(policies: &[(&str, f64, f64)], score: f64) -> Value {
    let rating = |&(policy, elo, reach): &(&str, f64, f64)| json!({"policy": policy, "elo": interval(elo, reach), "battles": 400});
    let mut ratings: Vec<Value> = policies.iter().map(rating).collect();
    ratings.sort_by(|a, b| {
        let elo = |of: &Value| of["elo"]["estimate"].as_f64().unwrap_or_default();
        elo(b).total_cmp(&elo(a))
    });
    let names = policies.iter().map(|(name, ..)| *name);
    let names: Vec<&str> = names.collect();
    let score_a = json!({
        "estimate": score, "low": score - 0.02, "high": score + 0.02, "confidence": 0.95,
        "method": "wilson",
    });
    let pair = ratings.get(1).map(|second| {
        json!({
            "a": second["policy"], "b": ratings[0]["policy"], "battles": 400, "wins_a": 100,
            "wins_b": 200, "draws": 100, "score_a": score_a, "splits": [],
            "elo": {"estimate": 0.0, "low": null, "high": null},
        })
    });
    let pairs: Vec<Value> = pair.into_iter().collect();
    json!({
        "schema": 1, "kind": "ladder", "system": "toy", "policies": names, "options": {},
        "dataset": {"name": "embedded", "sha256": "00"}, "seed": 9, "goal": {"runs": 400},
        "confidence": 0.95, "left_out": [], "anchor": names.first(), "ratings": ratings,
        "missing": null, "pairs": pairs, "battles": 400, "digest": "0",
        "round": {
            "battles": 8, "of_scenarios": 4, "of_duels": 4, "scenarios": ["plain"], "forces": 1,
            "units": ["Anvil", "Bolt"],
        },
    })
}

/// An `audit upgrades` of upgrades by price, worth and verdict, each give or take 4; under another policy each
/// is worth 2 more.
pub(crate) fn upgrades(rows: &[(&str, f64, f64, &str)]) -> Value {
    let priced = |more: f64| {
        let row = |&(name, price, worth, verdict): &(&str, f64, f64, &str)| {
            let worth = worth + more;
            json!({
                "name": name, "price": price, "worth": interval(worth, 4.0), "buyers": [], "verdict": verdict,
                "together": {"low": worth - 8.0, "high": worth + 8.0},
            })
        };
        rows.iter().map(row).collect::<Value>()
    };
    json!({
        "schema": 1, "kind": "upgrade-audit", "system": "toy", "scenario": "even", "policy": "demand",
        "options": {}, "seed": 9, "dataset": {"name": "embedded", "sha256": "00"}, "budget": 500,
        "matchups": 100, "battles_per_matchup": 8, "margin": 5.0, "confidence": 0.95,
        "upgrades": priced(0.0), "unmeasured": [], "battles": 4_000,
        "also": [{"scenario": "even", "policy": "accept", "upgrades": priced(2.0), "unmeasured": []}],
    })
}
