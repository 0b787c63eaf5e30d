//! Counters.

use super::hexmap;
use equipoise_engine::{Hex, Side};

use super::arena::{Arena, RIFLE, SABER, pools, results};
use super::drill::{
    VALOR, criticals, drill, flash, flats, fuelled, hit, lost, spent, strikes, times,
};
use super::script::Script;
use crate::data::profile::{
    Defence, RapidFire, RapidFireEffect, ResourceKind, Sensors, Special, Tier, UnitProfile,
};
use crate::options::{EliteDefence, Options};
use crate::policy_kind::PolicyKind;
use crate::rules::decision::Action;
use crate::rules::event::Event;
use crate::rules::hurt::Location;

/// A fight in which the side of unit 1 wants to Counter with `weapon`.
fn against(attacker: UnitProfile, target: UnitProfile, weapon: usize) -> Arena {
    let arena = Arena::new(&[attacker], &[target]);
    arena.script(|s| s.counter = Some(weapon));
    arena
}

const STRUCK: (usize, usize, bool) = (0, 1, false);
const ANSWERED: (usize, usize, bool) = (1, 0, true);

/// `ms10.counter.trigger`: an Elite unit attacked twice with 2 Momentum answers twice, with 1 once,
/// with 0 not; a Basic one never. The attacker, Elite too, does not Counter a Counter.
#[test]
fn each_attack_may_be_answered_for_one_momentum() {
    let fire = hit(RIFLE, 1);
    for (tier, momentum, answers) in [
        (Tier::Skilled, 2, 2),
        (Tier::Skilled, 1, 1),
        (Tier::Skilled, 0, 0),
        (Tier::Basic, 10, 0),
    ] {
        let mut arena = against(drill(Tier::Ace, 1), drill(tier, 1), RIFLE);
        arena.set_momentum(Side::B, momentum);
        let faces = vec![1; 2 + answers];
        let events = arena.turn(0, &[fire, Action::Zeal { actions: 1 }, fire], &faces);
        let counters = strikes(&events).iter().filter(|s| s.2).count();
        assert_eq!((strikes(&events).len(), counters), (2 + answers, answers));
        assert_eq!(arena.momentum(Side::B), momentum - answers as u8);
        assert_eq!(lost(&arena, 0), 0);
    }
}

/// `ms10.counter.trigger`: after the attack is fully resolved, even when nothing got through: the
/// weapon lost to it cannot answer.
#[test]
fn a_counter_comes_after_the_damage() {
    let mut arena = against(drill(Tier::Basic, 0), drill(Tier::Skilled, 3), RIFLE);
    let events = arena.attack(0, RIFLE, 1, &[1, 1]);
    assert_eq!(results(&events), [(0, 0, 0), (1, 0, 1)]);

    let mut attacker = drill(Tier::Basic, 1);
    attacker.weapons[RIFLE].pen = Some(6);
    let mut arena = against(attacker, drill(Tier::Skilled, 3), RIFLE);
    arena.script(|s| s.battle_damage.push_back(Some(Location::Weapon(RIFLE))));
    let events = arena.attack(0, RIFLE, 1, &[1, 1]);
    assert_eq!(strikes(&events), [STRUCK]);
    assert_eq!(spent(&arena, Side::B), 0);
}

/// `ms10.counter.weapon`: shot at from 5 hexes (20 in) the rifle of 24 in answers, the saber of 4 in
/// does not; at 1 hex a shot is answered with the saber.
#[test]
fn the_counter_weapon_must_reach() {
    for (hexes, weapon, answers) in [(5, RIFLE, true), (5, SABER, false), (1, SABER, true)] {
        let mut arena = against(drill(Tier::Basic, 0), drill(Tier::Skilled, 0), weapon);
        arena.apart(0, 1, hexes);
        let faces: &[u8] = if answers { &[1, 1] } else { &[1] };
        let events = arena.attack(0, RIFLE, 1, faces);
        assert_eq!(strikes(&events).contains(&ANSWERED), answers);
        assert_eq!(spent(&arena, Side::B), u8::from(answers));
    }
}

