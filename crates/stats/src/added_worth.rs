//! What a change of one kind of unit is worth in points of the others.

use crate::error::StatsError;
use crate::interval::{Estimate, Method, z_score};
use crate::logistic::{LogisticFit, small_sample};
use crate::worth::{Matchup, features, groups};

/// What a change of one kind of unit is worth in listed points of all other kinds, from the same matchups
/// fought with the change and without it on the same dice.
///
/// The model of either way is `logit(score) = own · units + rate · points`, with the surplus of units of
/// the kind and that of points of all others. With the change the log-odds of an even matchup are higher
/// by N, and a point is worth `rate`; the change is worth N / rate points. The interval of this ratio is
/// Fieller's (Journal of the Royal Statistical Society B 16 (1954) 175–185): symmetric intervals miss too
/// often where the rate is uncertain. Errors are robust ([`LogisticFit`]), and luck common to both ways
/// cancels.
///
/// Where few battles changed, their results say little of how much they scatter, and where none did, nothing. So the
/// variance of N, but not N itself, includes one more battle that changed from a loss to a win and one that changed the
/// other way, of an average matchup, as in [`mean_difference`](crate::mean_difference) (A. Agresti and Y. Min,
/// Biometrics 61 (2005) 515–523).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AddedWorth {
    log_odds: f64,
    rate: f64,
    /// Variance of the log-odds, covariance of both, variance of the rate.
    moments: [f64; 3],
}

impl AddedWorth {
    /// Of these matchups without the change and with it. The surplus of each is that of units of the
    /// kind, then that of points of all others.
    ///
    /// # Errors
    ///
    /// [`StatsError::NoTrend`] where more points do not score better, and those of [`LogisticFit::new`].
    ///
    /// # Panics
    ///
    /// If a surplus has not two numbers, or the two ways differ in their number of matchups.
    pub fn new(old: &[Matchup<'_>], new: &[Matchup<'_>]) -> Result<Self, StatsError> {
        assert_eq!(old.len(), new.len(), "matchups in pairs");
        let features = [old, new].map(features);
        let groups = [groups(old, &features[0]), groups(new, &features[1])];
        let fits = [LogisticFit::new(&groups[0])?, LogisticFit::new(&groups[1])?];
        let [[own, rate], [new_own, new_rate]] =
            fits.each_ref().map(|fit| match *fit.coefficients() {
                [own, rate] => [own, rate],
                ref other => panic!("expected two numbers of surplus, got {}", other.len()),
            });
        if rate <= 0.0 {
            return Err(StatsError::NoTrend { slope: rate });
        }
        // One unit of the kind is even with so many points of others.
        let even = own / rate;
        let shift = [1.0, -even];
        let [old_shift, new_shift] =
            [0, 1].map(|way: usize| fits[way].influences(&groups[way], &shift));
        let of_rate = fits[0].influences(&groups[0], &[0.0, 1.0]);
        let mut moments = [0.0; 3];
        for ((old, new), rate) in old_shift.iter().zip(&new_shift).zip(&of_rate) {
            let shift = new - old;
            moments[0] += shift * shift;
            moments[1] += shift * rate;
            moments[2] += rate * rate;
        }
        let correction = small_sample(of_rate.len(), 2);
        let mut moments = moments.map(|sum| sum * correction);
        moments[0] += 2.0 * of_a_changed_battle(&fits[1].influences_of_one(&groups[1], &shift));
        Ok(Self {
            log_odds: new_own - own - even * (new_rate - rate),
            rate,
            moments,
        })
    }

    /// The worth in points.
    ///
    /// # Errors
    ///
    /// [`StatsError::NoTrend`] where the rate is not surely positive at this level, so that no interval is
    /// bounded, and [`StatsError::Confidence`] outside (0, 1).
    pub fn estimate(&self, confidence: f64) -> Result<Estimate, StatsError> {
        let square = z_score(confidence)?.powi(2);
        let [of_log_odds, of_both, of_rate] = self.moments;
        // Worths d with |N − d · rate| within the reach of its error: a quadratic in d.
        let a = self.rate.powi(2) - square * of_rate;
        let b = self.log_odds * self.rate - square * of_both;
        let c = self.log_odds.powi(2) - square * of_log_odds;
        if a <= 0.0 {
            return Err(StatsError::NoTrend { slope: self.rate });
        }
        // N / rate is one of them, so there are roots but for rounding.
        let reach = (b * b - a * c).max(0.0).sqrt();
        Ok(Estimate {
            estimate: self.log_odds / self.rate,
            low: (b - reach) / a,
            high: (b + reach) / a,
            confidence,
            method: Method::AddedWorth,
        })
    }
}

/// Mean square of what a battle adds that changed from a loss to a win or the other way, over all matchups.
fn of_a_changed_battle(influences: &[f64]) -> f64 {
    let squares = influences.iter().map(|of| of * of);
    squares.sum::<f64>() / influences.len() as f64
}

