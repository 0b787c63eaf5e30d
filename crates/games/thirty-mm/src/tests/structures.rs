//! Structures: Defense, attacks, their fall.

use super::arena::{Arena, LEFT_LEG, TORSO, at};
use super::sheets::{sheet, with_power};
use crate::data::ability::Power;
use crate::data::colour::Colour;
use crate::rules::board::Board;
use crate::rules::facing::Facing;
use crate::rules::terrain::Structure;
use crate::rules::view::Arm;

const N: Facing = Facing::NORTH;
const GUN: Arm = Arm::Weapon(0);

/// mm30.structure.defense: cells of the chart.
#[test]
fn structures_have_the_defense_of_the_chart() {
    for (top, hexes, defense) in [
        (0, 1, 8),
        (1, 1, 16),
        (1, 3, 20),
        (2, 5, 32),
        (3, 1, 32),
        (3, 5, 40),
    ] {
        let hexes = (0..hexes).map(|row| Board::hex(5, row)).collect();
        assert_eq!(Structure { hexes, top }.defense(), defense);
    }
}

/// A with a weapon of this damage, B behind a structure in row 5, A about to act.
fn siege(damage: u16, top: i8) -> Arena {
    let mut arena = Arena::refs();
    arena.table.pieces[0].weapons[0].base_damage = damage;
    arena.build(&[5], top);
    arena.begin(0, 16);
    arena
}

/// mm30.structure.attack: Defense 16 and 5 an attack without a roll: 11, 6, 1, 0; each costs its 2 points.
/// Out of range, behind the unit or behind another structure it is not attacked.
#[test]
fn a_structure_is_hit_without_a_roll() {
    let mut arena = siege(5, 1);
    for left in [11, 6, 1, 0] {
        assert_eq!(
            arena.act(&[], |game| game.attack_structure(GUN, 0)),
            Ok(left)
        );
    }
    assert_eq!(arena.battle.units[0].ap, 16 - 4 * 2);
    let gone = arena.act(&[], |game| game.attack_structure(GUN, 0));
    assert_eq!(gone.expect_err("fallen").rule, "mm30.structure.attack");
    for (row, facing, legal) in [
        (0, N, true),
        (3, Facing::SOUTH, false),
        (8, Facing::SOUTH, true),
    ] {
        let mut arena = siege(5, 0);
        arena.put(0, 5, row, facing);
        assert_eq!(arena.view().check_structure(0, GUN, 0).is_ok(), legal);
        arena.table.pieces[0].weapons[0].range = 2;
        assert!(arena.view().check_structure(0, GUN, 0).is_err());
    }
    let mut hidden = siege(5, 0);
    hidden.build(&[4], 0);
    assert!(hidden.view().check_structure(0, GUN, 0).is_err());
    let fist = hidden.view().check_structure(0, Arm::Basic, 1);
    assert!(fist.is_ok(), "fists reach the next hex");
}

/// mm30.structure.persist: 16 less 12 is 4; the next 12 bring it down, their surplus harms nobody, and
/// only an attack after that reaches the unit behind.
#[test]
fn surplus_damage_stays_in_the_structure() {
    let mut arena = siege(12, 1);
    assert_eq!(arena.act(&[], |game| game.attack_structure(GUN, 0)), Ok(4));
    let hidden = arena.act(&[], |game| game.attack(at(TORSO)));
    assert_eq!(hidden.expect_err("it stands").rule, "mm30.sight.los");
    assert_eq!(arena.act(&[], |game| game.attack_structure(GUN, 0)), Ok(0));
    assert_eq!(arena.battle.units[1].defense[TORSO], 36);
    arena
        .act(&[7, 1], |game| game.attack(at(TORSO)))
        .expect("nothing stands there");
    assert_eq!(arena.battle.units[1].defense[TORSO], 24);
}

