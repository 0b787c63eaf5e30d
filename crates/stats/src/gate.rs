//! Regression gate: compares the scores of many pairings with those of a baseline.

use crate::difference::enclosing_difference;
use crate::error::StatsError;
use crate::interval::{Estimate, LEAST_SHARE, check_error_rate, simultaneous};
use crate::mixture::Mixture;
use crate::sequence::ConfidenceSequence;

/// Result for one pairing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Finding {
    /// Its score is within the margin of the baseline's.
    Within,
    /// Its score differs from the baseline's.
    Changed,
}

impl Finding {
    /// One word for tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Within => "within",
            Self::Changed => "changed",
        }
    }
}

/// Result for all pairings together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GateVerdict {
    /// Every pairing is within the margin.
    Pass,
    /// Some pairing has changed.
    Regressed,
    /// No pairing has changed, but some are still open.
    Undecided,
}

impl GateVerdict {
    /// The verdict on all pairings; `None` is an open pairing.
    #[must_use]
    pub fn of(findings: impl IntoIterator<Item = Option<Finding>>) -> Self {
        let mut verdict = Self::Pass;
        for finding in findings {
            match finding {
                Some(Finding::Changed) => return Self::Regressed,
                Some(Finding::Within) => {}
                None => verdict = Self::Undecided,
            }
        }
        verdict
    }

    /// One word for tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Regressed => "regressed",
            Self::Undecided => "undecided",
        }
    }
}

/// Compares the scores of pairings with those of a baseline, by intervals that are valid for all
/// pairings and at all times simultaneously.
///
/// With probability 1 − α no interval of any pairing ever misses, at any number of looks: each of `m`
/// pairings has α/m, half of it for the baseline's score and half for the present one, combined by
/// [`enclosing_difference`], which is valid under any dependence of the two. On that event every
/// finding is right:
///
/// - [`Finding::Within`], when the interval of the difference lies within ± margin;
/// - [`Finding::Changed`], when it does not and excludes zero.
///
/// So the verdict on unchanged scores is [`GateVerdict::Regressed`] with probability at most α, and the
/// verdict is [`GateVerdict::Pass`] with probability at most α if some score has moved by more than the
/// margin.
///
/// With a baseline known to a quarter of the margin, as by [`Gate::baseline`], no pairing is open after
/// [`Gate::most_scores`]: the interval of the difference then reaches less than half a margin to either
/// side, so it lies within the margin if the observed difference is at most half of it, and excludes
/// zero otherwise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gate {
    margin: f64,
    alpha: f64,
    /// Confidence level of the interval of one score, the baseline's or the present one.
    each: f64,
    mixture: Mixture,
}

impl Gate {
    /// A gate for this number of pairings, with this margin and total error probability `alpha`.
    ///
    /// # Errors
    ///
    /// [`StatsError::GateMargin`] for a margin outside [4 × 10⁻⁹, ½), [`StatsError::ErrorRate`] for an `alpha`
    /// outside [10⁻⁹, 1), [`StatsError::Confidence`] if one pairing's share of `alpha` is lost to rounding.
    pub fn new(margin: f64, alpha: f64, pairings: u64) -> Result<Self, StatsError> {
        check_error_rate(alpha)?;
        if !(4.0 * LEAST_SHARE..0.5).contains(&margin) {
            return Err(StatsError::GateMargin(margin));
        }
        let each = simultaneous(1.0 - alpha, 2 * pairings.max(1));
        Ok(Self {
            margin,
            alpha,
            each,
            mixture: Mixture::new(margin / 2.0, each)?,
        })
    }

    /// Largest tolerated difference from the baseline's score.
    #[must_use]
    pub const fn margin(&self) -> f64 {
        self.margin
    }

    /// The total error probability.
    #[must_use]
    pub const fn alpha(&self) -> f64 {
        self.alpha
    }

    /// The level of the interval of one score; the error probability of a difference is twice as large.
    #[must_use]
    pub const fn confidence_of_each(&self) -> f64 {
        self.each
    }

    /// The stopping rule for a baseline of this gate: until each score is known to a quarter of the
    /// margin.
    ///
    /// # Errors
    ///
    /// Those of [`ConfidenceSequence::new`], which a valid gate excludes.
    pub fn baseline(&self) -> Result<ConfidenceSequence, StatsError> {
        ConfidenceSequence::new(self.margin / 4.0, self.each)
    }

    /// The score of a baseline stopped at `half_width`, with its interval at the level of this gate,
    /// after `n` scores with the sum `successes`.
    ///
    /// # Errors
    ///
    /// As [`ConfidenceSequence::new`] and [`ConfidenceSequence::interval`].
    pub fn baseline_score(
        &self,
        half_width: f64,
        successes: f64,
        n: u64,
    ) -> Result<Estimate, StatsError> {
        ConfidenceSequence::new(half_width, self.each)?.interval(successes, n)
    }

    /// The present score after `n` scores with the sum `successes`.
    ///
    /// # Errors
    ///
    /// [`StatsError::TooFew`] for `n = 0`, [`StatsError::Successes`] for a sum outside `0..=n`.
    pub fn present_score(&self, successes: f64, n: u64) -> Result<Estimate, StatsError> {
        self.mixture.interval(successes, n)
    }

    /// Present score less the baseline's.
    ///
    /// # Errors
    ///
    /// As [`Gate::present_score`].
    pub fn difference(
        &self,
        baseline: &Estimate,
        successes: f64,
        n: u64,
    ) -> Result<Estimate, StatsError> {
        let present = self.present_score(successes, n)?;
        Ok(enclosing_difference(baseline, &present))
    }

    /// The finding that follows from [`Gate::difference`], without computing the interval; `None` while
    /// the pairing is open.
    #[must_use]
    pub fn finding(&self, baseline: &Estimate, successes: f64, n: u64) -> Option<Finding> {
        let above = |p: f64| self.mixture.is_above(p, successes, n);
        let below = |p: f64| self.mixture.is_below(p, successes, n);
        if n == 0 {
            None
        } else if above(baseline.high - self.margin) && below(baseline.low + self.margin) {
            Some(Finding::Within)
        } else {
            // A score cannot rise above 1 or fall below 0.
            let rose = baseline.high > 0.0 && above(baseline.high);
            let fell = baseline.low < 1.0 && below(baseline.low);
            (rose || fell).then_some(Finding::Changed)
        }
    }

    /// The next even number of scores at which to look after `n`: a sixteenth more.
    #[must_use]
    pub fn next_look(&self, n: u64) -> u64 {
        Mixture::next_look(n)
    }

    /// An even number of scores after which the interval of any present score reaches less than a
    /// quarter of the margin to either side.
    #[must_use]
    pub fn most_scores(&self) -> u64 {
        self.mixture.most_scores()
    }
}

#[cfg(test)]
mod tests;
