//! Maps of a planted truth, with outcomes drawn from the model, and maps of battles against other battles.

use equipoise_bullseye::Bullseye;
use equipoise_dice::{Dice as _, StreamDice, stream};
use equipoise_engine::front_end::{AxisValue, Dataset as _, FrontEnd as _, Unit as _};
use equipoise_simulator::{Control, Muster, NoProgress};
use equipoise_stats::{Estimate, ImpliedPoints, Matchup, StructuredWorth, z_score};

use super::fitting::{SQUAD, fit};
use super::grid::Grid;
use crate::game::Game;
use crate::points::{Field, presence, surplus};
use crate::request::{self, GameRequest};

/// Log-odds per point, about those of `greedy` in armies of 1,000 points.
const RATE: f64 = 0.006;
const BUDGET: u32 = 1000;
const MATCHUPS: u64 = 3000;
const BATTLES: u64 = 8;
/// Which axes are numbers.
const NUMERIC: [bool; 3] = [true, true, false];

/// What profiles are worth beside the effects of their axes, as shares of their size.
#[derive(Clone, Copy)]
struct Truth {
    pairs: f64,
    residual: f64,
    /// Of one profile.
    breaking: f64,
}

/// Whether all intervals of a map hold at once, and how many of them do by themselves, of how many.
struct Held {
    together: bool,
    each: (u64, u64),
}

fn uniform(dice: &mut StreamDice) -> f64 {
    f64::from(dice.below(1 << 24)) / f64::from(1_u32 << 24)
}

/// Nearly normal, of mean 0 and variance 1.
fn normal(dice: &mut StreamDice) -> f64 {
    (0..12).map(|_| uniform(dice)).sum::<f64>() - 6.0
}

/// Ninety-nine profiles of `MechaStellar`: three frames, all steps of Performance, three roles.
fn profiles() -> (Vec<u32>, Vec<Option<Vec<usize>>>) {
    let game = Game::<equipoise_mechastellar::MechaStellar>::new(&GameRequest::new("mechastellar"));
    let game = game.expect("the embedded dataset");
    let (mut costs, mut places) = (Vec::new(), Vec::new());
    for profile in game.dataset().profiles() {
        let [
            AxisValue::Integer(frame),
            AxisValue::Integer(performance),
            AxisValue::Text(role),
        ] = &profile.coordinates[..]
        else {
            panic!("a frame, a Performance and a role");
        };
        let role = ["melee", "sniper", "raid"].iter().position(|of| of == role);
        if let (Some(role), 1) = (role, frame % 2) {
            costs.push(profile.unit.points());
            places.push(Some(vec![*frame as usize, *performance as usize, role]));
        }
    }
    (costs, places)
}

