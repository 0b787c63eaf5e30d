//! Moves, turning, Accelerate.

use std::slice::from_ref;

use super::hexmap;
use equipoise_engine::{Hex, Side};

use super::arena::{Arena, DULL_SHOT, RIFLE, SABER, go, mech, rush, strike, ways};
use super::field::{Field, high_wall};
use crate::data::profile::{Resource, ResourceKind, UnitProfile, UnitType};
use crate::options::{HexSize, Options};
use crate::rules::decision::Action;
use crate::rules::decision::Fuel;
use crate::rules::moves::{MoveKind, MoveWith, hexes_within};

fn warship() -> UnitProfile {
    with!(mech(), unit_type: UnitType::Warship)
}

fn with_points(kind: ResourceKind, stat: u8) -> UnitProfile {
    with!(mech(), resource: Some(Resource { kind, stat }))
}

/// One unit that stands on (3, 3) and looks along (0, 1); the enemy is far off, 8 hexes ahead.
fn alone(profile: UnitProfile) -> Arena {
    let mut arena = Arena::new(&[profile], &[mech()]);
    arena.put(0, Hex::new(3, 3), Hex::new(0, 1));
    arena.put(1, Hex::new(3, 11), Hex::new(0, -1));
    arena
}

fn spin(to: Hex, facing: Hex) -> Action {
    Action::Move {
        to,
        spin: Some(facing),
    }
}

/// `ms10.move.actions`: Move 8 in is 2 hexes an action and 4 a turn; 3 hexes at once are too far,
/// a third Move Action does not exist. Move 12 in is 3 hexes.
#[test]
fn two_moves_of_at_most_the_move_value() {
    let mut arena = alone(mech());
    let events = arena.turn(0, &[go(3, 5), go(3, 7), go(3, 6)], &[]);
    assert_eq!(ways(&events).len(), 2);
    assert_eq!(arena.unit(0).pos, Hex::new(3, 7));

    let mut arena = alone(mech());
    assert!(ways(&arena.turn(0, &[go(3, 6)], &[])).is_empty());

    let mut fast = mech();
    fast.move_in = 12;
    let mut arena = alone(fast.clone());
    arena.turn(0, &[go(3, 6), go(6, 3)], &[]);
    assert_eq!(arena.unit(0).pos, Hex::new(6, 3));
    let mut arena = alone(fast);
    assert!(ways(&arena.turn(0, &[go(3, 7)], &[])).is_empty());
}

/// `ms10.move.actions`: nobody leaves the table, nobody ends on another model, ally or enemy.
#[test]
fn a_move_ends_on_a_free_hex_of_the_table() {
    let mut arena = Arena::new(&[mech(), mech()], &[mech()]);
    arena.put(0, Hex::new(3, 0), Hex::new(0, 1));
    arena.put(1, Hex::new(3, 1), Hex::new(0, 1));
    arena.put(2, Hex::new(3, 11), Hex::new(0, -1));
    for (q, r) in [(3, -1), (3, 1), (3, 0)] {
        assert!(
            ways(&arena.turn(0, &[go(q, r)], &[])).is_empty(),
            "({q}, {r})"
        );
    }
    // An ally does not block the way.
    assert_eq!(ways(&arena.turn(0, &[go(3, 2)], &[])).len(), 1);
}

/// `ms10.move.direction`: looking along (0, 1) and moving 8 in backwards leaves the facing.
#[test]
fn moving_does_not_turn_the_model() {
    let mut arena = alone(mech());
    arena.turn(0, &[go(3, 1)], &[]);
    assert_eq!(arena.unit(0).pos, Hex::new(3, 1));
    assert_eq!(arena.unit(0).facing, Hex::new(0, 1));
}

/// `ms10.move.free-spin`: the first Move Action may end in a spin, the second may not; when the
/// first was spent on turning, none follows the second. Accelerate is no Move Action.
#[test]
fn free_spin_after_the_first_move_only() {
    let (east, west) = (Hex::new(1, 0), Hex::new(-1, 0));
    let mut arena = alone(mech());
    let second = spin(Hex::new(3, 7), west);
    arena.turn(0, &[spin(Hex::new(3, 5), east), second], &[]);
    assert_eq!(arena.unit(0).pos, Hex::new(3, 7));
    assert_eq!(arena.unit(0).facing, east);

    let mut arena = alone(mech());
    let turned = Action::Rotate { facing: east };
    arena.turn(0, &[turned, spin(Hex::new(3, 5), west)], &[]);
    assert_eq!(arena.unit(0).pos, Hex::new(3, 5));
    assert_eq!(arena.unit(0).facing, east);

    let mut arena = alone(mech());
    let rushed = rush(3, 4, Fuel::CombatAction);
    arena.turn(0, &[rushed, spin(Hex::new(3, 5), west)], &[]);
    assert_eq!(arena.unit(0).facing, west);
}

