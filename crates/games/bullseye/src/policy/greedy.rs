//! The best expected result by the exact tables, one decision at a time.

use equipoise_dice::Dice;

use super::{Answer, Clash, Extra, Order, Piece, Policy, Shift, Shot, rollout, worth};
use crate::chances::CERTAIN;
use crate::event::RollKind;
use crate::map::{SectorId, SectorSet};
use crate::state::{Condition, Rest, UnitId};
use crate::view::View;

/// Greedy, or `rollout` where it looks ahead.
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
fn best_step(view: View<'_>, unit: UnitId, points: u8, may_strafe: bool) -> (i32, Answer) {
    let mut best = (i32::MIN, u8::MAX, Answer::To(view.unit(unit).sector));
    for sector in view.reach(unit, points).iter() {
        let value = worth_of_step(view, unit, points, Answer::To(sector));
        let rank = view.map().rank(view.side(unit), sector);
        if value > best.0 || value == best.0 && rank < best.1 {
            best = (value, rank, Answer::To(sector));
        }
    }
    if may_strafe {
        let value = worth_of_step(view, unit, points, Answer::Strafe);
        if value > best.0 {
            best = (value, 0, Answer::Strafe);
        }
    }
    (best.0, best.2)
}

/// What a use of movement points is worth, with the attack that may come after it.
pub(super) fn worth_of_step(view: View<'_>, unit: UnitId, points: u8, answer: Answer) -> i32 {
    let pool = view.unit(unit).strafe;
    let (at, extra) = match answer {
        Answer::To(sector) => (sector, pool),
        Answer::Strafe => (view.unit(unit).sector, pool.saturating_add(points)),
    };
    let attacks = view.state.rest == Rest::Attack && !view.state.in_scene;
    let shot = if attacks {
        worth::best_shot(view, unit, at, false).0
    } else {
        0
    };
    shot + worth::of_place(view, unit, at, extra)
}

/// Which part of the turn to do first, by an average movement roll.
fn best_order(view: View<'_>, unit: UnitId) -> Order {
    let points = view.bout.chances.movement(unit);
    let own = view.unit(unit).sector;
    let shot_now = worth::best_shot(view, unit, own, false).0;
    let stay = worth::of_place(view, unit, own, points);
    let (mut attack_first, mut move_first) = (shot_now + stay, shot_now + stay);
    for sector in view.reach(unit, points).iter() {
        let place = worth::of_place(view, unit, sector, 0);
        let shot = worth::best_shot(view, unit, sector, false).0;
        attack_first = attack_first.max(shot_now + place);
        move_first = move_first.max(shot + place);
    }
    if attack_first > move_first {
        Order::AttackThenMove
    } else {
        Order::MoveThenAttack
    }
}

