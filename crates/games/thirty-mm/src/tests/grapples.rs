//! Grapples.

use super::arena::{Arena, LEFT_ARM, RIGHT_ARM, TORSO, at, fist};
use super::sheets::{sheet, with_power};
use crate::data::ability::Power;
use crate::data::weapon::Tag;
use crate::rules::aim::Aim;
use crate::rules::attack::Attack;
use crate::rules::board::Board;
use crate::rules::facing::Facing;
use crate::rules::grapple::{Grappled, Grip};
use crate::rules::state::{Hold, Posture};
use crate::rules::view::Arm;

/// Two units next to each other, A about to act.
fn close(names: [&str; 2], values: &[(&str, &str)]) -> Arena {
    let mut arena = Arena::duel(names, values);
    arena.put(1, 5, 4, Facing::SOUTH);
    arena.begin(0, 9);
    arena
}

const REFS: [&str; 2] = ["REF-2", "REF-2"];

/// A has taken hold of B; A's turn is over, and B or A is about to act with 9 points.
fn held(names: [&str; 2], values: &[(&str, &str)], next: usize) -> Arena {
    let mut arena = close(names, values);
    arena.act(&[7, 1], |game| {
        assert_eq!(game.grapple(1, Grip::Hold), Ok(Grappled::Gripped));
        game.end_turn().expect("a turn");
        if next == 0 {
            game.begin_round();
        }
    });
    arena.begin(next, 9);
    arena
}

/// mm30.grapple.resolve, mm30.grapple.success: Assault 7, Evasion 7: 7 and 6 succeed; 6 fails at once; 7
/// and 7 is evaded. On success the attacker enters the hex.
#[test]
fn a_grapple_is_an_assault_and_an_evasion_roll() {
    for (faces, result, row) in [
        (&[6][..], Grappled::Failed, 3),
        (&[7, 7], Grappled::Evaded, 3),
        (&[8, 8], Grappled::Evaded, 3),
        (&[7, 6], Grappled::Gripped, 4),
    ] {
        let mut arena = close(REFS, &[]);
        assert_eq!(
            arena.act(faces, |game| game.grapple(1, Grip::Hold)),
            Ok(result)
        );
        assert_eq!(arena.hex(0), Board::hex(5, row));
        assert_eq!(arena.view().in_hold(1), result == Grappled::Gripped);
    }
    let mut arena = close(REFS, &[("grapple_crit_evadable", "false")]);
    let sure = arena.act(&[8], |game| game.grapple(1, Grip::Hold));
    assert_eq!(sure, Ok(Grappled::Gripped));
}

/// mm30.grapple.eligibility, mm30.structure.blocks: a flyer at level 1 is above a structure of level 0. On a hill of level 1 in
/// the next hex a walker is at its level, but would come down in the structure; over flat ground it has it.
#[test]
fn a_flyer_above_a_structure_is_out_of_a_walkers_grip() {
    let squads = [[sheet("REF-2")], [with_power("REF-2", Power::Fly)]];
    for built in [true, false] {
        let mut arena = Arena::new([&squads[0], &squads[1]], &[]);
        arena.raise(5, 3, 1);
        if built {
            arena.build(&[4], 0);
        }
        arena.put(0, 5, 3, Facing::NORTH);
        arena.put(1, 5, 4, Facing::SOUTH);
        for unit in [0, 1] {
            arena.battle.units[unit].elevation = 1;
        }
        arena.begin(0, 9);
        let faces: &[u8] = if built { &[] } else { &[7, 1] };
        let gripped = arena.act(faces, |game| game.grapple(1, Grip::Hold));
        if built {
            assert_eq!(gripped.expect_err("no room").rule, "mm30.structure.blocks");
            assert_eq!(arena.hex(0), Board::hex(5, 3));
        } else {
            assert_eq!(gripped, Ok(Grappled::Gripped));
        }
    }
}

