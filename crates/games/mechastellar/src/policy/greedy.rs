//! Everything in one currency: the chance to win in a duel on an open table, victory points elsewhere.
//!
//! `duel_plan` and `field` say where to attack from and where to end, `stake` what HP and Momentum are worth;
//! skills, Zeal and Counters are bought when they gain more than they cost.

use std::cmp::Reverse;

use equipoise_dice::{Dice, Reroll};

use equipoise_engine::{Hex, Side};

use super::bonus::{self, Manner};
use super::duel::{Duel, Worth};
use super::duel_plan;
use super::field::{self, Field};
use super::policy::Policy;
use super::stake::{Purse, Share, Stake};
use super::tactics::{Choice, Measure};
use super::{battle_sense, challenge, chase, instead, steps, tactics, volley, wreck};
use crate::data::profile::Category;
use crate::rules::clash::{Clash, CounterTerms, Strike};
use crate::rules::constants::{
    FLASH_COST, FLASH_DEF, IRON_WALL_COST, IRON_WALL_DEF, SHIFT_PIVOT, VALOR_COST, VALOR_HITS,
};
use crate::rules::decision::{
    Action, AttackBonus, AttackSkills, DefenceBonus, DefenceSkills, Fuel, Order, Plan, Reply,
};
use crate::rules::expect::{Use, is_outdone};
use crate::rules::hurt::{Hurt, Location};
use crate::rules::skilled::Skill;
use crate::rules::unit_id::{UnitId, UnitSet};
use crate::rules::view::View;

/// The best expected result by the worth of HP, Momentum and places.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Greedy;

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

    /// Momentum of it: one of them is no Skill that a Commander's trait makes cheaper.
    fn cost(&self, view: View<'_>, unit: UnitId) -> u8 {
        if self.iron_wall > 0 {
            view.skill_cost(unit, self.cost)
        } else {
            self.cost
        }
    }
}

/// Nothing, Flash and Iron Wall, in the order they are preferred in at equal worth.
static REACTIONS: [Reaction; 5] = [
    Reaction::of(0, 0),
    Reaction::of(1, 0),
    Reaction::of(2, 0),
    Reaction::of(0, 1),
    Reaction::of(0, 2),
];

impl Greedy {
    /// Whom the turn is about.
    fn target(view: View<'_>, unit: UnitId) -> UnitId {
        if view.is_duel() {
            return view.enemies(unit).next().unwrap_or(unit);
        }
        let bound = view.enemies(unit).find(|&e| view.is_challenger_of(unit, e));
        let best = || {
            view.enemies(unit).max_by_key(|&enemy| {
                let damage = view.threat(unit, enemy, view.distance(unit, enemy));
                (Stake::of(view, unit, enemy).value(damage), Reverse(enemy))
            })
        };
        bound.or_else(best).unwrap_or(unit)
    }

    /// The attack of the Combat Action, or what brings it about.
    fn fight(view: View<'_>, plan: &Plan, purse: &Purse<'_>) -> Option<Action> {
        let turn = &view.state.turn;
        if let Some(other) = instead::action(view, plan, purse) {
            return Some(other);
        }
        if let Some(chase) = chase::action(view, plan) {
            return Some(chase);
        }
        if turn.move_actions > 0 && turn.attacked.is_empty() {
            let step = if view.duel_model(turn.unit).is_some() {
                // Without an attack at its end the way is for `finish`, which knows where to stay.
                let approach = match purse.duel().filter(|_| turn.accelerations > 0) {
                    Some(duel) => duel.approach(),
                    None => plan.approach,
                };
                let melee = view.can_meet(turn.unit, plan.target);
                let hurts = tactics::ready_damage(view, turn.unit, plan.target, approach, melee);
                (hurts > 0)
                    .then(|| steps::move_to(view, plan.target, approach))
                    .flatten()
            } else if turn.moves_made == 0 && turn.accelerations == 0 {
                plan.spot.and_then(|spot| field::step_to(view, spot))
            } else {
                // The way may have opened other prospects.
                let spot = Field::ask(view, Field::spot);
                spot.and_then(|spot| field::step_to(view, spot))
            };
            if step.is_some() {
                return step;
            }
        }
        if let Some(press_on) = Self::press_on(view, purse)
            && view.attacks().next().is_some()
        {
            return Some(press_on);
        }
        if let Some(attack) = tactics::choose_attack(view, Choice::of(Measure::Worth(purse))) {
            return Some(attack);
        }
        // What promised more was out of sight.
        if let Some((wreck, _)) = wreck::best_worth(view, purse) {
            return Some(wreck);
        }
        if view.may_retreat() && Field::ask(view, Field::flees) {
            return None;
        }
        steps::turn_to(view, plan.target).or_else(|| {
            let distance = view.distance(turn.unit, plan.target);
            let melee = purse.duel().is_none() || view.can_meet(turn.unit, plan.target);
            if tactics::ready_damage(view, turn.unit, plan.target, distance, melee) > 0 {
                return None;
            }
            // With nothing to attack the distance to attack from says little of where to end.
            let goal = match purse.duel() {
                Some(duel) => duel.beyond(purse)?,
                None => plan.approach,
            };
            steps::accelerate(view, plan.target, goal, Fuel::CombatAction)
        })
    }

