//! The best expected result by the exact tables, one decision at a time.

use std::cmp::Reverse;

use equipoise_dice::Dice;

use super::{search, worth};
use crate::options::StrafeUnit;
use crate::rules::chances::CERTAIN;
use crate::rules::decision::{Attack, Contest, ExtraAction, MoveChoice, Policy, Shift, TurnPlan};
use crate::rules::event::RollKind;
use crate::rules::piece::Piece;
use crate::rules::sectors::{SectorId, SectorSet};
use crate::rules::state::UnitId;
use crate::rules::view::View;

/// Greedy, or `search` where it looks ahead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Greedy {
    pub(crate) looks_ahead: bool,
}

/// What a point of Overdrive is worth when it is kept.
const POINT: i32 = 250;

/// What a strafing point is worth that another enemy may still call for.
const STRAFING_POINT: i32 = 60;

/// Most points it adds to a movement roll.
const MOST_RAISE: u8 = 2;

/// The best use of so many movement points and its worth.
fn best_move(view: View<'_>, unit: UnitId, points: u8, may_strafe: bool) -> (i32, MoveChoice) {
    let mut best = (i32::MIN, u8::MAX, MoveChoice::To(view.unit(unit).sector));
    for sector in view.reach(unit, points).iter() {
        let value = worth::of_move(view, unit, points, MoveChoice::To(sector));
        let rank = view.map().rank(view.side(unit), sector);
        if value > best.0 || value == best.0 && rank < best.1 {
            best = (value, rank, MoveChoice::To(sector));
        }
    }
    if may_strafe {
        let value = worth::of_move(view, unit, points, MoveChoice::Strafe);
        if value > best.0 {
            best = (value, 0, MoveChoice::Strafe);
        }
    }
    (best.0, best.2)
}

/// Which part of the turn to do first, by an average movement roll.
fn best_plan(view: View<'_>, unit: UnitId) -> TurnPlan {
    let points = view.bout.chances.movement(unit);
    let own = view.unit(unit).sector;
    let attack_now = worth::best_attack(view, unit, own, false).0;
    let stay = worth::of_place(view, unit, own, points);
    let (mut attack_first, mut move_first) = (attack_now + stay, attack_now + stay);
    for sector in view.reach(unit, points).iter() {
        let place = worth::of_place(view, unit, sector, 0);
        let attack = worth::best_attack(view, unit, sector, false).0;
        attack_first = attack_first.max(attack_now + place);
        move_first = move_first.max(attack + place);
    }
    if attack_first > move_first {
        TurnPlan::AttackThenMove
    } else {
        TurnPlan::MoveThenAttack
    }
}

/// How far the enemies are from the marker and the own side is near, if a piece stood elsewhere.
fn marker_race(view: View<'_>, unit: UnitId, shift: Option<Shift>) -> i32 {
    let sector_of = |piece: Piece, now: SectorId| match shift {
        Some(shift) if shift.piece == piece => shift.to,
        _ => now,
    };
    let marker = sector_of(Piece::Marker, view.state.marker);
    let away = |other: UnitId| {
        let sector = sector_of(Piece::Unit(other), view.unit(other).sector);
        i32::from(view.map().range(sector, marker))
    };
    let side = view.side(unit);
    let sum = |side| view.in_play(side).map(away).sum::<i32>();
    sum(side.other()) - sum(side)
}

impl Policy for Greedy {
    /// The shift that improves the race for the marker most.
    fn tactical<D: Dice>(
        &self,
        view: View<'_>,
        unit: UnitId,
        points: u8,
        _: &mut D,
    ) -> Option<Shift> {
        let mut best = (marker_race(view, unit, None), 0, None);
        let side = view.side(unit);
        for piece in view.pieces(unit) {
            let from = view.sector_of(piece);
            for &(to, step) in view.map().neighbours(from) {
                if step.cost() > points {
                    continue;
                }
                let shift = Shift { piece, to };
                let value = marker_race(view, unit, Some(shift));
                let rank = view.map().rank(side, to);
                if value > best.0 || value == best.0 && best.2.is_some() && rank < best.1 {
                    best = (value, rank, Some(shift));
                }
            }
        }
        best.2
    }

    /// Movement points that lead to something better than the Overdrive they cost.
    fn overdrive<D: Dice>(
        &self,
        view: View<'_>,
        unit: UnitId,
        roll: RollKind,
        rolled: u8,
        _: &mut D,
    ) -> u8 {
        if roll != RollKind::Movement {
            return 0;
        }
        let may_strafe = view.may_strafe(unit);
        let value = view.options().overdrive_value;
        let net = |points: u8| {
            let moved = rolled.saturating_add(points.saturating_mul(value));
            best_move(view, unit, moved, may_strafe).0 - POINT * i32::from(points)
        };
        let raises = 0..=view.overdrive(unit).min(MOST_RAISE);
        let best = raises.max_by_key(|&points| (net(points), u8::MAX - points));
        best.unwrap_or(0)
    }

