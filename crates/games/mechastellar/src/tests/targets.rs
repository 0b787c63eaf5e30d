//! Ranges, arcs, legal targets, Lock On.

use super::hexmap;
use equipoise_engine::{Hex, Side};

use super::arena::{
    Arena, DULL_CUT, DULL_SHOT, RIFLE, SABER, attacks, crewed, go, mech, pools, results, strike,
};
use crate::data::profile::{
    RapidFire, RapidFireEffect, Role, Sensors, Tier, UnitProfile, UnitType,
};
use crate::options::Options;
use crate::rules::decision::Action;
use crate::rules::event::Event;
use crate::rules::unit_id::UnitId;

const EAST: Hex = Hex::new(1, 0);
const SOUTH: Hex = Hex::new(0, 1);

/// The targets unit 0 may shoot with its rifle, one turn each; every shot is dull.
fn shootable(arena: &mut Arena, enemies: &[UnitId]) -> Vec<UnitId> {
    let mut found = Vec::new();
    for &enemy in enemies {
        arena.run(&[], |game| game.state.begin_turn(0, false));
        if arena.view().may_attack(RIFLE, false, enemy) {
            assert_eq!(attacks(&arena.attack(0, RIFLE, enemy, &DULL_SHOT)).len(), 1);
            found.push(enemy);
        } else {
            assert!(attacks(&arena.attack(0, RIFLE, enemy, &[])).is_empty());
        }
        arena.unit_mut(0).facing = SOUTH;
    }
    found
}

/// Unit 0 with `own` profile on (3, 1) looking along (0, 1); plain enemies straight ahead at the
/// given distances in hexes.
fn ahead(own: UnitProfile, options: &Options, hexes: &[i16]) -> Arena {
    let enemies: Vec<UnitProfile> = hexes.iter().map(|_| mech()).collect();
    let mut arena = Arena::with(&[own], &enemies, options);
    arena.put(0, Hex::new(3, 1), SOUTH);
    for (i, &distance) in hexes.iter().enumerate() {
        arena.put(1 + i, Hex::new(3, 1 + distance), -SOUTH);
    }
    arena
}

fn inches(events: &[Event]) -> Option<u16> {
    events.iter().find_map(|event| match event {
        Event::Attack { inches, .. } => Some(*inches),
        _ => None,
    })
}

/// `ms10.range.measure`: from (3, 1) to (1, 5) is 4 steps, 2 along (-1, 1) and 2 along (0, 1):
/// 16 in.
#[test]
fn distance_runs_from_centre_to_centre() {
    let mut arena = Arena::duel();
    arena.put(0, Hex::new(3, 1), SOUTH);
    arena.put(1, Hex::new(1, 5), -SOUTH);
    assert_eq!(inches(&arena.attack(0, RIFLE, 1, &DULL_SHOT)), Some(4 * 4));
}

/// `ms10.range.max`: a rifle of 24 in reaches 6 hexes (24 in), not 7 (28 in); one of 26 in does
/// not reach 7 either.
#[test]
fn no_shot_beyond_the_maximum_range() {
    for (range_in, hexes, legal) in [(24, 6, true), (24, 7, false), (26, 7, false), (28, 7, true)] {
        let mut own = mech();
        own.weapons[RIFLE].range_in = range_in;
        let mut arena = ahead(own, &hexmap(), &[hexes]);
        let found = shootable(&mut arena, &[1]);
        assert_eq!(found == [1], legal, "{range_in} in at {hexes} hexes");
    }
}

/// `ms10.range.melee-reach`: a saber reaches 4 in, one hex; a whip of 8 in two, not three.
#[test]
fn melee_reaches_as_far_as_printed() {
    for (range_in, hexes, legal) in [(4, 1, true), (4, 2, false), (8, 2, true), (8, 3, false)] {
        let mut own = mech();
        own.weapons[SABER].range_in = range_in;
        let mut arena = ahead(own, &hexmap(), &[hexes]);
        let faces: &[u8] = if legal { &DULL_CUT } else { &[] };
        let events = arena.attack(0, SABER, 1, faces);
        assert_eq!(attacks(&events).len(), usize::from(legal), "{range_in} in");
    }
}