    fn zeal(view: View<'_>, purse: &Purse<'_>) -> Option<Action> {
        let unit = view.state.turn.unit;
        if !view.can_zeal(unit, 1) {
            return None;
        }
        let actions = volley::volley(view, purse);
        (actions > 0).then_some(Action::Zeal { actions })
    }

    /// The answer to an attack that gains most, as what it gains, the weapon and whether with its special.
    #[inline(always)]
    fn answer(view: View<'_>, struck: &Strike, terms: CounterTerms) -> Option<(Worth, Reply)> {
        let (unit, enemy) = (struck.target(), struck.attacker());
        let distance = view.distance(unit, enemy);
        let purse = Purse::of(view, unit);
        let stake = purse.stake(view, enemy);
        let as_listed = view.counters_as_listed(unit, enemy, terms);
        let fixed = view.counter_cost(unit);
        // The first of equals.
        let mut best = None;
        let weapons = &view.profile(unit).weapons[..view.profile(unit).printed];
        for (weapon, profile) in weapons.iter().enumerate() {
            let cost = if terms.skill.is_none() {
                fixed + view.surcharge(unit, profile)
            } else {
                match view.answer_price(unit, weapon, terms) {
                    Some(cost) if !profile.is_melee() => cost,
                    _ => continue,
                }
            };
            if distance > profile.range || profile.limited || cost > view.momentum_of(unit) {
                continue;
            }
            for special in [false, true] {
                if special && profile.special.is_none() {
                    continue;
                }
                let listed = as_listed
                    .then(|| view.expected(unit, enemy, weapon, Use::counter(special), distance));
                let reply = Reply { weapon, special };
                let strike = Strike::counter(unit, reply, enemy, profile.is_melee(), terms);
                if let Some(damage) = view.counter_belief(&strike, listed, -1) {
                    let most = best.map_or(0, |(most, _)| most);
                    let gain = stake.value(damage);
                    // What it costs only takes away.
                    if gain > most {
                        let net = gain - purse.cost(cost);
                        if net > most {
                            best = Some((net, reply));
                        }
                    }
                }
            }
        }
        best
    }

    /// Focus and Valor where they gain more than they cost.
    #[inline(always)]
    fn strike(view: View<'_>, clash: &Clash) -> AttackSkills {
        let strike = &clash.strike;
        let focused = i32::from(clash.attack.roll.mid);
        let momentum = view.momentum_of(strike.attacker());
        let all_weapons = battle_sense::all_weapons(view, clash);
        let mut best = AttackSkills {
            all_weapons,
            anti_air: battle_sense::flak(view, clash),
            ..AttackSkills::default()
        };
        let focus_cost = view.focus_cost(strike.attacker());
        let may_focus = focused > 0 && focus_cost <= momentum;
        let may_valor = view.can_valor(strike.attacker());
        let valor_cost = view.skill_cost(strike.attacker(), VALOR_COST);
        if !may_focus && !may_valor {
            return best;
        }
        let prospect = view.prospect(clash);
        let purse = Purse::of(view, strike.attacker());
        let stake = purse.stake(view, strike.target());
        let gain = |more: i32| stake.value(prospect.tenths(more, 0) / 10);
        let mut most = gain(0);
        let mut consider = |focus: bool, valor: bool, more: i32, cost: u8| {
            let gain = gain(more);
            // What it costs only takes away.
            if gain > most {
                let net = gain - purse.cost(cost);
                if net > most {
                    most = net;
                    (best.focus, best.valor) = (focus, valor);
                }
            }
        };
        if may_focus {
            consider(true, false, focused, focus_cost);
        }
        if may_valor {
            consider(false, true, VALOR_HITS, valor_cost);
        }
        if may_focus && may_valor && focus_cost + valor_cost <= momentum {
            let more = focused + VALOR_HITS;
            consider(true, true, more, focus_cost + valor_cost);
        }
        best
    }

