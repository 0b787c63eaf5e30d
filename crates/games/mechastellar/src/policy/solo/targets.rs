//! Who acts next, and whom it goes for.

use std::cmp::Reverse;

use equipoise_engine::Side;

use super::{advantage, arms, range};
use crate::data::profile::Role;
use crate::policy::tactics;
use crate::rules::decision::Order;
use crate::rules::unit_id::{UnitId, UnitSet};
use crate::rules::view::View;

/// Parts that shares of HP are counted in.
const WHOLE: i64 = 1 << 20;

/// The unit that acts next: the Commander, then a unit that can use tactical advantage at once, then the
/// one closest to an enemy; the first of equals. That who was just attacked comes before all of them is
/// the rules' Return Fire (`ms93.mecha-ai.activation-order`, `ms93.kaiju-ai.activation-order`).
pub(super) fn next(view: View<'_>, side: Side, among: UnitSet) -> UnitId {
    let ready = view.standing(side).filter(|&unit| among.contains(unit));
    let gap = |unit: UnitId| view.enemies(unit).map(|e| view.distance(unit, e)).min();
    ready
        .min_by_key(|&unit| {
            let commands = view.commands(unit);
            (
                !commands,
                !(commands || advantage::is_at_hand(view, unit)),
                gap(unit),
            )
        })
        .unwrap_or_default()
}

/// Whom a unit goes for under an order: a Challenger, to whom the core rules bind it, else the nearest
/// where the order says so, else its target; itself where there is no enemy.
pub(super) fn for_order(view: View<'_>, unit: UnitId, order: Order) -> UnitId {
    match order {
        Order::Blitz | Order::FinishThem | Order::Retreat => challenger(view, unit)
            .or_else(|| view.nearest_enemy(unit))
            .unwrap_or(unit),
        _ => target(view, unit),
    }
}

/// The target of a unit: by duty, by role, for free crews the one it does most to, the nearest
/// (`ms93.mecha-ai.target-nearest`, `ms93.kaiju-ai.target-nearest`, `ms93.kaiju-ai.target-roles`).
pub(super) fn target(view: View<'_>, unit: UnitId) -> UnitId {
    let nearest = || view.nearest_enemy(unit);
    if view.is_duel() {
        return nearest().unwrap_or(unit);
    }
    challenger(view, unit)
        .or_else(|| answer(view, unit))
        .or_else(|| by_role(view, unit))
        .or_else(|| most_effective(view, unit))
        .or_else(nearest)
        .unwrap_or(unit)
}

/// The enemy that a Challenge or Revenge binds a unit to.
fn challenger(view: View<'_>, unit: UnitId) -> Option<UnitId> {
    view.enemies(unit)
        .find(|&enemy| view.is_challenger_of(unit, enemy))
}

/// The enemy that attacked the unit last, if it may be attacked and is in range. Under Return Fire the nearest enemy
/// takes its place where it is not (`ms93.mecha-ai.target-return-fire`).
fn answer(view: View<'_>, unit: UnitId) -> Option<UnitId> {
    let answers = view.state.turn.return_fire;
    let last = if answers {
        view.state.aggressor
    } else {
        view.unit(unit).attacked_by.map(UnitId::from)
    };
    let last = last.filter(|&enemy| view.is_unit(enemy));
    let able = last.filter(|&enemy| {
        let open =
            answers || !view.bound_to_closest(unit) || view.keeps_to_closest(unit, enemy, true);
        open && range::is_in_range(view, unit, enemy)
    });
    able.or_else(|| {
        view.nearest_enemy(unit)
            .filter(|_| answers && last.is_some())
    })
}

/// What the role of a unit prefers (`ms93.mecha-ai.target-raid`, `ms93.mecha-ai.target-farthest`).
fn by_role(view: View<'_>, unit: UnitId) -> Option<UnitId> {
    match view.profile(unit).role {
        Role::Raid | Role::Assault => least_evasive(view, unit),
        Role::Sniper | Role::Firepower => farthest(view, unit),
        _ if range::lobs(view, unit) => farthest(view, unit),
        _ => None,
    }
}

/// Of the enemies that come into range this turn the one of the lowest expected Evade, the nearest of
/// equals (`ms93.mecha-ai.target-raid`).
fn least_evasive(view: View<'_>, unit: UnitId) -> Option<UnitId> {
    let far = range::reach(view, unit) + range::longest_range(view, unit);
    let tenths = |enemy: UnitId| {
        let evade = view.unit(enemy).evade;
        7 * evade.dice + 10 * evade.bonus
    };
    view.enemies(unit)
        .filter(|&enemy| view.distance(unit, enemy) <= far)
        .min_by_key(|&enemy| (tenths(enemy), view.distance(unit, enemy)))
}

/// The farthest enemy in range of a weapon that may be aimed past nearer ones, or of any if no nearer one
/// is in the way (`ms93.mecha-ai.target-farthest`).
fn farthest(view: View<'_>, unit: UnitId) -> Option<UnitId> {
    let bound = view.bound_to_closest(unit);
    let may_aim = |enemy: UnitId| {
        let open = !bound || view.keeps_to_closest(unit, enemy, true);
        (0..view.profile(unit).printed).any(|weapon| {
            (open || view.weapon(unit, weapon).indirect)
                && range::reaches(view, unit, weapon, enemy)
        })
    };
    view.enemies(unit)
        .filter(|&enemy| may_aim(enemy))
        .max_by_key(|&enemy| (view.distance(unit, enemy), Reverse(enemy)))
}

/// For a unit that need not keep to the closest target, the enemy that it can do the largest share of the
/// HP left to this turn, the nearest of equals (`ms93.mecha-ai.move-effective`).
fn most_effective(view: View<'_>, unit: UnitId) -> Option<UnitId> {
    if view.bound_to_closest(unit) {
        return None;
    }
    let share = |enemy: UnitId| {
        let melee = arms::melee_allowed(view, unit, enemy);
        let mut scratch = tactics::NO_DAMAGE;
        let row = tactics::ready_row(view, unit, enemy, melee, &mut scratch);
        let (now, far) = (view.distance(unit, enemy), range::reach(view, unit));
        let last = row.len() - 1;
        let nearest = usize::from(now.saturating_sub(far).max(view.apart(unit, enemy)));
        let bands = &row[nearest.min(last)..=usize::from(now + far).min(last)];
        let most = bands.iter().copied().max().unwrap_or(0);
        let hp = view.unit(enemy).hp.max(1);
        i64::from(most.min(hp)) * WHOLE / i64::from(hp)
    };
    view.enemies(unit)
        .map(|enemy| (share(enemy), enemy))
        .filter(|&(share, _)| share > 0)
        .max_by_key(|&(share, enemy)| {
            let near = Reverse(view.distance(unit, enemy));
            (share, near, Reverse(enemy))
        })
        .map(|(_, enemy)| enemy)
}
