//! A confidence sequence that soonest tells on which side of a line a score lies.

use crate::interval::{check_confidence, proportion};
use crate::sequence::{evidence, lower_limit};
use crate::{Estimate, Method, StatsError};

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
/// As in [`ConfidenceSequence`](crate::ConfidenceSequence) a value p is ruled out from below once the
/// scores are 2/α times as likely under something above it; only that here this something is a
/// mixture of p + m/2, p + m, p + 2m, p + 4m and so on, m being the margin, since a score may lie at
/// the line or far from it. Half the weight is on p + m, the rest shared out evenly. A mixture of
/// supermartingales is one (H. Robbins, Annals of Mathematical Statistics 41 (1970) 1397–1409).
///
/// A score at the line takes a fifth more battles than with a [`ConfidenceSequence`] of that
/// half-width, and one far from it a few dozen. Hardest are scores half a margin from the line, for
/// which either answer would do: they take up to six times as many as those at it.
///
/// [`ConfidenceSequence`]: crate::ConfidenceSequence
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LineTest {
    line: f64,
    margin: f64,
    confidence: f64,
    /// ln(2/α).
    needed: f64,
}

impl LineTest {
    /// The sequence that decides about `line` with this `margin`.
    ///
    /// # Errors
    ///
    /// [`StatsError::Line`] unless the line lies inside (0, 1), [`StatsError::HalfWidth`] unless the
    /// margin lies inside (0, ½), [`StatsError::Confidence`] outside (0, 1).
    pub fn new(line: f64, margin: f64, confidence: f64) -> Result<Self, StatsError> {
        check_confidence(confidence)?;
        if !(line > 0.0 && line < 1.0) {
            return Err(StatsError::Line(line));
        }
        if !(margin > 0.0 && margin < 0.5) {
            return Err(StatsError::HalfWidth(margin));
        }
        Ok(Self {
            line,
            margin,
            confidence,
            needed: libm::log(2.0 / (1.0 - confidence)),
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
        let estimate = proportion(successes, n)?;
        let failures = n as f64 - successes;
        let limit = |successes, failures| {
            lower_limit(successes, failures, |p| {
                self.rules_out(p, successes, failures)
            })
        };
        Ok(Estimate {
            estimate,
            low: limit(successes, failures),
            high: 1.0 - limit(failures, successes),
            confidence: self.confidence,
            method: Method::ConfidenceSequence,
        })
    }

    /// What `n` scores with the sum `successes` tell; `None` while they leave it open.
    #[must_use]
    pub fn standing(&self, successes: f64, n: u64) -> Option<Standing> {
        let failures = n as f64 - successes;
        let above = |p: f64| p <= 0.0 || self.rules_out(p, successes, failures);
        let below = |p: f64| p >= 1.0 || self.rules_out(1.0 - p, failures, successes);
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
        (n + (n / 16).max(1)).next_multiple_of(2)
    }

    /// An even number of scores that decides whatever they are: by Pinsker's inequality the interval
    /// then reaches less than half a margin to either side.
    #[must_use]
    pub fn most_scores(&self) -> u64 {
        let half = self.margin / 2.0;
        let needed = self.needed - libm::log(self.weight(half));
        let most = needed / (2.0 * half * half);
        (most.ceil() as u64).saturating_add(1) / 2 * 2
    }

    /// Whether p lies below the interval.
    fn rules_out(&self, p: f64, successes: f64, failures: f64) -> bool {
        // The mixture's likelihood ratio over the one needed, term by term: it is reached when the
        // terms sum to 1.
        let term = |step: f64| {
            let ratio = evidence(p, step, successes, failures) - self.needed;
            // Beyond any use of a larger number, and before it overflows.
            self.weight(step) * libm::exp(ratio.min(64.0))
        };
        self.scales().map(term).sum::<f64>() >= 1.0
    }

    /// m/2, m, 2m and so on, below one half.
    fn scales(&self) -> impl Iterator<Item = f64> {
        let doubled = |step: &f64| Some(2.0 * step);
        std::iter::successors(Some(self.margin / 2.0), doubled).take_while(|&step| step < 0.5)
    }

    fn weight(&self, scale: f64) -> f64 {
        if scale == self.margin {
            0.5
        } else {
            0.5 / (self.scales().count() - 1) as f64
        }
    }
}

#[cfg(test)]
mod tests;
