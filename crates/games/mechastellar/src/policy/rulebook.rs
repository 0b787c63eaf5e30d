//! The printed mecha behaviour table, with thrifty skill use.
//!
//! One d10 per activation picks an order by the unit's situation (`ms93.mecha-ai.*`). On an open
//! table two columns occur: HP below half, and the default. The table says nothing about spending
//! Momentum: Focus when it changes two dice or more and 3 Momentum are there; Flash or Iron Wall
//! only to survive; Valor only to kill; Zeal only for a second attack with 4 Momentum. It never
//! Counters. A shield is given up for any failed save, other parts only to survive.

use equipoise_dice::{Dice, Reroll, Sides};

use equipoise_engine::{Hex, Side};

use super::policy::Policy;
use super::tactics::{Choice, Measure};
use super::{battle_sense, tactics};
use crate::data::profile::Category;
use crate::rules::clash::{Clash, Strike};
use crate::rules::constants::{FLASH_DEF, IRON_WALL_DEF, MOVE_ACTIONS, VALOR_HITS};
use crate::rules::decision::Fuel;
use crate::rules::decision::{
    Action, AttackBonus, AttackSkills, DefenceBonus, DefenceSkills, Order, Plan,
};
use crate::rules::hurt::{Hurt, Location};
use crate::rules::moves::MoveWith;
use crate::rules::unit_id::{UnitId, UnitSet};
use crate::rules::view::View;

/// The behaviour table as a policy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rulebook;

/// Momentum that thrifty Focus leaves untouched below.
const FOCUS_RESERVE: u8 = 3;
/// Dice that Focus must change.
const FOCUS_GAIN: u8 = 2;
/// Momentum that a second attack by Zeal needs.
const ZEAL_RESERVE: u8 = 4;
/// Damage that one Momentum must promise in an attack beside the Combat Action.
const REMOTE_PRICE: i32 = 300;
/// Dice that make a reroll worth a point.
const REROLL_GAIN: u8 = 2;
/// Dice from which the critical number beats another die (`ms93.mecha-ai.melee-defence` and the
/// elite bonus module: a tie at seven, automatic successes at ten).
const CRITICAL_FROM: i32 = 7;
/// Melee is declined when the enemy's expected melee total is this much better, in tenths
/// (`ms93.mecha-ai.melee-gate`).
const MELEE_GATE_TENTHS: i32 = 21;

/// The order of the table for a roll (`ms93.mecha-ai.row-1`, `ms93.mecha-ai.row-2-9`,
/// `ms93.mecha-ai.row-10`, `ms93.mecha-ai.header-order`, `ms93.mecha-ai.header-wounded`).
pub(super) fn order_for(face: u8, wounded: bool) -> Order {
    match (face, wounded) {
        (1, true) => Order::Retreat,
        (1, false) | (2..=9, true) => Order::AttackAndRetreat,
        (2..=9, false) => Order::Attack,
        (_, true) => Order::LastStand,
        (_, false) => Order::FinishThem,
    }
}

/// A 1 counts as 10 for the Commander and under Return Fire (`ms93.mecha-ai.one-becomes-ten`).
pub(super) fn read_face(face: u8, commander: bool, return_fire: bool) -> u8 {
    if face == 1 && (commander || return_fire) {
        10
    } else {
        face
    }
}

/// Whether the unit takes part in melee of its own will (`ms93.mecha-ai.melee-gate`).
fn melee_allowed(view: View<'_>, unit: UnitId, enemy: UnitId) -> bool {
    let total = |u: UnitId| view.profile(u).melee_tenths;
    let Some(own) = total(unit) else { return false };
    total(enemy).is_none_or(|other| other - own < MELEE_GATE_TENTHS)
}

