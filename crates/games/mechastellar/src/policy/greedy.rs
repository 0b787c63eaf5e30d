//! Best expected result by the exact tables, with Momentum at a price.
//!
//! A point of Momentum is worth a number of HP that falls to little as the battle ends; skills,
//! Zeal, Counters and disengaging are bought when they save or deal more. Positions weigh the
//! damage dealt from where the unit attacks against the enemy's best answer to where it ends.

use std::cmp::{Ordering, Reverse};

use equipoise_dice::{Dice, Reroll};

use equipoise_engine::{Hex, Side};

use super::policy::Policy;
use super::{battle_sense, tactics};
use crate::data::profile::Category;
use crate::rules::clash::{Clash, CounterTerms, Strike};
use crate::rules::constants::{
    ATTACKS_PER_TARGET, FLASH_COST, FLASH_DEF, FOCUS_COST, IRON_WALL_COST, IRON_WALL_DEF, ROUNDS,
    SHIFT_GAIN, SHIFT_LOSS, SHIFT_PIVOT, VALOR_COST, VALOR_HITS,
};
use crate::rules::decision::Fuel;
use crate::rules::decision::{
    Action, AttackBonus, AttackSkills, DefenceBonus, DefenceSkills, Order, Plan,
};
use crate::rules::expect::{Use, is_outdone};
use crate::rules::hurt::{Hurt, Location};
use crate::rules::moves::MoveWith;
use crate::rules::unit_id::{UnitId, UnitSet};
use crate::rules::view::View;

/// Expected damage as the measure of everything.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Greedy;

/// HP that one Momentum is worth for each round still to come, the present one included.
const MOMENTUM_HP_PER_ROUND: i32 = 80;
/// A unit that would be destroyed loses this share of its full HP on top, in tenths of the whole.
const DEATH_TENTHS: i32 = 10;

/// HP that one Momentum is worth now.
fn price(view: View<'_>) -> i32 {
    MOMENTUM_HP_PER_ROUND * (i32::from(ROUNDS) + 1 - i32::from(view.state.round))
}

/// What HITS cost a target, in tenths of an HP.
struct Toll {
    /// Tenths of an HP that it has left.
    left: i32,
    /// What it costs to be destroyed: more than HP.
    death: i32,
}

impl Toll {
    fn of(view: View<'_>, target: UnitId) -> Self {
        let left = 10 * view.unit(target).hp;
        let death = left + DEATH_TENTHS * view.profile(target).hp / 2;
        Self { left, death }
    }

    /// Of a clash that is expected to take so many tenths.
    #[inline(always)]
    fn loss(&self, tenths: i32) -> i32 {
        if tenths >= self.left {
            self.death
        } else {
            tenths
        }
    }
}

/// What a defender may buy beside Focus.
struct Reaction {
    flash: u8,
    iron_wall: u8,
    defences: i32,
    cost: u8,
}

impl Reaction {
    const fn of(flash: u8, iron_wall: u8) -> Self {
        Self {
            flash,
            iron_wall,
            defences: FLASH_DEF * flash as i32 + IRON_WALL_DEF * iron_wall as i32,
            cost: FLASH_COST * flash + IRON_WALL_COST * iron_wall,
        }
    }
}

/// Momentum of the cheapest of them.
const CHEAPEST: u8 = if FLASH_COST < IRON_WALL_COST {
    FLASH_COST
} else {
    IRON_WALL_COST
};

/// Nothing, Flash and Iron Wall, in the order they are preferred in at equal worth.
static REACTIONS: [Reaction; 5] = [
    Reaction::of(0, 0),
    Reaction::of(1, 0),
    Reaction::of(2, 0),
    Reaction::of(0, 1),
    Reaction::of(0, 2),
];