/// `ms10.move.rotate`: an enemy in the rear arc cannot be shot; one Move Action turns 180 degrees,
/// then it can, and one Move Action is left.
#[test]
fn a_move_action_may_be_spent_on_turning() {
    let mut arena = alone(mech());
    arena.apart(0, 1, 4);
    arena.unit_mut(0).facing = Hex::new(0, -1);
    assert!(arena.turn(0, &[strike(RIFLE, 1)], &[]).len() == 1);
    let about = Action::Rotate {
        facing: Hex::new(0, 1),
    };
    let actions = [about, strike(RIFLE, 1), go(3, 0), go(3, 1)];
    let events = arena.turn(0, &actions, &DULL_SHOT);
    assert_eq!(arena.unit(1).hp, 4000 - 900);
    assert_eq!(
        ways(&events),
        [(Hex::new(3, 1), Hex::new(3, 0), MoveKind::Free)]
    );

    let mut arena = alone(mech());
    arena.turn(0, &[about, about, about, go(3, 4)], &[]);
    assert_eq!(arena.unit(0).pos, Hex::new(3, 3), "both Move Actions spent");

    let mut arena = alone(warship());
    arena.turn(
        0,
        &[Action::Rotate {
            facing: Hex::new(0, -1),
        }],
        &[],
    );
    assert_eq!(arena.unit(0).facing, Hex::new(0, -1), "a ship too");
}

/// `ms10.move.ship-turning`: facing (1, 0), the way (1, -2) is at 90 degrees (scalar product 0):
/// legal, and the ship then faces along it; (0, -1) is at 120 degrees: illegal. No free spin. A
/// mech may go there.
#[test]
fn ships_steer_into_their_front_arc() {
    let mut arena = alone(warship());
    arena.unit_mut(0).facing = Hex::new(1, 0);
    arena.turn(0, &[spin(Hex::new(4, 1), Hex::new(-1, 0))], &[]);
    assert_eq!(arena.unit(0).pos, Hex::new(4, 1));
    assert_eq!(arena.unit(0).facing, Hex::new(1, -2));

    for (profile, moves) in [(warship(), 0), (mech(), 1)] {
        let mut arena = alone(profile);
        arena.unit_mut(0).facing = Hex::new(1, 0);
        assert_eq!(ways(&arena.turn(0, &[go(3, 2)], &[])).len(), moves);
    }
    // Accelerate is a move as well.
    let mut arena = alone(warship());
    arena.unit_mut(0).facing = Hex::new(1, 0);
    let back = rush(2, 3, Fuel::CombatAction);
    assert!(ways(&arena.turn(0, &[back], &[])).is_empty());
}

/// `ms10.move.ship-turning`: each step of a way round leads into the front arc: with walls on the three
/// hexes ahead a ship does not get round them by a step back, a mech does.
#[test]
fn ships_steer_at_every_step() {
    for (profile, moves) in [(warship(), 0), (mech(), 1)] {
        let far = with!(profile, move_in: 24);
        let field = Field::new(&[far], &[mech()]);
        let mut arena = field.piece(high_wall(), &[(4, 2), (4, 1), (3, 3)]).arena();
        arena.put(0, Hex::new(3, 2), Hex::new(1, 0));
        assert_eq!(ways(&arena.turn(0, &[go(5, 2)], &[])).len(), moves);
    }
}

/// `ms10.move.fly`: Fly is printed, or gained by Accelerate until the turn ends: after the next
/// unit's turn has begun it is gone.
#[test]
fn fly_is_printed_or_gained_for_the_turn() {
    let mut flier = mech();
    flier.fly = true;
    let mut arena = Arena::new(&[mech()], &[flier]);
    arena.apart(0, 1, 9);
    assert!(arena.view().has_fly(1));
    arena.turn(0, &[], &[]);
    assert!(!arena.view().has_fly(0));
    arena.turn(0, &[rush(3, 2, Fuel::CombatAction)], &[]);
    assert!(arena.view().has_fly(0));
    arena.turn(1, &[], &[]);
    assert!(!arena.view().has_fly(0));
}

