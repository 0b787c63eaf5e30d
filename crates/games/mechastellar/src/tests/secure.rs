//! Secure the Objective: control points that score.

use equipoise_engine::{Hex, Side, matching};

use super::arena::{Arena, go};
use super::drill::drill;
use super::field::Field;
use super::hexmap;
use crate::data::profile::{Tier, UnitType};
use crate::data::scenario::BattleMode;
use crate::options::{Options, ScoringProfile};
use crate::policy_kind::PolicyKind;
use crate::rules::decision::Action;
use crate::rules::event::Event;

fn ms93() -> Options {
    with!(hexmap(), scoring: ScoringProfile::Ms93)
}

/// Two basic units a side far from four control points, the first two on (3, 5) and (6, 5).
fn table(mode: BattleMode, options: Options) -> Arena {
    let pair = [drill(Tier::Basic, 1), drill(Tier::Basic, 1)];
    let field = Field::new(&pair, &pair).point(3, 5).point(6, 5);
    let field = field.point(0, 5).point(-2, 5);
    let field = field.with(|scenario| scenario.mode = mode);
    let mut arena = with!(field, options: options).arena();
    for (unit, (q, r)) in [(1, 0), (9, 0), (-4, 11), (4, 11)].into_iter().enumerate() {
        arena.put(unit, Hex::new(q, r), Hex::new(0, 1));
    }
    arena
}

fn secure(options: Options) -> Arena {
    table(BattleMode::Secure, options)
}

const A: Option<Side> = Some(Side::A);
const B: Option<Side> = Some(Side::B);

/// Victory points of A and B by control points.
fn points(arena: &Arena) -> [i32; 2] {
    Side::BOTH.map(|side| arena.side(side).earned.total())
}

/// `ms93.secure.hold-vp`, `ms93.secure.majority-vp`: 2 points against 1: 2 x 5 + 5 and 5; 2 against 2: 10 each;
/// in VER10 ten times as much, in a Simple Battle nothing.
#[test]
fn points_score_as_the_round_ends() {
    for (mode, options, each) in [
        (BattleMode::Secure, ms93(), 1),
        (BattleMode::Secure, hexmap(), 10),
        (BattleMode::Simple, ms93(), 0),
    ] {
        for (owners, scored) in [
            ([A, A, B, None], [15, 5]),
            ([A, B, B, A], [10, 10]),
            ([None, B, None, None], [0, 10]),
        ] {
            let mut arena = table(mode, options);
            arena.battle.owners[..4].copy_from_slice(&owners);
            arena.run(&[], |game| game.settle_points());
            assert_eq!(points(&arena), scored.map(|vp| each * vp));
        }
    }
}

/// A turn of a unit on the first control point or the second.
fn turn(arena: &mut Arena, unit: usize, point: usize, actions: &[Action]) {
    let at = arena.bout.control_points[point];
    arena.put(unit, at, Hex::new(0, 1));
    arena.full_turn(unit, actions, &[]);
}

/// `ms93.secure.action`: a unit that begins its turn on a point takes it and may give the turn up for 3 points;
/// another one may not on the same point, but on the next: 2 x 3. With the end of the round
/// 2 x 5 + 5 + 2 x 3 = 21; in the next round it may again. Ten times as much in VER10.
#[test]
fn a_turn_on_a_point_scores_once_a_round() {
    for (options, each) in [(ms93(), 1), (hexmap(), 10)] {
        let mut arena = secure(options);
        let act = |point| [Action::Secure { point }];
        turn(&mut arena, 0, 0, &act(0));
        assert_eq!(points(&arena)[0], 3 * each);
        turn(&mut arena, 1, 0, &act(0));
        assert_eq!(points(&arena)[0], 3 * each);
        turn(&mut arena, 1, 1, &act(1));
        assert_eq!(points(&arena)[0], 6 * each);
        arena.run(&[], |game| game.settle_points());
        assert_eq!(points(&arena), [21 * each, 0]);
        arena.run(&[], |game| game.refresh());
        turn(&mut arena, 0, 0, &act(0));
        assert_eq!(points(&arena)[0], 24 * each);
    }
}

