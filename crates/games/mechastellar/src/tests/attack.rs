//! Attacks: pools, totals, damage.

use equipoise_engine::Side;

use super::arena::{Arena, RIFLE, SABER, mech, pools, results};
use super::drill::{
    FOCUS, FULL, VALOR, drill, flash, flats, fuelled, guard_focus, hit, iron_wall, lost, saves,
    spent, strikes, times,
};
use crate::data::profile::{Defence, RapidFire, RapidFireEffect, Sensors, Tier};
use crate::rules::decision::Action;
use crate::rules::event::Event;
use equipoise_dice::{PoolShape, Reroll, Roll};

/// `ms10.attack.sequence`, `ms10.core.unblocked`, `ms10.core.flat-bonus`, `ms10.attack.damage`: the
/// book's shooting example. Attack [1,2,2,3,5,6,7,7,8,10] is 5 plain and 1 critical, 7, and 5 more:
/// 12 HITS (the printed bonus holds Mech+ 5 already). Defence [2,2,5,6,8,8,8,9] is 6, and 3 more: 9
/// DEF. 3 unblocked times 200 are 600.
#[test]
fn shooting_example_of_the_book() {
    let mut argonaut = mech();
    argonaut.weapons[RIFLE].dice = 10;
    argonaut.weapons[RIFLE].dmg = 200;
    let mut dervish = mech();
    dervish.evade.bonus = 3;
    let mut arena = Arena::new(&[argonaut], &[dervish]);
    let faces = [1, 2, 2, 3, 5, 6, 7, 7, 8, 10, 2, 2, 5, 6, 8, 8, 8, 9];
    let events = arena.attack(0, RIFLE, 1, &faces);
    assert_eq!(pools(&events), [(10, 0), (8, 0)]);
    assert_eq!(results(&events), [(12, 9, 3)]);
    assert_eq!(arena.unit(1).hp, 4000 - 600);
}

/// `ms10.core.success`: on 5 or more; [1,4,5,9] are 2 HITS, [4,5,3] are 1 DEF.
#[test]
fn a_die_succeeds_on_five() {
    let mut attacker = mech();
    attacker.weapons[RIFLE].dice = 4;
    attacker.weapons[RIFLE].bonus = 0;
    let mut target = mech();
    target.evade = Defence { dice: 3, bonus: 0 };
    let mut arena = Arena::new(&[attacker], &[target]);
    let events = arena.attack(0, RIFLE, 1, &[1, 4, 5, 9, 4, 5, 3]);
    assert_eq!(results(&events), [(2, 1, 1)]);
}

/// `ms10.core.crit`: a 10 counts twice on both sides. [5,5,5,6,7,10,10] is 5 + 4, with 5 more 14;
/// [9,10] is 1 + 2.
#[test]
fn a_ten_counts_twice() {
    let mut attacker = mech();
    attacker.weapons[RIFLE].dice = 7;
    let mut target = mech();
    target.evade = Defence { dice: 2, bonus: 0 };
    let mut arena = Arena::new(&[attacker], &[target]);
    let events = arena.attack(0, RIFLE, 1, &[5, 5, 5, 6, 7, 10, 10, 9, 10]);
    assert_eq!(results(&events), [(14, 3, 11)]);
}

/// `ms10.core.crit-cap`: 10 improved by 3 is 7, and by 4 still 7; then [6,7,8] is 1 + 2 + 2.
#[test]
fn the_critical_number_stops_at_seven() {
    use crate::rules::pools::sharpened;
    assert_eq!([0, 1, 3, 4, 9].map(sharpened), [10, 9, 7, 7, 7]);
    let shape = PoolShape::d10(3, sharpened(4));
    let roll = [6, 7, 8].map(|face| shape.read(face));
    assert_eq!(roll.iter().map(|r| r.successes()).sum::<u8>(), 5);
}

/// `ms10.core.pool-cap`: 11 attack dice are 10 dice and 1 HIT, 13 defence dice are 10 dice and 3
/// DEF; with Focus on all 1s the automatic ones stay as they are.
#[test]
fn dice_beyond_ten_are_automatic() {
    let mut attacker = drill(Tier::Basic, 0);
    attacker.weapons[RIFLE].dice = 11;
    let mut target = drill(Tier::Basic, 0);
    target.evade.dice = 13;
    let mut arena = Arena::new(&[attacker], &[target]);
    arena.script(|s| {
        s.attack_skills.push_back(FOCUS);
        s.defence_skills.push_back(guard_focus());
    });
    let events = arena.attack(0, RIFLE, 1, &[1; 20]);
    assert_eq!(pools(&events), [(10, 1), (10, 3)]);
    assert_eq!(results(&events), [(1, 3, 0)]);
}