/// `ms10.range.rapid-fire`: a rifle 24|16 with one die more rolls 6 dice at 20 in and 7 at 16 in;
/// a sniper rifle 24|8 that loses 2 rolls 4 at 8 in; 2 HITS in the band make 5 + 2 = 7 HITS of a
/// dull shot.
#[test]
fn rapid_fire_counts_at_or_within_its_range() {
    use RapidFireEffect::{Dice, Hits};
    for (range_in, effect, hexes, dice, hits) in [
        (16, Dice(1), 5, 6, 5),
        (16, Dice(1), 4, 7, 5),
        (16, Dice(1), 2, 7, 5),
        (8, Dice(-2), 3, 6, 5),
        (8, Dice(-2), 2, 4, 5),
        (16, Hits(2), 5, 6, 5),
        (16, Hits(2), 4, 6, 7),
    ] {
        let mut own = mech();
        own.weapons[RIFLE].rapid_fire = Some(RapidFire { range_in, effect });
        let mut arena = ahead(own, &hexmap(), &[hexes]);
        let faces = vec![1; usize::from(dice) + 8];
        let events = arena.attack(0, RIFLE, 1, &faces);
        assert_eq!(pools(&events)[0], (dice, 0), "{effect:?} at {hexes}");
        assert_eq!(results(&events)[0].0, hits, "{effect:?} at {hexes}");
    }
}

/// `ms10.target.arc`: facing (1, 0), the way (2, -4) is at 90 degrees, on the dividing line: legal;
/// (0, -3) is at 120 degrees and (-2, 0) at 180: illegal. A saber has no arc.
#[test]
fn shots_stay_inside_the_front_arc() {
    for (way, legal) in [
        (Hex::new(3, 0), true),
        (Hex::new(2, -4), true),
        (Hex::new(0, -3), false),
        (Hex::new(-2, 0), false),
    ] {
        let mut arena = Arena::duel();
        let here = Hex::new(3, 5);
        arena.put(0, here, EAST);
        arena.put(1, here + way, -way);
        let faces: &[u8] = if legal { &DULL_SHOT } else { &[] };
        let events = arena.attack(0, RIFLE, 1, faces);
        assert_eq!(attacks(&events).len(), usize::from(legal), "{way:?}");
    }
    let mut arena = Arena::duel();
    arena.put(0, Hex::new(3, 5), EAST);
    arena.put(1, Hex::new(2, 5), EAST);
    assert_eq!(attacks(&arena.attack(0, SABER, 1, &DULL_CUT)), [(0, 1)]);
}

/// `ms10.target.arc`: the arc is judged before the attacker turns, also for a Counter: an Ace shot
/// from its rear arc cannot shoot back, one shot from the front can. Blindside gives the shot from
/// behind 2 HITS more, 5 unblocked.
#[test]
fn a_counter_needs_the_target_in_front_before_turning() {
    for (facing, counters) in [(-SOUTH, 1), (SOUTH, 0)] {
        let mut arena = Arena::new(&[mech()], &[crewed(Tier::Ace)]);
        arena.apart(0, 1, 4);
        arena.unit_mut(1).facing = facing;
        arena.script(|s| s.counter = Some(RIFLE));
        let faces = vec![1; 14 * (1 + counters)];
        let events = arena.attack(0, RIFLE, 1, &faces);
        assert_eq!(results(&events).len(), 1 + counters, "{facing:?}");
    }
}

/// `ms10.target.turn`: a shot at a target 60 degrees off turns the model to it; so does a cut, and
/// so does a Counter its model.
#[test]
fn attacking_turns_the_model() {
    let mut arena = Arena::new(&[mech()], &[crewed(Tier::Ace)]);
    let (here, way) = (Hex::new(3, 5), Hex::new(3, -3));
    arena.put(0, here, EAST);
    arena.put(1, here + way, Hex::new(0, 1));
    arena.script(|s| s.counter = Some(RIFLE));
    arena.attack(0, RIFLE, 1, &[DULL_SHOT, DULL_SHOT].concat());
    assert_eq!(arena.unit(0).facing, way);
    assert_eq!(arena.unit(1).facing, -way);

    let mut arena = Arena::duel();
    arena.put(0, here, EAST);
    arena.put(1, Hex::new(2, 5), EAST);
    arena.attack(0, SABER, 1, &DULL_CUT);
    assert_eq!(arena.unit(0).facing, Hex::new(-1, 0));
}