/// Draws a truth and the battles of random armies, and maps them.
fn replicate(number: u64, truth: Truth) -> Held {
    let (costs, places) = profiles();
    let dice = &mut StreamDice::new(stream(number, 1, 0));
    let listed: Vec<f64> = costs.iter().map(|&cost| cost.into()).collect();
    let mean = listed.iter().sum::<f64>() / listed.len() as f64;
    let mut effects =
        |count: usize, sd: f64| -> Vec<f64> { (0..count).map(|_| sd * normal(dice)).collect() };
    let axes = [effects(6, 0.2), effects(11, 0.2), effects(3, 0.2)];
    let pairs = [
        effects(66, truth.pairs),
        effects(18, truth.pairs),
        effects(33, truth.pairs),
    ];
    let own = effects(listed.len(), truth.residual);
    let worth = |kind: usize| {
        let [one, two, three] = places[kind]
            .as_ref()
            .map_or([0; 3], |at| [at[0], at[1], at[2]]);
        let share = 1.0
            + axes[0][one]
            + axes[1][two]
            + axes[2][three]
            + pairs[0][one * 11 + two]
            + pairs[1][one * 3 + three]
            + pairs[2][two * 3 + three]
            + own[kind]
            + if kind == 40 { truth.breaking } else { 0.0 };
        share * (0.25 * mean + 0.75 * listed[kind])
    };
    let worths: Vec<f64> = (0..listed.len()).map(worth).collect();
    let muster = Muster::new(costs, 30, BUDGET)
        .expect("room for all")
        .in_squads_of_up_to(SQUAD);
    let mut request = GameRequest::new("mechastellar");
    request.seed = number;
    let game = Game::<equipoise_mechastellar::MechaStellar>::new(&request).expect("the game");
    let armies = muster.even(BUDGET, MATCHUPS, &game.setting());
    let presence = presence(&armies);
    // An average army is worth what it costs.
    let sum = |of: &[f64]| {
        presence
            .iter()
            .zip(of)
            .map(|(count, of)| count * of)
            .sum::<f64>()
    };
    let scale = sum(&listed) / sum(&worths);
    let surpluses: Vec<Vec<i32>> = armies.iter().map(surplus).collect();
    let mut outcome = |surplus: &Vec<i32>| {
        let edge: f64 = surplus
            .iter()
            .zip(&worths)
            .map(|(&count, of)| f64::from(count) * of)
            .sum();
        let odds = RATE * scale * edge + 0.3 * normal(dice);
        let p = 1.0 / (1.0 + (-odds).exp());
        (0..BATTLES).filter(|_| uniform(dice) < p).count() as f64
    };
    let points: Vec<f64> = surpluses.iter().map(&mut outcome).collect();
    let matchups: Vec<Matchup<'_>> = surpluses
        .iter()
        .zip(&points)
        .map(|(surplus, &points)| Matchup {
            surplus,
            battles: BATTLES,
            points,
        })
        .collect();
    let fit =
        StructuredWorth::fit(&matchups, &listed, &presence, &places, &NUMERIC).expect("a fit");
    let holds =
        |of: &equipoise_stats::Estimate, worth: &f64| (of.low..=of.high).contains(&(scale * worth));
    let [each, together] = [fit.each(0.95), fit.together(0.95)].map(|of| of.expect("a level"));
    let held = each
        .iter()
        .zip(&worths)
        .filter(|(of, worth)| holds(of, worth));
    Held {
        each: (held.count() as u64, worths.len() as u64),
        together: together
            .iter()
            .zip(&worths)
            .all(|(of, worth)| holds(of, worth)),
    }
}

/// Shares of intervals that hold by themselves, and of maps of which all do.
fn held(replicates: u64, truth: Truth) -> (f64, f64) {
    let (mut each, mut of, mut together) = (0, 0, 0);
    for number in 0..replicates {
        let held = replicate(number, truth);
        each += held.each.0;
        of += held.each.1;
        together += u64::from(held.together);
    }
    (each as f64 / of as f64, together as f64 / replicates as f64)
}

const PATTERN: Truth = Truth {
    pairs: 0.15,
    residual: 0.05,
    breaking: 0.0,
};

/// 16 maps. All intervals of a map hold in 92 % of such maps (below): fewer than 8 by chance in 9e-7; maps of which
/// less than a fifth hold are found with 99 %. Of single intervals 95 % hold, with a standard deviation of 3
/// percentage points between maps: less than 90 % by chance in 1e-10.
#[test]
fn intervals_of_a_planted_truth_hold() {
    let (each, together) = held(16, PATTERN);
    assert!(together >= 8.0 / 16.0, "{together}");
    assert!(each >= 0.9, "{each}");
}

/// 1,000 maps of each truth: about a pattern, with large effects of pairs, and with a profile that breaks it.
/// With axes of three levels, whose variances nine effects must tell, all intervals hold in 92 % of maps, not 95:
/// fewer than 88 % by chance in 8e-7; less than 85 % is found with 99 %.
#[test]
#[ignore = "statistical: 72,000,000 outcomes; false alarm 8e-7; finds maps that hold in less than 85 % with 99 %"]
fn all_intervals_hold_at_once() {
    let truths = [
        PATTERN,
        Truth {
            pairs: 0.25,
            ..PATTERN
        },
        Truth {
            breaking: 1.5,
            ..PATTERN
        },
    ];
    for (number, truth) in truths.into_iter().enumerate() {
        let (each, together) = held(1000, truth);
        println!("truth {number}: {each:.4} of the intervals hold, {together:.3} of the maps do");
        assert!(together >= 0.88, "truth {number}: {together}");
    }
}

