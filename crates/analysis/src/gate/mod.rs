//! Whether balance has stayed where a baseline found it.

mod playing;
mod prices;
mod request;
mod result;
mod study;

use crate::baseline::Baseline;
use crate::control::Control;
use crate::error::Error;
use crate::games::with_game;

pub use equipoise_stats::{Finding, GateVerdict};
pub use request::GateRequest;
pub use result::{GateKind, GatePairing, GatePrice, GatePrices, GateResult};
pub use study::{GateStudy, GateStudyKind, GateStudyRequest, StudiedGates, study};

/// Plays a gate and reports on every pairing: each is played until it is known that its score is within
/// the margin of the baseline's, or that it has changed. With probability 1 − alpha all intervals hold
/// at once, over all pairings and all times. The price map of a baseline that has one is played again, and
/// each implied price that has clearly moved is named; with probability 1 − alpha all intervals of prices hold
/// at once.
///
/// # Errors
/// When the baseline cannot be read, is of another game or names units that the dataset does not have, when
/// the grid of its price map has changed or prices are asked of a baseline without one, the request is not what it should be, or the analysis is interrupted.
pub fn gate(request: &GateRequest, control: Control<'_>) -> Result<GateResult, Error> {
    let baseline = Baseline::read(&request.baseline)?;
    with_game!(&request.system, S => playing::play::<S>(request, &baseline, control))
}