/// `ms10.counter.weapon`: shooting needs the arc, so a unit that is shot from behind answers only
/// with an all-round weapon, or in melee.
#[test]
fn a_shooting_counter_needs_the_arc() {
    for (hexes, weapon, all_round, answers) in [
        (5, RIFLE, false, false),
        (5, RIFLE, true, true),
        (1, SABER, false, true),
    ] {
        let mut target = drill(Tier::Skilled, 0);
        target.weapons[RIFLE].all_round = all_round;
        let mut arena = against(drill(Tier::Basic, 0), target, weapon);
        arena.apart(0, 1, hexes);
        arena.unit_mut(1).facing = Hex::new(0, 1);
        // From behind: 2 HITS, all blocked.
        arena.unit_mut(1).evade.bonus = 2;
        let faces: &[u8] = if answers { &[1, 1] } else { &[1] };
        let events = arena.attack(0, RIFLE, 1, faces);
        assert_eq!(strikes(&events).contains(&ANSWERED), answers);
    }
}

/// `ms10.counter.weapon`, `ms10.engage.shoot-cost`: a shot as Counter while engaged costs 1 and 2
/// Momentum; with 2 it cannot be had and costs nothing, and a melee Counter costs 1.
#[test]
fn a_shot_as_counter_in_melee_costs_three() {
    for (momentum, weapon, left) in [(3, RIFLE, 0), (2, RIFLE, 2), (2, SABER, 1)] {
        let mut arena = against(drill(Tier::Basic, 0), drill(Tier::Skilled, 0), weapon);
        arena.apart(0, 1, 1);
        arena.set_momentum(Side::B, momentum);
        let faces: &[u8] = if left < momentum { &[1, 1] } else { &[1] };
        arena.attack(0, SABER, 1, faces);
        assert_eq!(arena.momentum(Side::B), left);
    }
}

/// `ms10.counter.penalty`: +5 - 2 is 3, and a total of 1 - 2 is 0 HITS, not -1.
#[test]
fn a_counter_lacks_two_hits() {
    for (bonus, hits) in [(5, 3), (2, 0), (1, 0)] {
        let mut arena = against(drill(Tier::Basic, 0), drill(Tier::Skilled, bonus), RIFLE);
        let events = arena.attack(0, RIFLE, 1, &[1, 1]);
        assert_eq!(results(&events)[1], (hits, 0, hits));
        assert_eq!(lost(&arena, 0), 300 * hits);
    }
}

fn rapid(effect: RapidFireEffect) -> UnitProfile {
    let mut unit = drill(Tier::Skilled, 5);
    unit.weapons[RIFLE].dice = 6;
    unit.weapons[RIFLE].rapid_fire = Some(RapidFire::of(16, effect));
    unit
}

/// `ms10.counter.profile`, option `counter_rf`: rifle 6d10+5 with Rapid Fire +1 die inside its 16 in:
/// 7 dice and +5 - 2; outside 6 dice, and without the option 6 dice. +1 HIT likewise.
#[test]
fn rapid_fire_applies_to_counters() {
    for (hexes, effect, option, dice, flat) in [
        (4, RapidFireEffect::Dice(1), true, 7, 3),
        (5, RapidFireEffect::Dice(1), true, 6, 3),
        (4, RapidFireEffect::Dice(1), false, 6, 3),
        (4, RapidFireEffect::Hits(1), true, 6, 4),
        (4, RapidFireEffect::Hits(1), false, 6, 3),
    ] {
        let options = with!(hexmap(), counter_rf: option);
        let mut arena = Arena::with(&[drill(Tier::Basic, 0)], &[rapid(effect)], &options);
        arena.apart(0, 1, hexes);
        arena.script(|s| s.counter = Some(RIFLE));
        let events = arena.attack(0, RIFLE, 1, &vec![1; 1 + usize::from(dice)]);
        assert_eq!((pools(&events)[2].0, flats(&events)[2]), (dice, flat));
    }
}

/// A Skilled target with a point of Power and a saber whose special takes it for PEN + 2 and DMG + 500.
fn special_in_hand(options: &Options) -> Arena {
    let mut target = fuelled(Tier::Skilled, 5, ResourceKind::Power, 1);
    target.weapons[SABER].special = Some(Special {
        cost: 1,
        pen: 2,
        dmg: 500,
    });
    let mut arena = Arena::with(&[drill(Tier::Basic, 0)], &[target], options);
    arena.apart(0, 1, 1);
    arena.script(|s| s.counter = Some(SABER));
    arena
}

/// `ms10.counter.profile`: PEN and DMG as printed: 3 unblocked of DMG 400 with saves [5,6,6] against
/// PEN 6 are 1200 + 1000.
#[test]
fn a_counter_has_the_printed_pen_and_dmg() {
    let mut arena = special_in_hand(&hexmap());
    arena.attack(0, SABER, 1, &[1, 1, 5, 6, 6]);
    assert_eq!((lost(&arena, 0), arena.unit(1).points), (2200, 1));
}

