//! Traits of Aces that come in two kinds, and those of loners.

use equipoise_engine::{Hex, Side};

use super::arena::{Arena, RIFLE, SABER, pools, results};
use super::drill::{FULL, criticals, drill, flats, times};
use super::traits::{attacked, gifted, supplement};
use crate::data::profile::{Defence, RapidFire, RapidFireEffect, Tier, UnitProfile, UnitType};
use crate::data::traits::Trait;
use crate::policy_kind::PolicyKind;
use crate::rules::clash::Strike;
use crate::rules::constants::FINISHER_SHOOTING;
use crate::rules::decision::{AttackBonus, DefenceBonus, DefenceSkills};
use crate::rules::event::Event;

/// An Ace with a trait and a rifle of so many dice with this Rapid Fire up to 16 in.
fn gunner(own: Trait, dice: u8, effect: RapidFireEffect) -> UnitProfile {
    let mut unit = gifted(Tier::Ace, &[own]);
    let band = RapidFire {
        range_in: 16,
        effect,
    };
    unit.weapons[RIFLE].dice = dice;
    unit.weapons[RIFLE].rapid_fire = Some(band);
    unit
}

/// `ms93.pilot2.deadeye-fusillade`: 7 dice with Rapid Fire -2: within its range Furious Fusillade has with Barrage
/// 7 + 2 + 1 = 10, Deadeye 7 - 2 + 1 + 2 = 8; from afar both have 7 + 2 = 9. Rapid Fire +1 stays as it is, and instead of
/// -1 HIT there is a die.
#[test]
fn fusillades_are_rapid() {
    let target = drill(Tier::Basic, 0);
    let dice = |own, dice, effect, hexes| {
        let unit = gunner(own, dice, effect);
        let events = attacked([&unit, &target], RIFLE, hexes, &supplement());
        (pools(&events)[0].0, flats(&events)[0])
    };
    let (worse, better) = (RapidFireEffect::Dice(-2), RapidFireEffect::Dice(1));
    let fewer = RapidFireEffect::Hits(-1);
    for (own, near, fewer_hits) in [
        (Trait::FuriousFusillade, 10, (5 + 2 + 1, 0)),
        (Trait::Deadeye, 8, (5 + 2, -1)),
    ] {
        assert_eq!(dice(own, 7, worse, 3).0, near, "{own:?}");
        assert_eq!(dice(own, 7, worse, 6).0, 9, "{own:?}");
        assert_eq!(dice(own, 5, better, 3).0, 5 + 1 + 2, "{own:?}");
        assert_eq!(dice(own, 5, fewer, 3), fewer_hits, "{own:?}");
        let hits = RapidFireEffect::Hits(1);
        assert_eq!(dice(own, 5, hits, 3), (5 + 2, 1), "{own:?}");
        // With Bullseye 7 - 2 + 1 dice, criticals from 8.
        let mut arena = Arena::with(
            &[gunner(own, 7, worse)],
            std::slice::from_ref(&target),
            &supplement(),
        );
        arena.apart(0, 1, 3);
        arena.script(|s| s.attack_bonus = AttackBonus::Critical);
        let events = arena.attack_by_luck(0, RIFLE, 1);
        assert_eq!((pools(&events)[0].0, criticals(&events)[0]), (6, 8));
    }
}

/// `ms93.pilot2.deadeye-fusillade`: 4 dice and Rapid Fire -2 are believed to do with a Fusillade what an Ace does with
/// 4 + 2 + 1 = 6 + 1 dice, of which one is that of its Barrage; policies take Barrage there with 8 dice, too.
#[test]
fn fusillades_are_believed_in() {
    let believed = |unit: UnitProfile| {
        let mut arena = Arena::with(&[unit], &[drill(Tier::Basic, 0)], &supplement());
        arena.apart(0, 1, 3);
        arena.view().belief(&Strike::plain(0, RIFLE, 1))
    };
    let mut plain = gifted(Tier::Ace, &[]);
    plain.weapons[RIFLE].dice = 6;
    let worse = RapidFireEffect::Dice(-2);
    let own = Trait::FuriousFusillade;
    assert_eq!(believed(gunner(own, 4, worse)), believed(plain));
    for policy in [PolicyKind::Greedy, PolicyKind::Solo] {
        for (own, critical) in [(own, 10), (Trait::Deadeye, 8)] {
            let units = [gunner(own, 8, worse), drill(Tier::Basic, 0)];
            let mut arena = Arena::with(&units[..1], &units[1..], &supplement());
            arena.apart(0, 1, 3);
            arena.bout.policies[0] = policy;
            let arm = arena.bout.units[0].weapons[RIFLE].clone();
            let mut dice = equipoise_dice::StreamDice::new(equipoise_dice::stream(1, 0, 0));
            arena.battle.begin_turn(0, false);
            let strike = Strike::plain(0, RIFLE, 1);
            let (_, events) = arena.run_on(&mut dice, |game| game.strike_back(strike, &arm));
            assert_eq!(criticals(&events)[0], critical, "{policy:?} {own:?}");
        }
    }
}

