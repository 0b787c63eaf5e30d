//! Movement and strafing.

use super::arena::{Arena, mecha, results};
use super::script::{Move, Script};
use crate::rules::decision::{MoveChoice, TurnPlan};
use crate::rules::event::Event;
use crate::rules::sectors::{Step, path_cost};
use crate::sector::Sector;

fn reaches(arena: &Arena, unit: usize, points: u8, ring: u8, quadrant: u8) -> bool {
    let view = crate::rules::view::View {
        bout: &arena.bout,
        state: &arena.battle,
    };
    let sector = arena.bout.map.find(Sector { ring, quadrant });
    view.reach(unit, points).contains(sector.expect("a sector"))
}

fn go(to: (u8, u8)) -> Script {
    with!(Script::default(), steps: [Move::To(to.0, to.1)].into())
}

/// MEC-03, bull.move.ring-step, bull.move.quadrant-step, bull.move.no-double-quadrant: R costs 1,
/// Q 2, RQ 3, QRQ 5, and QQ is illegal.
#[test]
fn mec_03_costs_of_steps() {
    let cost = |steps: &str| {
        let step = |letter| match letter {
            'R' => Step::Ring,
            _ => Step::Quadrant,
        };
        path_cost(&steps.chars().map(step).collect::<Vec<_>>())
    };
    let costs = ["R", "Q", "RQ", "QRQ", "QQ"].map(cost);
    assert_eq!(costs, [Some(1), Some(2), Some(3), Some(5), None]);
}

/// bull.move.roll: Movement 4, dice 2, 3, 3, 6: three points, enough for the centre and no more;
/// what is left over is lost.
#[test]
fn a_movement_roll_gives_points() {
    let mut arena = Arena::duel(&[]);
    let events = arena.act(go((0, 0)), &[2, 3, 3, 6], |game| game.movement(0));
    assert_eq!(arena.sector(0), (0, 0));
    assert!(events.iter().any(|event| matches!(
        event,
        Event::Move {
            cost: 3,
            points: 3,
            ..
        }
    )));
    let mut arena = Arena::duel(&[]);
    arena.act(go((0, 0)), &[2, 3, 6, 6], |game| game.movement(0));
    assert_eq!(
        arena.sector(0),
        (3, 0),
        "two points do not pay for three rings"
    );
}

/// bull.move.ring-step: (3,0) to (2,0) for a point, the centre to any sector of ring 1 for a point.
#[test]
fn a_ring_step_costs_one() {
    let mut arena = Arena::duel(&[]);
    assert!(reaches(&arena, 0, 1, 2, 0) && !reaches(&arena, 0, 0, 2, 0));
    assert!(!reaches(&arena, 0, 1, 1, 0));
    arena.place(0, 0, 0);
    assert!((0..4).all(|quadrant| reaches(&arena, 0, 1, 1, quadrant)));
}

/// bull.move.quadrant-step: (2,0) to (2,1) for two points, not for one.
#[test]
fn a_quadrant_step_costs_two() {
    let mut arena = Arena::duel(&[]);
    arena.place(0, 2, 0);
    assert!(reaches(&arena, 0, 2, 2, 1) && !reaches(&arena, 0, 1, 2, 1));
}

/// bull.move.no-double-quadrant: half round the outermost ring takes Q, R, Q and the way back out,
/// six points, not the four of two quadrant steps; Q, R, Q itself is five.
#[test]
fn two_quadrant_steps_do_not_follow_each_other() {
    let arena = Arena::duel(&[]);
    assert!(!reaches(&arena, 0, 5, 3, 2) && reaches(&arena, 0, 6, 3, 2));
    assert!(!reaches(&arena, 0, 4, 2, 2) || reaches(&arena, 0, 4, 0, 0));
    let mut outer = Arena::duel(&[("rings", "8"), ("start_ring", "7")]);
    outer.place(0, 7, 0);
    // Far out, the way by the centre is long: Q, R, Q to (6,2).
    assert!(!reaches(&outer, 0, 4, 6, 2) && reaches(&outer, 0, 5, 6, 2));
    assert!(!reaches(&outer, 0, 5, 7, 2) && reaches(&outer, 0, 6, 7, 2));
}

