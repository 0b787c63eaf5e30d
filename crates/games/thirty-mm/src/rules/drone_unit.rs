//! Drone units: units of their own that may move in the turn of their main unit.

use equipoise_dice::Dice;
use equipoise_engine::Log;

use super::event::Event;
use super::game::Game;
use super::refusal::{Refusal, require};
use super::state::{Phase, Turn, UnitId};
use super::status::WATER_DRAG;
use super::view::View;
use crate::data::ability::Power;

impl View<'_> {
    /// Whether one unit is a drone unit of another: Drone Agent here, Control Management there, on one
    /// side (`mm30.drone.unit`).
    #[must_use]
    pub fn is_led_by(self, unit: UnitId, main: UnitId) -> bool {
        let allies = unit != main && self.piece(unit).side == self.piece(main).side;
        allies && self.has(unit, Power::DroneAgent) && self.has(main, Power::ControlManagement)
    }
}

impl<D: Dice, L: Log<Event>> Game<'_, D, L> {
    /// Lets a drone unit take its movement of this round now, in the turn of its main unit; that turn waits
    /// until [`Game::end_drone_move`] (`mm30.drone.unit`).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn begin_drone_move(&mut self, unit: UnitId) -> Result<(), Refusal> {
        let rule = "mm30.drone.unit";
        let turn = self.turn()?;
        let view = self.view();
        let known = unit < self.battle.units.len() && view.in_play(unit);
        let led = known && !turn.lent && view.is_led_by(unit, turn.unit);
        require(led, rule, "no drone unit of this unit")?;
        let state = view.unit(unit);
        let fresh = !state.activated && !state.led && state.system_error.is_none();
        require(fresh, rule, "it has had its movement")?;
        let wet = view.water(unit).is_some();
        let drag = if wet { WATER_DRAG } else { 0 };
        let movement = view.movement_points(unit).saturating_sub(drag);
        self.battle.main = Some(turn);
        self.battle.units[unit].led = true;
        self.battle.turn = Some(Turn {
            unit,
            phase: Phase::Movement,
            movement,
            walked: false,
            thrust: false,
            rotated: false,
            knelt: false,
            prone: false,
            gripped: false,
            line: None,
            tan: 0,
            white: 0,
            left: false,
            wet,
            lent: true,
            cap: turn.cap,
        });
        Ok(())
    }

    /// Ends the movement of a drone unit, with the rolls for heat and snow; the turn of its main unit goes
    /// on. A drone unit that overheats or freezes has had its turn.
    ///
    /// # Errors
    /// When no drone unit is moving, something is open, or it has to move on.
    pub fn end_drone_move(&mut self) -> Result<(), Refusal> {
        let turn = self.current()?;
        self.require_settled()?;
        require(turn.lent, "mm30.drone.unit", "no drone unit is moving")?;
        if self.view().in_play(turn.unit) {
            self.view().check_full_move(&turn)?;
            let over = self.bear_climate(&turn);
            self.battle.units[turn.unit].activated |= over;
        }
        self.battle.turn = self.battle.main.take();
        Ok(())
    }
}
