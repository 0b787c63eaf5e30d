//! Standard and Thruster Movement, rotation.

use std::cmp::Ordering;

use equipoise_dice::Dice;
use equipoise_engine::{Hex, Log};

use super::chart::Cell;
use super::event::Event;
use super::facing::Facing;
use super::game::Game;
use super::refusal::{Refusal, require};
use super::state::{Phase, Posture, Turn, UnitId};
use super::status::WATER_DRAG;
use super::view::View;
use crate::data::ability::Power;
use crate::data::colour::Colour;
use crate::data::kind::UnitKind;
use crate::options::{FacingAfterStep, ThrusterBlock};

/// Movement Points that a climb or a descent of this many levels costs.
const fn climb_cost(levels: i16) -> u8 {
    let price = if levels > 0 { 2 } else { 1 };
    (levels.unsigned_abs() * price) as u8
}

impl View<'_> {
    /// Whether a unit may be at a level of a hex by itself: in the air up to 3 with Hover/Fly, in water
    /// down to -2 with Cruise/Swim, else on the ground (`mm30.terrain.levels`).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check_level(self, unit: UnitId, hex: Hex, level: i8) -> Result<(), Refusal> {
        let rule = "mm30.status.elevation-marker";
        require(
            (-2..=3).contains(&level),
            "mm30.terrain.levels",
            "no such level",
        )?;
        match level.cmp(&self.ground(hex)) {
            Ordering::Equal => Ok(()),
            Ordering::Greater => require(self.has(unit, Power::Fly), rule, "the unit does not fly"),
            Ordering::Less => {
                let swims = self.swims(unit) && self.colour(hex).is_water();
                require(swims, rule, "the unit does not swim here")
            }
        }
    }

    /// Whether a unit may move into a hex at the level it would have there.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check_hex(self, unit: UnitId, hex: Hex) -> Result<(), Refusal> {
        let state = self.unit(unit);
        self.check_place(
            unit,
            hex,
            self.next_level(unit, (state.hex, state.elevation), hex),
        )
    }

    /// Whether what lies on a hex lets a unit in at a level: no red hex on the ground
    /// (`mm30.terrain.grey-red`), no standing structure (`mm30.structure.blocks`), water only for an EXA
    /// Attack Sub (`mm30.vehicle.sub-water`).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check_ground(self, unit: UnitId, hex: Hex, level: i8) -> Result<(), Refusal> {
        self.check_ground_of(unit, self.table.chart.cell(hex), level)
    }

    fn check_ground_of(self, unit: UnitId, cell: Cell, level: i8) -> Result<(), Refusal> {
        let colour = self.colour_of(cell);
        let red = colour == Colour::Red && level == cell.level;
        require(!red, "mm30.terrain.grey-red", "a red hex")?;
        let dry = self.piece(unit).sheet.kind == UnitKind::AttackSub && !colour.is_water();
        require(!dry, "mm30.vehicle.sub-water", "a submarine stays in water")?;
        let structures = &self.table.terrain.structures;
        let inside = self
            .structure_of(cell)
            .is_some_and(|at| level <= structures[at].top);
        require(!inside, "mm30.structure.blocks", "a structure stands there")
    }

    /// Whether a unit may be at a level of a hex: on the board, not in a red hex or a structure, no enemy
    /// at the same level (`mm30.move.enemy-hex`), and no more friends than may share a hex
    /// (`mm30.move.friendly-stack`).
    pub(super) fn check_place(self, unit: UnitId, hex: Hex, level: i8) -> Result<(), Refusal> {
        self.check_place_of(unit, hex, self.table.chart.cell(hex), level)
    }

    fn check_place_of(self, unit: UnitId, hex: Hex, cell: Cell, level: i8) -> Result<(), Refusal> {
        require(cell.on_board, "mm30.board.size", "off the board")?;
        self.check_ground_of(unit, cell, level)?;
        let (mut friends, mut enemies) = (0, 0);
        for (other, state) in self.battle.units.iter().enumerate() {
            if state.hex != hex || state.elevation != level || other == unit || !state.on_board() {
                continue;
            }
            if self.piece(other).side == self.piece(unit).side {
                friends += 1;
            } else {
                enemies += 1;
            }
        }
        require(enemies == 0, "mm30.move.enemy-hex", "an enemy stands there")?;
        let room = friends < self.table.options.max_friendly_per_hex;
        require(room, "mm30.move.friendly-stack", "the hex is full")
    }

    /// Whether a unit may go that way: one of its front three, any direction for an EXA Tank
    /// (`mm30.move.front-three`).
    fn check_direction(self, unit: UnitId, direction: Facing) -> Result<(), Refusal> {
        let tank = self.piece(unit).sheet.kind == UnitKind::Tank;
        let ahead = self.unit(unit).facing.front().contains(&direction);
        require(
            tank || ahead,
            "mm30.move.front-three",
            "not one of the front three",
        )
    }

    /// The level a unit has after going to another hex: it keeps its height in the air and its depth in
    /// water, and otherwise follows the ground (`mm30.status.elevation-marker`).
    pub(super) fn next_level(self, unit: UnitId, from: (Hex, i8), hex: Hex) -> i8 {
        self.next_level_of(unit, from, self.table.chart.cell(hex))
    }

    fn next_level_of(self, unit: UnitId, from: (Hex, i8), cell: Cell) -> i8 {
        let ((start, level), ground) = (from, cell.level);
        match level.cmp(&self.ground(start)) {
            Ordering::Greater if self.has(unit, Power::Fly) => level.max(ground),
            Ordering::Less if self.swims(unit) && self.colour_of(cell).is_water() => {
                level.min(ground)
            }
            _ => ground,
        }
    }

    /// Movement Points of going from one place to a neighbouring hex, and the level there: 2 for each level
    /// up, 1 for each level down, 1 on the level (`mm30.terrain.climb-cost`); twice as much into ruins
    /// (`mm30.terrain.black-move`), and of an EXA Tank into woods (`mm30.vehicle.tank-green`).
    pub(crate) fn passage(
        self,
        unit: UnitId,
        from: (Hex, i8),
        hex: Hex,
    ) -> Result<(u8, i8), Refusal> {
        let cell = self.table.chart.cell(hex);
        let level = self.next_level_of(unit, from, cell);
        self.check_place_of(unit, hex, cell, level)?;
        let climbs = i16::from(level) - i16::from(from.1);
        if climbs != 0 {
            self.check_climb(unit, climbs)?;
        }
        let tank = self.piece(unit).sheet.kind == UnitKind::Tank;
        let slow = level <= cell.level
            && match self.colour_of(cell) {
                Colour::Black => true,
                Colour::Green => tank,
                _ => false,
            };
        let cost = if climbs == 0 { 1 } else { climb_cost(climbs) };
        Ok((if slow { 2 * cost } else { cost }, level))
    }

    /// Whether a unit may change its level by `climbs` in one step (`mm30.vehicle.elevation-lock`,
    /// `mm30.terrain.climb-cost`).
    fn check_climb(self, unit: UnitId, climbs: i16) -> Result<(), Refusal> {
        let afloat = self.has(unit, Power::Fly) || self.swims(unit);
        let locked = self.piece(unit).sheet.kind.is_vehicle() && !afloat;
        let lock = "mm30.vehicle.elevation-lock";
        require(!locked, lock, "a vehicle keeps its level")?;
        let most = u16::from(self.table.options.climb_levels_per_step);
        let steep = !afloat && climbs.unsigned_abs() > most;
        require(!steep, "mm30.terrain.climb-cost", "too steep for one step")
    }

    /// Movement Points of a step of a unit.
    ///
    /// # Errors
    /// The rule that forbids it, whatever the points.
    pub fn step_cost(self, unit: UnitId, direction: Facing) -> Result<u8, Refusal> {
        self.check_direction(unit, direction)?;
        let state = self.unit(unit);
        let from = (state.hex, state.elevation);
        let (cost, _) = self.passage(unit, from, state.hex + direction.step())?;
        Ok(cost)
    }

    /// Whether a unit has a step left that it can take.
    pub(super) fn can_step(self, turn: &Turn) -> bool {
        let unit = turn.unit;
        let state = self.unit(unit);
        let free = state.posture == Posture::Standing && !state.stuck && !self.in_hold(unit);
        let open = |direction: Facing| {
            let cost = self.step_cost(unit, direction);
            cost.is_ok_and(|cost| cost <= turn.movement)
        };
        free && Facing::ALL.into_iter().any(open)
    }

    /// Where Thruster Movement in a direction ends; levels and ruins on the way use it up as they use up
    /// Movement Points (`mm30.move.thruster-distance`).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn thruster_end(self, unit: UnitId, direction: Facing) -> Result<Hex, Refusal> {
        self.check_direction(unit, direction)?;
        let rule = "mm30.move.thruster-lost";
        let none = Refusal {
            rule,
            why: "no thruster is left",
        };
        let mut left = self.thruster_movement(unit).ok_or(none)?;
        let state = self.unit(unit);
        let mut place = (state.hex, state.elevation);
        while left > 0 {
            let next = place.0 + direction.step();
            let passage = self.passage(unit, place, next).and_then(|(cost, level)| {
                let rule = "mm30.move.thruster-distance";
                let rest = left.checked_sub(cost);
                let rest = rest.ok_or(Refusal {
                    rule,
                    why: "the last hex costs too much",
                })?;
                Ok((rest, level))
            });
            match passage {
                Ok((rest, level)) => (left, place) = (rest, (next, level)),
                Err(refusal) => {
                    let short = self.table.options.thruster_block == ThrusterBlock::StopShort;
                    let moved = place.0 != state.hex;
                    return if short && moved {
                        Ok(place.0)
                    } else {
                        Err(refusal)
                    };
                }
            }
        }
        Ok(place.0)
    }
}

