//! The difference of two scores, from their intervals.

use crate::interval::{Estimate, Method};

/// New score less old score, from independent battles: the hybrid score interval.
///
/// The distances to the relevant limits are squared and added like variances of independent quantities,
/// but evaluated at the limits instead of at the estimates. From Wilson's intervals it is method 10 of
/// R. G. Newcombe, Statistics in Medicine 17 (1998) 873–890, whose coverage is close to its level; both
/// intervals and the difference have the same level.
#[must_use]
pub fn newcombe_difference(old: &Estimate, new: &Estimate) -> Estimate {
    let difference = independent_difference(old, new);
    Estimate {
        low: difference.low.max(-1.0),
        high: difference.high.min(1.0),
        method: Method::Newcombe,
        ..difference
    }
}

/// New quantity less old one, from independent battles, where both intervals reach as many standard errors: the
/// distances to the limits are squared and added, as variances are.
#[must_use]
pub fn independent_difference(old: &Estimate, new: &Estimate) -> Estimate {
    let estimate = new.estimate - old.estimate;
    let below = (new.estimate - new.low).hypot(old.high - old.estimate);
    let above = (new.high - new.estimate).hypot(old.estimate - old.low);
    Estimate {
        estimate,
        low: estimate - below,
        high: estimate + above,
        confidence: old.confidence.min(new.confidence),
        method: new.method,
    }
}

/// New score less old score under any dependence of the two: all differences between a value in one
/// interval and a value in the other.
///
/// It misses only if one of the two misses, so its error probability is at most the sum of theirs:
/// Bonferroni's inequality. Results on common dice are usually positively correlated, and then this
/// interval is much wider than necessary; but two tallies alone do not show their correlation, which may
/// be negative.
#[must_use]
pub fn enclosing_difference(old: &Estimate, new: &Estimate) -> Estimate {
    Estimate {
        estimate: new.estimate - old.estimate,
        low: new.low - old.high,
        high: new.high - old.low,
        confidence: (old.confidence + new.confidence - 1.0).max(0.0),
        method: Method::Enclosing,
    }
}

#[cfg(test)]
mod tests {
    use super::{enclosing_difference, newcombe_difference};
    use crate::interval::wilson;

    /// Table II of Newcombe 1998, method 10, 95 % limits to four places of first less second.
    const NEWCOMBE: [([u64; 2], [u64; 2], [f64; 2]); 4] = [
        ([56, 70], [48, 80], [0.0524, 0.3339]),
        ([9, 10], [3, 10], [0.1705, 0.8090]),
        ([5, 56], [0, 29], [-0.0381, 0.1926]),
        ([10, 10], [0, 10], [0.6075, 1.0000]),
    ];

    #[test]
    fn the_hybrid_score_interval_has_newcombes_published_limits() {
        for ([wins, battles], [others, of], [low, high]) in NEWCOMBE {
            let new = wilson(wins as f64, battles, 0.95).unwrap();
            let old = wilson(others as f64, of, 0.95).unwrap();
            let found = newcombe_difference(&old, &new);
            let near = |found: f64, published: f64| (found - published).abs() < 6e-5;
            assert!(near(found.low, low) && near(found.high, high), "{found:?}");
        }
    }

    /// 0.6 in [0.5, 0.7] less 0.3 in [0.2, 0.45]: from 0.5 − 0.45 to 0.7 − 0.2.
    #[test]
    fn the_enclosing_interval_by_hand() {
        let sample = wilson(30.0, 100, 0.975).unwrap();
        let at = |estimate, low, high| crate::Estimate {
            estimate,
            low,
            high,
            ..sample
        };
        let found = enclosing_difference(&at(0.3, 0.2, 0.45), &at(0.6, 0.5, 0.7));
        for (found, expected) in [
            (found.estimate, 0.3),
            (found.low, 0.05),
            (found.high, 0.5),
            (found.confidence, 0.95),
        ] {
            assert!((found - expected).abs() < 1e-12, "{found} not {expected}");
        }
    }
}
