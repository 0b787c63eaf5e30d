//! Attacks and what they promise, as policies share them.

use std::cell::LazyCell;
use std::cmp::Reverse;

use equipoise_engine::{Hex, Side};

use super::battle_sense;
use super::duel::Worth;
use super::stake::{Purse, Stake};
use crate::rules::aim::{Aim, Form};
use crate::rules::belief::Outlook;
use crate::rules::clash::Strike;
use crate::rules::constants::MOMENTUM_MAX;
use crate::rules::decision::{Action, Command, Ram, Reply};
use crate::rules::expect::{MAX_DISTANCES, Use};
use crate::rules::moves::{MoveWith, hexes_within};
use crate::rules::unit::CompiledWeapon;
use crate::rules::unit_id::{UnitId, UnitSet};
use crate::rules::view::View;

/// What attacks are measured by.
#[derive(Clone, Copy)]
pub(super) enum Measure<'a> {
    /// Damage, a point of Momentum at so many HP.
    Damage { price: i32 },
    /// What it is worth to the side, the target's Counter considered.
    Worth(&'a Purse<'a>),
}

/// Which attacks are looked at.
#[derive(Clone, Copy)]
pub(super) struct Choice<'a> {
    pub(super) measure: Measure<'a>,
    /// Melee weapons may be used.
    pub(super) melee: bool,
    /// With the actions that are left; otherwise as if there were a Combat Action.
    pub(super) in_hand: bool,
    /// On this enemy alone.
    pub(super) target: Option<UnitId>,
}

impl<'a> Choice<'a> {
    /// All of them.
    pub(super) const fn of(measure: Measure<'a>) -> Self {
        Self {
            measure,
            melee: true,
            in_hand: false,
            target: None,
        }
    }
}

/// The legal attack that is worth most, what it costs and what the target may answer taken off.
pub(super) fn best_attack(view: View<'_>, choice: Choice<'_>) -> Option<(Action, Worth)> {
    let best = rank_attacks(view, choice)?;
    let answer = match choice.measure {
        Measure::Worth(purse) if best.answers_alike => {
            riposte(view, purse, 1 - view.state.turn.unit)
        }
        _ => 0,
    };
    Some((best.attack, best.worth - answer))
}

/// The legal attack that is worth most, for those who need not know how much.
pub(super) fn choose_attack(view: View<'_>, choice: Choice<'_>) -> Option<Action> {
    rank_attacks(view, choice).map(|best| best.attack)
}

/// The attack that is worth most.
struct Best {
    attack: Action,
    /// What it costs taken off, and what the target may answer unless that is the same to all attacks.
    worth: Worth,
    /// The target answers all attacks alike. So it is in a duel, unless the enemy has to choose between Guard, Dodge
    /// and Counter (`ms10.bonus.guard`).
    answers_alike: bool,
}

