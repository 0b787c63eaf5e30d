//! Plain good sense. The rules print no behaviour tables; this is how a player who has read them
//! once would play: make for the marker unless an enemy stands on it, otherwise close to optimal
//! range; use the weapon with the most dice; spend Overdrive only where it turns a result.

use std::cmp::Reverse;

use equipoise_dice::Dice;

use crate::rules::decision::{Attack, Contest, ExtraAction, MoveChoice, Policy, Shift, TurnPlan};
use crate::rules::event::RollKind;
use crate::rules::piece::Piece;
use crate::rules::sectors::{SectorId, SectorSet};
use crate::rules::state::{Condition, UnitId};
use crate::rules::view::View;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Rulebook;

/// Overdrive that a raise leaves in the pool, but for one that saves a pilot's life.
const RESERVE: u8 = 1;

/// Whether an enemy stands on the objective marker.
fn is_contested(view: View<'_>, unit: UnitId) -> bool {
    view.enemies(unit)
        .any(|enemy| view.unit(enemy).sector == view.state.marker)
}

/// Most attack dice of a ready weapon from a sector.
fn most_dice(view: View<'_>, unit: UnitId, from: SectorId) -> u8 {
    let mut most = 0;
    for enemy in view.enemies(unit) {
        let range = view.map().range(from, view.unit(enemy).sector);
        for weapon in view.ready(unit) {
            most = most.max(view.attack_dice(unit, weapon, range, false));
        }
    }
    most
}

/// The sector of the reach with the smallest key; between equals as the side sees the map.
fn nearest_by<K: Ord>(
    view: View<'_>,
    unit: UnitId,
    reach: SectorSet,
    key: impl Fn(SectorId) -> K,
) -> SectorId {
    let side = view.side(unit);
    let best = reach
        .iter()
        .min_by_key(|&sector| (key(sector), view.map().rank(side, sector)));
    best.unwrap_or(view.unit(unit).sector)
}

/// Where to go with so many points.
fn destination(view: View<'_>, unit: UnitId, points: u8) -> SectorId {
    let reach = view.reach(unit, points);
    if is_contested(view, unit) {
        let fewest = |sector| u8::MAX - most_dice(view, unit, sector);
        return nearest_by(view, unit, reach, |at| (fewest(at), view.to_marker(at)));
    }
    nearest_by(view, unit, reach, |sector| view.to_marker(sector))
}

impl Policy for Rulebook {
    /// The own mecha one ring nearer to the marker.
    fn tactical<D: Dice>(
        &self,
        view: View<'_>,
        unit: UnitId,
        points: u8,
        _: &mut D,
    ) -> Option<Shift> {
        let from = view.unit(unit).sector;
        let steps = view.map().neighbours(from).iter();
        let (to, _) = steps
            .filter(|(to, step)| {
                step.cost() <= points && view.to_marker(*to) < view.to_marker(from)
            })
            .min_by_key(|(to, _)| (view.to_marker(*to), view.map().rank(view.side(unit), *to)))?;
        let piece = Piece::Unit(unit);
        Some(Shift { piece, to: *to })
    }

    /// Kept for bids.
    fn overdrive<D: Dice>(&self, _: View<'_>, _: UnitId, _: RollKind, _: u8, _: &mut D) -> u8 {
        0
    }

    fn hold<D: Dice>(&self, _: View<'_>, _: UnitId, _: &mut D) -> bool {
        false
    }

    fn plan_turn<D: Dice>(&self, _: View<'_>, _: UnitId, _: &mut D) -> TurnPlan {
        TurnPlan::MoveThenAttack
    }

    /// Where it would stay anyway.
    fn declare_strafe<D: Dice>(&self, view: View<'_>, unit: UnitId, _: &mut D) -> bool {
        let mean = view.bout.chances.movement(unit);
        destination(view, unit, mean) == view.unit(unit).sector
    }

    fn use_movement<D: Dice>(
        &self,
        view: View<'_>,
        unit: UnitId,
        points: u8,
        may_strafe: bool,
        _: &mut D,
    ) -> MoveChoice {
        let to = destination(view, unit, points);
        if may_strafe && to == view.unit(unit).sector {
            return MoveChoice::Strafe;
        }
        MoveChoice::To(to)
    }

    /// Most dice; of equals who stands on the marker, then who has most boxes checked; then the weapon
    /// of the shorter Optimal Range.
    fn attack<D: Dice>(
        &self,
        view: View<'_>,
        unit: UnitId,
        scene: bool,
        _: &mut D,
    ) -> Option<Attack> {
        let mut best = None;
        for target in view.enemies(unit) {
            let range = view.range(unit, target);
            let state = view.unit(target);
            for weapon in view.ready(unit) {
                let dice = view.attack_dice(unit, weapon, range, scene);
                let near = Reverse(view.profile(unit).optimal[weapon]);
                let key = (dice, state.sector == view.state.marker, state.boxes, near);
                if dice > 0 && best.is_none_or(|(most, _)| key > most) {
                    best = Some((key, Attack { weapon, target }));
                }
            }
        }
        best.map(|(_, attack)| attack)
    }

    /// As many as can still matter: no more than the attack shows, or than the defense lacks.
    fn strafing<D: Dice>(&self, view: View<'_>, contest: &Contest, _: &mut D) -> u8 {
        let pool = view.unit(contest.target).strafe;
        if contest.defended {
            let lacking = contest.lacking(false);
            return if lacking <= pool { lacking } else { 0 };
        }
        contest.attack.min(pool)
    }

    /// The least that turns the result, if a point is left then or a life depends on it.
    fn bid<D: Dice>(&self, view: View<'_>, contest: &Contest, attacking: bool, _: &mut D) -> u8 {
        let unit = contest.bidder(attacking);
        let (pool, value) = (view.overdrive(unit), view.options().overdrive_value);
        let needed = contest.lacking(attacking).div_ceil(value);
        let dying = !attacking && view.unit(unit).condition == Condition::Lethal;
        let reserve = if dying { 0 } else { RESERVE };
        if needed.saturating_add(reserve) <= pool {
            needed
        } else {
            0
        }
    }

    /// Until the lethal phase.
    fn fight_on<D: Dice>(&self, view: View<'_>, unit: UnitId, _: &mut D) -> bool {
        view.unit(unit).condition == Condition::Active
    }

    /// As far from the marker as it goes.
    fn push<D: Dice>(
        &self,
        view: View<'_>,
        contest: &Contest,
        _: u8,
        reach: SectorSet,
        _: &mut D,
    ) -> SectorId {
        let closeness = |sector| u8::MAX - view.to_marker(sector);
        nearest_by(view, contest.attacker, reach, closeness)
    }

    fn extra_action<D: Dice>(&self, view: View<'_>, unit: UnitId, _: &mut D) -> ExtraAction {
        if view.ready(unit).next().is_some() {
            ExtraAction::Attack
        } else {
            ExtraAction::Move
        }
    }

    fn join<D: Dice>(&self, _: View<'_>, _: UnitId, _: bool, _: &mut D) -> bool {
        true
    }
}
