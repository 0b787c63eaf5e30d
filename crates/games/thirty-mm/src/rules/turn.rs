//! The order of turns, and the course of one.

use std::cmp::Ordering;

use equipoise_dice::{Dice, Sides};
use equipoise_engine::{Log, Outcome, Side};

use super::event::Event;
use super::game::Game;
use super::refusal::{Refusal, require};
use super::state::{AP_CAP, FROZEN_AP_CAP, Life, Phase, Points, ROUNDS_TOLD, Stance, Turn, UnitId};
use super::status::{ABYSS_DAMAGE, WATER_DRAG};
use crate::data::colour::Colour;
use crate::options::{ApCapScope, GrappleLockout};

impl<D: Dice, L: Log<Event>> Game<'_, D, L> {
    /// The side whose turn is next in this round; `None` once every unit has acted
    /// (`mm30.turn.alternate`).
    #[must_use]
    pub fn next_side(&self) -> Option<Side> {
        let view = self.view();
        let waits = |side: Side| view.side(side).any(|unit| !view.unit(unit).activated);
        let first = self.battle.last.map_or(self.table.attacker, Side::other);
        [first, first.other()].into_iter().find(|&side| waits(side))
    }

    /// Begins a round: every unit may act again (`mm30.turn.round-end`).
    pub fn begin_round(&mut self) {
        self.battle.round = self.battle.round.saturating_add(1);
        self.battle.last = None;
        for unit in &mut self.battle.units {
            unit.activated = false;
            unit.led = false;
        }
    }

    /// Activates a unit: its AP roll, and Movement Points for the turn (`mm30.ap.roll`). A System Error may
    /// cancel the activation; then no turn is in progress afterwards.
    ///
    /// # Errors
    /// When another turn is in progress, or the unit cannot act now.
    pub fn begin_turn(&mut self, unit: UnitId) -> Result<(), Refusal> {
        let rule = "mm30.turn.alternate";
        require(
            self.battle.turn.is_none(),
            rule,
            "another turn is in progress",
        )?;
        let view = self.view();
        require(view.takes_part(unit), rule, "the unit takes no part")?;
        require(
            !view.unit(unit).activated,
            rule,
            "the unit has had its turn",
        )?;
        let side = view.piece(unit).side;
        require(
            self.next_side() == Some(side),
            rule,
            "the other side is to act",
        )?;
        self.update_control();
        self.score_markers(side);
        if !self.restarts(unit) {
            self.battle.units[unit].activated = true;
            self.battle.last = Some(side);
            return Ok(());
        }
        let view = self.view();
        let wet = view.water(unit).is_some();
        let movement = view.movement_points(unit);
        let movement = movement.saturating_sub(if wet { WATER_DRAG } else { 0 });
        let led = view.unit(unit).led;
        let movement = if led { 0 } else { movement };
        let bonus = view.piece(unit).class.ap_bonus();
        let face = self.dice.die(Sides::D8);
        let state = &mut self.battle.units[unit];
        state.ap = state.ap.saturating_add(face + bonus);
        let cap = if state.frozen { FROZEN_AP_CAP } else { AP_CAP };
        state.frozen = false;
        if self.table.options.ap_cap_scope == ApCapScope::Always {
            state.ap = state.ap.min(cap);
        }
        if self.table.options.grapple_lockout == GrappleLockout::ThisTurn {
            state.barred.clear();
        }
        state.stance = Stance::None;
        let ap = state.ap;
        self.log.record(|| Event::ActionPoints { unit, face, ap });
        self.battle.last = Some(side);
        self.battle.turn = Some(Turn {
            unit,
            phase: Phase::Movement,
            movement,
            walked: led,
            thrust: false,
            rotated: led,
            knelt: false,
            prone: false,
            gripped: false,
            line: None,
            tan: 0,
            white: 0,
            left: led,
            wet,
            lent: false,
            cap,
        });
        Ok(())
    }

    /// Ends the turn: heat and snow take effect if they have not yet, and Action Points left are kept
    /// (`mm30.ap.store`).
    ///
    /// # Errors
    /// When no turn is in progress, something is open, or the unit has to move on.
    pub fn end_turn(&mut self) -> Result<(), Refusal> {
        let turn = self.current()?;
        self.require_settled()?;
        require(!turn.lent, "mm30.drone.unit", "a drone unit is moving")?;
        if self.view().in_play(turn.unit) {
            self.view().check_full_move(&turn)?;
            self.bear_climate(&turn);
        }
        self.close_turn(&turn);
        Ok(())
    }

    /// The turn is over, whatever was open to the unit.
    pub(super) fn close_turn(&mut self, turn: &Turn) {
        if self.view().water(turn.unit) == Some(Colour::DarkBlue) {
            self.damage_torso(turn.unit, ABYSS_DAMAGE);
        }
        let state = &mut self.battle.units[turn.unit];
        state.ap = state.ap.min(turn.cap);
        state.activated = true;
        self.battle.turn = None;
    }

    /// Nothing that the last action has set off is open.
    pub(super) fn require_settled(&self) -> Result<(), Refusal> {
        let rule = "mm30.command.offensive-stance";
        require(self.battle.reactions.is_empty(), rule, "a unit may react")?;
        let fallen = self.battle.falls.is_empty();
        require(fallen, "mm30.fall.damage", "a unit has fallen")
    }

    /// The turn in progress, if its unit still takes part.
    pub(super) fn turn(&self) -> Result<Turn, Refusal> {
        let turn = self.current()?;
        self.require_settled()?;
        let rule = "mm30.section.inoperative";
        require(
            self.view().in_play(turn.unit),
            rule,
            "the unit takes no part",
        )?;
        Ok(turn)
    }

    pub(super) fn current(&self) -> Result<Turn, Refusal> {
        self.battle.turn.ok_or(Refusal {
            rule: "mm30.turn.alternate",
            why: "no turn is in progress",
        })
    }

    /// Enters a phase; those before it are over.
    pub(super) fn enter(&mut self, phase: Phase) -> Result<Turn, Refusal> {
        let turn = self.turn()?;
        let in_order = turn.phase <= phase;
        require(in_order, "mm30.turn.phases", "the phase is over")?;
        let entered = Turn { phase, ..turn };
        self.battle.turn = Some(entered);
        Ok(entered)
    }

    /// Pays Action Points of a unit.
    pub(super) fn pay(&mut self, unit: UnitId, ap: u8, rule: &'static str) -> Result<(), Refusal> {
        let state = &mut self.battle.units[unit];
        require(state.ap >= ap, rule, "too few Action Points")?;
        state.ap -= ap;
        state.record.ap += u16::from(ap);
        Ok(())
    }

    /// Notes the victory points at the end of a round.
    pub(crate) fn note_round(&mut self) {
        if self.battle.by_round.len() < ROUNDS_TOLD {
            let points = self.battle.points.map(Points::total);
            self.battle.by_round.push(points);
        }
    }

    /// The side with more victory points.
    fn ahead(&self) -> Option<Side> {
        let [a, b] = self.battle.points.map(Points::total);
        match a.cmp(&b) {
            Ordering::Greater => Some(Side::A),
            Ordering::Less => Some(Side::B),
            Ordering::Equal => None,
        }
    }

    /// How the battle stands if it is over: a side has no unit left that takes part, or the last round
    /// has ended (`mm30.turn.game-end`); then more victory points win (`mm30.battle.vp-cap`). The score
    /// of a side is its victory points where there are markers, otherwise the enemies out of play.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let view = self.view();
        let mut left = [false; 2];
        for (unit, piece) in self.table.pieces.iter().enumerate() {
            let left_of = &mut left[piece.side.index()];
            *left_of = *left_of || view.takes_part(unit);
        }
        let over = self.battle.round >= self.table.options.round_limit
            && self.battle.turn.is_none()
            && self.next_side().is_none();
        let winner = match left {
            [false, false] => None,
            [true, false] => Some(Side::A),
            [false, true] => Some(Side::B),
            _ if over => self.ahead(),
            _ => return None,
        };
        let totals = self.battle.points.map(|points| i32::from(points.total()));
        let out = |side: Side| {
            let units = self.table.pieces.iter().zip(&self.battle.units);
            let lost = units.filter(|(piece, state)| {
                piece.side == side && matches!(state.life, Life::Destroyed | Life::Inoperative)
            });
            lost.count() as i32
        };
        let score = if self.table.markers.is_empty() {
            [out(Side::B), out(Side::A)]
        } else {
            totals
        };
        Some(Outcome {
            winner,
            score,
            rounds: self.battle.round,
        })
    }
}
