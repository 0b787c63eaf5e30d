//! Command actions.

use super::arena::{Arena, LEFT_ARM, LEFT_LEG, RIGHT_ARM, TORSO, at};
use super::sheets::sheet;
use crate::rules::attack::Strikes;
use crate::rules::board::Board;
use crate::rules::facing::Facing;
use crate::rules::state::{Place, Posture};

fn ready(ap: u8) -> Arena {
    let mut arena = Arena::refs();
    arena.begin(0, ap);
    arena
}

const fn posture(arena: &Arena) -> Posture {
    arena.battle.units.as_slice()[0].posture
}

/// mm30.command.cost: 2 points each: 7 are three actions and 1 left; between phases too.
#[test]
fn command_actions_cost_two() {
    let mut arena = ready(7);
    arena.act(&[1], |game| {
        game.kneel().expect("7 left");
        game.attack(at(TORSO)).expect("5 left");
        game.get_up().expect("3 left");
        assert_eq!(
            game.get_up().expect_err("standing").rule,
            "mm30.command.get-up"
        );
    });
    assert_eq!(arena.battle.units[0].ap, 1);
    let mut arena = ready(1);
    assert_eq!(
        arena
            .act(&[], |game| game.kneel())
            .expect_err("1 left")
            .rule,
        "mm30.command.cost"
    );
}

/// mm30.command.get-up: from the ground or a knee, with 2 points and not with 1.
#[test]
fn a_unit_gets_up() {
    for down in [Posture::Grounded, Posture::Kneeling] {
        let mut arena = ready(1);
        arena.battle.units[0].posture = down;
        assert!(arena.act(&[], |game| game.get_up()).is_err());
        arena.battle.units[0].ap = 2;
        arena.act(&[], |game| game.get_up()).expect("2 left");
        assert_eq!(posture(&arena), Posture::Standing);
    }
    let mut arena = ready(2);
    arena.battle.units[0].posture = Posture::Prone;
    assert!(arena.act(&[], |game| game.get_up()).is_err());
}

/// mm30.command.press-on: class 2 has 4 points; three times Press On make 7, for 6 AP. Of no use in
/// combat.
#[test]
fn press_on_gives_movement() {
    let mut arena = ready(6);
    arena.put(0, 4, 0, Facing::NORTH);
    arena.act(&[], |game| {
        for _ in 0..3 {
            game.press_on().expect("2 AP");
        }
        for _ in 0..7 {
            game.step(Facing::NORTH).expect("a point");
        }
        assert!(game.step(Facing::NORTH).is_err());
    });
    assert_eq!(
        (arena.battle.units[0].ap, arena.hex(0)),
        (0, Board::hex(4, 7))
    );
    let mut arena = ready(6);
    arena.act(&[1], |game| {
        game.attack(at(TORSO)).expect("6 AP");
        assert_eq!(
            game.press_on().expect_err("combat").rule,
            "mm30.command.press-on"
        );
    });
}

/// mm30.command.kneel: +1 Accuracy, so that a 5 passes at Accuracy 6; once a turn; no steps, but turning.
#[test]
fn a_kneeling_unit_aims_better() {
    let mut arena = ready(9);
    arena.act(&[5, 1], |game| {
        game.kneel().expect("standing");
        assert!(game.step(Facing::NORTH).is_err());
        game.rotate(Facing::NORTH).expect("kneeling");
        assert_eq!(game.attack(at(TORSO)), Ok(Strikes::Hit));
        game.get_up().expect("kneeling");
        assert_eq!(game.kneel().expect_err("again").rule, "mm30.command.kneel");
    });
    assert!(arena.view().can_evade(0));
}

