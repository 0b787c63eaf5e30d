//! Confidence intervals for scores and means.

use statrs::distribution::{Beta, ContinuousCDF, Normal, StudentsT};

use crate::error::StatsError;
use crate::moments::Moments;

/// Declares the methods, each with its name in tables and manifests: one list, so that none is missing from
/// [`Method::ALL`].
macro_rules! methods {
    ($($(#[$doc:meta])* $method:ident = $name:literal,)*) => {
        /// How an interval was computed.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Method {
            $($(#[$doc])* $method,)*
        }

        impl Method {
            /// Every method, in the order of their declaration.
            pub const ALL: &[Self] = &[$(Self::$method,)*];

            /// The name used in tables and manifests.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$method => $name,)*
                }
            }
        }
    };
}

methods! {
    /// Wilson's score interval for a proportion.
    Wilson = "wilson",
    /// Clopper and Pearson's exact interval for a proportion.
    ClopperPearson = "clopper_pearson",
    /// Student's interval for the mean of nearly normal numbers.
    NormalMean = "normal_mean",
    /// Inverse of a fitted curve, widened by the scatter about it.
    Calibration = "calibration",
    /// One interval of a confidence sequence, valid at all times simultaneously.
    ConfidenceSequence = "confidence_sequence",
    /// Mean of scores each stopped by a confidence sequence.
    MeanOfStopped = "mean_of_stopped",
    /// Mean of scores each stopped by a test on which side of a line it lies.
    MeanOfDecided = "mean_of_decided",
    /// Coefficient of a regression on the composition of armies, scaled to listed points.
    ImpliedPoints = "implied_points",
    /// [`StructuredWorth`](crate::StructuredWorth).
    StructuredWorth = "structured_worth",
    /// Cost at which a force of one kind of unit breaks even.
    BreakEven = "break_even",
    /// [`AddedWorth`](crate::AddedWorth).
    AddedWorth = "added_worth",
    /// Mean difference of results on the same dice.
    Paired = "paired",
    /// Percentiles over resampled games.
    Bootstrap = "bootstrap",
    /// [`newcombe_difference`](crate::newcombe_difference).
    Newcombe = "newcombe",
    /// [`enclosing_difference`](crate::enclosing_difference).
    Enclosing = "enclosing",
    /// [`responses`](crate::responses).
    SumOfScores = "sum_of_scores",
    /// Method of moments, with the error of a ratio of sums.
    Moments = "moments",
}

/// An estimate with its confidence interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The point estimate.
    pub estimate: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// The two-sided confidence level of the interval, such as 0.95.
    pub confidence: f64,
    /// How the interval was computed.
    pub method: Method,
}

/// Wilson's score interval for a mean score of `successes / n`.
///
/// `successes` may be half-integral, since a drawn battle counts as half a win. The interval is
/// then conservative: a score in [0, 1] with mean `p` has variance at most `p (1 - p)`, and
/// reaches it only when there are no draws. For the same reason it is conservative for a score
/// pooled over fixed opponents of unequal strength.
///
/// E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
/// JASA 22 (1927) 209–212; method 3 of R. G. Newcombe, Statistics in Medicine 17 (1998) 857–872.
///
/// # Errors
///
/// [`StatsError::TooFew`] for `n = 0`, [`StatsError::Successes`] for successes outside `0..=n`,
/// [`StatsError::Confidence`] for a level outside (0, 1).
pub fn wilson(successes: f64, n: u64, confidence: f64) -> Result<Estimate, StatsError> {
    let p = proportion(successes, n)?;
    let z = z_score(confidence)?;
    let n_f = n as f64;
    let shrink = 1.0 + z * z / n_f;
    let centre = (p + z * z / (2.0 * n_f)) / shrink;
    let spread = z / shrink * (p * (1.0 - p) / n_f + z * z / (4.0 * n_f * n_f)).sqrt();
    Ok(Estimate {
        estimate: p,
        // A score of 0 or 1 has that limit exactly; rounding must not move it.
        low: if successes == 0.0 {
            0.0
        } else {
            (centre - spread).clamp(0.0, p)
        },
        high: if successes == n_f {
            1.0
        } else {
            (centre + spread).clamp(p, 1.0)
        },
        confidence,
        method: Method::Wilson,
    })
}

