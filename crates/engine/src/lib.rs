//! The rules of tabletop mecha wargames.
//!
//! One module per game system, all played through [`GameSystem`]. The crate is pure: no
//! input or output but parsing strings, no clock, no printing, no global generator; integers
//! decide every branch, so a battle replays the same on every platform.

pub mod bullseye;
pub mod mechastellar;
pub mod toy;

mod exact;
mod hex;
mod option_info;
mod source;
mod system;

pub use exact::{Exact, ExactError};
pub use hex::Hex;
pub use option_info::OptionInfo;
pub use source::{Problem, SourceFile};
pub use system::{Decide, GameSystem, Log, Narrate, NoLog, Observe, Outcome, Side, Transcript};