/// The distance to attack at and the distance to end at with the best balance.
fn positions(view: View<'_>, unit: UnitId, enemy: UnitId) -> (u16, u16) {
    let moves = view.state.turn.move_actions;
    let reach = view.reach(unit, MoveWith::MoveAction);
    let now = view.distance(unit, enemy);
    let mut scratch = tactics::NO_DAMAGE;
    let row = tactics::ready_row(view, unit, enemy, true, &mut scratch);
    let answers = view.threat_row(enemy, unit);
    let longest = row.len() as u16 - 1;
    let engagement = view.bout.distances.engagement;
    let attacks = attacks_planned(view, unit);
    let enough = view.unit(enemy).hp + 1;
    let mut best = (i32::MIN, now, now);
    let (near, far) = tactics::distances_in(view, enemy, moves);
    // No position is worth more than its attack and the gain of a Momentum Shift.
    let bonus = -shift_cost(view, unit, now, 0).min(0);
    for approach in near..=far.min(longest) {
        let dealt = (attacks * row[usize::from(approach)]).min(enough);
        if dealt + bonus <= best.0 {
            continue;
        }
        let spent = if reach == 0 {
            0
        } else {
            approach.abs_diff(now).div_ceil(reach)
        };
        let left = u16::from(moves) - spent;
        let (finish, answer) = retreat_from(answers, approach, reach * left, [engagement, longest]);
        let worth = dealt - answer - shift_cost(view, unit, now, finish);
        if worth > best.0 {
            best = (worth, approach, finish);
        }
    }
    (best.1, best.2)
}

/// Attacks on one target the unit can afford this turn.
fn attacks_planned(view: View<'_>, unit: UnitId) -> i32 {
    let turn = &view.state.turn;
    let zeal = view.profile(unit).has_pilot_skills() && view.momentum_of(unit) > 0;
    i32::from((turn.combat_actions + u8::from(zeal)).min(ATTACKS_PER_TARGET))
}

/// Where to go after an attack from `approach` with `reach` hexes left, and the answer to expect
/// there. A unit that attacked in melee stays.
fn retreat_from(
    answers: &[i32],
    approach: u16,
    reach: u16,
    [engagement, longest]: [u16; 2],
) -> (u16, i32) {
    let answer = |d: u16| answers[usize::from(d).min(answers.len() - 1)];
    if approach <= engagement {
        return (approach, answer(approach));
    }
    let (nearest, farthest) = (
        approach.saturating_sub(reach).max(engagement + 1),
        (approach + reach).min(longest),
    );
    let mut best = (approach, answer(approach));
    for step in 1..=reach {
        if best.1 == 0 {
            break;
        }
        for finish in [approach.saturating_sub(step), approach + step] {
            let open = (nearest..=farthest).contains(&finish);
            if open && answer(finish) < best.1 {
                best = (finish, answer(finish));
            }
        }
    }
    best
}

/// Momentum lost by backing off or forgone by not pressing on, in HP.
fn shift_cost(view: View<'_>, unit: UnitId, now: u16, finish: u16) -> i32 {
    let momentum = view.momentum_of(unit);
    match momentum.cmp(&SHIFT_PIVOT) {
        Ordering::Less if finish + view.bout.distances.shift <= now => {
            -i32::from(SHIFT_GAIN) * price(view)
        }
        Ordering::Greater if finish > now => i32::from(SHIFT_LOSS) * price(view),
        _ => 0,
    }
}

impl Greedy {
    fn target(view: View<'_>, unit: UnitId) -> UnitId {
        let bound = view.enemies(unit).find(|&e| view.is_challenger_of(unit, e));
        let share = |enemy: UnitId| {
            let reach = view.threat(unit, enemy, view.distance(unit, enemy));
            i64::from(reach) * 1000 / i64::from(view.unit(enemy).hp.max(1))
        };
        let best = || {
            view.enemies(unit)
                .max_by_key(|&enemy| (share(enemy), Reverse(enemy)))
        };
        bound.or_else(best).unwrap_or(unit)
    }

    /// A Crash that promises more than any attack from here or after the moves that are left.
    fn crash(view: View<'_>, plan: &Plan) -> Option<Action> {
        let (crash, worth) = tactics::best_crash(view)?;
        let turn = &view.state.turn;
        let (near, far) = tactics::distances_in(view, plan.target, turn.move_actions);
        let mut scratch = tactics::NO_DAMAGE;
        let row = tactics::ready_row(view, turn.unit, plan.target, true, &mut scratch);
        let last = usize::from(far).min(row.len() - 1);
        let moved = row[usize::from(near).min(last)..=last]
            .iter()
            .max()
            .copied();
        let now = tactics::best_attack(view, true, price(view)).map(|(_, worth)| worth);
        (Some(worth) > moved.max(now)).then_some(crash)
    }

