//! Published values of fastchess, and an independent maximisation.

use super::{
    Decision, EloModel, Scores, Sprt, elo_estimate, elo_of_known_scatter, likelihood_of_superiority,
};
use crate::StatsError;

fn ratio(scores: Scores, hypotheses: [f64; 2], model: EloModel) -> f64 {
    let test = Sprt::new(hypotheses, [0.05, 0.05], model).unwrap();
    test.log_likelihood_ratio(&scores).unwrap()
}

/// Within one hundredth of one plus the absolute value, the tolerance of fastchess's tests.
fn assert_published(given: f64, published: f64) {
    let within = 0.01 * (1.0 + published.abs());
    assert!(
        (given - published).abs() < within,
        "{given} is not {published}"
    );
}

/// fastchess, `app/tests/sprt_test.cpp`, whose counts are wins, losses, draws.
#[test]
fn trinomial_ratios_of_fastchess() {
    let of = |wins, losses, draws, elo, model| {
        ratio(Scores::Trinomial([losses, draws, wins]), elo, model)
    };
    use EloModel::{Logistic, Normalized};
    assert_published(of(36433, 36027, 68692, [0.0, 2.0], Normalized), 0.92);
    assert_published(of(10871, 10650, 20431, [-1.75, 0.25], Normalized), 2.30);
    assert_published(of(21404, 21184, 40708, [0.5, 2.5], Logistic), -1.57);
    assert_published(of(57433, 57030, 106_593, [0.0, 2.0], Logistic), -2.59);
}

/// fastchess, `app/tests/sprt_test.cpp`; its two middle counts are added.
#[test]
fn pentanomial_ratios_of_fastchess() {
    let of = |counts, elo, model| ratio(Scores::Pentanomial(counts), elo, model);
    use EloModel::{Logistic, Normalized};
    assert_published(
        of([365, 16618, 36229, 16974, 390], [0.0, 2.0], Normalized),
        2.25,
    );
    assert_published(
        of([127, 4883, 10712, 5150, 104], [-1.75, 0.25], Normalized),
        3.01,
    );
    assert_published(
        of([223, 9863, 21279, 10037, 246], [0.5, 2.5], Logistic),
        -3.07,
    );
    assert_published(
        of([871, 26175, 55983, 26678, 821], [0.0, 2.0], Logistic),
        -4.98,
    );
}

/// fastchess, `app/tests/elo_test.cpp`: wins, losses, draws; Elo, normalized Elo, superiority.
#[test]
fn elo_of_fastchess() {
    use EloModel::{Logistic, Normalized};
    let scores = |wins, losses, draws| Scores::Trinomial([losses, draws, wins]);
    let check = |scores: Scores, model, estimate: f64, error: f64| {
        let elo = match model {
            Logistic => elo_estimate(&scores, model, 0.95),
            Normalized => elo_of_known_scatter(&scores, 0.95),
        };
        let elo = elo.unwrap();
        assert!((elo.estimate - estimate).abs() < 0.005, "{elo:?}");
        assert!((elo.high - elo.estimate - error).abs() < 0.005, "{elo:?}");
        assert!((elo.estimate - elo.low - error).abs() < 0.005, "{elo:?}");
    };
    let superiority = |scores: Scores, percent: f64| {
        let los = likelihood_of_superiority(&scores).unwrap();
        assert!((100.0 * los - percent).abs() < 0.005, "{los}");
    };
    check(scores(136, 96, 111), Logistic, 40.70, 30.43);
    check(scores(136, 96, 111), Normalized, 49.77, 36.77);
    superiority(scores(136, 96, 111), 99.60);
    check(scores(76, 89, 123), Normalized, -20.76, 40.13);
    superiority(scores(76, 89, 123), 15.53);
    check(scores(34, 356, 0), Normalized, -508.44, 34.48);
    let pairs = Scores::Pentanomial([34, 54, 63, 64, 75]);
    check(pairs, Logistic, 55.58, 27.65);
    check(pairs, Normalized, 57.94, 28.28);
    let even = Scores::Pentanomial([332, 433, 498, 333, 334]);
    check(even, Logistic, -8.64, 10.33);
    check(even, Normalized, -9.17, 10.96);
    superiority(even, 5.05);
    let losing = Scores::Pentanomial([7895, 8757, 5685, 568, 9999]);
    check(losing, Logistic, -21.04, 2.95);
    check(losing, Normalized, -19.01, 2.65);
}