/// `ms10.core.pool-floor`: 2 dice less 3 are 0 dice; the flat +4 still counts.
#[test]
fn a_pool_has_no_fewer_than_no_dice() {
    let mut attacker = drill(Tier::Basic, 4);
    attacker.weapons[RIFLE].dice = 2;
    attacker.weapons[RIFLE].rapid_fire = Some(RapidFire::of(24, RapidFireEffect::Dice(-3)));
    let mut arena = Arena::new(&[attacker], &[drill(Tier::Basic, 0)]);
    let events = arena.attack(0, RIFLE, 1, &[]);
    assert_eq!(pools(&events), [(0, 0), (0, 0)]);
    assert_eq!(results(&events), [(4, 0, 4)]);
}

/// `ms10.core.total-floor`: 1 HIT and -2 is 0, not -1; a defence of -3 is 0 DEF and adds no HITS.
#[test]
fn totals_are_not_negative() {
    let mut target = drill(Tier::Basic, 0);
    target.evade.bonus = -3;
    let mut arena = Arena::new(&[drill(Tier::Basic, -2)], &[target.clone()]);
    assert_eq!(results(&arena.attack(0, RIFLE, 1, &[5])), [(0, 0, 0)]);
    assert_eq!(lost(&arena, 1), 0);
    let mut arena = Arena::new(&[drill(Tier::Basic, 4)], &[target]);
    assert_eq!(results(&arena.attack(0, RIFLE, 1, &[1])), [(4, 0, 4)]);
}

/// `ms10.core.unblocked`: 7 HITS against 9 DEF do nothing, against 6 DEF one HIT of 300.
#[test]
fn each_def_cancels_one_hit() {
    for (def, unblocked) in [(9, 0), (7, 0), (6, 1)] {
        let mut target = drill(Tier::Basic, 0);
        target.evade.bonus = def;
        let mut arena = Arena::new(&[drill(Tier::Basic, 7)], &[target]);
        let events = arena.attack(0, RIFLE, 1, &[1]);
        assert_eq!(results(&events), [(7, def.into(), unblocked)]);
        assert_eq!(lost(&arena, 1), unblocked * 300);
    }
}

/// `ms10.core.reroll-once`: with two points left a rerolled die is still thrown only once more, and
/// the new face stands: the 4 that Focus would have taken becomes a 1 and fails even with Focus.
#[test]
fn a_rerolled_die_stays_as_it_is() {
    use crate::data::profile::ResourceKind::{Boost, Power};
    let mut arena = Arena::new(
        &[fuelled(Tier::Basic, 0, Power, 2)],
        &[drill(Tier::Basic, 0)],
    );
    arena.script(|s| {
        s.attack_reroll = Some(Reroll::LowAndMid);
        s.attack_skills.push_back(FOCUS);
    });
    let events = arena.attack(0, RIFLE, 1, &[4, 1]);
    assert_eq!(results(&events), [(0, 0, 0)]);
    assert_eq!(arena.unit(0).points, 1);

    let mut target = fuelled(Tier::Basic, 0, Boost, 2);
    target.evade.dice = 1;
    let mut arena = Arena::new(&[drill(Tier::Basic, 2)], &[target]);
    arena.script(|s| s.defence_reroll = Some(Reroll::LowAndMid));
    let events = arena.attack(0, RIFLE, 1, &[1, 2, 3]);
    assert_eq!(results(&events), [(2, 0, 2)]);
    assert_eq!(arena.unit(1).points, 1);
}

