//! The comparison of two runs as a document.

use std::collections::BTreeMap;

use equipoise_simulator::DatasetId;
use serde::{Deserialize, Serialize};

use crate::making::MakingChange;
use crate::result::{Interval, kind, share};

kind!(
    /// The kind of a [`Comparison`].
    CompareKind = "compare"
);

/// Two runs side by side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// Version of the document.
    pub schema: u32,
    /// Always `compare`.
    pub kind: CompareKind,
    /// The old run.
    pub old: RunSummary,
    /// The new run.
    pub new: RunSummary,
    /// What differs in how the runs were made.
    pub changed: Vec<MakingChange>,
    /// Units that only the new run has.
    pub units_added: Vec<String>,
    /// Units that only the old run has.
    pub units_removed: Vec<String>,
    /// Number of pairings that only the old run has.
    pub pairings_old_only: usize,
    /// Number of pairings that only the new run has.
    pub pairings_new_only: usize,
    /// Whether the runs are the same battles, as their digests say.
    pub same_battles: bool,
    /// Confidence level of all intervals of pairings at once, and of all of units.
    #[serde(deserialize_with = "share")]
    pub confidence: f64,
    /// How the intervals of differences were computed.
    pub method: DifferenceMethod,
    /// The pairings that both runs have, what matters most first.
    pub cells: Vec<PairingChange>,
    /// The units that met an opponent in both runs, what matters most first.
    pub units: Vec<UnitChange>,
}

/// How the interval of a difference follows from those of two scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DifferenceMethod {
    /// Newcombe's interval, for independent runs.
    Newcombe,
    /// Half of the error for each run, whatever their dependence.
    Enclosing,
}

/// How a run was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunSummary {
    /// Its folder.
    pub folder: String,
    /// Version of the program.
    pub version: String,
    /// Game.
    pub system: String,
    /// Name of the set of pairings.
    pub grid: String,
    /// The policy of both sides.
    pub policy: String,
    /// Rules options by name.
    pub options: BTreeMap<String, String>,
    /// Master seed.
    pub seed: u64,
    /// Where the units came from.
    pub dataset: DatasetId,
    /// How the intervals of the pairings' scores were computed.
    pub method: String,
    /// Number of units.
    pub units: u64,
    /// Number of pairings.
    pub pairings: u64,
    /// Number of battles played.
    pub battles: u64,
    /// Digest of plan and tallies.
    pub digest: String,
}

/// A score in both runs, and new less old.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScoreChange {
    /// The score in the old run.
    pub old: f64,
    /// The score in the new run.
    pub new: f64,
    /// New less old, with its interval.
    pub difference: Interval,
}

impl ScoreChange {
    /// Whether it is sure that there is a difference: the interval does not hold zero.
    #[must_use]
    pub fn is_sure(&self) -> bool {
        self.sure_size() > 0.0
    }

    /// How large the difference is at least; below zero where there need be none.
    pub(super) fn sure_size(&self) -> f64 {
        self.difference.low.max(-self.difference.high)
    }
}

/// A pairing of both runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairingChange {
    /// The unit whose score it is.
    pub a: String,
    /// Its opponent.
    pub b: String,
    /// The score of a.
    #[serde(flatten)]
    pub score: ScoreChange,
}

/// A unit that met an opponent in both runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnitChange {
    /// Its name.
    pub name: String,
    /// Number of opponents that it met in both runs.
    pub opponents: usize,
    /// Its mean score against them.
    #[serde(flatten)]
    pub score: ScoreChange,
    /// Listed points in the new run.
    pub points: i64,
    /// Listed points in the old run.
    pub points_old: i64,
}
