//! Standard and Thruster Movement, rotation.

use equipoise_dice::Dice;
use equipoise_engine::{Hex, Log};

use super::event::Event;
use super::facing::Facing;
use super::game::Game;
use super::refusal::{Refusal, require};
use super::state::{Life, Phase, Posture, Turn, UnitId};
use super::view::View;
use crate::data::kind::UnitKind;
use crate::options::{FacingAfterStep, ThrusterBlock};

impl View<'_> {
    /// Whether a unit may move into a hex: on the board, no enemy at its level there
    /// (`mm30.move.enemy-hex`), and no more friends than may share a hex (`mm30.move.friendly-stack`).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check_hex(self, unit: UnitId, hex: Hex) -> Result<(), Refusal> {
        let on_board = self.table.board.contains(hex);
        require(on_board, "mm30.board.size", "off the board")?;
        let level = self.unit(unit).elevation;
        let side = self.piece(unit).side;
        let there = |&other: &UnitId| {
            let state = self.unit(other);
            let same = state.hex == hex && state.elevation == level;
            other != unit && same && state.life != Life::Destroyed
        };
        let (mut friends, mut enemies) = (0, 0);
        for other in (0..self.battle.units.len()).filter(there) {
            if self.piece(other).side == side {
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

    /// Where Thruster Movement in a direction ends (`mm30.move.thruster-distance`).
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
        let hexes = self.thruster_movement(unit).ok_or(none)?;
        let mut hex = self.unit(unit).hex;
        for step in 0..hexes {
            let next = hex + direction.step();
            if let Err(refusal) = self.check_hex(unit, next) {
                let short = self.table.options.thruster_block == ThrusterBlock::StopShort;
                return if short && step > 0 {
                    Ok(hex)
                } else {
                    Err(refusal)
                };
            }
            hex = next;
        }
        Ok(hex)
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
        )
    }

    /// Steps into a neighbouring hex for 1 Movement Point (`mm30.move.standard-points`).
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
        let hex = self.battle.units[unit].hex + direction.step();
        self.view().check_hex(unit, hex)?;
        let points = turn.movement > 0;
        require(
            points,
            "mm30.move.standard-points",
            "no Movement Points left",
        )?;
        self.battle.turn = Some(Turn {
            movement: turn.movement - 1,
            walked: true,
            ..turn
        });
        let before = self.in_range_before(unit);
        self.put(unit, hex);
        let turns = self.table.options.facing_after_step == FacingAfterStep::TurnsToTravel;
        if turns && !self.view().keeps_facing(unit) {
            self.face(unit, direction);
        }
        self.offer_reactions(unit, &before);
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
            let before = self.in_range_before(turn.unit);
            let next = self.battle.units[turn.unit].hex + direction.step();
            self.put(turn.unit, next);
            self.offer_reactions(turn.unit, &before);
        }
    }

    pub(super) fn put(&mut self, unit: UnitId, to: Hex) {
        self.battle.units[unit].hex = to;
        self.log.record(|| Event::Moves { unit, to });
    }

    pub(super) fn face(&mut self, unit: UnitId, facing: Facing) {
        self.battle.units[unit].facing = facing;
        self.log.record(|| Event::Turns { unit, facing });
    }
}
