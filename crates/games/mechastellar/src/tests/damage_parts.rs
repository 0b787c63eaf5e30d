//! Battle Damage: parts lost instead of HP.

use super::hexmap;
use equipoise_engine::{Hex, Side};

use super::arena::{Arena, RIFLE, SABER, rifle};
use super::drill::{drill, finishing, flats, fuelled, hit, lost, saves, strikes, times};
use crate::data::profile::{Category, Defence, ResourceKind, Shield, Tier, UnitProfile};
use crate::options::Options;
use crate::rules::decision::Action;
use crate::rules::hurt::Location;
use crate::rules::unit_state::DefenceNow;

/// Rifle of PEN 6 and `hits` unblocked HITS.
fn piercing(tier: Tier, hits: i8) -> UnitProfile {
    let mut unit = drill(tier, hits);
    unit.weapons[RIFLE].pen = Some(6);
    unit
}

/// A target that loses `parts`, one for each of as many unblocked HITS whose saves all fail.
fn losing(target: UnitProfile, parts: &[Location]) -> Arena {
    let attacker = piercing(Tier::Basic, parts.len() as i8);
    let mut arena = Arena::new(&[attacker], &[target]);
    arena.script(|s| s.battle_damage.extend(parts.iter().copied().map(Some)));
    arena.attack(0, RIFLE, 1, &vec![1; 1 + parts.len()]);
    arena
}

fn lines(arena: &Arena) -> [(i32, i32); 2] {
    let pair = |d: DefenceNow| (d.dice, d.bonus);
    [pair(arena.unit(1).evade), pair(arena.unit(1).melee_def)]
}

/// `ms10.battle-damage.option`: 3 unblocked of DMG 500 with 2 failed saves, both converted: 1500.
/// With one converted 2500. A Basic unit is not asked and takes 3500.
#[test]
fn elite_units_may_lose_parts_instead_of_hp() {
    let parts = [Some(Location::Weapon(RIFLE)), Some(Location::Legs)];
    for (tier, chosen, damage) in [
        (Tier::BattleTested, &parts[..], 1500),
        (Tier::BattleTested, &[None, parts[1]], 2500),
        (Tier::Basic, &parts, 3500),
    ] {
        let mut attacker = piercing(Tier::Basic, 3);
        attacker.weapons[RIFLE].dmg = 500;
        let mut arena = Arena::new(&[attacker], &[drill(tier, 0)]);
        arena.script(|s| s.battle_damage.extend(chosen.iter().copied()));
        arena.attack(0, RIFLE, 1, &[1, 1, 5, 6]);
        assert_eq!(lost(&arena, 1), damage);
        let disabled = tier.is_elite() && chosen[0].is_some();
        assert_eq!(arena.unit(1).disabled, u16::from(disabled));
    }
}

/// `ms93.army.optional-modules`, option `battle_damage`: of 2 failed saves an Elite unit turns both into parts
/// and takes 0 x 1000 beside the base damage; without the module it takes 2 x 1000, is not asked, and nobody
/// calls a shot.
#[test]
fn without_the_module_nobody_loses_parts() {
    let parts = [Some(Location::Legs), Some(Location::Head)];
    for (module, calls, damage) in [
        (true, false, 0),
        (false, false, 2000),
        (true, true, 0),
        (false, true, 2000),
    ] {
        let options = with!(hexmap(), battle_damage: module, called_shots: calls);
        let mut attacker = piercing(Tier::Skilled, 2);
        attacker.weapons[RIFLE].dmg = 0;
        let mut arena = Arena::with(&[attacker], &[drill(Tier::Ace, 0)], &options);
        arena.script(|s| {
            s.battle_damage.extend(parts);
            s.called_shots.extend([None, None]);
        });
        arena.attack(0, RIFLE, 1, &[1, 1, 1]);
        assert_eq!(lost(&arena, 1), damage);
        let asked = ["battle_damage", "called_shot"].map(|question| times(&arena, question));
        let twice = |on: bool| if on { 2 } else { 0 };
        assert_eq!(asked, [twice(module), twice(module && calls)]);
        let whole = (arena.unit(1).legs_lost, arena.unit(1).head_lost) == (0, false);
        assert_eq!(whole, !module);
    }
}