/// mm30.command.prone: from a knee, for 4 AP in all; +3, not +4; back through kneeling; once a turn; not
/// with a unit ahead.
#[test]
fn a_prone_unit_aims_best() {
    let mut arena = ready(16);
    arena.act(&[], |game| {
        assert_eq!(
            game.prone().expect_err("standing").rule,
            "mm30.command.prone"
        );
        game.kneel().expect("standing");
        game.prone().expect("kneeling");
        assert!(game.rotate(Facing::SOUTH).is_err());
        assert!(game.kneel().is_err());
    });
    assert_eq!(arena.battle.units[0].ap, 12);
    assert_eq!(arena.view().accuracy(0, 1).modifier, 3);
    assert!(!arena.view().can_evade(0));
    arena.act(&[], |game| game.end_turn()).expect("a turn");
    arena.act(&[1], |game| {
        game.begin_round();
        game.begin_turn(0).expect("a new turn");
        game.kneel().expect("prone");
        game.get_up().expect("kneeling");
    });
    assert_eq!(posture(&arena), Posture::Standing);
    let mut arena = ready(16);
    arena.put(1, 5, 4, Facing::SOUTH);
    arena.act(&[], |game| {
        game.kneel().expect("standing");
        assert_eq!(
            game.prone().expect_err("no room").rule,
            "mm30.command.prone"
        );
    });
}

/// mm30.command.swapping: the carried pistol comes to hand, the blade is carried; an empty hand takes one
/// too; a leg does not.
#[test]
fn weapons_are_swapped() {
    let held = |hand| Place::Held { hand, other: None };
    for (hand, blade) in [(RIGHT_ARM, Place::Carried), (LEFT_ARM, held(RIGHT_ARM))] {
        let mut arena = Arena::duel(["Quick Fox", "REF-2"], &[]);
        arena.begin(0, 2);
        assert!(!arena.view().usable(0, 1));
        arena.act(&[], |game| {
            assert!(game.swap(1, LEFT_LEG).is_err());
            assert!(game.swap(0, LEFT_ARM).is_err());
            game.swap(1, hand).expect("carried");
        });
        assert!(arena.view().usable(0, 1));
        assert_eq!(arena.battle.units[0].weapons[1].place, held(hand));
        assert_eq!(arena.battle.units[0].weapons[0].place, blade);
        assert_eq!(arena.battle.units[0].ap, 0);
    }
}

/// mm30.command.swapping: a rifle held with both hands gives way to a pistol in either.
#[test]
fn both_hands_let_go_of_a_rifle() {
    for hand in [LEFT_ARM, RIGHT_ARM] {
        let mut marksman = sheet("Tall Heron");
        marksman.carried = vec![sheet("REF-2").weapons[0].item.clone()];
        let mut arena = Arena::new([&[marksman], &[sheet("REF-2")]], &[]);
        arena.begin(0, 2);
        arena.act(&[], |game| game.swap(1, hand)).expect("carried");
        let weapons = &arena.battle.units[0].weapons;
        assert_eq!(weapons[0].place, Place::Carried);
        assert_eq!(weapons[1].place, Place::Held { hand, other: None });
    }
}

/// mm30.command.retrieving: the pistol of the lost right arm is picked up with the left one, in its hex
/// only. mm30.vehicle.no-interaction: not by a vehicle.
#[test]
fn dropped_weapons_are_picked_up() {
    let mut arena = ready(4);
    arena.act(&[], |game| {
        game.damage_section(0, RIGHT_ARM, 99);
        assert!(game.retrieve(0, RIGHT_ARM).is_err());
        game.step(Facing::NORTH).expect("a point");
        assert_eq!(
            game.retrieve(0, LEFT_ARM).expect_err("elsewhere").rule,
            "mm30.command.retrieving"
        );
    });
    arena.put(0, 5, 3, Facing::NORTH);
    arena
        .act(&[], |game| game.retrieve(0, LEFT_ARM))
        .expect("in its hex");
    assert!(arena.view().usable(0, 0));
    assert_eq!(arena.battle.units[0].ap, 2);
    let mut tank = Arena::duel(["Mud Hog", "REF-2"], &[]);
    tank.begin(0, 4);
    let refusal = tank
        .act(&[], |game| game.retrieve(0, 2))
        .expect_err("a vehicle");
    assert_eq!(refusal.rule, "mm30.vehicle.no-interaction");
}
