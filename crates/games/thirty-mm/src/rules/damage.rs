//! Damage to sections and items, and what it destroys.

use equipoise_dice::{Dice, Sides};
use equipoise_engine::Log;

use super::event::Event;
use super::game::Game;
use super::state::{Hold, ItemState, Life, Place, UnitId};
use crate::data::sheet::Mount;

impl<D: Dice, L: Log<Event>> Game<'_, D, L> {
    /// Damages a core section; surplus damage is lost (`mm30.ranged.damage`).
    pub(crate) fn damage_section(&mut self, unit: UnitId, section: usize, damage: u16) {
        let left = &mut self.battle.units[unit].defense[section];
        if *left == 0 {
            return;
        }
        *left = left.saturating_sub(damage);
        let left = *left;
        self.log.record(|| Event::SectionHit {
            unit,
            section,
            damage,
            left,
        });
        if left == 0 {
            self.lose_section(unit, section);
        }
    }

    /// Damages the torso.
    pub(crate) fn damage_torso(&mut self, unit: UnitId, damage: u16) {
        if let Some(section) = self.view().torso(unit) {
            self.damage_section(unit, section, damage);
        }
    }

    /// What goes with a core section: what its hand held falls to the ground (`mm30.section.arm`), weapons
    /// mounted on it are lost (`mm30.weapon.lost-with-section`), and perhaps the unit itself.
    fn lose_section(&mut self, unit: UnitId, section: usize) {
        let state = &mut self.battle.units[unit];
        let hex = state.hex;
        for item in state.weapons.iter_mut().chain(&mut state.shields) {
            let_go(item, section, hex);
        }
        self.lose_mounted(unit, Mount::Section(section));
        let life = self.view().life(unit);
        self.battle.units[unit].life = life;
        self.loosen(unit, life);
        if life != Life::InPlay {
            self.update_control();
            self.battle.falls.retain(|fall| fall.0 != unit);
            let destroyed = life == Life::Destroyed;
            self.log.record(|| Event::OutOfPlay { unit, destroyed });
        }
    }

    /// Ends a hold that a unit can no longer be part of: it is out of play, or it holds without an arm
    /// (`mm30.grapple.hold-pinned`).
    fn loosen(&mut self, unit: UnitId, life: Life) {
        let unable = match self.battle.units[unit].hold {
            Hold::Holds { .. } => !self.view().has_hand(unit),
            Hold::Free | Hold::HeldBy(_) => false,
        };
        if unable || life != Life::InPlay {
            self.end_hold(unit);
        }
    }

    /// Ends the hold that a unit is part of.
    pub(super) fn end_hold(&mut self, unit: UnitId) {
        let hold = std::mem::take(&mut self.battle.units[unit].hold);
        if let Hold::Holds { held: other, .. } | Hold::HeldBy(other) = hold {
            self.battle.units[other].hold = Hold::Free;
        }
    }

    /// Weapons on a lost section or group of equipment are destroyed without an explosion.
    fn lose_mounted(&mut self, unit: UnitId, mount: Mount) {
        for item in &mut self.battle.units[unit].weapons {
            if item.place == Place::Mounted(mount) {
                item.durability = 0;
            }
        }
    }

    /// Damages a weapon; a mounted one that is destroyed may explode
    /// (`mm30.ranged.target-equipment`, `mm30.weapon.mounted-explosion`).
    pub(crate) fn damage_weapon(&mut self, unit: UnitId, weapon: usize, damage: u16) {
        let item = &mut self.battle.units[unit].weapons[weapon];
        item.durability = item.durability.saturating_sub(damage);
        let (left, place) = (item.durability, item.place);
        self.log.record(|| Event::WeaponHit {
            unit,
            weapon,
            damage,
            left,
        });
        if let (0, Place::Mounted(mount)) = (left, place) {
            self.explode(unit, weapon, mount);
        }
    }

    /// The d8 of a mounted weapon that has been shot off: on 6 or more what it sits on takes half of the
    /// printed Base Damage, rounded up.
    fn explode(&mut self, unit: UnitId, weapon: usize, mount: Mount) {
        let face = self.dice.die(Sides::D8);
        let explodes = face >= 6;
        self.log.record(|| Event::Explosion {
            unit,
            weapon,
            face,
            explodes,
        });
        if !explodes {
            return;
        }
        let damage = self.table.pieces[unit].weapons[weapon]
            .base_damage
            .div_ceil(2);
        match mount {
            Mount::Section(section) => self.damage_section(unit, section, damage),
            Mount::Equipment(group) => self.damage_equipment(unit, group, damage),
        }
    }

    /// Damages a shield.
    pub(crate) fn damage_shield(&mut self, unit: UnitId, shield: usize, damage: u16) {
        let item = &mut self.battle.units[unit].shields[shield];
        item.durability = item.durability.saturating_sub(damage);
        let left = item.durability;
        self.log.record(|| Event::ShieldHit {
            unit,
            shield,
            damage,
            left,
        });
    }

    /// Damages a group of equipment.
    pub(crate) fn damage_equipment(&mut self, unit: UnitId, group: usize, damage: u16) {
        let left = &mut self.battle.units[unit].equipment[group];
        *left = left.saturating_sub(damage);
        let left = *left;
        self.log.record(|| Event::EquipmentHit {
            unit,
            group,
            damage,
            left,
        });
        if left == 0 {
            self.battle.units[unit].drones[group] = None;
            self.lose_mounted(unit, Mount::Equipment(group));
        }
    }
}

/// Takes a lost hand off an item: what both hands held stays in the other one.
fn let_go(item: &mut ItemState, section: usize, hex: equipoise_engine::Hex) {
    let Place::Held { hand, other } = item.place else {
        return;
    };
    item.place = match other {
        Some(other) if hand == section => Place::Held {
            hand: other,
            other: None,
        },
        Some(other) if other == section => Place::Held { hand, other: None },
        None if hand == section => Place::Dropped(hex),
        _ => item.place,
    };
}