/// `ms10.core.reroll-subset`: of [1,4,6,10] the owner throws the 1 and the 4 again, into 7 and 2: 1 +
/// 0 + 1 + 2 = 4 DEF. Or only the 1, keeping the 4 for Focus: 7 makes 1 + 1 + 1 + 2 = 5. Or any other
/// dice, successes too.
#[test]
fn the_owner_picks_the_dice_of_a_reroll() {
    use crate::data::profile::ResourceKind::Boost;
    let mut target = fuelled(Tier::Basic, 0, Boost, 1);
    target.evade.dice = 4;
    let cases = [
        (Reroll::LowAndMid, false, &[1, 1, 4, 6, 10, 7, 2][..], 4),
        (Reroll::Low, true, &[1, 1, 4, 6, 10, 7], 5),
        // The 1 and the 6, into 7 and 2.
        (
            Reroll::Those(with!(Roll::default(), low: 1, hit: 1)),
            false,
            &[1, 1, 4, 6, 10, 7, 2],
            3,
        ),
        // The 10 alone, into a 2.
        (
            Reroll::Those(with!(Roll::default(), crit: 1)),
            false,
            &[1, 1, 4, 6, 10, 2],
            1,
        ),
    ];
    for (which, focus, faces, def) in cases {
        let mut arena = Arena::new(&[drill(Tier::Basic, 9)], std::slice::from_ref(&target));
        arena.script(|s| {
            s.defence_reroll = Some(which);
            if focus {
                s.defence_skills.push_back(guard_focus());
            }
        });
        let events = arena.attack(0, RIFLE, 1, faces);
        assert_eq!(results(&events), [(9, def, 9 - def)]);
    }
}

/// `ms10.core.commit-order`: both roll, then the attacker buys (Valor: 13 + 5), then the defender
/// (Iron Wall: 9 + 3); the attacker is not asked again. In the Counter the roles are swapped.
#[test]
fn the_attacker_commits_first() {
    let mut attacker = drill(Tier::Skilled, 13);
    attacker.evade.bonus = 9;
    let mut target = attacker.clone();
    target.name = "Target".to_owned();
    let mut arena = Arena::new(&[attacker], &[target]);
    arena.script(|s| {
        s.attack_skills.extend([VALOR, FOCUS]);
        s.defence_skills.extend([iron_wall(1), flash(1)]);
        s.counter = Some(RIFLE);
    });
    let events = arena.attack(0, RIFLE, 1, &[1, 1]);
    // The Counter: 13 - 2 HITS against 9 + 5 DEF of Flash.
    assert_eq!(results(&events), [(18, 12, 6), (11, 14, 0)]);
    let commitments: Vec<_> = arena
        .asked()
        .into_iter()
        .filter(|q| q.ends_with("skills") || *q == "counter")
        .collect();
    assert_eq!(
        commitments,
        [
            "attack_skills",
            "defence_skills",
            "counter",
            "attack_skills",
            "defence_skills"
        ]
    );
    // A: Valor 3, Flash 3. B: Iron Wall 3, Counter 1, Focus 1.
    assert_eq!((spent(&arena, Side::A), spent(&arena, Side::B)), (6, 5));
}

/// `ms10.core.scale`: 24 in are 6 hexes, 16 in of Rapid Fire are 4, the 4 in of a melee weapon 1.
#[test]
fn four_inches_are_one_hex() {
    let mut attacker = drill(Tier::Basic, 1);
    attacker.weapons[RIFLE].rapid_fire = Some(RapidFire::of(16, RapidFireEffect::Hits(2)));
    for (hexes, weapon, flat) in [
        (7, RIFLE, None),
        (6, RIFLE, Some(1)),
        (5, RIFLE, Some(1)),
        (4, RIFLE, Some(3)),
        (2, SABER, None),
        (1, SABER, Some(1)),
    ] {
        let mut arena = Arena::new(std::slice::from_ref(&attacker), &[drill(Tier::Basic, 0)]);
        arena.apart(0, 1, hexes);
        let faces: &[u8] = if flat.is_some() { &[10] } else { &[] };
        // A 10 is 2 HITS; PEN 6 of the saber asks for saves, so block everything.
        arena.unit_mut(1).melee_def.bonus = 9;
        let events = arena.attack(0, weapon, 1, faces);
        assert_eq!(flats(&events).first().copied(), flat, "{hexes} hexes");
    }
}

/// `ms10.attack.sequence`: everything in its order, the Counter last. 13 HITS against 1 DEF by face
/// 5, Flash 5 more: 7 unblocked with Finisher+2 in round 1, which needs 7; 5 saves against PEN 6,
/// one failed.
#[test]
fn an_attack_runs_in_order() {
    let mut attacker = drill(Tier::Skilled, 13);
    attacker.weapons[SABER].finisher = Some(2);
    let mut target = drill(Tier::Skilled, 0);
    target.melee_def.dice = 1;
    let mut arena = Arena::new(&[attacker], &[target]);
    arena.apart(0, 1, 1);
    arena.script(|s| {
        s.attack_skills.push_back(FOCUS);
        s.defence_skills.push_back(flash(1));
        s.counter = Some(SABER);
    });
    let events = arena.attack(0, SABER, 1, &[1, 5, 6, 6, 6, 6, 5, 1]);
    let order: Vec<_> = events.iter().filter_map(step).collect();
    assert_eq!(
        order,
        [
            "attack", "pool", "pool", "rolled", "rolled", "focus", "skill", "result", "finisher",
            "saves", "damage", "attack", "pool", "pool", "rolled", "rolled", "result"
        ]
    );
    // 7 x (400 + 200) and one failed save.
    assert_eq!(lost(&arena, 1), 7 * 600 + 1000);
}

