//! Push, Pull and Throw: failed saves that move units instead of hurting them.

use equipoise_engine::{Hex, Side};

use super::arena::{Arena, RIFLE, SABER, pools, results, rush};
use super::drill::{FULL, drill, fuelled, hit, lost, saves, spent, strikes};
use crate::data::profile::{Effect, ResourceKind, Tier, UnitProfile};
use crate::rules::decision::Fuel;

const AHEAD: Hex = Hex::new(0, 1);
const BACK: Hex = Hex::new(0, -1);
/// Throw Enemy, behind the two weapons of a drill unit.
const THROW: usize = 2;

/// A drill unit whose weapons have PEN 5 and move the target or the user.
fn pusher(hits: i8, effect: Effect) -> UnitProfile {
    let mut unit = drill(Tier::Basic, hits);
    for weapon in &mut unit.weapons {
        weapon.pen = Some(5);
        weapon.effect = effect;
        weapon.dmg = 200;
    }
    unit
}

/// Unit 0 on (3, 2) shoots unit 1 on (3, 5).
fn shove(attacker: UnitProfile, steps: &[Hex], faces: &[u8]) -> Arena {
    let mut arena = Arena::new(&[attacker], &[drill(Tier::Basic, 0)]);
    arena.put(1, Hex::new(3, 5), BACK);
    arena.script(|s| s.push = steps.iter().copied().collect());
    arena.attack(0, RIFLE, 1, faces);
    arena
}

/// `ms10.push.move`: PEN 5P, 3 unblocked of DMG 200, saves [1,4,8]: 600 damage for the HITS, none for
/// the two failed saves, and 8 in of movement, each 4 in in a direction of its own. A wish for
/// another hex than the next ends the push.
#[test]
fn failed_saves_push() {
    let unit = || pusher(3, Effect::Push);
    let arena = shove(unit(), &[AHEAD, Hex::new(1, 0)], &[1, 1, 4, 8]);
    assert_eq!(lost(&arena, 1), 600);
    assert_eq!(arena.unit(1).pos, Hex::new(4, 6));
    let arena = shove(unit(), &[Hex::new(0, 2), AHEAD], &[1, 1, 4, 8]);
    assert_eq!(arena.unit(1).pos, Hex::new(3, 5));
    let arena = shove(unit(), &[AHEAD], &[1, 5, 9, 8]);
    assert_eq!(arena.unit(1).pos, Hex::new(3, 5));
}

/// `ms10.push.move`: a pull brings the target nearer, 4 in a failed save; a pull that drags the user
/// moves the user instead.
#[test]
fn pulls_move_target_or_user() {
    let arena = shove(pusher(2, Effect::PullTarget), &[BACK, BACK], &[1, 1, 1]);
    assert_eq!([0, 1].map(|u| arena.unit(u).pos.r), [2, 3]);
    let arena = shove(pusher(2, Effect::PullSelf), &[AHEAD, AHEAD], &[1, 1, 1]);
    assert_eq!([0, 1].map(|u| arena.unit(u).pos.r), [4, 5]);
    assert_eq!(lost(&arena, 1), 400);
}

/// `ms10.push.accelerate`, `ms10.accel.counted`: PEN 5P and two Accelerates are PEN 7P for a weapon
/// with CC or Crash; without either tag PEN 5P; a CC weapon that does not push keeps PEN 5.
#[test]
fn a_run_up_pushes_harder() {
    for (close_combat, crash, effect, pen) in [
        (true, false, Effect::Push, 7),
        (false, true, Effect::Push, 7),
        (false, false, Effect::Push, 5),
        (true, false, Effect::None, 5),
    ] {
        let mut unit = pusher(1, effect);
        unit.resource = fuelled(Tier::Basic, 1, ResourceKind::Boost, 2).resource;
        unit.weapons[SABER].close_combat = close_combat;
        unit.weapons[SABER].crash = crash;
        let mut arena = Arena::new(&[unit], &[drill(Tier::Basic, 0)]);
        arena.apart(0, 1, 3);
        let run = [
            rush(3, 2, Fuel::Point),
            rush(3, 3, Fuel::Point),
            hit(SABER, 1),
        ];
        let events = arena.turn(0, &run, &[1, 10]);
        assert_eq!(saves(&events), [(pen, 1, 0)]);
    }
}