/// `ms10.battle-damage.option`: the bonus of a finishing blow (10 x 100) is one item of its own: here
/// taken as legs, 10 x 300 remain.
#[test]
fn a_finishing_bonus_can_be_a_part() {
    let mut arena = Arena::new(&[drill(Tier::Basic, 10)], &[drill(Tier::Ace, 0)]);
    arena.script(|s| s.battle_damage.push_back(Some(Location::Legs)));
    let events = arena.attack(0, RIFLE, 1, &[1]);
    assert_eq!(finishing(&events), [1000]);
    assert_eq!((lost(&arena, 1), arena.unit(1).legs_lost), (3000, 1));
}

/// `ms10.battle-damage.option`: a part with nothing left to lose cannot be named again: of two
/// conversions into the head the second is 1000 HP, beside 2 x 300.
#[test]
fn what_is_gone_cannot_be_lost_again() {
    let arena = losing(drill(Tier::Skilled, 0), &[Location::Head; 2]);
    assert_eq!(lost(&arena, 1), 1600);
    assert!(arena.unit(1).head_lost);
}

/// `ms10.battle-damage.weapon`: rifle, saber, vulcans (anti-air) and a spent missile pod: only the
/// rifle can be chosen. It then neither attacks nor makes a Counter.
#[test]
fn a_lost_weapon_is_lost_for_good() {
    let mut unit = drill(Tier::Skilled, 1);
    let mut vulcans = rifle();
    vulcans.anti_air = true;
    let mut pod = rifle();
    pod.uses = Some(1);
    unit.weapons.extend([vulcans, pod]);
    let mut arena = losing(unit, &[Location::Weapon(RIFLE)]);
    arena.unit_mut(1).uses[3] = 0;
    let may: Vec<_> = (0..4)
        .map(|i| arena.view().can_lose(1, Location::Weapon(i)))
        .collect();
    assert_eq!(may, [false; 4]);
    arena.unit_mut(1).disabled = 0;
    let may: Vec<_> = (0..4)
        .map(|i| arena.view().can_lose(1, Location::Weapon(i)))
        .collect();
    assert_eq!(may, [true, false, false, false]);
    arena.unit_mut(1).uses[3] = 1;
    assert!(arena.view().can_lose(1, Location::Weapon(3)));

    arena.unit_mut(1).disabled = 1;
    arena.script(|s| s.counter = Some(RIFLE));
    assert_eq!(strikes(&arena.attack(1, RIFLE, 0, &[])), []);
    assert_eq!(
        strikes(&arena.attack(0, RIFLE, 1, &[1, 10])),
        [(0, 1, false)]
    );
    let may = arena
        .view()
        .locations(1)
        .any(|l| l == Location::Weapon(RIFLE));
    assert!(!may);
}

/// `ms10.battle-damage.weapon`: a limited weapon that is a Free Action cannot be chosen; either tag
/// alone spares nothing.
#[test]
fn a_limited_free_attack_is_no_way_out() {
    for (free, uses, may) in [
        (true, Some(2), false),
        (true, None, true),
        (false, Some(2), true),
    ] {
        let mut unit = drill(Tier::Skilled, 1);
        let mut gun = rifle();
        (gun.free, gun.uses) = (free, uses);
        unit.weapons.push(gun);
        let arena = losing(unit, &[]);
        assert_eq!(arena.view().can_lose(1, Location::Weapon(2)), may);
    }
}

