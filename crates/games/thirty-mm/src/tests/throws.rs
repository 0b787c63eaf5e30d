//! Throws into units and structures, and down.

use super::arena::{Arena, LEFT_ARM, TORSO};
use super::sheets::sheet;
use crate::data::class::Class;
use crate::data::colour::Colour;
use crate::rules::board::Board;
use crate::rules::facing::Facing;
use crate::rules::grapple::{Grappled, Grip};
use crate::rules::state::Posture;

const N: Facing = Facing::NORTH;

/// A of class 2 grapples B in row 4 of the middle file; a bystander of REF-2 is in row 6. Numbers of
/// B and of the bystander.
fn crowd(enemy: bool) -> (Arena, usize, usize) {
    let [thrower, thrown] = ["REF-2", "Quick Fox"].map(sheet);
    let (mut arena, [fox, other]) = if enemy {
        let foes = [thrown, thrower.clone()];
        (Arena::new([&[thrower], &foes], &[]), [1, 2])
    } else {
        let friends = [thrower.clone(), thrower];
        (Arena::new([&friends, &[thrown]], &[]), [2, 1])
    };
    arena.put(0, 5, 3, N);
    arena.put(fox, 5, 4, Facing::SOUTH);
    arena.put(other, 5, 6, Facing::SOUTH);
    arena.begin(0, 9);
    (arena, fox, other)
}

/// mm30.grapple.into-unit: class 1 thrown 3 hexes over a bystander 2 hexes away, friend or foe. It fails to
/// evade: the throw stops before it, both take 2 * (1 * 2) = 4 on the torso and lie on the ground. It
/// evades: it stands, and the thrown unit flies on and takes 2 * (1 * 3) = 6.
#[test]
fn a_thrown_unit_strikes_who_does_not_evade() {
    for enemy in [false, true] {
        let (mut arena, fox, other) = crowd(enemy);
        let throw = Grip::Throw(Board::hex(5, 7));
        let result = arena.act(&[7, 1, 6], |game| game.grapple(fox, throw));
        assert_eq!(result, Ok(Grappled::Gripped));
        let [thrown, struck] = [fox, other].map(|it| &arena.battle.units[it]);
        assert_eq!(thrown.hex, Board::hex(5, 5));
        assert_eq!(
            (thrown.defense[TORSO], struck.defense[TORSO]),
            (24 - 4, 36 - 4)
        );
        let grounded = [thrown.posture, struck.posture];
        assert_eq!(grounded, [Posture::Grounded; 2]);
        let (mut arena, fox, other) = crowd(enemy);
        arena
            .act(&[7, 1, 7], |game| game.grapple(fox, throw))
            .expect("legal");
        let [thrown, missed] = [fox, other].map(|it| &arena.battle.units[it]);
        assert_eq!(thrown.hex, Board::hex(5, 7));
        assert_eq!((thrown.defense[TORSO], missed.defense[TORSO]), (24 - 6, 36));
        assert_eq!(missed.posture, Posture::Standing);
    }
}

/// mm30.grapple.into-unit, mm30.grapple.throw-limits: along the far edge, from file 8 to file 10, a line passes over file 9,
/// whose last row is one nearer. Who is struck in file 10 stops the throw before that: on the board, where it began.
#[test]
fn a_throw_along_the_ragged_edge_stays_on_the_board() {
    let (mut arena, fox, other) = crowd(true);
    let facing = N.turned(1);
    arena.put(0, 8, 12, facing);
    arena.put(fox, 8, 13, Facing::SOUTH);
    arena.put(other, 10, 13, Facing::SOUTH);
    let throw = Grip::Throw(Board::hex(10, 13));
    let result = arena.act(&[7, 1, 6], |game| game.grapple(fox, throw));
    assert_eq!(result, Ok(Grappled::Gripped));
    assert_eq!(arena.battle.units[fox].hex, Board::hex(8, 13));
    assert_eq!(arena.battle.units[other].defense[TORSO], 36 - 4);
}

/// mm30.grapple.into-unit: one that cannot evade is struck without a roll.
#[test]
fn who_lies_in_the_way_is_struck() {
    let (mut arena, fox, other) = crowd(true);
    arena.battle.units[other].posture = Posture::Kneeling;
    let throw = Grip::Throw(Board::hex(5, 6));
    arena
        .act(&[7, 1], |game| game.grapple(fox, throw))
        .expect("legal");
    assert_eq!(arena.battle.units[other].defense[TORSO], 32);
}

