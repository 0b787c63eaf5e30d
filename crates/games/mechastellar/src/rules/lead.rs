//! Who leads the sides of a battle, and what traits they bring: data apart from what the rules do with it.

use super::unit_id::UnitId;
use crate::data::command::{CommanderTrait, FleetTrait};

/// The traits of those who lead a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lead {
    /// Of the Commander (`ms93.commander.designate`).
    pub(crate) own: Option<CommanderTrait>,
    /// The Fleet Commander and its own (`ms93.fleet.eligibility`).
    pub(crate) fleet: Option<(UnitId, FleetTrait)>,
}

/// Starting Momentum that a trait brings, up to a full pool (`ms93.commander.resourceful`).
pub(super) fn opening(own: CommanderTrait) -> u8 {
    u8::from(own == CommanderTrait::Resourceful)
}
