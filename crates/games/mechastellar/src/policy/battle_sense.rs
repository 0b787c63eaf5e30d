//! What any sensible player does in a battle, shared by the policies that think.

use std::cmp::Reverse;

use equipoise_engine::{Hex, Side};

use crate::data::profile::{Category, Effect};
use crate::rules::clash::{Clash, Strike};
use crate::rules::constants::{ATTACKS_PER_TARGET, MOMENTUM_MAX, SHIFT_PIVOT};
use crate::rules::decision::{Boon, Offer};
use crate::rules::unit_id::{UnitId, UnitSet, bits};
use crate::rules::view::View;

/// The weakest other target that may be swept; of a massacre the one that it is believed to hurt most.
pub(super) fn sweep(view: View<'_>, strike: &Strike, chosen: UnitSet) -> Option<UnitId> {
    let open = view.enemies(strike.attacker());
    let open = open.filter(|&u| !chosen.contains(u));
    let strikes = open.filter_map(|u| Some((u, view.further(strike, u)?)));
    let aoe = view.weapon(strike.attacker(), strike.weapon()).aoe;
    let best = if aoe.is_some() {
        strikes.min_by_key(|&(u, _)| view.unit(u).hp)
    } else {
        strikes.max_by_key(|(u, next)| (view.belief(next), Reverse(*u)))
    };
    best.map(|(u, _)| u)
}

/// The units of a side as its force lists them.
pub(super) fn deploy_next(view: View<'_>, side: Side, among: UnitSet) -> UnitId {
    let mut units = view.bout.side(side).filter(|&u| among.contains(u));
    units.next().unwrap_or_default()
}

/// Towards the nearest enemy if that is not in front.
pub(super) fn turn_about(view: View<'_>, unit: UnitId) -> Option<Hex> {
    let there = view.unit(view.nearest_enemy(unit)?).pos;
    (!view.in_front(unit, there)).then(|| there - view.unit(unit).pos)
}

/// The model of the highest tier, among equals the one with the most HP.
pub(super) fn lead(view: View<'_>, fallen: UnitId, among: UnitSet) -> UnitId {
    let rank = |&u: &UnitId| (view.profile(u).tier as u8, view.unit(u).hp);
    let models = view.bout.side(view.side_of(fallen)).rev();
    models
        .filter(|&u| among.contains(u))
        .max_by_key(rank)
        .unwrap_or_default()
}

/// Against cover Lock On costs the attacker a DEF; nothing speaks against it otherwise.
#[inline(always)]
pub(super) fn lock_on(view: View<'_>, strike: &Strike, defending: bool) -> bool {
    defending || view.lock_on_pays(strike)
}

/// Weapons up to the cap, unlimited ones first; uses of limited ones are spent on attacks only.
pub(super) fn support(
    view: View<'_>,
    strike: &Strike,
    able: u16,
    defending: bool,
) -> Option<usize> {
    let unit = if defending {
        strike.target()
    } else {
        strike.attacker()
    };
    view.likely_supporter(unit, able, defending, view.state.turn.combat_actions)
}

/// The piece of fewest hexes, which is missed least.
pub(super) fn least_piece(view: View<'_>, pieces: u64) -> usize {
    let size = |&piece: &usize| view.bout.terrain.pieces[piece].hexes.len();
    bits(pieces).min_by_key(size).unwrap_or_default()
}

/// HITS on each model of the target, as a sensible attacker spreads them.
pub(super) fn assign(view: View<'_>, strike: &Strike, through: i32) -> [i32; 3] {
    view.likely_shares(strike, &view.harm(strike), through)
}

/// Into whatever makes the enemy pay for a collision without a loss of the own side; else straight back,
/// a pull straight towards the attacker, or the attacker towards its target, unless the own side would
/// pay for it.
pub(super) fn push(view: View<'_>, strike: &Strike, moved: UnitId) -> Hex {
    let (own, other) = (
        view.unit(strike.attacker()).pos,
        view.unit(strike.target()).pos,
    );
    let pulled = view.weapon(strike.attacker(), strike.weapon()).effect == Effect::PullTarget;
    let along = if pulled && moved == strike.target() {
        own - other
    } else {
        other - own
    };
    let side = view.side_of(strike.attacker());
    let gain = |step: Hex| -> i32 {
        let paying = view.colliding(moved, step).into_iter().flatten();
        let worth = |unit: UnitId| {
            if view.side_of(unit) == side {
                -OWN_COLLISION
            } else {
                ENEMY_COLLISION
            }
        };
        paying.map(worth).sum()
    };
    Hex::DIRECTIONS
        .map(|way| view.bout.table.way_seen_from(side, way))
        .into_iter()
        .max_by_key(|&step| (gain(step), along.dot2(step)))
        .unwrap_or(Hex::DIRECTIONS[0])
}

