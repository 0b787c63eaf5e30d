use std::convert::Infallible;

use equipoise_dice::stream;
use rand::RngExt as _;

use super::{Axis, Spsa};

const BEST: [f64; 3] = [100.0, 60.0, 5.0];

fn axes() -> Vec<Axis> {
    let axis = |start, step| Axis {
        start,
        most: 1024.0,
        step,
    };
    vec![axis(200.0, 8.0), axis(20.0, 8.0), axis(9.0, 1.0)]
}

/// Squared distance from the best point, each axis on a scale of its own.
fn loss(point: &[f64]) -> f64 {
    let scales = [60.0, 40.0, 4.0];
    let parts = point.iter().zip(BEST).zip(scales);
    parts
        .map(|((x, best), scale)| ((x - best) / scale).powi(2))
        .sum()
}

/// A search on 100 games a step, in which the better point wins more often.
fn search(seed: u64, steps: u32) -> Vec<f64> {
    let mut spsa = Spsa::new(axes(), steps);
    for step in 0..steps {
        let rng = &mut stream(seed, 1, step.into());
        let dice = &mut stream(seed, 2, step.into());
        let played = spsa.step(rng, |first, second| {
            let chance = (0.5 + (loss(second) - loss(first)) / 8.0).clamp(0.0, 1.0);
            let wins = (0..100).filter(|_| dice.random_bool(chance)).count();
            Ok::<f64, Infallible>(wins as f64 / 100.0)
        });
        played.expect("a score");
    }
    spsa.mean()
}

#[test]
fn the_top_of_a_noisy_hill_is_found() {
    assert!(
        loss(&Spsa::new(axes(), 1).mean()) > 4.0,
        "it starts far away"
    );
    for seed in 1..=5 {
        let found = search(seed, 1000);
        assert!(loss(&found) < 0.05, "seed {seed}: {found:?}");
    }
}

#[test]
fn the_mean_is_of_the_second_half() {
    let mut spsa = Spsa::new(axes(), 4);
    let mut points = Vec::new();
    for step in 0..4 {
        assert_eq!(spsa.mean().len(), 3);
        let score = [0.9, 0.2, 0.6, 0.7][step as usize];
        let played = spsa.step(&mut stream(1, 1, step), |_, _| Ok::<f64, Infallible>(score));
        assert_eq!(played, Ok(score));
        points.push(spsa.point().to_vec());
    }
    let mean: Vec<f64> = (0..3)
        .map(|at| (points[2][at] + points[3][at]) / 2.0)
        .collect();
    assert_eq!(spsa.mean(), mean);
}

#[test]
fn the_search_moves_towards_the_better_point_and_stays_in_range() {
    let edge = vec![Axis {
        start: 3.0,
        most: 10.0,
        step: 8.0,
    }];
    let mut spsa = Spsa::new(edge, 50);
    for step in 0..50 {
        let played = spsa.step(&mut stream(1, 1, step), |first, second| {
            assert!(first.iter().chain(second).all(|x| (0.0..=10.0).contains(x)));
            Ok::<f64, Infallible>(if first > second { 1.0 } else { 0.0 })
        });
        played.expect("a score");
    }
    assert_eq!(spsa.point(), [10.0]);
}

#[test]
fn two_points_always_round_to_different_numbers() {
    let count = vec![Axis {
        start: 4.0,
        most: 10.0,
        step: 1.0,
    }];
    let mut spsa = Spsa::new(count, 5000);
    for step in 0..5000 {
        let played = spsa.step(&mut stream(3, 1, step), |first, second| {
            assert_ne!(first[0].round(), second[0].round(), "step {step}");
            Ok::<f64, Infallible>([0.45, 0.55][step as usize % 2])
        });
        played.expect("a score");
    }
}
