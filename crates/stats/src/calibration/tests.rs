use rand::SeedableRng as _;
use rand_distr::{Binomial, Distribution as _, StandardNormal};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::interval::simultaneous;
use crate::logistic::logistic;

fn unit(points: f64, wins: f64, battles: u64) -> Observation {
    Observation {
        points,
        wins,
        battles,
    }
}

/// Corrected odds of 2 : 4, 4 : 4, 8 : 4 and 16 : 4 at these points.
fn doubling(points: [f64; 4]) -> [Observation; 4] {
    [
        unit(points[0], 1.5, 5),
        unit(points[1], 3.5, 7),
        unit(points[2], 7.5, 11),
        unit(points[3], 15.5, 19),
    ]
}

/// Odds double with the points: the slope is 1 on their logarithm, and odds are even at 100 points.
const DOUBLED: [f64; 4] = [50.0, 100.0, 200.0, 400.0];
/// Odds double with each 100 points, and are even at 200.
const ADDED: [f64; 4] = [100.0, 200.0, 300.0, 400.0];

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9 * b.abs().max(1.0)
}

#[test]
fn units_on_a_line_are_fitted_exactly_whatever_their_weights() {
    let of_logarithm = (Scale::Logarithm, 1.0, -(100.0_f64.ln()));
    let of_points = (Scale::Points, 2.0_f64.ln() / 100.0, -(4.0_f64.ln()));
    for (points, (scale, slope, intercept)) in [(DOUBLED, of_logarithm), (ADDED, of_points)] {
        let fit = Calibration::fit(&doubling(points)).unwrap();
        assert_eq!(fit.scale(), scale);
        assert!(close(fit.slope(), slope), "{fit:?}");
        assert!((fit.intercept() - intercept).abs() < 1e-12, "{fit:?}");
        assert_eq!(fit.scatter(), 0.0);
        for u in doubling(points) {
            let expected = fit.expected_points(&u, 0.95).unwrap();
            assert!(close(expected.estimate, u.points), "{expected:?}");
        }
    }
}

#[test]
fn a_unit_off_the_line_gets_the_points_of_its_score() {
    // On that curve, odds 6 : 2 belong to 300 points, whatever the unit is listed at.
    let fit = Calibration::fit(&doubling(DOUBLED)).unwrap();
    let found = fit.expected_points(&unit(120.0, 5.5, 7), 0.95).unwrap();
    assert!(close(found.estimate, 300.0), "{found:?}");
    assert_eq!(found.method, Method::Calibration);
}

/// Four units of 1,000 battles at points e⁻³, e⁻¹, e and e³ with corrected scores of ¼, ¼, ¾ and ¾: log-odds of
/// ∓a with a = ln 3 and the variance v = 1 / (1001 · 3/16).
///
/// Slope: Σ x y / Σ x² = 8a / 20. Residuals: a/5, −3a/5, 3a/5 and −a/5, so Σ r² = 4a²/5, and
/// v + τ² is that over the two degrees of freedom.
#[test]
fn scatter_and_interval_by_hand() {
    let at = |x: f64, score: f64| unit(x.exp(), 1001.0 * score - 0.5, 1000);
    let units = [at(-3.0, 0.25), at(-1.0, 0.25), at(1.0, 0.75), at(3.0, 0.75)];
    let fit = Calibration::fit(&units).unwrap();
    let (a, v) = (3.0_f64.ln(), 16.0 / 3.0 / 1001.0);
    assert_eq!(fit.scale(), Scale::Logarithm);
    assert!(close(fit.slope(), 0.4 * a) && fit.intercept().abs() < 1e-12);
    assert!(close(fit.scatter(), (0.4 * a * a - v).sqrt()), "{fit:?}");
    // The first unit has the leverage 1/4 + 9/20, so 3/10 of its luck is left. Its residual is a third of a
    // standard one, squared, of the two that all have: of the others, 5/3 on one degree of freedom. Student's
    // t with one degree has the 97.5 % quantile tan(0.475 π).
    let reach = (0.475 * std::f64::consts::PI).tan() * (0.3 * 5.0 / 3.0 * 0.4_f64).sqrt() * a;
    let found = fit.expected_points(&units[0], 0.95).unwrap();
    assert!(close(found.estimate.ln(), -2.5), "{found:?}");
    let [low, high] = [-a - reach, -a + reach].map(|y| y / (0.4 * a));
    assert!((found.low.ln() - low).abs() < 1e-6, "{found:?}");
    assert!((found.high.ln() - high).abs() < 1e-6, "{found:?}");
}