    fn fight(view: View<'_>, plan: &Plan) -> Option<Action> {
        let turn = &view.state.turn;
        if let Some(crash) = Self::crash(view, plan) {
            return Some(crash);
        }
        if turn.move_actions > 0
            && turn.attacked.is_empty()
            && let Some(to) =
                tactics::step_to(view, plan.target, plan.approach, MoveWith::MoveAction)
        {
            return Some(Action::Move {
                to,
                spin: Some(view.unit(plan.target).pos - to),
            });
        }
        if let Some((attack, _)) = tactics::best_attack(view, true, price(view)) {
            return Some(attack);
        }
        tactics::turn_to(view, plan.target).or_else(|| {
            let distance = view.distance(turn.unit, plan.target);
            let idle = tactics::ready_damage(view, turn.unit, plan.target, distance, true) == 0;
            let goal = plan.approach;
            idle.then(|| tactics::accelerate(view, plan.target, goal, Fuel::CombatAction))
                .flatten()
        })
    }

    /// Whether Zeal is open.
    #[inline]
    pub(crate) fn may_zeal(view: View<'_>) -> bool {
        view.can_zeal(view.state.turn.unit, 1)
    }

    /// Whether a Momentum Shift for pressing on is worth having.
    #[inline]
    pub(crate) fn wants_shift(view: View<'_>) -> bool {
        let turn = &view.state.turn;
        view.momentum_of(turn.unit) < SHIFT_PIVOT && !turn.shift_done
    }

    fn zeal(view: View<'_>) -> Option<Action> {
        if !Self::may_zeal(view) {
            return None;
        }
        let worth = tactics::best_attack(view, true, price(view)).map_or(0, |(_, worth)| worth);
        (worth > price(view)).then_some(Action::Zeal { actions: 1 })
    }

    fn finish(view: View<'_>, plan: &Plan) -> Option<Action> {
        let turn = &view.state.turn;
        let unit = turn.unit;
        if turn.move_actions == 0 {
            return None;
        }
        if Self::wants_shift(view) && view.is_engaged(unit) {
            return Some(Action::PressOn);
        }
        let to = tactics::step_to(view, plan.target, plan.finish, MoveWith::MoveAction)?;
        let leaving = view.is_engaged(unit);
        (!leaving).then(|| Action::Move {
            to,
            spin: Some(view.unit(plan.target).pos - to),
        })
    }
}

impl Policy for Greedy {
    /// First if something is in reach, else second, so that the enemy comes.
    fn goes_first<D: Dice>(&self, view: View<'_>, side: Side, _: &mut D) -> bool {
        view.standing(side).any(|unit| {
            view.enemies(unit)
                .any(|e| view.threat(unit, e, view.distance(unit, e)) > 0)
        })
    }

    /// Units that outrange the enemy start at the back, others in front.
    fn deploy<D: Dice>(&self, view: View<'_>, unit: UnitId, _: &mut D) -> (Hex, Hex) {
        let table = view.bout.table;
        let range = |u: UnitId| view.profile(u).printed_range;
        let outranged = view
            .bout
            .enemies_of(unit)
            .any(|enemy| range(enemy) >= range(unit));
        let row = if outranged { table.zone - 1 } else { 0 };
        tactics::centre_spot(table, view.side_of(unit), row)
    }

    /// A Challenge when closing in favours the own unit.
    #[inline(always)]
    fn challenge<D: Dice>(
        &self,
        view: View<'_>,
        side: Side,
        _: &mut D,
    ) -> Option<(UnitId, UnitId)> {
        let odds = |own: UnitId, other: UnitId, near: u16| {
            i64::from(view.threat(own, other, near)) * 1000 / i64::from(view.unit(other).hp.max(1))
        };
        let elite = |&u: &UnitId| view.profile(u).tier.is_elite();
        let mut best: Option<(i64, (UnitId, UnitId))> = None;
        for own in view.standing(side).filter(elite) {
            for enemy in view.enemies(own) {
                let nearer = view
                    .distance(own, enemy)
                    .saturating_sub(view.bout.distances.shift);
                let near = nearer.max(view.bout.distances.engagement);
                let chance = odds(own, enemy, near);
                // The last of equals.
                let better = best.is_none_or(|(most, _)| chance >= most);
                if better && 2 * chance > 3 * odds(enemy, own, near) {
                    best = Some((chance, (own, enemy)));
                }
            }
        }
        best.map(|(_, pair)| pair)
    }

    fn revenge<D: Dice>(&self, view: View<'_>, enemy: UnitId, _: &mut D) -> Option<UnitId> {
        let side = view.side_of(enemy).other();
        view.standing(side)
            .max_by_key(|&u| view.threat(u, enemy, view.distance(u, enemy)))
    }