/// Differences between what a map says of each profile and what other armies say of it by itself, in standard errors
/// of the difference; and how many of the intervals that hold at once in either way, Bonferroni over both, do not meet.
fn against_other_armies(seed: u64) -> (Vec<f64>, usize) {
    const MAPPED: u64 = 2_000;
    const OTHERS: u64 = 16_000;
    let (mut maps, mut alone) = (Vec::new(), Vec::new());
    let (mut maps_together, mut alone_together) = (Vec::new(), Vec::new());
    for (seed, matchups) in [(seed, MAPPED), (seed + 1, OTHERS)] {
        let mut request = GameRequest::new("bullseye");
        request.seed = seed;
        request.policies = ["rulebook", "rulebook"].map(str::to_owned);
        let mut game = Game::<Bullseye>::new(&request).expect("the embedded dataset");
        let scenario = game.scenario(Bullseye::ARMIES.scenario, None);
        let scenario = scenario.expect("a table that ships");
        let grid = Grid::<Bullseye>::new(&game, request::Grid::Standard).expect("a grid");
        let field = Field::new(
            &game,
            &scenario,
            grid.units.clone(),
            Bullseye::ARMIES.budget,
            2,
        );
        let field = field.expect("armies").in_squads_of_up_to(SQUAD);
        let policy = game.policy().expect("a policy");
        let cancel = std::sync::atomic::AtomicBool::new(false);
        let control = Control {
            threads: None,
            progress: &NoProgress,
            cancel: &cancel,
        };
        if matchups == MAPPED {
            let fitted = fit(&field, &grid, policy, matchups, control).expect("a map");
            maps = fitted.worth.each(0.95).expect("a level");
            maps_together = fitted.worth.together(0.975).expect("a level");
        } else {
            let fought = field.fight(policy, matchups, control).expect("battles");
            let listed = field.listed();
            let points = ImpliedPoints::fit(&fought.matchups(), &listed, &fought.presence());
            let points = points.expect("a fit");
            alone = points.each(0.95).expect("a level");
            alone_together = points.together(0.975).expect("a level");
        }
        maps.truncate(grid.profiles);
        alone.truncate(grid.profiles);
    }
    let z = z_score(0.95).expect("a level");
    let error = |of: &Estimate| (of.high - of.low) / 2.0 / z;
    let pairs = maps.iter().zip(&alone);
    let apart =
        pairs.map(|(map, own)| (map.estimate - own.estimate) / error(map).hypot(error(own)));
    let together = maps_together.iter().zip(&alone_together).take(maps.len());
    let disjoint = together.filter(|(map, own)| map.high < own.low || own.high < map.low);
    (apart.collect(), disjoint.count())
}

/// A map of 2,000 matchups against the worth of each profile by itself in 16,000 matchups of other armies, twenty times.
/// If the errors of maps are what they say, squares of the standardised differences are 1 on average, with a standard
/// deviation of PLACEHOLDER between maps.
#[test]
#[ignore = "statistical: 720,000 battles; false alarm 1e-6; finds errors that are PLACEHOLDER times too small with 99 %"]
fn a_map_agrees_with_other_armies_about_every_profile() {
    let (mut squares, mut disjoint) = (Vec::new(), 0);
    for pair in 0..20 {
        let (apart, misses) = against_other_armies(1 + 2 * pair);
        squares.push(apart.iter().map(|of| of * of).sum::<f64>() / apart.len() as f64);
        disjoint += misses;
        println!(
            "maps {pair}: mean square {:.3}, {misses} disjoint",
            squares[squares.len() - 1]
        );
    }
    let mean = squares.iter().sum::<f64>() / squares.len() as f64;
    let variance = squares.iter().map(|of| (of - mean).powi(2)).sum::<f64>() / 19.0;
    println!(
        "mean square {mean:.3}, standard deviation between maps {:.3}",
        variance.sqrt()
    );
    assert!((0.8..1.25).contains(&mean), "{mean}");
    assert!(disjoint <= 2, "{disjoint}");
}