/// `ms10.battle-damage.explosive`, `ms10.army.weapon-category`: a pod with 2 uses of DMG 300 costs 2 x
/// 3 x 300 = 1800 beside the one HIT of 300, with no save; with one use left 900; a kinetic one
/// nothing.
#[test]
fn explosives_blow_up() {
    for (category, uses, damage) in [
        (Category::Explosive, 2, 1800),
        (Category::Explosive, 1, 900),
        (Category::Kinetic, 2, 0),
    ] {
        let mut unit = drill(Tier::Skilled, 0);
        unit.weapons[RIFLE].category = Some(category);
        unit.weapons[RIFLE].uses = Some(uses);
        let arena = losing(unit, &[Location::Weapon(RIFLE)]);
        assert_eq!(lost(&arena, 1), 300 + damage);
    }
}

/// `ms10.battle-damage.explosive`, `ms10.attack.destroyed`: an explosion can destroy the unit: 300 and
/// 1800 against 2100 HP.
#[test]
fn an_explosion_can_destroy() {
    for (hp, lives) in [(2100, false), (2200, true)] {
        let mut unit = drill(Tier::Skilled, 0);
        unit.hp = hp;
        unit.weapons[RIFLE].category = Some(Category::Explosive);
        unit.weapons[RIFLE].uses = Some(2);
        let arena = losing(unit, &[Location::Weapon(RIFLE)]);
        assert_eq!(arena.unit(1).on_table, lives);
    }
}

fn shielded(shields: &[Shield]) -> UnitProfile {
    let mut unit = drill(Tier::Skilled, 0);
    unit.evade = Defence { dice: 7, bonus: 4 };
    unit.melee_def = Defence { dice: 6, bonus: 5 };
    unit.shields = shields.to_vec();
    unit
}

fn shield_lost(shields: &[Shield], index: usize) -> Arena {
    // 5 HITS against 4 DEF: one save, failed.
    let mut arena = Arena::new(&[piercing(Tier::Basic, 5)], &[shielded(shields)]);
    arena.script(|s| s.battle_damage.push_back(Some(Location::Shield(index))));
    arena.attack(0, RIFLE, 1, &[1; 9]);
    assert_eq!(lost(&arena, 1), 300);
    arena
}

/// `ms10.battle-damage.shield`: Evade 7d10+4 and Melee DEF 6d10+5 without S2 are 9d10+2 and 8d10+3.
/// Of two shields only the chosen one goes, once.
#[test]
fn a_lost_shield_gives_dice_for_its_bonus() {
    let arena = shield_lost(&[Shield::Full(2)], 0);
    assert_eq!(lines(&arena), [(9, 2), (8, 3)]);
    let arena = shield_lost(&[Shield::Full(2), Shield::Full(1)], 1);
    assert_eq!(lines(&arena), [(8, 3), (7, 4)]);
    assert!(arena.view().can_lose(1, Location::Shield(0)));
    assert!(!arena.view().can_lose(1, Location::Shield(1)));
}

/// `ms10.battle-damage.melee-shield`: Melee DEF 6d10+5 without MD2 is 6d10+3; Evade stays.
#[test]
fn a_lost_melee_shield_gives_nothing_back() {
    let arena = shield_lost(&[Shield::Melee(2)], 0);
    assert_eq!(lines(&arena), [(7, 4), (6, 3)]);
}

/// `ms10.battle-damage.head`, `ms10.core.specific-first`: every attack then has Blindside, from the
/// front and twice in one turn (the narrower rule lifts once a turn): 1 + 2 + 1 for S1.
#[test]
fn without_a_head_every_attack_is_from_behind() {
    let mut target = drill(Tier::Skilled, 0);
    target.shields = vec![Shield::Full(1)];
    let mut arena = losing(target, &[Location::Head]);
    let fire = hit(RIFLE, 1);
    let events = arena.turn(
        0,
        &[fire, Action::Zeal { actions: 1 }, fire],
        &[1, 10, 10, 10, 10, 1, 10, 10, 10, 10],
    );
    assert_eq!(flats(&events), [4, 0, 4, 0]);
    assert_eq!(saves(&events), [(6, 4, 0), (6, 4, 0)]);
}