    /// The unit with the best attack in reach.
    #[inline]
    fn activate<D: Dice>(&self, view: View<'_>, side: Side, among: UnitSet, _: &mut D) -> UnitId {
        if let Some(only) = among.only() {
            return only;
        }
        tactics::most_threatening(view, side, |u| among.contains(u)).unwrap_or_default()
    }

    fn plan<D: Dice>(&self, view: View<'_>, unit: UnitId, order: Order, _: &mut D) -> Plan {
        let target = Self::target(view, unit);
        let (approach, finish) = positions(view, unit, target);
        Plan {
            order,
            target,
            approach,
            finish,
        }
    }

    fn action<D: Dice>(&self, view: View<'_>, _: &mut D) -> Action {
        let turn = &view.state.turn;
        let plan = &turn.plan;
        let fight = if turn.combat_actions > 0 {
            Self::fight(view, plan)
        } else {
            tactics::attack_left(view, true, price(view))
        };
        fight
            .or_else(|| Self::zeal(view))
            .or_else(|| Self::finish(view, plan))
            .unwrap_or(Action::End)
    }

    fn attack_bonus<D: Dice>(&self, view: View<'_>, strike: &Strike, _: &mut D) -> AttackBonus {
        view.likely_attack_bonus(strike)
    }

    fn defence_bonus<D: Dice>(&self, view: View<'_>, strike: &Strike, _: &mut D) -> DefenceBonus {
        view.likely_defence_bonus(strike)
    }

    fn attack_reroll<D: Dice>(&self, _: View<'_>, clash: &Clash, _: &mut D) -> Option<Reroll> {
        (clash.attack.roll.failures() >= 2).then_some(Reroll::LowAndMid)
    }

    #[inline(always)]
    fn attack_skills<D: Dice>(&self, view: View<'_>, clash: &Clash, _: &mut D) -> AttackSkills {
        let strike = &clash.strike;
        let focused = i32::from(clash.attack.roll.mid);
        let momentum = view.momentum_of(strike.attacker());
        let all_weapons = battle_sense::all_weapons(view, clash);
        let mut best = AttackSkills {
            all_weapons,
            anti_air: battle_sense::flak(view, clash),
            ..AttackSkills::default()
        };
        let may_focus = focused > 0 && FOCUS_COST <= momentum;
        let may_valor = view.can_valor(strike.attacker());
        if !may_focus && !may_valor {
            return best;
        }
        let (prospect, toll) = (view.prospect(clash), Toll::of(view, strike.target()));
        let price = 10 * price(view);
        let worth =
            |more: i32, cost: u8| toll.loss(prospect.tenths(more, 0)) - price * i32::from(cost);
        let mut most = worth(0, 0);
        let mut consider = |focus: bool, valor: bool, value: i32| {
            if value > most {
                most = value;
                (best.focus, best.valor) = (focus, valor);
            }
        };
        if may_focus {
            consider(true, false, worth(focused, FOCUS_COST));
        }
        if may_valor {
            consider(false, true, worth(VALOR_HITS, VALOR_COST));
        }
        if may_focus && may_valor && FOCUS_COST + VALOR_COST <= momentum {
            let value = worth(focused + VALOR_HITS, FOCUS_COST + VALOR_COST);
            consider(true, true, value);
        }
        best
    }

    fn defence_reroll<D: Dice>(&self, view: View<'_>, clash: &Clash, _: &mut D) -> Option<Reroll> {
        (view.through(clash) > 0 && clash.defence.roll.failures() > 0).then_some(Reroll::LowAndMid)
    }