/// `ms10.target.all-round`: a 360 weapon fires at a target dead astern and the model keeps its
/// facing.
#[test]
fn all_round_weapons_fire_anywhere_without_turning() {
    let mut turret = mech();
    turret.weapons[RIFLE].all_round = true;
    let mut arena = Arena::new(&[turret], &[mech()]);
    arena.apart(0, 1, 4);
    arena.unit_mut(0).facing = -SOUTH;
    let events = arena.attack(0, RIFLE, 1, &DULL_SHOT);
    assert_eq!(attacks(&events), [(0, 1)]);
    assert_eq!(arena.unit(0).facing, -SOUTH);
}

/// `ms10.target.closest`: enemies at 2, 3 and 5 hexes: a Basic unit may shoot only the one at 2;
/// of two at 2 hexes it may pick. Its whip of 12 in is free to reach past the closest.
#[test]
fn the_closest_enemy_must_be_shot() {
    let mut arena = ahead(mech(), &hexmap(), &[2, 3, 5]);
    assert_eq!(shootable(&mut arena, &[1, 2, 3]), [1]);
    arena.put(2, Hex::new(1, 3), -SOUTH);
    assert_eq!(shootable(&mut arena, &[1, 2, 3]), [1, 2]);

    let mut whip = mech();
    whip.weapons[SABER].range_in = 12;
    let mut arena = ahead(whip, &hexmap(), &[2, 3]);
    assert_eq!(attacks(&arena.attack(0, SABER, 2, &DULL_CUT)), [(0, 2)]);
}

/// `ms10.target.closest`: only enemies inside the arc are ranked: one 2 hexes behind does not save
/// one 3 hexes ahead. For a 360 weapon all are inside.
#[test]
fn the_closest_enemy_is_sought_inside_the_arc() {
    for (all_round, legal) in [(false, true), (true, false)] {
        let mut own = mech();
        own.weapons[RIFLE].all_round = all_round;
        let mut arena = Arena::new(&[own], &[mech(), mech()]);
        arena.put(0, Hex::new(3, 5), SOUTH);
        arena.put(1, Hex::new(3, 3), SOUTH);
        arena.put(2, Hex::new(3, 8), -SOUTH);
        assert_eq!(shootable(&mut arena, &[2]) == [2], legal);
    }
}

/// `ms10.target.not-valid`: the enemy at 2 hexes is engaged with an ally: it may not be shot, and
/// the free one at 4 hexes is the closest valid target. The same when the closest is dead.
#[test]
fn engaged_enemies_are_no_targets_and_hide_nobody() {
    let mut arena = Arena::new(&[mech(), mech()], &[mech(), mech()]);
    arena.put(0, Hex::new(3, 1), SOUTH);
    arena.put(2, Hex::new(3, 3), -SOUTH);
    arena.put(3, Hex::new(3, 5), -SOUTH);
    arena.put(1, Hex::new(8, 1), SOUTH);
    assert_eq!(shootable(&mut arena, &[2, 3]), [2]);
    arena.put(1, Hex::new(2, 3), SOUTH);
    assert_eq!(shootable(&mut arena, &[2, 3]), [3]);
    arena.put(1, Hex::new(8, 1), SOUTH);
    arena.unit_mut(2).on_table = false;
    assert_eq!(shootable(&mut arena, &[2, 3]), [3]);
}

