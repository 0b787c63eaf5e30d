//! Drone equipment: deployed around its unit, with the unit's stats.

use equipoise_dice::Dice;
use equipoise_engine::{Hex, Log};

use super::aim::Aim;
use super::attack::Attack;
use super::event::{Command, Event};
use super::facing::Facing;
use super::game::Game;
use super::refusal::{Refusal, require};
use super::state::{Battle, DroneState, Hold, Life, Place, Posture, Turn, UnitId};
use super::view::{Arm, View};
use crate::data::item::Drone;
use crate::data::sheet::Mount;

/// Drones of a unit that are on the board at most (`mm30.command.deploy`).
const MOST_ACTIVE: usize = 3;
/// Distance of a drone from its unit at most (`mm30.drone.formation`).
const RADIUS: u16 = 1;
/// Distance of a drone with A.I. from its unit at most (`mm30.command.reposition`).
const AI_RADIUS: u16 = 2;

impl View<'_> {
    /// What kind of drone a group of equipment is, if it is one and not destroyed.
    fn drone(self, unit: UnitId, group: usize) -> Option<Drone> {
        let left = self.unit(unit).equipment.get(group).copied()?;
        let kind = self.piece(unit).sheet.equipment[group].drone;
        kind.filter(|_| left > 0)
    }

    /// Whether a unit has a drone that is not destroyed (`mm30.section.inoperative-drones`).
    #[inline]
    #[must_use]
    pub fn has_drone(self, unit: UnitId) -> bool {
        let mut groups = self.piece(unit).makeup.drones();
        groups.any(|group| self.drone(unit, group).is_some())
    }

    /// Whether a unit still acts: an inoperative one does through its drones
    /// (`mm30.section.inoperative-drones`).
    #[inline]
    #[must_use]
    pub fn takes_part(self, unit: UnitId) -> bool {
        match self.unit(unit).life {
            Life::InPlay => true,
            Life::Inoperative => self.has_drone(unit),
            Life::Destroyed | Life::Reserve => false,
        }
    }

    /// The drone that carries a weapon.
    #[inline]
    pub(super) fn carrier(self, unit: UnitId, arm: Arm) -> Option<usize> {
        let Arm::Weapon(at) = arm else {
            return None;
        };
        if self.piece(unit).makeup.drones().is_empty() {
            return None;
        }
        match self.unit(unit).weapons.get(at)?.place {
            Place::Mounted(Mount::Equipment(group)) => self.drone(unit, group).map(|_| group),
            _ => None,
        }
    }

    /// The drone on the board that carries a weapon.
    #[inline]
    pub(crate) fn sent_carrier(self, unit: UnitId, arm: Arm) -> Option<usize> {
        let carrier = self.carrier(unit, arm);
        carrier.filter(|&group| self.unit(unit).drones[group].is_some())
    }

    /// The battle as an attack by or on a drone sees it: the drone stands for its unit, with the unit's
    /// stats and a posture of its own (`mm30.drone.equipment`). `None` where no drone has a part in it.
    #[inline]
    pub(super) fn staged(self, unit: UnitId, attack: &Attack) -> Option<Box<Battle>> {
        let carrier = self.sent_carrier(unit, attack.arm);
        let target = match attack.aim {
            Aim::Equipment(group) if attack.target < self.battle.units.len() => {
                let kind = self.drone(attack.target, group);
                kind.filter(|_| self.unit(attack.target).drones[group].is_some())
                    .map(|_| group)
            }
            _ => None,
        };
        if carrier.is_none() && target.is_none() {
            return None;
        }
        Some(self.stage_all([(unit, carrier), (attack.target, target)]))
    }

    #[cold]
    fn stage_all(self, drones: [(UnitId, Option<usize>); 2]) -> Box<Battle> {
        let mut battle = Box::new(self.battle.clone());
        for (unit, group) in drones {
            if let Some(group) = group {
                self.stage(&mut battle, unit, group);
            }
        }
        battle
    }

    fn stage(self, battle: &mut Battle, unit: UnitId, group: usize) {
        let (kind, ground) = (self.drone(unit, group), |hex| self.ground(hex));
        let state = &mut battle.units[unit];
        let Some(drone) = state.drones[group] else {
            return;
        };
        state.hex = drone.hex;
        state.posture = Posture::Standing;
        state.hold = Hold::Free;
        state.life = Life::InPlay;
        // A turret evades nothing (`mm30.drone.turret`).
        state.stuck = kind == Some(Drone::Turret);
        if kind == Some(Drone::Turret) {
            state.facing = drone.facing;
        }
        if kind != Some(Drone::Flight) {
            state.elevation = ground(drone.hex);
        }
    }

    fn check_drone_hex(self, hex: Hex, rule: &'static str) -> Result<(), Refusal> {
        let open = self.table.board.contains(hex) && self.structure_in(hex).is_none();
        require(open, rule, "no place for a drone")
    }
}

