//! Crash attacks in the middle of a move.

use equipoise_engine::{Hex, Side};

use super::arena::{Arena, SABER, results, rush};
use super::drill::{drill, hit, saves, strikes};
use super::field::{Field, high_wall};
use super::transform::mode;
use crate::data::profile::{Effect, Resource, ResourceKind, Tier, UnitProfile};
use crate::rules::decision::Action;
use crate::rules::decision::{Fuel, Ram};

const AHEAD: Hex = Hex::new(0, 1);

/// A drill unit of Move 12 in whose saber has the Crash tag and no PEN.
fn ram(hits: i8) -> UnitProfile {
    let mut unit = drill(Tier::Basic, hits);
    unit.move_in = 12;
    unit.weapons[SABER].crash = true;
    unit.weapons[SABER].pen = None;
    unit
}

fn crash(q: i16, r: i16) -> Action {
    Action::Crash {
        weapon: SABER,
        rams: [Some(Ram::Unit(1)), None],
        to: Hex::new(q, r),
    }
}

/// `ms10.crash.attack`, `ms10.crash.targets` (one enemy a Crash): Move 12 in: 4 in to the enemy 8 in
/// off, the attack, 8 in through it and on to the free hex behind. It takes the Combat Action and a
/// Move Action.
#[test]
fn a_crash_goes_through_the_enemy() {
    let mut arena = Arena::new(&[ram(3)], &[drill(Tier::Basic, 0)]);
    arena.apart(0, 1, 2);
    let events = arena.turn(0, &[crash(3, 4)], &[1]);
    assert_eq!(results(&events), [(3, 0, 3)]);
    assert_eq!(arena.unit(0).pos, Hex::new(3, 4));
    let turn = &arena.battle.turn;
    assert_eq!((turn.combat_actions, turn.move_actions), (0, 1));
}

/// `ms10.crash.attack`: not onto an occupied hex, not farther than the Move value (16 in), not
/// without the tag, the Combat Action or a Move Action; nothing happens then.
#[test]
fn what_is_no_crash() {
    let legal = ram(3);
    let mut plain = ram(3);
    plain.weapons[SABER].crash = false;
    let mut slow = ram(3);
    slow.move_in = 8;
    let shoot = hit(0, 1);
    let turn_around = Action::Rotate { facing: AHEAD };
    for (unit, actions, shots) in [
        (&legal, vec![crash(3, 3)], 0),
        (&legal, vec![crash(3, 5)], 0),
        (&plain, vec![crash(3, 4)], 0),
        (&slow, vec![crash(3, 4)], 0),
        (&legal, vec![shoot, crash(3, 4)], 1),
        (&legal, vec![turn_around, turn_around, crash(3, 4)], 0),
    ] {
        let mut arena = Arena::new(std::slice::from_ref(unit), &[drill(Tier::Basic, 0)]);
        arena.apart(0, 1, 2);
        let events = arena.turn(0, &actions, &[1][..shots]);
        assert_eq!(strikes(&events).len(), shots, "{actions:?}");
        assert_eq!(arena.unit(0).pos, Hex::new(3, 1));
    }
}

/// `ms10.crash.targets`: one Combat Action, two enemies 8 in and 20 in ahead, each an attack of its own,
/// then on to the free hex behind; the second not when the way is longer than the Move value (24 in), nor
/// the same one twice.
#[test]
fn a_crash_goes_through_two_enemies() {
    for (second, move_in, hit, end) in [
        (Ram::Unit(2), 24, &[1, 2][..], Hex::new(3, 7)),
        (Ram::Unit(2), 20, &[], Hex::new(3, 1)),
        (Ram::Unit(1), 24, &[], Hex::new(3, 1)),
    ] {
        let enemies = [drill(Tier::Basic, 0), drill(Tier::Basic, 0)];
        let mut arena = Arena::new(&[with!(ram(3), move_in: move_in)], &enemies);
        arena.apart(0, 1, 2);
        arena.put(2, Hex::new(3, 6), -AHEAD);
        let crash = Action::Crash {
            weapon: SABER,
            rams: [Some(Ram::Unit(1)), Some(second)],
            to: Hex::new(3, 7),
        };
        let events = arena.turn(0, &[crash], &[1, 1][..hit.len()]);
        let targets: Vec<usize> = strikes(&events).iter().map(|s| s.1).collect();
        assert_eq!(targets, hit);
        assert_eq!(arena.unit(0).pos, end);
        assert_eq!(arena.battle.turn.combat_actions, u8::from(hit.is_empty()));
    }
}

/// `ms10.crash.attack`, `ms10.crash.targets`, `ms10.destroy.direct`: terrain on the way is rammed too: three checks against
/// DMG 400, the second fails; then the enemy behind it is attacked.
#[test]
fn a_crash_goes_through_terrain() {
    let field = Field::new(&[with!(ram(3), move_in: 24)], &[drill(Tier::Basic, 0)]);
    let mut arena = field.piece(high_wall(), &[(3, 3)]).arena();
    arena.apart(0, 1, 4);
    let crash = Action::Crash {
        weapon: SABER,
        rams: [Some(Ram::Piece(0)), Some(Ram::Unit(1))],
        to: Hex::new(3, 6),
    };
    arena.put(1, Hex::new(3, 5), -AHEAD);
    let events = arena.turn(0, &[crash], &[4, 3, 1]);
    assert_eq!(arena.battle.razed, 1);
    assert_eq!(strikes(&events), [(0, 1, false)]);
    assert_eq!(arena.unit(0).pos, Hex::new(3, 6));
}

