//! The Momentum Shift: Momentum that moving towards or away from enemies brings (`ms10.momentum.*`).

use equipoise_dice::Dice;

use equipoise_engine::{Hex, Log};

use super::constants::{SHIFT_GAIN, SHIFT_LOSS, SHIFT_PIVOT};
use super::decider::Decider;
use super::event::{Event, MomentumCause};
use super::game::Game;
use super::unit_id::{UnitId, UnitSet};
use super::view::View;
use crate::options::ShiftWindow;

impl View<'_> {
    /// Whether the unit's side may still have a Momentum Shift this turn
    /// (`ms10.momentum.shift-limit`, `ms10.momentum.last-shift`).
    pub(crate) fn shift_open(self, unit: UnitId) -> bool {
        let last_used = self.state.sides[self.side_of(unit).index()].last_shift_done;
        let opponent_done = || self.enemies(unit).all(|enemy| self.unit(enemy).activated);
        !(self.state.turn.shift_done || last_used && opponent_done())
    }
}

impl<P: Decider<D>, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    /// The Momentum Shift a move causes (`ms10.momentum.shift-away`, `ms10.momentum.shift-closer`).
    pub(crate) fn shift(
        &mut self,
        unit: UnitId,
        from: Hex,
        nearest: UnitId,
        engaged_before: UnitSet,
    ) {
        let view = self.view();
        let to = view.unit(unit).pos;
        let there = view.unit(nearest).pos;
        let momentum = view.momentum_of(unit);
        if momentum > SHIFT_PIVOT {
            if to.distance(there) > from.distance(there) && view.shift_open(unit) {
                let side = self.bout.side_of(unit);
                self.change_momentum(side, -i32::from(SHIFT_LOSS), MomentumCause::ShiftAway);
                self.mark_shift(unit);
            }
        } else if momentum < SHIFT_PIVOT && self.presses_on(unit, from, engaged_before) {
            self.shift_closer(unit);
        }
    }

    /// Whether the unit came 4 in closer to an enemy or became engaged with one.
    fn presses_on(&self, unit: UnitId, from: Hex, engaged_before: UnitSet) -> bool {
        let view = self.view();
        let to = view.unit(unit).pos;
        let base = match self.bout.options.shift_window {
            ShiftWindow::Turn => self.state.turn.start,
            ShiftWindow::Move => from,
        };
        view.enemies(unit).any(|enemy| {
            let there = view.unit(enemy).pos;
            to.distance(there) + self.bout.distances.shift <= base.distance(there)
                || view.meets_at(unit, to, enemy) && !engaged_before.contains(enemy)
        })
    }

    /// The gain of pressing on.
    pub(crate) fn shift_closer(&mut self, unit: UnitId) {
        let side = self.bout.side_of(unit);
        if self.view().momentum(side) < SHIFT_PIVOT && self.view().shift_open(unit) {
            self.change_momentum(side, i32::from(SHIFT_GAIN), MomentumCause::ShiftCloser);
            self.mark_shift(unit);
        }
    }

    fn mark_shift(&mut self, unit: UnitId) {
        self.state.turn.shift_done = true;
        if self
            .view()
            .enemies(unit)
            .all(|enemy| self.view().unit(enemy).activated)
        {
            let side = self.bout.side_of(unit);
            self.state.sides[side.index()].last_shift_done = true;
        }
    }
}
