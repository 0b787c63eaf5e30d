//! Movement.

use super::arena::{Arena, TORSO, at};
use super::sheets::sheet;
use crate::rules::board::Board;
use crate::rules::facing::Facing;

const N: Facing = Facing::NORTH;

/// mm30.move.standard-points: class 3 has 3 points, so three hexes and no fourth; points are not kept.
#[test]
fn a_step_costs_a_point() {
    let mut arena = Arena::duel(["REF-3", "REF-2"], &[]);
    arena.begin(0, 0);
    arena.act(&[], |game| {
        for _ in 0..3 {
            game.step(N).expect("a point");
        }
        assert_eq!(
            game.step(N).expect_err("none left").rule,
            "mm30.move.standard-points"
        );
    });
    assert_eq!(arena.hex(0), Board::hex(5, 6));
}

/// mm30.move.front-three: facing north, NW, N and NE are open, the others are not; an EXA Tank goes any
/// way (mm30.vehicle.tank-fov).
#[test]
fn steps_go_forward() {
    for (name, open) in [("REF-2", 3), ("Mud Hog", 6)] {
        let mut allowed = 0;
        for direction in Facing::ALL {
            let mut arena = Arena::duel([name, "REF-2"], &[]);
            arena.begin(0, 0);
            match arena.act(&[], |game| game.step(direction)) {
                Ok(()) => allowed += 1,
                Err(refusal) => assert_eq!(refusal.rule, "mm30.move.front-three"),
            }
            assert!(name == "Mud Hog" || !N.front().contains(&direction) || allowed > 0);
        }
        assert_eq!(allowed, open, "{name}");
    }
}

/// mm30.move.facing-after-step: unchanged after two steps NE; by the option the unit turns.
#[test]
fn a_step_does_not_turn_the_unit() {
    for (value, facing) in [("unchanged", N), ("turns_to_travel", Facing::new(1))] {
        let mut arena = Arena::duel(["REF-2", "REF-2"], &[("facing_after_step", value)]);
        arena.begin(0, 0);
        arena.act(&[], |game| {
            game.step(Facing::new(1)).expect("front-right");
            game.step(Facing::new(1)).expect("front-right or ahead");
        });
        assert_eq!(arena.battle.units[0].facing, facing);
    }
}

/// mm30.move.rotation, mm30.move.free-rotation: of 3 points, with the free rotation used, a half-turn, a
/// step and another rotation take all.
#[test]
fn rotations_cost_a_point_after_the_first() {
    let mut arena = Arena::duel(["REF-3", "REF-2"], &[]);
    arena.begin(0, 0);
    arena.act(&[], |game| {
        game.rotate(Facing::new(1)).expect("free");
        game.rotate(Facing::new(4)).expect("half-turn");
        game.step(Facing::new(4)).expect("ahead");
        game.rotate(N).expect("the last point");
        assert_eq!(
            game.rotate(Facing::new(1)).expect_err("none left").rule,
            "mm30.move.rotation"
        );
        assert_eq!(
            game.step(N).expect_err("none left").rule,
            "mm30.move.standard-points"
        );
    });
    // The free rotation waits: of 3 points a step takes one, and the first rotation after it none.
    let mut later = Arena::duel(["REF-3", "REF-2"], &[]);
    later.begin(0, 0);
    later.act(&[], |game| {
        game.step(N).expect("ahead");
        game.rotate(Facing::new(2)).expect("free");
    });
    assert_eq!(later.points(), 2);
    later.act(&[], |game| game.rotate(N)).expect("a point");
    assert_eq!(later.points(), 1);
}

/// mm30.move.rotation: by the option a rotation is of 60 degrees.
#[test]
fn rotations_may_be_small_only() {
    let mut arena = Arena::duel(["REF-2", "REF-2"], &[("rotation_any_angle", "false")]);
    arena.begin(0, 0);
    arena.act(&[], |game| {
        assert_eq!(
            game.rotate(Facing::new(2)).expect_err("120").rule,
            "mm30.move.rotation"
        );
        game.rotate(Facing::new(5)).expect("60");
    });
}

/// mm30.move.thruster-distance: six free hexes north and a thruster of 10: only a line that is long
/// enough may be taken, and all of it is.
#[test]
fn thrusters_go_the_whole_line() {
    let mut arena = Arena::duel(["Quick Fox", "REF-2"], &[]);
    arena.put(0, 0, 7, N);
    arena.put(1, 10, 0, N);
    assert_eq!(arena.view().thruster_movement(0), Some(10));
    arena.begin(0, 0);
    arena.act(&[], |game| {
        assert_eq!(
            game.thrust(N).expect_err("six free").rule,
            "mm30.board.size"
        );
        assert_eq!(
            game.thrust(Facing::SOUTH).expect_err("behind").rule,
            "mm30.move.front-three"
        );
    });
    arena.put(0, 0, 3, N);
    arena.act(&[], |game| game.thrust(N)).expect("ten free");
    assert_eq!(arena.hex(0), Board::hex(0, 13));
}

