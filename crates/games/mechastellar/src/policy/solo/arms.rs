//! With what: the melee gate, the strongest attack, the Counter of Kaiju.

use std::cmp::Reverse;

use crate::data::profile::UnitType;
use crate::policy::duel::Worth;
use crate::policy::tactics::{self, Choice, Measure};
use crate::rules::aim::Form;
use crate::rules::clash::{CounterTerms, Strike};
use crate::rules::decision::{Action, Order, Plan, Reply};
use crate::rules::unit_id::UnitId;
use crate::rules::view::View;

/// Melee is declined when the enemy's expected melee total is this much better, in tenths: three dice
/// (`ms93.mecha-ai.melee-gate`, `ms93.kaiju-ai.melee-gate`).
const MELEE_GATE_TENTHS: i32 = 21;

/// Whether a unit is a Kaiju, which has a table of its own.
pub(super) fn is_kaiju(view: View<'_>, unit: UnitId) -> bool {
    view.profile(unit).unit_type == UnitType::Kaiju
}

/// Whether the unit takes part in melee of its own will (`ms93.mecha-ai.melee-gate`,
/// `ms93.kaiju-ai.melee-gate`).
pub(super) fn melee_allowed(view: View<'_>, unit: UnitId, enemy: UnitId) -> bool {
    let total = |u: UnitId| view.profile(u).melee_tenths;
    let Some(own) = total(unit) else { return false };
    total(enemy).is_none_or(|other| other - own < MELEE_GATE_TENTHS)
}

/// Whether the unit may use its melee weapons on an enemy under an order: Finish Them knows no gate
/// (`ms93.mecha-ai.finish-them`, `ms93.kaiju-ai.finish-them`).
pub(super) fn may_cut(view: View<'_>, unit: UnitId, enemy: UnitId, order: Order) -> bool {
    order == Order::FinishThem || melee_allowed(view, unit, enemy)
}

/// Attacks by the damage they promise, Momentum at so many HP a point.
pub(super) const fn attacks(melee: bool, price: i32) -> Choice<'static> {
    Choice {
        melee,
        ..Choice::of(Measure::Damage { price })
    }
}

/// The strongest attack on the target of the plan, or, where it may not be attacked, on anybody
/// (`ms93.mecha-ai.strongest-weapon`, `ms93.kaiju-ai.movement-weapon`, `ms93.mecha-ai.conflict`).
pub(super) fn strongest(view: View<'_>, plan: &Plan) -> Option<(Action, Worth)> {
    let unit = view.state.turn.unit;
    let on = |enemy: UnitId| {
        let choice = Choice {
            target: Some(enemy),
            ..attacks(may_cut(view, unit, enemy, plan.order), 0)
        };
        tactics::best_attack(view, choice)
    };
    let first = on(plan.target);
    if first.is_some() || view.is_duel() {
        return first;
    }
    // Of equal ones that at the safer distance for the wounded, at the shorter one for others.
    let wounded = 2 * view.unit(unit).hp < view.profile(unit).hp;
    let comfort = |enemy: UnitId| {
        let distance = i32::from(view.distance(unit, enemy));
        if wounded { distance } else { -distance }
    };
    view.enemies(unit)
        .filter_map(|enemy| on(enemy).map(|attack| (attack, enemy)))
        .max_by_key(|&((_, worth), enemy)| (worth, comfort(enemy), Reverse(enemy)))
        .map(|(attack, _)| attack)
}

/// Whether a unit that is attacked in melee answers with all it has: Kaiju that could Counter
/// (`ms93.kaiju-ai.melee-defence`).
pub(crate) fn hits_back(view: View<'_>, strike: &Strike) -> bool {
    let unit = strike.target();
    let mut weapons = 0..view.profile(unit).printed;
    is_kaiju(view, unit)
        && strike.form == Form::Melee
        && weapons.any(|weapon| {
            view.weapon(unit, weapon).is_melee()
                && view.may_counter_with(
                    unit,
                    Reply {
                        weapon,
                        special: false,
                    },
                    strike.attacker(),
                )
        })
}

/// The strongest Counter that a Kaiju can pay for, attacked in melee, as weapon and whether with its special
/// (`ms93.kaiju-ai.melee-defence`).
pub(super) fn counter(view: View<'_>, struck: &Strike, terms: CounterTerms) -> Option<Reply> {
    let (unit, enemy) = (struck.target(), struck.attacker());
    if terms.skill.is_some() {
        return free_answer(view, struck, terms);
    }
    if !is_kaiju(view, unit) || struck.form != Form::Melee {
        return None;
    }
    let spare = view
        .momentum_of(unit)
        .saturating_sub(view.counter_cost(unit));
    view.replies(unit)
        .filter(|reply| view.shot_cost(unit, reply.weapon) <= spare)
        .filter_map(|reply| {
            let melee = view.weapon(unit, reply.weapon).is_melee();
            let strike = Strike::counter(unit, reply, enemy, melee, terms);
            let damage = view.counter_belief(&strike, None, -1)?;
            Some((damage, Reverse(reply)))
        })
        .max()
        .map(|(_, Reverse(reply))| reply)
}

/// The shot that does most, by a Skill that costs nothing (`ms93.upgrade.highly-skilled`).
fn free_answer(view: View<'_>, struck: &Strike, terms: CounterTerms) -> Option<Reply> {
    let (unit, enemy) = (struck.target(), struck.attacker());
    let shots = view.replies(unit).filter(|&reply| {
        view.may_answer_with(unit, reply, enemy)
            && view.answer_price(unit, reply.weapon, terms) == Some(0)
    });
    let worth = |reply: Reply| {
        let strike = Strike::counter(unit, reply, enemy, false, terms);
        view.counter_belief(&strike, None, 0)
    };
    let best = shots.filter_map(|reply| Some((worth(reply)?, Reverse(reply))));
    best.max().map(|(_, Reverse(reply))| reply)
}
