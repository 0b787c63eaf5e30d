use rand::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{LineTest, Standing};
use crate::{ConfidenceSequence, Estimate, StatsError, mean_of_stopped};

fn decision() -> LineTest {
    LineTest::new(0.5, 0.02, 0.95).unwrap()
}

/// n wins against one half: the likelihood ratios of 0.51, 0.52, 0.54, 0.58, 0.66 and 0.82 are 1.02^n,
/// 1.04^n and so on. For n = 12 the mixture is 0.5 · 1.601 + 0.1 · (1.268 + 2.518 + 5.936 + 28.00 +
/// 378.8) = 42.4, above the 40 required. For n = 11 it is 0.5 · 1.539 + 0.1 · (1.243 + 2.332 + 5.117 +
/// 21.21 + 231.0) = 26.8, below it.
#[test]
fn the_mixture_by_hand() {
    assert_eq!(decision().standing(12.0, 12), Some(Standing::Above));
    assert_eq!(decision().standing(0.0, 12), Some(Standing::Below));
    assert_eq!(decision().standing(11.0, 11), None);
    assert_eq!(decision().standing(0.0, 0), None);
}

#[test]
fn the_most_scores_always_decide() {
    for decision in [decision(), LineTest::new(0.3, 0.1, 0.99).unwrap()] {
        let most = decision.most_scores();
        for points in (0..=2 * most).step_by(7) {
            let points = points as f64 / 2.0;
            assert!(
                decision.standing(points, most).is_some(),
                "{points} of {most}"
            );
        }
    }
    // (ln 40 + ln 10) / (2 · 0.01²) = 29,957.3.
    assert_eq!(decision().most_scores(), 29_958);
}

#[test]
fn standing_agrees_with_the_interval() {
    let decision = LineTest::new(0.4, 0.05, 0.9).unwrap();
    for n in [2_u64, 10, 64, 300, 1_000, 4_000] {
        for successes in (0..=2 * n).step_by((n as usize / 16).max(1)) {
            let successes = successes as f64 / 2.0;
            let interval = decision.interval(successes, n).unwrap();
            let expected = if interval.low > 0.4 {
                Some(Standing::Above)
            } else if interval.high < 0.4 {
                Some(Standing::Below)
            } else {
                (interval.low > 0.35 && interval.high < 0.45).then_some(Standing::Near)
            };
            assert_eq!(
                decision.standing(successes, n),
                expected,
                "{successes} of {n}"
            );
        }
    }
}

/// At the line the scale of the margin has half the weight, which adds ln 2 to ln 40: 19 % more scores.
#[test]
fn a_score_at_the_line_takes_little_longer_than_with_a_single_alternative() {
    let single = ConfidenceSequence::new(0.02, 0.95).unwrap();
    let even = |is_reached: &dyn Fn(f64, u64) -> bool| {
        (1..10_000_u64)
            .find(|&n| is_reached(n as f64, 2 * n))
            .unwrap()
            * 2
    };
    let alone = even(&|points, n| single.is_reached(points, n));
    let mixed = even(&|points, n| decision().standing(points, n).is_some());
    assert!(
        mixed > alone && (mixed as f64) < 1.2 * alone as f64,
        "{mixed} and {alone}"
    );
}

#[test]
fn looks_are_even_and_grow() {
    assert_eq!(decision().next_look(0), 2);
    assert_eq!(decision().next_look(2), 4);
    assert_eq!(decision().next_look(1_600), 1_700);
    assert_eq!(decision().next_look(1_700), 1_806);
}

#[test]
fn impossible_settings_are_refused() {
    assert_eq!(LineTest::new(0.0, 0.1, 0.95), Err(StatsError::Line(0.0)));
    assert_eq!(LineTest::new(1.0, 0.1, 0.95), Err(StatsError::Line(1.0)));
    assert_eq!(
        LineTest::new(0.5, 0.5, 0.95),
        Err(StatsError::HalfWidth(0.5))
    );
    assert!(LineTest::new(0.5, 0.1, 1.0).is_err());
    assert!(decision().interval(3.0, 2).is_err());
}

