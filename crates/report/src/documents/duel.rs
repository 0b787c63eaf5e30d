//! A duel on its way to its result, as `equipoise duel --trace` tells it.

use serde::Deserialize;

use super::reading::{Ends, interval, name, optional_name, share, usual_confidence};
use crate::Interval;

/// A duel of two units.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Duel {
    pub(crate) a: Named,
    pub(crate) b: Named,
    #[serde(default, deserialize_with = "optional_name")]
    pub(crate) policy: String,
    pub(crate) seed: Option<u64>,
    pub(crate) score_a: Option<Score>,
    /// Ascending in battles.
    #[serde(default)]
    pub(crate) trace: Vec<Look>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(expecting = "a side with its name")]
pub(crate) struct Named {
    #[serde(deserialize_with = "name")]
    pub(crate) name: String,
}

/// How the score's interval was computed.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Score {
    #[serde(default = "usual_confidence", deserialize_with = "share")]
    pub(crate) confidence: f64,
    #[serde(default, deserialize_with = "optional_name")]
    pub(crate) method: String,
}

/// How the score stood after so many battles.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(expecting = "a look with battles and score")]
pub(crate) struct Look {
    pub(crate) battles: std::num::NonZeroU64,
    #[serde(deserialize_with = "interval")]
    pub(crate) score: Interval,
    /// The interval that holds at all looks at once, where that of the score does not.
    pub(crate) anytime: Option<Ends>,
}
