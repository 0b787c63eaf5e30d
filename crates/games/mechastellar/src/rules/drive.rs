//! What traits of crews bring in turns.

use super::decision::{Boon, Offer, Tuning};

/// What a unit's traits bring in turns. Zero stands for nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Drive {
    /// Momentum on activation from Round 2 on with half the HP or more (`ms93.pilot1.immortal`).
    pub(crate) confidence: u8,
    /// Momentum or free Focus on activation (`ms93.pilot1.renowned`, `ms93.pilot2.legendary-pilot`); of captains
    /// Actions or orders too (`ms93.captain1.renowned`, `ms93.captain2.legendary-captain`).
    pub(crate) renown: Offer,
    /// The same with less than half the HP or without Momentum (`ms93.pilot1.fighting-spirit`,
    /// `ms93.pilot2.unflinching-courage`, `ms93.captain1.determined`, `ms93.captain2.fearless`).
    pub(crate) courage: Offer,
    /// Momentum when it is destroyed (`ms93.pilot1.fighting-spirit`, `ms93.captain1.determined`).
    pub(crate) legacy: u8,
    /// A Combat Action each turn for each weapon it has lost (`ms93.captain2.fearless`).
    pub(crate) defiant: bool,
    /// Momentum in a turn in which it attacks an Ace (`ms93.pilot2.unflinching-courage`).
    pub(crate) daring: u8,
    /// Allies that have free Focus of it each round (`ms93.pilot1.tactician`, `ms93.captain1.discerning`,
    /// `ms93.pilot2.grand-strategist`, `ms93.captain2.strategic-captain`).
    pub(crate) guides: u8,
    /// Momentum on activation without an ally near (`ms93.pilot2.solo-operative`).
    pub(crate) solitude: u8,
    /// PEN or hundreds of DMG in a turn (`ms93.pilot1.mechanics-expert`, `ms93.captain1.engineering`,
    /// `ms93.pilot2.mastermind`, `ms93.captain2.fearsome`).
    pub(crate) tuning: u8,
    /// Which way of fighting brings Momentum.
    pub(super) fury: Option<Fury>,
}

/// What beside coming closer brings the Momentum of fury.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fury {
    /// Moving into an engagement in the turn (`ms93.pilot1.hot-blooded`).
    OnEngaging,
    /// Being engaged as the turn ends (`ms93.pilot2.burning-passion`).
    WhileEngaged,
}

impl Offer {
    /// Of a pilot (`ms93.pilot1.renowned`, `ms93.pilot1.fighting-spirit`).
    pub(super) const fn pilot(amount: u8) -> Self {
        Self::of(amount, &[Boon::Momentum, Boon::Focus])
    }

    /// Of so much of any of these.
    pub(super) const fn of(amount: u8, among: &'static [Boon]) -> Self {
        Self { amount, among }
    }
}

/// DMG that is as much as 1 PEN (`ms93.pilot1.mechanics-expert`).
const TUNED_DMG: u32 = 100;

/// What the weapons of the active unit have more in its turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Tuned {
    pub(crate) pen: u8,
    /// In hundreds.
    dmg: u8,
}

impl Tuned {
    /// What a choice makes of so many steps.
    pub(crate) fn of(choice: Tuning, steps: u8) -> Self {
        match choice {
            Tuning::Pen => Self { pen: steps, dmg: 0 },
            Tuning::Dmg => Self { pen: 0, dmg: steps },
        }
    }

    /// DMG more.
    pub(crate) fn dmg(self) -> u32 {
        u32::from(self.dmg) * TUNED_DMG
    }
}

impl Drive {
    /// Adds fury.
    pub(crate) fn rages(&mut self, fury: Fury) {
        self.fury = Some(fury);
    }
}