fn step(event: &Event) -> Option<&'static str> {
    Some(match event {
        Event::Attack { .. } => "attack",
        Event::Pool { .. } => "pool",
        Event::Rolled { .. } => "rolled",
        Event::Focus { .. } => "focus",
        Event::Skill { .. } => "skill",
        Event::Result { .. } => "result",
        Event::FinishingBlow { .. } => "finisher",
        Event::Saves { .. } => "saves",
        Event::Damage { .. } => "damage",
        _ => return None,
    })
}

/// `ms10.attack.defence-kind`: the rifle meets Evade 8d10+2, the saber Melee DEF 6d10+3.
#[test]
fn shooting_meets_evade_and_melee_meets_melee_def() {
    let mut arena = Arena::duel();
    let events = arena.attack(0, RIFLE, 1, &[1; 14]);
    assert_eq!((pools(&events)[1], flats(&events)[1]), ((8, 0), 2));
    arena.apart(0, 1, 1);
    // 6 - 3 unblocked: 3 saves.
    let events = arena.attack(0, SABER, 1, &[&[1; 12][..], &[10; 3]].concat());
    assert_eq!((pools(&events)[1], flats(&events)[1]), ((6, 0), 3));
}

/// `ms10.attack.pools`: rifle 6d10, Rapid Fire and Lock On one each: 8 dice; Evade 8d10 and Lock On:
/// 9 dice.
#[test]
fn pools_are_the_profiles_and_what_is_added() {
    let mut unit = mech();
    unit.sensors = Sensors::of(24, 24);
    unit.weapons[RIFLE].rapid_fire = Some(RapidFire::of(24, RapidFireEffect::Dice(1)));
    let mut arena = Arena::new(std::slice::from_ref(&unit), std::slice::from_ref(&unit));
    let events = arena.attack(0, RIFLE, 1, &[1; 17]);
    assert_eq!(pools(&events), [(8, 0), (9, 0)]);
}

/// `ms10.attack.two-per-target`: four Combat Actions by Zeal, two attacks on one enemy; the third
/// may go to another one only. A Counter does not count.
#[test]
fn one_target_is_attacked_twice_at_most() {
    let fire = hit(RIFLE, 1);
    let start = [fire, Action::Zeal { actions: 3 }, fire];
    let mut arena = Arena::new(&[drill(Tier::Skilled, 1)], &[drill(Tier::Skilled, 1)]);
    arena.script(|s| s.counter = Some(RIFLE));
    let events = arena.turn(0, &[start[0], start[1], start[2], fire], &[1; 4]);
    assert_eq!(
        strikes(&events),
        [(0, 1, false), (1, 0, true), (0, 1, false), (1, 0, true)]
    );
    assert_eq!(arena.battle.turn.attacks_on(0), 0);

    let enemies = [drill(Tier::Basic, 0), drill(Tier::Basic, 0)];
    let mut arena = Arena::new(&[drill(Tier::Skilled, 1)], &enemies);
    arena.put(
        2,
        equipoise_engine::Hex::new(2, 8),
        equipoise_engine::Hex::new(0, -1),
    );
    let all = [start[0], start[1], start[2], hit(RIFLE, 2), hit(RIFLE, 2)];
    let events = arena.turn(0, &all, &[1; 4]);
    assert_eq!(
        strikes(&events),
        [(0, 1, false), (0, 1, false), (0, 2, false), (0, 2, false)]
    );
}

