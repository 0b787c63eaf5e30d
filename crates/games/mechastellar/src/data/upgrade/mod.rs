//! Upgrades of the wargame: what they cost, who may have them, and what they make of a profile.
//!
//! `upgraded` adds a list of [`Upgrade`](crate::Upgrade)s to a profile or says why it may not have
//! them; [`Terms`] are what the rules print of one upgrade.

mod acting;
mod apply;
mod crew;
mod performance;
mod points;
mod refusal;
mod ship;
mod terms;

pub(crate) use apply::upgraded;
pub(crate) use performance::printed as printed_performance;
pub use terms::{Terms, Who};
pub(crate) use terms::{VER10_VP, victory_points};
