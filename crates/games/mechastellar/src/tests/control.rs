//! Control points and what they bring, the end of a round.

use equipoise_engine::{Hex, Side, matching};

use super::arena::{Arena, go};
use super::drill::drill;
use super::field::{Field, building};
use crate::data::profile::{Tier, UnitProfile};
use crate::rules::event::{Event, MomentumCause};
use crate::rules::unit_id::UnitId;

const CENTRE: (i16, i16) = (3, 5);

fn basic() -> UnitProfile {
    drill(Tier::Basic, 0)
}

/// Two units a side far from the control point on (3, 5); Momentum 5, where moves shift nothing.
fn table() -> Arena {
    let field = Field::new(&[basic(), basic()], &[basic(), basic()]);
    let mut arena = field.point(CENTRE.0, CENTRE.1).arena();
    for (unit, (q, r)) in [(0, 0), (9, 0), (-5, 11), (6, 11)].into_iter().enumerate() {
        arena.put(unit, Hex::new(q, r), Hex::new(0, 1));
    }
    for side in Side::BOTH {
        arena.set_momentum(side, 5);
    }
    arena
}

fn stand(arena: &mut Arena, unit: UnitId, q: i16, r: i16) {
    arena.put(unit, Hex::new(q, r), Hex::new(0, 1));
}

fn owner(arena: &Arena) -> Option<Side> {
    arena.battle.owners[0]
}

/// `ms10.cp.capture`: a unit that ends its turn 4 in from the point takes it, one that ends 8 in away
/// does not.
#[test]
fn a_turn_that_ends_near_takes_the_point() {
    for (from, to, expected) in [(2, 4, Some(Side::A)), (1, 3, None), (3, 5, Some(Side::A))] {
        let mut arena = table();
        stand(&mut arena, 0, 3, from);
        arena.full_turn(0, &[go(3, to)], &[]);
        assert_eq!(owner(&arena), expected, "row {to}");
    }
}

/// `ms10.cp.capture`, `ms10.cp.owner`: one that starts its turn there takes it and keeps it when it
/// leaves; who only passes through takes nothing.
#[test]
fn a_turn_that_starts_near_takes_the_point() {
    let mut arena = table();
    stand(&mut arena, 0, 3, 4);
    arena.full_turn(0, &[go(3, 2)], &[]);
    assert_eq!(owner(&arena), Some(Side::A));
    let mut arena = table();
    stand(&mut arena, 0, 3, 3);
    arena.full_turn(0, &[go(3, 5), go(3, 7)], &[]);
    assert_eq!(owner(&arena), None);
}

/// `ms10.cp.owner`: A took it and left: still A's; B arrives while A stands there: nobody's; B arrives
/// when A is gone: B's.
#[test]
fn points_change_hands() {
    let mut arena = table();
    arena.battle.owners[0] = Some(Side::A);
    stand(&mut arena, 2, 3, 8);
    arena.full_turn(2, &[go(3, 7)], &[]);
    assert_eq!(owner(&arena), Some(Side::A));
    stand(&mut arena, 0, 2, 5);
    arena.full_turn(2, &[go(3, 6)], &[]);
    assert_eq!(owner(&arena), None);
    let mut arena = table();
    arena.battle.owners[0] = Some(Side::A);
    stand(&mut arena, 2, 3, 8);
    arena.full_turn(2, &[go(3, 6)], &[]);
    assert_eq!(owner(&arena), Some(Side::B));
}

/// `ms10.cp.owner`: contested while both are there, not only at the ends of turns: B comes within 4 in of
/// the point that A holds and goes again in one turn: nobody's, then A's again.
#[test]
fn a_visit_contests_a_point() {
    let mut arena = table();
    arena.battle.owners[0] = Some(Side::A);
    stand(&mut arena, 0, 3, 4);
    stand(&mut arena, 2, 3, 8);
    let events = arena.turn(2, &[go(3, 6), go(3, 8)], &[]);
    let owners: Vec<Option<Side>> = matching!(&events, Event::ControlPoint { owner, .. } => *owner);
    assert_eq!(owners, [None, Some(Side::A)]);
}

/// Owner and Momentum of A and B after the end of a round.
fn settled(arena: &mut Arena) -> (Option<Side>, [u8; 2]) {
    arena.run(&[], |game| game.settle_points());
    let momentum = Side::BOTH.map(|side| arena.momentum(side));
    (owner(arena), momentum)
}

