//! `equipoise ladder`.

use serde_json::Value;

use crate::program::{Folder, interval, json, number, ok, rows};

/// A small ladder of the toy.
const TINY: &str = "ladder --system toy --runs 1000";

#[test]
fn texts_are_as_reviewed() {
    insta::assert_snapshot!("ladder", ok(TINY));
    insta::assert_snapshot!("ladder_csv", ok(&format!("{TINY} --format csv")));
    let decided = "ladder --system toy --policies demand,accept --only duels --decide 0.5";
    insta::assert_snapshot!("ladder_decided", ok(decided));
    insta::assert_snapshot!("ladder_help", ok("ladder --help"));
}

/// Whoever demands a second draw wins three of four battles between equals: 190.8 Elo. The level makes
/// an interval that misses one in ten million.
#[test]
fn json_holds_ratings_pairs_and_how_they_were_made() {
    let line = "ladder --system toy --until 0.02 --confidence 0.9999999";
    let found = json(line);
    assert_eq!(
        (&found["schema"], &found["kind"]),
        (&1.into(), &"ladder".into())
    );
    assert_eq!(
        (&found["seed"], &found["anchor"]),
        (&1.into(), &"accept".into())
    );
    assert_eq!(number(&found["goal"]["until"]["half_width"]), 0.02);
    assert_eq!(found["missing"], Value::Null);
    let best = &rows(&found["ratings"])[0];
    assert_eq!(best["policy"], "demand");
    let [low, _, high] = interval(&best["elo"]);
    assert!(low < 190.8 && 190.8 < high, "{best}");
    let pair = &rows(&found["pairs"])[0];
    let [low, _, high] = interval(&pair["score_a"]);
    assert!(low < 0.25 && 0.25 < high && high - low < 0.04, "{pair}");
    assert_eq!(rows(&pair["splits"]).len(), 4);
    assert_eq!(json(&format!("{line} --threads 1")), found);
}

#[test]
fn every_system_has_a_ladder() {
    for (system, quick) in [("mechastellar", "solo"), ("bullseye", "rulebook")] {
        let line =
            format!("ladder --system {system} --policies random,{quick} --only duels --runs 200");
        let found = json(&line);
        let pair = &rows(&found["pairs"])[0];
        assert_eq!((&pair["a"], &pair["b"]), (&"random".into(), &quick.into()));
        assert!(number(&pair["score_a"]["high"]) < 0.5, "{pair}");
    }
}

#[test]
fn ratings_are_drawn_where_asked() {
    let folder = Folder::new();
    let text = folder.ok(&format!("{TINY} --chart ladder.svg"));
    assert_eq!(text, ok(TINY));
    assert!(
        folder
            .text("ladder.svg")
            .contains("<title>demand leads accept by ")
    );
    folder.ok(&format!("{TINY} --chart ladder.png"));
    assert!(folder.bytes("ladder.png").starts_with(b"\x89PNG"));
}