/// `ms10.counter.profile`: a special is part of the profile, its point is paid: 3 unblocked of DMG 900 with
/// saves [5,6,8] against PEN 8 are 2700 + 2000. Without the point, or by the option `counter_special`, there
/// is no such Counter, and its Momentum is not lost.
#[test]
fn a_counter_may_use_a_special() {
    let special = |s: &mut Script| s.counter_special = true;
    let mut arena = special_in_hand(&hexmap());
    arena.script(special);
    arena.attack(0, SABER, 1, &[1, 1, 5, 6, 8]);
    assert_eq!((lost(&arena, 0), arena.unit(1).points), (4700, 0));
    let printed = with!(hexmap(), counter_special: false);
    for (options, points) in [(hexmap(), 0), (printed, 1)] {
        let mut arena = special_in_hand(&options);
        arena.script(special);
        arena.unit_mut(1).points = points;
        let momentum = arena.side(Side::B).momentum;
        arena.attack(0, SABER, 1, &[1]);
        assert_eq!((lost(&arena, 0), arena.unit(1).points), (0, points));
        assert_eq!(arena.side(Side::B).momentum, momentum);
    }
}

/// `ms10.counter.profile`: `greedy` Counters with the special that does more, and without where it cannot be
/// paid or the option forbids it.
#[test]
fn greedy_counters_with_the_special() {
    let printed = with!(hexmap(), counter_special: false);
    for (options, points, wanted) in [
        (hexmap(), 1, true),
        (hexmap(), 0, false),
        (printed, 1, false),
    ] {
        let mut arena = special_in_hand(&options);
        arena.bout.policies[1] = PolicyKind::Greedy;
        arena.unit_mut(1).points = points;
        let events = arena.attack_by_luck(0, SABER, 1);
        let counters = events.iter().filter_map(|event| match event {
            Event::Attack {
                special,
                counter: true,
                ..
            } => Some(*special),
            _ => None,
        });
        assert_eq!(counters.collect::<Vec<_>>(), [wanted]);
    }
}

/// `ms10.counter.no-passive`: no Lock On, elite bonus or tactical advantage for either side in a
/// Counter: 1 attack die at critical 10, no defence die, no HITS for the attacker's lost head. The
/// attack itself had Lock On and Guard: 3 dice against 2.
#[test]
fn counters_are_without_passive_bonuses() {
    let options = with!(hexmap(), elite_bonus: true, elite_defence: EliteDefence::CounterBesides);
    let mut unit = drill(Tier::Skilled, 4);
    unit.sensors = Sensors::of(24, 24);
    let mut arena = Arena::with(
        std::slice::from_ref(&unit),
        std::slice::from_ref(&unit),
        &options,
    );
    arena.unit_mut(0).head_lost = true;
    arena.script(|s| s.counter = Some(RIFLE));
    arena.unit_mut(1).evade.bonus = 9;
    let events = arena.attack(0, RIFLE, 1, &[1, 1, 1, 1, 1, 1]);
    assert_eq!(pools(&events), [(3, 0), (2, 0), (1, 0), (0, 0)]);
    assert_eq!(flats(&events), [4, 9, 2, 0]);
    assert_eq!(criticals(&events), [10; 4]);
    assert_eq!(
        times(&arena, "lock_on") + times(&arena, "lock_on defending"),
        2
    );
}

/// `ms10.counter.no-passive`: pilot skills stay: Valor for the Counter (5 - 2 + 5), Flash against it
/// (5 DEF).
#[test]
fn skills_work_in_counters() {
    let mut arena = against(drill(Tier::Skilled, 0), drill(Tier::Skilled, 5), RIFLE);
    arena.script(|s| {
        s.attack_skills.extend([Default::default(), VALOR]);
        s.defence_skills.extend([Default::default(), flash(1)]);
    });
    let events = arena.attack(0, RIFLE, 1, &[1, 1]);
    assert_eq!(results(&events)[1], (8, 5, 3));
    assert_eq!((spent(&arena, Side::A), spent(&arena, Side::B)), (3, 1 + 3));
}

