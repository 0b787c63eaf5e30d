//! Offensive and Defensive Stance.

use equipoise_engine::Hex;

use super::arena::{Arena, TORSO, at};
use crate::rules::aim::Aim;
use crate::rules::attack::{Attack, Strikes};
use crate::rules::board::Board;
use crate::rules::facing::Facing;
use crate::rules::state::{Cover, Stance};
use crate::rules::view::Arm;

const N: Facing = Facing::NORTH;
const BACK: Attack = Attack::new(Arm::Weapon(0), 0, Aim::Section(TORSO));

/// A is 7 hexes before B and about to move; B watches with 6 points and a pistol of range 6.
fn watched(values: &[(&str, &str)]) -> Arena {
    let mut arena = Arena::duel(["REF-2", "REF-2"], values);
    arena.put(0, 5, 1, N);
    arena.begin(1, 8);
    arena.act(&[], |game| {
        game.take_offensive_stance().expect("8 points");
        game.end_turn().expect("a turn");
    });
    assert_eq!(arena.battle.units[1].ap, 6);
    arena.begin(0, 4);
    arena
}

/// mm30.command.offensive-stance: on the step from 7 to 6 hexes the 6 points pay three attacks of 2: a
/// critical of 5, a miss, a hit of 3, so 36 - 8 = 28. Then the unit goes on, and a step within range
/// opens nothing.
#[test]
fn a_watching_unit_attacks_who_comes_into_range() {
    let mut arena = watched(&[]);
    let results = arena.act(&[8, 5, 6, 1], |game| {
        game.step(N).expect("ahead");
        assert_eq!(game.battle.reactions, [1]);
        let waits = game.step(N).expect_err("B may react");
        assert_eq!(waits.rule, "mm30.command.offensive-stance");
        let results = [0; 3].map(|_| game.react(1, BACK).expect("2 points"));
        let poor = game.react(1, BACK).expect_err("no point");
        assert_eq!(poor.rule, "mm30.command.offensive-stance");
        game.end_reactions();
        game.step(N).expect("B has had its chance");
        results
    });
    assert_eq!(results, [Strikes::Critical, Strikes::Missed, Strikes::Hit]);
    assert_eq!(arena.battle.units[0].defense[TORSO], 28);
    assert_eq!(arena.hex(0), Board::hex(5, 3));
    assert!(arena.battle.reactions.is_empty());
}

/// mm30.command.offensive-stance: a step from 6 to 5 hexes does not enter the range; by the option every
/// step in it counts. A unit that looks away, has too few points, or has begun its next turn does not react.
#[test]
fn only_entering_the_range_sets_a_watcher_off() {
    for (value, reacts) in [("enter_range", false), ("step_in_range", true)] {
        let mut arena = watched(&[("offensive_stance_trigger", value)]);
        arena.put(0, 5, 2, N);
        arena.act(&[], |game| game.step(N)).expect("ahead");
        assert_eq!(!arena.battle.reactions.is_empty(), reacts);
    }
    let changes: [fn(&mut Arena); 3] = [
        |arena| arena.put(1, 5, 8, N),
        |arena| arena.battle.units[1].ap = 1,
        |arena| arena.battle.units[1].stance = Stance::None,
    ];
    for change in changes {
        let mut arena = watched(&[]);
        change(&mut arena);
        arena.act(&[], |game| game.step(N)).expect("ahead");
        assert!(arena.battle.reactions.is_empty());
    }
    let mut arena = watched(&[]);
    arena.act(&[], |game| {
        game.end_turn().expect("a turn");
        game.begin_round();
    });
    arena.begin(1, 0);
    assert_eq!(arena.battle.units[1].stance, Stance::None);
}

