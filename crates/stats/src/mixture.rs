//! A confidence sequence from a mixture of alternatives at several distances.

use crate::error::StatsError;
use crate::interval::{Estimate, Method};
use crate::interval::{check_confidence, check_half_width, proportion};
use crate::sequence::{evidence, lower_limit};

/// Intervals that are valid at all times simultaneously, narrowest for their number of scores at a
/// half-width of about `scale`.
///
/// As in [`ConfidenceSequence`](crate::ConfidenceSequence), a value p is ruled out from below once the
/// scores are 2/α times as likely under an alternative above it. Here the alternative is a mixture of
/// p + s/2, p + s, p + 2s, p + 4s and so on, where s is the scale: half the weight on p + s, the rest
/// split evenly. A mixture of supermartingales is a supermartingale (H. Robbins, Annals of Mathematical
/// Statistics 41 (1970) 1397–1409).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Mixture {
    scale: f64,
    confidence: f64,
    /// ln(2/α).
    needed: f64,
}

impl Mixture {
    /// # Errors
    ///
    /// [`StatsError::Confidence`] outside (0, 1), [`StatsError::HalfWidth`] outside [10⁻⁹, ½).
    pub(crate) fn new(scale: f64, confidence: f64) -> Result<Self, StatsError> {
        check_confidence(confidence)?;
        check_half_width(scale)?;
        Ok(Self {
            scale,
            confidence,
            needed: libm::log(2.0 / (1.0 - confidence)),
        })
    }

    /// The interval after `n` scores with the sum `successes`, which may be half-integral.
    ///
    /// # Errors
    ///
    /// [`StatsError::TooFew`] for `n = 0`, [`StatsError::Successes`] for a sum outside `0..=n`.
    pub(crate) fn interval(&self, successes: f64, n: u64) -> Result<Estimate, StatsError> {
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

    /// Whether the interval after at least one score lies above p, or p below all scores.
    pub(crate) fn is_above(&self, p: f64, successes: f64, n: u64) -> bool {
        p <= 0.0 || self.rules_out(p, successes, n as f64 - successes)
    }

    /// Whether the interval after at least one score lies below p, or p above all scores.
    pub(crate) fn is_below(&self, p: f64, successes: f64, n: u64) -> bool {
        p >= 1.0 || self.rules_out(1.0 - p, n as f64 - successes, successes)
    }

    /// The next even number of scores at which to look after `n`: a sixteenth more.
    pub(crate) fn next_look(n: u64) -> u64 {
        (n + (n / 16).max(1)).next_multiple_of(2)
    }

    /// An even number of scores after which the interval reaches less than half a scale to either
    /// side, for any scores: Pinsker's inequality.
    pub(crate) fn most_scores(&self) -> u64 {
        let half = self.scale / 2.0;
        let needed = self.needed - libm::log(self.weight(half));
        let most = needed / (2.0 * half * half);
        (most.ceil() as u64).saturating_add(1) / 2 * 2
    }

    /// Whether p lies below the interval; never for 1.
    fn rules_out(&self, p: f64, successes: f64, failures: f64) -> bool {
        if p >= 1.0 {
            return false;
        }
        // Each term of the mixture's likelihood ratio, divided by the ratio required.
        let term = |step: f64| {
            let ratio = evidence(p, step, successes, failures) - self.needed;
            // Capped to avoid overflow: one term at the cap already exceeds 1.
            self.weight(step) * libm::exp(ratio.min(64.0))
        };
        self.scales().map(term).sum::<f64>() >= 1.0
    }

    /// s/2, s, 2s and so on, below one half.
    fn scales(&self) -> impl Iterator<Item = f64> {
        let doubled = |step: &f64| Some(2.0 * step);
        std::iter::successors(Some(self.scale / 2.0), doubled).take_while(|&step| step < 0.5)
    }

    fn weight(&self, scale: f64) -> f64 {
        if scale == self.scale {
            0.5
        } else {
            0.5 / (self.scales().count() - 1) as f64
        }
    }
}
