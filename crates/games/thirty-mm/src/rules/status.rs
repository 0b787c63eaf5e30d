//! Heat, snow, water, and a System Error.

use equipoise_dice::{Dice, Sides};
use equipoise_engine::Log;

use super::event::{Event, Peril};
use super::game::Game;
use super::refusal::{Refusal, require};
use super::state::{Phase, Posture, Turn, UnitId};
use super::view::View;
use crate::data::colour::Colour;
use crate::data::kind::UnitKind;
use crate::options::WhiteRoll;

/// Standard Movement Points that water takes (`mm30.status.euphotic`, `mm30.status.abyss`).
pub(super) const WATER_DRAG: u8 = 2;
/// Damage of a turn in deep water (`mm30.status.abyss`).
pub(super) const ABYSS_DAMAGE: u16 = 10;
/// What the d8 must show at the first try after a System Error (`mm30.status.system-error`).
const FIRST_RESTART: u8 = 5;

impl View<'_> {
    /// Tan and white hexes that count at the end of the Movement Phase: those entered, or the one that
    /// the unit has stayed in; none once the phase is over (`mm30.terrain.tan`).
    fn climate(self, turn: &Turn) -> [u8; 2] {
        if turn.phase != Phase::Movement {
            return [0; 2];
        }
        if turn.left {
            return [turn.tan, turn.white];
        }
        let here = self.colour_under(turn.unit);
        [Colour::Tan, Colour::White].map(|colour| u8::from(here == colour))
    }

    /// Whether an EXA Air Fighter has used the movement it can (`mm30.vehicle.fighter-full-move`).
    pub(super) fn check_full_move(self, turn: &Turn) -> Result<(), Refusal> {
        let fighter = self.piece(turn.unit).sheet.kind == UnitKind::AirFighter;
        let open = fighter && turn.phase == Phase::Movement && !turn.thrust;
        require(
            !(open && self.can_step(turn)),
            "mm30.vehicle.fighter-full-move",
            "the unit has Movement Points left",
        )
    }

    /// Whether the Movement Phase may be left by an attack: [`Game::end_movement`] comes first where
    /// heat or snow has to be rolled for.
    pub(super) fn check_leave(self, turn: &Turn) -> Result<(), Refusal> {
        self.check_full_move(turn)?;
        let [tan, white] = self.climate(turn);
        require(tan == 0, "mm30.terrain.tan", "the heat is to be rolled for")?;
        let snow = "the snow is to be rolled for";
        require(white == 0, "mm30.terrain.white", snow)
    }
}

impl<D: Dice, L: Log<Event>> Game<'_, D, L> {
    /// Ends the Movement Phase with the rolls for heat and snow; whether the turn goes on
    /// (`mm30.terrain.tan`, `mm30.terrain.white`).
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn end_movement(&mut self) -> Result<bool, Refusal> {
        let turn = self.turn()?;
        let in_phase = turn.phase == Phase::Movement;
        require(in_phase, "mm30.turn.phases", "the Movement Phase is over")?;
        require(!turn.lent, "mm30.drone.unit", "a drone unit is moving")?;
        self.view().check_full_move(&turn)?;
        if self.bear_climate(&turn) {
            self.close_turn(&turn);
            return Ok(false);
        }
        self.enter(Phase::Ranged)?;
        Ok(true)
    }

    /// Rolls for heat, then for snow; whether one of them ends the turn.
    pub(crate) fn bear_climate(&mut self, turn: &Turn) -> bool {
        let [tan, white] = self.view().climate(turn);
        let hot = |face| face <= 2 * tan;
        if tan > 0 && self.status_die(turn.unit, Peril::Heat, hot) {
            self.overheat(turn.unit);
            return true;
        }
        if white == 0 {
            return false;
        }
        let (bound, roll) = (2 * white, self.table.options.white_roll);
        let freezes = self.status_die(turn.unit, Peril::Snow, |face| match roll {
            WhiteRoll::AtLeast => face >= bound,
            WhiteRoll::AtMost => face <= bound,
        });
        self.battle.units[turn.unit].frozen |= freezes;
        freezes
    }

    /// A die, and whether it goes against the unit.
    fn status_die(&mut self, unit: UnitId, peril: Peril, strikes: impl Fn(u8) -> bool) -> bool {
        let face = self.dice.die(Sides::D8);
        let struck = strikes(face);
        self.log.record(|| Event::Status {
            unit,
            peril,
            face,
            struck,
        });
        struck
    }

    /// Overheat: the unit goes to its knees; on the ground it stays there (`mm30.status.overheat`).
    fn overheat(&mut self, unit: UnitId) {
        let posture = &mut self.battle.units[unit].posture;
        if *posture != Posture::Grounded {
            *posture = Posture::Kneeling;
        }
    }

    /// Inflicts a System Error; a turn of the unit ends at once (`mm30.status.system-error`).
    pub fn inflict_system_error(&mut self, unit: UnitId) {
        self.battle.units[unit].system_error = Some(FIRST_RESTART);
        if let Some(turn) = self.battle.turn.filter(|turn| turn.unit == unit) {
            self.battle.reactions.clear();
            self.close_turn(&turn);
            self.battle.turn = self.battle.main.take();
        }
    }

    /// Whether a unit can act in spite of a System Error, which then ends; each try is easier by 1.
    pub(super) fn restarts(&mut self, unit: UnitId) -> bool {
        let Some(needed) = self.battle.units[unit].system_error else {
            return true;
        };
        let up = !self.status_die(unit, Peril::SystemError, |face| face < needed);
        let next = needed.saturating_sub(1).max(1);
        self.battle.units[unit].system_error = (!up).then_some(next);
        up
    }
}