/// bull.move.no-double-quadrant: the ban goes on in an extra Move of the same turn and ends with it;
/// a ring step lifts it.
#[test]
fn the_ban_holds_for_the_whole_turn() {
    let mut arena = Arena::duel(&[("rings", "8"), ("start_ring", "7")]);
    arena.turn(
        0,
        with!(go((7, 1)), plans: [TurnPlan::Move].into()),
        &[2, 2, 5, 5],
    );
    assert_eq!(arena.sector(0), (7, 1));
    // Still the same turn: crossing again needs a ring step first.
    assert!(!reaches(&arena, 0, 2, 7, 2) && reaches(&arena, 0, 3, 6, 2));
    arena.act(go((6, 1)), &[2, 5, 5, 5], |game| game.movement(0));
    assert!(reaches(&arena, 0, 2, 6, 2));
    let mut arena = Arena::duel(&[("rings", "8"), ("start_ring", "7")]);
    arena.turn(
        0,
        with!(go((7, 1)), plans: [TurnPlan::Move].into()),
        &[2, 2, 5, 5],
    );
    arena.turn(1, Script::default(), &[]);
    assert!(reaches(&arena, 0, 2, 7, 2), "a new turn");
}

/// bull.move.no-double-quadrant: where points allow a way that ends with a ring step, the mecha takes
/// it: Q and R to (2,1) from (3,0) cost 3 either way, and R first would leave the ban.
#[test]
fn a_move_ends_with_a_ring_step_where_it_can() {
    let mut arena = Arena::duel(&[]);
    let events = arena.act(go((2, 1)), &[2, 2, 2, 5], |game| game.movement(0));
    let sector = |ring, quadrant| Sector { ring, quadrant };
    let path = vec![sector(3, 0), sector(3, 1), sector(2, 1)];
    assert!(
        events
            .iter()
            .any(|event| matches!(event, Event::Move { path: taken, .. } if *taken == path))
    );
    assert!(!arena.unit(0).crossed);
}

/// bull.move.strafe: three successes, strafing: no points, a pool of three; a mecha that has moved
/// does not strafe, one that strafes does not move.
#[test]
fn strafing_makes_a_pool_instead_of_a_move() {
    let mut arena = Arena::duel(&[]);
    let strafe = || with!(Script::default(), steps: [Move::Strafe].into());
    arena.act(strafe(), &[2, 3, 3, 6], |game| game.movement(0));
    assert_eq!((arena.unit(0).strafe, arena.sector(0)), (3, (3, 0)));
    arena.act(go((2, 0)), &[2, 3, 3, 6], |game| game.movement(0));
    assert_eq!(arena.sector(0), (3, 0), "strafed this turn");
    arena.act(go((2, 2)), &[2, 5, 5, 5], |game| game.movement(1));
    arena.act(strafe(), &[2, 5, 5, 5], |game| game.movement(1));
    assert_eq!((arena.unit(1).strafe, arena.sector(1)), (0, (2, 2)));
}

/// bull.move.strafe: declared before the roll, the roll goes where it was declared to.
#[test]
fn strafing_may_be_declared_before_the_roll() {
    for declares in [true, false] {
        let mut arena = Arena::duel(&[("strafe_declare", "before_move_roll")]);
        let script = with!(go((2, 0)), declares: declares);
        arena.act(script, &[2, 3, 6, 6], |game| game.movement(0));
        let ends = (arena.unit(0).strafe, arena.sector(0));
        assert_eq!(ends, if declares { (2, (3, 0)) } else { (0, (2, 0)) });
    }
    // Not declared, strafing is not legal after the roll.
    let mut arena = Arena::duel(&[("strafe_declare", "before_move_roll")]);
    arena.act(Script::default(), &[2, 3, 6, 6], |game| {
        game.carry_out_move(0, 2, MoveChoice::Strafe, false);
        game.movement(0);
    });
    assert_eq!(arena.unit(0).strafe, 0);
}

