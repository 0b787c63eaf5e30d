//! Status effects and the colours that inflict them.

use super::arena::{Arena, TORSO, at, fist};
use super::sheets::{sheet, with_power};
use crate::data::ability::Power;
use crate::data::colour::Colour;
use crate::rules::attack::Strikes;
use crate::rules::facing::Facing;
use crate::rules::state::{Life, Posture};
use crate::rules::view::Arm;

const N: Facing = Facing::NORTH;

/// A unit has gone `steps` hexes north into a colour, and `face` is rolled for it.
fn after(colour: Colour, steps: u8, face: u8, values: &[(&str, &str)]) -> Arena {
    let mut arena = Arena::duel(["Quick Fox", "REF-2"], values);
    arena.put(1, 5, 12, Facing::SOUTH);
    for row in 4..4 + steps {
        arena.paint(5, row, colour);
    }
    arena.begin(0, 10);
    arena.act(&[face], |game| {
        for _ in 0..steps {
            game.step(N).expect("a point");
        }
        game.end_movement().expect("a turn");
    });
    arena
}

/// How many of the eight faces end the turn.
fn ending(colour: Colour, steps: u8, values: &[(&str, &str)]) -> usize {
    let ends = |&face: &u8| after(colour, steps, face, values).battle.turn.is_none();
    (1..=8).filter(ends).count()
}

/// mm30.terrain.tan: after 1, 2, 3, 4 tan hexes 2, 4, 6, 8 faces of 8 overheat.
#[test]
fn the_desert_overheats() {
    let faces = [1, 2, 3, 4].map(|steps| ending(Colour::Tan, steps, &[]));
    assert_eq!(faces, [2, 4, 6, 8]);
}

/// mm30.terrain.white: after 1 to 5 white hexes 7, 5, 3, 1, 0 faces freeze; by the option 2, 4, 6, 8, 8.
#[test]
fn snow_freezes() {
    let faces = |values| [1, 2, 3, 4, 5].map(|steps| ending(Colour::White, steps, values));
    assert_eq!(faces(&[]), [7, 5, 3, 1, 0]);
    assert_eq!(faces(&[("white_roll", "at_most")]), [2, 4, 6, 8, 8]);
}

/// mm30.terrain.tan: standing still on tan counts as one hex; a hex that is left does not count. The roll
/// comes before any attack.
#[test]
fn standing_in_the_desert_counts_once() {
    let mut arena = Arena::refs();
    arena.paint(5, 3, Colour::Tan);
    arena.begin(0, 10);
    let early = arena.act(&[], |game| game.attack(at(TORSO)));
    assert_eq!(early.expect_err("heat first").rule, "mm30.terrain.tan");
    let goes_on = arena.act(&[3], |game| game.end_movement());
    assert_eq!(goes_on, Ok(true));
    arena
        .act(&[1], |game| game.attack(at(TORSO)))
        .expect("the heat is borne");
    let mut leaves = Arena::refs();
    leaves.paint(5, 3, Colour::Tan);
    leaves.begin(0, 10);
    leaves.act(&[], |game| {
        game.step(N).expect("out of it");
        game.end_turn().expect("no roll");
    });
    let mut snow = Arena::refs();
    snow.paint(5, 3, Colour::White);
    snow.begin(0, 10);
    let early = snow.act(&[], |game| game.attack(at(TORSO)));
    assert_eq!(early.expect_err("snow first").rule, "mm30.terrain.white");
    snow.act(&[2], |game| game.end_turn())
        .expect("rolled at the end");
    assert!(snow.battle.units[0].frozen);
}

/// mm30.status.overheat: the turn ends with all 10 points stored; the unit kneels, does not evade, and
/// needs to get up.
#[test]
fn an_overheated_unit_kneels() {
    let mut arena = after(Colour::Tan, 1, 2, &[]);
    let state = &arena.battle.units[0];
    assert!(arena.battle.turn.is_none() && state.activated);
    assert_eq!((state.ap, state.posture), (10, Posture::Kneeling));
    assert!(!arena.view().can_evade(0));
    arena.act(&[], |game| game.begin_round());
    arena.begin(0, 10);
    arena.act(&[], |game| game.get_up()).expect("2 points");
    assert_eq!(arena.battle.units[0].ap, 8);
    assert!(arena.view().can_evade(0));
}

