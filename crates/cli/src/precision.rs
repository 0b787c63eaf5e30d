//! How many battles a pairing gets, and what ends them.

use equipoise_analysis::Goal;
use equipoise_simulator::CONFIDENCE;

use crate::args::Precision;

impl Precision {
    /// The goal of a pairing; `fixed` battles where no precision is asked for.
    pub(crate) fn goal(&self, fixed: u64) -> Goal {
        self.goal_or(Goal::Runs(fixed))
    }

    /// The goal of a pairing; `otherwise` where no precision is asked for.
    pub(crate) fn goal_or(&self, otherwise: Goal) -> Goal {
        let confidence = self.confidence.unwrap_or(CONFIDENCE);
        match (self.until, self.decide) {
            (Some(half_width), _) => Goal::Until {
                half_width,
                confidence,
                most: self.max_runs,
            },
            (None, Some(line)) => Goal::Decide {
                line,
                margin: self.margin.unwrap_or(Goal::MARGIN),
                confidence,
                most: self.max_runs,
            },
            (None, None) => otherwise,
        }
    }
}
