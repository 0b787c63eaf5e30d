use rand::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Group, LogisticFit};
use crate::StatsError;

fn group(features: &[f64], trials: u64, successes: f64) -> Group<'_> {
    Group {
        features,
        trials,
        successes,
    }
}

/// Launches of the space shuttle before Challenger: temperature in degrees Fahrenheit, whether an
/// O-ring was damaged. S. R. Dalal, E. B. Fowlkes and B. Hoadley, JASA 84 (1989) 945–957; the
/// coefficients are those of the usual fit with an intercept, 15.0429 and −0.2322.
const LAUNCHES: [(f64, f64); 23] = [
    (66.0, 0.0),
    (70.0, 1.0),
    (69.0, 0.0),
    (68.0, 0.0),
    (67.0, 0.0),
    (72.0, 0.0),
    (73.0, 0.0),
    (70.0, 0.0),
    (57.0, 1.0),
    (63.0, 1.0),
    (70.0, 1.0),
    (78.0, 0.0),
    (67.0, 0.0),
    (53.0, 1.0),
    (67.0, 0.0),
    (75.0, 0.0),
    (70.0, 0.0),
    (81.0, 0.0),
    (76.0, 0.0),
    (79.0, 0.0),
    (75.0, 1.0),
    (76.0, 0.0),
    (58.0, 1.0),
];

#[test]
fn the_o_rings_of_challenger() {
    let features = LAUNCHES.map(|(temperature, _)| [1.0, temperature]);
    let groups: Vec<Group<'_>> = features
        .iter()
        .zip(LAUNCHES)
        .map(|(features, (_, damaged))| group(features, 1, damaged))
        .collect();
    let fit = LogisticFit::new(&groups).unwrap();
    let [intercept, slope] = [fit.coefficients()[0], fit.coefficients()[1]];
    assert!((intercept - 15.0429).abs() < 5e-5, "{intercept}");
    assert!((slope + 0.2322).abs() < 5e-5, "{slope}");
}

/// One coefficient for all groups has a closed form: the log-odds of the pooled share, with the
/// variance G / (G − 1) · Σ r² / (N p q)² of a ratio over clusters.
#[test]
fn one_coefficient_by_hand() {
    let counts = [(40_u64, 30.0), (60, 27.0), (50, 28.5), (50, 14.5)];
    let groups = counts.map(|(n, s)| group(&[1.0], n, s));
    let fit = LogisticFit::new(&groups).unwrap();
    // 100 of 200.
    assert!(fit.coefficients()[0].abs() < 1e-12);
    let residuals = [10.0, -3.0, 3.5, -10.5_f64];
    let meat: f64 = residuals.iter().map(|r| r * r).sum();
    let variance = 4.0 / 3.0 * meat / (200.0 * 0.25_f64).powi(2);
    assert!((fit.covariance(0, 0) - variance).abs() < 1e-12);
    assert!((fit.standard_error(&[2.0]) - 2.0 * variance.sqrt()).abs() < 1e-12);
    let pearson: f64 = counts
        .iter()
        .zip(residuals)
        .map(|(&(n, _), r)| r * r / (n as f64 * 0.25))
        .sum();
    assert!((fit.dispersion() - pearson / 3.0).abs() < 1e-12);
}

/// With as many distinct groups as coefficients the fit reproduces their log-odds.
#[test]
fn a_saturated_fit_reproduces_every_share() {
    let shares = [([1.0, 0.0], 0.8), ([0.0, 1.0], 0.35)];
    let groups: Vec<Group<'_>> = (0..6)
        .map(|index| {
            let (features, share) = &shares[index % 2];
            group(features, 100, 100.0 * share)
        })
        .collect();
    let fit = LogisticFit::new(&groups).unwrap();
    for (coefficient, (_, share)) in fit.coefficients().iter().zip(shares) {
        assert!((coefficient - (share / (1.0 - share)).ln()).abs() < 1e-10);
    }
    // Groups on the fitted curve have no residuals.
    assert!(fit.covariance(0, 0).abs() < 1e-20 && fit.dispersion() < 1e-20);
}

#[test]
fn data_without_a_finite_fit_are_refused() {
    let few = [group(&[1.0], 10, 4.0)];
    let wanted = StatsError::TooFew { needed: 2, got: 1 };
    assert_eq!(LogisticFit::new(&few), Err(wanted));
    assert!(LogisticFit::new(&[]).is_err());
    // Two features that are always the same.
    let twins = [[1.0, 1.0], [2.0, 2.0], [-1.0, -1.0]];
    let groups = twins.each_ref().map(|features| group(features, 10, 4.0));
    assert_eq!(LogisticFit::new(&groups), Err(StatsError::Collinear));
    // The larger side always wins.
    let signs = [[1.0], [-1.0], [2.0]];
    let won = [10.0, 0.0, 10.0];
    let groups: Vec<Group<'_>> = signs
        .iter()
        .zip(won)
        .map(|(features, won)| group(features, 10, won))
        .collect();
    assert_eq!(LogisticFit::new(&groups), Err(StatsError::Separated));
    let impossible = [group(&[1.0], 3, 4.0), group(&[1.0], 3, 1.0)];
    assert!(matches!(
        LogisticFit::new(&impossible),
        Err(StatsError::Successes { .. })
    ));
}

/// 2,000 groups of 4 and of 40 trials whose log-odds scatter with a standard deviation of 0.5: both give it, within 0.2 and 0.1
/// (six standard errors of about 0.035 and 0.015), and within their intervals widened as much; without scatter there is none
/// to be told from zero.
#[test]
fn the_scatter_does_not_depend_on_the_trials_of_a_group() {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(11);
    let mut unit = || (generator.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
    let mut scatter = |trials: u64, deviation: f64| {
        let rows: Vec<([f64; 1], f64)> = (0..2_000)
            .map(|_| {
                let normal = (0..12).map(|_| unit()).sum::<f64>() - 6.0;
                let feature = 2.0 * unit() - 1.0;
                let p = super::logistic(0.8 * feature + deviation * normal);
                let wins = (0..trials).filter(|_| unit() < p).count() as f64;
                ([feature], wins)
            })
            .collect();
        let groups: Vec<Group<'_>> = rows
            .iter()
            .map(|(features, wins)| group(features, trials, *wins))
            .collect();
        LogisticFit::new(&groups).unwrap().scatter(0.95).unwrap()
    };
    let [few, many, none] = [(4, 0.5), (40, 0.5), (40, 0.0)].map(|(n, sd)| scatter(n, sd));
    assert!((few.estimate - 0.5).abs() < 0.2, "{few:?}");
    assert!((many.estimate - 0.5).abs() < 0.1, "{many:?}");
    assert!(many.high - many.low < few.high - few.low);
    assert!(none.low == 0.0 && none.high < 0.15, "{none:?}");
}
