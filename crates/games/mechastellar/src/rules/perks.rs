//! What the traits and upgrades of units add to the core rules in play.
//!
//! A trait is data; what it does is a number or a switch of [`Perks`], which the rules read where it acts.
//! A bout in which nobody has any asks no further than [`Bout::perks`](super::bout::Bout::perks).

use super::bought::{Bought, FREE_SKILL, KNACK};
use super::decision::{Boon, Offer};
use super::drive::{Drive, Fury};
use super::knack::{Frenzy, Ward};
use super::skilled::Skill;
use crate::data::profile::{Tier, UnitProfile};
use crate::data::traits::Trait;
use crate::options::{HexSize, Options};

/// Weapons of so much DMG at most are light (`ms93.pilot1.headhunter`, `ms93.pilot2.warmonger`,
/// `ms93.pilot2.killer-instinct-berserker`).
pub(super) const LIGHT_DMG: u32 = 200;

/// Attackers from so many inches are close (`ms93.captain2.cavalier`).
const SCORN_IN: u16 = 16;

/// What a unit's traits and upgrades add. Zero and `false` stand for nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Perks {
    /// HITS in melee (`ms93.pilot1.close-combat-expert`, `ms93.pilot2.merciless-melee`).
    pub(crate) melee_hits: i32,
    /// DEF in melee (the same).
    pub(crate) melee_def: i32,
    /// Momentum that leaving its engagement costs more (`ms93.pilot2.merciless-melee`).
    pub(crate) holds: u8,
    /// What Guard and Dodge give more against Shooting (`ms93.pilot1.elusive`).
    pub(crate) evasion: u8,
    /// What Barrage and Bullseye give more (`ms93.pilot1.gunnery-expert`).
    pub(crate) gunnery: u8,
    /// Dice by which a Rapid Fire penalty is less (the same, `ms93.captain1.gunnery-crew`).
    pub(crate) steadiness: i32,
    /// Bullseye may aim into a melee (`ms93.pilot2.deadeye-fusillade`).
    pub(crate) deadeye: bool,
    /// Barrage betters Rapid Fire (the same).
    pub(crate) fusillade: bool,
    /// What it makes of criticals once a round (`ms93.pilot2.invincible-untouchable`).
    pub(crate) ward: Option<Ward>,
    /// What it adds when it is hurt or bereaved (`ms93.pilot2.killer-instinct-berserker`).
    pub(crate) frenzy: Option<Frenzy>,
    /// Two defences at once, once a round (`ms93.pilot2.solo-operative`).
    pub(crate) double: bool,
    /// A captain with Guard and Dodge against Shooting (`ms93.captain1.daring`, `ms93.captain2.cavalier`,
    /// `ms93.captain2.sharp-witted`).
    pub(crate) evading_captain: bool,
    /// +1 DEF against attackers that are close (`ms93.captain2.cavalier`).
    pub(crate) haughty: bool,
    /// A captain with Barrage and Bullseye (`ms93.captain1.gunnery-crew`).
    pub(crate) gunnery_captain: bool,
    /// What comes with turns.
    pub(crate) drive: Drive,
    /// HITS against Skilled and Ace crews: with any weapon, and with a light one.
    pub(crate) hunting: Hunting,
    /// Upgrades that act in play.
    pub(crate) bought: Bought,
    /// The Skill of a Highly Skilled pilot (`ms93.upgrade.highly-skilled`).
    pub(crate) skill: Option<Skill>,
}

/// HITS against Skilled and Ace crews (`ms93.pilot1.headhunter`, `ms93.pilot2.warmonger`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Hunting {
    hits: i32,
    /// With a weapon of [`LIGHT_DMG`] at most.
    light: i32,
    /// A light weapon has this DMG at least.
    from_dmg: u32,
}

impl Perks {
    /// Those of a unit under the options.
    pub(crate) fn of(unit: &UnitProfile, options: &Options) -> Self {
        let mut perks = Self {
            bought: Bought::of(unit),
            skill: Skill::of(unit),
            ..Self::default()
        };
        if options.traits {
            for &own in &unit.traits {
                perks.add(own);
            }
        }
        perks
    }

    /// Whether it has +1 DEF against an attacker this many hexes away (`ms93.captain2.cavalier`).
    pub(crate) fn scorns(&self, hexes: u16, size: HexSize) -> bool {
        self.haughty && hexes <= size.hexes(SCORN_IN)
    }

    /// What the unit uses up, one bit each.
    pub(super) fn once(&self) -> u8 {
        self.bought.once() | self.each_round()
    }