/// `ms10.attack.damage`: 3 unblocked of DMG 500 are 1500 with all saves made, 1000 more for a failed
/// one.
#[test]
fn base_damage_is_dealt_whatever_the_saves() {
    for (faces, damage) in [([1, 5, 9, 10], 1500), ([1, 4, 9, 10], 2500)] {
        let mut attacker = drill(Tier::Basic, 3);
        attacker.weapons[RIFLE].dmg = 500;
        attacker.weapons[RIFLE].pen = Some(5);
        let mut arena = Arena::new(&[attacker], &[drill(Tier::Basic, 0)]);
        arena.attack(0, RIFLE, 1, &faces);
        assert_eq!(lost(&arena, 1), damage);
    }
}

/// `ms10.attack.destroyed`: 3 x 300 destroy a unit of 700 or 900 HP, which makes no Counter; one of
/// 1000 HP lives and does. Its crew is Elite throughout.
#[test]
fn no_hp_is_destroyed_and_makes_no_counter() {
    for (hp, lives) in [(700, false), (900, false), (1000, true)] {
        let mut target = drill(Tier::Skilled, 0);
        target.hp = hp;
        let mut arena = Arena::new(&[drill(Tier::Basic, 3)], &[target]);
        arena.script(|s| s.counter = Some(RIFLE));
        let faces: &[u8] = if lives { &[1, 1] } else { &[1] };
        let events = arena.attack(0, RIFLE, 1, faces);
        assert_eq!(arena.unit(1).on_table, lives, "{hp} HP");
        assert_eq!(times(&arena, "counter"), usize::from(lives), "{hp} HP");
        let destroyed = events.contains(&Event::Destroyed { unit: 1, by: 0 });
        assert_eq!(destroyed, !lives);
    }
}

/// `ms10.army.limited-uses`: a weapon with 2 uses fires twice, on a Counter too, then never again.
#[test]
fn uses_run_out() {
    let mut attacker = drill(Tier::Skilled, 1);
    attacker.weapons[RIFLE].uses = Some(2);
    let mut arena = Arena::new(&[attacker], &[drill(Tier::Basic, 0)]);
    assert_eq!(strikes(&arena.attack(0, RIFLE, 1, &[1])).len(), 1);
    assert_eq!(arena.unit(0).uses[RIFLE], 1);
    arena.script(|s| s.counter = Some(RIFLE));
    let events = arena.attack(1, RIFLE, 0, &[1, 1]);
    assert_eq!(strikes(&events), [(1, 0, false), (0, 1, true)]);
    assert_eq!(strikes(&arena.attack(0, RIFLE, 1, &[])), []);
    assert_eq!(strikes(&arena.attack(1, RIFLE, 0, &[1])), [(1, 0, false)]);
    assert_eq!(lost(&arena, 1), 300);
}

/// `ms10.army.weapon-category`: the tag itself changes nothing: the same HITS, saves and damage for
/// K, E, X and none. 4 HITS of 300, PEN 5 saves [4,5,5,5]: 1200 + 1000.
#[test]
fn a_category_alone_changes_nothing() {
    use crate::data::profile::Category::{Energy, Explosive, Kinetic};
    for category in [Some(Kinetic), Some(Energy), Some(Explosive), None] {
        let mut attacker = drill(Tier::Basic, 4);
        attacker.weapons[RIFLE].category = category;
        attacker.weapons[RIFLE].pen = Some(5);
        let mut arena = Arena::new(&[attacker], &[drill(Tier::Basic, 0)]);
        let events = arena.attack(0, RIFLE, 1, &[1, 4, 5, 5, 5]);
        assert_eq!(saves(&events), [(5, 4, 1)]);
        assert_eq!(arena.unit(1).hp, FULL - 2200);
    }
}

/// `ms10.army.tiers`: only the three Elite tiers may Counter; Basic with 10 Momentum may not, while
/// Battle-Tested with 1 Momentum may.
#[test]
fn elite_begins_at_battle_tested() {
    let tiers = [Tier::Basic, Tier::BattleTested, Tier::Skilled, Tier::Ace];
    for (tier, momentum, counters) in tiers
        .into_iter()
        .zip([10, 1, 1, 1])
        .map(|(t, m)| (t, m, t != Tier::Basic))
    {
        assert_eq!(tier.is_elite(), counters);
        let mut arena = Arena::new(&[drill(Tier::Basic, 0)], &[drill(tier, 0)]);
        arena.set_momentum(Side::B, momentum);
        arena.script(|s| s.counter = Some(RIFLE));
        let faces: &[u8] = if counters { &[1, 1] } else { &[1] };
        arena.attack(0, RIFLE, 1, faces);
        assert_eq!(arena.momentum(Side::B), momentum - u8::from(counters));
    }
}