/// Units on the curve: the interval is sampling error alone. The one at 100 points and even odds has
/// the variance 1/4 + 1/4 and the weight 2, among weights of 4/3, 2, 8/3 and 16/5.
#[test]
fn without_scatter_the_interval_is_the_sampling_error() {
    let fit = Calibration::fit(&doubling(DOUBLED)).unwrap();
    let weights = [4.0 / 3.0, 2.0, 8.0 / 3.0, 3.2];
    let total: f64 = weights.iter().sum();
    let places = DOUBLED.map(f64::ln);
    let sum = |of: &dyn Fn(f64) -> f64| -> f64 {
        let terms = weights.iter().zip(places);
        terms.map(|(w, x)| w * of(x)).sum()
    };
    let centre = sum(&|x| x) / total;
    let breadth = sum(&|x| (x - centre).powi(2));
    let leverage = 2.0 / total + 2.0 * (places[1] - centre).powi(2) / breadth;
    let t = (0.475 * std::f64::consts::PI).tan();
    let reach = t * (0.5 * (1.0 - leverage)).sqrt();
    let found = fit.expected_points(&doubling(DOUBLED)[1], 0.95).unwrap();
    assert!((found.high.ln() - 100.0_f64.ln() - reach).abs() < 1e-6);
    assert!((found.low.ln() - 100.0_f64.ln() + reach).abs() < 1e-6);
}

#[test]
fn weights_are_the_inverse_variance_of_the_log_odds() {
    // At 100 points odds 4 : 4 (weight 2) and 12 : 4 (weight 3); at 200 odds 4 : 1, twice. Two
    // abscissae: the line passes through (3/5) ln 3 at ln 100 and ln 4 at ln 200. Q is
    // (6/5) ln² 3 = 1.45, less than the two degrees of freedom.
    let units = [
        unit(100.0, 3.5, 7),
        unit(100.0, 11.5, 15),
        unit(200.0, 3.5, 4),
        unit(200.0, 3.5, 4),
    ];
    let fit = Calibration::fit(&units).unwrap();
    let left = 0.6 * 3.0_f64.ln();
    let slope = (4.0_f64.ln() - left) / 2.0_f64.ln();
    assert_eq!((fit.scatter(), fit.scale()), (0.0, Scale::Logarithm));
    assert!(close(fit.slope(), slope), "{fit:?}");
    assert!(
        close(fit.intercept(), left - slope * 100.0_f64.ln()),
        "{fit:?}"
    );
}

#[test]
fn a_unit_that_never_or_always_won_has_finite_points() {
    // Corrected odds 0.5 : 10.5 and 10.5 : 0.5 on the curve of slope 1 through 100 points.
    let fit = Calibration::fit(&doubling(DOUBLED)).unwrap();
    let never = fit.expected_points(&unit(80.0, 0.0, 10), 0.95).unwrap();
    let always = fit.expected_points(&unit(80.0, 10.0, 10), 0.95).unwrap();
    assert!(close(never.estimate, 100.0 / 21.0) && close(always.estimate, 2100.0));
    for found in [never, always] {
        assert!(found.low < found.estimate && found.estimate < found.high);
    }
}

/// Odds of 1 : 32 belong to 300 points below none.
#[test]
fn no_expected_points_are_negative() {
    let fit = Calibration::fit(&doubling(ADDED)).unwrap();
    let found = fit.expected_points(&unit(80.0, 0.5, 32), 0.95).unwrap();
    assert_eq!((found.low, found.estimate), (0.0, 0.0));
}

#[test]
fn expected_points_rise_with_the_score() {
    for points in [DOUBLED, ADDED] {
        let fit = Calibration::fit(&doubling(points)).unwrap();
        let of = |halves: u32| {
            let unit = unit(points[1], f64::from(halves) / 2.0, 7);
            fit.expected_points(&unit, 0.95).unwrap().estimate
        };
        let found: Vec<f64> = (0..=14).map(of).collect();
        assert!(found.is_sorted(), "{found:?}");
    }
}

#[test]
fn scores_that_do_not_rise_with_points_have_no_trend() {
    let mut falling = DOUBLED;
    falling.reverse();
    let falling = doubling(falling);
    let flat = DOUBLED.map(|points| unit(points, 3.5, 7));
    for units in [falling, flat] {
        let found = Calibration::fit(&units);
        assert!(
            matches!(found, Err(StatsError::NoTrend { .. })),
            "{found:?}"
        );
    }
}

#[test]
fn a_unit_without_which_all_prices_are_equal_is_not_judged() {
    let units = doubling([100.0, 100.0, 100.0, 200.0]);
    let fit = Calibration::fit(&units).unwrap();
    let expected = |unit| fit.expected_points(unit, 0.95);
    let refused = Err(StatsError::TooFew { needed: 2, got: 1 });
    assert_eq!(expected(&units[3]), refused);
    assert!(expected(&units[2]).is_ok());
}

#[test]
fn impossible_units_are_errors() {
    let good = doubling(DOUBLED);
    let fit = |u| Calibration::fit(&[good[0], good[1], good[2], u]);
    assert_eq!(fit(unit(0.0, 1.0, 2)), Err(StatsError::Points(0.0)));
    assert_eq!(
        fit(unit(50.0, 0.0, 0)),
        Err(StatsError::TooFew { needed: 1, got: 0 })
    );
    assert!(matches!(
        fit(unit(50.0, 9.0, 7)),
        Err(StatsError::Successes { .. })
    ));
    for got in 0..4 {
        let few = Err(StatsError::TooFew {
            needed: 4,
            got: got as u64,
        });
        assert_eq!(Calibration::fit(&good[..got]), few);
    }
    let alike = [100.0; 4];
    let one_price = Err(StatsError::TooFew { needed: 2, got: 1 });
    assert_eq!(Calibration::fit(&doubling(alike)), one_price);
}