/// `ms10.counter.tag`: Counter+3 makes +3 - 2, one HIT more than without either; an attack of the own
/// turn has neither.
#[test]
fn counter_weapons_add_hits() {
    let mut unit = drill(Tier::Skilled, 4);
    unit.weapons[RIFLE].counter_bonus = 3;
    let mut arena = against(unit.clone(), unit, RIFLE);
    let events = arena.attack(0, RIFLE, 1, &[1, 1]);
    assert_eq!(flats(&events), [4, 0, 5, 0]);
}

fn trader(dice: u8) -> UnitProfile {
    let mut unit = drill(Tier::Skilled, 2);
    unit.melee_def = Defence { dice, bonus: 0 };
    unit.weapons[SABER].dice = 7;
    unit
}

/// Strikes a unit in melee; its defence and its Counter, if any, roll `dice`.
fn trades(target: UnitProfile, weapon: usize, momentum: u8, agreed: bool, dice: &[u8]) {
    let mut arena = against(drill(Tier::Basic, 0), target, weapon);
    arena.apart(0, 1, 1);
    arena.set_momentum(Side::B, momentum);
    arena.script(|s| s.trade = agreed);
    let faces = vec![1; 1 + dice.iter().map(|&d| usize::from(d)).sum::<usize>()];
    let events = arena.attack(0, SABER, 1, &faces);
    let rolled: Vec<u8> = pools(&events).into_iter().map(|p| p.0).collect();
    assert_eq!(rolled[1..=dice.len()], *dice);
}

/// `ms10.counter.trade`: Melee DEF 6d10 and a saber of 7d10 become 4 and 9 dice. A rifle gains
/// nothing, and the defence still lacks its dice. Without 2 dice, Momentum or an Elite crew there
/// is nothing to trade.
#[test]
fn melee_dice_can_be_traded_for_the_counter() {
    trades(trader(6), SABER, 10, true, &[4, 9]);
    trades(trader(6), SABER, 10, false, &[6, 7]);
    trades(trader(6), RIFLE, 10, true, &[4, 1]);
    trades(trader(2), SABER, 10, true, &[0, 9]);
    trades(trader(1), SABER, 10, true, &[1, 7]);
    trades(trader(6), SABER, 0, true, &[6]);
    let basic = with!(trader(6), tier: Tier::Basic);
    trades(basic, SABER, 10, true, &[6]);
}

/// `ms10.counter.trade`: only when attacked in melee.
#[test]
fn a_shot_offers_no_trade() {
    let mut arena = against(drill(Tier::Basic, 0), trader(6), RIFLE);
    arena.script(|s| s.trade = true);
    let events = arena.attack(0, RIFLE, 1, &[1, 1]);
    assert_eq!(times(&arena, "trade"), 0);
    assert_eq!(pools(&events), [(1, 0), (0, 0), (1, 0), (0, 0)]);
}

/// `ms10.counter.trigger`: the Counter goes to the attacker, not to another enemy beside the unit.
#[test]
fn a_counter_hits_the_attacker() {
    let enemies = [drill(Tier::Basic, 0), drill(Tier::Basic, 0)];
    let mut arena = Arena::new(&enemies, &[drill(Tier::Skilled, 5)]);
    arena.apart(0, 2, 1);
    arena.put(1, Hex::new(4, 1), Hex::new(0, 1));
    arena.script(|s| s.counter = Some(SABER));
    let events = arena.attack(1, SABER, 2, &[1, 1, 6, 6, 6]);
    assert_eq!(strikes(&events), [(1, 2, false), (2, 1, true)]);
    assert_eq!((lost(&arena, 0), lost(&arena, 1)), (0, 1200));
}

/// `ms10.counter.trigger`, `ms10.attack.destroyed`: an attacker destroyed by the Counter is off the
/// table and its turn over: 3 x 300 against 900 HP; its ally makes a Morale save.
#[test]
fn a_counter_can_end_the_turn() {
    let mut attacker = drill(Tier::Skilled, 1);
    attacker.hp = 900;
    let enemies = [drill(Tier::Skilled, 5), drill(Tier::Skilled, 5)];
    let mut arena = Arena::new(&[attacker, drill(Tier::Basic, 0)], &enemies);
    arena.script(|s| s.counter = Some(RIFLE));
    let fire = hit(RIFLE, 2);
    let events = arena.turn(0, &[fire, Action::Zeal { actions: 1 }, fire], &[1, 1, 10]);
    assert_eq!(strikes(&events), [(0, 2, false), (2, 0, true)]);
    assert!(!arena.unit(0).on_table);
    assert_eq!(spent(&arena, Side::A), 0);
}