/// Distance to attack at: the highest expected damage among the distances in reach, the farthest
/// of equals (`ms93.mecha-ai.seek-rapid-fire`); the enemy's feet when nothing reaches.
fn attack_distance(view: View<'_>, unit: UnitId, enemy: UnitId, moves: u8, melee: bool) -> u16 {
    let (near, far) = tactics::distances_in(view, enemy, moves);
    let now = view.distance(unit, enemy);
    let mut scratch = tactics::NO_DAMAGE;
    let row = tactics::ready_row(view, unit, enemy, melee, &mut scratch);
    let engagement = view.bout.distances.engagement;
    let mut best = (0, engagement);
    for distance in near..=far.min(row.len() as u16 - 1) {
        let closes = distance <= engagement && now > engagement;
        let damage = row[usize::from(distance)];
        if (melee || !closes) && damage > 0 && damage >= best.0 {
            best = (damage, distance);
        }
    }
    best.1
}

impl Rulebook {
    fn target(view: View<'_>, unit: UnitId) -> UnitId {
        let turn = &view.state.turn;
        let aggressor = view
            .state
            .aggressor
            .filter(|&a| turn.return_fire && view.unit(a).on_table);
        let challenger = view.enemies(unit).find(|&e| view.is_challenger_of(unit, e));
        challenger
            .or(aggressor)
            .or_else(|| view.nearest_enemy(unit))
            .unwrap_or(unit)
    }

    /// The attack, or what brings it about.
    fn fight(view: View<'_>, plan: &Plan) -> Option<Action> {
        let turn = &view.state.turn;
        let unit = turn.unit;
        let melee = plan.order == Order::FinishThem || melee_allowed(view, unit, plan.target);
        let may_move = turn.move_actions > 0;
        if may_move
            && let Some(to) =
                tactics::step_to(view, plan.target, plan.approach, MoveWith::MoveAction)
        {
            let spin = Some(view.unit(plan.target).pos - to);
            return Some(Action::Move { to, spin });
        }
        let blade = plan.order == Order::FinishThem
            && view.distance(unit, plan.target) <= view.bout.distances.engagement;
        if blade && let Some((attack, _)) = tactics::best_melee(view) {
            return Some(attack);
        }
        if let Some((attack, _)) = tactics::best_attack(view, attacks(melee, 0)) {
            return Some(attack);
        }
        tactics::turn_to(view, plan.target).or_else(|| {
            let far = tactics::ready_damage(
                view,
                unit,
                plan.target,
                view.distance(unit, plan.target),
                melee,
            ) == 0;
            far.then(|| {
                tactics::accelerate(
                    view,
                    plan.target,
                    view.bout.distances.engagement,
                    Fuel::CombatAction,
                )
            })
            .flatten()
        })
    }

    /// Away from the target with what is left (`ms93.mecha-ai.retreat`).
    fn withdraw(view: View<'_>, plan: &Plan) -> Option<Action> {
        let turn = &view.state.turn;
        let afar = view.bout.table.longest() as u16;
        if turn.move_actions > 0
            && let Some(to) = tactics::step_to(view, plan.target, afar, MoveWith::MoveAction)
        {
            return Some(Action::Move {
                to,
                spin: Some(view.unit(plan.target).pos - to),
            });
        }
        (plan.order == Order::Retreat)
            .then(|| tactics::accelerate(view, plan.target, afar, Fuel::CombatAction))
            .flatten()
    }

    /// Whether Momentum is there for a second attack by Zeal.
    pub(crate) fn may_zeal(view: View<'_>) -> bool {
        let unit = view.state.turn.unit;
        view.momentum_of(unit) >= ZEAL_RESERVE && view.can_zeal(unit, 1)
    }

    /// A second attack by Zeal.
    fn zeal(view: View<'_>, plan: &Plan) -> Option<Action> {
        let unit = view.state.turn.unit;
        let again = Self::may_zeal(view)
            && !view.state.turn.attacked.is_empty()
            && tactics::best_attack(
                view,
                attacks(
                    plan.order == Order::FinishThem || melee_allowed(view, unit, plan.target),
                    0,
                ),
            )
            .is_some_and(|(_, worth)| worth > 0);
        again.then_some(Action::Zeal { actions: 1 })
    }
}

impl Policy for Rulebook {
    fn goes_first<D: Dice>(&self, _: View<'_>, _: Side, _: &mut D) -> bool {
        true
    }

    fn deploy<D: Dice>(&self, view: View<'_>, unit: UnitId, _: &mut D) -> (Hex, Hex) {
        let table = view.bout.table;
        tactics::centre_spot(table, view.side_of(unit), table.zone - 1)
    }