/// A shooter with a trait, a friend of it in melee with an enemy, four hexes away.
fn brawl(own: Trait) -> Arena {
    let units = [gifted(Tier::Ace, &[own]), drill(Tier::Basic, 0)];
    let mut arena = Arena::with(&units, &[drill(Tier::Basic, 0)], &supplement());
    arena.put(0, Hex::new(3, 1), Hex::new(0, 1));
    arena.put(1, Hex::new(3, 6), Hex::new(0, -1));
    arena.put(2, Hex::new(3, 5), Hex::new(0, -1));
    arena.battle.begin_turn(0, false);
    arena
}

/// `ms93.pilot2.deadeye-fusillade`: an enemy in a melee with a friend is a target for the Deadeye alone, with the module
/// of Elite bonuses, by Bullseye, which nobody is asked about: criticals from 10 - 2 = 8. Neither area nor indirect fire
/// may be aimed so. It is believed in: 0.3 + 0.3 * 2 = 0.9 HITS of a die and DMG 300 are 270.
#[test]
fn deadeyes_aim_into_a_melee() {
    for (own, open) in [(Trait::Deadeye, true), (Trait::FuriousFusillade, false)] {
        let arena = brawl(own);
        assert_eq!(arena.view().may_attack(RIFLE, false, 2), open, "{own:?}");
    }
    let mut arena = brawl(Trait::Deadeye);
    let view = arena.view();
    let outlook = view.outlook(view.aim(2).expect("a target"));
    assert_eq!(view.attack_belief(&outlook, RIFLE, false, -1), Some(270));
    let events = arena.attack_by_luck(0, RIFLE, 2);
    assert_eq!(criticals(&events)[0], 8);
    assert_eq!(times(&arena, "attack_bonus"), 0);
    // Once the friend is gone any bonus will do.
    let mut arena = brawl(Trait::Deadeye);
    arena.put(1, Hex::new(9, 9), Hex::new(0, -1));
    assert_eq!(criticals(&arena.attack_by_luck(0, RIFLE, 2))[0], 10);
    assert_eq!(times(&arena, "attack_bonus"), 1);
    let changes: [fn(&mut Arena); 3] = [
        |arena| arena.bout.options.elite_bonus = false,
        |arena| arena.unit_profile(0).weapons[RIFLE].weapon.aoe = Some(2),
        |arena| arena.unit_profile(0).weapons[RIFLE].weapon.remote = Some(1),
    ];
    for change in changes {
        let mut arena = brawl(Trait::Deadeye);
        change(&mut arena);
        assert!(!arena.view().may_attack(RIFLE, false, 2));
    }
}

/// A basic unit with four dice and 5 HITS against an Ace with a trait, who chooses a bonus and to turn criticals.
fn warded(own: Trait, bonus: DefenceBonus) -> Arena {
    let mut attacker = drill(Tier::Basic, 5);
    for weapon in &mut attacker.weapons {
        weapon.dice = 4;
    }
    let arena = Arena::with(&[attacker], &[gifted(Tier::Ace, &[own])], &supplement());
    let ward = with!(DefenceSkills::default(), ward: true);
    arena.script(|s| {
        s.defence_bonus = bonus;
        s.defence_skills = vec![ward; 9].into();
    });
    arena
}

