//! What lost sections, weapons and equipment mean.

use super::arena::{Arena, HEAD, LEFT_ARM, LEFT_LEG, RIGHT_ARM, RIGHT_LEG, TORSO};
use super::sheets::sheet;
use crate::data::kind::SectionKind;
use crate::data::sheet::{Section, Sheet};
use crate::rules::redundancy::Strike;
use crate::rules::state::{Life, Place};
use crate::rules::view::Arm;

fn lose(arena: &mut Arena, unit: usize, sections: &[usize]) {
    for &section in sections {
        arena.act(&[], |game| game.damage_section(unit, section, 999));
    }
}

/// A unit of a class by its torso with this many legs.
fn walker(legs: usize, torso: u16) -> Sheet {
    let mut unit = sheet("REF-2");
    unit.sections.truncate(4);
    unit.sections[TORSO].defense = torso;
    let leg = |at| Section {
        name: format!("leg {at}"),
        kind: SectionKind::Leg,
        defense: 1,
        thruster: false,
    };
    unit.sections.extend((0..legs).map(leg));
    unit
}

/// mm30.section.head: without heads -1 Accuracy; one of two heads is enough.
#[test]
fn a_unit_without_heads_aims_worse() {
    let mut two = sheet("REF-2");
    two.sections.push(Section {
        name: "second head".to_owned(),
        ..two.sections[HEAD].clone()
    });
    let mut arena = Arena::new([&[two], &[sheet("REF-2")]], &[]);
    lose(&mut arena, 0, &[HEAD]);
    assert_eq!(arena.view().accuracy(0, 1).modifier, 0);
    lose(&mut arena, 0, &[6]);
    assert_eq!(arena.view().accuracy(0, 1).modifier, -1);
    assert_eq!(arena.view().assault(0, 1).modifier, 0);
}

/// mm30.section.arm: the pistol falls into the hex with the right arm; a rifle in both hands stays in the
/// other one.
#[test]
fn a_lost_arm_drops_what_it_held() {
    let mut arena = Arena::refs();
    lose(&mut arena, 0, &[RIGHT_ARM]);
    assert_eq!(
        arena.battle.units[0].weapons[0].place,
        Place::Dropped(arena.hex(0))
    );
    assert!(!arena.view().usable(0, 0));
    let mut arena = Arena::duel(["Tall Heron", "REF-2"], &[]);
    lose(&mut arena, 0, &[LEFT_ARM]);
    let other = Place::Held {
        hand: RIGHT_ARM,
        other: None,
    };
    assert_eq!(arena.battle.units[0].weapons[0].place, other);
    lose(&mut arena, 0, &[RIGHT_ARM]);
    assert!(!arena.view().usable(0, 0));
}

/// mm30.section.half-legs: at one of two, two of three legs lost: -1 Assault and half the points, 5, 4,
/// 3, 2, 1 to 3, 2, 2, 1, 1; by the option to 2, 2, 1, 1, 0.
#[test]
fn half_the_legs_halve_movement() {
    let after = |legs: usize, lost: usize, torso, rounding| {
        let values = [("half_legs_rounding", rounding)];
        let mut arena = Arena::new([&[walker(legs, torso)], &[sheet("REF-2")]], &values);
        let legs: Vec<usize> = (4..4 + lost).collect();
        lose(&mut arena, 0, &legs);
        (
            arena.view().movement_points(0),
            arena.view().assault(0, 1).modifier,
        )
    };
    let torsos = [10, 60, 150, 220, 300];
    let half = torsos.map(|torso| after(2, 1, torso, "remaining_up"));
    assert_eq!(half, [(3, -1), (2, -1), (2, -1), (1, -1), (1, -1)]);
    let half = torsos.map(|torso| after(2, 1, torso, "reduction_up").0);
    assert_eq!(half, [2, 2, 1, 1, 0]);
    assert_eq!(after(3, 1, 10, "remaining_up"), (5, 0));
    assert_eq!(after(3, 2, 10, "remaining_up"), (3, -1));
}

/// mm30.section.all-legs: without legs 1 point and -2 Assault, not -3.
#[test]
fn a_unit_without_legs_crawls() {
    let mut arena = Arena::duel(["Quick Fox", "REF-2"], &[]);
    assert_eq!(arena.view().movement_points(0), 5);
    lose(&mut arena, 0, &[LEFT_LEG, RIGHT_LEG]);
    assert_eq!(arena.view().movement_points(0), 1);
    // Its trait adds 1.
    assert_eq!(arena.view().assault(0, 1).modifier, -1);
}

/// mm30.section.inoperative: all but the torso lost; by the option the head does not count.
#[test]
fn a_torso_alone_is_inoperative() {
    for (value, last) in [("true", HEAD), ("false", RIGHT_LEG)] {
        let values = [("inoperative_counts_head", value)];
        let mut arena = Arena::duel(["REF-2", "REF-2"], &values);
        lose(&mut arena, 0, &[LEFT_ARM, RIGHT_ARM, LEFT_LEG]);
        if last == HEAD {
            lose(&mut arena, 0, &[RIGHT_LEG]);
        }
        assert_eq!(arena.battle.units[0].life, Life::InPlay, "{value}");
        lose(&mut arena, 0, &[last]);
        assert_eq!(arena.battle.units[0].life, Life::Inoperative, "{value}");
        assert!(arena.act(&[], |game| game.begin_turn(0)).is_err());
    }
}

