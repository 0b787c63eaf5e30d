//! What the traits and upgrades of units add to the core rules in play.
//!
//! A trait is data; what it does is a number or a switch of [`Perks`], which the rules read where it acts.
//! A bout in which nobody has any asks no further than [`Bout::perks`](super::bout::Bout::perks).

use super::aim::Form;
use super::bought::Bought;
use super::clash::{PreRoll, Strike};
use super::decision::{AttackBonus, DefenceBonus};
use super::drive::{Drive, Fury};
use super::unit::CompiledWeapon;
use super::unit_id::UnitId;
use super::view::View;
use crate::data::profile::{Tier, UnitProfile};
use crate::data::traits::Trait;
use crate::options::Options;

/// Weapons of so much DMG at most are light (`ms93.pilot1.headhunter`, `ms93.pilot2.warmonger`).
const LIGHT_DMG: u32 = 200;

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
    /// A captain with Guard and Dodge against Shooting (`ms93.captain1.daring`).
    pub(crate) evading_captain: bool,
    /// A captain with Barrage and Bullseye (`ms93.captain1.gunnery-crew`).
    pub(crate) gunnery_captain: bool,
    /// What comes with turns.
    pub(crate) drive: Drive,
    /// HITS against Skilled and Ace crews: with any weapon, and with a light one.
    pub(crate) hunting: Hunting,
    /// Upgrades that act in play.
    pub(crate) bought: Bought,
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
            ..Self::default()
        };
        if options.traits {
            for &own in &unit.traits {
                perks.add(own);
            }
        }
        perks
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
            Trait::Renowned => self.drive.renown += 1,
            Trait::LegendaryPilot => self.drive.renown += 2,
            Trait::FightingSpirit => {
                self.drive.courage += 2;
                self.drive.legacy += 3;
            }
            Trait::UnflinchingCourage => {
                self.drive.courage += 3;
                self.drive.daring += 1;
            }
            Trait::Tactician | Trait::Discerning => self.drive.guides += 2,
            Trait::GrandStrategist | Trait::StrategicCaptain => self.drive.guides += 5,
            Trait::MechanicsExpert | Trait::Engineering => self.drive.tuning += 1,
            Trait::Mastermind | Trait::Fearsome => self.drive.tuning += 2,
            Trait::Immortal => self.drive.confidence += 2,
            Trait::HotBlooded => self.drive.rages(Fury::OnEngaging),
            Trait::BurningPassion => self.drive.rages(Fury::WhileEngaged),
            Trait::Daring => self.evading_captain = true,
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

impl View<'_> {
    /// What perks change in the attacker's pool: its own nothing in a Counter, with indirect fire or on later
    /// targets of a sweep (`ms10.counter.no-passive`, `ms10.idf.no-bonus`, `ms10.aoe.first-only`).
    pub(crate) fn attack_perks(
        self,
        strike: &Strike,
        pre: &PreRoll,
        arm: &CompiledWeapon,
        rapid_dice: i32,
    ) -> PoolPerks {
        let aim = self.attack_aim(strike, arm);
        if strike.counter.is_some() || strike.follows || strike.form == Form::Indirect {
            return aim;
        }
        let target = self.profile(strike.target());
        let own = &self.profile(strike.attacker()).perks;
        let mut pool = PoolPerks {
            flat: own.hunting.against(target.tier, arm.dmg) + self.answer_hits(strike.attacker()),
            ..aim
        };
        if arm.is_melee() {
            pool.flat += own.melee_hits;
        } else {
            pool.dice += (-rapid_dice).clamp(0, own.steadiness);
            match pre.attack_bonus {
                Some(AttackBonus::Die) => pool.dice += i32::from(own.gunnery),
                Some(AttackBonus::Critical) => pool.sharper += own.gunnery,
                Some(AttackBonus::Size) | None => {}
            }
        }
        pool
    }

    /// What perks change in the defender's pool: nothing in a Counter (`ms10.counter.no-passive`).
    pub(crate) fn defence_perks(
        self,
        strike: &Strike,
        pre: &PreRoll,
        arm: &CompiledWeapon,
    ) -> PoolPerks {
        let mut pool = self.defence_aim(strike, arm);
        if strike.counter.is_some() {
            return pool;
        }
        let own = &self.profile(strike.target()).perks;
        pool.flat += self.awe(strike.target());
        if arm.is_melee() {
            pool.flat += own.melee_def;
        } else {
            match pre.defence_bonus {
                Some(DefenceBonus::Die) => pool.dice += i32::from(own.evasion),
                Some(DefenceBonus::Critical) => pool.sharper += own.evasion,
                None => {}
            }
        }
        pool
    }
}

impl View<'_> {
    /// Whether a captain's trait gives a ship an Elite bonus on a strike: on its own shots, or against those of
    /// others (`ms93.captain1.daring`, `ms93.captain1.gunnery-crew`).
    pub(crate) fn captain_has_bonus(self, strike: &Strike, unit: UnitId) -> bool {
        let own = &self.profile(unit).perks;
        let shot = !self.weapon(strike.attacker(), strike.weapon()).is_melee();
        shot && if unit == strike.attacker() {
            own.gunnery_captain
        } else {
            own.evading_captain
        }
    }
}

impl Hunting {
    /// HITS against a crew with a weapon of this DMG.
    fn against(self, crew: Tier, dmg: u32) -> i32 {
        match crew {
            Tier::Basic | Tier::BattleTested => 0,
            Tier::Skilled | Tier::Ace if (self.from_dmg..=LIGHT_DMG).contains(&dmg) => self.light,
            Tier::Skilled | Tier::Ace => self.hits,
        }
    }
}
