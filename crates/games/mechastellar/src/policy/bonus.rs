//! What upgrades of the wargame let a unit declare: Skills of Highly Skilled pilots, Superior Instincts.

use super::duel::Worth;
use super::stake::Purse;
use super::tactics::{self, Choice, Measure};
use crate::rules::bought::INSTINCT_DEF;
use crate::rules::bought_play::DECOY_COST;
use crate::rules::clash::{Clash, Prospect, Strike};
use crate::rules::decision::{Action, AttackSkills, DefenceSkills, Fuel};
use crate::rules::lead_play::FIRM_DEF;
use crate::rules::skilled::{Readied, Skill};
use crate::rules::state::Battle;
use crate::rules::unit_id::UnitId;
use crate::rules::view::View;

/// What a player pays Momentum for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    /// Whatever is worth more than it costs.
    Worth,
    /// To destroy or to survive; what is free always.
    Thrift,
}

impl Manner {
    /// Whether a Skill of a unit pays that takes what a victim is to suffer from one prospect to another.
    fn pays(
        self,
        view: View<'_>,
        [unit, victim]: [UnitId; 2],
        [before, after]: [Prospect; 2],
        price: u8,
    ) -> bool {
        let tenths = [before, after].map(|prospect| prospect.tenths(0, 0));
        if tenths[0] == tenths[1] {
            return false;
        }
        if price == 0 {
            return true;
        }
        match self {
            Self::Worth => {
                let purse = Purse::of(view, unit);
                let stake = purse.stake(view, victim);
                let [before, after] = tenths.map(|tenths| stake.value(tenths / 10));
                (after - before).abs() > purse.cost(price)
            }
            Self::Thrift => {
                let [before, after] = tenths.map(|tenths| tenths >= 10 * view.unit(victim).hp);
                before != after
            }
        }
    }
}

/// Skills on an attack: Giant Slayer where it pays, the others as without it on what it makes of the harm.
#[inline(always)]
pub(super) fn attack(
    view: View<'_>,
    clash: &Clash,
    manner: Manner,
    plain: impl Fn(&Clash) -> AttackSkills,
) -> AttackSkills {
    if view.bout.perks {
        slaying(view, clash, manner, plain)
    } else {
        plain(clash)
    }
}

#[inline(never)]
fn slaying(
    view: View<'_>,
    clash: &Clash,
    manner: Manner,
    plain: impl Fn(&Clash) -> AttackSkills,
) -> AttackSkills {
    let strike = &clash.strike;
    let units = [strike.attacker(), strike.target()];
    let chosen = plain(clash);
    let Some(price) = view.skill_price(units[0], Skill::GiantSlayer) else {
        return chosen;
    };
    // With what is bought beside it.
    let mut likely = *clash;
    likely.attack.focused |= chosen.focus;
    let prospect = view.prospect(&likely);
    let harm = view.slaying(strike, clash.harm);
    // Valor may take the only place for a Skill: it is looked at first.
    let open = !chosen.valor || view.has_room_for_two_skills(units[0]);
    let slayer = open && manner.pays(view, units, [prospect, prospect.harmed(harm)], price);
    AttackSkills { slayer, ..chosen }
}

/// Skills on a defence: Superior Instincts where they save much, a ward and a firm defence where they save
/// anything, Persevere where it pays, the others as without them on what is left.
#[inline(always)]
pub(super) fn defend(
    view: View<'_>,
    clash: &Clash,
    manner: Manner,
    plain: impl Fn(&Clash) -> DefenceSkills,
) -> DefenceSkills {
    if view.bout.perks {
        braced(view, clash, manner, plain)
    } else {
        plain(clash)
    }
}

#[inline(never)]
fn braced(
    view: View<'_>,
    clash: &Clash,
    manner: Manner,
    plain: impl Fn(&Clash) -> DefenceSkills,
) -> DefenceSkills {
    let mut better = *clash;
    let unit = clash.strike.target();
    let instincts = view.may_brace(unit) && saves_much(view, clash);
    if instincts {
        better.defence.flat += INSTINCT_DEF;
    }
    let ward = view.may_ward(clash) && ward_saves_anything(view, &better);
    if ward {
        better.attack = view.warded(&better);
    }
    let firm = view.may_stand_firm(&clash.strike) && saves_anything(view, &better, FIRM_DEF);
    if firm {
        better.defence.flat += FIRM_DEF;
    }
    let mut persevere = false;
    if let Some(price) = view.skill_price(unit, Skill::Persevere) {
        let prospect = view.prospect(&better);
        let harm = view.persevering(better.harm);
        persevere = manner.pays(view, [unit; 2], [prospect, prospect.harmed(harm)], price);
        if persevere {
            better.harm = harm;
        }
    }
    let chosen = plain(&better);
    let wall = chosen.iron_wall > 0 && persevere && !view.has_room_for_two_skills(unit);
    DefenceSkills {
        instincts,
        ward,
        firm,
        persevere,
        // There is no place for both.
        iron_wall: if wall { 0 } else { chosen.iron_wall },
        ..chosen
    }
}