/// mm30.section.vehicle-areas: body 0 destroys, all tracks make inoperative, half of them slow, the
/// cockpit costs 1 Accuracy.
#[test]
fn a_vehicle_has_areas() {
    let tank = || Arena::duel(["Mud Hog", "REF-2"], &[]);
    let mut arena = tank();
    assert_eq!(arena.view().movement_points(0), 3);
    lose(&mut arena, 0, &[0]);
    assert_eq!(arena.view().accuracy(0, 1).modifier, -1);
    lose(&mut arena, 0, &[2]);
    assert_eq!(
        (arena.view().movement_points(0), arena.battle.units[0].life),
        (2, Life::InPlay)
    );
    lose(&mut arena, 0, &[3]);
    assert_eq!(arena.battle.units[0].life, Life::Inoperative);
    let mut arena = tank();
    lose(&mut arena, 0, &[1]);
    assert_eq!(arena.battle.units[0].life, Life::Destroyed);
}

/// mm30.section.torso: without a torso the largest section counts; of two torsos the last one, whichever it is.
#[test]
fn what_counts_as_torso() {
    let mut none = sheet("REF-2");
    none.sections[TORSO].kind = SectionKind::Other;
    let mut two = sheet("REF-2");
    two.sections[HEAD].kind = SectionKind::Torso;
    let mut arena = Arena::new([&[none], &[two.clone()]], &[]);
    lose(&mut arena, 0, &[HEAD, LEFT_LEG]);
    assert_eq!(arena.battle.units[0].life, Life::InPlay);
    lose(&mut arena, 0, &[TORSO]);
    assert_eq!(arena.battle.units[0].life, Life::Destroyed);
    lose(&mut arena, 1, &[TORSO]);
    assert_eq!(arena.battle.units[1].life, Life::InPlay);
    lose(&mut arena, 1, &[HEAD]);
    assert_eq!(arena.battle.units[1].life, Life::Destroyed);
    let mut arena = Arena::new([&[two], &[sheet("REF-2")]], &[]);
    lose(&mut arena, 0, &[HEAD]);
    assert_eq!(arena.battle.units[0].life, Life::InPlay);
    assert_eq!(arena.view().torso(0), Some(TORSO));
    lose(&mut arena, 0, &[TORSO]);
    assert_eq!(arena.battle.units[0].life, Life::Destroyed);
}

/// mm30.weapon.mounted-explosion: Base Damage 12: a 5 does nothing, a 6 does 6 to the torso.
#[test]
fn a_mounted_weapon_may_explode() {
    for (face, left) in [(5, 60), (6, 54), (8, 54)] {
        let mut arena = Arena::duel(["REF-3", "REF-2"], &[]);
        arena.act(&[], |game| game.damage_weapon(0, 0, 7));
        arena.act(&[face], |game| game.damage_weapon(0, 0, 1));
        assert_eq!(arena.battle.units[0].defense[TORSO], left);
        assert!(!arena.view().usable(0, 0));
    }
    // A pistol in hand does not explode.
    Arena::refs().act(&[], |game| game.damage_weapon(0, 0, 6));
}

/// mm30.weapon.lost-with-section: a wing takes its gun with it, without a die; the other gun stays.
#[test]
fn a_gun_is_lost_with_its_wing() {
    let mut arena = Arena::duel(["White Tern", "REF-2"], &[]);
    arena.act(&[], |game| game.damage_equipment(0, 0, 9));
    let usable = [0, 1].map(|weapon| arena.view().usable(0, weapon));
    assert_eq!(usable, [false, true]);
    assert_eq!(arena.battle.units[0].weapons[0].durability, 0);
    // Of two guns of one name one is left, which costs what is printed.
    let (gun, strike) = (
        &arena.table.pieces[0].weapons[1],
        arena.view().strike(0, Arm::Weapon(1)),
    );
    assert_eq!((strike.ap, strike.damage), (gun.ap, gun.base_damage));
    assert_eq!(arena.battle.units[0].defense[TORSO], 30);
    let mut unit = sheet("REF-3");
    unit.mounted[0].1 = crate::data::sheet::Mount::Section(LEFT_ARM);
    let mut arena = Arena::new([&[unit], &[sheet("REF-2")]], &[]);
    lose(&mut arena, 0, &[LEFT_ARM]);
    assert!(!arena.view().usable(0, 0));
    assert_eq!(arena.battle.units[0].weapons[0].durability, 0);
}

/// mm30.weapon.redundancy-live: four pods 12/3, with two shot off 12/5; four pistols 5/2, with one on the
/// ground 4/2. Carried ones count.
#[test]
fn redundancy_follows_losses() {
    let mut pods = sheet("REF-3");
    pods.mounted = vec![pods.mounted[0].clone(); 4];
    let mut pistols = sheet("REF-2");
    let pistol = pistols.weapons[0].item.clone();
    pistols.carried = vec![pistol; 3];
    let mut arena = Arena::new([&[pods], &[pistols]], &[]);
    let strike = |arena: &Arena, unit| arena.view().strike(unit, Arm::Weapon(0));
    assert_eq!(strike(&arena, 0), Strike { ap: 3, damage: 12 });
    for weapon in [1, 2] {
        arena.act(&[1], |game| game.damage_weapon(0, weapon, 8));
    }
    assert_eq!(strike(&arena, 0), Strike { ap: 5, damage: 12 });
    assert_eq!(strike(&arena, 1), Strike { ap: 2, damage: 5 });
    arena.act(&[], |game| game.damage_weapon(1, 3, 6));
    assert_eq!(strike(&arena, 1), Strike { ap: 2, damage: 4 });
    arena.act(&[], |game| game.damage_weapon(1, 2, 6));
    lose(&mut arena, 1, &[RIGHT_ARM]);
    assert_eq!(arena.view().copies(1, 1), 1);
}
