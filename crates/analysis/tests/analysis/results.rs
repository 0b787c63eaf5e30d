//! Results are read from JSON as they were written, and requests need name no more than they must.

use equipoise_analysis::battle::{self, BattleReplayRequest, BattleRequest};
use equipoise_analysis::change::{VariantRequest, WhatifRequest};
use equipoise_analysis::points::PointsRequest;
use equipoise_analysis::replay::ReplayRequest;
use equipoise_analysis::{Control, points, replay, variant, whatif};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// A request, from its own fields and those of a game.
fn request<T: DeserializeOwned>(mut fields: Value) -> T {
    fields["game"] = json!({"system": "mechastellar", "policies": ["greedy", "greedy"]});
    serde_json::from_value(fields).unwrap()
}

fn assert_read_as_written<T: Serialize + DeserializeOwned>(result: &T) -> Value {
    let written = serde_json::to_value(result).unwrap();
    let read: T = serde_json::from_value(written.clone()).unwrap();
    assert_eq!(serde_json::to_value(&read).unwrap(), written);
    written
}

#[test]
fn replays() {
    let fields = json!({"a": "White Asura", "b": "Kestrel"});
    let duel = replay(&request::<ReplayRequest>(fields)).unwrap();
    let duel = assert_read_as_written(&duel);
    assert_eq!(duel["head"]["battle"], 0);
    let fields = json!({"scenario": "skirmish", "battle": 1, "picture": true});
    let battle = battle::replay(&request::<BattleReplayRequest>(fields)).unwrap();
    assert!(battle.picture.as_ref().unwrap().starts_with("<svg"));
    assert_read_as_written(&battle);
}

#[test]
fn battles() {
    let fields = json!({"scenario": "skirmish", "runs": 10});
    let result = battle::battle(&request::<BattleRequest>(fields), Control::silent()).unwrap();
    assert!(result.a.units.iter().all(|model| model.points > 0));
    assert_read_as_written(&result);
}

#[test]
fn implied_points() {
    let units = ["White Asura", "Kestrel"];
    let fields = json!({"matchups": 100, "gauntlet": 4, "units": units, "also": ["random"]});
    let request: PointsRequest = request(fields);
    assert_eq!((request.runs, request.margin), (8, 0.05));
    let result = points(&request, Control::silent()).unwrap();
    assert_eq!(result.units[0].by_policy.len(), 2);
    assert_read_as_written(&result);
}

#[test]
fn changes() {
    let fields = json!({
        "unit": "White Asura", "set": ["hp+=300"], "runs": 10, "armies": {"matchups": 100},
        "against": ["Kestrel", "Blue Djinn"], "also": ["random"],
    });
    let result = variant(&request::<VariantRequest>(fields), Control::silent()).unwrap();
    let written = assert_read_as_written(&result);
    assert_eq!(written["changes"], json!(["hp+=300"]));
    assert_eq!(written["also"][0]["policy"], "random");
    let fields = json!({
        "changes": [["advantage_mode", "crit_range"]], "units": ["White Asura"], "runs": 10,
        "against": ["Kestrel"], "armies": {"matchups": 0}, "also": ["solo", "random"],
    });
    let result = whatif(&request::<WhatifRequest>(fields), Control::silent()).unwrap();
    let written = assert_read_as_written(&result);
    assert!(written["implied"].is_null());
    assert_eq!(result.also.len(), 2);
}

#[test]
fn two_policies_are_refused_where_one_plays_both_sides() {
    let mut request: PointsRequest = request(json!({}));
    request.game.policies[1] = "random".to_owned();
    let error = points(&request, Control::silent()).unwrap_err();
    let message = error.to_string();
    assert!(message.contains("greedy against random"), "{message}");
}
