//! What players and designers write down: mecha, their catalogue, scenarios.

pub mod catalogue;
pub(crate) mod profile;
pub(crate) mod scenario;
