//! Traits of Aces that come in two kinds: shots into a melee, frenzy, wards and double defences.

use equipoise_dice::{Dice, Roll};
use equipoise_engine::{Log, Side};

use super::bought::KNACK;
use super::clash::{Clash, Line, PreRoll, Strike};
use super::decider::Decider;
use super::decision::{AttackBonus, DefenceBonus};
use super::event::Event;
use super::game::Game;
use super::knack::{Frenzy, Ward};
use super::perks::LIGHT_DMG;
use super::pools::advantage_hits;
use super::skilled::Readied;
use super::unit::{CompiledWeapon, RapidFireBand};
use super::unit_id::UnitId;
use super::view::View;
use crate::data::profile::{Tier, UnitType};

/// Dice of Rapid Fire by Furious Fusillade (`ms93.pilot2.deadeye-fusillade`).
const FUSILLADE_DICE: i32 = 1;
/// DEF of a frenzy, and its HITS: with any weapon, with a light one, in melee
/// (`ms93.pilot2.killer-instinct-berserker`).
const FRENZY_DEF: i32 = 1;
const KILLER_HITS: i32 = 1;
const KILLER_LIGHT_HITS: i32 = 2;
const BERSERK_HITS: i32 = 3;
/// Inches within which no ally is of a loner (`ms93.pilot2.solo-operative`).
const ALONE_IN: u16 = 16;

