//! How many battles a pairing gets, and what ends them.

use equipoise_simulator::{CONFIDENCE, Plan, Stopping};
use equipoise_stats::ConfidenceSequence;

use crate::args::Precision;
use crate::failure::Failure;

impl Precision {
    /// Battles of a pairing, or the most of them, and what ends them; `fixed` battles where no
    /// precision is asked for.
    pub(crate) fn battles(&self, fixed: u64) -> Result<(u64, Stopping), Failure> {
        let Some(half_width) = self.until else {
            return Ok((fixed, Stopping::Fixed));
        };
        let confidence = self.confidence.unwrap_or(CONFIDENCE);
        let sequence = ConfidenceSequence::new(half_width, confidence)?;
        let needed = sequence.most_scores();
        let most = self.max_runs.unwrap_or(needed).min(needed);
        if most > Plan::MAX_RUNS {
            return Err(Failure::Input(format!(
                "--until {half_width} may take {needed} battles per pairing, more than the {} there \
                 can be; name a cap with --max-runs",
                Plan::MAX_RUNS
            )));
        }
        Ok((most, Stopping::HalfWidth(sequence)))
    }
}