/// Without draws t = (p − ½) / √(p (1 − p)), so dt/dp · √(p (1 − p)) = 1 + t²: that many times as wide as where the
/// scatter is known. The estimate is the same, and so are both where the score is even.
#[test]
fn the_normalized_interval_allows_for_an_estimated_scatter() {
    for counts in [[356, 0, 34], [20, 0, 480], [200, 0, 200], [60, 80, 60]] {
        let scores = Scores::Trinomial(counts);
        let found = elo_estimate(&scores, EloModel::Normalized, 0.95).unwrap();
        let known = elo_of_known_scatter(&scores, 0.95).unwrap();
        assert_eq!(found.estimate, known.estimate);
        let lead = found.estimate * 10f64.ln() / 800.0;
        let ratio = (found.high - found.low) / (known.high - known.low);
        let expected = 1.0 + lead * lead;
        assert!(
            (ratio / expected - 1.0).abs() < 1e-12,
            "{counts:?}: {ratio}"
        );
    }
}

/// Probability that the interval of the result of `games` games holds the truth.
fn coverage(shares: [f64; 3], games: u64, interval: impl Fn(&Scores) -> [f64; 2]) -> f64 {
    let [lost, drawn, won] = shares;
    let mean = won + drawn / 2.0;
    let deviation = (won + drawn / 4.0 - mean * mean).sqrt();
    let truth = (mean - 0.5) / deviation * 800.0 / 10f64.ln();
    let factorials = (0..=games).scan(0.0, |log, of| {
        *log += (of.max(1) as f64).ln();
        Some(*log)
    });
    let factorials: Vec<f64> = factorials.collect();
    let term = |count: u64, share: f64| count as f64 * share.ln() - factorials[count as usize];
    let mut held = 0.0;
    for wins in 0..=games {
        for draws in 0..=games - wins {
            let losses = games - wins - draws;
            let [low, high] = interval(&Scores::Trinomial([losses, draws, wins]));
            if low <= truth && truth <= high {
                let log = term(losses, lost) + term(draws, drawn) + term(wins, won);
                held += (log + factorials[games as usize]).exp();
            }
        }
    }
    held
}

/// By the probability of every result of 200 games, from an even match to one that the weaker side hardly wins.
#[test]
fn the_normalized_interval_holds_over_all_results() {
    let of = |shares, known: bool| {
        coverage(shares, 200, |scores| {
            let found = if known {
                elo_of_known_scatter(scores, 0.95)
            } else {
                elo_estimate(scores, EloModel::Normalized, 0.95)
            };
            found.map(|found| [found.low, found.high]).unwrap()
        })
    };
    for shares in [
        [0.3, 0.4, 0.3],
        [0.2, 0.5, 0.3],
        [0.5, 0.3, 0.2],
        [0.05, 0.35, 0.6],
        [0.8, 0.1, 0.1],
    ] {
        let held = of(shares, false);
        assert!((0.94..0.96).contains(&held), "{shares:?}: {held}");
    }
    let known = of([0.8, 0.1, 0.1], true);
    assert!(known < 0.85, "{known}");
}

/// The largest log-likelihood of losses, draws and wins when the draw probability determines the win
/// probability: by a grid search over the draw probability.
fn best_of_trinomial([losses, draws, wins]: [f64; 3], win_at: impl Fn(f64) -> Option<f64>) -> f64 {
    let value = |d: f64| match win_at(d) {
        Some(w) if w > 0.0 && w + d < 1.0 => {
            losses * (1.0 - w - d).ln() + draws * d.ln() + wins * w.ln()
        }
        _ => f64::NEG_INFINITY,
    };
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..40 {
        let step = (high - low) / 200.0;
        let best = (1..200)
            .map(|at| low + step * f64::from(at))
            .max_by(|x, y| value(*x).total_cmp(&value(*y)));
        let best = best.unwrap();
        (low, high) = (best - step, best + step);
        (low, high) = (low.max(0.0), high.min(1.0));
    }
    value(f64::midpoint(low, high))
}

