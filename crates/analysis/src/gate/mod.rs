//! Whether balance has stayed where a baseline found it.

mod playing;
mod result;
mod study;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::baseline::Baseline;
use crate::games::with_game;
use crate::{Control, Error};

pub use equipoise_stats::{Finding, GateVerdict};
pub use result::{GateKind, GatePairing, GateResult};
pub use study::{GateStudy, GateStudyKind, GateStudyRequest, StudiedGates, study};

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
    /// Master seed of the dice; the baseline's unless given.
    #[serde(default)]
    pub seed: Option<u64>,
}

/// Plays a gate and reports on every pairing: each is played until it is known that its score is within
/// the margin of the baseline's, or that it has changed. With probability 1 − alpha all intervals hold
/// at once, over all pairings and all times.
///
/// # Errors
/// When the baseline cannot be read, is of another game or names units that the dataset does not have,
/// the request is not what it should be, or the analysis is interrupted.
pub fn gate(request: &GateRequest, control: Control<'_>) -> Result<GateResult, Error> {
    let baseline = Baseline::read(&request.baseline)?;
    with_game!(&request.system, S => playing::play::<S>(request, &baseline, control))
}