    /// The Commander first, then the unit closest to an enemy (`ms93.mecha-ai.activation-order`).
    #[inline]
    fn activate<D: Dice>(&self, view: View<'_>, side: Side, among: UnitSet, _: &mut D) -> UnitId {
        if let Some(only) = among.only() {
            return only;
        }
        let ready = view.standing(side).filter(|&u| among.contains(u));
        let gap = |u: UnitId| view.enemies(u).map(|e| view.distance(u, e)).min();
        ready
            .min_by_key(|&u| (!view.profile(u).commander, gap(u)))
            .unwrap_or_default()
    }

    fn roll_order<D: Dice>(&self, view: View<'_>, unit: UnitId, dice: &mut D) -> Order {
        let wounded = 2 * view.unit(unit).hp < view.profile(unit).hp;
        let face = read_face(
            dice.die(Sides::D10),
            view.profile(unit).commander,
            view.state.turn.return_fire,
        );
        order_for(face, wounded)
    }

    fn plan<D: Dice>(&self, view: View<'_>, unit: UnitId, order: Order, _: &mut D) -> Plan {
        let target = Self::target(view, unit);
        let melee = order == Order::FinishThem || melee_allowed(view, unit, target);
        let now = view.distance(unit, target);
        let stands =
            order == Order::LastStand && tactics::ready_damage(view, unit, target, now, melee) > 0;
        let moves = if order == Order::AttackAndRetreat {
            1
        } else {
            MOVE_ACTIONS
        };
        let moves = moves.min(view.state.turn.move_actions);
        let approach = if stands {
            now
        } else if order == Order::FinishThem {
            view.bout.distances.engagement
        } else {
            attack_distance(view, unit, target, moves, melee)
        };
        Plan {
            order,
            target,
            approach,
            ..Plan::default()
        }
    }

    fn action<D: Dice>(&self, view: View<'_>, _: &mut D) -> Action {
        let turn = &view.state.turn;
        let plan = &turn.plan;
        let retreats = matches!(plan.order, Order::Retreat | Order::AttackAndRetreat);
        let fights = turn.combat_actions > 0 && (plan.order != Order::Retreat || stuck(view));
        let fight = if fights {
            Self::fight(view, plan)
        } else if plan.order == Order::Retreat {
            None
        } else {
            let melee =
                plan.order == Order::FinishThem || melee_allowed(view, turn.unit, plan.target);
            tactics::attack_left(view, attacks(melee, REMOTE_PRICE))
        };
        fight
            .or_else(|| Self::zeal(view, plan))
            .or_else(|| {
                if retreats {
                    Self::withdraw(view, plan)
                } else {
                    None
                }
            })
            .unwrap_or(Action::End)
    }

    fn attack_bonus<D: Dice>(&self, view: View<'_>, strike: &Strike, _: &mut D) -> AttackBonus {
        let dice = view.weapon(strike.attacker(), strike.weapon()).dice;
        if dice < CRITICAL_FROM {
            AttackBonus::Die
        } else {
            AttackBonus::Critical
        }
    }

    fn defence_bonus<D: Dice>(&self, view: View<'_>, strike: &Strike, _: &mut D) -> DefenceBonus {
        let dice = view.defence_dice(strike);
        if dice < CRITICAL_FROM {
            DefenceBonus::Die
        } else {
            DefenceBonus::Critical
        }
    }

    fn attack_reroll<D: Dice>(&self, _: View<'_>, clash: &Clash, _: &mut D) -> Option<Reroll> {
        (clash.attack.roll.failures() >= REROLL_GAIN).then_some(Reroll::LowAndMid)
    }

    #[inline(always)]
    fn attack_skills<D: Dice>(&self, view: View<'_>, clash: &Clash, _: &mut D) -> AttackSkills {
        let strike = &clash.strike;
        let prospect = view.prospect(clash);
        let turned = i32::from(clash.attack.roll.mid);
        let focus = thrifty_focus(view, strike.attacker(), clash.attack.roll.mid)
            && prospect.tenths(turned, 0) > prospect.tenths(0, 0);
        let gained = if focus { turned } else { 0 };
        let kills = |more: i32| prospect.tenths(more, 0) >= 10 * view.unit(strike.target()).hp;
        let open = view.can_valor(strike.attacker());
        AttackSkills {
            focus,
            valor: open && !kills(gained) && kills(gained + VALOR_HITS),
            all_weapons: battle_sense::all_weapons(view, clash),
            anti_air: battle_sense::flak(view, clash),
        }
    }