/// `ms10.accel.action`: the Combat Action and 2 Boost give three times 4 in besides two Move
/// Actions: 3 + 4 = 7 hexes. There is no fourth, and 2 hexes at once are too far.
#[test]
fn accelerate_adds_four_inches_each() {
    let boosted = || with_points(ResourceKind::Boost, 2);
    let mut arena = alone(boosted());
    arena.put(0, Hex::new(3, 0), Hex::new(0, 1));
    let actions = [
        rush(3, 1, Fuel::CombatAction),
        rush(3, 2, Fuel::Point),
        go(3, 4),
        rush(3, 5, Fuel::Point),
        go(3, 7),
        rush(3, 8, Fuel::Point),
    ];
    arena.turn(0, &actions, &[]);
    assert_eq!(arena.unit(0).pos, Hex::new(3, 7));
    assert_eq!(arena.unit(0).points, 0);

    let mut arena = alone(boosted());
    assert!(ways(&arena.turn(0, &[rush(3, 5, Fuel::Point)], &[])).is_empty());
    assert_eq!(
        arena.unit(0).points,
        2,
        "nothing is paid for a refused move"
    );
    let twice = [
        rush(3, 4, Fuel::CombatAction),
        rush(3, 5, Fuel::CombatAction),
    ];
    arena.turn(0, &twice, &[]);
    assert_eq!(arena.unit(0).pos, Hex::new(3, 4), "one Combat Action");
}

/// `ms10.accel.action`: a Boost or Power point pays, the Combat Action stays for an attack; a
/// Havoc point does not pay, nor does a unit without points.
#[test]
fn accelerate_is_paid_with_boost_or_power_not_havoc() {
    for (kind, paid) in [
        (Some(ResourceKind::Boost), true),
        (Some(ResourceKind::Power), true),
        (Some(ResourceKind::Havoc), false),
        (None, false),
    ] {
        let profile = kind.map_or_else(mech, |kind| with_points(kind, 1));
        let mut arena = Arena::new(&[profile], &[mech()]);
        arena.apart(0, 1, 6);
        let faces: &[u8] = if paid { &DULL_SHOT } else { &[] };
        let events = arena.turn(0, &[rush(3, 2, Fuel::Point), strike(RIFLE, 1)], faces);
        assert_eq!(ways(&events).len(), usize::from(paid), "{kind:?}");
    }
}

/// `ms10.accel.counted`: two uses in a turn count as two, the next turn starts from none.
#[test]
fn uses_of_accelerate_are_counted_by_turn() {
    let mut arena = alone(with_points(ResourceKind::Power, 1));
    let actions = [rush(3, 4, Fuel::CombatAction), rush(3, 5, Fuel::Point)];
    arena.turn(0, &actions, &[]);
    assert_eq!(arena.battle.turn.accelerations, 2);
    arena.turn(0, &[], &[]);
    assert_eq!(arena.battle.turn.accelerations, 0);
}

/// `ms10.round.allowance`: 1 Combat Action and 2 Move Actions: of two attacks one is made, and of
/// an Accelerate by Combat Action and an attack the first. Zeal for 2 Momentum makes 3 Combat
/// Actions; two of them may strike the same target.
#[test]
fn one_combat_action_and_two_move_actions() {
    let mut arena = Arena::duel();
    arena.apart(0, 1, 5);
    arena.turn(0, &[strike(RIFLE, 1), strike(RIFLE, 1)], &DULL_SHOT);
    assert_eq!(arena.unit(1).hp, 4000 - 900);
    arena.turn(0, &[rush(3, 2, Fuel::CombatAction), strike(RIFLE, 1)], &[]);
    assert_eq!(arena.unit(1).hp, 4000 - 900);

    let mut arena = Arena::duel();
    arena.apart(0, 1, 5);
    let actions = [
        strike(RIFLE, 1),
        Action::Zeal { actions: 2 },
        strike(RIFLE, 1),
        go(3, 2),
        rush(3, 3, Fuel::CombatAction),
        rush(3, 4, Fuel::CombatAction),
    ];
    arena.turn(0, &actions, &[DULL_SHOT, DULL_SHOT].concat());
    assert_eq!(arena.unit(1).hp, 4000 - 1800);
    assert_eq!(arena.unit(0).pos, Hex::new(3, 3));
    assert_eq!(arena.momentum(Side::A), 10 - 2);
}

/// `ms10.round.action-order`: move 8 in, shoot, move 8 in back; shoot before both moves; both
/// moves, then shoot. The target is 7 hexes off (28 in), in range only after the first move.
#[test]
fn actions_come_in_any_order() {
    for (shots_at, actions) in [
        (20, [go(3, 3), strike(RIFLE, 1), go(3, 1)]),
        (12, [go(3, 3), go(3, 5), strike(RIFLE, 1)]),
    ] {
        let mut arena = Arena::duel();
        arena.apart(0, 1, 7);
        let events = arena.turn(0, &actions, &DULL_SHOT);
        let inches = events.iter().find_map(|event| match event {
            crate::rules::event::Event::Attack { inches, .. } => Some(*inches),
            _ => None,
        });
        assert_eq!(inches, Some(shots_at));
        assert_eq!(ways(&events).len(), 2);
    }
    let mut arena = Arena::duel();
    arena.apart(0, 1, 6);
    let actions = [strike(RIFLE, 1), go(3, 0), go(3, 2)];
    assert_eq!(ways(&arena.turn(0, &actions, &DULL_SHOT)).len(), 2);
}