/// `ms93.pilot2.invincible-untouchable`: dice [5, 6, 10, 10] and 5 HITS: 1 + 1 + 2 + 2 + 5 = 11; who is Invincible and
/// guards, with 1 + 1 dice on Evade, meets 1 + 1 + 1 + 1 + 5 = 9; who is Untouchable and dodges 1 + 1 + 0 + 0 + 5 = 7;
/// the other way round 11.
#[test]
fn wards_turn_criticals() {
    let (guard, dodge) = (DefenceBonus::Die, DefenceBonus::Critical);
    for (own, bonus, hits) in [
        (Trait::Invincible, guard, 9),
        (Trait::Untouchable, dodge, 7),
        (Trait::Invincible, dodge, 11),
        (Trait::Untouchable, guard, 11),
        (Trait::Elusive, guard, 11),
    ] {
        let mut arena = warded(own, bonus);
        let blocks: &[u8] = if bonus == guard { &[1, 1] } else { &[] };
        let events = arena.attack(0, RIFLE, 1, &[&[5, 6, 10, 10], blocks].concat());
        assert_eq!(results(&events), [(hits, 0, hits)], "{own:?} {bonus:?}");
    }
    // In melee as well, where a Guard is one die.
    let mut arena = warded(Trait::Invincible, guard);
    arena.apart(0, 1, 1);
    let faces = [5, 6, 10, 10, 1, 10, 10, 10, 10, 10];
    assert_eq!(results(&arena.attack(0, SABER, 1, &faces)), [(9, 0, 9)]);
}

/// `ms93.pilot2.invincible-untouchable`: once a round; the critical HIT of tactical advantage counts 2, then 1 or 0:
/// 13 are 10 or 7 HITS.
#[test]
fn wards_are_there_once_a_round() {
    let faces = [5, 6, 10, 10, 1, 1];
    let mut arena = warded(Trait::Invincible, DefenceBonus::Die);
    for hits in [9, 11] {
        assert_eq!(results(&arena.attack(0, RIFLE, 1, &faces))[0].0, hits);
    }
    arena.run(&[], |game| game.refresh());
    assert_eq!(results(&arena.attack(0, RIFLE, 1, &faces))[0].0, 9);
    for (own, bonus, hits) in [
        (Trait::Invincible, DefenceBonus::Die, 10),
        (Trait::Untouchable, DefenceBonus::Critical, 7),
        (Trait::Elusive, DefenceBonus::Critical, 13),
    ] {
        let mut arena = warded(own, bonus);
        arena.put(1, Hex::new(3, 8), Hex::new(0, 1));
        let blocks = if bonus == DefenceBonus::Die { 6 } else { 4 };
        let events = arena.attack(0, RIFLE, 1, &faces[..blocks]);
        assert_eq!(results(&events)[0].0, hits, "{own:?}");
    }
}

/// `ms93.pilot2.invincible-untouchable`: policies choose the bonus that goes with it and turn criticals that would hurt:
/// 9 and 7 HITS, then 11.
#[test]
fn policies_turn_criticals() {
    for policy in [PolicyKind::Greedy, PolicyKind::Solo] {
        for (own, blocks, hits) in [(Trait::Invincible, 2, 9), (Trait::Untouchable, 0, 7)] {
            let mut arena = warded(own, DefenceBonus::Die);
            arena.bout.policies[1] = policy;
            arena.set_momentum(Side::B, 0);
            for (blocks, hits) in [(blocks, hits), (2, 11)] {
                let faces = [&[5, 6, 10, 10][..], &[1, 1][..blocks]].concat();
                let events = arena.attack(0, RIFLE, 1, &faces);
                assert_eq!(results(&events)[0].0, hits, "{policy:?} {own:?}");
            }
        }
    }
}

/// HITS and DEF of a duel between two units, the first so hurt.
fn fury(own: &UnitProfile, hp: i32, weapon: usize) -> [i32; 2] {
    let other = drill(Tier::Basic, 0);
    let hexes = if weapon == SABER { 1 } else { 3 };
    let mut arena = Arena::with(std::slice::from_ref(own), &[other], &supplement());
    arena.apart(0, 1, hexes);
    arena.unit_mut(0).hp = hp;
    let hits = flats(&arena.attack_by_luck(0, weapon, 1))[0];
    arena.unit_mut(0).hp = hp;
    [hits, flats(&arena.attack_by_luck(1, weapon, 0))[1]]
}