/// Towards the nearest enemy of the active unit.
pub(super) fn drag(view: View<'_>, piece: usize) -> Hex {
    let unit = view.state.turn.unit;
    let side = view.side_of(unit);
    let hexes = view.bout.terrain.pieces[piece].hexes.iter();
    let from = hexes.min_by_key(|h| h.distance(view.unit(unit).pos));
    let from = *from.unwrap_or(&view.unit(unit).pos);
    let there = view
        .enemies(unit)
        .map(|enemy| view.unit(enemy).pos)
        .min_by_key(|at| at.distance(from));
    view.bout
        .table
        .towards(side, from, there.unwrap_or(from), 1)
        - from
}

/// What a collision of an enemy is worth, and one of the own side costs: an even exchange is no gain.
const ENEMY_COLLISION: i32 = 2;
const OWN_COLLISION: i32 = 3;

/// Momentum while there is plenty, or to survive.
pub(super) fn pay_collision(view: View<'_>, unit: UnitId) -> bool {
    view.momentum_of(unit) >= SHIFT_PIVOT || view.unit(unit).hp <= 1000
}

/// Every token, as far as points reach.
pub(super) fn buy_off_stun(view: View<'_>, unit: UnitId) -> bool {
    view.unit(unit).stun > 0
}

/// Moves go first; no Zeal.
pub(super) fn stunned(view: View<'_>, unit: UnitId) -> (u8, u8) {
    (0, view.unit(unit).stun.min(view.state.turn.move_actions))
}

/// The fast mode far from the enemy, the printed one near it or after melee.
pub(super) fn transform(view: View<'_>, unit: UnitId, after_melee: bool) -> u8 {
    let near = view
        .nearest_enemy(unit)
        .is_some_and(|enemy| view.distance(unit, enemy) <= 2 * view.profile(unit).reach);
    if near || after_melee {
        return 0;
    }
    let modes = view.profile(unit).modes.iter().zip(1..);
    modes
        .filter(|(mode, _)| mode.move_in > 0)
        .max_by_key(|(mode, _)| mode.move_in)
        .map_or(0, |(_, index)| index)
}

/// Actions, where there is something to attack with each; else Momentum, which lasts, unless the pool is
/// full; then what else there is.
pub(super) fn boon(view: View<'_>, unit: UnitId, offer: Offer) -> Boon {
    let open = |boon| offer.among.contains(&boon);
    if open(Boon::Actions) && view.unit(unit).arrived {
        return Boon::Momentum;
    }
    // The unit has an Action of its own besides.
    let busy = || room_for_attacks(view) > offer.amount;
    if open(Boon::Actions) && busy() {
        Boon::Actions
    } else if view.momentum_of(unit) < MOMENTUM_MAX {
        Boon::Momentum
    } else if open(Boon::Focus) {
        Boon::Focus
    } else {
        Boon::Actions
    }
}

/// Attacks that the active unit could make from where it stands, had it the Actions: two on each target
/// (`ms10.attack.two-per-target`).
fn room_for_attacks(view: View<'_>) -> u8 {
    let mut targets = UnitSet::EMPTY;
    for (aim, _, special) in view.attacks() {
        if !special {
            targets.insert(aim.target);
        }
    }
    targets.len() * ATTACKS_PER_TARGET
}

/// The ally whose largest pool of dice does most, as Focus turns dice.
pub(super) fn guide(view: View<'_>, among: UnitSet) -> UnitId {
    let most = |&ally: &UnitId| {
        let weapons = view.profile(ally).weapons.iter();
        let force = weapons.map(|weapon| i64::from(weapon.dice) * i64::from(weapon.dmg));
        (force.max(), Reverse(ally))
    };
    among.iter().max_by_key(most).unwrap_or_default()
}

/// One order goes to whoever acts or is attacked while any are left.
pub(super) fn order(view: View<'_>, unit: UnitId) -> bool {
    view.momentum_of(unit) > 0 && view.unit(unit).orders == 0
}

