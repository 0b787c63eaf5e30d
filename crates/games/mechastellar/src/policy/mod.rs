//! Everything a player chooses. A policy sees what a player sees, no hidden dice.
//!
//! [`Policies`](policies::Policies) answer for both sides by the kind of each; a
//! [`Policy`](policy::Policy) answers for one.

pub(crate) mod greedy;
pub(crate) mod policies;
#[expect(
    clippy::module_inception,
    reason = "the trait that all files here implement"
)]
pub(crate) mod policy;
pub(crate) mod search;
pub(crate) mod solo;

mod battle_sense;
mod duel;
mod duel_plan;
mod field;
mod foe;
mod random;
mod stake;
mod tactics;