/// mm30.grapple.eligibility: 1 point, the next hex, in front; the option sets the price.
#[test]
fn a_grapple_needs_a_point_and_a_near_enemy() {
    let mut arena = close(REFS, &[]);
    arena
        .act(&[1], |game| game.grapple(1, Grip::Hold))
        .expect("9 points");
    assert_eq!(arena.battle.units[0].ap, 8);
    arena.battle.units[0].ap = 0;
    let poor = arena
        .act(&[], |game| game.grapple(1, Grip::Hold))
        .expect_err("no point");
    assert_eq!(poor.rule, "mm30.grapple.eligibility");
    let mut dear = close(REFS, &[("grapple_ap_cost", "2")]);
    dear.act(&[1], |game| game.grapple(1, Grip::Hold))
        .expect("9 points");
    assert_eq!(dear.battle.units[0].ap, 7);
    for (row, facing, rule) in [
        (5, Facing::NORTH, "mm30.grapple.eligibility"),
        (4, Facing::SOUTH, "mm30.sight.blind-spot"),
    ] {
        let mut arena = close(REFS, &[]);
        arena.put(0, 5, 3, facing);
        arena.put(1, 5, row, Facing::SOUTH);
        let refusal = arena
            .view()
            .check_grapple(0, 1, Grip::Hold)
            .expect_err("illegal");
        assert_eq!(refusal.rule, rule);
    }
}

/// mm30.section.all-arms: one arm is enough to grapple, none is not; without arms breaking free costs 4.
#[test]
fn arms_are_needed_to_grapple() {
    let mut arena = close(REFS, &[]);
    arena.act(&[], |game| game.damage_section(0, LEFT_ARM, 99));
    assert!(arena.view().check_grapple(0, 1, Grip::Hold).is_ok());
    arena.act(&[], |game| game.damage_section(0, RIGHT_ARM, 99));
    let refusal = arena
        .view()
        .check_grapple(0, 1, Grip::Hold)
        .expect_err("no arms");
    assert_eq!(refusal.rule, "mm30.section.all-arms");
    let mut arena = held(REFS, &[], 1);
    for arm in [LEFT_ARM, RIGHT_ARM] {
        arena.act(&[], |game| game.damage_section(1, arm, 99));
    }
    arena.battle.units[1].ap = 3;
    let to = Board::hex(5, 5);
    assert!(arena.act(&[], |game| game.break_grapple(to)).is_err());
    arena.battle.units[1].ap = 4;
    assert_eq!(arena.act(&[7], |game| game.break_grapple(to)), Ok(true));
    assert_eq!(arena.battle.units[1].ap, 0);
}

/// mm30.grapple.lockout: after an evaded grapple no other at that unit this turn; strikes are open; after
/// a failed roll it may be tried again. Next turn it may, unless by the option.
#[test]
fn an_evaded_grapple_is_not_repeated() {
    for (value, open) in [("this_turn", true), ("rest_of_game", false)] {
        let mut arena = close(REFS, &[("grapple_lockout", value)]);
        arena.act(&[6, 7, 7, 1], |game| {
            assert_eq!(game.grapple(1, Grip::Hold), Ok(Grappled::Failed));
            assert_eq!(game.grapple(1, Grip::Hold), Ok(Grappled::Evaded));
            let barred = game.grapple(1, Grip::Hold).expect_err("evaded");
            assert_eq!(barred.rule, "mm30.grapple.lockout");
            game.attack(fist(TORSO)).expect("a strike");
            game.end_turn().expect("a turn");
            game.begin_round();
        });
        arena.begin(0, 9);
        assert_eq!(arena.view().check_grapple(0, 1, Grip::Hold).is_ok(), open);
    }
}

/// mm30.grapple.hold-pinned: neither leaves the hex; the holder attacks no more this turn. Without arms
/// it holds nobody, nor after it is destroyed.
#[test]
fn a_hold_pins_both() {
    let rule = "mm30.grapple.hold-pinned";
    let mut arena = close(REFS, &[]);
    arena.act(&[7, 1], |game| {
        game.grapple(1, Grip::Hold).expect("legal");
        assert_eq!(
            game.attack(fist(TORSO)).expect_err("has taken hold").rule,
            rule
        );
    });
    for unit in [0, 1] {
        let mut arena = held(REFS, &[], unit);
        for direction in Facing::ALL {
            assert!(arena.act(&[], |game| game.step(direction)).is_err());
        }
        let ahead = arena.battle.units[unit].facing;
        assert_eq!(
            arena
                .act(&[], |game| game.step(ahead))
                .expect_err("pinned")
                .rule,
            rule
        );
    }
    for lost in [&[LEFT_ARM, RIGHT_ARM][..], &[TORSO]] {
        let mut arena = held(REFS, &[], 1);
        for &section in lost {
            assert!(arena.view().in_hold(1));
            arena.act(&[], |game| game.damage_section(0, section, 99));
        }
        assert!(!arena.view().in_hold(0) && !arena.view().in_hold(1));
    }
}