/// How far the enemies are from the marker and the own side is near, if a piece stood elsewhere.
fn outlook(view: View<'_>, unit: UnitId, shift: Option<Shift>) -> i32 {
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
        let mut best = (outlook(view, unit, None), 0, None);
        // The own side first, so that both seats look alike.
        let side = view.side(unit);
        let fielded = [side, side.other()]
            .into_iter()
            .flat_map(|side| view.in_play(side));
        for piece in fielded.map(Piece::Unit).chain([Piece::Marker]) {
            let from = match piece {
                Piece::Marker => view.state.marker,
                Piece::Unit(moved) => view.unit(moved).sector,
            };
            for &(to, step) in view.map().neighbours(from) {
                if step.cost() > points {
                    continue;
                }
                let shift = Shift { piece, to };
                let value = outlook(view, unit, Some(shift));
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
            best_step(view, unit, moved, may_strafe).0 - POINT * i32::from(points)
        };
        let raises = 0..=view.overdrive(unit).min(MOST_RAISE);
        let best = raises.max_by_key(|&points| (net(points), u8::MAX - points));
        best.unwrap_or(0)
    }

    fn hold<D: Dice>(&self, view: View<'_>, unit: UnitId, dice: &mut D) -> bool {
        self.looks_ahead && rollout::hold(view, unit, best_order(view, unit), dice)
    }

    fn order<D: Dice>(&self, view: View<'_>, unit: UnitId, dice: &mut D) -> Order {
        let favourite = best_order(view, unit);
        if self.looks_ahead {
            rollout::order(view, unit, favourite, dice)
        } else {
            favourite
        }
    }

    fn declare_strafe<D: Dice>(&self, view: View<'_>, unit: UnitId, _: &mut D) -> bool {
        let points = view.bout.chances.movement(unit);
        best_step(view, unit, points, true).1 == Answer::Strafe
    }

    fn step<D: Dice>(
        &self,
        view: View<'_>,
        unit: UnitId,
        points: u8,
        may_strafe: bool,
        dice: &mut D,
    ) -> Answer {
        let favourite = best_step(view, unit, points, may_strafe).1;
        if self.looks_ahead && !view.state.in_scene {
            rollout::step(view, unit, points, may_strafe, favourite, dice)
        } else {
            favourite
        }
    }

    fn shot<D: Dice>(&self, view: View<'_>, unit: UnitId, scene: bool, _: &mut D) -> Option<Shot> {
        worth::best_shot(view, unit, view.unit(unit).sector, scene).1
    }

    /// One point after the other while it still saves more than it is worth later.
    fn strafing<D: Dice>(&self, view: View<'_>, clash: &Clash, _: &mut D) -> u8 {
        let pool = view.unit(clash.target).strafe;
        if clash.defended {
            let lacking = clash.lacking(false);
            return if lacking <= pool { lacking } else { 0 };
        }
        let others = view.enemies(clash.target).count() > 1;
        let price = if others { STRAFING_POINT } else { 0 };
        let stake = worth::of_strike(view, clash.target);
        let missed = |points: u8| {
            let least = clash.attack.saturating_sub(points);
            view.bout.chances.defends(clash.target, least)
        };
        let saved = |points: u8| (missed(points + 1) - missed(points)) * stake / CERTAIN;
        let most = pool.min(clash.attack);
        (0..most)
            .find(|&points| saved(points) <= price)
            .unwrap_or(most)
    }

    /// The least that turns the result, if the hit is worth more than the points.
    fn bid<D: Dice>(&self, view: View<'_>, clash: &Clash, attacking: bool, _: &mut D) -> u8 {
        let pool = view.overdrive(clash.bidder(attacking));
        let needed = clash
            .lacking(attacking)
            .div_ceil(view.options().overdrive_value);
        let gain = worth::of_strike(view, clash.target);
        if needed <= pool && POINT * i32::from(needed) < gain {
            needed
        } else {
            0
        }
    }

    fn fight_on<D: Dice>(&self, view: View<'_>, unit: UnitId, _: &mut D) -> bool {
        view.unit(unit).condition == Condition::Active
            || !view.options().disabled_counts_as_destroyed
    }

    /// Where the target stands worst.
    fn push<D: Dice>(
        &self,
        view: View<'_>,
        clash: &Clash,
        _: u8,
        reach: SectorSet,
        _: &mut D,
    ) -> SectorId {
        let target = clash.target;
        let (side, pool) = (view.side(clash.attacker), view.unit(target).strafe);
        let key = |&sector: &SectorId| {
            let place = worth::of_place(view, target, sector, pool);
            (place, view.map().rank(side, sector))
        };
        let worst = reach.iter().min_by_key(key);
        worst.unwrap_or(view.unit(target).sector)
    }

    /// An attack at full dice, or a move if that is worth more.
    fn extra<D: Dice>(&self, view: View<'_>, unit: UnitId, _: &mut D) -> Extra {
        let own = view.unit(unit).sector;
        let attack = worth::best_shot(view, unit, own, true).0;
        let points = view.bout.chances.movement(unit);
        let here = worth::of_place(view, unit, own, view.unit(unit).strafe);
        let places = view.reach(unit, points).iter();
        let best = places
            .map(|sector| worth::of_place(view, unit, sector, 0))
            .max();
        let gained = best.unwrap_or(here) - here;
        if attack > 0 && attack >= gained {
            Extra::Attack
        } else {
            Extra::Move
        }
    }

    fn join<D: Dice>(&self, view: View<'_>, unit: UnitId, last: bool, dice: &mut D) -> bool {
        last || !self.looks_ahead || !rollout::wait(view, unit, best_order(view, unit), dice)
    }
}
