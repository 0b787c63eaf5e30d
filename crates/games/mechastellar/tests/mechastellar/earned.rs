//! Victory points by source: what is observed is what was told, and sums up to the score.

use std::collections::BTreeMap;

use equipoise_dice::{TableDice, stream};
use equipoise_engine::front_end::FrontEnd as _;
use equipoise_engine::{GameSystem as _, Observe as _, Side, Transcript};
use equipoise_mechastellar::catalogue::Catalogue;
use equipoise_mechastellar::{Battle, Bout, Event, MechaStellar, Options, PolicyKind};

/// Momentum and control points of five rounds come first.
const BEFORE: usize = 10;

/// The source that an event names; objectives have their own names.
fn source(reason: &str) -> &'static str {
    match reason {
        "early kill" => "vp_destroyed",
        "enemy Commander" => "vp_commander",
        "challenged enemy" => "vp_challenge",
        "objective" | "control points" => "vp_control_points",
        "survivor" => "vp_survivors",
        "Battle Damage" | "10,000 damage in one attack" => "vp_feats",
        _ => "vp_secondary",
    }
}

/// Ten battles of each shipped scenario under either scoring.
#[test]
fn victory_points_are_observed_by_source() {
    let names: Vec<&str> = MechaStellar::QUANTITIES
        .of_battle
        .iter()
        .map(|of| of.name)
        .collect();
    let mut met = BTreeMap::new();
    for scoring in ["ver10", "ms93"] {
        for (name, file) in Catalogue::scenarios() {
            let scenario = Catalogue::embedded().scenario(&file).expect("it ships");
            let mut options = Options::default();
            options.set("scoring", scoring).expect("it is legal");
            options
                .set("battle_damage_vp", "true")
                .expect("it is legal");
            let bout = Bout::battle(&scenario, [PolicyKind::Greedy; 2], &options).expect(name);
            for number in 0..10 {
                let mut dice = TableDice::new(stream(1, 93, number));
                let (mut battle, mut log) = (Battle::default(), Transcript::default());
                let outcome = MechaStellar::play(&bout, &mut battle, &mut dice, &mut log);
                let mut observed = [(); 2].map(|()| BTreeMap::new());
                MechaStellar::observe(&bout, &battle, |side, quantity, value| {
                    if let Some(name) = quantity.checked_sub(BEFORE).and_then(|at| names.get(at)) {
                        observed[side.index()].insert(*name, value);
                    }
                });
                let mut told = [(); 2].map(|()| BTreeMap::<&str, i64>::new());
                for event in &log.0 {
                    if let Event::VictoryPoints {
                        side,
                        points,
                        reason,
                    } = event
                    {
                        let sum = told[side.index()].entry(source(reason)).or_default();
                        *sum += i64::from(*points);
                    }
                }
                for side in Side::BOTH {
                    let (observed, told) = (&observed[side.index()], &told[side.index()]);
                    assert_eq!(
                        observed.values().sum::<i64>(),
                        i64::from(outcome.score[side.index()]),
                        "{name} {scoring} {number}"
                    );
                    for (&source, &points) in observed {
                        // Of what is not told as it happens: what fell, what limps, buildings, losses.
                        let untold = ["vp_destroyed", "vp_damaged", "vp_buildings", "vp_losses"];
                        if !untold.contains(&source) {
                            let told = told.get(source).copied().unwrap_or(0);
                            assert_eq!(points, told, "{name} {scoring} {number}: {source}");
                        }
                        if points != 0 {
                            *met.entry(source).or_insert(0) += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(names.iter().all(|name| met.contains_key(name)), "{met:?}");
}
