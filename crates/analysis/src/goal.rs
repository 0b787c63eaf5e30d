//! How many battles a pairing gets, and what ends them.

use equipoise_simulator::{CONFIDENCE, Plan, Stopping};
use equipoise_stats::{ConfidenceSequence, LineTest};
use serde::{Deserialize, Serialize};

use crate::error::Error;

/// When the battles of a pairing end.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Goal {
    /// After a fixed number of battles, rounded up to an even one.
    Runs(u64),
    /// As soon as the score is known to ± `half_width`, with intervals that hold however often one
    /// looks.
    Until {
        /// Half-width of the interval, above 0 and below 0.5.
        half_width: f64,
        /// Two-sided confidence level of the interval.
        #[serde(default = "confidence")]
        confidence: f64,
        /// Most battles of a pairing; without it as many as the half-width can need.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        most: Option<u64>,
    },
    /// As soon as it is known on which side of `line` the score lies, or that it lies within `margin`
    /// of it.
    Decide {
        /// The score in question, above 0 and below 1.
        line: f64,
        /// How near to the line counts as near.
        #[serde(default = "margin")]
        margin: f64,
        /// Two-sided confidence level of the decision.
        #[serde(default = "confidence")]
        confidence: f64,
        /// Most battles of a pairing; without it as many as the decision can need.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        most: Option<u64>,
    },
}

const fn confidence() -> f64 {
    CONFIDENCE
}

const fn margin() -> f64 {
    Goal::MARGIN
}

impl Goal {
    /// How near to a line counts as near unless a request says otherwise.
    pub const MARGIN: f64 = 0.02;

    /// The same goal with so many battles of a pairing, or at most so many.
    #[must_use]
    pub const fn with_battles(mut self, battles: u64) -> Self {
        match &mut self {
            Self::Runs(runs) => *runs = battles,
            Self::Until { most, .. } | Self::Decide { most, .. } => *most = Some(battles),
        }
        self
    }

    /// The same goal with the number of battles of its plan in the place of the number it names, if it
    /// names one.
    pub(crate) const fn rounded_to(self, battles: u64) -> Self {
        match self {
            Self::Until { most: None, .. } | Self::Decide { most: None, .. } => self,
            _ => self.with_battles(battles),
        }
    }

    /// Battles of a pairing, or the most of them, and the rule that ends them earlier.
    ///
    /// # Errors
    /// When a number is out of range, or the goal may take more battles than a pairing can have.
    pub fn battles(&self) -> Result<(u64, Stopping), Error> {
        let (stopping, needed, most) = match *self {
            Self::Runs(runs) => return Ok((runs, Stopping::Fixed)),
            Self::Until {
                half_width,
                confidence,
                most,
            } => {
                let sequence = ConfidenceSequence::new(half_width, confidence)?;
                (Stopping::HalfWidth(sequence), sequence.most_scores(), most)
            }
            Self::Decide {
                line,
                margin,
                confidence,
                most,
            } => {
                let test = LineTest::new(line, margin, confidence)?;
                (Stopping::Decide(test), test.most_scores(), most)
            }
        };
        let most = most.unwrap_or(needed).min(needed);
        if most > Plan::MAX_RUNS {
            return Err(Error::Input(format!(
                "this precision may take {needed} battles per pairing, more than the limit of {}; \
                 set a cap of battles",
                Plan::MAX_RUNS
            )));
        }
        Ok((most, stopping))
    }
}
