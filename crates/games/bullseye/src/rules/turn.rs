//! A turn: a Move and an Attack in either order (`bull.round.full-action`).

use equipoise_dice::Dice;

use equipoise_engine::Log;

use super::decision::{MoveChoice, Policy, TurnPlan};
use super::event::{Ending, Event, RollKind};
use super::game::Game;
use super::sectors::SectorId;
use super::state::{Part, UnitId};
use crate::options::StrafeDeclare;

impl<P: Policy, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    /// One whole turn; `held` says that it is a turn taken after holding.
    pub(crate) fn turn(&mut self, unit: UnitId, held: bool) {
        self.begin_turn(unit, held);
        if !self.state.over {
            let order = self.ask("order", unit, |policy, view, dice| {
                policy.plan_turn(view, unit, dice)
            });
            self.act(unit, order);
        }
    }

    /// The start of a turn: the objective, and an empty strafing pool (`bull.move.strafe-pool`).
    pub(crate) fn begin_turn(&mut self, unit: UnitId, held: bool) {
        self.state.turn += 1;
        self.log.record(|| Event::Turn { unit, held });
        if self.wins_by_objective(unit) {
            let side = self.side(unit);
            return self.end(Some(side), Ending::Objective);
        }
        let state = &mut self.state.units[unit];
        state.strafe = 0;
        state.turns += 1;
    }

    /// Beginning a turn on the marker wins once every combatant has had one
    /// (`bull.victory.objective`).
    fn wins_by_objective(&self, unit: UnitId) -> bool {
        self.state.units[unit].sector == self.state.marker
            && self.state.units[..self.bout.units.len()]
                .iter()
                .all(|other| !other.in_play() || other.turns > 0)
    }

    /// The parts of a turn in the order chosen.
    pub(crate) fn act(&mut self, unit: UnitId, order: TurnPlan) {
        let (first, rest) = match order {
            TurnPlan::Nothing => (Part::Nothing, Part::Nothing),
            TurnPlan::Move => (Part::Move, Part::Nothing),
            TurnPlan::Attack => (Part::Attack, Part::Nothing),
            TurnPlan::MoveThenAttack => (Part::Move, Part::Attack),
            TurnPlan::AttackThenMove => (Part::Attack, Part::Move),
        };
        self.state.remaining = rest;
        self.part(unit, first);
        self.finish_turn(unit);
    }

    /// What of the turn is still to come.
    pub(crate) fn finish_turn(&mut self, unit: UnitId) {
        let rest = std::mem::take(&mut self.state.remaining);
        self.part(unit, rest);
    }

    /// One part of the turn with the Cut Scenes it sets off. An extra action of an enemy may have
    /// put the mecha out of the fight before its second part.
    fn part(&mut self, unit: UnitId, part: Part) {
        if self.state.over || !self.state.units[unit].in_play() {
            return;
        }
        match part {
            Part::Nothing => return,
            Part::Move => self.movement(unit),
            Part::Attack => self.attack(unit),
        }
        self.play_scenes(unit);
    }

    /// A Move: the roll gives movement points (`bull.move.roll`), which pay for steps or, all of
    /// them, become a strafing pool (`bull.move.strafe`).
    pub(crate) fn movement(&mut self, unit: UnitId) {
        let declare = self.bout.options.strafe_declare == StrafeDeclare::BeforeMoveRoll;
        let declared = (declare && self.view().may_strafe(unit)).then(|| {
            self.ask("move", unit, |policy, view, dice| {
                policy.declare_strafe(view, unit, dice)
            })
        });
        let dice = self.bout.units[unit].movement;
        let rolled = self.roll(unit, RollKind::Movement, dice, 0);
        let points = self.raise_movement(unit, rolled);
        match declared {
            Some(true) => self.strafe(unit, points),
            Some(false) => {
                let answer = self.ask("move", unit, |policy, view, dice| {
                    policy.use_movement(view, unit, points, false, dice)
                });
                self.carry_out_move(unit, points, answer, false);
            }
            None => {
                let may_strafe = !declare && self.view().may_strafe(unit);
                let answer = self.ask("move", unit, |policy, view, dice| {
                    policy.use_movement(view, unit, points, may_strafe, dice)
                });
                self.carry_out_move(unit, points, answer, may_strafe);
            }
        }
    }

    /// Overdrive on a movement roll (`bull.overdrive.pool`).
    fn raise_movement(&mut self, unit: UnitId, rolled: u8) -> u8 {
        let pool = self.view().overdrive(unit);
        if pool == 0 {
            return rolled;
        }
        let kind = RollKind::Movement;
        let points = self
            .ask("overdrive", unit, |policy, view, dice| {
                policy.overdrive(view, unit, kind, rolled, dice)
            })
            .min(pool);
        if points == 0 {
            return rolled;
        }
        self.spend_overdrive(unit, kind, points, rolled)
    }

    /// Carries out what the player does with its movement points; an answer that is not legal is
    /// taken as staying.
    pub(crate) fn carry_out_move(
        &mut self,
        unit: UnitId,
        points: u8,
        answer: MoveChoice,
        may_strafe: bool,
    ) {
        match answer {
            MoveChoice::Strafe if may_strafe => self.strafe(unit, points),
            MoveChoice::To(sector) if self.view().reach(unit, points).contains(sector) => {
                self.walk(unit, points, sector);
            }
            _ => {}
        }
    }

    fn strafe(&mut self, unit: UnitId, points: u8) {
        self.clear_old_marks(unit);
        let state = &mut self.state.units[unit];
        state.strafed = true;
        state.strafe = state.strafe.saturating_add(points);
        let pool = state.strafe;
        self.log.record(|| Event::Strafe { unit, pool });
    }

    /// Along the cheapest walk that leaves the next step free, where there is one
    /// (`bull.move.no-double-quadrant`).
    fn walk(&mut self, unit: UnitId, points: u8, to: SectorId) {
        let from = self.state.units[unit].sector;
        if from == to {
            return;
        }
        let crossed = self.view().crossed(unit);
        self.clear_old_marks(unit);
        let walks = &self.bout.map.turn;
        let state = &mut self.state.units[unit];
        state.crossed = walks.must_cross(from, crossed, points, to);
        state.moved = true;
        state.sector = to;
        let bout = self.bout;
        self.log.record(|| {
            let cost = walks.cost(from, crossed, points, to);
            let route = walks.route(from, crossed, cost, to);
            Event::Move {
                unit,
                path: route.into_iter().map(|id| bout.sector(id)).collect(),
                cost,
                points,
            }
        });
    }

    /// Forgets what the mecha did in an earlier turn of the battle.
    fn clear_old_marks(&mut self, unit: UnitId) {
        let turn = self.state.turn;
        let state = &mut self.state.units[unit];
        if state.marks_turn != turn {
            state.marks_turn = turn;
            (state.crossed, state.moved, state.strafed) = (false, false, false);
        }
    }
}
