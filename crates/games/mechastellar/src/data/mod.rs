//! What a game is played with: profiles, the dataset, scenarios, the table.

pub mod catalogue;
pub(crate) mod command;
pub(crate) mod crew_traits;
pub(crate) mod profile;
mod regrid;
pub(crate) mod scenario;
pub(crate) mod secondary;
pub(crate) mod table;
pub(crate) mod traits;
pub(crate) mod upgrade;
