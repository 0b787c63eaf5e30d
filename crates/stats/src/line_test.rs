//! A confidence sequence that soonest tells on which side of a line a score lies.

use crate::error::StatsError;
use crate::interval::Estimate;
use crate::mixture::Mixture;

/// Where a score lies, as far as an interval tells.
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
/// hold at all times at once: the chance that the answer is ever wrong is at most one minus the
/// confidence, however often one looks.
///
/// The intervals are those of a mixture about the margin, since a score may lie at the line or far from
/// it. A score at the line takes a fifth more battles than with a [`ConfidenceSequence`] of that
/// half-width, and one far from it a few dozen. Hardest are scores half a margin from the line, for
/// which either answer would do: they take up to six times as many as those at it.
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
    /// The sequence that decides about `line` with this `margin`.
    ///
    /// # Errors
    ///
    /// [`StatsError::Line`] unless the line lies inside (0, 1), [`StatsError::HalfWidth`] unless the
    /// margin lies inside (0, ½), [`StatsError::Confidence`] outside (0, 1).
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

    /// How near to the line is near.
    #[must_use]
    pub const fn margin(&self) -> f64 {
        self.margin
    }

    /// The level at which all intervals hold at once.
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

    /// What `n` scores with the sum `successes` tell; `None` while they leave it open.
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

    /// The next even number of scores to look at after `n`: a sixteenth more, so that looking costs
    /// little beside playing, and few battles are played beyond need.
    #[must_use]
    pub fn next_look(&self, n: u64) -> u64 {
        Mixture::next_look(n)
    }

    /// An even number of scores that decides whatever they are: by Pinsker's inequality the interval
    /// then reaches less than half a margin to either side.
    #[must_use]
    pub fn most_scores(&self) -> u64 {
        self.mixture.most_scores()
    }
}

#[cfg(test)]
mod tests;
