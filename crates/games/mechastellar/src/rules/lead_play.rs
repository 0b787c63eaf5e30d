//! What traits of Commanders bring in turns and rounds.

use equipoise_dice::Dice;
use equipoise_engine::{Log, Side};

use super::decider::Decider;
use super::event::{Event, MomentumCause};
use super::game::Game;
use super::unit_id::UnitId;
use super::view::View;
use crate::data::command::CommanderTrait;
use crate::data::profile::Tier;

/// Momentum as a round ends (`ms93.commander.resourceful`).
const RESOURCES: i32 = 2;
/// Momentum of a turn in which the Commander is attacked (`ms93.commander.galvanizing-display`).
const DISPLAY: i32 = 2;
/// Momentum for the loss of a unit, and more for that of a large or well crewed one
/// (`ms93.commander.rallying-leader`).
const GRIEF: i32 = 1;
const GREATER_GRIEF: i32 = 2;
/// A unit of this Frame is large (the same).
const LARGE_FRAME: u8 = 3;

impl View<'_> {
    /// The Commander of a side as the scenario names it, alive or not (`ms93.commander.designate`).
    pub(crate) fn commander(self, side: Side) -> Option<UnitId> {
        self.bout
            .side(side)
            .find(|&unit| self.profile(unit).commander)
    }

    /// Whether a side has a trait of its Commander: until that is destroyed (`ms93.commander.lost`).
    pub(super) fn is_led(self, side: Side, own: CommanderTrait) -> bool {
        self.bout.leads[side.index()].own == Some(own)
            && self
                .commander(side)
                .is_some_and(|unit| !self.is_destroyed(unit))
    }

    /// Whether a unit is the Commander of its side and has a trait; it must not be destroyed.
    pub(super) fn leads_by(self, unit: UnitId, own: CommanderTrait) -> bool {
        self.profile(unit).commander && self.is_led(self.side_of(unit), own)
    }

    /// Whether a model has been on the table and will not be again.
    pub(super) fn is_destroyed(self, unit: UnitId) -> bool {
        let state = self.unit(unit);
        // Before the first loss who is not on the table is still to come.
        self.state.losses && !state.on_table && !state.reserve && state.aboard.is_none()
    }
}

impl<P: Decider<D>, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    /// The Momentum of Resourceful Commanders as a round ends (`ms93.commander.resourceful`).
    pub(crate) fn provide(&mut self) {
        for side in Side::BOTH {
            if self.view().is_led(side, CommanderTrait::Resourceful) {
                self.change_momentum(side, RESOURCES, MomentumCause::Trait);
            }
        }
    }

    /// The Momentum of the first attack on a Commander in a turn, as it is declared
    /// (`ms93.commander.galvanizing-display`).
    pub(crate) fn galvanize(&mut self, target: UnitId) {
        let side = self.bout.side_of(target);
        let leads = self
            .view()
            .leads_by(target, CommanderTrait::GalvanizingDisplay);
        if leads && !self.state.turn.galvanized[side.index()] {
            self.state.turn.galvanized[side.index()] = true;
            self.change_momentum(side, DISPLAY, MomentumCause::Trait);
        }
    }

    /// The Momentum of a loss where the Commander rallies (`ms93.commander.rallying-leader`).
    pub(crate) fn grieve(&mut self, lost: UnitId) {
        let side = self.bout.side_of(lost);
        if self.view().is_led(side, CommanderTrait::RallyingLeader) {
            let unit = &self.bout.units[lost];
            let great = unit.frame >= LARGE_FRAME || matches!(unit.tier, Tier::Skilled | Tier::Ace);
            let gain = GRIEF + if great { GREATER_GRIEF } else { 0 };
            self.change_momentum(side, gain, MomentumCause::Trait);
        }
    }
}