/// Clopper and Pearson's exact interval for `k` successes in `n` trials.
///
/// Its coverage is at least the confidence level for every proportion; in return it is wider than
/// [`wilson`].
///
/// C. J. Clopper and E. S. Pearson, "The use of confidence or fiducial limits illustrated in the
/// case of the binomial", Biometrika 26 (1934) 404–413.
///
/// # Errors
///
/// As for [`wilson`].
pub fn clopper_pearson(k: u64, n: u64, confidence: f64) -> Result<Estimate, StatsError> {
    let estimate = proportion(k as f64, n)?;
    let tail = tail_of(confidence)?;
    let (wins, losses) = (k as f64, n.saturating_sub(k) as f64);
    Ok(Estimate {
        estimate,
        low: if k == 0 {
            0.0
        } else {
            beta_quantile(wins, losses + 1.0, tail)
        },
        high: if k == n {
            1.0
        } else {
            beta_quantile(wins + 1.0, losses, 1.0 - tail)
        },
        confidence,
        method: Method::ClopperPearson,
    })
}

/// Student's interval for the mean of `n` integers, from their sum and sum of squares: mean ± t · sd / √n, where t
/// has n − 1 degrees of freedom.
///
/// Exact for normal numbers, however few: the quantile allows for a standard deviation that is itself estimated.
/// For other numbers it approaches its level as their mean becomes nearly normal, the sooner the less skewed
/// they are.
///
/// Student, "The probable error of a mean", Biometrika 6 (1908) 1–25.
///
/// # Errors
///
/// [`StatsError::TooFew`] for `n < 2`, [`StatsError::Confidence`], and the errors of
/// [`Moments::from_sums`].
pub fn normal_mean(
    sum: i128,
    sum_of_squares: i128,
    n: u64,
    confidence: f64,
) -> Result<Estimate, StatsError> {
    check_confidence(confidence)?;
    let moments = Moments::from_sums(sum, sum_of_squares, n)?;
    let sd = moments.sd.ok_or(StatsError::TooFew { needed: 2, got: n })?;
    let half_width = t_score(confidence, n as f64 - 1.0)? * sd / (n as f64).sqrt();
    Ok(Estimate {
        estimate: moments.mean,
        low: moments.mean - half_width,
        high: moments.mean + half_width,
        confidence,
        method: Method::NormalMean,
    })
}

/// `successes / n`; an error unless it is a proportion.
pub(crate) fn proportion(successes: f64, n: u64) -> Result<f64, StatsError> {
    if n == 0 {
        return Err(StatsError::TooFew { needed: 1, got: 0 });
    }
    let p = successes / n as f64;
    if (0.0..=1.0).contains(&p) {
        Ok(p)
    } else {
        Err(StatsError::Successes {
            successes,
            trials: n,
        })
    }
}

/// The probability left out on each side of a two-sided interval.
fn tail_of(confidence: f64) -> Result<f64, StatsError> {
    check_confidence(confidence)?;
    Ok((1.0 - confidence) / 2.0)
}

/// Refuses levels outside (0, 1).
pub(crate) fn check_confidence(confidence: f64) -> Result<(), StatsError> {
    if confidence > 0.0 && confidence < 1.0 {
        Ok(())
    } else {
        Err(StatsError::Confidence(confidence))
    }
}

/// Least half-width, margin or error rate that is accepted. Smaller ones ask for more games than a double counts
/// exactly, far beyond what anyone can play.
pub(crate) const LEAST_SHARE: f64 = 1e-9;

/// Refuses half-widths and margins outside [10⁻⁹, ½).
pub(crate) fn check_half_width(half_width: f64) -> Result<(), StatsError> {
    if (LEAST_SHARE..0.5).contains(&half_width) {
        Ok(())
    } else {
        Err(StatsError::HalfWidth(half_width))
    }
}

/// Refuses error rates outside [10⁻⁹, 1).
pub(crate) fn check_error_rate(alpha: f64) -> Result<(), StatsError> {
    if (LEAST_SHARE..1.0).contains(&alpha) {
        Ok(())
    } else {
        Err(StatsError::ErrorRate(alpha))
    }
}

/// Refuses error rates outside [10⁻⁹, 1), or that add up to 1 or more.
pub(crate) fn check_error_rates(alpha: f64, beta: f64) -> Result<(), StatsError> {
    if alpha >= LEAST_SHARE && beta >= LEAST_SHARE && alpha + beta < 1.0 {
        Ok(())
    } else {
        Err(StatsError::ErrorRates { alpha, beta })
    }
}

