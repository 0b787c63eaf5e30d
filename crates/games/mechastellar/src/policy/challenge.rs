//! Whom to challenge.

use equipoise_engine::Side;

use super::duel_plan;
use super::stake::Share;
use crate::rules::unit_id::{MAX_UNITS, UnitId, UnitSet};
use crate::rules::view::View;

/// The Challenge that gains most, if any gains. The two may attack each other alone for a round
/// (`ms10.challenge.duty-target`), so it gains what the enemy would rather attack and loses what the unit would.
pub(super) fn best(view: View<'_>, side: Side) -> Option<(UnitId, UnitId)> {
    let weights = &view.bout.weights[side.index()];
    let elite = |&u: &UnitId| view.profile(u).tier.is_elite();
    let first = view.standing(side).find(elite)?;
    if let Some(worth) = duel_plan::challenge_worth(view, first) {
        return (worth > weights.duel_dare).then_some((first, 1 - first));
    }
    let mut rather = [None; MAX_UNITS];
    let mut rather =
        |unit: UnitId| *rather[unit].get_or_insert_with(|| best_attack(view, side, unit));
    let mut best: Option<(i64, (UnitId, UnitId))> = None;
    for own in view.standing(side).filter(elite) {
        // Closing in is a duty (`ms10.challenge.duty-move`). An enemy that is not challenged attacks the unit where it has
        // nothing better to attack.
        let share = Share::of(view, side, own);
        let attack = |enemy: UnitId| view.threat(enemy, own, closer(view, own, enemy));
        let mut joining = UnitSet::EMPTY;
        for enemy in view.enemies(own) {
            if i64::from(share.value(attack(enemy))) >= rather(enemy) {
                joining.insert(enemy);
            }
        }
        let joined: i32 = joining.iter().map(attack).sum();
        for enemy in view.enemies(own) {
            let answer = attack(enemy);
            let blows = if joining.contains(enemy) {
                joined
            } else {
                joined + answer
            };
            if blows * 256 >= view.unit(own).hp * weights.dare {
                continue;
            }
            let gain = rather(enemy) - rather(own) + exchange(view, own, enemy, blows);
            if gain > best.map_or(0, |(most, _)| most) {
                best = Some((gain, (own, enemy)));
            }
        }
    }
    best.map(|(_, pair)| pair)
}

/// What the best attack of a unit within its turn is worth, as a side sees it.
fn best_attack(view: View<'_>, side: Side, unit: UnitId) -> i64 {
    let worth = |target: UnitId| {
        let damage = view.threat(unit, target, view.distance(unit, target));
        i64::from(Share::of(view, side, target).value(damage))
    };
    view.enemies(unit).map(worth).max().unwrap_or(0)
}

/// The worth of what the two of a Challenge do to each other and of what the Challenge pays for the end of either.
/// `blows` is the damage that the unit must expect from all enemies together.
fn exchange(view: View<'_>, own: UnitId, enemy: UnitId, blows: i32) -> i64 {
    let side = view.side_of(own);
    let [ours, theirs] = [own, enemy].map(|unit| Share::of(view, side, unit));
    let prize = |unit: UnitId| {
        let value = i32::from(view.profile(unit).vp);
        view.bout.scoring.point() * i64::from(view.bout.scoring.challenge(value))
    };
    let near = closer(view, own, enemy);
    let blow = view.threat(own, enemy, near);
    let answer = view.threat(enemy, own, near);
    let won = i64::from(theirs.death(blow)) * prize(enemy);
    let lost = i64::from(ours.death(blows)) * prize(own);
    i64::from(theirs.value(blow) - ours.value(answer)) + (won - lost) / 256
}

/// Hexes between two units, the nearer by as much as a Momentum Shift asks for.
fn closer(view: View<'_>, own: UnitId, other: UnitId) -> u16 {
    let distances = &view.bout.distances;
    let nearer = view.distance(own, other).saturating_sub(distances.shift);
    nearer.max(distances.engagement)
}
