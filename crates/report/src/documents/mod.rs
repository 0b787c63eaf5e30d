//! Results of single commands, read from their JSON, ready to be drawn.
//!
//! A document says what it is with a top-level `"kind"`, which names the type of its result. Fields
//! that the type does not have are ignored.

pub(crate) mod battle;
mod differences;
pub(crate) mod duel;
mod kind;
pub(crate) mod ladder;
mod odds;
pub(crate) mod points;
pub(crate) mod price_map;
pub(crate) mod reading;
pub(crate) mod upgrades;

pub(crate) use battle::{Quantity, quantities};
pub(crate) use differences::{Differences, Row, Source};
pub(crate) use duel::looks;
pub use kind::DocumentKind;
pub(crate) use odds::{Odds, Outcome};
pub(crate) use points::{other_policies, others, reach};
pub(crate) use price_map::shown as shown_price_map;
