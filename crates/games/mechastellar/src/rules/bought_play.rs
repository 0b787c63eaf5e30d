//! What upgrades and bought traits do in play.

use super::aim::Form;
use super::bought::{AMBUSH, AWE};
use super::clash::Strike;
use super::constants::ACCELERATE_IN;
use super::perks::PoolPerks;
use super::unit::CompiledWeapon;
use super::unit_id::UnitId;
use super::view::View;
use crate::data::profile::{Category, Upgrade};

/// By how much a coating improves armour saves (`ms93.upgrade.anti-beam-coating`).
const COATING: i32 = 2;
/// Inches of the entrance (`ms93.trait.dynamic-entrance`).
const ENTRANCE_IN: u16 = 5;
/// Inches of the hungry (`ms93.trait.fuel-hungry`).
const THIRST_IN: u16 = 5;
/// The last round in which they Accelerate (the same).
const LAST_FUEL: u8 = 3;

/// Momentum of a decoy (`ms93.trait.decoy-attack`).
pub(crate) const DECOY_COST: u8 = 1;

/// How near the first attack of an ambusher is (`ms93.trait.ambusher`).
const AMBUSH_IN: u16 = 24;

impl View<'_> {
    #[inline]
    pub(super) fn has_bought(self, unit: UnitId, upgrade: Upgrade) -> bool {
        self.profile(unit).perks.bought.has(upgrade)
    }

    /// Whether an attack is an ambusher's first within 24 in. Those without bonuses do not count
    /// (`ms93.trait.ambusher`, `ms10.counter.no-passive`, `ms10.idf.no-bonus`, `ms10.aoe.first-only`).
    #[inline]
    pub(super) fn ambushes(self, strike: &Strike) -> bool {
        self.unit(strike.attacker()).perks_left & AMBUSH != 0
            && strike.counter.is_none()
            && !strike.follows
            && strike.form != Form::Indirect
            && self.distance(strike.attacker(), strike.target())
                <= self.bout.distances.hex_in.hexes(AMBUSH_IN)
    }

    /// Whether a strike may have Blindside by a decoy: a melee attack of the own turn, once a target and turn, not
    /// on who is immune (`ms93.trait.decoy-attack`, `ms10.advantage.blindside-once`,
    /// `ms93.upgrade.superior-instincts`, `ms10.counter.no-passive`, `ms10.aoe.first-only`).
    #[inline]
    pub(crate) fn may_decoy(self, strike: &Strike, arm: &CompiledWeapon) -> bool {
        self.bout.perks
            && arm.is_melee()
            && strike.counter.is_none()
            && !strike.follows
            && self.has_bought(strike.attacker(), Upgrade::DecoyAttack)
            && self.momentum_of(strike.attacker()) >= DECOY_COST
            && !self.is_instinctive(strike.target())
            && !self.state.turn.blindside_used.contains(strike.target())
    }

    /// DEF of a unit in the first turn in which it is attacked (`ms93.trait.awe-inspiring-arrival`).
    pub(super) fn awe(self, unit: UnitId) -> i32 {
        i32::from(self.unit(unit).perks_left & AWE != 0)
    }

    /// The attacker's target number against a swordsman, Counters aside (`ms93.trait.swordsman-skilled`,
    /// `ms93.trait.swordsman-master`).
    pub(super) fn attack_aim(self, strike: &Strike, arm: &CompiledWeapon) -> PoolPerks {
        let parries = |upgrade| self.has_bought(strike.target(), upgrade);
        let worse = arm.is_melee()
            && strike.counter.is_none()
            && (parries(Upgrade::SwordsmanSkilled) || parries(Upgrade::SwordsmanMaster));
        PoolPerks {
            target: i8::from(worse),
            ..PoolPerks::default()
        }
    }

    /// The defender's target number against a master of the sword, Counters and later targets of a sweep aside
    /// (`ms93.trait.swordsman-master`, `ms10.aoe.first-only`).
    pub(super) fn defence_aim(self, strike: &Strike, arm: &CompiledWeapon) -> PoolPerks {
        let worse = arm.is_melee()
            && strike.counter.is_none()
            && !strike.follows
            && self.has_bought(strike.attacker(), Upgrade::SwordsmanMaster);
        PoolPerks {
            target: i8::from(worse),
            ..PoolPerks::default()
        }
    }

    /// Whether a strike denies its target rerolls, Dodge and Lock On: a shot of the own turn
    /// (`ms93.trait.seeking-shot`, `ms10.counter.no-passive`, `ms10.idf.no-bonus`, `ms10.aoe.first-only`).
    #[inline]
    pub(crate) fn is_sought(self, strike: &Strike) -> bool {
        self.bout.perks && self.seeks(strike, self.weapon(strike.attacker(), strike.weapon()))
    }

    pub(super) fn seeks(self, strike: &Strike, arm: &CompiledWeapon) -> bool {
        !arm.is_melee()
            && strike.counter.is_none()
            && !strike.follows
            && strike.form != Form::Indirect
            && self.has_bought(strike.attacker(), Upgrade::SeekingShot)
    }

    /// Whether a unit makes its entrance: it has Fly and its first Move Action is longer
    /// (`ms93.trait.dynamic-entrance`).
    #[inline]
    pub(super) fn enters(self, unit: UnitId) -> bool {
        self.bout.perks && self.state.round == 1 && self.has_bought(unit, Upgrade::DynamicEntrance)
    }

    /// Inches that an entrance, half an inch of each Move Action and traits of those who lead add to the first of a
    /// turn (`ms93.trait.dynamic-entrance`, `ms93.upgrade.performance-threshold`,
    /// `ms93.commander.three-times-as-fast`, `ms93.fleet.blockade-runner`).
    pub(super) fn entrance_in(self, unit: UnitId) -> u16 {
        let strides = self.profile(unit).half_inch && !self.unit(unit).arrived;
        let entrance_in = if self.enters(unit) { ENTRANCE_IN } else { 0 };
        entrance_in + u16::from(strides) + self.haste_in(unit)
    }

    /// Whether a unit may not Accelerate any more (`ms93.trait.fuel-hungry`).
    #[inline]
    pub(super) fn is_out_of_fuel(self, unit: UnitId) -> bool {
        self.bout.perks
            && self.state.round > LAST_FUEL
            && self.has_bought(unit, Upgrade::FuelHungry)
    }

    /// Hexes of an Accelerate: more for the first of a turn of the hungry (`ms10.accel.action`,
    /// `ms93.trait.fuel-hungry`).
    #[inline]
    pub(super) fn throttle(self, unit: UnitId) -> u16 {
        let distances = &self.bout.distances;
        let turn = &self.state.turn;
        let first = self.bout.perks && turn.unit == unit && turn.accelerations == 0;
        if first && self.has_bought(unit, Upgrade::FuelHungry) {
            distances.hex_in.hexes(ACCELERATE_IN + THIRST_IN)
        } else {
            distances.accelerate
        }
    }

    /// By how much a target's coating lowers the face that a save against a weapon needs
    /// (`ms93.upgrade.anti-beam-coating`).
    pub(super) fn coating(self, target: UnitId, arm: &CompiledWeapon) -> i32 {
        let shot = !arm.is_melee() && arm.category == Some(Category::Energy);
        if shot && self.has_bought(target, Upgrade::AntiBeamCoating) {
            COATING
        } else {
            0
        }
    }
}
