//! Support Mode: weapons that help instead of firing.

use equipoise_engine::{Hex, Side};

use super::arena::{Arena, RIFLE, SABER, results, rifle, saber};
use super::drill::{drill, flash, flats, hit, strikes, times};
use crate::data::profile::{Support, Tier, UnitProfile, Weapon};

/// Weapon 2 of [`with_pods`].
const PODS: usize = 2;

const ATTACK: Support = Support {
    attack: 1,
    defence: 0,
    melee: false,
};
const DEFENCE: Support = Support {
    attack: 0,
    defence: 1,
    melee: false,
};

/// A drill unit with one more weapon, a rifle of 24 in with a Support trait.
fn with_pods(hits: i8, support: Support) -> UnitProfile {
    let mut unit = drill(Tier::Basic, hits);
    unit.weapons.push(pods(support));
    unit
}

fn pods(support: Support) -> Weapon {
    with!(rifle(), name: "Pods".to_owned(), dice: 1, bonus: 2, support: Some(support))
}

/// HITS of an attack of unit 0 on unit 1 with these weapons in Support Mode, and its DEF with those.
fn clash(a: UnitProfile, b: UnitProfile, weapon: usize, support: [u16; 2]) -> (i32, i32) {
    let mut arena = Arena::new(&[a], &[b]);
    if weapon == SABER {
        arena.apart(0, 1, 1);
    }
    arena.script(|s| s.support = support);
    let events = arena.attack(0, weapon, 1, &[1]);
    let (hits, defences, _) = results(&events)[0];
    (hits, defences)
}

/// `ms10.support.bonus`: +1 HIT on the unit's other shooting, +2 with Support+2; +1 DEF on its Evade.
/// A weapon does not support itself, nor with the other half of the trait.
#[test]
fn support_adds_to_attack_or_evade() {
    let plain = || drill(Tier::Basic, 0);
    let on = [1 << PODS; 2];
    assert_eq!(clash(with_pods(0, ATTACK), plain(), RIFLE, on), (1, 0));
    let double = with!(ATTACK, attack: 2);
    assert_eq!(clash(with_pods(0, double), plain(), RIFLE, on), (2, 0));
    assert_eq!(clash(plain(), with_pods(0, DEFENCE), RIFLE, on), (0, 1));
    assert_eq!(clash(with_pods(0, ATTACK), plain(), PODS, on), (2, 0));
    assert_eq!(clash(with_pods(0, DEFENCE), plain(), RIFLE, on), (0, 0));
    assert_eq!(clash(plain(), with_pods(0, ATTACK), RIFLE, on), (0, 0));
}

/// `ms10.support.bonus`: only against enemies within the supporting weapon's maximum range: 20 in
/// yes, 24 in no with a weapon of 20 in, for attack and defence.
#[test]
fn support_reaches_as_far_as_its_weapon() {
    for (hexes, bonus) in [(5, 1), (6, 0)] {
        let mut units = [with_pods(0, ATTACK), with_pods(0, DEFENCE)];
        for unit in &mut units {
            unit.weapons[PODS].range_in = 20;
        }
        let mut arena = Arena::new(&units[..1], &units[1..]);
        arena.apart(0, 1, hexes);
        arena.script(|s| s.support = [1 << PODS; 2]);
        let events = arena.attack(0, RIFLE, 1, &[1]);
        assert_eq!(flats(&events), [bonus, bonus]);
    }
}

/// `ms10.support.cap`: three weapons of +1 give +2 HITS, and +2 DEF.
#[test]
fn support_adds_up_to_two() {
    let three = |support: Support| {
        let mut unit = with_pods(0, support);
        unit.weapons.extend([pods(support), pods(support)]);
        unit
    };
    let all = 0b11100;
    assert_eq!(
        clash(three(ATTACK), three(DEFENCE), RIFLE, [all, all]),
        (2, 2)
    );
}

/// `ms10.support.melee`: Support does nothing in melee unless it says Melee, and then nothing else.
#[test]
fn melee_support_is_for_melee() {
    let melee = |support: Support| with!(support, melee: true);
    let on = [1 << PODS; 2];
    for (attack, defence, weapon, expected) in [
        (ATTACK, DEFENCE, SABER, (0, 0)),
        (melee(ATTACK), melee(DEFENCE), SABER, (1, 1)),
        (melee(ATTACK), melee(DEFENCE), RIFLE, (0, 0)),
    ] {
        let units = (with_pods(0, attack), with_pods(0, defence));
        assert_eq!(clash(units.0, units.1, weapon, on), expected);
    }
}