/// The fewest trials after which Wilson's interval for a score of one half, where it is widest, reaches
/// at most `half_width` to either side: z² (1 / (4 h²) − 1), rounded up.
///
/// # Errors
///
/// [`StatsError::HalfWidth`] outside [10⁻⁹, ½), [`StatsError::Confidence`] outside (0, 1).
pub fn wilson_trials(half_width: f64, confidence: f64) -> Result<u64, StatsError> {
    let z = z_score(confidence)?;
    check_half_width(half_width)?;
    // At one half the spread is z / (2 √(n + z²)).
    let n = z * z * (0.25 / (half_width * half_width) - 1.0);
    Ok(n.ceil() as u64)
}

/// The level of each of `comparisons` intervals that makes their simultaneous level `confidence`: 99.5 %
/// each for ten at 95 %.
///
/// Bonferroni's inequality: the probability that any of n intervals misses is at most n times the
/// probability that one does, under any dependence (O. J. Dunn, JASA 56 (1961) 52–64).
#[must_use]
pub fn simultaneous(confidence: f64, comparisons: u64) -> f64 {
    1.0 - (1.0 - confidence) / comparisons.max(1) as f64
}

/// The standard normal quantile of a two-sided interval: 1.96 for 95 %.
///
/// # Errors
///
/// [`StatsError::Confidence`] for a level outside (0, 1).
pub fn z_score(confidence: f64) -> Result<f64, StatsError> {
    let tail = tail_of(confidence)?;
    Ok(-Normal::standard().inverse_cdf(tail))
}

/// Degrees of freedom from which quantiles of Student's t distribution come from a series.
const MANY_DEGREES: f64 = 1_000.0;

/// The quantile of Student's t distribution of a two-sided interval: 2.2281 for 95 % and 10 degrees of
/// freedom.
///
/// # Errors
///
/// [`StatsError::Confidence`] for a level outside (0, 1), [`StatsError::TooFew`] without degrees of freedom.
pub(crate) fn t_score(confidence: f64, degrees: f64) -> Result<f64, StatsError> {
    if degrees >= MANY_DEGREES {
        return Ok(t_of_many(z_score(confidence)?, degrees));
    }
    let tail = tail_of(confidence)?;
    let none = StatsError::TooFew { needed: 1, got: 0 };
    let student = StudentsT::new(0.0, 1.0, degrees).map_err(|_| none)?;
    Ok(-student.inverse_cdf(tail))
}

/// The quantile of Student's t distribution at the normal quantile `z`, by the expansion in 1 / degrees of M.
/// Abramowitz and I. A. Stegun, Handbook of Mathematical Functions (1964), 26.7.5. The inverse of the incomplete beta
/// function loses its digits here, since its argument approaches 1.
fn t_of_many(z: f64, degrees: f64) -> f64 {
    let square = z * z;
    let first = z * (square + 1.0) / 4.0;
    let second = z * ((5.0 * square + 16.0) * square + 3.0) / 96.0;
    let third = z * (((3.0 * square + 19.0) * square + 17.0) * square - 15.0) / 384.0;
    z + (first + (second + third / degrees) / degrees) / degrees
}