impl<D: Dice, L: Log<Event>> Game<'_, D, L> {
    /// The turn, if its unit may still move on its feet.
    fn moving(&self) -> Result<Turn, Refusal> {
        let turn = self.turn()?;
        let in_phase = turn.phase == Phase::Movement;
        require(in_phase, "mm30.turn.phases", "the Movement Phase is over")?;
        Ok(turn)
    }

    pub(super) fn require_standing(&self, unit: UnitId) -> Result<(), Refusal> {
        let standing = self.battle.units[unit].posture == Posture::Standing;
        require(
            standing,
            "mm30.command.get-up",
            "the unit is not on its feet",
        )?;
        let free = !self.view().in_hold(unit);
        require(
            free,
            "mm30.grapple.hold-pinned",
            "the unit is part of a hold",
        )?;
        let stuck = self.battle.units[unit].stuck;
        require(!stuck, "mm30.status.stuck", "the unit is stuck")
    }

    /// Steps into a neighbouring hex, for 1 Movement Point on even ground
    /// (`mm30.move.standard-points`, `mm30.terrain.climb-cost`).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn step(&mut self, direction: Facing) -> Result<(), Refusal> {
        let turn = self.moving()?;
        let unit = turn.unit;
        require(
            !turn.thrust,
            "mm30.move.choose-kind",
            "Thruster Movement was used",
        )?;
        self.require_standing(unit)?;
        self.view().check_direction(unit, direction)?;
        let state = &self.battle.units[unit];
        let hex = state.hex + direction.step();
        let from = (state.hex, state.elevation);
        let (cost, _) = self.view().passage(unit, from, hex)?;
        let left = turn.movement.checked_sub(cost).ok_or(Refusal {
            rule: "mm30.move.standard-points",
            why: "too few Movement Points left",
        })?;
        self.battle.turn = Some(Turn {
            movement: left,
            walked: true,
            ..turn
        });
        self.note_in_range(unit);
        self.put(unit, hex);
        self.count_ground(unit);
        let turns = self.table.options.facing_after_step == FacingAfterStep::TurnsToTravel;
        if turns && !self.view().keeps_facing(unit) {
            self.face(unit, direction);
        }
        self.offer_reactions(unit);
        Ok(())
    }

    /// Turns on the spot: once a Movement Phase for nothing, else for 1 Movement Point
    /// (`mm30.move.rotation`, `mm30.move.free-rotation`).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn rotate(&mut self, facing: Facing) -> Result<(), Refusal> {
        let turn = self.moving()?;
        let state = &self.battle.units[turn.unit];
        let upright = matches!(state.posture, Posture::Standing | Posture::Kneeling);
        require(
            upright,
            "mm30.command.get-up",
            "the unit lies on the ground",
        )?;
        require(
            !self.view().keeps_facing(turn.unit),
            "mm30.command.defensive-stance",
            "a Defensive Stance keeps its facing",
        )?;
        let rule = "mm30.move.rotation";
        let small = self.table.options.rotation_any_angle || state.facing.angle(facing) <= 1;
        require(small, rule, "more than 60 degrees")?;
        let mut after = Turn {
            rotated: true,
            ..turn
        };
        if turn.rotated {
            require(
                !turn.thrust,
                "mm30.move.choose-kind",
                "Thruster Movement was used",
            )?;
            require(turn.movement > 0, rule, "no Movement Points left")?;
            after.movement -= 1;
            after.walked = true;
        }
        self.battle.turn = Some(after);
        self.face(turn.unit, facing);
        Ok(())
    }

    /// Uses Thruster Movement (`mm30.move.choose-kind`, `mm30.move.thruster-distance`).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn thrust(&mut self, direction: Facing) -> Result<(), Refusal> {
        let turn = self.moving()?;
        let lent = "a drone unit walks in the turn of its main unit";
        require(!turn.lent, "mm30.drone.unit", lent)?;
        let fresh = !turn.walked && !turn.thrust;
        require(fresh, "mm30.move.choose-kind", "the unit has moved")?;
        self.require_standing(turn.unit)?;
        let end = self.view().thruster_end(turn.unit, direction)?;
        let hexes = self.battle.units[turn.unit].hex.distance(end);
        self.battle.turn = Some(Turn {
            thrust: true,
            line: Some((direction, hexes)),
            ..turn
        });
        let unit = turn.unit;
        self.log.record(|| Event::Thrusts {
            unit,
            direction,
            hexes,
        });
        self.glide();
        Ok(())
    }

    /// Goes on with Thruster Movement, hex by hex, until it ends or a unit may react.
    pub(super) fn glide(&mut self) {
        while let Some(turn) = self.battle.turn
            && let Some((direction, left)) = turn.line
            && self.battle.reactions.is_empty()
            && self.view().in_play(turn.unit)
        {
            self.battle.turn = Some(Turn {
                line: (left > 1).then_some((direction, left - 1)),
                ..turn
            });
            self.note_in_range(turn.unit);
            let next = self.battle.units[turn.unit].hex + direction.step();
            self.put(turn.unit, next);
            self.count_ground(turn.unit);
            self.offer_reactions(turn.unit);
        }
    }

    /// Rises or sinks to another level of the own hex: in the air with Hover/Fly up to 3, in water with
    /// Cruise/Swim down to -2; 2 Movement Points for each level up, 1 for each level down
    /// (`mm30.status.elevation-marker`, `mm30.terrain.climb-cost`).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn change_level(&mut self, level: i8) -> Result<(), Refusal> {
        let rule = "mm30.status.elevation-marker";
        let turn = self.moving()?;
        let unit = turn.unit;
        let thrust = "Thruster Movement was used";
        require(!turn.thrust, "mm30.move.choose-kind", thrust)?;
        self.require_standing(unit)?;
        let (view, state) = (self.view(), &self.battle.units[unit]);
        view.check_level(unit, state.hex, level)?;
        let climbs = i16::from(level) - i16::from(state.elevation);
        require(climbs != 0, rule, "the unit is at this level")?;
        view.check_place(unit, state.hex, level)?;
        let cost = climb_cost(climbs);
        let left = turn.movement.checked_sub(cost).ok_or(Refusal {
            rule: "mm30.terrain.climb-cost",
            why: "too few Movement Points left",
        })?;
        self.battle.turn = Some(Turn {
            movement: left,
            walked: true,
            ..turn
        });
        self.note_in_range(unit);
        self.battle.units[unit].elevation = level;
        self.log.record(|| Event::ChangesLevel { unit, level });
        self.offer_reactions(unit);
        Ok(())
    }

    /// Tan and white hexes are counted as they are entered, and water takes Movement Points once a turn
    /// (`mm30.terrain.tan`, `mm30.status.euphotic`).
    fn count_ground(&mut self, unit: UnitId) {
        let (colour, wet) = (self.view().colour_under(unit), self.view().water(unit));
        let Some(turn) = &mut self.battle.turn else {
            return;
        };
        turn.left = true;
        turn.tan += u8::from(colour == Colour::Tan);
        turn.white += u8::from(colour == Colour::White);
        if wet.is_some() && !turn.wet {
            turn.wet = true;
            turn.movement = turn.movement.saturating_sub(WATER_DRAG);
        }
    }

    pub(super) fn put(&mut self, unit: UnitId, to: Hex) {
        let state = &self.battle.units[unit];
        let from = (state.hex, state.elevation);
        let level = self.view().next_level(unit, from, to);
        self.battle.units[unit].hex = to;
        self.battle.units[unit].elevation = level;
        self.drones_follow(unit, from.0);
        self.log.record(|| Event::Moves { unit, to, level });
        self.update_control();
    }

    pub(super) fn face(&mut self, unit: UnitId, facing: Facing) {
        self.battle.units[unit].facing = facing;
        self.log.record(|| Event::Turns { unit, facing });
    }
}
