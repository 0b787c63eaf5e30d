//! How many battles a pairing gets, and what ends them.

use equipoise_simulator::{CONFIDENCE, Plan, Stopping};
use equipoise_stats::{ConfidenceSequence, LineTest};

use crate::args::Precision;
use crate::failure::Failure;

/// How near to a line counts as near, unless said otherwise.
const MARGIN: f64 = 0.02;

impl Precision {
    /// Battles of a pairing, or the most of them, and what ends them; `fixed` battles where no
    /// precision is asked for.
    pub(crate) fn battles(&self, fixed: u64) -> Result<(u64, Stopping), Failure> {
        let confidence = self.confidence.unwrap_or(CONFIDENCE);
        let (stopping, needed) = match (self.until, self.decide) {
            (Some(half_width), _) => {
                let sequence = ConfidenceSequence::new(half_width, confidence)?;
                (Stopping::HalfWidth(sequence), sequence.most_scores())
            }
            (None, Some(line)) => {
                let test = LineTest::new(line, self.margin.unwrap_or(MARGIN), confidence)?;
                (Stopping::Decide(test), test.most_scores())
            }
            (None, None) => return Ok((fixed, Stopping::Fixed)),
        };
        let most = self.max_runs.unwrap_or(needed).min(needed);
        if most > Plan::MAX_RUNS {
            return Err(Failure::Input(format!(
                "this precision may take {needed} battles per pairing, more than the {} there can be; \
                 name a cap with --max-runs",
                Plan::MAX_RUNS
            )));
        }
        Ok((most, stopping))
    }
}
