//! A sequential test of whether a score lies above, near or below a line.

use crate::error::StatsError;
use crate::interval::{Estimate, Method, simultaneous};
use crate::mixture::Mixture;

/// Position of a score relative to the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Standing {
    /// Below the line.
    Below,
    /// Within the margin on both sides of the line.
    Near,
    /// Above the line.
    Above,
}

impl Standing {
    /// One word for tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Below => "below",
            Self::Near => "near",
            Self::Above => "above",
        }
    }
}

/// Decides whether a mean score lies below a line, above it, or within a margin of it, by intervals that
/// are valid at all times simultaneously: the probability of a wrong decision is at most one minus the
/// confidence, at any number of looks.
///
/// The intervals come from a mixture of alternatives at several distances, since a score may lie at the
/// line or far from it. A score at the line takes a fifth more battles than with a
/// [`ConfidenceSequence`] of that half-width; one far from it takes a few dozen. Scores half a margin
/// from the line, for which two answers are right, take longest: up to six times as many as scores at it.
///
/// [`ConfidenceSequence`]: crate::ConfidenceSequence
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LineTest {
    line: f64,
    margin: f64,
    confidence: f64,
    mixture: Mixture,
}

impl LineTest {
    /// The test for `line` with this `margin`.
    ///
    /// # Errors
    ///
    /// [`StatsError::Line`] unless the line lies inside (0, 1), [`StatsError::HalfWidth`] unless the
    /// margin lies in [10⁻⁹, ½), [`StatsError::Confidence`] outside (0, 1).
    pub fn new(line: f64, margin: f64, confidence: f64) -> Result<Self, StatsError> {
        let mixture = Mixture::new(margin, confidence)?;
        if !(line > 0.0 && line < 1.0) {
            return Err(StatsError::Line(line));
        }
        Ok(Self {
            line,
            margin,
            confidence,
            mixture,
        })
    }

    /// The line.
    #[must_use]
    pub const fn line(&self) -> f64 {
        self.line
    }

    /// The distance from the line within which a score is [`Standing::Near`].
    #[must_use]
    pub const fn margin(&self) -> f64 {
        self.margin
    }

    /// The simultaneous confidence level of all intervals.
    #[must_use]
    pub const fn confidence(&self) -> f64 {
        self.confidence
    }

    /// The interval after `n` scores with the sum `successes`, which may be half-integral.
    ///
    /// # Errors
    ///
    /// [`StatsError::TooFew`] for `n = 0`, [`StatsError::Successes`] for a sum outside `0..=n`.
    pub fn interval(&self, successes: f64, n: u64) -> Result<Estimate, StatsError> {
        self.mixture.interval(successes, n)
    }

    /// The unweighted mean of independent scores, each the sum of `n` results and that number `n`, each stopped by this test. Its
    /// limits are the means of limits that hold for all of the scores at once (Bonferroni).
    ///
    /// Battles end while one side leads, often after a dozen, so every score is likely to lie too far from the line. Such
    /// errors have one direction: they add up, and may not be combined like independent ones
    /// ([`mean_of_stopped`](crate::mean_of_stopped)).
    ///
    /// # Errors
    ///
    /// [`StatsError::TooFew`] without scores, and those of [`LineTest::interval`].
    pub fn mean_of_decided(&self, scores: &[(f64, u64)]) -> Result<Estimate, StatsError> {
        if scores.is_empty() {
            return Err(StatsError::TooFew { needed: 1, got: 0 });
        }
        let level = simultaneous(self.confidence, scores.len() as u64);
        let mixture = Mixture::new(self.margin, level)?;
        let intervals = scores.iter().map(|&(sum, n)| mixture.interval(sum, n));
        let intervals = intervals.collect::<Result<Vec<_>, _>>()?;
        let mean = |of: fn(&Estimate) -> f64| {
            intervals.iter().map(of).sum::<f64>() / intervals.len() as f64
        };
        Ok(Estimate {
            estimate: mean(|of| of.estimate),
            low: mean(|of| of.low),
            high: mean(|of| of.high),
            confidence: self.confidence,
            method: Method::MeanOfDecided,
        })
    }

    /// The decision after `n` scores with the sum `successes`; `None` while undecided.
    #[must_use]
    pub fn standing(&self, successes: f64, n: u64) -> Option<Standing> {
        let above = |p: f64| self.mixture.is_above(p, successes, n);
        let below = |p: f64| self.mixture.is_below(p, successes, n);
        if n == 0 {
            None
        } else if above(self.line) {
            Some(Standing::Above)
        } else if below(self.line) {
            Some(Standing::Below)
        } else {
            let near = above(self.line - self.margin) && below(self.line + self.margin);
            near.then_some(Standing::Near)
        }
    }

    /// The next even number of scores at which to look after `n`: a sixteenth more, so that looks cost
    /// little beside battles and few battles are wasted.
    #[must_use]
    pub fn next_look(&self, n: u64) -> u64 {
        Mixture::next_look(n)
    }

    /// An even number of scores after which the test has always decided: by Pinsker's inequality the
    /// interval then reaches less than half a margin to either side.
    #[must_use]
    pub fn most_scores(&self) -> u64 {
        self.mixture.most_scores()
    }
}

#[cfg(test)]
mod tests;
