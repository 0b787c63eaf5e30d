//! Whom to challenge.

use equipoise_engine::Side;

use super::duel_plan;
use super::stake::Share;
use crate::rules::unit_id::UnitId;
use crate::rules::view::View;

/// The Challenge with the most to win, if that is clearly more than there is to lose: the chance that the unit
/// destroys the enemy within two turns against the chance that the unit is destroyed itself, each times what the
/// Challenge then pays. Closing in is a duty (`ms10.challenge.duty-move`), so all enemies are feared from 4 in
/// nearer.
pub(super) fn best(view: View<'_>, side: Side) -> Option<(UnitId, UnitId)> {
    let weights = &view.bout.weights[side.index()];
    let closer = |own: UnitId, other: UnitId| {
        let nearer = view.distance(own, other);
        let nearer = nearer.saturating_sub(view.bout.distances.shift);
        nearer.max(view.bout.distances.engagement)
    };
    let prize = |unit: UnitId| {
        let value = i32::from(view.profile(unit).vp);
        i64::from(view.bout.scoring.challenge(value))
    };
    // Enemies that are not challenged may attack others of the side as well; whoever comes near is attacked twice as
    // often as each of those.
    let standing = view.standing(side).count() as i32;
    let elite = |&u: &UnitId| view.profile(u).tier.is_elite();
    let mut best: Option<(i64, (UnitId, UnitId))> = None;
    for own in view.standing(side).filter(elite) {
        if let Some(worth) = duel_plan::challenge_worth(view, own) {
            return (worth > weights.duel_dare).then_some((own, 1 - own));
        }
        let danger: i32 = view
            .enemies(own)
            .map(|enemy| view.threat(enemy, own, closer(own, enemy)))
            .sum();
        let share = Share::of(view, side, own);
        for enemy in view.enemies(own) {
            let near = closer(own, enemy);
            let answer = view.threat(enemy, own, near);
            let from_others = 2 * (danger - answer) / (standing + 1);
            let lost = share.death(2 * (answer + from_others));
            let won = Share::of(view, side, enemy).death(2 * view.threat(own, enemy, near));
            let gain = i64::from(won) * prize(enemy) - i64::from(lost) * prize(own);
            let least = i64::from(weights.dare) * prize(own);
            if gain > best.map_or(least, |(most, _)| most.max(least)) {
                best = Some((gain, (own, enemy)));
            }
        }
    }
    best.map(|(_, pair)| pair)
}
