//! Which gate is played.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// Plays the pairings of a baseline again, by the dataset and the rules of today.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GateRequest {
    /// File of the baseline.
    pub baseline: PathBuf,
    /// Name of the game; a baseline of another one is refused.
    pub system: String,
    /// Folder of the dataset; the embedded one unless given.
    #[serde(default)]
    pub dataset: Option<PathBuf>,
    /// Rules options that are other than the baseline's.
    #[serde(default)]
    pub options: Vec<(String, String)>,
    /// How far a score may be from the baseline's; the baseline's margin unless given.
    #[serde(default)]
    pub margin: Option<f64>,
    /// Chance of any wrong verdict, over all pairings together; the baseline's unless given.
    #[serde(default)]
    pub alpha: Option<f64>,
    /// Most battles of all pairings together; as many as any verdict may need unless given.
    #[serde(default)]
    pub budget: Option<u64>,
    /// How far an implied price may be from the baseline's, as a share of it; the baseline's margin unless
    /// given. A baseline without a price map is refused then.
    #[serde(default)]
    pub price_margin: Option<f64>,
    /// Master seed of the dice; the baseline's unless given.
    #[serde(default)]
    pub seed: Option<u64>,
}
