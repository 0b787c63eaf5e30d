//! What players and designers write down: mecha, scenarios, options, and how each side plays.

pub mod catalogue;
mod option_table;
pub(crate) mod options;
pub(crate) mod policy_kind;
pub(crate) mod profile;
pub(crate) mod scenario;
pub(crate) mod sector;
