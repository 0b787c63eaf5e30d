use rand::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Equivalence, ImpliedPoints, Matchup, Pricing, Trial, break_even};
use crate::{Estimate, Method, StatsError};

/// True worth of each kind.
const WORTH: [f64; 4] = [100.0, 60.0, 150.0, 220.0];
/// Log-odds per point.
const RATE: f64 = 0.004;

fn unit(generator: &mut Xoshiro256PlusPlus) -> f64 {
    (generator.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// Up to four of each kind.
fn army(generator: &mut Xoshiro256PlusPlus) -> [i32; 4] {
    [(); 4].map(|()| (generator.next_u64() % 5) as i32)
}

fn odds(surplus: &[i32]) -> f64 {
    let worth: f64 = surplus
        .iter()
        .zip(WORTH)
        .map(|(&n, w)| f64::from(n) * w)
        .sum();
    1.0 / (1.0 + (-RATE * worth).exp())
}

fn surpluses(generator: &mut Xoshiro256PlusPlus, matchups: usize) -> Vec<[i32; 4]> {
    let mut one = || {
        let (a, b) = (army(generator), army(generator));
        [0, 1, 2, 3].map(|kind: usize| a[kind] - b[kind])
    };
    (0..matchups).map(|_| one()).collect()
}

/// Results equal to their expectation recover the worth, on the scale on which an average army's
/// implied points equal its listed points.
#[test]
fn expected_results_recover_the_worth() {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(5);
    let surpluses = surpluses(&mut generator, 200);
    let matchups: Vec<Matchup<'_>> = surpluses
        .iter()
        .map(|surplus| Matchup {
            surplus,
            battles: 1_000,
            points: 1_000.0 * odds(surplus),
        })
        .collect();
    let listed = [100.0, 90.0, 150.0, 220.0];
    let fit = ImpliedPoints::fit(&matchups, &listed, &[2.0; 4]).unwrap();
    // 530 points of worth are listed at 560.
    let scale = 560.0 / 530.0;
    let implied = fit.each(0.95).unwrap();
    for (found, worth) in implied.iter().zip(WORTH) {
        assert!((found.estimate - scale * worth).abs() < 1e-6, "{found:?}");
        assert_eq!(found.method, Method::ImpliedPoints);
    }
    let total: f64 = implied.iter().map(|found| 2.0 * found.estimate).sum();
    assert!((total - 2.0 * 560.0).abs() < 1e-6);
    assert!((fit.log_odds_per_point() - RATE / scale).abs() < 1e-12);
}

fn coins(generator: &mut Xoshiro256PlusPlus, p: f64, battles: u64) -> f64 {
    (0..battles).map(|_| f64::from(unit(generator) < p)).sum()
}

/// 600 replicates of 300 matchups of eight battles, with a random deviation from additivity in each
/// matchup, as when units support each other: 95 % intervals cover the worth in at least 528 (88 %)
/// for each of four kinds. At a true coverage of 93 % that is 4.8 standard deviations below the mean,
/// at 95 % far more: less than 1 in 10^6.
#[test]
fn intervals_are_robust_to_interactions_between_units() {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(7);
    let (mut held, mut dispersion) = ([0_u32; 4], 0.0);
    for _ in 0..600 {
        let surpluses = surpluses(&mut generator, 300);
        let matchups: Vec<Matchup<'_>> = surpluses
            .iter()
            .map(|surplus| {
                let luck = 1.6 * (unit(&mut generator) - 0.5);
                let p = odds(surplus);
                let p = 1.0 / (1.0 + (1.0 - p) / p * f64::exp(-luck));
                Matchup {
                    surplus,
                    battles: 8,
                    points: coins(&mut generator, p, 8),
                }
            })
            .collect();
        let fit = ImpliedPoints::fit(&matchups, &WORTH, &[2.0; 4]).unwrap();
        dispersion += fit.dispersion() / 600.0;
        for (count, (found, worth)) in held
            .iter_mut()
            .zip(fit.each(0.95).unwrap().iter().zip(WORTH))
        {
            *count += u32::from(found.low <= worth && worth <= found.high);
        }
    }
    assert!(held.iter().all(|&held| held >= 528), "{held:?} of 600");
    // The dispersion shows the extra scatter.
    assert!(dispersion > 1.1, "{dispersion}");
}

/// Simultaneous intervals of four kinds at 95 % are single intervals at 98.75 %.
#[test]
fn together_is_wider() {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(9);
    let surpluses = surpluses(&mut generator, 100);
    let matchups: Vec<Matchup<'_>> = surpluses
        .iter()
        .map(|surplus| Matchup {
            surplus,
            battles: 50,
            points: coins(&mut generator, odds(surplus), 50),
        })
        .collect();
    let fit = ImpliedPoints::fit(&matchups, &WORTH, &[2.0; 4]).unwrap();
    let (each, together) = (fit.each(0.95).unwrap(), fit.together(0.95).unwrap());
    for (one, all) in each.iter().zip(together) {
        let ratio = (all.high - all.low) / (one.high - one.low);
        // Normal quantiles 2.497705 and 1.959964.
        assert!((ratio - 2.497_705 / 1.959_964).abs() < 1e-5, "{ratio}");
    }
}

/// The same matchups played twice; the first kind gains 30 points of worth. 300 replicates of 400
/// matchups of six battles on common dice: 95 % intervals of the change cover the truth in at least
/// 258 (86 %), 7 standard deviations below the mean, and are narrower than those of independent battles.
#[test]
fn common_dice_narrow_the_interval_of_a_change() {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(13);
    let better = |surplus: &[i32; 4]| {
        let odds = odds(surplus) / (1.0 - odds(surplus));
        let odds = odds * (RATE * 30.0 * f64::from(surplus[0])).exp();
        odds / (1.0 + odds)
    };
    // An average army is listed at 2 · 560; it was worth 2 · 530 and is now worth 2 · 560.
    let listed = [130.0, 60.0, 150.0, 220.0];
    let truth = 130.0 - 100.0 * 560.0 / 530.0;
    let (mut held, mut narrower) = (0, 0);
    for _ in 0..300 {
        let surpluses = surpluses(&mut generator, 400);
        let mut points = [vec![], vec![]];
        for surplus in &surpluses {
            let luck: Vec<f64> = (0..6).map(|_| unit(&mut generator)).collect();
            for (points, p) in points.iter_mut().zip([better(surplus), odds(surplus)]) {
                points.push(luck.iter().map(|&luck| f64::from(luck < p)).sum::<f64>());
            }
        }
        let matchups = points.each_ref().map(|points| {
            let pairs = surpluses.iter().zip(points);
            pairs
                .map(|(surplus, &points)| Matchup {
                    surplus,
                    battles: 6,
                    points,
                })
                .collect::<Vec<_>>()
        });
        let fits = matchups
            .each_ref()
            .map(|matchups| ImpliedPoints::fit(matchups, &listed, &[2.0; 4]).unwrap());
        let change = fits[0]
            .change_from(&fits[1], [&matchups[0], &matchups[1]], 0, 0.95)
            .unwrap();
        held += u32::from(change.low <= truth && truth <= change.high);
        let [new, old] = fits.each_ref().map(|fit| fit.each(0.95).unwrap()[0]);
        let apart = f64::hypot(new.high - new.low, old.high - old.low);
        narrower += u32::from(change.high - change.low < apart);
        assert!((change.estimate - (new.estimate - old.estimate)).abs() < 1e-9);
    }
    assert!(held >= 258 && narrower == 300, "{held} {narrower}");
}

#[test]
fn armies_of_one_price_are_refused() {
    // Two kinds, one always traded for two of the other: the scale is not identified.
    let surpluses = [[1, -2], [-1, 2], [2, -4], [0, 0]];
    let matchups = surpluses.each_ref().map(|surplus| Matchup {
        surplus,
        battles: 10,
        points: 5.0,
    });
    let found = ImpliedPoints::fit(&matchups, &[100.0, 50.0], &[1.0, 1.0]);
    assert_eq!(found.unwrap_err(), StatsError::Collinear);
    let free = ImpliedPoints::fit(&matchups, &[100.0, 0.0], &[1.0, 1.0]);
    assert_eq!(free.unwrap_err(), StatsError::Points(0.0));
}

/// Five copies worth 120 each against armies of 400 to 800 points: they break even at 600.
#[test]
fn break_even_is_where_the_score_is_one_half() {
    let trials: Vec<Trial> = (0..50)
        .map(|index| {
            let against = 400.0 + 8.0 * f64::from(index);
            let worth = 5.0 * 120.0 - against;
            Trial {
                copies: 5,
                against,
                battles: 400,
                points: 400.0 / (1.0 + (-RATE * worth).exp()),
            }
        })
        .collect();
    let found = break_even(&trials, 0.95).unwrap();
    assert!((found.estimate - 120.0).abs() < 1e-6, "{found:?}");
    assert_eq!(found.method, Method::BreakEven);
    // Dearer armies that score worse.
    let upside_down: Vec<Trial> = trials
        .iter()
        .map(|trial| Trial {
            points: 400.0 - trial.points,
            copies: 5,
            against: 1200.0 - trial.against,
            ..*trial
        })
        .map(|trial| Trial {
            points: trial.battles as f64 - trial.points,
            ..trial
        })
        .collect();
    assert!(matches!(
        break_even(&upside_down, 0.95),
        Err(StatsError::NoTrend { .. })
    ));
}

fn interval(estimate: f64, reach: f64) -> Estimate {
    Estimate {
        estimate,
        low: estimate - reach,
        high: estimate + reach,
        confidence: 0.95,
        method: Method::ImpliedPoints,
    }
}

#[test]
fn verdicts_need_the_whole_interval() {
    let verdict = |estimate, reach| Pricing::of(&interval(estimate, reach), 100.0, 0.05);
    assert_eq!(verdict(80.0, 10.0), Pricing::Over);
    assert_eq!(verdict(80.0, 16.0), Pricing::Unclear);
    assert_eq!(verdict(120.0, 10.0), Pricing::Under);
    assert_eq!(verdict(101.0, 3.0), Pricing::Fair);
    assert_eq!(verdict(101.0, 5.0), Pricing::Unclear);
}

/// Half-widths of 3 and 4 give one of 5 for the difference: equivalent within 10 points up to a difference of 5, different
/// from 5 on where the margin is less.
#[test]
fn equivalence_needs_the_whole_interval_of_a_difference() {
    let verdict = |other, margin| {
        let (one, other) = (interval(100.0, 3.0), interval(other, 4.0));
        Equivalence::of(&one, &other, margin, 0.95).unwrap()
    };
    assert_eq!(verdict(104.9, 10.0), Equivalence::Yes);
    assert_eq!(verdict(95.1, 10.0), Equivalence::Yes);
    assert_eq!(verdict(104.9, 9.0), Equivalence::Unclear);
    assert_eq!(verdict(105.1, 9.0), Equivalence::No);
    assert_eq!(verdict(105.1, 11.0), Equivalence::Yes);
    // Wide intervals agree with anything, which says nothing.
    let wide = interval(100.0, 80.0);
    assert_eq!(
        Equivalence::of(&wide, &wide, 10.0, 0.95),
        Ok(Equivalence::Unclear)
    );
    assert!(Equivalence::of(&wide, &wide, 10.0, 1.0).is_err());
}

/// By hand: kinds worth 100, 60, 150 and 220 at listed points of 100, 50, 100 and 220 have ratios of 1, 1.2, 1.5 and 1, up to
/// the scale of the fit; their median is 1.1 of it.
#[test]
fn the_median_kind_sets_another_scale() {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(9);
    let surpluses = surpluses(&mut generator, 400);
    let matchups: Vec<Matchup<'_>> = surpluses
        .iter()
        .map(|surplus| Matchup {
            surplus,
            battles: 1000,
            points: 1000.0 * odds(surplus),
        })
        .collect();
    let listed = [100.0, 50.0, 100.0, 220.0];
    let fit = ImpliedPoints::fit(&matchups, &listed, &[2.0; 4]).unwrap();
    let of_fit = fit.each(0.95).unwrap()[0].estimate / 100.0;
    assert!((fit.median_scale(&listed) - 1.0 / (1.1 * of_fit)).abs() < 1e-6);
}