/// 4,000 runs at each of several scores about the line, with draws in a quarter of the battles: at an
/// error rate of 5 % more than 300 wrong decisions (7.5 %) would be 7 standard deviations above the mean.
#[test]
fn decisions_are_rarely_wrong() {
    let decision = LineTest::new(0.5, 0.1, 0.95).unwrap();
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut score = |mean: f64| {
        let draw = (generator.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        if draw < 0.25 {
            0.5
        } else {
            f64::from((draw - 0.25) / 0.75 < (mean - 0.125) / 0.75)
        }
    };
    for (mean, right) in [
        (0.5, [Standing::Near, Standing::Near]),
        (0.4, [Standing::Below, Standing::Below]),
        (0.58, [Standing::Above, Standing::Near]),
        (0.7, [Standing::Above, Standing::Above]),
    ] {
        let (mut wrong, mut battles) = (0, 0);
        for _ in 0..4_000 {
            let (mut sum, mut n) = (0.0, 0);
            let standing = loop {
                let look = decision.next_look(n);
                sum += (n..look).map(|_| score(mean)).sum::<f64>();
                n = look;
                if let Some(standing) = decision.standing(sum, n) {
                    break standing;
                }
            };
            wrong += u32::from(!right.contains(&standing));
            battles += n;
        }
        assert!(wrong < 300, "{wrong} of 4000 at {mean}");
        // A fixed-size test of a score of ½ takes 166 battles.
        assert!(battles / 4_000 < 500, "{battles} at {mean}");
    }
}

/// By hand: the limits of two scores at 97.5 % each, averaged; a single score keeps its own interval.
#[test]
fn a_mean_of_decided_scores_has_the_means_of_joint_limits() {
    let test = LineTest::new(0.5, 0.05, 0.95).unwrap();
    let joint = LineTest::new(0.5, 0.05, 0.975).unwrap();
    let [one, two] = [(9.0, 12), (40.0, 60)].map(|(sum, n)| joint.interval(sum, n).unwrap());
    let mean = test.mean_of_decided(&[(9.0, 12), (40.0, 60)]).unwrap();
    assert!((mean.low - f64::midpoint(one.low, two.low)).abs() < 1e-12);
    assert!((mean.high - f64::midpoint(one.high, two.high)).abs() < 1e-12);
    assert!((mean.estimate - f64::midpoint(0.75, 2.0 / 3.0)).abs() < 1e-12);
    let single = test.mean_of_decided(&[(9.0, 12)]).unwrap();
    let own = test.interval(9.0, 12).unwrap();
    assert_eq!((single.low, single.high), (own.low, own.high));
    assert!(test.mean_of_decided(&[]).is_err());
}

/// 200 means of a hundred scores of 0.6 each, decided against 0.5: at 95 % more than 28 means outside would be 5.8 standard
/// deviations above 10. The distances to the limits in quadrature, which is right for errors without a direction, leave out
/// most.
#[test]
fn means_of_decided_scores_allow_for_errors_in_one_direction() {
    let test = LineTest::new(0.5, 0.05, 0.95).unwrap();
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut wins =
        |p: f64| f64::from(((generator.next_u64() >> 11) as f64) < p * (1_u64 << 53) as f64);
    let mut decided = || {
        let (mut sum, mut n) = (0.0, 0);
        while test.standing(sum, n).is_none() {
            let look = test.next_look(n);
            sum += (n..look).map(|_| wins(0.6)).sum::<f64>();
            n = look;
        }
        (sum, n)
    };
    let (mut outside, mut in_quadrature) = (0, 0);
    for _ in 0..200 {
        let scores: Vec<(f64, u64)> = (0..100).map(|_| decided()).collect();
        let misses = |of: &Estimate| u32::from(!(of.low..=of.high).contains(&0.6));
        outside += misses(&test.mean_of_decided(&scores).unwrap());
        let each = scores
            .iter()
            .map(|&(sum, n)| (test.interval(sum, n).unwrap(), n));
        in_quadrature += misses(&mean_of_stopped(&each.collect::<Vec<_>>()).unwrap());
    }
    assert!(outside <= 28, "{outside}");
    assert!(in_quadrature > 100, "{in_quadrature}");
}