#[test]
fn ratios_agree_with_a_grid_search() {
    for counts in [[20, 30, 25], [300, 10, 360], [5, 100, 9], [1, 0, 1_000]] {
        let seen = counts.map(|count| (count as f64).max(1e-3));
        let scores = Scores::Trinomial(counts);
        let logistic = |elo: f64| {
            let score = 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
            best_of_trinomial(seen, |d| Some(score - d / 2.0))
        };
        let expected = logistic(30.0) - logistic(-10.0);
        let given = ratio(scores, [-10.0, 30.0], EloModel::Logistic);
        assert!((given - expected).abs() < 1e-6, "{given} is not {expected}");
        // w + d/2 − 1/2 = t σ; with m = w − l = 2 (score − ½) and σ² = (1 − d − m²)/4 that is
        // m = t √(1 − d − m²), so m = t √((1 − d)/(1 + t²)).
        let normalized = |elo: f64| {
            let t = elo * 10f64.ln() / 800.0;
            best_of_trinomial(seen, |d| {
                Some((1.0 - d + t * ((1.0 - d) / (1.0 + t * t)).sqrt()) / 2.0)
            })
        };
        let expected = normalized(40.0) - normalized(-5.0);
        let given = ratio(scores, [-5.0, 40.0], EloModel::Normalized);
        assert!((given - expected).abs() < 1e-6, "{given} is not {expected}");
    }
}

/// Ratios are finite for hypotheses far from the scores and for counts of any size, and change sign when
/// both sides are swapped.
#[test]
fn ratios_of_extreme_hypotheses_are_finite_and_antisymmetric() {
    for model in [EloModel::Logistic, EloModel::Normalized] {
        for counts in [
            [3, 10, 1000],
            [1_000, 10, 3],
            [1_000_000_000, 3, 3],
            [0, 1_000_000, 1],
        ] {
            for [elo0, elo1] in [[-300.0, 300.0], [0.0, 200.0], [250.0, 251.0]] {
                let given = ratio(Scores::Trinomial(counts), [elo0, elo1], model);
                assert!(given.is_finite(), "{counts:?} {elo0} {elo1}");
                let mirrored = [counts[2], counts[1], counts[0]];
                let back = ratio(Scores::Trinomial(mirrored), [-elo1, -elo0], model);
                assert!(
                    (given + back).abs() < 1e-6 * given.abs().max(1.0),
                    "{given} {back}"
                );
            }
        }
    }
}

#[test]
fn bounds_and_decisions() {
    let test = Sprt::new([0.0, 5.0], [0.05, 0.05], EloModel::Normalized).unwrap();
    // ln 19.
    assert!((test.upper() - 2.944_439).abs() < 1e-6 && (test.lower() + 2.944_439).abs() < 1e-6);
    let uneven = Sprt::new([0.0, 5.0], [0.01, 0.2], EloModel::Logistic).unwrap();
    assert!((uneven.upper() - 80f64.ln()).abs() < 1e-12);
    assert!((uneven.lower() - (0.2f64 / 0.99).ln()).abs() < 1e-12);
    assert_eq!(test.decision(3.0), Decision::H1);
    assert_eq!(test.decision(-3.0), Decision::H0);
    assert_eq!(test.decision(2.9), Decision::Continue);
}

#[test]
fn impossible_tests_are_refused() {
    let new = |elo, rates| Sprt::new(elo, rates, EloModel::Logistic).unwrap_err();
    for rates in [
        [0.0, 0.05],
        [1e-320, 0.05],
        [0.05, 1.0],
        [0.5, 0.5],
        [f64::NAN, 0.1],
        [-0.1, 0.1],
    ] {
        assert!(
            matches!(new([0.0, 1.0], rates), StatsError::ErrorRates { .. }),
            "{rates:?}"
        );
    }
    for elo in [
        [0.0, 0.0],
        [2.0, 1.0],
        [f64::NAN, 1.0],
        [0.0, f64::INFINITY],
    ] {
        assert!(
            matches!(new(elo, [0.05, 0.05]), StatsError::Hypotheses { .. }),
            "{elo:?}"
        );
    }
    for elo in [[0.0, 5e-324], [-1e-10, 1e-10]] {
        assert!(
            matches!(new(elo, [0.05, 0.05]), StatsError::CloseHypotheses { .. }),
            "{elo:?}"
        );
    }
    let test = Sprt::new([0.0, 5.0], [0.05, 0.05], EloModel::Normalized).unwrap();
    let none = StatsError::TooFew { needed: 1, got: 0 };
    assert_eq!(
        test.log_likelihood_ratio(&Scores::Trinomial([0; 3])),
        Err(none)
    );
}

