//! Battles that are kept for later plans.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use equipoise_simulator::{CheckpointError, Contestant, Kept, Plan, Tally};
use serde_json::{Value, json};

use crate::common::{contestants, play, setting};

/// The first pairings of a list.
fn plan(pairings: usize) -> Plan {
    let contestants = contestants().into_iter();
    let named = |of: Contestant| Contestant::named(of.name);
    let pairs = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)];
    let pairs = pairs[..pairings].to_vec();
    Plan::of_pairings(
        setting(3),
        "some",
        40,
        contestants.map(named).collect(),
        pairs,
    )
    .unwrap()
}

/// Keeps the battles of these pairings, and closes the folder.
fn keep(folder: &Path, what: &Value, plan: &Plan, tallies: &[Tally], places: &[usize]) {
    let mut kept = Kept::open(folder, what).unwrap();
    let chosen = places.iter().map(|&place| (place, tallies[place].clone()));
    let chosen: BTreeMap<usize, Tally> = chosen.collect();
    let elapsed = Duration::from_millis(10);
    kept.segments().append(plan, &chosen, elapsed).unwrap();
}

#[test]
fn battles_serve_longer_and_shorter_plans() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("to be made/kept");
    let what = json!({"seed": 3});
    let (short, long) = (plan(3), plan(5));
    let tallies = play(&long, 1);
    keep(&folder, &what, &short, &tallies, &[0, 2]);
    let known = |plan: &Plan| {
        let kept = Kept::open(&folder, &what).unwrap();
        let played = kept.read(plan).unwrap();
        assert!(played.damaged.is_empty());
        for (&place, tally) in &played.tallies {
            assert_eq!(tally, &tallies[place]);
        }
        played.tallies.into_keys().collect::<Vec<_>>()
    };
    assert_eq!(known(&long), [0, 2]);
    keep(&folder, &what, &long, &tallies, &[1, 4]);
    assert_eq!(known(&long), [0, 1, 2, 4]);
    assert_eq!(known(&short), [0, 1, 2]);
}

#[test]
fn battles_of_another_kind_are_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(2);
    let tallies = play(&plan, 1);
    keep(folder.path(), &json!({"seed": 3}), &plan, &tallies, &[0]);
    let other = Kept::open(folder.path(), &json!({"seed": 4})).unwrap();
    assert!(other.read(&plan).unwrap().tallies.is_empty());
    // Each folder says what it holds.
    let kinds = fs::read_dir(folder.path()).unwrap();
    let mut kinds: Vec<Value> = kinds
        .map(|kind| fs::read(kind.unwrap().path().join("battles.json")).unwrap())
        .map(|text| serde_json::from_slice(&text).unwrap())
        .collect();
    kinds.sort_by_key(ToString::to_string);
    assert_eq!(kinds, [json!({"seed": 3}), json!({"seed": 4})]);
}

#[test]
fn one_process_at_a_time_keeps_battles() {
    let folder = tempfile::tempdir().unwrap();
    let what = json!({"seed": 3});
    let first = Kept::open(folder.path(), &what).unwrap();
    let second = Kept::open(folder.path(), &what);
    assert!(matches!(second, Err(CheckpointError::InUse(_))));
    drop(first);
    assert!(Kept::open(folder.path(), &what).is_ok());
}

#[test]
fn a_file_in_the_place_of_the_folder_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kept");
    fs::write(&file, "mine").unwrap();
    let error = Kept::open(&file, &json!({})).unwrap_err();
    assert!(error.to_string().contains("kept"), "{error}");
    assert_eq!(fs::read(&file).unwrap(), b"mine");
}