    fn hold<D: Dice>(&self, view: View<'_>, unit: UnitId, dice: &mut D) -> bool {
        self.looks_ahead && search::hold(view, unit, best_plan(view, unit), dice)
    }

    fn plan_turn<D: Dice>(&self, view: View<'_>, unit: UnitId, dice: &mut D) -> TurnPlan {
        let favourite = best_plan(view, unit);
        if self.looks_ahead {
            search::plan_turn(view, unit, favourite, dice)
        } else {
            favourite
        }
    }

    fn declare_strafe<D: Dice>(&self, view: View<'_>, unit: UnitId, _: &mut D) -> bool {
        let points = view.bout.chances.movement(unit);
        best_move(view, unit, points, true).1 == MoveChoice::Strafe
    }

    fn use_movement<D: Dice>(
        &self,
        view: View<'_>,
        unit: UnitId,
        points: u8,
        may_strafe: bool,
        dice: &mut D,
    ) -> MoveChoice {
        let favourite = best_move(view, unit, points, may_strafe).1;
        if self.looks_ahead && !view.state.in_scene {
            search::use_movement(view, unit, points, may_strafe, favourite, dice)
        } else {
            favourite
        }
    }

    fn attack<D: Dice>(
        &self,
        view: View<'_>,
        unit: UnitId,
        scene: bool,
        _: &mut D,
    ) -> Option<Attack> {
        worth::best_attack(view, unit, view.unit(unit).sector, scene).1
    }

    /// All that can still matter where no other enemy may call for the pool; else as many as save most
    /// for their price.
    fn strafing<D: Dice>(&self, view: View<'_>, contest: &Contest, _: &mut D) -> u8 {
        let (unit, attacker) = (contest.target, contest.attacker);
        let shown = i32::from(contest.attack) - i32::from(contest.defense);
        let open = shown + view.raises(attacker);
        let pool = view.unit(unit).strafe;
        let useful = match view.options().strafe_unit {
            StrafeUnit::Successes => open.clamp(0, pool.into()) as u8,
            StrafeUnit::Dice if open > 0 => pool,
            StrafeUnit::Dice => 0,
        };
        if view.enemies(unit).count() == 1 {
            return useful;
        }
        let least = shown + view.lead(attacker, unit);
        let stake = worth::of_strike(view, unit);
        let net = |points: u8| {
            let chances = &view.bout.chances;
            let missed = if contest.defended {
                chances.strafes(unit, points, least)
            } else {
                chances.defends(unit, points, least)
            };
            missed * stake / CERTAIN - STRAFING_POINT * i32::from(points)
        };
        let best = (0..=useful).max_by_key(|&points| (net(points), Reverse(points)));
        best.unwrap_or(0)
    }

    /// The least that turns the result, if the hit is worth more than the points.
    fn bid<D: Dice>(&self, view: View<'_>, contest: &Contest, attacking: bool, _: &mut D) -> u8 {
        let pool = view.overdrive(contest.bidder(attacking));
        let needed = contest
            .lacking(attacking)
            .div_ceil(view.options().overdrive_value);
        let gain = worth::of_strike(view, contest.target);
        if needed <= pool && POINT * i32::from(needed) < gain {
            needed
        } else {
            0
        }
    }

    /// Always: the rules give the choice only where the pilot survives.
    fn fight_on<D: Dice>(&self, _: View<'_>, _: UnitId, _: &mut D) -> bool {
        true
    }

    /// Where the target stands worst.
    fn push<D: Dice>(
        &self,
        view: View<'_>,
        contest: &Contest,
        _: u8,
        reach: SectorSet,
        _: &mut D,
    ) -> SectorId {
        let target = contest.target;
        let (side, pool) = (view.side(contest.attacker), view.unit(target).strafe);
        let key = |&sector: &SectorId| {
            let place = worth::of_place(view, target, sector, pool);
            (place, view.map().rank(side, sector))
        };
        let worst = reach.iter().min_by_key(key);
        worst.unwrap_or(view.unit(target).sector)
    }

    /// An attack at full dice, or a move if that is worth more.
    fn extra_action<D: Dice>(&self, view: View<'_>, unit: UnitId, _: &mut D) -> ExtraAction {
        let own = view.unit(unit).sector;
        let attack = worth::best_attack(view, unit, own, true).0;
        let points = view.bout.chances.movement(unit);
        let here = worth::of_place(view, unit, own, view.unit(unit).strafe);
        let places = view.reach(unit, points).iter();
        let best = places
            .map(|sector| worth::of_place(view, unit, sector, 0))
            .max();
        let gained = best.unwrap_or(here) - here;
        if attack > 0 && attack >= gained {
            ExtraAction::Attack
        } else {
            ExtraAction::Move
        }
    }

    fn join<D: Dice>(&self, view: View<'_>, unit: UnitId, last: bool, dice: &mut D) -> bool {
        last || !self.looks_ahead || !search::wait(view, unit, best_plan(view, unit), dice)
    }
}