    /// Focus, Flash or Iron Wall where they save more than they cost.
    #[inline(always)]
    fn defend(view: View<'_>, clash: &Clash) -> DefenceSkills {
        let unit = clash.strike.target();
        if view.through(clash) == 0 {
            return DefenceSkills::default();
        }
        let momentum = view.momentum_of(unit);
        let mut best = DefenceSkills {
            anti_air: battle_sense::anti_air(view, clash),
            ..DefenceSkills::default()
        };
        let focus_cost = view.focus_cost(unit);
        if momentum < focus_cost {
            return best;
        }
        let purse = Purse::of(view, unit);
        let (prospect, stake) = (view.prospect(clash), purse.stake(view, unit));
        let ends_it = Self::ends_the_side(view, clash);
        let mut least = if ends_it {
            // Whatever leaves the unit alive is better: Momentum is worth nothing to a side that is no more.
            Worth::MAX
        } else {
            stake.value(prospect.tenths(0, 0) / 10)
        };
        if least <= purse.cost(focus_cost) {
            // Not worth the cheapest skill.
            return best;
        }
        let walled = prospect.walled(view.bout.options.iron_wall_finisher);
        let cheapest = FLASH_COST.min(view.skill_cost(unit, IRON_WALL_COST));
        let reacts = momentum >= cheapest && purse.cost(cheapest) < least;
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
                let cost = reaction.cost(view, unit) + focus_cost * focus;
                if cost > momentum
                    || reaction.flash > 0 && !flashes
                    || reaction.iron_wall > 0 && !walls
                {
                    continue;
                }
                let price = purse.cost(cost);
                if price >= least {
                    continue;
                }
                let defences = focused * i32::from(focus) + reaction.defences;
                let after = if reaction.iron_wall > 0 {
                    &walled
                } else {
                    &prospect
                };
                if ends_it && !Self::survives(view, clash, defences) {
                    continue;
                }
                let value = stake.value(after.tenths(0, defences) / 10) + price;
                if value < least {
                    least = value;
                    best.focus = focus > 0;
                    (best.flash, best.iron_wall) = (reaction.flash, reaction.iron_wall);
                }
            }
        }
        best
    }

    /// Whether an attack destroys the last unit of its side for certain, if nothing is bought against it.
    fn ends_the_side(view: View<'_>, clash: &Clash) -> bool {
        let unit = clash.strike.target();
        clash.harm.base(view.through(clash)) >= view.unit(unit).hp as u32
            && !view.is_squad(unit)
            && view.standing(view.side_of(unit)).nth(1).is_none()
    }

    /// Whether the unit may live on with so much more defence.
    fn survives(view: View<'_>, clash: &Clash, defences: i32) -> bool {
        let through = (view.through(clash) - defences).max(0);
        clash.harm.base(through) < view.unit(clash.strike.target()).hp as u32
    }

    /// Pressing on before an attack, where the unit would press on after it or has Move Actions enough: the
    /// Momentum is there for the attack.
    fn press_on(view: View<'_>, purse: &Purse<'_>) -> Option<Action> {
        let turn = &view.state.turn;
        let gains = turn.move_actions > 0
            && view.momentum_of(turn.unit) < SHIFT_PIVOT
            && view.shift_open(turn.unit)
            && view.is_engaged(turn.unit);
        // With another Move Action left it may still go away.
        let goes = || {
            turn.move_actions == 1 && matches!(Self::finish(view, purse), Some(Action::Move { .. }))
        };
        (gains && !goes()).then_some(Action::PressOn)
    }

    /// The moves that are left, the fight over.
    fn finish(view: View<'_>, purse: &Purse<'_>) -> Option<Action> {
        let turn = &view.state.turn;
        if turn.move_actions == 0 && !view.may_leave() {
            return None;
        }
        match purse.duel() {
            Some(_) if !view.is_unit(1 - turn.unit) => None,
            Some(duel) => match duel.finish(purse) {
                None => Some(Action::PressOn),
                Some(end) => steps::move_to(view, 1 - turn.unit, end),
            },
            None => Field::ask(view, Field::finish),
        }
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

    /// In a duel where it is best to start from; else units that outrange the enemy at the back, others in
    /// front.
    fn deploy<D: Dice>(&self, view: View<'_>, unit: UnitId, _: &mut D) -> (Hex, Hex) {
        let table = view.bout.table;
        let outranged = || {
            let range = |u: UnitId| view.profile(u).printed_range;
            let mut enemies = view.bout.enemies_of(unit);
            enemies.any(|enemy| range(enemy) >= range(unit))
        };
        let row = duel_plan::deploy_row(view, unit)
            .unwrap_or_else(|| if outranged() { table.zone - 1 } else { 0 });
        steps::centre_spot(table, view.side_of(unit), row)
    }

    fn challenge<D: Dice>(
        &self,
        view: View<'_>,
        side: Side,
        _: &mut D,
    ) -> Option<(UnitId, UnitId)> {
        challenge::best(view, side)
    }

    fn revenge<D: Dice>(&self, view: View<'_>, enemy: UnitId, _: &mut D) -> Option<UnitId> {
        let side = view.side_of(enemy).other();
        view.standing(side)
            .max_by_key(|&u| view.threat(u, enemy, view.distance(u, enemy)))
    }

    /// The unit with the most to win, or with the most to lose before it acts.
    #[inline]
    fn activate<D: Dice>(&self, view: View<'_>, side: Side, among: UnitSet, _: &mut D) -> UnitId {
        if let Some(only) = among.only() {
            return only;
        }
        let weights = &view.bout.weights[side.index()];
        let urgency = |unit: UnitId| -> i64 {
            let (mut most, mut loss) = (0, 0);
            let own = Share::of(view, side, unit);
            for enemy in view.enemies(unit) {
                let distance = view.distance(unit, enemy);
                let attack = view.threat(unit, enemy, distance);
                most = most.max(Share::of(view, side, enemy).value(attack));
                if !view.unit(enemy).activated {
                    let threat = view.threat(enemy, unit, distance);
                    loss = loss.max(own.value(threat * weights.threat / 256));
                }
            }
            4 * i64::from(most) + i64::from(loss) * i64::from(weights.wary)
        };
        view.standing(side)
            .filter(|&u| among.contains(u))
            .max_by_key(|&u| (urgency(u), Reverse(u)))
            .unwrap_or_default()
    }

    fn plan<D: Dice>(&self, view: View<'_>, unit: UnitId, order: Order, _: &mut D) -> Plan {
        let plan = Plan {
            order,
            target: Self::target(view, unit),
            ..Plan::default()
        };
        match Duel::of(view, unit) {
            Some(duel) => {
                let (approach, chase) = duel.approach_and_chase();
                Plan {
                    approach,
                    chase,
                    ..plan
                }
            }
            None => Plan {
                spot: Field::ask(view, Field::spot),
                ..plan
            },
        }
    }

    fn action<D: Dice>(&self, view: View<'_>, _: &mut D) -> Action {
        let turn = &view.state.turn;
        let purse = Purse::of(view, turn.unit);
        let fight = if turn.combat_actions > 0 {
            Self::fight(view, &turn.plan, &purse)
        } else {
            tactics::attack_left(view, Choice::of(Measure::Worth(&purse)))
                .map(|attack| Self::press_on(view, &purse).unwrap_or(attack))
        };
        let next = fight
            .or_else(|| Self::zeal(view, &purse))
            .or_else(|| Self::finish(view, &purse))
            .unwrap_or(Action::End);
        bonus::prepare(view, next, Manner::Worth)
    }

    fn blindside<D: Dice>(&self, view: View<'_>, strike: &Strike, _: &mut D) -> bool {
        bonus::surprises(view, strike, Manner::Worth)
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
        bonus::attack(view, clash, Manner::Worth, |clash| {
            Self::strike(view, clash)
        })
    }

    fn defence_reroll<D: Dice>(&self, view: View<'_>, clash: &Clash, _: &mut D) -> Option<Reroll> {
        let helps = view.through(clash) > 0 && clash.fresh_failures() > 0;
        (helps && bonus::rerolls(view, clash, Manner::Worth)).then_some(Reroll::LowAndMid)
    }

    #[inline(always)]
    fn defence_skills<D: Dice>(&self, view: View<'_>, clash: &Clash, _: &mut D) -> DefenceSkills {
        bonus::defend(view, clash, Manner::Worth, |clash| {
            Self::defend(view, clash)
        })
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
    ) -> Option<Reply> {
        let best = Self::answer(view, struck, terms);
        if terms.skill == Some(Skill::Counterattack) && view.answers_for_more(struck.target()) {
            // An Elite unit has a Counter as well, which costs less.
            let plain = CounterTerms::PLAIN;
            let worth = |answer: Option<(Worth, _)>| answer.map_or(0, |(worth, _)| worth);
            if worth(Self::answer(view, struck, plain)) >= worth(best) {
                return None;
            }
        }
        best.map(|(_, reply)| reply)
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
