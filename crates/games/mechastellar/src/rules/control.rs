//! Control points: who holds them, and what they bring.

use equipoise_dice::Dice;

use equipoise_engine::{Hex, Log, Side};

use super::decider::Decider;
use super::event::{Event, MomentumCause};
use super::game::Game;
use super::unit_id::UnitId;
use super::view::View;

impl View<'_> {
    /// Whether a side has a model near enough to a control point to hold it; units that arrived this round do
    /// not count (`ms10.cp.capture`, `ms10.reinforce.turn`).
    pub(crate) fn is_present(self, side: Side, point: usize) -> bool {
        let mut models = self.bout.side(side).filter(|&u| self.unit(u).on_table);
        models.any(|u| !self.unit(self.unit(u).leader).arrived && self.is_on_point(u, point))
    }

    /// Whether a model stands near enough to a control point to hold it.
    pub(crate) fn is_on_point(self, model: UnitId, point: usize) -> bool {
        let at = self.bout.control_points[point];
        self.unit(model).pos.distance(at) <= self.bout.distances.control && self.has_point(point)
    }

    /// Whether a unit of a side on a hex would be near enough to hold a control point the side does not
    /// own, or `beyond` hexes more (`ms10.cp.capture`).
    pub(crate) fn gains_point(self, side: Side, hex: Hex, beyond: u16) -> bool {
        let points = self.bout.control_points.iter().zip(&self.state.owners);
        points
            .enumerate()
            .filter(|&(point, (_, owner))| *owner != Some(side) && self.has_point(point))
            .any(|(_, (at, _))| hex.distance(*at) <= self.bout.distances.control + beyond)
    }

    /// Control points a side owns.
    pub(crate) fn points_owned(self, side: Side) -> usize {
        let points = &self.state.owners[..self.bout.control_points.len()];
        points.iter().filter(|owner| **owner == Some(side)).count()
    }
}

impl<P: Decider<D>, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    /// A unit that starts or ends its turn near enough to a point takes it, or contests it where an
    /// enemy stands (`ms10.cp.capture`, `ms10.cp.owner`).
    #[inline]
    pub(crate) fn capture(&mut self, unit: UnitId) {
        if self.bout.control_points.is_empty() {
            return;
        }
        let side = self.bout.side_of(unit);
        if self.state.units[unit].arrived || !self.state.units[unit].on_table {
            return;
        }
        for point in 0..self.bout.control_points.len() {
            let view = self.view();
            if !view
                .models(unit)
                .any(|model| view.is_on_point(model, point))
            {
                continue;
            }
            self.note_fight(unit);
            let contested = self.view().is_present(side.other(), point);
            self.own(point, if contested { None } else { Some(side) });
        }
    }

    /// After a move: a point near units of both sides is nobody's; one that no enemy of its former owner
    /// is near is that owner's again (`ms10.cp.owner`).
    #[inline(always)]
    pub(crate) fn contest(&mut self) {
        self.watch_halves();
        if !self.bout.control_points.is_empty() {
            self.contest_points();
        }
    }

    fn contest_points(&mut self) {
        for point in 0..self.bout.control_points.len() {
            let owner = self.state.owners[point];
            // Nothing changes where nobody ever was.
            let Some(holder) = owner.or(self.state.former[point]) else {
                continue;
            };
            let view = self.view();
            let opposed = view.is_present(holder.other(), point);
            if owner.is_none() {
                if !opposed {
                    self.own(point, Some(holder));
                }
            } else if opposed && view.is_present(holder, point) {
                self.own(point, None);
            }
        }
    }

    fn own(&mut self, point: usize, owner: Option<Side>) {
        let before = self.state.owners[point];
        if before == owner {
            return;
        }
        if before.is_some() {
            self.state.former[point] = before;
        }
        self.state.owners[point] = owner;
        self.log.record(|| Event::ControlPoint { point, owner });
    }

    /// Every point is looked at again when the round ends, then each brings Momentum
    /// (`ms10.cp.round-end`, `ms10.momentum.round-end`, `ms10.round.end-sequence`).
    pub(crate) fn settle_points(&mut self) {
        for point in 0..self.bout.control_points.len() {
            let present = Side::BOTH.map(|side| self.view().is_present(side, point));
            match present {
                [true, true] => self.own(point, None),
                [true, false] => self.own(point, Some(Side::A)),
                [false, true] => self.own(point, Some(Side::B)),
                [false, false] => {
                    let owner = self.state.owners[point].or(self.state.former[point]);
                    self.own(point, owner);
                }
            }
        }
        for side in Side::BOTH {
            let owned = self.view().points_owned(side) as i32;
            if owned > 0 {
                let gain = i32::from(self.bout.scoring.control_momentum) * owned;
                self.change_momentum(side, gain, MomentumCause::ControlPoints);
            }
        }
        if self.bout.perks {
            self.provide();
        }
        self.score_points();
    }
}