/// Whether a turn of Superior Instincts, of which there are two, saves a tenth of the HP at once, or the
/// unit.
fn saves_much(view: View<'_>, clash: &Clash) -> bool {
    let unit = clash.strike.target();
    let prospect = view.prospect(clash);
    let [now, then] = [0, INSTINCT_DEF].map(|more| prospect.tenths(0, more));
    let left = 10 * view.unit(unit).hp;
    now - then >= view.profile(unit).hp || now >= left && then < left
}

/// Whether DEF that is `more` saves any HP. It need not save much: it is there again next round.
fn saves_anything(view: View<'_>, clash: &Clash, more: i32) -> bool {
    let prospect = view.prospect(clash);
    prospect.tenths(0, more) < prospect.tenths(0, 0)
}

/// Whether the turned criticals of an attack save any HP.
fn ward_saves_anything(view: View<'_>, clash: &Clash) -> bool {
    let attack = view.warded(clash);
    let turned = Clash { attack, ..*clash };
    view.prospect(&turned).tenths(0, 0) < view.prospect(clash).tenths(0, 0)
}

/// Whether a strike uses the Blindside that is open to it: what is free always, a decoy where it pays.
pub(super) fn surprises(view: View<'_>, strike: &Strike, manner: Manner) -> bool {
    let [unit, victim] = [strike.attacker(), strike.target()];
    if !view.bout.perks || view.has_blindside(strike, view.weapon(unit, strike.weapon())) {
        return true;
    }
    let beliefs = view.beliefs_of_surprise(strike);
    match manner {
        Manner::Worth => {
            let purse = Purse::of(view, unit);
            let stake = purse.stake(view, victim);
            let [before, after] = beliefs.map(|damage| stake.value(damage));
            after - before > purse.cost(DECOY_COST)
        }
        Manner::Thrift => {
            let [before, after] = beliefs.map(|damage| damage >= view.unit(victim).hp);
            after && !before
        }
    }
}

/// Whether a reroll of a defence by Unbeaten is worth its Momentum: failed dice come to 0.7 DEF each.
pub(super) fn rerolls(view: View<'_>, clash: &Clash, manner: Manner) -> bool {
    let price = view.reroll_price(&clash.strike);
    if price == 0 {
        return true;
    }
    let mut better = *clash;
    better.defence.flat += i32::from(clash.fresh_failures()) * 7 / 10;
    let prospects = [*clash, better].map(|clash| view.prospect(&clash));
    manner.pays(view, [clash.strike.target(); 2], prospects, price)
}

/// The next action, or a Skill before it: one that makes the attacks at hand better, and the free Accelerate
/// instead of one for the Combat Action.
#[inline(always)]
pub(super) fn prepare(view: View<'_>, next: Action, manner: Manner) -> Action {
    if view.bout.perks {
        prepared(view, next, manner)
    } else {
        next
    }
}

#[inline(never)]
fn prepared(view: View<'_>, next: Action, manner: Manner) -> Action {
    let turn = &view.state.turn;
    match next {
        Action::Accelerate {
            to,
            fuel: Fuel::CombatAction,
        } if view.skill_price(turn.unit, Skill::Accelerate).is_some() => Action::Accelerate {
            to,
            fuel: Fuel::Point,
        },
        Action::Attack { .. } | Action::End if turn.combat_actions > 0 => {
            readied(view, manner).map_or(next, Action::Ready)
        }
        _ => next,
    }
}

/// What makes the best attack at hand so much better that it pays.
fn readied(view: View<'_>, manner: Manner) -> Option<Readied> {
    let unit = view.state.turn.unit;
    let all = Readied::of(view.profile(unit).perks.skill?);
    let price = view.ready_price(*all.first()?)?;
    if price > 0 && manner == Manner::Thrift {
        return None;
    }
    let purse = Purse::of(view, unit);
    let measure = match manner {
        Manner::Worth => Measure::Worth(&purse),
        Manner::Thrift => Measure::Damage { price: 0 },
    };
    let mut trial = Battle::default();
    trial.copy_from(view.state);
    let mut promise = |readied| {
        trial.turn.readied = Some(readied);
        let bout = view.bout;
        best_worth(
            View {
                bout,
                state: &trial,
            },
            measure,
        )
    };
    let promises = all.iter().map(|&readied| (promise(readied), readied));
    // The first of equals.
    let (most, readied) = promises.rev().max_by_key(|&(worth, _)| worth)?;
    (most - best_worth(view, measure).max(0) > purse.cost(price)).then_some(readied)
}

fn best_worth(view: View<'_>, measure: Measure<'_>) -> Worth {
    tactics::best_attack(view, Choice::of(measure)).map_or(0, |(_, worth)| worth)
}