    /// The same of what is there again each round.
    pub(super) fn each_round(&self) -> u8 {
        let skill = if self.skill.is_some() { FREE_SKILL } else { 0 };
        let knack = self.ward.is_some() || self.double;
        skill | if knack { KNACK } else { 0 }
    }

    fn add(&mut self, own: Trait) {
        match own {
            Trait::CloseCombatExpert => {
                self.melee_hits += 1;
                self.melee_def += 1;
            }
            Trait::MercilessMelee => {
                self.melee_hits += 2;
                self.melee_def += 1;
                self.holds += 1;
            }
            Trait::Elusive => self.evasion += 1,
            Trait::GunneryExpert => {
                self.gunnery += 1;
                self.steadiness += 1;
            }
            Trait::Deadeye | Trait::FuriousFusillade => {
                self.gunnery += 1;
                self.steadiness += 1;
                self.deadeye = own == Trait::Deadeye;
                self.fusillade = own == Trait::FuriousFusillade;
            }
            Trait::Invincible => {
                self.evasion += 1;
                self.ward = Some(Ward::Invincible);
            }
            Trait::Untouchable => {
                self.evasion += 1;
                self.ward = Some(Ward::Untouchable);
            }
            Trait::KillerInstinct => self.frenzy = Some(Frenzy::KillerInstinct),
            Trait::Berserker => self.frenzy = Some(Frenzy::Berserker),
            Trait::SoloOperative => {
                self.double = true;
                self.drive.solitude += 1;
            }
            Trait::Headhunter => {
                self.hunting = Hunting {
                    hits: 1,
                    light: 2,
                    from_dmg: 0,
                };
            }
            Trait::Warmonger => {
                self.hunting = Hunting {
                    hits: 2,
                    light: 4,
                    from_dmg: 1,
                };
            }
            Trait::Renowned => self.drive.renown = Offer::pilot(1),
            Trait::LegendaryPilot => self.drive.renown = Offer::pilot(2),
            Trait::FightingSpirit => {
                self.drive.courage = Offer::pilot(2);
                self.drive.legacy += 3;
            }
            Trait::UnflinchingCourage => {
                self.drive.courage = Offer::pilot(3);
                self.drive.daring += 1;
            }
            Trait::RenownedCaptain => {
                let among = &[Boon::Momentum, Boon::Orders, Boon::Actions];
                self.drive.renown = Offer::of(1, among);
            }
            Trait::LegendaryCaptain => {
                let among = &[Boon::Momentum, Boon::Orders, Boon::Focus];
                self.drive.renown = Offer::of(2, among);
            }
            Trait::Determined => {
                self.drive.courage = Offer::of(2, &[Boon::Momentum, Boon::Actions]);
                self.drive.legacy += 3;
            }
            Trait::Fearless => {
                self.drive.courage = Offer::of(3, &[Boon::Momentum, Boon::Actions]);
                self.drive.defiant = true;
            }
            Trait::Tactician | Trait::Discerning => self.drive.guides += 2,
            Trait::GrandStrategist | Trait::StrategicCaptain => self.drive.guides += 5,
            Trait::MechanicsExpert | Trait::Engineering => self.drive.tuning += 1,
            Trait::Mastermind | Trait::Fearsome => self.drive.tuning += 2,
            Trait::Immortal => self.drive.confidence += 2,
            Trait::HotBlooded => self.drive.rages(Fury::OnEngaging),
            Trait::BurningPassion => self.drive.rages(Fury::WhileEngaged),
            Trait::Daring | Trait::SharpWitted => self.evading_captain = true,
            Trait::Cavalier => {
                self.evading_captain = true;
                self.haughty = true;
            }
            Trait::GunneryCrew => {
                self.gunnery_captain = true;
                self.steadiness += 1;
            }
        }
    }
}

/// What perks of both units change in one pool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PoolPerks {
    pub(crate) dice: i32,
    /// HITS or DEF.
    pub(crate) flat: i32,
    /// By how much the critical number is better.
    pub(crate) sharper: u8,
    /// Added to the target number of the dice: below 0 is better.
    pub(crate) target: i8,
}

impl Hunting {
    /// HITS against a crew with a weapon of this DMG.
    pub(super) fn against(self, crew: Tier, dmg: u32) -> i32 {
        match crew {
            Tier::Basic | Tier::BattleTested => 0,
            Tier::Skilled | Tier::Ace if (self.from_dmg..=LIGHT_DMG).contains(&dmg) => self.light,
            Tier::Skilled | Tier::Ace => self.hits,
        }
    }
}
