use std::collections::BTreeSet;

use equipoise_dice::stream;
use equipoise_mechastellar::weights::{CountsIn, Weight, Weights};
use rayon::ThreadPoolBuilder;

use super::{Arena, BUDGETS, Stretch};
use crate::tally::Tally;

const KINDS: [CountsIn; 2] = [CountsIn::Duels, CountsIn::Battles];

fn changed(name: &str, value: i32) -> Weights {
    let mut weights = Weights::shipped();
    Weight::named(name)
        .expect("a weight")
        .set(&mut weights, value);
    weights
}

fn play(arena: &Arena, weights: [Weights; 2], threads: usize) -> Tally {
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .expect("threads");
    let stretch = Stretch {
        seed: 5,
        cell: 3,
        each: 4,
    };
    pool.install(|| arena.play(weights, stretch, 0..30))
        .expect("battles")
}

#[test]
fn equal_weights_are_exactly_even() {
    for kind in KINDS {
        let arena = Arena::new(kind, None).expect("the embedded dataset");
        let tally = play(&arena, [Weights::shipped(); 2], 2);
        let even = Tally::of_pair(2);
        assert_eq!(tally, (0..30).fold(Tally::default(), |sum, _| sum + even));
    }
}

#[test]
fn weights_show_in_their_battles_whoever_is_named_first() {
    let cases = [("duel_price", 1024), ("price", 1024)];
    for (kind, (name, value)) in KINDS.into_iter().zip(cases) {
        let arena = Arena::new(kind, None).expect("the embedded dataset");
        let (shipped, other) = (Weights::shipped(), changed(name, value));
        let (ahead, behind) = (
            play(&arena, [shipped, other], 1),
            play(&arena, [other, shipped], 2),
        );
        assert!((ahead.score() + behind.score() - 1.0).abs() < 1e-12);
        assert!(ahead.score() > 0.5, "{name} = {value}: {ahead:?}");
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for kind in KINDS {
        let arena = Arena::new(kind, None).expect("the embedded dataset");
        let weights = [Weights::shipped(), changed("danger", 300)];
        assert_eq!(play(&arena, weights, 1), play(&arena, weights, 2));
    }
}

#[test]
fn armies_are_two_units_to_seven_within_a_budget_against_themselves() {
    let arena = Arena::new(CountsIn::Battles, None).expect("the embedded dataset");
    let (mut random, mut own) = (0, 0);
    for number in 0..300 {
        let (scenario, _) = arena.draw(&mut stream(1, 1, number));
        let [a, b] = &scenario.forces;
        assert_eq!(a, b);
        assert!(a.entries.iter().all(|entry| entry.at.is_none()));
        if a.name == "random" {
            random += 1;
            assert!((2..=7).contains(&a.entries.len()));
            assert!(a.points() < BUDGETS.end);
        } else {
            own += 1;
        }
    }
    // A third of 300, give or take four standard deviations.
    assert!(
        (67..=133).contains(&own),
        "{own} of their own, {random} random"
    );
}

#[test]
fn of_a_scenario_named_each_force_meets_itself() {
    let arena = Arena::new(CountsIn::Battles, Some("skirmish")).expect("the embedded dataset");
    let mut names = BTreeSet::new();
    for number in 0..30 {
        let (scenario, _) = arena.draw(&mut stream(1, 1, number));
        let [a, b] = scenario.forces;
        assert_eq!(a, b);
        names.insert(a.name);
    }
    assert_eq!(names.len(), 2, "{names:?}");
}

#[test]
fn every_other_duel_at_least_is_of_a_unit_against_itself() {
    let arena = Arena::new(CountsIn::Duels, None).expect("the embedded dataset");
    let alike = |number: &u64| {
        let (scenario, _) = arena.draw(&mut stream(1, 1, *number));
        scenario.forces[0] == scenario.forces[1]
    };
    let alike = (0..300).filter(alike).count();
    assert!((116..=200).contains(&alike), "{alike} of 300");
}

#[test]
fn pairs_are_the_same_however_they_are_grouped_into_calls() {
    let arena = Arena::new(CountsIn::Duels, None).expect("the embedded dataset");
    let weights = [Weights::shipped(), changed("duel_price", 1024)];
    let stretch = Stretch {
        seed: 2,
        cell: 9,
        each: 4,
    };
    let play = |numbers| arena.play(weights, stretch, numbers).expect("duels");
    assert_eq!(play(0..5) + play(5..21), play(0..21));
    assert_eq!(play(0..21).pairs(), 21);
}