/// Compares the legal attacks. What the target may answer is worked out only where it differs from attack to attack.
fn rank_attacks(view: View<'_>, choice: Choice<'_>) -> Option<Best> {
    let unit = view.state.turn.unit;
    let weapons = &view.profile(unit).weapons[..view.profile(unit).printed];
    let longest = view.profile(unit).longest_range;
    let engaged = view.is_engaged(unit);
    let mut best: Option<(Action, (Worth, i32, bool))> = None;
    let model = view.duel_model(unit);
    let duel = model.is_some();
    let answers_alike = duel && !view.counters_instead();
    for target in view.enemies(unit) {
        let open = choice.target.is_none_or(|only| only == target);
        if !open || view.distance(unit, target) > longest + view.farther() {
            continue;
        }
        let Some(aim) = view.aim_from(engaged, target) else {
            continue;
        };
        let outlook = view.outlook(aim);
        let (stake, answer) = match choice.measure {
            Measure::Damage { .. } => (Stake::Damage, 0),
            Measure::Worth(purse) if answers_alike => (purse.stake(view, target), 0),
            Measure::Worth(purse) => (purse.stake(view, target), riposte(view, purse, target)),
        };
        // In a duel what has to be paid for comes last: where it gains less, its price is not asked for.
        let paid = |weapon: &CompiledWeapon| duel && aim.shot_cost > 0 && !weapon.is_melee();
        let numbered = || weapons.iter().enumerate();
        let ordered = numbered()
            .filter(|(_, profile)| !paid(profile))
            .chain(numbered().filter(|(_, profile)| paid(profile)));
        let enough = SURELY * view.unit(target).hp;
        let flashing = model.filter(|_| view.can_flash(target, 1));
        let mut chosen = 0;
        // Points that the best attack so far costs, and what its answer does.
        let (mut spent, mut suffered) = (0, 0);
        for (weapon, profile) in ordered {
            let open = (choice.melee || !profile.is_melee())
                && aim.distance <= profile.range + aim.farther
                && (!choice.in_hand || view.has_action_for(weapon));
            if !open {
                continue;
            }
            let points = if profile.is_melee() {
                0
            } else {
                aim.shot_cost + profile.remote.unwrap_or(0)
            };
            let surcharge = LazyCell::new(|| match choice.measure {
                Measure::Damage { price } => price * i32::from(points),
                Measure::Worth(purse) => purse.cost(points),
            });
            for special in [false, true] {
                if special && profile.special.is_none() {
                    continue;
                }
                let answered = answer > 0 && is_answered(view, &aim, weapon, special);
                let answer = if answered { answer } else { 0 };
                let least = match best {
                    None => -1,
                    // With one enemy, an attack that costs no less than the best has to do more damage.
                    Some((_, (_, most, _))) if duel && points >= spent && answer >= suffered => {
                        most
                    }
                    Some((_, (most, ..))) => stake.least(|| most + *surcharge + answer),
                };
                let promise = promise(view, &outlook, weapon, special, choice.measure, least);
                let Some(Promise {
                    mut damage,
                    further,
                }) = promise
                else {
                    continue;
                };
                if let Some(chances) = flashing {
                    damage = chances.in_spite_of_flash(unit, weapon, aim.distance, damage);
                }
                let gain = stake.value(damage) + further - answer;
                // What it costs only takes away.
                if best.is_some_and(|(_, (most, ..))| gain < most) {
                    continue;
                }
                // Of equal worth the one that does more, but for what kills no surer; of those one that spends nothing
                // scarce, the first of equals. In a duel nobody is left to keep it for.
                let scarce = special || profile.limited || profile.resource_cost > 0;
                let counting = if duel { damage } else { damage.min(enough) };
                let worth = (gain - *surcharge, counting, !scarce || duel);
                let earlier = duel && weapon < chosen;
                if best.is_none_or(|(_, most)| worth > most || worth == most && earlier) {
                    (chosen, spent, suffered) = (weapon, points, answer);
                    let attack = Action::Attack {
                        weapon,
                        special,
                        target,
                    };
                    best = Some((attack, worth));
                }
            }
        }
    }
    best.map(|(attack, (worth, ..))| Best {
        attack,
        worth,
        answers_alike,
    })
}

/// Mean damage over the HP that are left beyond which an attack kills no surer.
const SURELY: i32 = 2;

/// The best attack that is worth something with the actions that are left: once the Combat Action is
/// gone, Free Attacks and remote weapons.
pub(super) fn attack_left(view: View<'_>, choice: Choice<'_>) -> Option<Action> {
    let mut weapons = 0..view.profile(view.state.turn.unit).printed;
    if !weapons.any(|weapon| view.has_action_for(weapon)) {
        return None;
    }
    let choice = Choice {
        in_hand: true,
        ..choice
    };
    best_attack(view, choice)
        .filter(|&(_, worth)| worth > 0)
        .map(|(attack, _)| attack)
}

/// What the Counter of a target is expected to cost the active unit.
fn riposte(view: View<'_>, purse: &Purse<'_>, target: UnitId) -> Worth {
    let unit = view.state.turn.unit;
    let weights = &view.bout.weights[view.side_of(unit).index()];
    let share = match purse.duel() {
        Some(_) => weights.duel_riposte,
        None => weights.riposte,
    };
    let foe = view.profile(target);
    let pays = foe.tier.is_elite() && view.momentum_of(target) >= view.counter_cost(target);
    if !pays || share == 0 {
        return 0;
    }
    let distance = view.distance(unit, target);
    let engaged = view.is_engaged(target);
    let mut most = 0;
    for (weapon, profile) in foe.weapons[..foe.printed].iter().enumerate() {
        // What is used up or takes more Momentum is kept for better than a Counter.
        if distance > profile.range || profile.limited || !profile.is_melee() && engaged {
            continue;
        }
        // A special adds PEN and DMG and takes nothing away.
        let special = profile.special.is_some()
            && view.bout.options.counter_special
            && view.weapon_ready(target, weapon, true);
        let row = view.expected_row(target, unit, weapon, Use::counter(special));
        let expected = row[usize::from(distance).min(row.len() - 1)];
        if expected > most && view.may_counter_with(target, Reply { weapon, special }, unit) {
            most = expected;
        }
    }
    if most > 0 {
        purse.stake(view, unit).value(most) * share / 256
    } else {
        0
    }
}