/// B, next to A, is thrown; a structure of top 0 is in row 6, which is 2 hexes from B.
fn wall(names: [&str; 2], left: u16, values: &[(&str, &str)]) -> Arena {
    let mut arena = Arena::duel(names, values);
    arena.put(1, 5, 4, Facing::SOUTH);
    arena.build(&[6], 0);
    arena.battle.structures[0] = left;
    arena.begin(0, 9);
    arena
}

/// mm30.grapple.into-structure-stands: class 1 thrown 2 hexes deals 4 to its torso; a structure of 8 stands
/// with 4, by the option with 8, and the unit is stuck beside it. A structure on the way ends the throw.
#[test]
fn a_structure_that_stands_holds_the_thrown_unit() {
    for (chips, left, row) in [("true", 4, 6), ("false", 8, 6), ("true", 4, 7)] {
        let mut arena = wall(
            ["REF-2", "Quick Fox"],
            8,
            &[("into_structure_chips", chips)],
        );
        let throw = Grip::Throw(Board::hex(5, row));
        arena
            .act(&[7, 1], |game| game.grapple(1, throw))
            .expect("legal");
        let state = &arena.battle.units[1];
        assert_eq!((state.hex, state.stuck), (Board::hex(5, 6), true));
        assert_eq!(state.posture, Posture::Standing);
        assert_eq!(state.defense[TORSO], 24 - 4);
        assert_eq!(arena.battle.structures[0], left);
    }
}

/// mm30.grapple.into-structure-falls: class 5 thrown 2 hexes deals 20, more than the 12 that are left, so
/// the torso takes 32, the hex turns black and the unit lies there. Equal damage is enough.
#[test]
fn a_structure_that_falls_hurts_the_thrown_unit() {
    for left in [12, 20] {
        let mut arena = wall(["REF-2", "Stone Bear"], left, &[]);
        for piece in &mut arena.table.pieces {
            piece.class = Class::of_defense(400);
        }
        let throw = Grip::Throw(Board::hex(5, 6));
        arena
            .act(&[7, 1], |game| game.grapple(1, throw))
            .expect("legal");
        let state = &arena.battle.units[1];
        assert_eq!(state.defense[TORSO], 80 - 20 - left);
        assert_eq!((state.posture, state.stuck), (Posture::Grounded, false));
        assert_eq!(arena.battle.structures[0], 0);
        assert_eq!(arena.view().colour(Board::hex(5, 6)), Colour::Black);
    }
}

/// mm30.grapple.throw-fall, mm30.fall.damage: class 2 thrown 1 hex from level 2 to 0 takes 2 * (2 * 1) = 4 on
/// the torso and 2 * (2 * 2) = 8 on a section of its owner's choice.
#[test]
fn a_unit_thrown_down_falls() {
    let mut arena = Arena::refs();
    arena.put(1, 5, 4, Facing::SOUTH);
    for (unit, row) in [(0, 3), (1, 4)] {
        arena.raise(5, row, 2);
        arena.battle.units[unit].elevation = 2;
    }
    arena.begin(0, 9);
    let throw = Grip::Throw(Board::hex(5, 5));
    arena.act(&[7, 1], |game| {
        game.grapple(1, throw).expect("legal");
        assert!(game.end_turn().is_err(), "the fall is open");
        game.take_fall(1, LEFT_ARM).expect("an arm");
        game.end_turn().expect("nothing is open");
    });
    let state = &arena.battle.units[1];
    assert_eq!(state.elevation, 0);
    assert_eq!((state.defense[TORSO], state.defense[LEFT_ARM]), (32, 8));
}

/// mm30.grapple.throw-limits: not to higher ground and not into a red hex.
#[test]
fn nobody_is_thrown_up_or_into_red() {
    for red in [false, true] {
        let mut arena = Arena::refs();
        arena.put(1, 5, 4, Facing::SOUTH);
        if red {
            arena.paint(5, 5, Colour::Red);
        } else {
            arena.raise(5, 5, 1);
        }
        let throw = Grip::Throw(Board::hex(5, 5));
        let refusal = arena
            .view()
            .check_grapple(0, 1, throw)
            .expect_err("illegal");
        assert_eq!(refusal.rule, "mm30.grapple.throw-limits");
    }
}