/// `ms10.target.exempt`, `ms10.return-fire.exempt`, option `bt_free_targeting`: Skilled and Ace
/// units, Snipers and Warships shoot past the closest; Basic and Battle-Tested ones do not, the
/// latter do with the option.
#[test]
fn some_units_ignore_the_closest_rule() {
    let sniper = with!(mech(), role: Role::Sniper);
    let ship = with!(mech(), unit_type: UnitType::Warship);
    let veteran = || crewed(Tier::BattleTested);
    for (profile, option, free) in [
        (mech(), "false", false),
        (mech(), "true", false),
        (veteran(), "false", false),
        (veteran(), "true", true),
        (crewed(Tier::Skilled), "false", true),
        (crewed(Tier::Ace), "false", true),
        (sniper, "false", true),
        (ship, "false", true),
    ] {
        let mut options = hexmap();
        options.set("bt_free_targeting", option).unwrap();
        let (tier, role) = (profile.tier, profile.role);
        let mut arena = ahead(profile, &options, &[2, 4]);
        let expected: &[UnitId] = if free { &[1, 2] } else { &[1] };
        let found = shootable(&mut arena, &[1, 2]);
        assert_eq!(found, expected, "{tier:?} {role:?} {option}");
    }
}

/// `ms10.lock-on.choice`: with Sensors 20 in the option is there at 20 in, not at 24 in, and may be
/// declined.
#[test]
fn lock_on_is_open_within_sensors_and_optional() {
    for (hexes, wanted, dice) in [(5, true, 7), (6, true, 6), (5, false, 6)] {
        let mut own = mech();
        own.sensors.shooting_in = 20;
        let mut arena = ahead(own, &hexmap(), &[hexes]);
        arena.script(|s| s.lock_on = wanted);
        let faces = vec![1; dice + 8];
        let events = arena.attack(0, RIFLE, 1, &faces);
        assert_eq!(pools(&events)[0].0, dice as u8, "{hexes} hexes, {wanted}");
    }
}

/// `ms10.lock-on.dice`: attack 6 to 7 dice, Evade 8 to 9; a pool of 10 gets 1 automatic HIT. Never
/// on melee rolls (6 against 6 dice), never on the rolls of a Counter (6 against 8).
#[test]
fn lock_on_is_one_die_never_in_melee_or_counter() {
    let all = Sensors::of(48, 48);
    let seeing = |tier| with!(crewed(tier), sensors: all);
    let mut arena = Arena::new(&[seeing(Tier::Basic)], &[seeing(Tier::Ace)]);
    arena.apart(0, 1, 4);
    arena.script(|s| s.counter = Some(RIFLE));
    let faces = vec![1; 7 + 9 + 6 + 8];
    let events = arena.attack(0, RIFLE, 1, &faces);
    assert_eq!(pools(&events), [(7, 0), (9, 0), (6, 0), (8, 0)]);

    arena.script(|s| s.counter = None);
    arena.apart(0, 1, 1);
    let events = arena.attack(0, SABER, 1, &DULL_CUT);
    assert_eq!(pools(&events), [(6, 0), (6, 0)]);

    let mut gunner = seeing(Tier::Basic);
    gunner.weapons[RIFLE].dice = 10;
    let mut arena = Arena::new(&[gunner], &[mech()]);
    arena.apart(0, 1, 4);
    let events = arena.attack(0, RIFLE, 1, &[1; 18]);
    assert_eq!(pools(&events)[0], (10, 1));
}

/// `ms10.lock-on.dual`: Sensors 24|12 of both: at 20 in the shooter gets a die, the target none; at
/// 12 in both do. With one value, 20 in, both get theirs at 20 in.
#[test]
fn dual_sensors_differ_for_shooting_and_evading() {
    for (shooting_in, evade_in, hexes, expected) in [
        (24, 12, 5, [(7, 0), (8, 0)]),
        (24, 12, 3, [(7, 0), (9, 0)]),
        (12, 24, 5, [(6, 0), (9, 0)]),
        (20, 20, 5, [(7, 0), (9, 0)]),
    ] {
        let sensors = Sensors::of(shooting_in, evade_in);
        let unit = || UnitProfile { sensors, ..mech() };
        let mut arena = Arena::new(&[unit()], &[unit()]);
        arena.apart(0, 1, hexes);
        let faces = vec![1; usize::from(expected[0].0 + expected[1].0)];
        assert_eq!(pools(&arena.attack(0, RIFLE, 1, &faces)), expected);
    }
}