/// mm30.status.freeze: 6 stored, a roll of 5 and 2 for class 1 make 13, held at 8; the turn after that 8
/// and 10 make 16 again.
#[test]
fn a_frozen_unit_holds_eight() {
    let mut arena = after(Colour::White, 1, 2, &[]);
    assert!(arena.battle.turn.is_none());
    arena.battle.units[0].ap = 6;
    for (face, ap) in [(5, 8), (8, 16)] {
        arena.act(&[face], |game| {
            game.begin_round();
            game.begin_turn(0).expect("a turn");
        });
        assert_eq!(arena.battle.units[0].ap, ap);
        // It leaves the snow before the turn ends.
        arena.put(0, 5, 0, N);
        arena.act(&[], |game| game.end_turn()).expect("a turn");
    }
}

/// mm30.terrain.green-conceal, mm30.status.conceal: Evasion 7 in the woods evades a shot with 6; a blow
/// and a shot at one in the air above need 7.
#[test]
fn woods_conceal() {
    let mut arena = Arena::refs();
    arena.paint(5, 8, Colour::Green);
    let shot = |arena: &mut Arena| {
        arena.begin(0, 9);
        arena.act(&[7, 6], |game| {
            let result = game.attack(at(TORSO));
            game.end_turn().expect("a turn");
            game.begin_round();
            result
        })
    };
    assert_eq!(shot(&mut arena), Ok(Strikes::Evaded));
    arena.battle.units[1].elevation = 1;
    assert_eq!(shot(&mut arena), Ok(Strikes::Hit));
    arena.battle.units[1].elevation = 0;
    arena.put(0, 5, 7, N);
    arena.begin(0, 9);
    let blow = arena.act(&[7, 6], |game| game.attack(fist(TORSO)));
    assert_eq!(blow, Ok(Strikes::Hit));
    // Accuracy 6 passes without an 8 on 6 and 7; the evasion fails on 1 to 5: 1/8 + 2/8 * 5/8.
    arena.put(0, 5, 3, N);
    let hit = arena.view().shot_odds(0, Arm::Weapon(0), 1).hit();
    assert!((hit - (1.0 / 8.0 + 10.0 / 64.0)).abs() < 1e-12);
}

/// mm30.terrain.blue, mm30.status.euphotic: a step into light blue takes 1 and then 2 of 4 points, the
/// next one 1; a turn begun in it has 4 - 2. Class 4 has none left there. Swimmers and those in the air
/// lose nothing.
#[test]
fn shallow_water_slows() {
    let mut arena = Arena::refs();
    arena.paint(5, 4, Colour::LightBlue);
    arena.paint(5, 5, Colour::LightBlue);
    arena.begin(0, 9);
    arena.act(&[], |game| game.step(N)).expect("4 points");
    assert_eq!(arena.points(), 1);
    arena.act(&[], |game| game.step(N)).expect("1 point");
    assert_eq!(arena.points(), 0);
    arena.act(&[], |game| {
        game.end_turn().expect("a turn");
        game.begin_round();
    });
    arena.begin(0, 9);
    assert_eq!(arena.points(), 2);
    assert_eq!(arena.battle.units[0].defense[TORSO], 36);
    // Once a turn: of 6 points, two of them pressed on for, 3 go into the first hex of water and 1 into the next.
    let mut pressed = Arena::refs();
    pressed.paint(5, 4, Colour::LightBlue);
    pressed.paint(5, 5, Colour::LightBlue);
    pressed.begin(0, 9);
    for points in [5, 6] {
        pressed.act(&[], |game| game.press_on()).expect("2 points");
        assert_eq!(pressed.points(), points);
    }
    for points in [3, 2] {
        pressed.act(&[], |game| game.step(N)).expect("ahead");
        assert_eq!(pressed.points(), points);
    }
    for (power, level, points) in [(Power::Swim, 0, 4), (Power::Fly, 1, 4), (Power::Fly, 0, 2)] {
        let squads = [&[with_power("REF-2", power)][..], &[sheet("REF-2")]];
        let mut arena = Arena::new(squads, &[]);
        arena.put(0, 5, 3, N);
        arena.paint(5, 3, Colour::LightBlue);
        arena.battle.units[0].elevation = level;
        arena.begin(0, 9);
        assert_eq!(arena.points(), points);
    }
    let mut heavy = Arena::duel(["Stone Bear", "REF-2"], &[]);
    heavy.paint(5, 3, Colour::LightBlue);
    heavy.begin(0, 9);
    assert_eq!(heavy.table.pieces[0].class.movement(), 2);
    assert_eq!(heavy.points(), 0);
    heavy.act(&[], |game| game.press_on()).expect("2 points");
    assert_eq!(heavy.points(), 1);
}