/// Towards the nearest enemy, as far as the catapult throws.
pub(super) fn launch(view: View<'_>, ship: UnitId, unit: UnitId) -> Option<Hex> {
    let hurt = 2 * view.unit(unit).hp < view.profile(unit).hp;
    let mends = view.profile(ship).ship.is_some_and(|s| s.repair_hp > 0);
    if hurt && mends && view.state.round > 1 {
        return None;
    }
    let deck = view.unit(ship).pos;
    let enemy = view.nearest_enemy(ship)?;
    let range = view.catapult(ship);
    let gap = deck.distance(view.unit(enemy).pos);
    let (table, side) = (view.bout.table, view.side_of(ship));
    let there = view.unit(enemy).pos;
    Some(table.towards(side, deck, there, range.min(gap.saturating_sub(1))))
}

/// The worst hurt unit aboard that was not mended this round.
pub(super) fn repair(view: View<'_>, ship: UnitId) -> Option<UnitId> {
    let aboard = view.aboard(ship);
    let lost = |u: UnitId| view.profile(u).hp - view.unit(u).hp;
    view.bout
        .side(view.side_of(ship))
        .filter(|&u| aboard.contains(u) && !view.unit(u).repaired && lost(u) > 0)
        .max_by_key(|&u| lost(u))
}

/// Badly hurt units go home.
pub(super) fn board(view: View<'_>, unit: UnitId, ship: UnitId) -> bool {
    let mends = view.profile(ship).ship.is_some_and(|s| s.repair_hp > 0);
    mends
        && 4 * view.unit(unit).hp < view.profile(unit).hp
        && view.state.round < view.bout.mission.rounds
}

/// The strongest reserve, on an own control point or at the edge nearest to an enemy.
pub(super) fn reinforce(view: View<'_>, side: Side) -> Option<(UnitId, Hex)> {
    let unit = view
        .reserves(side)
        .max_by_key(|&u| (view.profile(u).vp, u))?;
    let table = view.bout.table;
    let edge = (0..table.width).map(|column| table.from_edge(side, column, 0));
    let points = view.bout.control_points.iter().copied();
    let gap = |hex: Hex| {
        view.standing(side.other())
            .map(|e| hex.distance(view.unit(e).pos))
            .min()
    };
    points
        .map(|hex| (hex, false))
        .chain(edge.map(|hex| (hex, true)))
        .filter(|&(hex, _)| view.may_arrive(unit, hex))
        .min_by_key(|&(hex, edge)| (gap(hex), edge, table.seen_from(side, hex)))
        .map(|(hex, _)| (unit, hex))
}

/// Rout while the enemy has Momentum to lose and two models or more on the table.
pub(super) fn rout(view: View<'_>, lost: UnitId) -> bool {
    let side = view.side_of(lost);
    view.momentum(side) > 0 && view.standing(side).count() >= 2
}

/// One use of All Weapons Fire while there is Momentum to spare.
pub(super) fn all_weapons(view: View<'_>, clash: &Clash) -> u8 {
    if !view.bout.ships {
        return 0;
    }
    let unit = clash.strike.attacker();
    let spare = view.momentum_of(unit) > REACTION_RESERVE;
    u8::from(spare && view.can_react(unit, view.unit(unit).all_weapons))
}

/// One use of Anti-Air Defences for an AA weapon while there is Momentum to spare.
pub(super) fn flak(view: View<'_>, clash: &Clash) -> u8 {
    if !view.bout.ships {
        return 0;
    }
    let unit = clash.strike.attacker();
    let able = view.weapon(unit, clash.strike.weapon()).anti_air
        && view.momentum_of(unit) > REACTION_RESERVE;
    u8::from(able && view.can_react(unit, view.unit(unit).anti_air))
}

/// One use of Anti-Air Defences against explosives that come through.
#[inline(always)]
pub(super) fn anti_air(view: View<'_>, clash: &Clash) -> u8 {
    if !view.bout.ships {
        return 0;
    }
    let unit = clash.strike.target();
    let weapon = view.weapon(clash.strike.attacker(), clash.strike.weapon());
    let worth = weapon.category == Some(Category::Explosive) && view.through(clash) > 0;
    u8::from(worth && view.can_react(unit, view.unit(unit).anti_air))
}

/// As many points as stop HITS that would come through the barrier.
pub(super) fn recharge(view: View<'_>, clash: &Clash) -> u8 {
    let strike = &clash.strike;
    let unit = strike.target();
    let in_front = view.in_front(unit, view.unit(strike.attacker()).pos);
    let weapon = view.weapon(strike.attacker(), strike.weapon());
    if view.is_shut_down(unit) || !view.profile(unit).barrier_stops(weapon, in_front) {
        return 0;
    }
    let through = clash.unblocked() - i32::from(view.unit(unit).barrier);
    through.clamp(0, i32::from(view.rechargeable(unit))) as u8
}

/// Momentum that reactions leave for skills.
const REACTION_RESERVE: u8 = 3;