/// `ms10.crash.bonus`, `ms10.accel.counted`: Size 2 and one Accelerate are 3 HITS more; an ordinary
/// attack with the same weapon has neither.
#[test]
fn size_and_run_up_add_hits() {
    let mut unit = ram(3);
    unit.size = 2;
    unit.resource = Some(Resource::of(ResourceKind::Boost, 1));
    let run = rush(3, 2, Fuel::Point);
    let mut arena = Arena::new(std::slice::from_ref(&unit), &[drill(Tier::Basic, 0)]);
    arena.apart(0, 1, 3);
    let events = arena.turn(0, &[run, crash(3, 5)], &[1]);
    assert_eq!(results(&events)[0].0, 6);
    let mut arena = Arena::new(&[unit], &[drill(Tier::Basic, 0)]);
    arena.apart(0, 1, 2);
    let events = arena.turn(0, &[run, hit(SABER, 1)], &[1]);
    assert_eq!(results(&events)[0].0, 3);
}

/// `ms10.accel.counted`, `ms10.push.accelerate`, `ms10.crash.bonus`: two Accelerates, a Crash weapon
/// with PEN 5P, Size 1: +3 HITS and PEN 7P. The count starts anew the next turn.
#[test]
fn accelerates_count_for_hits_and_push() {
    let mut unit = ram(0);
    unit.size = 1;
    unit.weapons[SABER].pen = Some(5);
    unit.weapons[SABER].effect = Effect::Push;
    unit.resource = Some(Resource::of(ResourceKind::Boost, 2));
    let mut arena = Arena::new(&[unit], &[drill(Tier::Basic, 0)]);
    arena.apart(0, 1, 4);
    let run = [rush(3, 2, Fuel::Point), rush(3, 3, Fuel::Point)];
    let events = arena.turn(0, &[run[0], run[1], crash(3, 6)], &[1, 7, 8, 9]);
    assert_eq!(results(&events)[0].0, 3);
    assert_eq!(saves(&events), [(7, 3, 0)]);
    arena.apart(0, 1, 2);
    let events = arena.turn(0, &[crash(3, 4)], &[1, 5]);
    assert_eq!(
        (results(&events)[0].0, saves(&events)),
        (1, vec![(5, 1, 0)])
    );
}

/// `ms10.counter.weapon`: the tag does not keep a weapon from a Counter, and a Crash is answered: the
/// engagement begins where the crash strikes.
#[test]
fn a_crash_is_answered() {
    let mut target = drill(Tier::Skilled, 2);
    target.weapons[SABER].crash = true;
    target.weapons[SABER].pen = None;
    let mut arena = Arena::new(&[ram(3)], &[target]);
    arena.apart(0, 1, 2);
    arena.script(|s| s.counter = Some(SABER));
    let events = arena.turn(0, &[crash(3, 4)], &[1, 1]);
    assert_eq!(strikes(&events), [(0, 1, false), (1, 0, true)]);
    assert_eq!(arena.momentum(Side::B), 9);
    assert_eq!(arena.unit(0).pos, Hex::new(3, 4));
}

/// `ms10.crash.attack`, `ms10.push.move`: a Counter that throws the unit back 4 in takes the way from it:
/// 4 in to the enemy, and from where it lies 12 in on would be more than Move 12 in.
#[test]
fn a_counter_can_throw_it_out_of_its_way() {
    let mut target = drill(Tier::Skilled, 3);
    target.weapons[SABER].effect = Effect::Push;
    let mut arena = Arena::new(&[ram(3)], &[target]);
    arena.apart(0, 1, 2);
    arena.script(|s| {
        s.counter = Some(SABER);
        s.push.push_back(Hex::new(0, -1));
    });
    let events = arena.turn(0, &[crash(3, 4)], &[1, 1, 1]);
    assert_eq!(strikes(&events), [(0, 1, false), (1, 0, true)]);
    assert_eq!(arena.unit(0).pos, Hex::new(3, 1));
}

/// `ms10.crash.attack`, `ms10.transform.mode`: Move 8 in, 12 in its fast mode, enough to go 4 in to the
/// enemy and 8 in on; attacked by the Counter it changes back, and of 8 in the rest is too short.
#[test]
fn a_change_of_mode_can_shorten_its_way() {
    for (back, end) in [(1, Hex::new(3, 4)), (0, Hex::new(3, 2))] {
        let mut unit = ram(3);
        unit.move_in = 8;
        unit.modes = vec![with!(mode("fast"), move_in: 4)];
        let mut arena = Arena::new(&[unit], &[drill(Tier::Skilled, 2)]);
        arena.apart(0, 1, 2);
        arena.script(|s| {
            s.counter = Some(SABER);
            s.transform = Some(1);
            s.transform_after_melee = Some(back);
        });
        let events = arena.turn(0, &[crash(3, 4)], &[1, 1]);
        assert_eq!(strikes(&events), [(0, 1, false), (1, 0, true)]);
        assert_eq!(arena.unit(0).pos, end);
    }
}