/// `ms93.pilot2.killer-instinct-berserker`: below half the HP +1 DEF, and the Berserker +3 HITS in melee, Killer Instinct
/// +1 with any weapon, +2 with one of DMG 0 to 200; with half of them nothing.
#[test]
fn frenzy_comes_with_wounds() {
    for (own, dmg, saber, rifle) in [
        (Trait::Berserker, 200, 3, 0),
        (Trait::KillerInstinct, 300, 1, 1),
        (Trait::KillerInstinct, 200, 2, 2),
        (Trait::KillerInstinct, 0, 2, 2),
    ] {
        let mut unit = gifted(Tier::Ace, &[own]);
        for weapon in &mut unit.weapons {
            weapon.dmg = dmg;
        }
        assert_eq!(
            fury(&unit, FULL / 2 - 1, SABER),
            [saber, 1],
            "{own:?} {dmg}"
        );
        assert_eq!(
            fury(&unit, FULL / 2 - 1, RIFLE),
            [rifle, 1],
            "{own:?} {dmg}"
        );
        assert_eq!(fury(&unit, FULL / 2, SABER), [0, 0], "{own:?} {dmg}");
    }
}

/// `ms93.pilot2.killer-instinct-berserker`: the loss of a Skilled or Ace pilot of the side brings it for the rest of the
/// battle, that of a basic one, of a captain or of an enemy does not.
#[test]
fn frenzy_comes_with_losses() {
    let own = gifted(Tier::Ace, &[Trait::Berserker]);
    let captain = with!(drill(Tier::Ace, 0), unit_type: UnitType::Warship);
    for (lost, hits) in [
        (drill(Tier::Skilled, 0), 3),
        (drill(Tier::Ace, 0), 3),
        (drill(Tier::BattleTested, 0), 0),
        (captain, 0),
    ] {
        let others = [drill(Tier::Basic, 0), drill(Tier::Ace, 0)];
        let mut arena = Arena::with(&[own.clone(), lost], &others, &supplement());
        arena.apart(0, 2, 1);
        for unit in [1, 3] {
            arena.unit_mut(unit).on_table = false;
        }
        assert_eq!(flats(&arena.attack_by_luck(0, SABER, 2))[0], 0);
        for unit in [1, 3] {
            arena.unit_mut(unit).hp = 0;
        }
        arena.battle.losses = true;
        assert_eq!(flats(&arena.attack_by_luck(0, SABER, 2))[0], hits);
    }
}

/// `ms93.pilot2.killer-instinct-berserker`: beliefs go by the HP of the moment: those of three more HITS, or of one more
/// DEF.
#[test]
fn frenzy_is_believed_in() {
    let strike = |attacker, target| with!(Strike::plain(attacker, SABER, target), form: crate::rules::aim::Form::Melee);
    let own = gifted(Tier::Ace, &[Trait::Berserker]);
    let believed = |change: fn(&mut UnitProfile), hp| {
        let unit = with!(own.clone(), traits: Vec::new());
        let mut unit = if hp == FULL { unit } else { own.clone() };
        change(&mut unit);
        let mut arena = Arena::with(&[unit], &[drill(Tier::Basic, 2)], &supplement());
        arena.apart(0, 1, 1);
        arena.unit_mut(0).hp = hp;
        // It has nothing to Counter with.
        arena.set_momentum(Side::A, 0);
        arena.battle.begin_turn(0, false);
        let view = arena.view();
        let outlook = view.outlook(view.aim(1).expect("a target"));
        let attack = view.attack_belief(&outlook, SABER, false, -1);
        (attack, view.belief(&strike(1, 0)))
    };
    let stronger = |unit: &mut UnitProfile| {
        unit.weapons[SABER].bonus += 3;
        unit.melee_def.bonus += 1;
    };
    assert_eq!(believed(|_| (), FULL / 2 - 1), believed(stronger, FULL));
}

/// A basic unit against an Ace with four dice on Evade and a trait.
fn loner(own: &[Trait]) -> Arena {
    let unit = with!(gifted(Tier::Ace, own), evade: Defence { dice: 4, bonus: 0 });
    let arena = Arena::with(&[drill(Tier::Basic, 0)], &[unit], &supplement());
    arena.script(|s| s.defence_bonus = DefenceBonus::Both);
    arena
}