/// `ms10.return-fire.duty`: answering fire, a Basic unit may shoot its aggressor at 4 hexes past a
/// closer enemy at 2, or that closer one; a third at 3 hexes stays forbidden, and the duty brings the
/// shot at the aggressor. Without Return Fire the aggressor is forbidden as well.
#[test]
fn return_fire_frees_the_aggressor() {
    for (answers, target, shot) in [
        (true, 3, Some(3)),
        (true, 1, Some(1)),
        (true, 2, Some(3)),
        (false, 3, None),
    ] {
        let mut arena = ahead(mech(), &hexmap(), &[2, 3, 4]);
        arena.battle.aggressor = Some(3);
        arena.script(|s| s.actions.push_back(strike(RIFLE, target)));
        let faces: &[u8] = if shot.is_some() { &DULL_SHOT } else { &[] };
        let (_, events) = arena.run(faces, |game| game.take_turn(0, answers));
        let shots: Vec<_> = shot.map(|enemy| (0, enemy)).into_iter().collect();
        assert_eq!(attacks(&events), shots, "at {target}");
    }
}

/// `ms10.return-fire.duty`: an aggressor at 7 hexes is out of range of 24 in; the closest enemy at
/// 2 is shot instead, asked for or not. With both out of range nothing is owed.
#[test]
fn return_fire_out_of_range_falls_on_the_closest() {
    for wish in [strike(RIFLE, 2), strike(RIFLE, 1), Action::End] {
        let mut arena = ahead(mech(), &hexmap(), &[2, 7]);
        arena.battle.aggressor = Some(2);
        arena.script(|s| s.actions.push_back(wish));
        let (_, events) = arena.run(&DULL_SHOT, |game| game.take_turn(0, true));
        assert_eq!(attacks(&events), [(0, 1)], "{wish:?}");
    }
    let mut arena = ahead(mech(), &hexmap(), &[7, 8]);
    arena.battle.aggressor = Some(2);
    let (_, events) = arena.run(&[], |game| game.take_turn(0, true));
    assert!(attacks(&events).is_empty());
}

/// `ms10.return-fire.duty`: an engaged unit answers with its blade; the rifle would cost Momentum
/// (`ms10.engage.shoot-cost`), which nobody is made to pay.
#[test]
fn an_engaged_unit_answers_in_melee() {
    for (armed, faces) in [(true, &DULL_CUT[..]), (false, &[])] {
        let mut own = mech();
        if !armed {
            own.weapons.truncate(SABER);
        }
        let mut arena = ahead(own, &hexmap(), &[1]);
        arena.battle.aggressor = Some(1);
        let (_, events) = arena.run(faces, |game| game.take_turn(0, true));
        assert_eq!(attacks(&events).len(), usize::from(armed));
        assert_eq!(arena.momentum(Side::A), 10);
    }
}

/// `ms10.return-fire.exempt`: a Skilled unit answering fire may shoot the third enemy, a
/// Battle-Tested one shoots its aggressor.
#[test]
fn exempt_units_answer_whom_they_like() {
    for (tier, shot) in [(Tier::Skilled, 2), (Tier::BattleTested, 3)] {
        let mut arena = ahead(crewed(tier), &hexmap(), &[2, 3, 4]);
        arena.battle.aggressor = Some(3);
        arena.script(|s| s.actions.push_back(strike(RIFLE, 2)));
        let (_, events) = arena.run(&DULL_SHOT, |game| game.take_turn(0, true));
        assert_eq!(attacks(&events), [(0, shot)], "{tier:?}");
    }
}

/// `ms10.target.closest`: closest is judged where the shooter stands when it shoots: the enemy at
/// 2 hexes to the left is nearer until the unit has moved 2 hexes on.
#[test]
fn the_closest_enemy_is_judged_after_moving() {
    let mut arena = Arena::new(&[mech()], &[mech(), mech()]);
    arena.put(0, Hex::new(3, 1), SOUTH);
    arena.put(1, Hex::new(1, 2), SOUTH);
    arena.put(2, Hex::new(3, 5), -SOUTH);
    assert!(shootable(&mut arena, &[2]).is_empty());
    let actions: [Action; 2] = [go(3, 3), strike(RIFLE, 2)];
    assert_eq!(attacks(&arena.turn(0, &actions, &DULL_SHOT)), [(0, 2)]);
}