/// `ms10.push.size`: a target of Size 2 adds 2 to its saves against PEN 5P: 3 passes, 2 fails. It
/// adds nothing to saves against ordinary damage.
#[test]
fn size_stands_fast() {
    for (effect, needed, failed) in [(Effect::Push, 3, 1), (Effect::None, 5, 2)] {
        let mut target = drill(Tier::Basic, 0);
        target.size = 2;
        let mut arena = Arena::new(&[pusher(2, effect)], &[target]);
        let events = arena.attack(0, RIFLE, 1, &[1, 3, 2]);
        assert_eq!(saves(&events), [(needed, 2, failed)]);
    }
}

/// `ms10.push.collision`: another unit stands two steps behind the target. The first failed save
/// moves 4 in, the second and third hit it: both units pay 1000 each time, or 1 Momentum of their
/// own side each; the one behind may be a friend of the attacker.
#[test]
fn collisions_cost_both_units() {
    let target = drill(Tier::Basic, 0);
    for pays in [false, true] {
        let two = [target.clone(), target.clone()];
        let mut arena = Arena::new(&[pusher(3, Effect::Push)], &two);
        arena.put(1, Hex::new(3, 5), BACK);
        arena.put(2, Hex::new(3, 7), BACK);
        arena.script(|s| {
            s.push = [AHEAD; 3].into();
            s.pay_collision = pays;
        });
        arena.attack(0, RIFLE, 1, &[1, 1, 1, 1]);
        assert_eq!(arena.unit(1).pos, Hex::new(3, 6));
        assert_eq!(arena.unit(2).pos, Hex::new(3, 7));
        let damage = if pays { 0 } else { 2000 };
        assert_eq!([1, 2].map(|u| lost(&arena, u)), [600 + damage, damage]);
        assert_eq!(spent(&arena, Side::B), if pays { 4 } else { 0 });
    }
    let own = [pusher(1, Effect::Push), target.clone()];
    let mut arena = Arena::new(&own, &[target]);
    arena.put(2, Hex::new(3, 5), BACK);
    arena.put(1, Hex::new(3, 6), BACK);
    arena.script(|s| {
        s.push = [AHEAD].into();
        s.pay_collision = true;
    });
    // The friend is next to the target, which is therefore engaged with it: shoot from beside it.
    arena.put(0, Hex::new(3, 4), AHEAD);
    arena.attack(0, SABER, 2, &[1, 1]);
    assert_eq!([Side::A, Side::B].map(|side| spent(&arena, side)), [1, 1]);
}

/// `ms10.push.collision`: with no Momentum left the damage must be taken.
#[test]
fn without_momentum_a_collision_hurts() {
    let target = drill(Tier::Basic, 0);
    let mut arena = Arena::new(&[pusher(1, Effect::Push)], &[target.clone(), target]);
    arena.put(1, Hex::new(3, 5), BACK);
    arena.put(2, Hex::new(3, 6), BACK);
    arena.set_momentum(Side::B, 1);
    arena.script(|s| {
        s.push = [AHEAD].into();
        s.pay_collision = true;
    });
    arena.attack(0, RIFLE, 1, &[1, 1]);
    assert_eq!(arena.momentum(Side::B), 0);
    assert_eq!([1, 2].map(|u| lost(&arena, u)), [200, 1000]);
}