    fn defence_reroll<D: Dice>(&self, view: View<'_>, clash: &Clash, _: &mut D) -> Option<Reroll> {
        let worth = view.through(clash) > 0 && clash.defence.roll.failures() >= REROLL_GAIN;
        worth.then_some(Reroll::LowAndMid)
    }

    #[inline(always)]
    fn defence_skills<D: Dice>(&self, view: View<'_>, clash: &Clash, _: &mut D) -> DefenceSkills {
        let strike = &clash.strike;
        let unit = strike.target();
        let needed = view.through(clash) > 0;
        let focus = needed && thrifty_focus(view, unit, clash.defence.roll.mid);
        let gained = if focus {
            i32::from(clash.defence.roll.mid)
        } else {
            0
        };
        let prospect = view.prospect(clash);
        let dies = |more: i32| prospect.tenths(0, more) >= 10 * view.unit(unit).hp;
        let mut skills = DefenceSkills {
            focus,
            anti_air: battle_sense::anti_air(view, clash),
            ..DefenceSkills::default()
        };
        let left = view.momentum_of(unit).saturating_sub(u8::from(focus));
        let affordable = |steps: u8, cost: u8| left >= steps * cost;
        if !affordable(1, 3) || !dies(gained) {
            return skills;
        }
        for steps in 1..=2u8 {
            let flash = gained + FLASH_DEF * i32::from(steps);
            let wall = gained + IRON_WALL_DEF * i32::from(steps);
            let walled = prospect.walled(view.bout.options.iron_wall_finisher);
            let dies_walled = |more: i32| walled.tenths(0, more) >= 10 * view.unit(unit).hp;
            if view.can_flash(unit, steps) && affordable(steps, 3) && !dies(flash) {
                skills.flash = steps;
                break;
            }
            if view.can_iron_wall(unit, steps) && affordable(steps, 3) && !dies_walled(wall) {
                skills.iron_wall = steps;
                break;
            }
        }
        skills
    }

    fn battle_damage<D: Dice>(&self, view: View<'_>, hurt: &Hurt, _: &mut D) -> Option<Location> {
        let unit = hurt.strike.target();
        let hp = view.unit(unit).hp as u32;
        let shield = view
            .locations(unit)
            .find(|l| matches!(l, Location::Shield(_)));
        let saves_it = hurt.taken < hp && hurt.taken + hurt.item + hurt.rest >= hp;
        let spare = || {
            view.locations(unit)
                .find(|&location| expendable(view, unit, location))
        };
        shield.or_else(|| if saves_it { spare() } else { None })
    }
}

/// Attacks by the damage they promise, Momentum at so many HP a point.
const fn attacks(melee: bool, price: i32) -> Choice<'static> {
    Choice {
        melee,
        ..Choice::of(Measure::Damage { price })
    }
}

/// A retreat that cannot leave its engagement fights instead.
fn stuck(view: View<'_>) -> bool {
    let unit = view.state.turn.unit;
    view.is_engaged(unit) && view.disengage_cost(unit) > view.momentum_of(unit)
}

fn thrifty_focus(view: View<'_>, unit: UnitId, changed: u8) -> bool {
    changed >= FOCUS_GAIN && view.momentum_of(unit) >= FOCUS_RESERVE
}

/// Parts a unit gives up to survive: anything but its only shooting weapon or an explosive.
fn expendable(view: View<'_>, unit: UnitId, location: Location) -> bool {
    let Location::Weapon(index) = location else {
        return true;
    };
    let working =
        |w: &usize| !view.weapon(unit, *w).is_melee() && view.weapon_ready(unit, *w, false);
    let count = (0..view.profile(unit).printed).filter(working).count();
    view.weapon(unit, index).category != Some(Category::Explosive) && count > 1
}
