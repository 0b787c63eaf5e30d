//! Whom to challenge.

use equipoise_engine::Side;

use super::duel_plan;
use super::stake::Share;
use crate::rules::unit_id::{MAX_UNITS, UnitId};
use crate::rules::view::View;

/// The Challenge that gains most, if any gains. The two may attack each other alone for a round
/// (`ms10.challenge.duty-target`), so it gains what the enemy would rather attack and loses what the unit would.
pub(super) fn best(view: View<'_>, side: Side) -> Option<(UnitId, UnitId)> {
    let weights = &view.bout.weights[side.index()];
    let elite = |&u: &UnitId| view.profile(u).tier.is_elite();
    let mut rather = [None; MAX_UNITS];
    let mut rather =
        |unit: UnitId| *rather[unit].get_or_insert_with(|| best_attack(view, side, unit));
    let mut best: Option<(i64, (UnitId, UnitId))> = None;
    for own in view.standing(side).filter(elite) {
        if let Some(worth) = duel_plan::challenge_worth(view, own) {
            return (worth > weights.duel_dare).then_some((own, 1 - own));
        }
        let dangers = Dangers::of(view, own);
        for enemy in view.enemies(own) {
            if dangers.in_all(view, enemy) * 256 >= view.unit(own).hp * weights.dare {
                continue;
            }
            let gain = dangers.change(view, enemy) + rather(enemy) - rather(own);
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

/// What a unit fears in a round, and would fear as a challenger: closing in is a duty (`ms10.challenge.duty-move`), so
/// all enemies are then as much nearer as a Momentum Shift asks for.
struct Dangers {
    own: UnitId,
    /// Damage by the best attacks of all enemies together, as they stand and closer.
    now: i32,
    near: i32,
    /// Units that an enemy may attack.
    standing: i32,
}

impl Dangers {
    fn of(view: View<'_>, own: UnitId) -> Self {
        let enemies = || view.enemies(own);
        let now = |enemy: UnitId| view.threat(enemy, own, view.distance(own, enemy));
        let near = |enemy: UnitId| view.threat(enemy, own, closer(view, own, enemy));
        Self {
            own,
            now: enemies().map(now).sum(),
            near: enemies().map(near).sum(),
            standing: view.standing(view.side_of(own)).count() as i32,
        }
    }

    /// Damage that the unit must expect of so much danger by enemies that may attack others of its side as well: whoever
    /// comes near is attacked twice as often as each of those.
    const fn shared(&self, danger: i32) -> i32 {
        2 * danger / (self.standing + 1)
    }

    /// Damage that the unit must expect as the challenger of an enemy.
    fn in_all(&self, view: View<'_>, enemy: UnitId) -> i32 {
        let answer = view.threat(enemy, self.own, closer(view, self.own, enemy));
        answer + self.shared(self.near - answer)
    }

    /// What a Challenge changes in what the unit does and what is done to it, but for what the unit would attack
    /// without it: its attack on the enemy, all attacks on it, and the victory points for the end of either.
    fn change(&self, view: View<'_>, enemy: UnitId) -> i64 {
        let own = self.own;
        let side = view.side_of(own);
        let [ours, theirs] = [own, enemy].map(|unit| Share::of(view, side, unit));
        let prize = |unit: UnitId| {
            let value = i32::from(view.profile(unit).vp);
            view.bout.scoring.point() * i64::from(view.bout.scoring.challenge(value))
        };
        let blow = view.threat(own, enemy, closer(view, own, enemy));
        let blows = self.in_all(view, enemy);
        let others = self.now - view.threat(enemy, own, view.distance(own, enemy));
        let won = i64::from(theirs.death(blow)) * prize(enemy);
        let lost = i64::from(ours.death(blows)) * prize(own);
        let saved = ours.value(self.shared(others)) - ours.value(blows);
        i64::from(theirs.value(blow) + saved) + (won - lost) / 256
    }
}

/// Hexes between two units, the nearer by as much as a Momentum Shift asks for.
fn closer(view: View<'_>, own: UnitId, other: UnitId) -> u16 {
    let distances = &view.bout.distances;
    let nearer = view.distance(own, other).saturating_sub(distances.shift);
    nearer.max(distances.engagement)
}