/// `ms10.counter.pushed`: a unit pushed out of the engagement makes no Counter, not even with its
/// rifle; when the save is passed, or the push leads around the attacker, it does. A shot at a unit
/// that was not engaged is answered although it was pushed.
#[test]
fn who_is_pushed_away_does_not_counter() {
    for (step, face, weapon, countered) in [
        (AHEAD, 1, RIFLE, false),
        (AHEAD, 10, SABER, true),
        (Hex::new(-1, 0), 1, SABER, true),
    ] {
        let mut target = drill(Tier::Skilled, 1);
        target.weapons[SABER].pen = None;
        let mut arena = Arena::new(&[pusher(1, Effect::Push)], &[target]);
        arena.apart(0, 1, 1);
        arena.script(|s| {
            s.push = [step].into();
            s.counter = Some(weapon);
        });
        let faces = [&[1, face][..], if countered { &[1] } else { &[] }].concat();
        let events = arena.attack(0, SABER, 1, &faces);
        assert_eq!(strikes(&events).len(), 1 + usize::from(countered));
    }
    let mut arena = Arena::new(&[pusher(1, Effect::Push)], &[drill(Tier::Skilled, 1)]);
    arena.put(1, Hex::new(3, 5), BACK);
    arena.script(|s| {
        s.push = [AHEAD].into();
        s.counter = Some(RIFLE);
    });
    assert_eq!(strikes(&arena.attack(0, RIFLE, 1, &[1, 1, 1])).len(), 2);
}

/// `ms10.throw.enemy`: 5 dice and the printed melee bonus of 6, PEN 8P of Size 0, DMG 0, against
/// Melee DEF; a target of Size 0 that rolls [8,7] is moved 4 in. Only in melee range, for the Combat
/// Action.
#[test]
fn enemies_can_be_thrown() {
    let mut target = drill(Tier::Basic, 0);
    target.melee_def.bonus = 4;
    let mut arena = Arena::new(&[drill(Tier::Basic, 0)], &[target]);
    arena.apart(0, 1, 1);
    arena.script(|s| s.push = [AHEAD].into());
    let events = arena.turn(0, &[hit(THROW, 1), hit(SABER, 1)], &[1, 1, 1, 1, 1, 8, 7]);
    assert_eq!(pools(&events)[0], (5, 0));
    assert_eq!(results(&events), [(6, 4, 2)]);
    assert_eq!(saves(&events), [(8, 2, 1)]);
    assert_eq!(arena.unit(1).hp, FULL);
    assert_eq!(arena.unit(1).pos, Hex::new(3, 3));
    arena.apart(0, 1, 2);
    assert_eq!(strikes(&arena.attack(0, THROW, 1, &[])), []);
}

/// `ms10.throw.enemy`, `ms10.push.size`: Size 1 throws with PEN 9; a target of Size 1 adds 1: it
/// needs an 8.
#[test]
fn size_counts_on_both_sides_of_a_throw() {
    let sized = |size: u8| with!(drill(Tier::Basic, 0), size: size);
    let mut target = sized(1);
    target.melee_def.bonus = 5;
    let mut arena = Arena::new(&[sized(1)], &[target]);
    arena.apart(0, 1, 1);
    let events = arena.attack(0, THROW, 1, &[1, 1, 1, 1, 1, 8]);
    assert_eq!(saves(&events), [(8, 1, 0)]);
}

/// `ms10.throw.larger`: a Size 1 unit throws one of Size 3 for 2 Power or 2 Havoc; with 1 point, with
/// Boost or without any it may not; one of its own Size or smaller costs nothing.
#[test]
fn larger_enemies_cost_points() {
    use ResourceKind::{Boost, Havoc, Power};
    for (kind, points, size, left) in [
        (Power, 2, 3, Some(0)),
        (Havoc, 3, 3, Some(1)),
        (Power, 1, 3, None),
        (Boost, 2, 3, None),
        (Boost, 2, 1, Some(2)),
        (Power, 2, 0, Some(2)),
    ] {
        let mut unit = fuelled(Tier::Basic, 0, kind, points);
        unit.size = 1;
        let mut target = drill(Tier::Basic, 0);
        target.size = size;
        target.melee_def.bonus = 9;
        let mut arena = Arena::new(&[unit], &[target]);
        arena.apart(0, 1, 1);
        let faces: &[u8] = if left.is_some() { &[1; 5] } else { &[] };
        let thrown = strikes(&arena.attack(0, THROW, 1, faces)).len();
        assert_eq!(thrown, usize::from(left.is_some()));
        assert_eq!(arena.unit(0).points, left.unwrap_or(points));
    }
}