impl View<'_> {
    /// Whether a target in a melee with others is open to the shots of a unit, by Bullseye alone
    /// (`ms93.pilot2.deadeye-fusillade`).
    #[inline]
    pub(crate) fn aims_into_melee(self, unit: UnitId, target: UnitId) -> bool {
        self.bout.perks
            && self.profile(unit).perks.deadeye
            && !self.is_duel()
            && self.bout.options.elite_bonus
            && self.state.turn.readied != Some(Readied::IntoMelee)
            && self.shielded_by_melee(unit, target)
    }

    /// Dice and HITS that traits give back of what a band of Rapid Fire takes: as far as the crew is steady, or
    /// with Barrage to a die more than without the band (`ms93.pilot1.gunnery-expert`,
    /// `ms93.pilot2.deadeye-fusillade`).
    pub(super) fn rapid_relief(
        self,
        strike: &Strike,
        pre: &PreRoll,
        band: Option<RapidFireBand>,
    ) -> (i32, i32) {
        let own = &self.profile(strike.attacker()).perks;
        match band {
            Some(band)
                if pre.attack_bonus == Some(AttackBonus::Die) && self.fires(strike, band) =>
            {
                (FUSILLADE_DICE - band.dice, -band.hits)
            }
            Some(band) => ((-band.dice).clamp(0, own.steadiness), 0),
            None => (0, 0),
        }
    }

    /// Whether Furious Fusillade has something to gain of a band: it is no better already.
    fn fires(self, strike: &Strike, band: RapidFireBand) -> bool {
        self.profile(strike.attacker()).perks.fusillade
            && band.dice < FUSILLADE_DICE
            && band.hits < FUSILLADE_DICE
    }

    /// Whether Barrage is a Furious Fusillade for a shot (`ms93.pilot2.deadeye-fusillade`).
    #[inline]
    pub(crate) fn fires_furiously(self, strike: &Strike) -> bool {
        if !self.bout.perks {
            return false;
        }
        let arm = self.weapon(strike.attacker(), strike.weapon());
        let band = arm.rapid_at(self.distance(strike.attacker(), strike.target()));
        !arm.is_melee() && band.is_some_and(|band| self.fires(strike, band))
    }

    /// HITS of a frenzy with a weapon (`ms93.pilot2.killer-instinct-berserker`).
    pub(super) fn frenzied_hits(self, unit: UnitId, arm: &CompiledWeapon) -> i32 {
        match self.frenzy(unit) {
            Some(Frenzy::KillerInstinct) if arm.dmg <= LIGHT_DMG => KILLER_LIGHT_HITS,
            Some(Frenzy::KillerInstinct) => KILLER_HITS,
            Some(Frenzy::Berserker) if arm.is_melee() => BERSERK_HITS,
            Some(Frenzy::Berserker) | None => 0,
        }
    }

    /// DEF of a frenzy (the same).
    pub(super) fn frenzied_def(self, unit: UnitId) -> i32 {
        FRENZY_DEF * i32::from(self.frenzy(unit).is_some())
    }

    /// The frenzy that a unit is in: below half its HP, or once a Skilled or Ace pilot of its side is destroyed
    /// (the same).
    pub(super) fn frenzy(self, unit: UnitId) -> Option<Frenzy> {
        let own = self.profile(unit).perks.frenzy?;
        let wounded = 2 * self.unit(unit).hp < self.profile(unit).hp;
        (wounded || self.has_lost_pilot(self.side_of(unit))).then_some(own)
    }

    fn has_lost_pilot(self, side: Side) -> bool {
        let skilled = |unit: UnitId| {
            let own = self.profile(unit);
            matches!(own.tier, Tier::Skilled | Tier::Ace) && own.unit_type != UnitType::Warship
        };
        let mut units = self.bout.side(side);
        units.any(|unit| skilled(unit) && self.is_destroyed(unit))
    }

    /// Whether a unit may turn the criticals of an attack on it (`ms93.pilot2.invincible-untouchable`).
    pub(crate) fn may_ward(self, clash: &Clash) -> bool {
        let unit = clash.strike.target();
        let goes = |ward: Ward| {
            let bonus = clash.pre.defence_bonus;
            bonus.is_some_and(|bonus| ward.goes_with(bonus))
        };
        self.bout.perks && self.has_knack(unit) && self.profile(unit).perks.ward.is_some_and(goes)
    }

    /// The defence bonus that lets a unit turn criticals, while it may this round (the same).
    pub(crate) fn ward_bonus(self, unit: UnitId) -> Option<DefenceBonus> {
        if !self.bout.perks || !self.has_knack(unit) {
            return None;
        }
        let ward = self.profile(unit).perks.ward?;
        Some(match ward {
            Ward::Invincible => DefenceBonus::Die,
            Ward::Untouchable => DefenceBonus::Critical,
        })
    }

    /// The attack of a clash with its criticals turned, that of tactical advantage among them (the same).
    pub(crate) fn warded(self, clash: &Clash) -> Line {
        let line = clash.attack;
        let roll = line.roll;
        let flat = if clash.advantage {
            advantage_hits(self.bout.options.advantage_mode)
        } else {
            0
        };
        let (roll, less) = match self.profile(clash.strike.target()).perks.ward {
            Some(Ward::Invincible) => {
                let hit = roll.hit + roll.crit;
                (
                    Roll {
                        hit,
                        crit: 0,
                        ..roll
                    },
                    flat.min(1),
                )
            }
            Some(Ward::Untouchable) => {
                let low = roll.low + roll.crit;
                (
                    Roll {
                        low,
                        crit: 0,
                        ..roll
                    },
                    flat,
                )
            }
            None => (roll, 0),
        };
        Line {
            roll,
            flat: line.flat - less,
            ..line
        }
    }

    /// Whether a unit may guard and besides dodge or Counter on a defence (`ms93.pilot2.solo-operative`).
    #[inline]
    pub(crate) fn may_double_defence(self, unit: UnitId) -> bool {
        self.bout.perks && self.profile(unit).perks.double && self.has_knack(unit)
    }

    fn has_knack(self, unit: UnitId) -> bool {
        self.unit(unit).perks_left & KNACK != 0
    }

    /// Whether no ally is near a unit (`ms93.pilot2.solo-operative`).
    pub(super) fn is_alone(self, unit: UnitId) -> bool {
        let near = self.bout.distances.hex_in.hexes(ALONE_IN);
        let mut allies = self
            .standing(self.side_of(unit))
            .filter(|&ally| ally != unit);
        allies.all(|ally| self.distance(unit, ally) > near)
    }
}

impl<P: Decider<D>, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    /// Turns the criticals of an attack, once a round (`ms93.pilot2.invincible-untouchable`).
    pub(super) fn ward(&mut self, clash: &mut Clash) {
        let unit = clash.strike.target();
        let Some(ward) = self.bout.units[unit].perks.ward else {
            return;
        };
        if !self.view().may_ward(clash) {
            return;
        }
        let before = clash.attack.successes() + clash.attack.flat;
        clash.attack = self.view().warded(clash);
        let amount = clash.attack.successes() + clash.attack.flat - before;
        self.state.units[unit].use_up_knack();
        let skill = ward.name();
        self.log.record(|| Event::Skill {
            unit,
            skill,
            amount,
        });
    }

    /// Both defences at once have been chosen for the round (`ms93.pilot2.solo-operative`).
    pub(super) fn note_double_defence(&mut self, clash: &Clash) {
        if clash.pre.defence_bonus.is_some_and(DefenceBonus::doubles) {
            self.state.units[clash.strike.target()].use_up_knack();
        }
    }
}