/// `ms10.round.allowance`: a unit that loses its last weapon use or stands in nobody's reach may
/// do nothing; actions that are not legal do not happen and cost nothing.
#[test]
fn illegal_actions_cost_nothing() {
    let mut arena = Arena::duel();
    arena.apart(0, 1, 9);
    for action in [strike(RIFLE, 1), strike(SABER, 1), Action::PressOn] {
        arena.turn(0, &[action], &[]);
        assert_eq!(arena.battle.turn.combat_actions, 1, "{action:?}");
        assert_eq!(arena.battle.turn.move_actions, 2, "{action:?}");
    }
}

/// `ms10.accel.action`, option `reactive_accelerate`: off, nobody is asked; on, a unit that is attacked goes 4
/// in for a Boost point: from 24 in to 28 in, out of range, so that nothing is rolled; or aside, and
/// the attack goes on. The shot is spent all the same.
#[test]
fn attacked_units_may_accelerate_by_option() {
    for (on, to, rolls, row) in [
        (false, Hex::new(3, 9), true, 8),
        (true, Hex::new(3, 9), false, 9),
        (true, Hex::new(4, 7), true, 7),
        (true, Hex::new(3, 10), true, 8),
    ] {
        let options = with!(hexmap(), reactive_accelerate: on);
        let target = with!(mech(), resource: Some(Resource::of(ResourceKind::Boost, 1)));
        let mut arena = Arena::with(&[mech()], &[target], &options);
        arena.script(|s| s.dodge = [to].into());
        let faces: &[u8] = if rolls { &DULL_SHOT } else { &[] };
        arena.attack(0, RIFLE, 1, faces);
        assert_eq!(arena.unit(1).pos.r, row);
        assert_eq!(arena.unit(1).points, u8::from(row == 8));
        assert_eq!(arena.battle.turn.combat_actions, 0);
    }
}

/// Legal moves end at the distances that are looked at for them, at any Momentum, held or not.
#[test]
fn moves_end_at_distances_that_are_open() {
    let options = Options {
        hex_in: HexSize::One,
        ..Options::default()
    };
    let centre = Hex::from_offset(24, 24);
    for momentum in [0, 1, 6] {
        for (gap, aside) in [(2, 9), (4, 3), (3, 12), (7, 20)] {
            let mut arena = Arena::with(&[mech()], &[mech(), mech()], &options);
            arena.put(0, centre, Hex::new(0, 1));
            arena.put(1, centre + Hex::new(0, gap), Hex::new(0, -1));
            arena.put(2, centre + Hex::new(-aside, 0), Hex::new(1, 0));
            arena.set_momentum(Side::A, momentum);
            let view = arena.view();
            for with in [MoveWith::MoveAction, MoveWith::Accelerate] {
                let mover = view.mover(with);
                let ends = hexes_within(12).map(|way| centre + way);
                let legal: Vec<Hex> = ends.filter(|&to| mover.kind(to).is_some()).collect();
                assert!(!legal.is_empty());
                for enemy in [1, 2] {
                    let (open, there) = (mover.distances_from(enemy), view.unit(enemy).pos);
                    assert!(legal.iter().all(|to| open.contains(&to.distance(there))));
                }
            }
        }
    }
}

/// `ms10.engage.zone`: on an open table, past two enemies, a unit moves to the hexes that steps from hex to hex lead to
/// and to no other.
#[test]
fn moves_lead_where_steps_do() {
    let options = Options {
        hex_in: HexSize::One,
        ..Options::default()
    };
    let centre = Hex::from_offset(24, 24);
    for size in [0, 2] {
        let large = with!(mech(), size: size);
        for (gap, aside) in [(5, 9), (5, 5), (6, 7), (12, 5), (7, 20)] {
            let mut arena = Arena::with(from_ref(&large), &[mech(), mech()], &options);
            arena.put(0, centre, Hex::new(0, 1));
            arena.put(1, centre + Hex::new(0, gap), Hex::new(0, -1));
            arena.put(2, centre + Hex::new(-aside, 0), Hex::new(1, 0));
            let view = arena.view();
            assert!(!view.is_engaged(0), "{gap}, {aside}");
            let mover = view.mover(MoveWith::MoveAction);
            let steps = mover.flood(None);
            for to in hexes_within(mover.reach + 1).map(|way| centre + way) {
                let reached = to != centre && steps.reaches(to);
                assert_eq!(mover.kind(to).is_some(), reached, "{gap}, {aside}: {to:?}");
            }
        }
    }
}
