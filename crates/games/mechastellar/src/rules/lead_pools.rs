//! What traits of Commanders and Fleet Commanders change in the pools of a clash.

use equipoise_engine::Side;

use super::clash::{PreRoll, Strike};
use super::perks::PoolPerks;
use super::unit::CompiledWeapon;
use super::unit_id::UnitId;
use super::view::View;
use crate::data::command::{CommanderTrait, FleetTrait};
use crate::data::profile::{Category, UnitType};

/// Inches to the target within which the vigilant shoot better (`ms93.commander.vigilant-leader`).
const VIGILANT_IN: u16 = 24;
/// Inches around the Fleet Commander that it covers against missiles, from more than so many inches away, and
/// the DEF of it (`ms93.fleet.fleet-missile-defense`).
const COVERED_IN: u16 = 24;
const MISSILES_FROM_IN: u16 = 16;
const MISSILE_DEF: i32 = 2;
/// HITS in place of the die of Lock On (`ms93.fleet.ship-hunter`).
const HUNTER_HITS: i32 = 2;
/// HITS and DEF of air defences (`ms93.fleet.pinpoint-air-defenses`).
const PINPOINT: i32 = 1;
/// HITS with anti-air missiles (`ms93.fleet.missile-saturation`).
const SATURATION_HITS: i32 = 2;

impl View<'_> {
    /// Whether a side has a trait of its Fleet Commander: until that is destroyed (`ms93.fleet.eligibility`).
    pub(super) fn fleet_leader(self, side: Side, own: FleetTrait) -> Option<UnitId> {
        let (unit, led) = self.bout.leads[side.index()].fleet?;
        (led == own && !self.is_destroyed(unit)).then_some(unit)
    }

    /// Whether a unit is a Warship of a fleet with a trait.
    pub(super) fn sails_by(self, unit: UnitId, own: FleetTrait) -> bool {
        self.profile(unit).unit_type == UnitType::Warship
            && self.fleet_leader(self.side_of(unit), own).is_some()
    }

    /// Whether the Fleet Commander's Sensors find a target for a unit of its side that is no Warship
    /// (`ms93.fleet.awacs-support`).
    pub(super) fn is_found_by_fleet(self, unit: UnitId, target: UnitId) -> bool {
        self.profile(unit).unit_type != UnitType::Warship
            && self
                .fleet_leader(self.side_of(unit), FleetTrait::AwacsSupport)
                .is_some_and(|leader| {
                    self.unit(leader).on_table
                        && self.distance(leader, target) <= self.profile(leader).sensors_shooting
                })
    }

    /// What leaders add to the pool of an attack of the own turn.
    pub(super) fn led_attack(
        self,
        strike: &Strike,
        pre: &PreRoll,
        arm: &CompiledWeapon,
        pool: &mut PoolPerks,
    ) {
        let (unit, target) = (strike.attacker(), strike.target());
        let side = self.side_of(unit);
        let near = || self.distance(unit, target) <= self.bout.distances.hex_in.hexes(VIGILANT_IN);
        let better = if arm.is_melee() {
            self.is_led(side, CommanderTrait::BoldLeader)
        } else {
            self.is_led(side, CommanderTrait::VigilantLeader) && near()
        };
        pool.target -= i8::from(better);
        if arm.anti_air && self.sails_by(unit, FleetTrait::PinpointAirDefenses) {
            pool.flat += PINPOINT;
        }
        let missile = arm.anti_air && arm.category == Some(Category::Explosive);
        if missile && self.sails_by(unit, FleetTrait::MissileSaturation) {
            pool.flat += SATURATION_HITS;
        }
        if pre.lock_on[0]
            && self.profile(target).unit_type == UnitType::Warship
            && self.fleet_leader(side, FleetTrait::ShipHunter) == Some(unit)
        {
            pool.dice -= 1;
            pool.flat += HUNTER_HITS;
        }
    }

    /// What leaders add to the pool of a defence, Counters aside.
    pub(super) fn led_defence(self, strike: &Strike, arm: &CompiledWeapon, pool: &mut PoolPerks) {
        let unit = strike.target();
        if arm.is_melee() {
            pool.target -= i8::from(self.leads_by(unit, CommanderTrait::BoldLeader));
            if self.sails_by(unit, FleetTrait::PinpointAirDefenses) {
                pool.flat += PINPOINT;
            }
            return;
        }
        if arm.category != Some(Category::Explosive) {
            return;
        }
        if self.unit(unit).anti_air > 0 {
            pool.flat += self.pinpoint_def(unit);
        }
        let hexes = |inches| self.bout.distances.hex_in.hexes(inches);
        let side = self.side_of(unit);
        if let Some(leader) = self.fleet_leader(side, FleetTrait::FleetMissileDefense)
            && self.unit(leader).on_table
            && self.distance(leader, unit) <= hexes(COVERED_IN)
            && self.distance(strike.attacker(), unit) > hexes(MISSILES_FROM_IN)
        {
            pool.flat += MISSILE_DEF;
        }
    }

    /// DEF against missiles that its fleet gives a ship beside its air defences
    /// (`ms93.fleet.pinpoint-air-defenses`).
    pub(super) fn pinpoint_def(self, unit: UnitId) -> i32 {
        PINPOINT * i32::from(self.sails_by(unit, FleetTrait::PinpointAirDefenses))
    }
}
