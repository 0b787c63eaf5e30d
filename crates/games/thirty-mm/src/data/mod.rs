//! What players write down: datasheets, pilots, weapons, squads.

pub(crate) mod ability;
pub mod catalogue;
pub(crate) mod class;
pub(crate) mod colour;
pub(crate) mod fault;
pub(crate) mod item;
pub(crate) mod kind;
pub(crate) mod mission;
pub(crate) mod pilot;
pub(crate) mod scenario;
pub(crate) mod sheet;
pub(crate) mod sheet_check;
pub(crate) mod squad;
pub(crate) mod stats;
pub(crate) mod weapon;