/// mm30.grapple.holder-weapons: pistols and mounted weapons, no 2H ones, mounted 2H weapons excepted.
#[test]
fn a_holder_uses_no_two_handed_weapon() {
    let arena = held(REFS, &[], 0);
    assert!(arena.view().check_attack(0, &at(TORSO)).is_ok());
    let arena = held(["REF-3", "REF-2"], &[], 0);
    assert!(arena.view().check_attack(0, &at(TORSO)).is_ok());
    let mut rifle = held(REFS, &[], 0);
    rifle.table.pieces[0].weapons[0].tags = vec![Tag::TwoHanded];
    let refusal = rifle.view().check_attack(0, &at(TORSO)).expect_err("2H");
    assert_eq!(refusal.rule, "mm30.grapple.holder-weapons");
}

/// mm30.grapple.held-no-evade: Accuracy 6 hits with 6, 7 and 8, without another die.
#[test]
fn a_held_unit_does_not_evade() {
    let mut arena = held(REFS, &[], 0);
    arena
        .act(&[6], |game| game.attack(at(TORSO)))
        .expect("legal");
    assert_eq!(arena.battle.units[1].defense[TORSO], 33);
    assert_eq!(arena.view().shot_odds(0, Arm::Weapon(0), 1).plain, 16);
}

/// mm30.grapple.held-weapons: the pistol and fists at the holder, no mounted weapon; by the option
/// nothing.
#[test]
fn a_held_unit_uses_hand_weapons() {
    let back = |arm| Attack::new(arm, 0, Aim::Section(TORSO));
    let arena = held(REFS, &[], 1);
    for arm in [Arm::Weapon(0), Arm::Basic] {
        assert!(arena.view().check_attack(1, &back(arm)).is_ok());
    }
    let pod = held(["REF-2", "REF-3"], &[], 1);
    let refusal = pod
        .view()
        .check_attack(1, &back(Arm::Weapon(0)))
        .expect_err("mounted");
    assert_eq!(refusal.rule, "mm30.grapple.held-weapons");
    let arena = held(REFS, &[("hold_victim_may_attack", "false")], 1);
    assert!(arena.view().check_attack(1, &back(Arm::Basic)).is_err());
}

/// mm30.command.break-grapple, mm30.grapple.held-breaks: 2 points a try, Assault 7 needs a 7; behind the
/// unit, facing the holder.
#[test]
fn a_held_unit_breaks_free() {
    let mut arena = held(REFS, &[], 1);
    // B faces south in row 4: behind it is row 5.
    let behind = Board::hex(5, 5);
    assert!(arena.view().ways_out(1).eq([behind]));
    arena.act(&[6, 7], |game| {
        assert_eq!(game.break_grapple(behind), Ok(false));
        assert_eq!(game.break_grapple(behind), Ok(true));
        assert!(game.break_grapple(behind).is_err());
    });
    assert_eq!((arena.hex(1), arena.battle.units[1].ap), (behind, 5));
    assert_eq!(arena.battle.units[1].facing, Facing::SOUTH);
    assert!(!arena.view().in_hold(0));
}

/// mm30.grapple.held-breaks: with the hex behind blocked the two beside it are open; with all three
/// blocked none is.
#[test]
fn a_blocked_way_out_leaves_others() {
    let one = sheet("REF-2");
    let mut arena = Arena::new([&vec![one.clone(); 4], &[one]], &[]);
    let facing = Facing::SOUTH;
    arena.put(0, 5, 4, Facing::NORTH);
    arena.put(4, 5, 4, facing);
    arena.battle.units[4].hold = Hold::HeldBy(0);
    let hex = arena.hex(4);
    let side = [4, 2].map(|sixths| hex + facing.turned(sixths).step());
    arena.put(1, 5, 5, facing);
    assert!(arena.view().ways_out(4).eq(side));
    arena.battle.units[2].hex = side[0];
    assert!(arena.view().ways_out(4).eq([side[1]]));
    arena.battle.units[3].hex = side[1];
    assert_eq!(arena.view().ways_out(4).count(), 0);
}