/// Whether the target of an attack would keep its Counter rather than guard or dodge.
fn is_answered(view: View<'_>, aim: &Aim, weapon: usize, special: bool) -> bool {
    if !view.counters_instead() {
        return true;
    }
    let strike = |form| Strike {
        special,
        form,
        ..Strike::plain(view.state.turn.unit, weapon, aim.target)
    };
    let form = view.form(aim, weapon, special);
    form.is_none_or(|form| view.likely_answers(&strike(form)))
}

/// What an attack promises.
#[derive(Clone, Copy)]
struct Promise {
    /// Expected damage to the target, in HP.
    damage: i32,
    /// What the attacks on further targets of a sweep or a massacre are worth besides.
    further: Worth,
}

/// What an attack promises; `None` if it is not legal or, on one target alone, does no more than `least`.
fn promise(
    view: View<'_>,
    outlook: &Outlook,
    weapon: usize,
    special: bool,
    measure: Measure<'_>,
    least: i32,
) -> Option<Promise> {
    let unit = view.state.turn.unit;
    let others = view.more_targets(view.weapon(unit, weapon));
    if others == 0 || view.is_duel() {
        let damage = view.attack_belief(outlook, weapon, special, least)?;
        return Some(Promise { damage, further: 0 });
    }
    let form = view.form(&outlook.aim, weapon, special)?;
    let first = Strike {
        special,
        form,
        ..Strike::plain(unit, weapon, outlook.aim.target)
    };
    Some(promise_of_many(view, &first, others, measure))
}

/// What a sweep or a massacre promises with up to `others` further targets (`ms10.aoe.sweep`,
/// `ms93.trait.missile-massacre`).
#[inline(never)]
fn promise_of_many(view: View<'_>, first: &Strike, others: u8, measure: Measure<'_>) -> Promise {
    let arm = view.weapon(first.attacker(), first.weapon());
    let mut chosen = UnitSet::EMPTY;
    chosen.insert(first.target());
    let mut further = 0;
    for _ in 0..others {
        let Some(other) = battle_sense::sweep(view, first, chosen) else {
            break;
        };
        chosen.insert(other);
        let Some(next) = view.further(first, other) else {
            continue;
        };
        let damage = view.belief(&next);
        further += match measure {
            Measure::Damage { .. } => damage,
            Measure::Worth(purse) => {
                purse.stake(view, other).value(damage) - riposte(view, purse, other)
            }
        };
    }
    let swept = chosen.len() > 1 && arm.aoe.is_some();
    let damage = view.belief(&Strike { swept, ..*first });
    Promise { damage, further }
}

/// The legal melee attack with the highest expected damage.
pub(super) fn best_melee(view: View<'_>) -> Option<(Action, i32)> {
    let unit = view.state.turn.unit;
    view.attacks()
        .filter(|(_, weapon, _)| view.weapon(unit, *weapon).is_melee())
        .filter_map(|(aim, weapon, special)| {
            let worth = view.attack_belief(&view.outlook(aim), weapon, special, -1)?;
            let target = aim.target;
            let attack = Action::Attack {
                weapon,
                special,
                target,
            };
            Some((attack, worth))
        })
        .max_by_key(|(_, worth)| *worth)
}

/// The best Crash in reach and its expected damage; it ends where the target's answer is weakest
/// (`ms10.crash.attack`, `ms10.crash.bonus`).
pub(super) fn best_crash(view: View<'_>) -> Option<(Action, Worth)> {
    let unit = view.state.turn.unit;
    let weapons = &view.profile(unit).weapons[..view.profile(unit).printed];
    let rams = weapons.iter().enumerate().filter(|(_, w)| w.crash);
    let from = view.unit(unit).pos;
    let reach = view.reach(unit, MoveWith::MoveAction);
    let (table, side) = (view.bout.table, view.side_of(unit));
    rams.flat_map(move |(weapon, _)| {
        view.enemies(unit)
            .filter(move |&target| view.may_ram(weapon, Ram::Unit(target)))
            .filter_map(move |target| {
                let answer =
                    |to: &Hex| view.threat(target, unit, to.distance(view.unit(target).pos));
                let rams = [Some(Ram::Unit(target)), None];
                let ends = hexes_within(reach).map(|way| from + table.way_seen_from(side, way));
                let mover = view.mover(MoveWith::MoveAction);
                let legs = view.crash_legs(&mover, rams)?;
                let to = ends
                    .filter(|&to| view.may_end_crash(&mover, &legs, to))
                    .min_by_key(answer)?;
                let contact = legs.contacts[0]?;
                let damage = crash_worth(view, weapon, target, contact);
                let worth = Stake::of(view, unit, target).value(damage);
                Some((Action::Crash { weapon, rams, to }, worth))
            })
    })
    .max_by_key(|&(_, worth)| worth)
}