    #[inline(always)]
    fn defence_skills<D: Dice>(&self, view: View<'_>, clash: &Clash, _: &mut D) -> DefenceSkills {
        let unit = clash.strike.target();
        if view.through(clash) == 0 {
            return DefenceSkills::default();
        }
        let momentum = view.momentum_of(unit);
        let mut best = DefenceSkills {
            anti_air: battle_sense::anti_air(view, clash),
            ..DefenceSkills::default()
        };
        if momentum == 0 {
            return best;
        }
        let (prospect, toll) = (view.prospect(clash), Toll::of(view, unit));
        let price = 10 * price(view);
        let mut least = toll.loss(prospect.tenths(0, 0));
        if least <= price {
            // Not worth the cheapest skill.
            return best;
        }
        let walled = prospect.walled(view.bout.options.iron_wall_finisher);
        let reacts = momentum >= CHEAPEST && price * i32::from(CHEAPEST) < least;
        let flashes = reacts && view.can_flash(unit, 1);
        let walls = reacts && view.can_iron_wall(unit, 1);
        let focused = i32::from(clash.defence.roll.mid);
        let reactions = if flashes || walls {
            &REACTIONS[..]
        } else {
            &REACTIONS[..1]
        };
        for focus in 0..=u8::from(focused > 0) {
            // What costs nothing changes nothing.
            for reaction in &reactions[usize::from(focus == 0)..] {
                let cost = reaction.cost + FOCUS_COST * focus;
                if cost > momentum
                    || price * i32::from(cost) >= least
                    || reaction.flash > 0 && !flashes
                    || reaction.iron_wall > 0 && !walls
                {
                    continue;
                }
                let defences = focused * i32::from(focus) + reaction.defences;
                let after = if reaction.iron_wall > 0 {
                    &walled
                } else {
                    &prospect
                };
                let value = toll.loss(after.tenths(0, defences)) + price * i32::from(cost);
                if value < least {
                    least = value;
                    best.focus = focus > 0;
                    (best.flash, best.iron_wall) = (reaction.flash, reaction.iron_wall);
                }
            }
        }
        best
    }

    /// A shield for any save; a spare weapon too; anything to survive.
    #[inline(always)]
    fn battle_damage<D: Dice>(&self, view: View<'_>, hurt: &Hurt, _: &mut D) -> Option<Location> {
        let unit = hurt.strike.target();
        let hp = view.unit(unit).hp as u32;
        let dying = hurt.taken + hurt.item + hurt.rest >= hp;
        let cheap = |location: &Location| match *location {
            Location::Shield(_) => true,
            Location::Weapon(index) => is_spare(view, unit, index),
            Location::Legs | Location::Head | Location::Core => dying,
        };
        if hurt.taken >= hp {
            None
        } else {
            view.locations(unit).find(cheap)
        }
    }

    fn called_shot<D: Dice>(&self, view: View<'_>, hurt: &Hurt, _: &mut D) -> Option<Location> {
        let unit = hurt.strike.target();
        let kills = hurt.taken + hurt.item + hurt.rest >= view.unit(unit).hp as u32;
        let main = |location: &Location| matches!(*location, Location::Weapon(index) if !is_spare(view, unit, index));
        if kills {
            None
        } else {
            view.locations(unit).find(main)
        }
    }

    #[inline(always)]
    fn counter<D: Dice>(
        &self,
        view: View<'_>,
        struck: &Strike,
        terms: CounterTerms,
        _: &mut D,
    ) -> Option<usize> {
        let (unit, enemy) = (struck.target(), struck.attacker());
        let distance = view.distance(unit, enemy);
        let price = price(view);
        let as_listed = view.counters_as_listed(unit, enemy, terms);
        let fixed = view.counter_cost(unit);
        // The first of equals.
        let mut best = None;
        let weapons = &view.profile(unit).weapons[..view.profile(unit).printed];
        for (weapon, profile) in weapons.iter().enumerate() {
            if distance > profile.range || profile.limited {
                continue;
            }
            let most = best.map_or(0, |(most, _)| most);
            let listed =
                as_listed.then(|| view.expected(unit, enemy, weapon, Use::Counter, distance));
            if listed.is_some_and(|listed| listed <= price * i32::from(fixed) + most) {
                continue;
            }
            let cost = fixed + view.surcharge(unit, profile);
            if cost > view.momentum_of(unit) {
                continue;
            }
            let price = price * i32::from(cost);
            let least = price + most;
            let strike = Strike::counter(unit, weapon, enemy, profile.is_melee(), terms);
            if let Some(expected) = view.counter_belief(&strike, listed, least) {
                best = Some((expected - price, weapon));
            }
        }
        best.map(|(_, weapon)| weapon)
    }
}

/// A shooting weapon that is not the best at any distance against the nearest enemy, and no
/// explosive.
fn is_spare(view: View<'_>, unit: UnitId, index: usize) -> bool {
    let weapon = view.weapon(unit, index);
    if weapon.category == Some(Category::Explosive) {
        return false;
    }
    let Some(enemy) = view.nearest_enemy(unit) else {
        return false;
    };
    // What all weapons together do not outdo, fewer of them do not either.
    if view.outdone(unit, enemy) >> index & 1 == 0 {
        return false;
    }
    let mut scratch = tactics::NO_DAMAGE;
    let row = tactics::ready_row(view, unit, enemy, true, &mut scratch);
    let own = view.expected_row(unit, enemy, index, Use::Plain);
    is_outdone(own, row, weapon.range)
}
