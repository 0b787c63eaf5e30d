//! Further attacks by Zeal.

use super::duel::Worth;
use super::stake::Purse;
use super::tactics::{Choice, Measure, best_attack};
use super::wreck;
use crate::rules::constants::{ATTACKS_PER_TARGET, ZEAL_MAX};
use crate::rules::decision::Action;
use crate::rules::unit_id::UnitId;
use crate::rules::view::View;

/// How many more attacks are worth the Momentum they take.
pub(super) fn volley(view: View<'_>, purse: &Purse<'_>) -> u8 {
    let unit = view.state.turn.unit;
    let momentum = view.momentum_of(unit);
    // The best attacks that are left with the Momentum each takes, best first; no more of them than Zeal
    // brings.
    let mut best = [(0, 0); ZEAL_MAX as usize];
    let mut add = |worth: Worth, cost: u8| {
        let mut next = (worth, cost);
        for known in &mut best {
            if next > *known {
                std::mem::swap(&mut next, known);
            }
        }
    };
    for target in view.enemies(unit) {
        let done = view.state.turn.attacks_on(target);
        if done >= ATTACKS_PER_TARGET {
            continue;
        }
        let choice = Choice {
            target: Some(target),
            ..Choice::of(Measure::Worth(purse))
        };
        let Some((attack, worth)) = best_attack(view, choice) else {
            continue;
        };
        let cost = momentum_of_attack(view, unit, attack);
        for again in 0..ATTACKS_PER_TARGET - done {
            // What the first takes is no longer there for the second.
            add(if again == 0 { worth } else { worth * 3 / 4 }, cost);
        }
    }
    if let Some(worth) = wreck::worth_of_more(view, purse) {
        (0..ZEAL_MAX).for_each(|_| add(worth, 0));
    }
    let mut spent = 0;
    let price = |actions| view.skill_cost(unit, actions);
    let pays = |&actions: &u8| {
        let (worth, cost) = best[usize::from(actions) - 1];
        spent += cost;
        let more = purse.cost(price(actions)) - purse.cost(price(actions - 1));
        // No point is worth less than nothing.
        spent + price(actions) <= momentum && worth > 0 && worth > more
    };
    (1..=ZEAL_MAX).take_while(pays).count() as u8
}

/// Momentum that an attack takes beside skills.
fn momentum_of_attack(view: View<'_>, unit: UnitId, attack: Action) -> u8 {
    let Action::Attack { weapon, .. } = attack else {
        return 0;
    };
    view.shot_cost(unit, weapon) + view.weapon(unit, weapon).remote.unwrap_or(0)
}