/// `ms93.pilot2.solo-operative`: Guard and Dodge on one defence a round: 4 + 1 dice and critical number 9, then Guard
/// alone; in the next round again. Without the trait never.
#[test]
fn loners_guard_and_dodge() {
    let pool = |arena: &mut Arena| {
        let events = arena.attack_by_luck(0, RIFLE, 1);
        (pools(&events)[1].0, criticals(&events)[1])
    };
    let mut arena = loner(&[Trait::SoloOperative]);
    assert_eq!(pool(&mut arena), (5, 9));
    assert_eq!(pool(&mut arena), (5, 10));
    arena.run(&[], |game| game.refresh());
    assert_eq!(pool(&mut arena), (5, 9));
    assert_eq!(pool(&mut loner(&[])), (5, 10));
    for policy in [PolicyKind::Greedy, PolicyKind::Solo] {
        let mut arena = loner(&[Trait::SoloOperative]);
        arena.bout.policies[1] = policy;
        assert_eq!(pool(&mut arena), (5, 9), "{policy:?}");
    }
}

/// `ms93.pilot2.solo-operative`: Guard and a Counter on one attack a round: 4 + 1 dice and an answer, then Guard
/// without one; in the next round again. Without the trait never.
#[test]
fn loners_guard_and_counter() {
    let answered = |arena: &mut Arena| {
        arena.script(|s| {
            s.defence_bonus = DefenceBonus::DieAndCounter;
            s.counter = Some(RIFLE);
        });
        let events = arena.attack_by_luck(0, RIFLE, 1);
        let counter = |event: &Event| matches!(event, Event::Attack { counter: true, .. });
        (pools(&events)[1].0, events.iter().any(counter))
    };
    let mut arena = loner(&[Trait::SoloOperative]);
    assert_eq!(answered(&mut arena), (5, true));
    assert_eq!(answered(&mut arena), (5, false));
    arena.run(&[], |game| game.refresh());
    assert_eq!(answered(&mut arena), (5, true));
    assert_eq!(answered(&mut loner(&[])), (5, false));
}

/// `ms93.pilot2.solo-operative`: 8 dice are believed to bring 0.8 * (8 + 1) = 7.2 DEF while both defences may be used,
/// 0.8 * 8 = 6.4 once they have been: 0.8 HITS of DMG 300 and a finishing blow.
#[test]
fn loners_are_believed_in() {
    let mut attacker = drill(Tier::Basic, 40);
    attacker.weapons[RIFLE].dice = 0;
    let unit = with!(gifted(Tier::Ace, &[Trait::SoloOperative]),
        evade: Defence { dice: 8, bonus: 0 });
    let mut arena = Arena::with(&[attacker], &[unit], &supplement());
    let believed = |arena: &Arena| arena.view().belief(&Strike::plain(0, RIFLE, 1));
    let both = believed(&arena);
    arena.unit_mut(1).perks_left = 0;
    let each = 300 + FINISHER_SHOOTING as i32;
    assert_eq!(believed(&arena) - both, each * 8 / 10);
}

/// `ms93.pilot2.solo-operative`: 5 + 1 = 6 Momentum on activation without an ally within 16 in, four hexes; with one
/// five hexes away, too, not with one at four.
#[test]
fn loners_like_to_be_alone() {
    for (away, momentum) in [(None, 6), (Some(5), 6), (Some(4), 5)] {
        let own = gifted(Tier::Ace, &[Trait::SoloOperative]);
        let friend = drill(Tier::Basic, 0);
        let mut arena = Arena::with(&[own, friend.clone()], &[friend], &supplement());
        arena.put(0, Hex::new(3, 1), Hex::new(0, 1));
        arena.put(1, Hex::new(3 + away.unwrap_or(9), 1), Hex::new(0, 1));
        arena.unit_mut(1).on_table = away.is_some();
        arena.set_momentum(Side::A, 5);
        arena.turn(0, &[], &[]);
        assert_eq!(arena.momentum(Side::A), momentum, "{away:?}");
    }
}