/// mm30.move.thruster-distance: an enemy in the line blocks it; by the option the unit stops before it.
#[test]
fn thrusters_may_stop_before_an_obstacle() {
    for (value, end) in [("illegal", None), ("stop_short", Some(7))] {
        let mut arena = Arena::duel(["Quick Fox", "REF-2"], &[("thruster_block", value)]);
        arena.put(0, 4, 1, N);
        arena.put(1, 4, 8, N);
        arena.begin(0, 0);
        let result = arena.act(&[], |game| game.thrust(N));
        match end {
            None => assert_eq!(result.expect_err("blocked").rule, "mm30.move.enemy-hex"),
            Some(row) => assert_eq!(arena.hex(0), Board::hex(4, row)),
        }
    }
}

/// mm30.move.choose-kind: no thrusters after a step, no step and no paid rotation after thrusters; the
/// free rotation is open (mm30.move.free-rotation).
#[test]
fn standard_and_thruster_movement_do_not_mix() {
    let rule = "mm30.move.choose-kind";
    let start = || {
        let mut arena = Arena::duel(["Quick Fox", "REF-2"], &[]);
        arena.put(0, 0, 2, N);
        arena.begin(0, 9);
        arena
    };
    start().act(&[], |game| {
        game.step(N).expect("a step");
        assert_eq!(game.thrust(N).expect_err("has walked").rule, rule);
    });
    start().act(&[], |game| {
        game.thrust(N).expect("ten free");
        assert_eq!(game.step(N).expect_err("has thrust").rule, rule);
        game.rotate(Facing::SOUTH).expect("free");
        assert_eq!(game.rotate(N).expect_err("has thrust").rule, rule);
    });
}

/// mm30.move.thruster-forfeit: no attack after thrusters; Action Points are kept, command actions open.
#[test]
fn thrusters_forfeit_combat() {
    let mut arena = Arena::duel(["Quick Fox", "REF-2"], &[]);
    arena.put(0, 4, 0, N);
    arena.put(1, 4, 11, Facing::SOUTH);
    arena.begin(0, 12);
    arena.act(&[], |game| {
        game.thrust(N).expect("ten free");
        assert_eq!(
            game.attack(at(TORSO)).expect_err("forfeit").rule,
            "mm30.move.thruster-forfeit"
        );
        game.kneel().expect("a command action");
    });
    assert_eq!(arena.battle.units[0].ap, 10);
}

/// mm30.move.thruster-lost, mm30.build.thruster-groups: one wing is enough, none is not; lost legs do not
/// shorten it, unless by the option.
#[test]
fn thrusters_work_while_one_is_left() {
    for (value, after) in [("true", 8), ("false", 4)] {
        let values = [("thruster_uses_sheet_value", value)];
        let mut arena = Arena::duel(["White Tern", "REF-2"], &values);
        assert_eq!(arena.table.pieces[0].class.number(), 2);
        arena.act(&[], |game| game.damage_equipment(0, 0, 8));
        assert_eq!(arena.battle.units[0].equipment, [1, 9]);
        arena.act(&[], |game| game.damage_equipment(0, 0, 8));
        assert_eq!(arena.battle.units[0].equipment, [0, 9]);
        assert_eq!(arena.view().thruster_movement(0), Some(8));
        arena.act(&[], |game| game.damage_section(0, 4, 99));
        assert_eq!(arena.view().thruster_movement(0), Some(after));
        arena.act(&[], |game| game.damage_equipment(0, 1, 9));
        assert_eq!(arena.view().thruster_movement(0), None);
    }
    let mut core = sheet("REF-2");
    core.sections[TORSO].thruster = true;
    let arena = Arena::new([&[core], &[sheet("REF-2")]], &[]);
    assert_eq!(arena.view().thruster_movement(0), Some(8));
}

/// mm30.move.friendly-stack: two friends share a hex, a third does not; the option says how many.
#[test]
fn two_friends_share_a_hex() {
    for (value, open) in [("2", false), ("3", true)] {
        let squad = vec![sheet("REF-2"); 3];
        let values = [("max_friendly_per_hex", value)];
        let mut arena = Arena::new([&squad, &[sheet("REF-2")]], &values);
        for unit in 0..3 {
            arena.put(unit, 4, 5, N);
        }
        arena.put(0, 4, 4, N);
        arena.put(3, 0, 0, N);
        arena.begin(0, 0);
        let result = arena.act(&[], |game| game.step(N));
        assert_eq!(result.is_ok(), open);
        if let Err(refusal) = result {
            assert_eq!(refusal.rule, "mm30.move.friendly-stack");
        }
    }
}

/// mm30.move.enemy-hex: an enemy at the own level blocks a hex, one above it does not.
#[test]
fn an_enemy_blocks_its_hex() {
    for (elevation, open) in [(0, false), (1, true)] {
        let mut arena = Arena::refs();
        arena.put(1, 5, 4, Facing::SOUTH);
        arena.battle.units[1].elevation = elevation;
        arena.begin(0, 0);
        let result = arena.act(&[], |game| game.step(N));
        assert_eq!(result.is_ok(), open);
        if let Err(refusal) = result {
            assert_eq!(refusal.rule, "mm30.move.enemy-hex");
        }
    }
}
