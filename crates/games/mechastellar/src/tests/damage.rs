//! Armour saves and finishing blows.

use super::arena::{Arena, RIFLE, SABER, results};
use super::drill::{drill, finishing, fuelled, hit, iron_wall, lost, saves};
use super::hexmap;
use crate::data::profile::{ResourceKind, Special, Tier, UnitProfile};
use crate::options::{IronWallFinisher, Options};
use crate::rules::constants::finisher_threshold;
use crate::rules::decision::Action;

/// `hits` unblocked HITS with a rifle of DMG 300 and this PEN; damage and saves.
fn shoot(hits: i8, pen: Option<u8>, faces: &[u8]) -> (i32, Vec<(i32, u8, u8)>) {
    let mut attacker = drill(Tier::Basic, hits);
    attacker.weapons[RIFLE].pen = pen;
    let mut arena = Arena::new(&[attacker], &[drill(Tier::Basic, 0)]);
    let mut all = vec![1];
    all.extend(faces);
    let events = arena.attack(0, RIFLE, 1, &all);
    (lost(&arena, 1), saves(&events))
}

/// `ms10.save.roll`: a save at PEN or more passes, each failed one costs 1000 beside the base
/// damage. PEN 5, [3,5]: one fails, 2 x 300 + 1000. PEN 4, [4,5,9]: none fails, 3 x 300.
#[test]
fn a_save_at_pen_passes() {
    assert_eq!(shoot(2, Some(5), &[3, 5]), (1600, vec![(5, 2, 1)]));
    assert_eq!(shoot(3, Some(4), &[4, 5, 9]), (900, vec![(4, 3, 0)]));
    assert_eq!(shoot(3, Some(5), &[4, 4, 4]), (3900, vec![(5, 3, 3)]));
}

/// `ms10.save.cap`: 0, 1, 3, 5, 6, 12 unblocked HITS ask for 0, 1, 3, 5, 5, 5 saves.
#[test]
fn five_saves_at_most() {
    for (hits, rolled) in [(0, 0), (1, 1), (3, 3), (5, 5), (6, 5), (12, 5)] {
        let (_, saves) = shoot(hits, Some(5), &vec![10; rolled]);
        let dice: usize = saves.iter().map(|s| usize::from(s.1)).sum();
        assert_eq!(dice, rolled, "{hits} unblocked");
    }
}

/// `ms10.save.no-pen`: 3 unblocked of DMG 300 without PEN: 900 and not one save.
#[test]
fn no_pen_no_saves() {
    assert_eq!(shoot(3, None, &[]), (900, vec![]));
}

/// `ms10.save.modified-pen`: a special of PEN+2 makes PEN 6 an 8, where 7 fails and 8 passes; PEN 9
/// an 11, where even 10 fails. PEN 1 is always passed.
#[test]
fn changed_pen_changes_the_face_needed() {
    for (pen, faces, failed) in [(6, [7, 8], 1), (9, [10, 10], 2)] {
        let mut attacker = fuelled(Tier::Basic, 2, ResourceKind::Power, 1);
        attacker.weapons[RIFLE].pen = Some(pen);
        attacker.weapons[RIFLE].special = Some(Special {
            cost: 1,
            pen: 2,
            dmg: 0,
        });
        let mut arena = Arena::new(&[attacker], &[drill(Tier::Basic, 0)]);
        let special = Action::Attack {
            weapon: RIFLE,
            special: true,
            target: 1,
        };
        let events = arena.turn(0, &[special], &[1, faces[0], faces[1]]);
        assert_eq!(saves(&events), [(i32::from(pen) + 2, 2, failed)]);
    }
    assert_eq!(shoot(2, Some(1), &[1, 1]), (600, vec![(1, 2, 0)]));
}

/// Bonus of the finishing blow of `hits` unblocked HITS, if any, and all damage; no saves.
fn blow(hits: i8, weapon: usize, tag: Option<u8>, round: u8) -> (Vec<u32>, i32) {
    let mut attacker = drill(Tier::Basic, hits);
    attacker.weapons[weapon].finisher = tag;
    attacker.weapons[weapon].pen = None;
    attacker.weapons[weapon].dmg = 300;
    let mut arena = Arena::new(&[attacker], &[drill(Tier::Basic, 0)]);
    arena.apart(0, 1, if weapon == SABER { 1 } else { 6 });
    arena.battle.round = round;
    let events = arena.attack(0, weapon, 1, &[1]);
    (finishing(&events), lost(&arena, 1))
}

/// `ms10.finisher.threshold`: 9 unblocked HITS are no finishing blow, 10 are.
#[test]
fn ten_unblocked_hits_finish() {
    assert_eq!(blow(9, RIFLE, None, 1), (vec![], 2700));
    assert_eq!(blow(10, RIFLE, None, 1).0, [1000]);
    assert!(blow(9, SABER, None, 1).0.is_empty());
    assert_eq!(blow(10, SABER, None, 1).0, [2000]);
}

/// `ms10.finisher.bonus`: 10 unblocked of DMG 300 deal 10 x 400 shooting and 10 x 500 in melee; no
/// save is rolled for it.
#[test]
fn a_finishing_blow_adds_to_every_hit() {
    assert_eq!(blow(10, RIFLE, None, 1).1, 4000);
    assert_eq!(blow(10, SABER, None, 1).1, 5000);
    assert_eq!(blow(12, SABER, None, 1).1, 6000);
}

