//! Regression gate for implied points: compares the prices of many kinds with recorded ones.

use crate::difference::{enclosing_difference, independent_difference};
use crate::error::StatsError;
use crate::gate::Finding;
use crate::interval::{
    Estimate, Method, check_error_rate, check_half_width, simultaneous, z_score,
};

/// Compares implied points with recorded ones, by intervals that hold for all kinds simultaneously.
///
/// Recorded and present points come from two fits, such as two
/// [`StructuredWorth`](crate::StructuredWorth)s. With probability 1 − α no interval of any of `m` kinds misses.
/// Fits to battles of different dice are independent: the variances of the two errors add, and each difference has
/// the error probability α/m. Fits to battles of common dice depend on each other in a way that neither shows: each
/// of the two has half of α/m, and the difference spans every value of the one less every value of the other.
///
/// Unlike the scores of a [`Gate`](crate::Gate), prices have as many battles as the record has, and not as many as a
/// verdict needs. So a kind has moved only where its difference is beyond the margin for certain, and a kind that
/// is neither known to have moved nor to have stayed is an ordinary result.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PriceGate {
    margin: f64,
    independent: bool,
    /// Confidence level of the interval of one price.
    each: f64,
    z: f64,
}

impl PriceGate {
    /// A gate for this number of kinds. The margin is a share of the recorded price; `independent` says that
    /// recorded and present battles have different dice.
    ///
    /// # Errors
    ///
    /// [`StatsError::HalfWidth`] for a margin outside [10⁻⁹, ½), [`StatsError::ErrorRate`] for an `alpha` outside
    /// [10⁻⁹, 1), [`StatsError::Confidence`] if one kind's share of `alpha` is lost to rounding.
    pub fn new(margin: f64, alpha: f64, kinds: u64, independent: bool) -> Result<Self, StatsError> {
        check_error_rate(alpha)?;
        check_half_width(margin)?;
        let shares = if independent { 1 } else { 2 };
        let each = simultaneous(1.0 - alpha, shares * kinds.max(1));
        Ok(Self {
            margin,
            independent,
            each,
            z: z_score(each)?,
        })
    }

    /// A recorded or present price with this standard error.
    #[must_use]
    pub fn price(&self, implied: f64, error: f64) -> Estimate {
        Estimate {
            estimate: implied,
            low: implied - self.z * error,
            high: implied + self.z * error,
            confidence: self.each,
            method: Method::StructuredWorth,
        }
    }

    /// The present price less the recorded one.
    #[must_use]
    pub fn difference(&self, recorded: &Estimate, present: &Estimate) -> Estimate {
        if self.independent {
            independent_difference(recorded, present)
        } else {
            enclosing_difference(recorded, present)
        }
    }

    /// What a difference says of a price recorded as `implied`:
    ///
    /// - [`Finding::Changed`], when all of its interval lies beyond the margin on one side;
    /// - [`Finding::Within`], when all of it lies within the margin;
    /// - `None`, when neither is known.
    #[must_use]
    pub fn finding(&self, implied: f64, difference: &Estimate) -> Option<Finding> {
        let margin = self.margin * implied.abs();
        if difference.low > margin || difference.high < -margin {
            Some(Finding::Changed)
        } else if difference.low >= -margin && difference.high <= margin {
            Some(Finding::Within)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;
    use rand_distr::{Distribution as _, StandardNormal};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::PriceGate;
    use crate::error::StatsError;
    use crate::gate::Finding;

    /// Ten kinds at α = 0.05: 99.5 % each, z = 2.807034; on common dice 99.75 % each, z = 3.023341 (published
    /// two-sided quantiles). Errors of 3 and 4 points are 5 together where they are independent, 7 where not.
    #[test]
    fn differences_by_hand() {
        for (independent, each, reach) in [
            (true, 2.807_034, 5.0 * 2.807_034),
            (false, 3.023_341, 7.0 * 3.023_341),
        ] {
            let gate = PriceGate::new(0.1, 0.05, 10, independent).unwrap();
            let (then, now) = (gate.price(100.0, 3.0), gate.price(130.0, 4.0));
            assert!((then.high - 100.0 - 3.0 * each).abs() < 1e-4, "{then:?}");
            let moved = gate.difference(&then, &now);
            assert!((moved.estimate - 30.0).abs() < 1e-12);
            assert!((moved.high - 30.0 - reach).abs() < 1e-4, "{moved:?}");
            assert!((30.0 - moved.low - reach).abs() < 1e-4, "{moved:?}");
        }
    }

    /// A margin of 10 % of 100 points; the interval of the difference reaches 5 · 2.807034 = 14.04 points.
    #[test]
    fn only_what_is_beyond_the_margin_for_certain_has_moved() {
        let gate = PriceGate::new(0.1, 0.05, 10, true).unwrap();
        let then = gate.price(100.0, 3.0);
        for (now, finding) in [
            (124.1, Some(Finding::Changed)),
            (124.0, None),
            (100.0, None),
            (76.0, None),
            (75.9, Some(Finding::Changed)),
        ] {
            let moved = gate.difference(&then, &gate.price(now, 4.0));
            assert_eq!(gate.finding(100.0, &moved), finding, "{now}");
        }
        let exact = gate.price(100.0, 0.0);
        let moved = gate.difference(&exact, &gate.price(109.0, 0.3));
        assert_eq!(gate.finding(100.0, &moved), Some(Finding::Within));
    }

    #[test]
    fn margins_and_levels_out_of_range_are_refused() {
        let refused = |margin, alpha| PriceGate::new(margin, alpha, 3, true).unwrap_err();
        assert_eq!(refused(0.5, 0.05), StatsError::HalfWidth(0.5));
        assert!(matches!(refused(f64::NAN, 0.05), StatsError::HalfWidth(_)));
        for alpha in [0.0, 1e-320, 9e-10, 1.0] {
            assert_eq!(refused(0.1, alpha), StatsError::ErrorRate(alpha));
        }
    }

    /// 4,000 gates of 50 prices each, none of which moved, at α = 0.2 with a margin that hardly counts: if the level
    /// were just met, 958 or more gates that name a price would come by chance in less than 10^-9. A gate with the
    /// level of each difference instead of all would be wrong in nearly all, and is found.
    #[test]
    fn a_gate_without_a_change_seldom_names_one() {
        let gate = PriceGate::new(1e-9, 0.2, 50, true).unwrap();
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut seen = |error: f64| {
            let luck: f64 = StandardNormal.sample(&mut generator);
            gate.price(100.0 + error * luck, error)
        };
        let mut wrong = |_: &u32| {
            (0..50).any(|_| {
                let (then, now) = (seen(3.0), seen(5.0));
                let moved = gate.difference(&then, &now);
                gate.finding(then.estimate, &moved) == Some(Finding::Changed)
            })
        };
        let wrong = (0..4_000).filter(&mut wrong).count();
        assert!(wrong < 958, "{wrong}");
        // Bonferroni's bound is nearly met by independent prices: 1 − (1 − 0.2/50)^50 = 18.2 %, that is 727 ± 24.
        assert!(wrong > 570, "{wrong}");
    }
}