#[test]
fn refusals_name_the_least_value_and_stay_short() {
    let refused = |elo, rates| {
        Sprt::new(elo, rates, EloModel::Logistic)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        refused([0.0, 5.0], [1e-320, 0.05]),
        "alpha and beta must be at least 0.000000001 and add up to less than 1, got 1e-320 and 0.05"
    );
    assert_eq!(
        refused([0.0, 5e-324], [0.05, 0.05]),
        "elo1 must exceed elo0 by at least 0.000000001, got 0 and 5e-324"
    );
    assert_eq!(
        refused([-1e300, 5.0], [0.05, 0.05]),
        "elo0 must be less than elo1 and both within ±1000, got -1e300 and 5"
    );
}

#[test]
fn extreme_scores_have_finite_ratios() {
    let test = |model| Sprt::new([0.0, 5.0], [0.05, 0.05], model).unwrap();
    for model in [EloModel::Logistic, EloModel::Normalized] {
        let of = |counts| {
            test(model)
                .log_likelihood_ratio(&Scores::Trinomial(counts))
                .unwrap()
        };
        assert!(of([0, 0, 1000]) > 1.0 && of([1000, 0, 0]) < -1.0);
        assert!(of([0, 1000, 0]).is_finite() && of([0, 0, 1]).is_finite());
    }
}

/// By hand. Wilson's interval of one draw, z² = 3.8415: ½ ± 1.96 √(¼ + z²/4) / (1 + z²) = ½ ± 0.4454, so 0.0546 to
/// 0.9454, which is ± 495.3 Elo; of one win, 1 / (1 + z²) = 0.2065 and more, −233.8 Elo. With a uniform prior, w of w
/// games won leave the share above one half with probability 1 − 2^−(w + 1): after one win 3/4, after seven 255/256.
/// Nine games that are no draws are few, ten are enough.
#[test]
fn few_games_say_little() {
    let elo = |counts, model| elo_estimate(&Scores::Trinomial(counts), model, 0.95).unwrap();
    let drawn = elo([0, 1, 0], EloModel::Logistic);
    assert!(
        drawn.estimate == 0.0 && (drawn.high - 495.3).abs() < 0.1,
        "{drawn:?}"
    );
    assert!((drawn.low + 495.3).abs() < 0.1, "{drawn:?}");
    let won = elo([0, 0, 1], EloModel::Logistic);
    assert_eq!((won.estimate, won.high), (f64::INFINITY, f64::INFINITY));
    assert!((won.low + 233.8).abs() < 0.1, "{won:?}");
    let scatter = elo([0, 1, 0], EloModel::Normalized);
    assert_eq!(
        (scatter.low, scatter.high),
        (f64::NEG_INFINITY, f64::INFINITY)
    );
    for (counts, expected) in [
        ([0, 0, 1], 0.75),
        ([1, 0, 0], 0.25),
        ([0, 0, 7], 255.0 / 256.0),
        ([0, 7, 0], 0.5),
        ([1, 900, 1], 0.5),
    ] {
        let los = likelihood_of_superiority(&Scores::Trinomial(counts)).unwrap();
        assert!((los - expected).abs() < 1e-12, "{counts:?}: {los}");
    }
    // Of pairs: one and a half points and two are won alike.
    let pairs = Scores::Pentanomial([0, 0, 5, 1, 1]);
    let los = likelihood_of_superiority(&pairs).unwrap();
    assert!((los - 0.875).abs() < 1e-12, "{los}");
    assert!(Scores::Trinomial([4, 100, 5]).are_few());
    assert!(!Scores::Trinomial([5, 100, 5]).are_few());
}