/// `ms10.support.mode`: pods that have fired this round cannot be switched; pods that support cannot
/// fire until the round is over, not even in a Counter, but support on.
#[test]
fn a_weapon_fires_or_supports() {
    let mut arena = Arena::new(&[with_pods(0, ATTACK)], &[drill(Tier::Basic, 0)]);
    arena.script(|s| s.support = [1 << PODS, 0]);
    arena.attack(0, PODS, 1, &[1]);
    assert_eq!(results(&arena.attack(0, RIFLE, 1, &[1]))[0].0, 0);

    let mut unit = with_pods(0, ATTACK);
    unit.tier = Tier::Skilled;
    let mut arena = Arena::new(&[unit], &[drill(Tier::Basic, 0)]);
    arena.script(|s| s.support = [1 << PODS, 0]);
    assert_eq!(results(&arena.attack(0, RIFLE, 1, &[1]))[0].0, 1);
    assert_eq!(strikes(&arena.attack(0, PODS, 1, &[])), []);
    assert_eq!(results(&arena.attack(0, RIFLE, 1, &[1]))[0].0, 1);
    arena.script(|s| s.counter = Some(PODS));
    assert_eq!(strikes(&arena.attack(1, RIFLE, 0, &[1])).len(), 1);
}

/// `ms10.support.mode`: a new round frees it. In round 1 it supports and does not fire, in round 2 it
/// fires.
#[test]
fn support_mode_ends_with_the_round() {
    let mut target = drill(Tier::Skilled, 0);
    target.weapons[RIFLE].bonus = 0;
    let mut arena = Arena::new(&[with_pods(0, ATTACK)], &[target]);
    let end = crate::rules::decision::Action::End;
    let turns = [
        hit(RIFLE, 1),
        crate::rules::decision::Action::Zeal { actions: 1 },
        hit(PODS, 1), // refused, which ends the turn
        end,          // of the enemy
        hit(PODS, 1),
    ];
    arena.script(|s| {
        s.support = [1 << PODS, 0];
        s.actions = turns.into();
    });
    let (_, events) = arena.battle(&[2, 1, 2, 1, 1, 2, 1, 1, 2, 1, 2, 1, 2, 1]);
    let hits: Vec<i32> = results(&events).iter().map(|r| r.0).collect();
    assert_eq!(hits, [1, 2]);
}

/// `ms10.support.uses`: a pod of 3 uses: one fired, then two in support of the rifle for +2, none
/// left; with one use left +1; with none it gives nothing, and no more uses go than help.
#[test]
fn support_spends_uses() {
    for (uses, bonus, left) in [(3, 2, 1), (2, 2, 0), (1, 1, 0), (0, 0, 0)] {
        let mut unit = with_pods(0, ATTACK);
        unit.weapons[PODS].uses = Some(3);
        let mut arena = Arena::new(&[unit], &[drill(Tier::Basic, 0)]);
        arena.unit_mut(0).uses[PODS] = uses;
        arena.script(|s| s.support = [1 << PODS, 0]);
        let events = arena.attack(0, RIFLE, 1, &[1]);
        assert_eq!(results(&events)[0].0, bonus);
        assert_eq!(arena.unit(0).uses[PODS], left);
    }
}

/// `ms10.support.uses`, `ms10.support.declare`: each use is declared by itself: of three uses one
/// goes into this attack for +1, one is fired, and the last one supports again.
#[test]
fn uses_are_declared_one_by_one() {
    let mut unit = with_pods(0, ATTACK);
    unit.weapons[PODS].uses = Some(3);
    let mut arena = Arena::new(&[unit], &[drill(Tier::Basic, 0)]);
    for (weapon, most, hits, left) in [(RIFLE, 1, 1, 2), (PODS, 1, 2, 1), (RIFLE, 2, 1, 0)] {
        arena.script(|s| {
            s.support = [1 << PODS, 0];
            s.support_most = most;
        });
        assert_eq!(results(&arena.attack(0, weapon, 1, &[1]))[0].0, hits);
        assert_eq!(arena.unit(0).uses[PODS], left);
    }
    assert_eq!(times(&arena, "support"), 3);
}