/// Units that lie about a curve, at prices from 50 to 400 in equal ratios.
#[derive(Debug, Clone, Copy)]
struct World {
    scale: Scale,
    units: usize,
    /// Log-odds of the dearest unit less those of the cheapest.
    rise: f64,
    /// Standard deviation of units about the curve, in log-odds.
    scatter: f64,
    /// Log-odds by which the unit a quarter of the way up does better than that.
    planted: f64,
}

const BATTLES: u64 = 10_000;

impl World {
    fn run(&self, generator: &mut Xoshiro256PlusPlus) -> Vec<Observation> {
        let place = |points: f64| {
            let [low, at, high] = [50.0, points, 400.0].map(|points| self.scale.of(points));
            (at - low) / (high - low) - 0.5
        };
        let draw = |number: usize| {
            let points = 50.0 * 8.0_f64.powf(number as f64 / (self.units - 1) as f64);
            let scatter: f64 = StandardNormal.sample(generator);
            let planted = if number == self.planted_unit() {
                self.planted
            } else {
                0.0
            };
            let log_odds = self.rise * place(points) + self.scatter * scatter + planted;
            let wins = Binomial::new(BATTLES, logistic(log_odds)).unwrap();
            unit(points, wins.sample(generator) as f64, BATTLES)
        };
        (0..self.units).map(draw).collect()
    }

    const fn planted_unit(&self) -> usize {
        self.units / 4
    }

    /// The units whose listed points lie outside their interval, which holds at 95 % for all at once.
    fn clearly_off(&self, generator: &mut Xoshiro256PlusPlus) -> Vec<usize> {
        let units = self.run(generator);
        let confidence = simultaneous(0.95, units.len() as u64);
        let Ok(fit) = Calibration::fit(&units) else {
            return Vec::new();
        };
        let off = |unit: &Observation| {
            let found = fit.expected_points(unit, confidence).unwrap();
            !(found.low..=found.high).contains(&unit.points)
        };
        let numbered = units.iter().enumerate();
        numbered
            .filter(|(_, unit)| off(unit))
            .map(|(number, _)| number)
            .collect()
    }

    /// In how many of these runs some unit is clearly off.
    fn alarms(&self, runs: usize) -> usize {
        let generator = &mut Xoshiro256PlusPlus::seed_from_u64(1);
        let alarm = |_: &usize| !self.clearly_off(generator).is_empty();
        (0..runs).filter(alarm).count()
    }
}

const TRUE_LINE: World = World {
    scale: Scale::Logarithm,
    units: 20,
    rise: 4.0,
    scatter: 1.0,
    planted: 0.0,
};

/// 2,000 runs in which no unit is mispriced. Were one clearly off in 5 % of them, more than 155 would have a
/// probability of 6e-8; in 9.5 %, at most 155 one of 0.4 %. With the weights 1 / v and
/// limits of the normal distribution it was in 22 %.
#[test]
fn chance_seldom_makes_a_unit_clearly_mispriced() {
    let alarms = TRUE_LINE.alarms(2_000);
    assert!(alarms <= 155, "{alarms}");
}

/// Worlds with few and many units, little and much scatter, on both scales: 20,000 runs in each. Were one unit
/// clearly off in 5 % of them, more than 1,160 would have a probability of 2e-7; in 6.3 %, at most 1,160 one of
/// 0.2 %.
#[test]
#[ignore = "statistical: 100,000 runs; false alarm 1e-6; finds a unit clearly mispriced by chance in 6.3 % of runs with 99 %"]
fn chance_makes_a_unit_clearly_mispriced_in_at_most_a_twentieth_of_runs() {
    let few = World {
        units: 7,
        scatter: 0.3,
        ..TRUE_LINE
    };
    let many = World {
        units: 100,
        rise: 6.0,
        scatter: 0.5,
        ..TRUE_LINE
    };
    let none = World {
        units: 60,
        scatter: 0.0,
        ..TRUE_LINE
    };
    let on_points = World {
        scale: Scale::Points,
        rise: 5.0,
        ..TRUE_LINE
    };
    for world in [TRUE_LINE, few, many, none, on_points] {
        let alarms = world.alarms(20_000);
        assert!(alarms <= 1_160, "{world:?}: {alarms}");
    }
}

/// 200 runs with a unit that beats its price by 1.5 log-odds, odds of 4.5. It is found in 99 % of runs or more: fewer
/// than 180 would have a probability of 1e-14.
#[test]
fn a_unit_far_off_its_price_is_found() {
    let few = World {
        units: 9,
        scatter: 0.05,
        planted: 1.5,
        ..TRUE_LINE
    };
    let more = World {
        units: 20,
        scatter: 0.2,
        ..few
    };
    for world in [few, more] {
        let generator = &mut Xoshiro256PlusPlus::seed_from_u64(2);
        let found = |_: &usize| world.clearly_off(generator).contains(&world.planted_unit());
        let found = (0..200).filter(found).count();
        assert!(found >= 180, "{world:?}: {found}");
    }
}
