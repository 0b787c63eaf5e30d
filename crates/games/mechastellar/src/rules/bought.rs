//! Upgrades and bought traits that act in play.

use super::unit_state::UnitState;
use crate::data::profile::{UnitProfile, Upgrade};

/// Perks that a unit uses up, each a bit of [`UnitState::perks_left`](super::unit_state::UnitState::perks_left).
pub(super) const AMBUSH: u8 = 1;
pub(super) const AWE: u8 = 1 << 1;
/// Two turns of Superior Instincts.
const INSTINCTS: u8 = 0b11 << 2;
/// Superior Instincts are in force until the present turn ends.
pub(super) const BRACED: u8 = 1 << 4;
/// The free use of a Highly Skilled pilot's Skill is left this round (`ms93.upgrade.highly-skilled`).
pub(super) const FREE_SKILL: u8 = 1 << 5;
/// A weapon has been fired at two targets this turn (`ms93.trait.missile-massacre`).
pub(super) const MASSACRE: u8 = 1 << 6;
/// What a crew's trait may do once a round is left (`ms93.pilot2.invincible-untouchable`,
/// `ms93.pilot2.solo-operative`).
pub(super) const KNACK: u8 = 1 << 7;
/// DEF of a turn of them (`ms93.upgrade.superior-instincts`).
pub(crate) const INSTINCT_DEF: i32 = 3;
/// What of it a strike may have to do with.
pub(super) const IN_FORCE: u8 = AMBUSH | AWE | BRACED | KNACK;

/// The upgrades of a unit that act in play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bought(u64);

impl Bought {
    const ACTING: [Upgrade; 13] = [
        Upgrade::AntiBeamCoating,
        Upgrade::Ambusher,
        Upgrade::AweInspiringArrival,
        Upgrade::DecoyAttack,
        Upgrade::DesperationAttack,
        Upgrade::DynamicEntrance,
        Upgrade::FuelHungry,
        Upgrade::MissileMassacre,
        Upgrade::SeekingShot,
        Upgrade::SwordsmanSkilled,
        Upgrade::SwordsmanMaster,
        Upgrade::ArmyOfOne,
        Upgrade::SuperiorInstincts,
    ];

    /// Those of a unit.
    pub(crate) fn of(unit: &UnitProfile) -> Self {
        let own = unit.upgrades.iter();
        let acting = own.filter(|upgrade| Self::ACTING.contains(upgrade));
        Self(acting.fold(0, |set, &upgrade| set | Self::bit(upgrade)))
    }

    const fn bit(upgrade: Upgrade) -> u64 {
        1 << upgrade as u64
    }

    /// Those that it uses up, one bit each.
    pub(super) const fn once(self) -> u8 {
        (AMBUSH * self.has(Upgrade::Ambusher) as u8)
            | (AWE * self.has(Upgrade::AweInspiringArrival) as u8)
            | (INSTINCTS * self.has(Upgrade::SuperiorInstincts) as u8)
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

    /// Whether Superior Instincts are left for another turn (`ms93.upgrade.superior-instincts`).
    pub(crate) const fn has_instincts(&self) -> bool {
        self.perks_left & INSTINCTS != 0 && self.perks_left & BRACED == 0
    }

    /// DEF of Superior Instincts in force.
    pub(super) fn braced(&self) -> i32 {
        if self.perks_left & BRACED != 0 {
            INSTINCT_DEF
        } else {
            0
        }
    }

    /// One of the two turns of Superior Instincts begins.
    pub(super) fn brace(&mut self) {
        let left = self.perks_left & INSTINCTS;
        self.perks_left &= !(left & left.wrapping_neg());
        self.perks_left |= BRACED;
    }

    /// The turn is over.
    pub(super) fn relax(&mut self) {
        self.perks_left &= !(BRACED | MASSACRE);
    }

    /// A round begins.
    pub(super) fn refresh_perks(&mut self, each_round: u8) {
        self.perks_left |= each_round;
    }

    /// The once a round of a crew's trait is gone.
    pub(super) fn use_up_knack(&mut self) {
        self.perks_left &= !KNACK;
    }

    /// A weapon is fired at two targets.
    pub(super) fn massacre(&mut self) {
        self.perks_left |= MASSACRE;
    }

    /// The turn is over in which the unit was attacked first.
    pub(super) fn use_up_awe(&mut self) {
        self.perks_left &= !AWE;
    }
}
