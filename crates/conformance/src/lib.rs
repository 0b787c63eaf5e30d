//! What every game system must hold, checked alike for all of them.
//!
//! A system brings a [`Specimen`] of itself: matchups, its policies and the limits of its outcomes;
//! the [`systems`] are listed in one place, and the [`registry`] fails if a game is missing there.
//! Each [`Check`] is one property that the rest of the toolkit relies on. Seats are compared here, for all
//! games, and nowhere else.
//!
//! A recorded playthrough shows any change of a battle, event by event, as a difference between text
//! files. `EQUIPOISE_BLESS=1 cargo test -p equipoise-conformance` records all of them anew.

pub mod registry;
pub mod systems;

mod battle;
mod check;
mod complete;
mod decisions;
mod invariants;
mod playthrough;
mod replay;
mod scratch;
mod seats;
mod specimen;
mod swap;
mod threads;

pub use check::{Check, Fault, Subject};
pub use complete::Complete;
pub use specimen::{Effort, Matchup, Specimen};