/// `ms93.secure.action`: nothing for a point that an enemy contests, nor after a move, nor for a Warship or a
/// Vehicle, nor in a Simple Battle. Nothing follows it.
#[test]
fn a_point_is_secured_by_a_whole_turn_of_a_mech() {
    let scored = |change: &dyn Fn(&mut Arena), mode, actions: &[Action]| {
        let mut arena = table(mode, ms93());
        change(&mut arena);
        turn(&mut arena, 0, 0, actions);
        let moved = arena.unit(0).pos != arena.bout.control_points[0];
        (points(&arena)[0], moved)
    };
    let act = Action::Secure { point: 0 };
    let mode = BattleMode::Secure;
    let plain = |_: &mut Arena| {};
    assert_eq!(scored(&plain, mode, &[act, go(3, 4)]), (3, false));
    assert_eq!(scored(&plain, mode, &[go(3, 4), act]), (0, true));
    assert_eq!(scored(&plain, BattleMode::Simple, &[act]), (0, false));
    let contested = |arena: &mut Arena| arena.put(2, Hex::new(4, 5), Hex::new(0, 1));
    assert_eq!(scored(&contested, mode, &[act]), (0, false));
    for (kind, vp) in [
        (UnitType::Warship, 0),
        (UnitType::Vehicle, 0),
        (UnitType::Kaiju, 3),
    ] {
        let change = |arena: &mut Arena| arena.unit_profile(0).profile.unit_type = kind;
        assert_eq!(scored(&change, mode, &[act]), (vp, false), "{kind:?}");
    }
}

/// `ms93.secure.base`: rounds 3, 4 and 5 of a battle that ends in round 3 for want of enemies score as the points
/// lie, 3 x (5 + 5); in a Simple Battle nothing is settled.
#[test]
fn rounds_that_are_left_score_as_the_points_lie() {
    for (mode, vp, gained) in [(BattleMode::Secure, 30, 3), (BattleMode::Simple, 0, 0)] {
        let mut arena = table(mode, ms93());
        arena.battle.owners[0] = A;
        arena.battle.round = 3;
        arena.set_momentum(Side::A, 0);
        arena.run(&[], |game| game.settle_rest());
        assert_eq!(points(&arena), [vp, 0]);
        assert_eq!(arena.momentum(Side::A), gained);
    }
}

/// Greedy gives up its turn for a point it stands on, and goes to one that nobody holds; in a Simple Battle it
/// gives nothing up.
#[test]
fn greedy_wants_points() {
    for (mode, scored) in [(BattleMode::Secure, 1), (BattleMode::Simple, 0)] {
        let mut arena = table(mode, ms93());
        arena.put(0, Hex::new(3, 5), Hex::new(0, 1));
        arena.battle.owners = [A, A, A, A, None];
        arena.play_by(PolicyKind::Greedy);
        arena.set_momentum(Side::A, 5);
        arena.unit_mut(0).skill_used = mode == BattleMode::Simple;
        let faces: &[u8] = if scored == 1 { &[] } else { &[1] };
        let events = arena.run(faces, |game| game.take_turn(0, false)).1;
        let awards: Vec<i32> = matching!(events, Event::VictoryPoints { points, .. } => *points);
        assert_eq!(awards, vec![3; scored]);
    }
    // Two moves of 8 in lead from (3, 1) to the next hex of the point on (3, 5).
    let mut arena = secure(ms93());
    arena.put(0, Hex::new(3, 1), Hex::new(0, 1));
    arena.battle.owners = [None, A, A, A, None];
    arena.play_by(PolicyKind::Greedy);
    arena.unit_mut(0).skill_used = true;
    arena.unit_profile(0).printed = 0;
    arena.run(&[], |game| game.take_turn(0, false));
    assert!(arena.view().is_on_point(0, 0), "{:?}", arena.unit(0).pos);
}
