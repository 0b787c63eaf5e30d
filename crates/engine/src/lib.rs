//! What tabletop mecha wargames share: how a game is played, logged, observed and read from files.
//!
//! The crate is pure: no input or output but parsing strings, no clock, no printing, no global
//! generator; integers decide every branch, so a battle replays the same on every platform.

pub mod front_end;
pub mod source;
pub mod text;

mod exact;
mod hex;
mod options;
mod player;
mod policy_kind;
mod system;

pub use exact::{Exact, ExactError};
pub use hex::Hex;
pub use options::{OptionError, OptionInfo, OptionValue, SearchBudget};
pub use player::{Choices, Decision, PlayWith, Player};
pub use policy_kind::UnknownPolicy;
pub use source::{Problem, SourceFile};
pub use system::{
    Decide, GameSystem, Listener, Log, LogEntry, Narrate, NoLog, Observe, Outcome, Scratch, Side,
    Transcript,
};
