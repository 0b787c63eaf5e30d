//! Units that change their mode.

use super::arena::{Arena, RIFLE, SABER, results};
use super::drill::{drill, flats, times};
use crate::data::profile::{Defence, Mode, Tier, UnitProfile};
use crate::rules::moves::MoveWith;

/// A mode that changes nothing.
pub(super) fn mode(name: &str) -> Mode {
    Mode {
        name: name.to_owned(),
        move_in: 0,
        evade_bonus: 0,
        melee_def_bonus: 0,
        shooting_bonus: 0,
        melee_bonus: 0,
        evade_target: None,
        melee_def_target: None,
        fly: false,
    }
}

/// Fast and fragile: Move +4 in, Melee DEF succeeds on 7, Fly, Shooting +1, melee -2, Evade +2.
fn jet() -> Mode {
    with!(mode("jet"), move_in: 4, melee_def_target: Some(7), evade_bonus: 2, shooting_bonus: 1,
        melee_bonus: -2, fly: true)
}

fn changer() -> UnitProfile {
    let mut unit = drill(Tier::Basic, 3);
    unit.melee_def = Defence { dice: 4, bonus: 0 };
    unit.modes = vec![jet()];
    unit
}

/// `ms10.transform.mode`: Move 8 in becomes 12 in, Melee DEF [5,6,7,8] gives 2 DEF instead of 4;
/// the other changes of the mode hold too, and Fly.
#[test]
fn a_mode_changes_the_profile() {
    for (wanted, reach, def, evade, shot, cut) in [(0, 2, 4, 0, 3, 3), (1, 3, 2, 2, 4, 1)] {
        let mut arena = Arena::new(&[drill(Tier::Basic, 0)], &[changer()]);
        arena.unit_mut(1).mode = wanted;
        assert_eq!(arena.view().reach(1, MoveWith::MoveAction), reach);
        assert_eq!(arena.view().has_fly(1), wanted == 1);
        assert_eq!(flats(&arena.attack(0, RIFLE, 1, &[1]))[1], evade);
        assert_eq!(flats(&arena.attack(1, RIFLE, 0, &[1]))[0], shot);
        arena.apart(0, 1, 1);
        let events = arena.attack(0, SABER, 1, &[10, 5, 6, 7, 8]);
        assert_eq!(results(&events)[0].1, def);
        arena.unit_mut(0).melee_def.bonus = 9;
        assert_eq!(flats(&arena.attack(1, SABER, 0, &[1]))[0], cut);
    }
}

/// `ms10.transform.mode`: at the start of the own turn, in force until changed back; a mode it does
/// not have changes nothing, and a unit with one mode is not asked.
#[test]
fn modes_change_when_the_turn_begins() {
    let mut arena = Arena::new(&[changer()], &[drill(Tier::Basic, 0)]);
    for (wanted, mode) in [(Some(1), 1), (None, 1), (Some(2), 1), (Some(0), 0)] {
        arena.script(|s| s.transform = wanted);
        arena.turn(0, &[], &[]);
        assert_eq!(arena.unit(0).mode, mode);
    }
    let before = times(&arena, "transform");
    arena.turn(1, &[], &[]);
    assert_eq!(times(&arena, "transform"), before);
}

/// `ms10.transform.mode`: right after a melee attack on it a unit may change, also when that attack
/// is a Counter; not after a shot.
#[test]
fn modes_change_after_melee() {
    for (weapon, distance, mode) in [(SABER, 1, 1), (RIFLE, 6, 0)] {
        let mut arena = Arena::new(&[drill(Tier::Basic, 0)], &[changer()]);
        arena.apart(0, 1, distance);
        arena.script(|s| s.transform = Some(1));
        let faces: &[u8] = if weapon == SABER { &[1; 5] } else { &[1] };
        arena.attack(0, weapon, 1, faces);
        assert_eq!(arena.unit(1).mode, mode);
    }
    let mut target = drill(Tier::Skilled, 0);
    target.melee_def.bonus = 9;
    let mut arena = Arena::new(&[changer()], &[target]);
    arena.apart(0, 1, 1);
    arena.script(|s| s.counter = Some(SABER));
    let before = times(&arena, "transform");
    arena.attack(0, SABER, 1, &[1, 1, 1, 1, 1, 1]);
    assert_eq!(
        times(&arena, "transform") - before,
        2,
        "start of turn and Counter"
    );
}