/// mm30.command.offensive-stance: Thruster Movement of 10 hexes north from row 0 comes within 6 hexes of
/// a unit 9 away in row 3; if nobody stops it there, it goes on to row 10.
#[test]
fn thrusters_are_watched_hex_by_hex() {
    for stopped in [false, true] {
        let mut arena = Arena::duel(["Quick Fox", "REF-2"], &[]);
        arena.put(0, 5, 0, N);
        arena.put(1, 8, 8, Facing::new(4));
        arena.begin(1, 8);
        arena.act(&[], |game| {
            game.take_offensive_stance().expect("8 points");
            game.end_turn().expect("a turn");
        });
        arena.begin(0, 0);
        arena.act(&[], |game| game.thrust(N)).expect("ten free");
        assert_eq!(arena.hex(0), Board::hex(5, 3));
        assert_eq!(arena.battle.reactions, [1]);
        if stopped {
            arena.battle.units[0].defense[TORSO] = 1;
            let shot = arena.act(&[8], |game| game.react(1, BACK));
            assert_eq!(shot, Ok(Strikes::Critical));
        }
        arena.act(&[], |game| {
            game.end_reactions();
            game.end_turn().expect("nothing is open");
        });
        let row = if stopped { 3 } else { 10 };
        assert_eq!(arena.hex(0), Board::hex(5, row));
    }
}

/// B holds a shield of 10 and A's pistol deals 6; B covers a direction.
fn shielded(direction: Facing) -> Arena {
    let mut arena = Arena::duel(["REF-2", "Stone Bear"], &[]);
    arena.table.pieces[0].weapons[0].base_damage = 6;
    arena.battle.units[1].shields[0].durability = 10;
    arena.begin(1, 9);
    arena.act(&[], |game| {
        game.take_defensive_stance(Cover::Shield(0), direction)
            .expect("a shield");
        let fixed = game.rotate(N).expect_err("the facing is kept");
        assert_eq!(fixed.rule, "mm30.command.defensive-stance");
        game.end_turn().expect("a turn");
    });
    assert_eq!(arena.battle.units[1].ap, 7);
    arena.begin(0, 16);
    arena
}

/// mm30.command.defensive-stance: hits of 6 and 6 on a shield of 10 leave 4, then 0, and the surplus is
/// lost; the third hits the torso: 80 - 6 = 74. A shot that is evaded costs the shield nothing.
#[test]
fn a_shield_takes_what_comes_from_its_side() {
    let mut arena = shielded(Facing::SOUTH);
    let shield = |arena: &Arena| arena.battle.units[1].shields[0].durability;
    let torso = |arena: &Arena| arena.battle.units[1].defense[TORSO];
    for (faces, left) in [
        ([7, 7], (10, 80)),
        ([7, 1], (4, 80)),
        ([7, 1], (0, 80)),
        ([7, 1], (0, 74)),
    ] {
        arena
            .act(&faces, |game| game.attack(at(TORSO)))
            .expect("in range");
        assert_eq!((shield(&arena), torso(&arena)), left);
    }
}

/// mm30.command.defensive-stance: facing away from the attacker the shield covers nothing; the half-plane
/// ends with the side line. Without a shield or a 2H weapon in hand there is no such stance.
#[test]
fn a_shield_covers_one_side_only() {
    for sixths in 0..6 {
        let mut arena = shielded(Facing::new(sixths));
        arena
            .act(&[7, 1], |game| game.attack(at(TORSO)))
            .expect("in range");
        let covered = [2, 3, 4].contains(&sixths);
        assert_eq!(arena.battle.units[1].defense[TORSO] == 80, covered);
    }
    // Towards the south, (-3, 1) is 79 degrees off the middle of the side, (-2, 1) 90, (-3, 2) more.
    let arena = shielded(Facing::SOUTH);
    let from = |q, r| {
        let attacker = arena.hex(1) + Hex::new(q, r);
        arena.view().cover_against(1, attacker).is_some()
    };
    assert_eq!(
        [from(-3, 1), from(-2, 1), from(-3, 2)],
        [true, false, false]
    );
    let mut arena = Arena::duel(["REF-2", "Tall Heron"], &[]);
    arena.begin(0, 9);
    for cover in [Cover::Shield(0), Cover::Weapon(0)] {
        let refusal = arena
            .act(&[], |game| game.take_defensive_stance(cover, N))
            .expect_err("a pistol is no cover");
        assert_eq!(refusal.rule, "mm30.command.defensive-stance");
    }
    arena.act(&[], |game| game.end_turn()).expect("a turn");
    arena.begin(1, 9);
    arena
        .act(&[], |game| game.take_defensive_stance(Cover::Weapon(0), N))
        .expect("a 2H rifle is");
}
