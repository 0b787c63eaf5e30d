//! One battle in play: the rules' hands on state, dice and log.

use equipoise_dice::{Dice, Sides};

use equipoise_engine::{Hex, Log, Side};

use super::bout::Bout;
use super::constants::MOMENTUM_MAX;
use super::decider::Decider;
use super::earnings::Source;
use super::event::{Event, MomentumCause};
use super::state::Battle;
use super::unit_id::UnitId;
use super::view::View;

/// Everything a rule needs while a battle is played.
pub(crate) struct Game<'a, P, D, L> {
    pub(crate) bout: &'a Bout,
    /// Who decides for both sides.
    pub(crate) decider: &'a mut P,
    pub(crate) state: &'a mut Battle,
    pub(crate) dice: &'a mut D,
    pub(crate) log: &'a mut L,
}

impl<P: Decider<D>, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    /// The open information as it is now.
    #[inline]
    pub(crate) fn view(&self) -> View<'_> {
        View {
            bout: self.bout,
            state: self.state,
        }
    }

    #[inline]
    pub(crate) fn d10(&mut self) -> u8 {
        self.dice.die(Sides::D10)
    }

    /// Momentum after a gain or loss, cut off at 0 and 10 (`ms10.momentum.pool`).
    pub(crate) fn change_momentum(&mut self, side: Side, by: i32, cause: MomentumCause) {
        let pool = &mut self.state.sides[side.index()].momentum;
        let from = *pool;
        let to = (i32::from(from) + by).clamp(0, i32::from(MOMENTUM_MAX)) as u8;
        *pool = to;
        if from != to {
            self.log.record(|| Event::Momentum {
                side,
                from,
                to,
                cause,
            });
        }
    }

    /// Pays a cost the caller has checked to be affordable (`ms10.momentum.pay`).
    pub(crate) fn pay_momentum(&mut self, side: Side, cost: u8, cause: MomentumCause) {
        debug_assert!(cost <= self.state.sides[side.index()].momentum);
        self.change_momentum(side, -i32::from(cost), cause);
    }

    /// Spends Boost, Power or Havoc points the caller has checked to be there.
    pub(crate) fn spend_points(&mut self, unit: UnitId, points: u8, purpose: &'static str) {
        if points == 0 {
            return;
        }
        let state = &mut self.state.units[unit];
        debug_assert!(points <= state.points);
        state.points -= points;
        let left = state.points;
        self.log.record(|| Event::Points {
            unit,
            left,
            purpose,
        });
    }

    /// Turns a model to look along a direction.
    pub(crate) fn face(&mut self, unit: UnitId, facing: Hex) {
        if facing != Hex::default() && self.state.units[unit].facing != facing {
            self.state.units[unit].facing = facing;
            self.log.record(|| Event::Face { unit, facing });
        }
    }

    /// A Morale save to Rally: 1 Momentum when passed (`ms10.morale.save`, `ms10.morale.rally`).
    pub(crate) fn rally_save(&mut self, unit: UnitId) {
        if self.morale_save(unit) {
            self.change_momentum(self.bout.side_of(unit), 1, MomentumCause::Rally);
        }
    }

    /// A Morale save against Rout: 1 Momentum lost when failed (`ms10.morale.save`,
    /// `ms10.morale.rout`).
    pub(crate) fn rout_save(&mut self, unit: UnitId) {
        if !self.morale_save(unit) {
            self.change_momentum(self.bout.side_of(unit), -1, MomentumCause::Rout);
        }
    }

    /// Whether a d10 reaches the unit's Morale (`ms10.morale.save`).
    fn morale_save(&mut self, unit: UnitId) -> bool {
        let needed = self.bout.units[unit].morale;
        let face = self.d10();
        let passed = face >= needed;
        self.log.record(|| Event::Morale {
            unit,
            face,
            needed,
            passed,
        });
        passed
    }

    /// Victory points of an event, if the scoring profile has any for it.
    pub(crate) fn award(&mut self, by: UnitId, source: Source, points: i32, reason: &'static str) {
        self.state.units[by].vp_earned += points;
        self.credit(self.bout.side_of(by), source, points, reason);
    }

    /// Gives a side victory points.
    pub(crate) fn credit(&mut self, side: Side, source: Source, points: i32, reason: &'static str) {
        if points == 0 {
            return;
        }
        self.state.sides[side.index()].earned.add(source, points);
        self.log.record(|| Event::VictoryPoints {
            side,
            points,
            reason,
        });
    }

    /// Whether a side has no unit left and the other nothing more to do (`ms10.score.length`).
    pub(crate) fn is_decided(&self) -> bool {
        let lost = |side: Side| !self.has_anyone(side) && !self.razes_on(side.other());
        self.state.losses && Side::BOTH.into_iter().any(lost)
    }

    /// Whether a side would play on alone: an Attacker while a building stands (`ms93.rampage.sides`).
    fn razes_on(&self, side: Side) -> bool {
        let view = self.view();
        view.gains_by_buildings(side) && view.has_buildings() && self.has_anyone(side)
    }

    /// Whether a side has a unit on the table, aboard or in reserve (`ms10.score.length`).
    fn has_anyone(&self, side: Side) -> bool {
        let mut units = self.bout.side(side);
        units.any(|u| {
            let state = &self.state.units[u];
            state.on_table || state.hp > 0 && (state.reserve || state.aboard.is_some())
        })
    }
}