/// mm30.grapple.holder-releases: 2 points, back to the hex it came from, no roll, unless by the option.
#[test]
fn a_holder_lets_go() {
    let mut arena = held(REFS, &[], 0);
    assert_eq!(arena.act(&[], |game| game.release()), Ok(true));
    assert_eq!(
        (arena.hex(0), arena.battle.units[0].ap),
        (Board::hex(5, 3), 7)
    );
    assert_eq!(arena.battle.units[0].facing, Facing::NORTH);
    assert!(!arena.view().in_hold(1));
    let mut arena = held(REFS, &[("holder_release_needs_roll", "true")], 0);
    arena.act(&[6, 7], |game| {
        assert_eq!(game.release(), Ok(false));
        assert_eq!(game.release(), Ok(true));
    });
}

/// mm30.grapple.throw-distance: class 3 throws class 1 four hexes, class 2 class 2 two; mm30.grapple.throw-limits:
/// nobody throws a higher class, nobody throws behind itself or off the board.
#[test]
fn throws_are_limited() {
    let most = |names| close(names, &[]).view().throw_distance(0, 1);
    assert_eq!(most(["REF-3", "Quick Fox"]), Some(4));
    assert_eq!(most(REFS), Some(2));
    assert_eq!(most(["REF-2", "REF-3"]), None);
    let arena = close(REFS, &[]);
    let check = |file, row| {
        let grip = Grip::Throw(Board::hex(file, row));
        arena
            .view()
            .check_grapple(0, 1, grip)
            .map_err(|refusal| refusal.rule)
    };
    assert_eq!(check(5, 6), Ok(()));
    assert_eq!(check(5, 7), Err("mm30.grapple.throw-distance"));
    assert_eq!(check(5, 4), Err("mm30.grapple.throw-distance"));
    assert_eq!(check(5, 2), Err("mm30.grapple.throw-limits"));
    let mut edge = close(REFS, &[]);
    edge.put(0, 5, 11, Facing::NORTH);
    edge.put(1, 5, 12, Facing::SOUTH);
    let off = edge
        .view()
        .check_grapple(0, 1, Grip::Throw(Board::hex(5, 13)));
    assert_eq!(
        off.expect_err("off the board").rule,
        "mm30.grapple.throw-limits"
    );
    let heavy = close(["REF-2", "REF-3"], &[]);
    let throw = heavy
        .view()
        .check_grapple(0, 1, Grip::Throw(Board::hex(5, 6)));
    assert_eq!(
        throw.expect_err("too heavy").rule,
        "mm30.grapple.throw-limits"
    );
}

/// mm30.grapple.collision: class 2 thrown 2 takes 2 * (2 * 2) = 8 on its torso, class 1 thrown 4 takes 8.
/// mm30.grapple.on-ground: it faces the thrower and cannot evade until it gets up.
#[test]
fn a_thrown_unit_lands_on_its_back() {
    for (names, row, left) in [(REFS, 6, 28), (["REF-3", "Quick Fox"], 8, 16)] {
        let mut arena = close(names, &[]);
        let hex = Board::hex(5, row);
        let thrown = arena.act(&[7, 1], |game| game.grapple(1, Grip::Throw(hex)));
        assert_eq!(thrown, Ok(Grappled::Gripped));
        assert_eq!(arena.hex(1), hex);
        let state = &arena.battle.units[1];
        assert_eq!(
            (state.defense[TORSO], state.posture),
            (left, Posture::Grounded)
        );
        assert_eq!(state.facing, Facing::SOUTH);
        assert!(!arena.view().can_evade(1));
    }
}

/// mm30.grapple.after-throw: the thrower stays in the hex and goes on: three strikes for 3 points at a
/// unit thrown 1 hex, without evasion.
#[test]
fn a_thrower_goes_on() {
    let mut arena = close(REFS, &[]);
    arena.battle.units[0].ap = 4;
    arena.act(&[7, 1, 7, 7, 7], |game| {
        game.grapple(1, Grip::Throw(Board::hex(5, 5)))
            .expect("legal");
        for _ in 0..3 {
            game.attack(fist(TORSO)).expect("a point");
        }
    });
    assert_eq!(arena.hex(0), Board::hex(5, 4));
    // 2 * (2 * 1) of the throw, 3 of the strikes.
    assert_eq!(arena.battle.units[1].defense[TORSO], 36 - 4 - 3);
    assert!(!arena.view().in_hold(0));
}