/// `ms10.finisher.tag`: Finisher+2 needs 10 - 2 - 3 = 5 in round 3, 3 in round 5; no tag needs 10 in
/// round 4 and 5; never fewer than 1 HIT: Finisher+6 in round 5.
#[test]
fn finisher_weapons_need_fewer_hits_round_by_round() {
    let finishes = |hits, tag, round| !blow(hits, RIFLE, tag, round).0.is_empty();
    assert!(!finishes(4, Some(2), 3) && finishes(5, Some(2), 3));
    assert!(!finishes(2, Some(2), 5) && finishes(3, Some(2), 5));
    assert!(!finishes(9, None, 4) && !finishes(9, None, 5));
    assert!(!finishes(0, Some(6), 5) && finishes(1, Some(6), 5));
    assert_eq!(blow(5, RIFLE, Some(2), 3).1, 5 * 400);
    assert_eq!(finisher_threshold(Some(6), 5), 1);
}

fn counter_blow(hits: i8, tag: Option<u8>, options: &Options) -> i32 {
    let mut target = drill(Tier::Skilled, hits + 2);
    target.weapons[RIFLE].finisher = tag;
    let mut arena = Arena::with(&[drill(Tier::Basic, 0)], &[target], options);
    arena.battle.round = 4;
    arena.script(|s| s.counter = Some(RIFLE));
    arena.attack(0, RIFLE, 1, &[1, 1]);
    lost(&arena, 0)
}

/// `ms10.finisher.own-turn`, option `finisher_on_counter`: a Counter with Finisher+2 in round 4 and 6
/// unblocked (4 would do) deals 6 x 300, with 10 unblocked 10 x 300; by the option 6 x 400.
#[test]
fn a_counter_is_no_finishing_blow() {
    let mut options = hexmap();
    assert_eq!(counter_blow(6, Some(2), &options), 1800);
    assert_eq!(counter_blow(10, None, &options), 3000);
    options.finisher_on_counter = true;
    assert_eq!(counter_blow(6, Some(2), &options), 2400);
    assert_eq!(counter_blow(3, Some(2), &options), 900);
}

/// `ms10.skill.iron-wall`, option `iron_wall_finisher`: 13 HITS against 3 DEF of Iron Wall, 10
/// unblocked in melee at DMG 400: 4000 and the bonus of 2000, less 500, or half.
#[test]
fn iron_wall_against_a_finishing_blow() {
    for (mode, bonus) in [
        (IronWallFinisher::Ignore, 2000),
        (IronWallFinisher::Minus500, 1500),
        (IronWallFinisher::Half, 1000),
    ] {
        let options = with!(hexmap(), iron_wall_finisher: mode);
        for walled in [true, false] {
            let mut attacker = drill(Tier::Basic, if walled { 13 } else { 10 });
            attacker.weapons[SABER].pen = None;
            let mut arena = Arena::with(&[attacker], &[drill(Tier::Skilled, 0)], &options);
            arena.apart(0, 1, 1);
            if walled {
                arena.script(|s| s.defence_skills.push_back(iron_wall(1)));
            }
            let events = arena.attack(0, SABER, 1, &[1]);
            let expected = if walled { bonus } else { 2000 };
            assert_eq!(results(&events)[0].2, 10);
            assert_eq!(finishing(&events), [expected]);
            assert_eq!(lost(&arena, 1), 4000 + expected as i32);
        }
    }
}

/// A unit with nothing but what a test of weapon costs needs.
fn feeding(kind: ResourceKind, stat: u8) -> UnitProfile {
    let mut unit = fuelled(Tier::Skilled, 1, kind, stat);
    unit.weapons[RIFLE].resource_cost = 1;
    unit.weapons[RIFLE].counter_bonus = 2;
    unit.weapons[RIFLE].special = Some(Special {
        cost: 1,
        pen: 0,
        dmg: 200,
    });
    unit
}

/// `ms10.power.weapon-cost`: a weapon of Power-1 fires once with 1 point and not again, nor with
/// its special of 1 more; with 2 points the special deals 300 + 200. The same with Havoc, and on a
/// Counter.
#[test]
fn weapons_that_need_points_go_without() {
    let special = Action::Attack {
        weapon: RIFLE,
        special: true,
        target: 1,
    };
    let twice = [hit(RIFLE, 1), Action::Zeal { actions: 1 }, hit(RIFLE, 1)];
    for kind in [ResourceKind::Power, ResourceKind::Havoc] {
        let enemy = [drill(Tier::Basic, 0)];
        let mut arena = Arena::new(&[feeding(kind, 1)], &enemy);
        arena.turn(0, &twice, &[1]);
        assert_eq!((lost(&arena, 1), arena.unit(0).points), (300, 0));

        let mut arena = Arena::new(&[feeding(kind, 1)], &enemy);
        arena.turn(0, &[special], &[]);
        assert_eq!((lost(&arena, 1), arena.unit(0).points), (0, 1));

        let mut arena = Arena::new(&[feeding(kind, 2)], &enemy);
        arena.turn(0, &[special], &[1]);
        assert_eq!((lost(&arena, 1), arena.unit(0).points), (500, 0));

        let mut arena = Arena::new(&[feeding(kind, 1)], &enemy);
        arena.script(|s| s.counter = Some(RIFLE));
        arena.attack(1, RIFLE, 0, &[1, 1]);
        arena.attack(1, RIFLE, 0, &[1]);
        assert_eq!((lost(&arena, 1), arena.unit(0).points), (300, 0));
    }
}