/// `ms10.battle-damage.legs`: two Move Actions become one, then none; a third time is not possible.
#[test]
fn each_leg_takes_a_move_action() {
    for (parts, moves) in [(0, 2), (1, 1), (2, 0)] {
        let mut arena = losing(drill(Tier::Skilled, 0), &[Location::Legs; 3][..parts]);
        assert_eq!(arena.view().can_lose(1, Location::Legs), parts < 2);
        let from = arena.unit(1).pos;
        let step = |k| Action::Move {
            to: from + Hex::new(k, 0),
            spin: None,
        };
        arena.turn(1, &[step(1), step(2), step(3)], &[]);
        assert_eq!(arena.unit(1).pos, from + Hex::new(moves, 0));
    }
    let arena = losing(drill(Tier::Skilled, 0), &[Location::Legs; 3]);
    assert_eq!((lost(&arena, 1), arena.unit(1).legs_lost), (1900, 2));
}

/// `ms10.battle-damage.core`: Power 2 with both points left becomes 1, and 1 point; again 0; then,
/// as without any such stat, the core cannot be chosen.
#[test]
fn a_hit_core_has_one_point_fewer() {
    let unit = fuelled(Tier::Skilled, 0, ResourceKind::Power, 2);
    let arena = losing(unit.clone(), &[Location::Core]);
    assert_eq!((arena.unit(1).stat, arena.unit(1).points), (1, 1));
    let arena = losing(unit, &[Location::Core; 3]);
    assert_eq!((arena.unit(1).stat, arena.unit(1).points), (0, 0));
    assert_eq!(lost(&arena, 1), 1900);
    let arena = losing(drill(Tier::Skilled, 0), &[Location::Core]);
    assert_eq!(lost(&arena, 1), 1300);
}

fn called(options: &Options, attacker: Tier, target: Tier) -> Arena {
    let mut arena = Arena::with(&[piercing(attacker, 2)], &[drill(target, 0)], options);
    arena.script(|s| {
        s.called_shots.push_back(Some(Location::Legs));
        s.battle_damage.push_back(Some(Location::Head));
    });
    arena.attack(0, RIFLE, 1, &[1, 1, 1]);
    arena
}

/// `ms10.battle-damage.called-shot`, option `called_shots`: of 2 failed saves an Elite attacker takes
/// the legs with one, whatever the target's crew; an Elite target may turn the other into its head.
/// A Basic attacker has no Called Shots, and nobody has while the option is off.
#[test]
fn called_shots_are_the_attackers_choice() {
    let on = with!(hexmap(), called_shots: true);
    let read = |a: &Arena| (lost(a, 1), a.unit(1).legs_lost, a.unit(1).head_lost);
    assert_eq!(
        read(&called(&on, Tier::Skilled, Tier::Basic)),
        (1600, 1, false)
    );
    assert_eq!(
        read(&called(&on, Tier::Skilled, Tier::Skilled)),
        (600, 1, true)
    );
    assert_eq!(
        read(&called(&on, Tier::Basic, Tier::Skilled)),
        (1600, 0, true)
    );
    let off = called(&hexmap(), Tier::Skilled, Tier::Skilled);
    assert_eq!(read(&off), (1600, 0, true));
    assert_eq!(times(&off, "called_shot"), 0);
    assert_eq!(off.momentum(Side::A), 10);
}

/// `ms10.battle-damage.option`, `ms10.attack.destroyed`: a converted save keeps a unit alive that its
/// HP damage would have destroyed: 1000 HP, one HIT of 400 and one failed save, in melee.
#[test]
fn a_part_can_save_a_unit() {
    for (part, lives) in [(None, false), (Some(Location::Legs), true)] {
        let mut target = drill(Tier::Skilled, 0);
        target.hp = 1000;
        let mut arena = Arena::new(&[drill(Tier::Basic, 1)], &[target]);
        arena.apart(0, 1, 1);
        arena.script(|s| s.battle_damage.push_back(part));
        arena.attack(0, SABER, 1, &[1, 1]);
        assert_eq!(arena.unit(1).on_table, lives);
    }
}
