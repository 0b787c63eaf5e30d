//! Secure the Objective: what control points score.

use equipoise_dice::Dice;

use equipoise_engine::{Log, Side};

use super::constants::ROUNDS;
use super::decider::Decider;
use super::earnings::Source;
use super::event::Event;
use super::game::Game;
use super::view::View;
use crate::data::profile::UnitType;

impl View<'_> {
    /// Whether the active unit, on a control point of its side since its turn began, may give the turn up for
    /// it: a mech that has done nothing yet, once a point and round (`ms93.secure.action`). Who is bound by a
    /// Challenge or must answer fire fights.
    pub(crate) fn may_secure(self, point: usize) -> bool {
        if self.bout.mission.action == 0 || point >= self.bout.control_points.len() {
            return false;
        }
        let turn = &self.state.turn;
        let (unit, state) = (turn.unit, self.unit(turn.unit));
        let fresh = turn.combat_actions > 0
            && !turn.acted
            && turn.moves_made == 0
            && turn.accelerations == 0
            && turn.attacked.is_empty()
            && !state.skill_used
            && !state.arrived
            && state.pos == turn.start;
        fresh
            && !matches!(
                self.profile(unit).unit_type,
                UnitType::Warship | UnitType::Vehicle
            )
            && self.state.owners[point] == Some(self.side_of(unit))
            && self.state.progress.secured >> point & 1 == 0
            && self
                .models(unit)
                .any(|model| self.is_on_point(model, point))
            && !self.is_challenged(unit)
            && !(turn.return_fire && self.bound_to_closest(unit))
    }

    /// The first control point that it may give its turn up for.
    pub(crate) fn securable(self) -> Option<usize> {
        let mut points = 0..self.bout.control_points.len();
        points.find(|&point| self.may_secure(point))
    }
}

impl<P: Decider<D>, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    /// The active unit gives up its turn for a control point; false, as no action follows
    /// (`ms93.secure.action`).
    pub(crate) fn secure(&mut self, point: usize) -> bool {
        if self.view().may_secure(point) {
            let unit = self.state.turn.unit;
            let turn = &mut self.state.turn;
            (turn.combat_actions, turn.move_actions, turn.free_used) = (0, 0, u16::MAX);
            self.state.progress.secured |= 1 << point;
            let points = self.bout.mission.action;
            self.award(unit, Source::ControlPoints, points, "objective");
        }
        false
    }

    /// Victory points for control points as a round ends (`ms93.secure.hold-vp`,
    /// `ms93.secure.majority-vp`).
    pub(crate) fn score_points(&mut self) {
        if self.bout.mission.hold == 0 {
            return;
        }
        let owned = Side::BOTH.map(|side| self.view().points_owned(side));
        for side in Side::BOTH {
            let (own, other) = (owned[side.index()], owned[side.other().index()]);
            let points = self.bout.mission.holding(own, other);
            self.credit(side, Source::ControlPoints, points, "control points");
        }
    }

    /// A battle that ends before its last round, one side being gone: what the rounds that are left would
    /// bring, the control points as they lie (`ms93.secure.base`).
    pub(crate) fn settle_rest(&mut self) {
        if self.bout.mission.hold > 0 {
            for _ in self.state.round..=ROUNDS {
                self.settle_points();
            }
        }
    }
}