/// Quantile of the beta distribution. Both shapes are positive counts at every call, so the constructor
/// cannot fail; 0.5 is an arbitrary value inside [0, 1].
fn beta_quantile(a: f64, b: f64, p: f64) -> f64 {
    Beta::new(a, b).map_or(0.5, |beta| beta.inverse_cdf(p))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Table I of Newcombe 1998, 95 % limits to four places: k, n, Wilson (method 3),
    /// Clopper–Pearson (method 5).
    const NEWCOMBE: [(u64, u64, [f64; 2], [f64; 2]); 4] = [
        (81, 263, [0.2553, 0.3662], [0.2527, 0.3676]),
        (15, 148, [0.0624, 0.1605], [0.0578, 0.1617]),
        (0, 20, [0.0000, 0.1611], [0.0000, 0.1684]),
        (1, 29, [0.0061, 0.1718], [0.0009, 0.1776]),
    ];

    fn assert_limits(found: Estimate, published: [f64; 2]) {
        assert!(
            (found.low - published[0]).abs() < 6e-5 && (found.high - published[1]).abs() < 6e-5,
            "{found:?} against {published:?}"
        );
    }

    #[test]
    fn wilson_gives_newcombes_published_limits() {
        for (k, n, limits, _) in NEWCOMBE {
            assert_limits(wilson(k as f64, n, 0.95).unwrap(), limits);
        }
    }

    #[test]
    fn clopper_pearson_gives_newcombes_published_limits() {
        for (k, n, _, limits) in NEWCOMBE {
            assert_limits(clopper_pearson(k, n, 0.95).unwrap(), limits);
        }
    }

    #[test]
    fn clopper_pearson_without_successes_has_a_closed_form() {
        // P(no success) = (1 - p)^n = α/2 gives high = 1 - (α/2)^(1/n), and by symmetry.
        let none = clopper_pearson(0, 50, 0.99).unwrap();
        let all = clopper_pearson(50, 50, 0.99).unwrap();
        let high = 1.0 - 0.005_f64.powf(1.0 / 50.0);
        assert!((none.high - high).abs() < 1e-9 && (all.low - (1.0 - high)).abs() < 1e-9);
        assert_eq!((none.low, all.high), (0.0, 1.0));
    }

    #[test]
    fn wilson_limits_solve_its_defining_equation() {
        // Each limit is a p with (p̂ - p)² = z² p (1 - p) / n; here with half a win from a draw.
        let z = 1.959_963_984_540_054_f64;
        let found = wilson(12.5, 40, 0.95).unwrap();
        for limit in [found.low, found.high] {
            let left = (12.5 / 40.0 - limit).powi(2);
            let right = z * z * limit * (1.0 - limit) / 40.0;
            assert!((left - right).abs() < 1e-12, "{left} against {right}");
        }
        assert_eq!(found.estimate, 0.3125);
    }

    #[test]
    fn scores_of_zero_and_one_have_exact_limits() {
        let never = wilson(0.0, 7, 0.95).unwrap();
        let always = wilson(7.0, 7, 0.95).unwrap();
        assert_eq!((never.low, never.estimate), (0.0, 0.0));
        assert_eq!((always.high, always.estimate), (1.0, 1.0));
        assert!(never.high > 0.0 && (never.high - (1.0 - always.low)).abs() < 1e-15);
    }

    #[test]
    fn mean_interval_by_hand() {
        // n numbers, half 0 and half 2: mean 1, sd √(n/(n − 1)), so the half-width is t/√(n − 1). Published t for 95 %.
        for (n, t) in [(2, 12.7062), (4, 3.1824), (10, 2.2622), (100, 1.9842)] {
            let found = normal_mean(n, 2 * n, n as u64, 0.95).unwrap();
            let half_width = t / (n as f64 - 1.0).sqrt();
            assert_eq!(found.estimate, 1.0);
            assert!((found.high - 1.0 - half_width).abs() < 6e-5, "{found:?}");
            assert!((1.0 - found.low - half_width).abs() < 6e-5, "{found:?}");
        }
    }

    #[test]
    fn simultaneous_intervals_split_the_error_probability() {
        // Ten at 95 %: half a per cent each, z = 2.807 (published two-sided 99.5 % quantile).
        let each = simultaneous(0.95, 10);
        assert!((each - 0.995).abs() < 1e-12);
        assert!((z_score(each).unwrap() - 2.807_034).abs() < 1e-6);
        assert_eq!((simultaneous(0.9, 1), simultaneous(0.9, 0)), (0.9, 0.9));
    }

    /// Published two-sided quantiles: level, degrees of freedom, t.
    #[test]
    fn quantiles_of_students_t_are_as_published() {
        for (confidence, degrees, t) in [
            (0.95, 1.0, 12.7062),
            (0.95, 2.0, 4.3027),
            (0.95, 9.0, 2.2622),
            (0.95, 10.0, 2.2281),
            (0.95, 1_000.0, 1.9623),
            (0.99, 3.0, 5.8409),
            (0.999, 30.0, 3.6460),
        ] {
            let found = t_score(confidence, degrees).unwrap();
            assert!((found - t).abs() < 6e-5, "{found}, {t}");
        }
        // With one degree it is the tangent of half a turn's share: also far out.
        let level = simultaneous(0.95, 10_000);
        let far = (level / 2.0 * std::f64::consts::PI).tan();
        assert!((t_score(level, 1.0).unwrap() / far - 1.0).abs() < 1e-6);
        let none = Err(StatsError::TooFew { needed: 1, got: 0 });
        assert_eq!(t_score(0.95, 0.0), none);
    }

    /// The series continues the inverse of the distribution, and ends at the normal quantile.
    #[test]
    fn quantiles_of_many_degrees_come_from_a_series() {
        for confidence in [0.5, 0.95, 0.999, 0.999_999] {
            let z = z_score(confidence).unwrap();
            let exact = t_score(confidence, 999.0).unwrap();
            assert!((t_of_many(z, 999.0) - exact).abs() < 1e-8, "{confidence}");
            // The first term of the series is (z³ + z) / (4 · degrees).
            let first = |degrees: f64| (z * z + 1.0) * z / (4.0 * degrees);
            for degrees in [1e7, 1e12, 1e19] {
                let found = t_score(confidence, degrees).unwrap();
                assert!((found - z - first(degrees)).abs() < 1e-11, "{degrees}");
            }
        }
    }

    #[test]
    fn impossible_requests_are_errors() {
        let empty = Err(StatsError::TooFew { needed: 1, got: 0 });
        assert_eq!(wilson(0.0, 0, 0.95), empty);
        assert_eq!(clopper_pearson(0, 0, 0.95), empty);
        assert_eq!(
            normal_mean(4, 16, 1, 0.95),
            Err(StatsError::TooFew { needed: 2, got: 1 })
        );
        for confidence in [0.0, 1.0, -0.5, 1.5, f64::INFINITY] {
            let refused = Err(StatsError::Confidence(confidence));
            assert_eq!(wilson(1.0, 2, confidence), refused);
            assert_eq!(clopper_pearson(1, 2, confidence), refused);
            assert_eq!(normal_mean(1, 1, 2, confidence), refused);
        }
        assert!(matches!(
            wilson(1.0, 2, f64::NAN),
            Err(StatsError::Confidence(_))
        ));
        for successes in [-0.5, 2.5, f64::NAN] {
            assert!(matches!(
                wilson(successes, 2, 0.95),
                Err(StatsError::Successes { .. })
            ));
        }
        assert!(matches!(
            clopper_pearson(3, 2, 0.95),
            Err(StatsError::Successes { .. })
        ));
    }

    /// Exact coverage at `p`: the total binomial probability of the counts whose interval contains `p`.
    fn coverage(p: f64, n: u64, interval: impl Fn(u64) -> Estimate) -> f64 {
        let mut mass = (1.0 - p).powi(i32::try_from(n).unwrap());
        let mut covered = 0.0;
        for k in 0..=n {
            let found = interval(k);
            if found.low <= p && p <= found.high {
                covered += mass;
            }
            mass *= (n - k) as f64 / (k + 1) as f64 * p / (1.0 - p);
        }
        covered
    }

    #[test]
    fn wilson_covers_near_its_level_and_clopper_pearson_never_below() {
        for (p, n) in [(0.5, 100), (0.3, 80), (0.12, 150), (0.05, 200), (0.9, 60)] {
            let near = coverage(p, n, |k| wilson(k as f64, n, 0.95).unwrap());
            assert!((near - 0.95).abs() < 0.025, "p {p}, n {n}: {near}");
            let exact = coverage(p, n, |k| clopper_pearson(k, n, 0.95).unwrap());
            assert!((0.95..1.0).contains(&exact), "p {p}, n {n}: {exact}");
        }
    }

    #[test]
    fn the_trials_of_a_half_width_are_the_fewest() {
        // z² (1 / (4 · 0.0004) − 1) = 3.8414588 · 624 = 2397.07.
        assert_eq!(wilson_trials(0.02, 0.95), Ok(2398));
        for (h, confidence) in [(0.02, 0.95), (0.1, 0.9), (0.013, 0.99)] {
            let n = wilson_trials(h, confidence).unwrap();
            let reach = |n: u64| wilson(n as f64 / 2.0, n, confidence).unwrap().high - 0.5;
            assert!(reach(n) <= h && reach(n - 1) > h, "{h}: {n}");
        }
        for h in [0.0, 0.5, f64::NAN] {
            assert!(matches!(
                wilson_trials(h, 0.95),
                Err(StatsError::HalfWidth(_))
            ));
        }
    }

    #[test]
    fn coverage_of_one_trial_by_hand() {
        // n = 1, 95 %: k = 0 gives [0, z²/(1+z²)] = [0, 0.7935], k = 1 its mirror image, so
        // p = 0.1 is covered by k = 0 only, which has probability 0.9.
        let found = coverage(0.1, 1, |k| wilson(k as f64, 1, 0.95).unwrap());
        assert!((found - 0.9).abs() < 1e-15);
    }
}
