//! Whether the scores of many pairings have stayed where a baseline found them.

use crate::difference::enclosing_difference;
use crate::error::StatsError;
use crate::interval::check_confidence;
use crate::interval::{Estimate, simultaneous};
use crate::mixture::Mixture;
use crate::sequence::ConfidenceSequence;

/// What is known about one pairing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Finding {
    /// Its score is within the margin of the baseline's.
    Within,
    /// Its score is not the baseline's.
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

/// What is known about all pairings together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Every pairing is within the margin.
    Pass,
    /// Some pairing has changed.
    Regressed,
    /// No pairing has been found changed, but some not within the margin either.
    Undecided,
}

impl Verdict {
    /// The verdict on pairings, `None` being one about which nothing is known yet.
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

/// Compares the scores of pairings with those of a baseline, by intervals that hold for all pairings at
/// all times at once.
///
/// With probability 1 − α no interval of any pairing ever misses, however often one looks: each of `m`
/// pairings has α/m, half of it for the baseline's score and half for the present one, added up as in
/// [`enclosing_difference`], which holds whatever dice the two have in common. On that event every
/// finding is right:
///
/// - [`Finding::Within`], when the interval of the difference lies within ± margin;
/// - [`Finding::Changed`], when it does not and excludes zero.
///
/// So unchanged scores are called [`Verdict::Regressed`] with probability α at most, and
/// [`Verdict::Pass`] is said with probability α at most when some score is farther off than the margin.
///
/// A baseline that is known to a quarter of the margin, as by [`Gate::baseline`], leaves no pairing open
/// after [`Gate::most_scores`]: the interval of the difference then reaches less than half a margin to
/// either side, so that it lies within the margin if the difference seen does not exceed half of it, and
/// excludes zero otherwise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gate {
    margin: f64,
    alpha: f64,
    /// Of the interval of one score, the baseline's or the present one.
    each: f64,
    mixture: Mixture,
}

impl Gate {
    /// A gate for so many pairings with this margin and chance `alpha` of any error.
    ///
    /// # Errors
    ///
    /// [`StatsError::HalfWidth`] for a margin outside (0, ½), [`StatsError::Confidence`] for an `alpha`
    /// outside (0, 1).
    pub fn new(margin: f64, alpha: f64, pairings: u64) -> Result<Self, StatsError> {
        check_confidence(1.0 - alpha)?;
        if !(margin > 0.0 && margin < 0.5) {
            return Err(StatsError::HalfWidth(margin));
        }
        let each = simultaneous(1.0 - alpha, 2 * pairings.max(1));
        Ok(Self {
            margin,
            alpha,
            each,
            mixture: Mixture::new(margin / 2.0, each)?,
        })
    }

    /// How far from the baseline's a score may be.
    #[must_use]
    pub const fn margin(&self) -> f64 {
        self.margin
    }

    /// The chance of any error.
    #[must_use]
    pub const fn alpha(&self) -> f64 {
        self.alpha
    }

    /// The level of the interval of one score; that of a difference misses twice as often.
    #[must_use]
    pub const fn confidence_of_each(&self) -> f64 {
        self.each
    }

    /// How a baseline for this gate is played: until each score is known to a quarter of the margin.
    ///
    /// # Errors
    ///
    /// None for a gate that could be made.
    pub fn baseline(&self) -> Result<ConfidenceSequence, StatsError> {
        ConfidenceSequence::new(self.margin / 4.0, self.each)
    }

    /// The score of a baseline that was played until known to `half_width`, with the interval that
    /// holds in this gate, after `n` scores with the sum `successes`.
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

    /// What [`Gate::difference`] says, at less cost; `None` while it leaves the pairing open.
    #[must_use]
    pub fn finding(&self, baseline: &Estimate, successes: f64, n: u64) -> Option<Finding> {
        let above = |p: f64| self.mixture.is_above(p, successes, n);
        let below = |p: f64| self.mixture.is_below(p, successes, n);
        if n == 0 {
            None
        } else if above(baseline.high - self.margin) && below(baseline.low + self.margin) {
            Some(Finding::Within)
        } else {
            // At the ends of the scale there is nothing beyond to change to.
            let rose = baseline.high > 0.0 && above(baseline.high);
            let fell = baseline.low < 1.0 && below(baseline.low);
            (rose || fell).then_some(Finding::Changed)
        }
    }

    /// The next even number of scores to look at after `n`: a sixteenth more.
    #[must_use]
    pub fn next_look(&self, n: u64) -> u64 {
        Mixture::next_look(n)
    }

    /// An even number of scores after which the interval of a present score reaches less than a quarter
    /// of the margin to either side, whatever they are.
    #[must_use]
    pub fn most_scores(&self) -> u64 {
        self.mixture.most_scores()
    }
}

#[cfg(test)]
mod tests;
