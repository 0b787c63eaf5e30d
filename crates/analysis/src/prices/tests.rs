//! Maps of a planted truth: real profiles in random armies, with outcomes drawn from the model; and a real map beside
//! prices of the same profiles without its pattern, from other battles.

use equipoise_dice::{Dice as _, StreamDice, stream};
use equipoise_engine::front_end::{AxisValue, Dataset as _, FrontEnd as _, Unit as _};
use equipoise_mechastellar::MechaStellar;
use equipoise_simulator::{CONFIDENCE, Control as Stage, Muster};
use equipoise_stats::{Estimate, ImpliedPoints, Matchup, StructuredWorth, z_score};

use super::fitting::{SQUAD, fit};
use super::grid::Grid;
use super::request::PriceMapRequest;
use crate::control::{Control, Work};
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
    let game = Game::<MechaStellar>::new(&GameRequest::new("mechastellar"));
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
    let muster = Muster::new(costs, 30, BUDGET)
        .expect("room for all")
        .in_squads_of_up_to(SQUAD);
    let mut request = GameRequest::new("mechastellar");
    request.seed = number;
    let game = Game::<MechaStellar>::new(&request).expect("the game");
    let armies = muster.even(BUDGET, MATCHUPS, &game.setting());
    let presence = presence(&armies);
    let sum = |of: &[f64]| -> f64 { presence.iter().zip(of).map(|(count, of)| count * of).sum() };
    // What a unit of an average army costs: a quarter of it goes into every size.
    let mean = sum(&listed) / presence.iter().sum::<f64>();
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
    // An average army is worth what it costs.
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

/// 16 maps. All intervals of a map hold in at least 94 % of such maps (below), fewer than 8 by chance in less than 9e-7;
/// maps of which less than a fifth hold are found with 99 %. Of single intervals 95 % hold, with a standard deviation of 3
/// percentage points between maps: less than 90 % by chance in 1e-10.
#[test]
fn intervals_of_a_planted_truth_hold() {
    let (each, together) = held(16, PATTERN);
    assert!(together >= 8.0 / 16.0, "{together}");
    assert!(each >= 0.9, "{each}");
}

/// 1,000 maps of each truth: about a pattern, with large effects of pairs, and with a profile that breaks it. If all
/// intervals hold in 94 % of maps, fewer than 90 % do by chance in less than 4e-7; less than 87.5 % is found with 99 %.
#[test]
#[ignore = "statistical: 72,000,000 outcomes; false alarm 4e-7; finds maps that hold in less than 87.5 % with 99 %"]
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
        assert!(together >= 0.9, "truth {number}: {together}");
    }
}

/// Estimates of the grid's units from battles of their random armies, by this seed.
fn estimates(
    seed: u64,
    of: impl Fn(&Field<'_, MechaStellar>, &Grid<'_, MechaStellar>, Stage<'_>) -> Vec<Estimate>,
) -> Vec<Estimate> {
    let mut request = GameRequest::new("mechastellar");
    request.seed = seed;
    let mut game = Game::<MechaStellar>::new(&request).expect("the embedded dataset");
    let scenario = game.scenario(MechaStellar::ARMIES.scenario, None);
    let scenario = scenario.expect("an embedded scenario");
    let grid = Grid::new(&game, request::Grid::Standard).expect("a grid");
    let (budget, runs) = (MechaStellar::ARMIES.budget, PriceMapRequest::RUNS);
    let field = Field::new(&game, &scenario, grid.units.clone(), budget, runs);
    let field = field.expect("room for all").in_squads_of_up_to(SQUAD);
    let silent = Control::silent();
    let progress = silent.watch.begin(Work::battles(0));
    of(&field, &grid, silent.stage(&*progress))[..grid.profiles].to_vec()
}

/// A map, and each of its profiles priced by itself from other battles: implied points without any pattern, whose errors
/// assume none. The differences over their standard errors have a mean square of 1, with a standard deviation of 0.06 if
/// profiles were independent; forty profiles, every fourteenth, agree within intervals that hold for all forty.
#[test]
#[ignore = "statistical: 64,000 battles; false alarm 1e-6; finds errors of the map a quarter too small with 99 %"]
fn profiles_priced_one_by_one_agree_with_the_map() {
    let matchups = 16_000;
    let mapped = estimates(1, |field, grid, stage| {
        let policy = field.game.policy().expect("a policy");
        let fitted = fit(field, grid, policy, matchups, stage);
        let each = fitted.expect("a fit").worth.each(CONFIDENCE);
        each.expect("a level")
    });
    let alone = estimates(2, |field, _, stage| {
        let policy = field.game.policy().expect("a policy");
        let fought = field.fight(policy, matchups, stage);
        let fought = fought.expect("battles");
        let fit = ImpliedPoints::fit(&fought.matchups(), &field.listed(), &fought.presence());
        let each = fit.expect("a fit").each(CONFIDENCE);
        each.expect("a level")
    });
    let error = |of: &Estimate| (of.high - of.low) / 2.0 / z_score(CONFIDENCE).expect("a level");
    let pairs = mapped.iter().zip(&alone);
    let apart: Vec<f64> = pairs
        .map(|(map, own)| (map.estimate - own.estimate) / error(map).hypot(error(own)))
        .collect();
    let squares = apart.iter().map(|of| of * of).sum::<f64>() / apart.len() as f64;
    let forty = apart.iter().step_by(14).map(|of| of.abs());
    let (count, farthest) = (forty.clone().count(), forty.fold(0.0, f64::max));
    println!(
        "mean square {squares:.3}; the farthest of {count} is {farthest:.2} standard errors off"
    );
    assert_eq!(count, 40);
    assert!((0.7..=1.4).contains(&squares), "{squares}");
    assert!(
        farthest < z_score(1.0 - 1e-6 / 40.0).expect("a level"),
        "{farthest}"
    );
}
