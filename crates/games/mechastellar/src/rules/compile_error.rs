//! Why a matchup cannot be compiled.

use thiserror::Error;

use equipoise_engine::Side;

/// Why a matchup cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CompileError {
    /// A force without models or with too many.
    #[error("side {side} has {found} models; at least 1 and at most {most} can play")]
    ForceSize {
        /// The side.
        side: Side,
        /// Models it has.
        found: usize,
        /// Models it may have.
        most: usize,
    },
    /// A profile outside what the engine can hold.
    #[error("unit \"{unit}\": {reason}")]
    Profile {
        /// The unit.
        unit: String,
        /// What is wrong.
        reason: String,
    },
}