/// `ms10.support.declare`: declared before the dice and before the defender's skills.
#[test]
fn support_is_declared_before_the_defender_commits() {
    let mut arena = Arena::new(&[with_pods(6, ATTACK)], &[drill(Tier::Skilled, 0)]);
    arena.script(|s| {
        s.support = [1 << PODS, 0];
        s.defence_skills.push_back(flash(1));
    });
    assert_eq!(results(&arena.attack(0, RIFLE, 1, &[1])), [(7, 5, 2)]);
    let asked = arena.asked();
    let at = |question| asked.iter().position(|q| *q == question);
    assert!(at("support") < at("attack_skills"));
    assert!(at("support") < at("defence_skills"));
}

/// `ms10.support.free-attack`: a Free Attack whip (melee) in Support Mode gives +1 to the saber and
/// nothing to the rifle; Free Attack vulcans (shooting) the other way round.
#[test]
fn free_attacks_may_support() {
    for (extra, weapon, hits) in [
        (saber(), SABER, 1),
        (saber(), RIFLE, 0),
        (rifle(), RIFLE, 1),
        (rifle(), SABER, 0),
    ] {
        let mut unit = drill(Tier::Basic, 0);
        unit.weapons[SABER].pen = None;
        unit.weapons
            .push(with!(extra, name: "Free".to_owned(), free: true));
        let target = drill(Tier::Basic, 0);
        assert_eq!(clash(unit, target, weapon, [1 << PODS, 0]), (hits, 0));
    }
}

/// `ms10.army.free-attack`: rifle and vulcans at one target, the vulcans without the Combat Action,
/// once a turn; a third attack on that target by Zeal is one too many.
#[test]
fn free_attacks_need_no_action() {
    let mut unit = drill(Tier::Basic, 1);
    unit.weapons
        .push(with!(rifle(), name: "Vulcans".to_owned(), free: true, dice: 1, bonus: 2));
    let vulcans = hit(PODS, 1);
    let mut arena = Arena::new(std::slice::from_ref(&unit), &[drill(Tier::Basic, 0)]);
    let zeal = crate::rules::decision::Action::Zeal { actions: 1 };
    let events = arena.turn(0, &[hit(RIFLE, 1), vulcans, zeal, hit(RIFLE, 1)], &[1, 1]);
    assert_eq!(strikes(&events).len(), 2);
    // The second free attack of the turn takes the Combat Action, the third finds none.
    let two = [drill(Tier::Basic, 0), drill(Tier::Basic, 0)];
    let mut arena = Arena::new(&[unit], &two);
    arena.put(2, Hex::new(2, 8), Hex::new(0, -1));
    let events = arena.turn(0, &[vulcans, vulcans, hit(PODS, 2)], &[1, 1]);
    assert_eq!(strikes(&events).len(), 2);
    assert_eq!(arena.battle.turn.combat_actions, 0);
}

/// `ms10.advantage.blindside-support`: Support DEF does nothing against an attack from behind, and
/// its weapon need not be switched for it; 2 HITS of advantage. From the front +1 DEF.
#[test]
fn support_does_not_watch_the_back() {
    for (facing, expected) in [(1, (2, 0)), (-1, (0, 1))] {
        let units = [drill(Tier::Basic, 0), with_pods(0, DEFENCE)];
        let mut arena = Arena::new(&units[..1], &units[1..]);
        arena.put(1, Hex::new(3, 8), Hex::new(0, facing));
        arena.script(|s| s.support = [0, 1 << PODS]);
        let (hits, defences, _) = results(&arena.attack(0, RIFLE, 1, &[1]))[0];
        assert_eq!((hits, defences), expected);
        let switched = arena.unit(1).supporting >> PODS & 1 == 1;
        assert_eq!(switched, facing == -1);
    }
}

/// `ms10.counter.no-passive`, `ms10.support.mode`: no Support in a Counter, for neither side.
#[test]
fn counters_are_without_support() {
    let mut target = with_pods(3, ATTACK);
    target.tier = Tier::Skilled;
    let mut arena = Arena::new(&[with_pods(0, DEFENCE)], &[target]);
    arena.script(|s| {
        s.support = [1 << PODS; 2];
        s.counter = Some(RIFLE);
    });
    let events = arena.attack(0, RIFLE, 1, &[1, 1]);
    // 3 HITS less 2 of the Counter, no DEF.
    assert_eq!(results(&events)[1], (1, 0, 1));
    assert_eq!(times(&arena, "support"), 0);
    assert_eq!(arena.momentum(Side::B), 9);
}