/// The mean of independent estimates of one confidence, each weighing the same. The distances of its limits
/// are the root sums of squares of theirs, as G. Y. Zou and A. Donner combine intervals (Statistics in
/// Medicine 27 (2008) 1693–1702).
///
/// # Panics
///
/// Without estimates.
#[must_use]
pub fn mean_of_independent(estimates: &[Estimate]) -> Estimate {
    let count = estimates.len() as f64;
    let mean = estimates.iter().map(|of| of.estimate).sum::<f64>() / count;
    let together = |reach: fn(&Estimate) -> f64| {
        let squares = estimates.iter().map(|of| reach(of).powi(2));
        squares.sum::<f64>().sqrt() / count
    };
    Estimate {
        estimate: mean,
        low: mean - together(|of| of.estimate - of.low),
        high: mean + together(|of| of.high - of.estimate),
        ..estimates[0]
    }
}

#[cfg(test)]
mod tests {
    use super::{AddedWorth, mean_of_independent};
    use crate::worth::Matchup;
    use crate::{Estimate, Method, StatsError};

    /// Surpluses of units and points.
    const SURPLUS: [[i32; 2]; 5] = [[1, -60], [1, 40], [2, -150], [-1, 120], [1, -160]];

    /// Results equal to their expectation at 0.004 log-odds a point with a unit worth so many points.
    fn matchups(worth: f64) -> Vec<Matchup<'static>> {
        let matchup = |surplus: &'static [i32; 2]| {
            let points = worth * f64::from(surplus[0]) + f64::from(surplus[1]);
            Matchup {
                surplus,
                battles: 1_000,
                points: 1_000.0 / (1.0 + (-0.004 * points).exp()),
            }
        };
        SURPLUS.iter().map(matchup).collect()
    }

    #[test]
    fn expectations_give_the_worth() {
        let found = AddedWorth::new(&matchups(100.0), &matchups(130.0)).unwrap();
        let found = found.estimate(0.95).unwrap();
        assert!((found.estimate - 30.0).abs() < 1e-6, "{found:?}");
    }

    /// Where nothing scatters, the interval is that of two battles that changed, in any of the matchups: here by
    /// fits to results of which one more was won.
    #[test]
    fn no_change_is_no_proof_that_a_change_is_worth_nothing() {
        let old = matchups(100.0);
        let found = AddedWorth::new(&old, &old).unwrap();
        let with_one_more = |place: usize| {
            let mut new = old.clone();
            new[place].points += 1.0;
            AddedWorth::new(&old, &new).unwrap().log_odds
        };
        let squares = (0..old.len()).map(|place| with_one_more(place).powi(2));
        let of_two = 2.0 * squares.sum::<f64>() / old.len() as f64;
        let reach = 1.959_964 * of_two.sqrt() / 0.004;
        let found = found.estimate(0.95).unwrap();
        assert_eq!(found.estimate, 0.0);
        for end in [-found.low, found.high] {
            assert!((end / reach - 1.0).abs() < 0.01, "{found:?}, not {reach}");
        }
    }

    /// By hand: N = 2, rate = 0.5, variances 0.25 and 0.01, z² = 4 at 95.45 %: the roots of
    /// (0.25 − 0.04) d² − 2 d + (4 − 1) are (1 ± √(1 − 0.63)) / 0.21.
    #[test]
    fn the_interval_is_fiellers() {
        let worth = |of_rate| AddedWorth {
            log_odds: 2.0,
            rate: 0.5,
            moments: [0.25, 0.0, of_rate],
        };
        let confidence = 0.954_499_736_103_642;
        let found = worth(0.01).estimate(confidence).unwrap();
        assert!((found.estimate - 4.0).abs() < 1e-9);
        assert!(
            (found.low - (1.0 - 0.37_f64.sqrt()) / 0.21).abs() < 1e-6,
            "{found:?}"
        );
        assert!(
            (found.high - (1.0 + 0.37_f64.sqrt()) / 0.21).abs() < 1e-6,
            "{found:?}"
        );
        let unbounded = worth(0.07).estimate(confidence);
        assert_eq!(unbounded, Err(StatsError::NoTrend { slope: 0.5 }));
    }

    #[test]
    fn points_that_do_not_help_are_refused() {
        let mut worse = matchups(100.0);
        worse
            .iter_mut()
            .for_each(|of| of.points = 1_000.0 - of.points);
        let found = AddedWorth::new(&worse, &worse);
        assert!(
            matches!(found, Err(StatsError::NoTrend { .. })),
            "{found:?}"
        );
    }

    /// Reaches 3 and 4 below give 5 / 2, reaches 6 and 8 above 10 / 2.
    #[test]
    fn the_limits_of_a_mean_are_square_and_add() {
        let of = |estimate, low, high| Estimate {
            estimate,
            low,
            high,
            confidence: 0.95,
            method: Method::AddedWorth,
        };
        let mean = mean_of_independent(&[of(10.0, 7.0, 16.0), of(20.0, 16.0, 28.0)]);
        assert_eq!(mean, of(15.0, 12.5, 20.0));
    }
}
