//! Rounds, turns, phases, Action Points.

use equipoise_engine::{Outcome, Side};

use super::arena::{Arena, TORSO, at, fist};
use super::sheets::sheet;
use crate::rules::facing::Facing;
use crate::rules::state::Life;

/// Lets a unit have a turn without doing anything.
fn pass(arena: &mut Arena, unit: usize) {
    arena.act(&[1], |game| {
        game.begin_turn(unit).expect("its turn");
        game.end_turn().expect("a turn");
    });
}

fn next(arena: &mut Arena) -> Option<Side> {
    arena.act(&[], |game| game.next_side())
}

/// mm30.turn.alternate, mm30.core.sides: three against one act A D A A; no unit acts twice, none out of
/// turn.
#[test]
fn sides_take_turns_with_one_unit_each() {
    let unit = sheet("REF-2");
    let three = vec![unit.clone(); 3];
    let mut arena = Arena::new([&three, &[unit]], &[]);
    assert_eq!(next(&mut arena), Some(Side::A));
    pass(&mut arena, 1);
    assert_eq!(next(&mut arena), Some(Side::B));
    let early = arena
        .act(&[], |game| game.begin_turn(0))
        .expect_err("B is to act");
    assert_eq!(early.rule, "mm30.turn.alternate");
    pass(&mut arena, 3);
    let twice = arena
        .act(&[], |game| game.begin_turn(1))
        .expect_err("has acted");
    assert_eq!(twice.rule, "mm30.turn.alternate");
    pass(&mut arena, 0);
    assert_eq!(next(&mut arena), Some(Side::A));
    pass(&mut arena, 2);
    assert_eq!(next(&mut arena), None);
}

/// mm30.turn.round-end: after the last unit all may act again, the Attacker first.
#[test]
fn a_new_round_begins_with_the_attacker() {
    let mut arena = Arena::refs();
    pass(&mut arena, 0);
    pass(&mut arena, 1);
    assert_eq!(next(&mut arena), None);
    arena.act(&[], |game| game.begin_round());
    assert_eq!(arena.battle.round, 2);
    assert_eq!(next(&mut arena), Some(Side::A));
    arena.table.attacker = Side::B;
    assert_eq!(next(&mut arena), Some(Side::B));
}

/// mm30.turn.game-end: a side without a unit has lost; at the round limit it is a draw.
#[test]
fn a_battle_ends_with_a_side_or_the_last_round() {
    let mut arena = Arena::duel(["REF-2", "REF-2"], &[("round_limit", "2")]);
    let outcome = |arena: &mut Arena| arena.act(&[], |game| game.outcome());
    assert_eq!(outcome(&mut arena), None);
    arena.battle.units[1].life = Life::Inoperative;
    let won = Outcome {
        winner: Some(Side::A),
        score: [1, 0],
        rounds: 1,
    };
    assert_eq!(outcome(&mut arena), Some(won));
    arena.battle.units[1].life = Life::InPlay;
    arena.act(&[], |game| game.begin_round());
    pass(&mut arena, 0);
    assert_eq!(outcome(&mut arena), None);
    pass(&mut arena, 1);
    let drawn = Outcome {
        winner: None,
        score: [0, 0],
        rounds: 2,
    };
    assert_eq!(outcome(&mut arena), Some(drawn));
}

/// mm30.turn.phases: after shooting no more steps, after striking no more shots; a skipped phase is over.
#[test]
fn phases_come_in_order() {
    let mut arena = Arena::refs();
    arena.put(1, 5, 4, Facing::SOUTH);
    arena.begin(0, 16);
    arena.act(&[1, 1], |game| {
        game.rotate(Facing::NORTH).expect("the Movement Phase");
        game.attack(at(TORSO)).expect("the Ranged Combat Phase");
        let late = game.step(Facing::new(1)).expect_err("over");
        assert_eq!(late.rule, "mm30.turn.phases");
        game.attack(fist(TORSO)).expect("the Close Combat Phase");
        let late = game.attack(at(TORSO)).expect_err("over");
        assert_eq!(late.rule, "mm30.turn.phases");
        // 16 less 2 and 1: what is refused costs nothing.
        assert_eq!(game.battle.units[0].ap, 13);
    });
}

/// mm30.ap.roll: class 3 with 5 stored rolls a 6: 5 + 6 + 3 = 14; a unit begins with none.
#[test]
fn action_points_are_rolled_and_added() {
    let mut arena = Arena::duel(["REF-3", "REF-2"], &[]);
    assert_eq!(arena.battle.units[0].ap, 0);
    arena.battle.units[0].ap = 5;
    arena.act(&[6], |game| game.begin_turn(0)).expect("a turn");
    assert_eq!(arena.battle.units[0].ap, 14);
}

/// mm30.ap.cap: class 4 with 9 stored rolls a 7: 20 is 16; by the option 20 may be used, 16 kept.
#[test]
fn no_more_than_sixteen_are_held() {
    for (scope, during) in [("always", 16), ("end_of_turn", 20)] {
        let mut arena = Arena::duel(["Stone Bear", "REF-2"], &[("ap_cap_scope", scope)]);
        assert_eq!(arena.table.pieces[0].class.number(), 4);
        arena.battle.units[0].ap = 9;
        arena.act(&[7], |game| game.begin_turn(0)).expect("a turn");
        assert_eq!(arena.battle.units[0].ap, during);
        arena.act(&[], |game| game.end_turn()).expect("a turn");
        assert_eq!(arena.battle.units[0].ap, 16);
    }
}

/// mm30.ap.store: of 14 four are left after two pistol shots and three command actions; next turn a 2
/// in class 2 makes 4 + 2 + 2 = 8.
#[test]
fn what_is_not_spent_is_kept() {
    let mut arena = Arena::refs();
    arena.begin(0, 14);
    arena.act(&[1, 1], |game| {
        for _ in 0..3 {
            game.press_on().expect("enough");
        }
        for _ in 0..2 {
            game.attack(at(TORSO)).expect("enough");
        }
        game.end_turn().expect("a turn");
    });
    assert_eq!(arena.battle.units[0].ap, 4);
    arena.act(&[2], |game| {
        game.begin_round();
        game.begin_turn(0).expect("a turn");
    });
    assert_eq!(arena.battle.units[0].ap, 8);
}