impl<D: Dice, L: Log<Event>> Game<'_, D, L> {
    /// The turn of a unit that acts itself or through its drones.
    pub(super) fn drone_turn(&self) -> Result<Turn, Refusal> {
        let turn = self.current()?;
        self.require_settled()?;
        let able = self.view().takes_part(turn.unit);
        let rule = "mm30.section.inoperative-drones";
        require(able, rule, "the unit takes no part")?;
        Ok(turn)
    }

    /// Puts drones on the board around their unit, at most three at a time (`mm30.command.deploy`).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn deploy_drones(&mut self, drones: &[(usize, Hex)]) -> Result<(), Refusal> {
        let rule = "mm30.command.deploy";
        let unit = self.drone_turn()?.unit;
        let (view, state) = (self.view(), &self.battle.units[unit]);
        let mut after = state.drones.clone();
        for &(group, hex) in drones {
            let docked = view.drone(unit, group).is_some() && after[group].is_none();
            require(docked, rule, "no drone that is attached")?;
            let near = state.hex.distance(hex) <= RADIUS;
            require(near, rule, "further than 1 hex from the unit")?;
            view.check_drone_hex(hex, rule)?;
            after[group] = Some(DroneState {
                hex,
                facing: state.facing,
            });
        }
        let active = after.iter().flatten().count();
        require(active <= MOST_ACTIVE, rule, "more than three drones")?;
        self.pay_command(unit)?;
        self.battle.units[unit].drones = after;
        self.tell(unit, Command::Deploy);
        Ok(())
    }

    /// Takes all drones back, from wherever they are (`mm30.command.recall`).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn recall_drones(&mut self) -> Result<(), Refusal> {
        let unit = self.drone_turn()?.unit;
        self.pay_command(unit)?;
        self.battle.units[unit].drones.fill(None);
        self.tell(unit, Command::Recall);
        Ok(())
    }

    /// Moves drones: those without A.I. by 1 hex and next to their unit, those with A.I. anywhere within 2
    /// hexes of it (`mm30.command.reposition`). Turrets stay where they are (`mm30.drone.turret`).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn reposition_drones(&mut self, drones: &[(usize, Hex)]) -> Result<(), Refusal> {
        let rule = "mm30.command.reposition";
        let unit = self.drone_turn()?.unit;
        let (view, state) = (self.view(), &self.battle.units[unit]);
        let mut after = state.drones.clone();
        for &(group, hex) in drones {
            let kind = view.drone(unit, group);
            let turret = kind == Some(Drone::Turret);
            require(!turret, "mm30.drone.turret", "a turret stays in its hex")?;
            let drone = state.drones.get(group).copied().flatten();
            let drone = drone.ok_or(Refusal {
                rule,
                why: "the drone is not on the board",
            })?;
            let ai = self.table.pieces[unit].sheet.equipment[group].ai;
            let radius = if ai { AI_RADIUS } else { RADIUS };
            let near = ai || drone.hex.distance(hex) <= 1;
            let legal = near && state.hex.distance(hex) <= radius;
            require(legal, rule, "too far")?;
            view.check_drone_hex(hex, rule)?;
            after[group] = Some(DroneState { hex, ..drone });
        }
        self.pay_command(unit)?;
        self.battle.units[unit].drones = after;
        self.tell(unit, Command::Reposition);
        Ok(())
    }

    /// Turns a turret while its unit is within 1 hex (`mm30.drone.turret`).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn turn_turret(&mut self, group: usize, facing: Facing) -> Result<(), Refusal> {
        let rule = "mm30.drone.turret";
        let unit = self.drone_turn()?.unit;
        let turret = self.view().drone(unit, group) == Some(Drone::Turret);
        let state = &self.battle.units[unit];
        let drone = state.drones.get(group).copied().flatten();
        let drone = drone.filter(|_| turret).ok_or(Refusal {
            rule,
            why: "no turret on the board",
        })?;
        let near = state.hex.distance(drone.hex) <= 1;
        require(near, rule, "further than 1 hex from the unit")?;
        self.pay_command(unit)?;
        self.battle.units[unit].drones[group] = Some(DroneState { facing, ..drone });
        self.tell(unit, Command::TurnTurret);
        Ok(())
    }

    /// Drones other than turrets go with their unit and keep their places around it; where there is no
    /// place for one, it comes into the hex of the unit (`mm30.drone.formation`).
    pub(super) fn drones_follow(&mut self, unit: UnitId, from: Hex) {
        let to = self.battle.units[unit].hex;
        for group in self.table.pieces[unit].makeup.drones() {
            let turret = self.view().drone(unit, group) == Some(Drone::Turret);
            let Some(drone) = self.battle.units[unit].drones[group].filter(|_| !turret) else {
                continue;
            };
            let next = drone.hex + (to - from);
            let open = self.view().check_drone_hex(next, "mm30.drone.formation");
            let hex = if open.is_ok() { next } else { to };
            self.battle.units[unit].drones[group] = Some(DroneState { hex, ..drone });
        }
    }
}