/// bull.move.strafe-pool: pool 3: one against the first attack, two against the second, none left;
/// what is left at the own next turn is lost; a push does not empty it.
#[test]
fn strafing_points_work_once_and_until_the_own_next_turn() {
    let mut arena = Arena::duel(&[("overdrive_start", "0")]);
    for unit in 0..2 {
        arena.place(unit, 1, 0);
    }
    arena.unit(1).strafe = 3;
    let script = || with!(Script::default(), strafing: [1, 9].into());
    // Attack 2 against 1 + 1, then attack 2 (the second weapon, two off: two dice) against 0 + 2.
    let faces = [2, 2, 5, 5, 2, 5, 5, 5, 2, 2, 5, 5, 5, 5];
    let events = arena.act(script(), &faces, |game| {
        game.attack(0);
        game.attack(0);
    });
    assert_eq!(results(&events), [(2, 2, false), (2, 2, false)]);
    assert_eq!(arena.unit(1).strafe, 0);
    arena.unit(1).strafe = 3;
    let mut pushed = arena;
    pushed.unit(0).ready_from = [0; 8];
    let script = with!(Script::default(), pushes: [(2, 0)].into());
    pushed.act(script, &[2, 5, 5, 5, 5, 5, 5, 5, 6], |game| game.attack(0));
    assert_eq!((pushed.unit(1).strafe, pushed.sector(1)), (3, (2, 0)));
    pushed.turn(1, Script::default(), &[]);
    assert_eq!(pushed.unit(1).strafe, 0);
}

/// bull.move.strafe-pool: the pool ends with the next turn, also with one that was held and lost: three
/// points are there while the mecha holds and gone when the round ends.
#[test]
fn a_lost_turn_ends_the_strafing_pool() {
    let unit = [mecha(1, &[0])];
    let values = [("round_limit", "1"), ("overdrive_start", "0")];
    let mut arena = Arena::new([&unit, &unit], &values);
    arena.unit(0).strafe = 3;
    // It holds, and its turn is not over.
    arena.act(Script::default(), &[], |game| {
        game.hold(0);
        game.last_chance();
    });
    assert_eq!(arena.unit(0).strafe, 3);
    // The last place of the only round has passed.
    let events = arena.act(Script::default(), &[], |game| {
        game.state.slot = 2;
        game.state.round = 1;
        game.play_on();
    });
    assert!(events.contains(&Event::LostTurn { unit: 0 }));
    assert_eq!(arena.unit(0).strafe, 0);
}

/// bull.move.strafe-pool: dice instead of successes are rolled with the defense, spent before or
/// after it, and their successes earn as any do.
#[test]
fn a_strafing_pool_may_hold_dice() {
    for spend in ["before_defense_roll", "after_defense_roll"] {
        let mut arena = Arena::duel(&[("strafe_unit", "dice"), ("strafe_spend", spend)]);
        for unit in 0..2 {
            arena.place(unit, 1, 0);
        }
        *arena.overdrive(0) = 0;
        arena.unit(1).strafe = 3;
        let script = with!(Script::default(), strafing: [2].into());
        // Attack 4; defense 3 of 4 dice, then 2 of 2: five, a Great Success.
        let faces = [2, 2, 2, 2, 2, 2, 2, 5, 2, 2];
        let events = arena.act(script, &faces, |game| game.attack(0));
        assert_eq!(results(&events), [(4, 5, false)]);
        assert_eq!((arena.unit(1).strafe, *arena.overdrive(1)), (1, 2));
    }
}

/// bull.move.strafe-pool: spent after the defense roll, the defender has seen what it lacks; points
/// that are successes earn nothing.
#[test]
fn strafing_points_may_be_spent_after_the_roll() {
    let mut arena = Arena::duel(&[
        ("strafe_spend", "after_defense_roll"),
        ("overdrive_start", "0"),
    ]);
    for unit in 0..2 {
        arena.place(unit, 1, 0);
    }
    arena.unit(1).strafe = 3;
    let script = with!(Script::default(), strafing: [2].into());
    let faces = [2, 2, 2, 1, 2, 2, 2, 2, 5];
    let events = arena.act(script, &faces, |game| game.attack(0));
    assert_eq!(results(&events), [(5, 5, false)]);
    assert_eq!([*arena.overdrive(0), *arena.overdrive(1)], [1, 0]);
}