/// `ms10.cp.round-end`, `ms10.momentum.round-end`: only A there: A's, 2 Momentum; both: nobody's; none:
/// the last owner's; contested and then left by both: the owner's before.
#[test]
fn points_are_looked_at_again_when_the_round_ends() {
    let mut arena = table();
    arena.battle.owners[0] = Some(Side::B);
    stand(&mut arena, 0, 3, 4);
    assert_eq!(settled(&mut arena), (Some(Side::A), [7, 5]));
    stand(&mut arena, 2, 3, 6);
    assert_eq!(settled(&mut arena), (None, [7, 5]));
    stand(&mut arena, 0, 0, 0);
    stand(&mut arena, 2, -5, 11);
    assert_eq!(settled(&mut arena), (Some(Side::A), [9, 5]));
    assert_eq!(settled(&mut table()), (None, [5, 5]));
}

/// `ms10.cp.round-end`: the enemy that contested the point is destroyed before the round ends: the
/// remaining side has it.
#[test]
fn the_survivor_owns_the_point() {
    let mut arena = table();
    stand(&mut arena, 0, 3, 4);
    stand(&mut arena, 2, 3, 6);
    arena.full_turn(0, &[], &[]);
    assert_eq!(owner(&arena), None);
    arena.unit_mut(2).on_table = false;
    assert_eq!(settled(&mut arena), (Some(Side::A), [7, 5]));
}

/// `ms10.momentum.round-end`: three points and a pool of 2 give 8; the pool stays at 10.
#[test]
fn each_point_brings_two_momentum() {
    for (before, after) in [(2, 8), (7, 10)] {
        let field = Field::new(&[basic()], &[basic()]);
        let mut arena = field
            .point(3, 5)
            .point(5, 5)
            .point(1, 5)
            .point(2, 9)
            .arena();
        arena.battle.owners[..4].copy_from_slice(&[
            Some(Side::A),
            Some(Side::A),
            Some(Side::A),
            Some(Side::B),
        ]);
        for (unit, r) in [(0, 0), (1, 11)] {
            stand(&mut arena, unit, 3, r);
        }
        arena.set_momentum(Side::A, before);
        arena.set_momentum(Side::B, 0);
        arena.run(&[], |game| game.settle_points());
        assert_eq!(
            (arena.momentum(Side::A), arena.momentum(Side::B)),
            (after, 2)
        );
    }
}

/// `ms10.cp.capture`, `ms10.reinforce.turn`: a unit that arrived this round neither takes a point nor
/// contests it; from the next round on it does.
#[test]
fn fresh_arrivals_hold_no_point() {
    let mut arena = table();
    stand(&mut arena, 0, 3, 4);
    arena.unit_mut(0).arrived = true;
    arena.full_turn(0, &[], &[]);
    assert_eq!(owner(&arena), None);
    stand(&mut arena, 2, 3, 6);
    arena.full_turn(2, &[], &[]);
    assert_eq!(owner(&arena), Some(Side::B));
    assert_eq!(settled(&mut arena), (Some(Side::B), [5, 7]));
    arena.run(&[], |game| game.refresh());
    assert_eq!(settled(&mut arena), (None, [5, 7]));
}

/// `ms10.setup.cp-clear`: a point on a building stays when the building is destroyed, and can be held.
#[test]
fn a_point_outlives_its_building() {
    let field = Field::new(&[basic()], &[basic()]).piece(building(1), &[CENTRE]);
    let mut arena = field.point(CENTRE.0, CENTRE.1).arena();
    stand(&mut arena, 0, 3, 4);
    stand(&mut arena, 1, 3, 11);
    arena.run(&[], |game| game.raze(0, 0));
    arena.full_turn(0, &[], &[]);
    assert_eq!(owner(&arena), Some(Side::A));
}

/// `ms10.round.end-sequence`, `ms10.momentum.round-end`: by play: B starts with 5 Momentum (Elite level
/// 9 against 0). The unit deployed on the point brings it 2 at the end of rounds 1, 2 and 3, the last
/// of them cut off at 10.
#[test]
fn every_round_of_a_battle_pays() {
    let high = with!(basic(), elite_level: 9);
    let mut arena = Field::new(&[basic()], &[high]).point(0, 11).arena();
    arena.script(|s| {
        s.deploy = Some([
            (Hex::new(5, 0), Hex::new(0, 1)),
            (Hex::new(0, 11), Hex::new(0, -1)),
        ]);
    });
    let mut faces = vec![9, 2];
    faces.extend([8, 1].repeat(5));
    let (_, events) = arena.battle(&faces);
    let pools: Vec<u8> = matching!(events,
        Event::Momentum { side: Side::B, to, cause: MomentumCause::ControlPoints, .. } => *to);
    assert_eq!(pools, [7, 9, 10]);
    assert_eq!(owner(&arena), Some(Side::B));
}
