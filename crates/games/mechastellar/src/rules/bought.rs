//! Upgrades and bought traits that act in play.

use super::unit_state::UnitState;
use crate::data::profile::{UnitProfile, Upgrade};

/// Perks that a unit uses up, each a bit of [`UnitState::perks_left`](super::unit_state::UnitState::perks_left).
pub(super) const AMBUSH: u8 = 1;
pub(super) const AWE: u8 = 1 << 1;

/// The upgrades of a unit that act in play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bought(u32);

impl Bought {
    const ACTING: [Upgrade; 8] = [
        Upgrade::AntiBeamCoating,
        Upgrade::Ambusher,
        Upgrade::AweInspiringArrival,
        Upgrade::DynamicEntrance,
        Upgrade::FuelHungry,
        Upgrade::SeekingShot,
        Upgrade::SwordsmanSkilled,
        Upgrade::SwordsmanMaster,
    ];

    /// Those of a unit.
    pub(crate) fn of(unit: &UnitProfile) -> Self {
        let own = unit.upgrades.iter();
        let acting = own.filter(|upgrade| Self::ACTING.contains(upgrade));
        Self(acting.fold(0, |set, &upgrade| set | Self::bit(upgrade)))
    }

    const fn bit(upgrade: Upgrade) -> u32 {
        1 << upgrade as u32
    }

    /// Those that it uses up, one bit each.
    pub(super) const fn once(self) -> u8 {
        (AMBUSH * self.has(Upgrade::Ambusher) as u8)
            | (AWE * self.has(Upgrade::AweInspiringArrival) as u8)
    }

    #[inline]
    pub(crate) const fn has(self, upgrade: Upgrade) -> bool {
        self.0 & Self::bit(upgrade) != 0
    }
}

impl UnitState {
    /// An ambusher has had its first attack.
    pub(super) fn use_up_ambush(&mut self) {
        self.perks_left &= !AMBUSH;
    }

    /// The turn is over in which the unit was attacked first.
    pub(super) fn use_up_awe(&mut self) {
        self.perks_left &= !AWE;
    }
}