/// What a Crash attack promises from the hex where it strikes.
fn crash_worth(view: View<'_>, weapon: usize, target: UnitId, contact: Hex) -> i32 {
    let unit = view.state.turn.unit;
    let mut there = view.state.clone();
    for model in view.models(unit) {
        there.units[model].pos = contact;
    }
    for (model, place) in view.places(unit, contact).into_iter().flatten().flatten() {
        there.units[model].pos = place;
    }
    let strike = Strike {
        crash: true,
        form: Form::Melee,
        ..Strike::plain(unit, weapon, target)
    };
    View {
        state: &there,
        ..view
    }
    .belief(&strike)
}

/// Expected damage by distance in hexes.
pub(super) type DamageRow = [i32; MAX_DISTANCES];

/// No damage at any distance.
pub(super) const NO_DAMAGE: DamageRow = [0; MAX_DISTANCES];

/// Expected damage of the best weapon that is ready, by distance from `target`.
///
/// The row of a unit that has all its weapons is part of the bout; `scratch` holds any other.
pub(super) fn ready_row<'a>(
    view: View<'a>,
    unit: UnitId,
    target: UnitId,
    melee: bool,
    scratch: &'a mut DamageRow,
) -> &'a [i32] {
    if view.has_all_weapons(unit) {
        return view.armed_row(unit, target, melee);
    }
    let row = scratch;
    for (weapon, profile) in view.profile(unit).weapons[..view.profile(unit).printed]
        .iter()
        .enumerate()
    {
        if profile.is_melee() && !melee || !view.weapon_ready(unit, weapon, false) {
            continue;
        }
        let expected = view.expected_row(unit, target, weapon, Use::Plain);
        let in_range = &expected[..expected.len().min(usize::from(profile.range) + 1)];
        for (best, &damage) in row.iter_mut().zip(in_range) {
            *best = damage.max(*best);
        }
    }
    row
}

/// Expected damage of the best weapon that is ready, at a distance from `target`.
pub(super) fn ready_damage(
    view: View<'_>,
    unit: UnitId,
    target: UnitId,
    distance: u16,
    melee: bool,
) -> i32 {
    if view.has_all_weapons(unit) {
        let row = view.armed_row(unit, target, melee);
        return row[usize::from(distance).min(row.len() - 1)];
    }
    let weapons = view.profile(unit).weapons[..view.profile(unit).printed]
        .iter()
        .enumerate();
    weapons
        .filter(|(w, profile)| {
            distance <= profile.range
                && (melee || !profile.is_melee())
                && view.weapon_ready(unit, *w, false)
        })
        .map(|(w, _)| {
            let row = view.expected_row(unit, target, w, Use::Plain);
            row[usize::from(distance).min(row.len() - 1)]
        })
        .max()
        .unwrap_or(0)
}

/// The unit among some of a side that can do most damage to one enemy, the first of equals.
pub(super) fn most_threatening(
    view: View<'_>,
    side: Side,
    among: impl Fn(UnitId) -> bool,
) -> Option<UnitId> {
    let threat = |u: UnitId| {
        let enemies = view.enemies(u);
        enemies
            .map(|e| view.threat(u, e, view.distance(u, e)))
            .max()
    };
    view.standing(side)
        .filter(|&u| among(u))
        .max_by_key(|&u| (threat(u), Reverse(u)))
}

/// Trust for the ally that lost most HP, else Rally while the pool has room.
pub(super) fn command(view: View<'_>, commander: UnitId) -> Option<Command> {
    let side = view.side_of(commander);
    let lost = |u: UnitId| view.profile(u).hp - view.unit(u).hp;
    let own = view.bout.options.trust_self;
    let hurt = view
        .standing(side)
        .filter(|&u| (own || u != commander) && lost(u) >= TRUST_WORTH)
        .max_by_key(|&u| lost(u));
    hurt.map(Command::Trust)
        .or_else(|| (view.momentum(side) < MOMENTUM_MAX).then_some(Command::Rally))
}

/// HP an ally must lack before Trust is spent on it: the mean of 2d10 x 100.
const TRUST_WORTH: i32 = 1100;