/// mm30.structure.destroyed, mm30.fall.damage: both hexes turn black; a mech of class 2 on the roof of
/// level 2 falls for 2 * (2 * 2) = 8 on a section that its owner chooses, a flyer does not. Nothing else
/// happens before that.
#[test]
fn a_fallen_structure_leaves_ruins() {
    for flies in [false, true] {
        let top = if flies {
            with_power("REF-2", Power::Fly)
        } else {
            sheet("REF-2")
        };
        let mut arena = Arena::new([&[sheet("REF-2")], &[top]], &[]);
        arena.put(0, 5, 3, N);
        arena.put(1, 5, 6, N);
        arena.build(&[5, 6], 2);
        arena.battle.units[1].elevation = 2;
        arena.begin(0, 16);
        assert_eq!(arena.view().colour(Board::hex(5, 6)), Colour::Grey);
        arena.act(&[], |game| game.damage_structure(0, 99));
        for row in [5, 6] {
            assert_eq!(arena.view().colour(Board::hex(5, row)), Colour::Black);
        }
        assert_eq!(arena.view().colour(Board::hex(5, 7)), Colour::Grey);
        assert_eq!(arena.battle.falls.is_empty(), flies);
        if flies {
            assert_eq!(arena.battle.units[1].elevation, 2);
            continue;
        }
        arena.act(&[], |game| {
            let open = game.step(N).expect_err("a fall is open");
            assert_eq!(open.rule, "mm30.fall.damage");
            game.take_fall(1, LEFT_LEG).expect("a leg");
            assert!(game.take_fall(1, LEFT_LEG).is_err());
            game.step(N).expect("nothing is open");
        });
        let state = &arena.battle.units[1];
        assert_eq!((state.elevation, state.defense[LEFT_LEG]), (0, 20 - 8));
    }
}

/// mm30.structure.blocks, mm30.structure.destroyed: a walker is kept out while it stands, a flyer passes
/// above its top only; the ruins are entered for 2 points.
#[test]
fn a_structure_blocks_the_way() {
    let mut arena = siege(5, 1);
    arena.put(0, 5, 4, N);
    let closed = arena.act(&[], |game| game.step(N)).expect_err("it stands");
    assert_eq!(closed.rule, "mm30.structure.blocks");
    arena.act(&[], |game| {
        game.damage_structure(0, 16);
        game.step(N).expect("ruins");
    });
    assert_eq!(arena.points(), 2);
    for (level, passes) in [(1, false), (2, true)] {
        let squads = [&[with_power("REF-2", Power::Fly)][..], &[sheet("REF-2")]];
        let mut arena = Arena::new(squads, &[]);
        arena.put(0, 5, 4, N);
        arena.put(1, 5, 9, N);
        arena.battle.units[0].elevation = level;
        arena.build(&[5], 1);
        arena.begin(0, 9);
        assert_eq!(arena.act(&[], |game| game.step(N)).is_ok(), passes);
    }
}

/// mm30.deviation.damage: a missed mortar shot that comes down on a structure deals it full damage.
#[test]
fn a_scattered_shot_hits_structures() {
    let mut arena = Arena::duel(["Mud Hog", "REF-2"], &[]);
    arena.build(&[9], 1);
    arena.begin(0, 16);
    let mortar = crate::rules::attack::Attack {
        arm: Arm::Weapon(1),
        ..at(TORSO)
    };
    let damage = arena.table.pieces[0].weapons[1].base_damage;
    // A 1 misses, and a 1 scatters behind the target, which faces south.
    arena
        .act(&[1, 1], |game| game.attack(mortar))
        .expect("in range");
    assert_eq!(arena.battle.structures[0], 16 - damage);
}

/// mm30.command.prone: no unit lies down with a structure in the hex ahead; over ruins it does.
#[test]
fn a_structure_ahead_leaves_no_room_to_lie_down() {
    let mut arena = siege(5, 1);
    arena.put(0, 5, 4, N);
    arena.act(&[], |game| {
        game.kneel().expect("16 points");
        let rule = game.prone().expect_err("a wall ahead").rule;
        assert_eq!(rule, "mm30.command.prone");
        game.damage_structure(0, 16);
        game.prone().expect("room");
    });
}