/// mm30.terrain.blue, mm30.status.abyss: a torso of 36 in deep water is left with 26, 16, 6 and nothing;
/// Movement Points are 4 - 2.
#[test]
fn deep_water_crushes() {
    let mut arena = Arena::refs();
    arena.paint(5, 3, Colour::DarkBlue);
    for left in [26, 16, 6, 0] {
        arena.begin(0, 9);
        assert_eq!(arena.points(), 2);
        arena.act(&[], |game| {
            game.end_turn().expect("a turn");
            game.begin_round();
        });
        assert_eq!(arena.battle.units[0].defense[TORSO], left);
    }
    assert_eq!(arena.battle.units[0].life, Life::Destroyed);
}

/// mm30.status.stuck: Accuracy 6 hits a stuck unit on 6, 7, 8, and it does not step until it has got up
/// for 2 points.
#[test]
fn a_stuck_unit_gets_up_first() {
    let mut arena = Arena::refs();
    arena.battle.units[0].stuck = true;
    let odds = arena.view().shot_odds(1, Arm::Weapon(0), 0);
    assert!((odds.hit() - 3.0 / 8.0).abs() < 1e-12);
    arena.begin(0, 9);
    arena.act(&[], |game| {
        let held = game.step(N).expect_err("stuck");
        assert_eq!(held.rule, "mm30.status.stuck");
        game.get_up().expect("9 points");
        game.step(N).expect("free");
    });
    assert_eq!(arena.battle.units[0].ap, 7);
    assert!(arena.view().can_evade(0));
}

/// mm30.status.system-error: it ends the turn; of the eight faces 4, 5, 6, 7, 8 and then again 8 restart
/// the unit. A cancelled activation rolls no Action Points.
#[test]
fn a_system_error_passes_in_time() {
    for (tries, restarts) in [4, 5, 6, 7, 8, 8].into_iter().enumerate() {
        let runs = |&face: &u8| {
            let mut arena = Arena::refs();
            arena.begin(0, 9);
            arena.act(&[], |game| game.inflict_system_error(0));
            assert!(arena.battle.turn.is_none() && arena.battle.units[0].activated);
            // Whatever the tries before would have shown, each of them lowers the number by 1 to 1.
            let needed = 5 - (tries as u8).min(4);
            arena.battle.units[0].system_error = Some(needed);
            let faces = if face >= needed {
                vec![face, 1]
            } else {
                vec![face]
            };
            arena.act(&faces, |game| {
                game.begin_round();
                game.begin_turn(0).expect("its turn");
            });
            let runs = arena.battle.turn.is_some();
            let state = &arena.battle.units[0];
            assert_eq!(state.ap, if runs { 9 + 1 + 2 } else { 9 });
            assert_eq!(state.activated, !runs);
            let next = (needed - 1).max(1);
            assert_eq!(state.system_error, (!runs).then_some(next));
            runs
        };
        assert_eq!((1..=8).filter(runs).count(), restarts);
    }
}

/// mm30.status.system-error: 12 of the 64 pairs of faces, 4/8 * 3/8, leave a unit down after two tries.
#[test]
fn two_tries_leave_a_unit_down_in_12_of_64() {
    let mut down = 0;
    for pair in 0..64 {
        let faces = [pair / 8 + 1, pair % 8 + 1];
        let mut arena = Arena::refs();
        arena.act(&[], |game| game.inflict_system_error(0));
        for face in faces {
            if arena.battle.turn.is_none() {
                let up = arena.battle.units[0]
                    .system_error
                    .is_some_and(|it| face >= it);
                let dice = if up { vec![face, 1] } else { vec![face] };
                arena.act(&dice, |game| {
                    game.begin_round();
                    game.begin_turn(0).expect("its turn");
                });
            }
        }
        down += usize::from(arena.battle.turn.is_none());
    }
    assert_eq!(down, 12);
}
