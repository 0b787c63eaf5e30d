//! Attacks on structures, and their fall.

use equipoise_dice::Dice;
use equipoise_engine::{Hex, Log};

use super::event::Event;
use super::game::Game;
use super::refusal::{Refusal, require};
use super::state::{Phase, Posture, UnitId};
use super::view::{Arm, View};
use crate::data::ability::Power;

impl View<'_> {
    /// Whether a unit may attack a standing structure: one of its hexes in range, in the field of view
    /// and in sight (`mm30.structure.attack`).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check_structure(self, unit: UnitId, arm: Arm, structure: usize) -> Result<(), Refusal> {
        let rule = "mm30.structure.attack";
        let left = self.battle.structures.get(structure);
        require(left.is_some_and(|&it| it > 0), rule, "no structure stands")?;
        self.check_weapon(unit, arm)?;
        let hexes = &self.table.terrain.structures[structure].hexes;
        let open = |&hex: &Hex| self.bears_on_structure(unit, arm, structure, hex);
        require(hexes.iter().any(open), rule, "out of range or out of sight")
    }

    fn bears_on_structure(self, unit: UnitId, arm: Arm, structure: usize, hex: Hex) -> bool {
        let state = self.unit(unit);
        let (low, top) = (
            self.ground(hex),
            self.table.terrain.structures[structure].top,
        );
        let level = state.elevation.clamp(low, top.max(low));
        let levels = u16::from((state.elevation - level).unsigned_abs());
        let (hexes, range) = (state.hex.distance(hex), self.range(unit, arm));
        let reaches = if range > 1 {
            hexes + levels <= u16::from(range)
        } else {
            hexes <= 1 && levels <= 1
        };
        reaches
            && self.sees_hex(unit, hex)
            && self.is_clear((state.hex, state.elevation), (hex, level), Some(structure))
    }
}

impl<D: Dice, L: Log<Event>> Game<'_, D, L> {
    /// Attacks a structure: it is hit without a roll and takes Base Damage; the Defense that is left
    /// (`mm30.structure.attack`).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn attack_structure(&mut self, arm: Arm, structure: usize) -> Result<u16, Refusal> {
        let turn = self.combat_turn()?;
        let unit = turn.unit;
        self.view().check_structure(unit, arm, structure)?;
        let phase = if self.view().range(unit, arm) > 1 {
            Phase::Ranged
        } else {
            Phase::Close
        };
        require(turn.phase <= phase, "mm30.turn.phases", "the phase is over")?;
        let strike = self.view().strike(unit, arm);
        self.pay(unit, strike.ap, "mm30.ranged.pay-ap")?;
        self.enter(phase)?;
        self.log.record(|| Event::AttacksStructure {
            unit,
            structure,
            weapon: arm.weapon(),
            ap: strike.ap,
        });
        self.damage_structure(structure, strike.damage);
        Ok(self.battle.structures[structure])
    }

    /// Damages a structure for good; surplus damage is lost (`mm30.structure.persist`). At 0 it falls,
    /// and who stood on it with it, unless it flies (`mm30.structure.destroyed`).
    pub(crate) fn damage_structure(&mut self, structure: usize, damage: u16) {
        let left = self.battle.structures[structure].saturating_sub(damage);
        self.battle.structures[structure] = left;
        self.log.record(|| Event::StructureHit {
            structure,
            damage,
            left,
        });
        if left > 0 {
            return;
        }
        let hexes = &self.table.terrain.structures[structure].hexes;
        for unit in 0..self.battle.units.len() {
            let inside = hexes.contains(&self.battle.units[unit].hex);
            if inside && !self.view().has(unit, Power::Fly) {
                self.drop_to_ground(unit);
            }
        }
    }

    /// Puts a unit on the ground of its hex; from above, it falls (`mm30.fall.damage`).
    pub(super) fn drop_to_ground(&mut self, unit: UnitId) {
        let state = &self.battle.units[unit];
        let (ground, level) = (self.view().ground(state.hex), state.elevation);
        self.battle.units[unit].elevation = ground;
        if level > ground && self.view().in_play(unit) {
            let levels = (level - ground).unsigned_abs();
            self.battle.falls.push((unit, levels));
        }
    }

    /// The damage of a fall, on a core section that the owner of the unit chooses: twice class times
    /// levels (`mm30.fall.damage`).
    ///
    /// # Errors
    /// When the unit has not fallen, or the section is lost.
    pub fn take_fall(&mut self, unit: UnitId, section: usize) -> Result<(), Refusal> {
        let rule = "mm30.fall.damage";
        let mut falls = self.battle.falls.iter();
        let found = falls.position(|fall| fall.0 == unit).ok_or(Refusal {
            rule,
            why: "the unit has not fallen",
        })?;
        let left = self.battle.units[unit].defense.get(section);
        require(
            left.is_some_and(|&it| it > 0),
            rule,
            "no such section is left",
        )?;
        let (_, levels) = self.battle.falls.remove(found);
        self.log.record(|| Event::Falls {
            unit,
            levels,
            section,
        });
        let class = u16::from(self.table.pieces[unit].class.number());
        self.damage_section(unit, section, 2 * class * u16::from(levels));
        Ok(())
    }

    /// A unit is thrown into a structure: the structure stands and the unit is Stuck
    /// (`mm30.grapple.into-structure-stands`), or it falls and its Defense hits the torso on top
    /// (`mm30.grapple.into-structure-falls`).
    pub(super) fn crash(&mut self, unit: UnitId, structure: usize, damage: u16) {
        let left = self.battle.structures[structure];
        if damage < left {
            self.battle.units[unit].stuck = true;
            self.damage_torso(unit, damage);
            if self.table.options.into_structure_chips {
                self.damage_structure(structure, damage);
            }
        } else {
            self.battle.units[unit].posture = Posture::Grounded;
            self.damage_torso(unit, damage + left);
            self.damage_structure(structure, left);
        }
    }
}
