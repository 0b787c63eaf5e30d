//! Skills that count against the limit of a turn.

use super::bought::FREE_SKILL;
use super::unit_state::UnitState;
use crate::data::profile::{UnitProfile, Upgrade};

/// A Skill that counts against the limit (`ms10.skill.limit`, `ms93.upgrade.army-of-one`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Skill {
    Zeal,
    Valor,
    IronWall,
    /// Those of Highly Skilled pilots follow (`ms93.upgrade.highly-skilled`).
    Accelerate,
    Bullseye,
    GiantSlayer,
    Mayhem,
    Persevere,
    Counterattack,
    Shot,
    Unbeaten,
}

impl Skill {
    /// Skills that come with upgrades (`ms93.upgrade.highly-skilled-20`, `ms93.upgrade.highly-skilled-50`).
    const BOUGHT: [(Upgrade, Self); 8] = [
        (Upgrade::SkilledAccelerate, Self::Accelerate),
        (Upgrade::SkilledBullseye, Self::Bullseye),
        (Upgrade::SkilledGiantSlayer, Self::GiantSlayer),
        (Upgrade::SkilledMayhem, Self::Mayhem),
        (Upgrade::SkilledPersevere, Self::Persevere),
        (Upgrade::SkilledCounterattack, Self::Counterattack),
        (Upgrade::SkilledShot, Self::Shot),
        (Upgrade::SkilledUnbeaten, Self::Unbeaten),
    ];

    /// The one that a unit has bought.
    pub(super) fn of(unit: &UnitProfile) -> Option<Self> {
        let mut all = Self::BOUGHT.iter();
        let own = all.find(|(upgrade, _)| unit.upgrades.contains(upgrade));
        own.map(|&(_, skill)| skill)
    }

    const fn bit(self) -> u16 {
        1 << self as u16
    }

    /// Its name in replays.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Zeal => "Zeal",
            Self::Valor => "Valor",
            Self::IronWall => "Iron Wall",
            Self::Accelerate => "Accelerate",
            Self::Bullseye => "Bullseye",
            Self::GiantSlayer => "Giant Slayer",
            Self::Mayhem => "Mayhem",
            Self::Persevere => "Persevere",
            Self::Counterattack => "Shooting Counterattack",
            Self::Shot => "Take the Shot",
            Self::Unbeaten => "Unbeaten",
        }
    }

    /// Momentum of a use that is not free; `None` where there is none but the free one of a round, or where
    /// the core rules have a price (`ms93.skill.giant-slayer`, `ms93.skill.mayhem`, `ms93.skill.persevere`,
    /// `ms93.skill.shooting-counterattack`, `ms93.skill.take-the-shot`, `ms93.skill.unbeaten`).
    pub(super) const fn price(self) -> Option<u8> {
        match self {
            Self::GiantSlayer | Self::Mayhem => Some(1),
            Self::Persevere | Self::Counterattack | Self::Shot | Self::Unbeaten => Some(2),
            Self::Zeal | Self::Valor | Self::IronWall | Self::Accelerate | Self::Bullseye => None,
        }
    }
}

/// What a Skill makes of the attacks that follow it in the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Readied {
    /// Critical number 1 better on the next shot (`ms93.upgrade.highly-skilled-20`).
    Bullseye,
    /// The next shot without penalties and from farther away (`ms93.skill.take-the-shot`).
    Steady,
    /// Shots of enough PEN past shields and cover (the same).
    Piercing,
    /// One shot into a melee with an ally (the same).
    IntoMelee,
}

impl Readied {
    /// Every one that a Skill may be.
    pub(crate) const fn of(skill: Skill) -> &'static [Self] {
        match skill {
            Skill::Bullseye => &[Self::Bullseye],
            Skill::Shot => &[Self::Steady, Self::Piercing, Self::IntoMelee],
            _ => &[],
        }
    }
}

impl UnitState {
    /// Notes that a Skill was used in the present turn; which one where upgrades ask for it.
    pub(super) fn use_skill(&mut self, skill: Skill, perks: bool) {
        self.skill_used = true;
        if perks {
            self.skills |= skill.bit();
        }
    }

    /// Whether a Skill was used in the present turn, where upgrades ask for it.
    #[inline]
    pub(super) const fn has_used(&self, skill: Skill) -> bool {
        self.skills & skill.bit() != 0
    }

    /// Whether a Skill is in force that lasts for the turn and counts on strikes.
    #[inline]
    pub(super) const fn is_changed_by_skills(&self) -> bool {
        self.skills & (Skill::GiantSlayer.bit() | Skill::Persevere.bit()) != 0
    }

    /// Whether the free use of the round is left (`ms93.upgrade.highly-skilled`).
    pub(super) const fn has_free_skill(&self) -> bool {
        self.perks_left & FREE_SKILL != 0
    }

    /// The free use is gone.
    pub(super) fn use_up_free_skill(&mut self) {
        self.perks_left &= !FREE_SKILL;
    }
}
