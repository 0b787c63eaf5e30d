//! What the results of both changes have in common.

use equipoise_simulator::{CONFIDENCE, DatasetId, Setting};
use equipoise_stats::StatsError;
use serde::{Deserialize, Serialize};

use super::effect::{Effect, NamedEffect, effect, effects, mean_size};
use super::ways::Meeting;
use crate::result::{Interval, Limits, PlayedBy, share};

/// How the old way and the new way were played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BothWays {
    /// Game, policy and rules without the change.
    #[serde(flatten)]
    pub played_by: PlayedBy,
    /// Master seed.
    pub seed: u64,
    /// The dataset.
    pub dataset: DatasetId,
    /// Two-sided confidence level of all intervals.
    #[serde(deserialize_with = "share")]
    pub confidence: f64,
    /// What was changed.
    pub changes: Vec<String>,
    /// Whom the units met.
    pub opponents: Vec<String>,
}

impl BothWays {
    pub(super) fn new(setting: Setting, changes: Vec<String>, opponents: Vec<String>) -> Self {
        Self {
            played_by: (&setting).into(),
            seed: setting.seed,
            dataset: setting.dataset,
            confidence: CONFIDENCE,
            changes,
            opponents,
        }
    }
}

/// The effect of a change: over all pairings, and on each unit or against each opponent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Effects {
    /// The effect over all pairings.
    #[serde(flatten)]
    pub all: Effect,
    /// The effect on each unit or against each opponent, the largest difference first.
    pub differences: Vec<NamedEffect>,
    /// Differences that are surely above zero.
    pub surely_up: u64,
    /// Differences that are surely below zero.
    pub surely_down: u64,
    /// How large the differences are on average, up or down.
    pub mean_absolute_difference: Interval,
}

impl Effects {
    /// The effects on meetings; those that have a name in common follow each other.
    pub(super) fn new(
        meetings: &[Meeting<'_>],
        name: for<'m> fn(&'m Meeting<'_>) -> &'m str,
    ) -> Result<Self, StatsError> {
        let differences = effects(meetings, name)?;
        let surely = |up: bool| {
            let ends = differences.iter().map(|named| named.together.above_zero());
            ends.filter(|above| *above == Some(up)).count() as u64
        };
        let number = |named: &NamedEffect| (named.effect.difference.estimate, named.together);
        let numbers: Vec<(f64, Limits)> = differences.iter().map(number).collect();
        Ok(Self {
            all: effect(meetings)?,
            surely_up: surely(true),
            surely_down: surely(false),
            mean_absolute_difference: mean_size(&numbers),
            differences,
        })
    }
}
