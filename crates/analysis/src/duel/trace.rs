//! How the score of a duel stood on the way to its result.

use equipoise_simulator::{CONFIDENCE, Plan, Stopping, Tally};
use equipoise_stats::{ConfidenceSequence, StatsError, wilson};
use serde::{Deserialize, Serialize};

use crate::result::{Interval, Limits, positive};

/// How the score stood after some of the battles.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Look {
    /// Battles played until then.
    #[serde(deserialize_with = "positive")]
    pub battles: u64,
    /// The score as a duel of so many battles would have it.
    pub score: Interval,
    /// The interval that holds at all looks at once, where that of the score does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anytime: Option<Limits>,
}

/// The looks at these tallies of a plan.
pub(super) fn looks(plan: &Plan, tallies: &[Tally]) -> Result<Vec<Look>, StatsError> {
    let sequence = match plan.stopping() {
        Stopping::Fixed => Some(sequence_for(plan.runs())?),
        Stopping::HalfWidth(_) | Stopping::Decide(_) => None,
    };
    let look = |tally: &Tally| {
        let anytime = sequence.map(|s| s.interval(tally.points_a(), tally.battles));
        Ok(Look {
            battles: tally.battles,
            score: (&plan.stopping().score_a(tally)?).into(),
            anytime: anytime.transpose()?.as_ref().map(Limits::from),
        })
    };
    tallies.iter().map(look).collect()
}

/// The confidence sequence made for the half-width that so many battles give an even score. It is
/// named before the first battle, so what happens in them cannot choose it.
fn sequence_for(battles: u64) -> Result<ConfidenceSequence, StatsError> {
    let even = wilson(battles as f64 / 2.0, battles, CONFIDENCE)?;
    ConfidenceSequence::new((even.high - even.low) / 2.0, CONFIDENCE)
}
