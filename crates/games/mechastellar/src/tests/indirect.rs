//! Indirect fire: out of sight, at a price and without help.

use super::hexmap;
use equipoise_engine::{Hex, Side};

use super::arena::{Arena, RIFLE, SABER, force, pools, results, rifle, squad};
use super::drill::{FOCUS, drill, flats, strikes, times};
use super::field::{Field, bare};
use crate::data::profile::{Category, Sensors, Support, Tier, UnitProfile};
use crate::data::scenario::{Entry, Environment, Scenario, TerrainPiece};
use crate::data::table::Table;
use crate::options::Options;
use crate::rules::aim::Form;
use crate::rules::decision::AttackBonus;
use crate::rules::event::Event;

/// Weapon 2 of [`gunner`].
const PODS: usize = 2;

/// A drill unit whose rifle has indirect fire.
fn gunner(tier: Tier, hits: i8) -> UnitProfile {
    let mut unit = drill(tier, hits);
    unit.weapons[RIFLE].indirect = true;
    unit
}

/// Both units 24 in apart with a wall half way, which nothing can destroy.
fn walled(a: UnitProfile, b: Entry, environment: Environment, options: &Options) -> Arena {
    let wall = TerrainPiece {
        name: "wall".to_owned(),
        hexes: vec![Hex::new(3, 5).to_offset()],
        level: 0,
        cover: true,
        blocks_los: true,
        obscuring: false,
        deep_water: false,
        destructible: false,
        small: true,
        overhead: false,
    };
    let forces = [force(vec![Entry::single(a)]), force(vec![b])];
    let scenario = with!(Scenario::open(Table::DUEL, forces), terrain: vec![wall],
        environment: environment);
    Arena::scene(&scenario, options)
}

/// The attack of unit 0 with a weapon on unit 1 behind the wall, on a Ground table.
fn over_the_wall(a: UnitProfile, b: UnitProfile, faces: &[u8]) -> (Arena, Vec<Event>) {
    let mut arena = walled(a, Entry::single(b), Environment::Ground, &hexmap());
    let events = arena.attack(0, RIFLE, 1, faces);
    (arena, events)
}

/// `ms10.idf.cover`: who stands under a bridge is no target of indirect fire, and one of direct fire.
#[test]
fn cover_overhead_stops_indirect_fire() {
    for (overhead, indirect, shots) in [(true, true, 0), (false, true, 1), (true, false, 1)] {
        let bridge = with!(bare(), overhead: overhead);
        let screen = with!(bare(), blocks_los: true);
        let mut field = Field::new(&[gunner(Tier::Basic, 0)], &[drill(Tier::Basic, 0)])
            .piece(bridge, &[(3, 8)]);
        if indirect {
            field = field.piece(screen, &[(3, 5)]);
        }
        let mut arena = field.arena();
        let events = arena.attack(0, RIFLE, 1, &[1][..shots]);
        assert_eq!(results(&events).len(), shots);
    }
}

/// `ms10.idf.attack`: 8 HITS less 2 out of sight are 6, against 1 DEF of the wall 5; in sight there
/// is no penalty; without the tag, and beyond the range of 24 in, no shot at all.
#[test]
fn indirect_fire_reaches_over_walls() {
    let (_, events) = over_the_wall(gunner(Tier::Basic, 8), drill(Tier::Basic, 0), &[1]);
    assert_eq!(results(&events), [(6, 1, 5)]);
    let (_, events) = over_the_wall(drill(Tier::Basic, 8), drill(Tier::Basic, 0), &[]);
    assert_eq!(strikes(&events), []);
    let mut arena = Arena::new(&[gunner(Tier::Basic, 8)], &[drill(Tier::Basic, 0)]);
    assert_eq!(results(&arena.attack(0, RIFLE, 1, &[1])), [(8, 0, 8)]);
    let mut arena = walled(
        gunner(Tier::Basic, 8),
        Entry::single(drill(Tier::Basic, 0)),
        Environment::Ground,
        &hexmap(),
    );
    arena.put(0, Hex::new(3, 1), Hex::new(0, 1));
    assert_eq!(strikes(&arena.attack(0, RIFLE, 1, &[])), []);
}

/// `ms10.idf.squad`: against a squad 6 HITS are 8 in sight, and 6 - 2 + 2 out of sight; the tag
/// alone does it, a rifle without it stays at 6. One model gives nothing.
#[test]
fn indirect_weapons_scatter_squads() {
    let two = squad(&[drill(Tier::Basic, 0), drill(Tier::Basic, 0)]);
    let options = hexmap();
    let mut arena = walled(
        gunner(Tier::Basic, 6),
        two.clone(),
        Environment::Ground,
        &options,
    );
    assert_eq!(results(&arena.attack(0, RIFLE, 1, &[1]))[0].0, 6);
    for (unit, hits) in [(gunner(Tier::Basic, 6), 8), (drill(Tier::Basic, 6), 6)] {
        let mut arena = Arena::entries(vec![Entry::single(unit)], vec![two.clone()], &options);
        assert_eq!(results(&arena.attack(0, RIFLE, 1, &[1]))[0].0, hits);
    }
}

/// `ms10.idf.no-fly`: on a Ground table not at a flyer, in Space yes; a flyer in sight may be shot
/// at with the same weapon.
#[test]
fn flyers_are_out_of_reach_of_indirect_fire() {
    let mut flyer = drill(Tier::Basic, 0);
    flyer.fly = true;
    for (environment, shots) in [(Environment::Ground, 0), (Environment::Space, 1)] {
        let mut arena = walled(
            gunner(Tier::Basic, 8),
            Entry::single(flyer.clone()),
            environment,
            &hexmap(),
        );
        let faces: &[u8] = if shots > 0 { &[1] } else { &[] };
        let events = arena.attack(0, RIFLE, 1, faces);
        assert_eq!(strikes(&events).len(), shots);
    }
    let mut arena = Arena::new(&[gunner(Tier::Basic, 8)], &[flyer]);
    assert_eq!(strikes(&arena.attack(0, RIFLE, 1, &[1])).len(), 1);
}

/// `ms10.idf.no-counter`, `ms10.counter.weapon`: an Elite target behind the wall has no Counter with
/// its indirect rifle; in sight it has.
#[test]
fn indirect_fire_is_no_counter() {
    let units = [gunner(Tier::Basic, 3), gunner(Tier::Skilled, 3)];
    let mut hidden = walled(
        units[0].clone(),
        Entry::single(units[1].clone()),
        Environment::Ground,
        &hexmap(),
    );
    hidden.script(|s| s.counter = Some(RIFLE));
    assert_eq!(strikes(&hidden.attack(0, RIFLE, 1, &[1])).len(), 1);
    assert_eq!(hidden.momentum(Side::B), 10);
    let mut seen = Arena::new(&units[..1], &units[1..]);
    seen.script(|s| s.counter = Some(RIFLE));
    assert_eq!(strikes(&seen.attack(0, RIFLE, 1, &[1, 1])).len(), 2);
}

/// `ms10.idf.no-bonus`: no Focus (a 3 stays a failure; nobody even asks for skills), no Support, no advantage although
/// the target looks away: 4 + 3 - 2 = 5. In sight the same choices give 4 + 3 + 1 of Support + 2 of
/// Blindside + 1 of the focused 3 = 11.
#[test]
fn indirect_fire_takes_no_help() {
    let mut attacker = gunner(Tier::Skilled, 7);
    attacker.weapons.push(rifle());
    attacker.weapons[PODS].support = Some(Support::of(1, 0, false));
    let target = drill(Tier::Basic, 0);
    let entry = Entry::single(target.clone());
    let mut hidden = walled(attacker.clone(), entry, Environment::Ground, &hexmap());
    let mut seen = Arena::new(&[attacker], &[target]);
    for arena in [&mut hidden, &mut seen] {
        arena.put(1, Hex::new(3, 8), Hex::new(0, 1));
        arena.unit_mut(1).hp = 30_000;
        arena.script(|s| {
            s.attack_skills.push_back(FOCUS);
            s.support = [1 << PODS, 0];
        });
    }
    assert_eq!(results(&hidden.attack(0, RIFLE, 1, &[3]))[0].0, 5);
    assert_eq!(times(&hidden, "attack_skills"), 0);
    assert_eq!(times(&hidden, "support"), 0);
    assert_eq!(hidden.momentum(Side::A), 10);
    assert_eq!(results(&seen.attack(0, RIFLE, 1, &[3]))[0].0, 11);
}

/// `ms10.idf.no-bonus`: the HIT of a bold order helps in sight, 8 + 1, and not out of it, 8 - 2.
#[test]
fn orders_do_not_help_indirect_fire() {
    for (form, hits) in [(Form::Direct, 9), (Form::Indirect, 6)] {
        let own = gunner(Tier::Basic, 8);
        let mut arena = Arena::new(&[own], &[drill(Tier::Basic, 0)]);
        let (_, events) = arena.run(&[1], |game| {
            game.state.begin_turn(0, false);
            game.state.turn.order_hits = 1;
            game.attack(RIFLE, false, 1, form);
        });
        assert_eq!(results(&events)[0].0, hits);
    }
}

/// `ms10.idf.no-bonus`, `ms10.bonus.barrage`: of the elite bonuses only Barrage works: 1d10 is 2d10;
/// Bullseye leaves a 9 at one HIT.
#[test]
fn barrage_works_indirectly_bullseye_does_not() {
    let options = with!(hexmap(), elite_bonus: true);
    for (bonus, faces, dice, hits) in [
        (AttackBonus::Die, &[9, 1][..], 2, 5),
        (AttackBonus::Critical, &[9], 1, 5),
    ] {
        let mut arena = walled(
            gunner(Tier::Skilled, 6),
            Entry::single(drill(Tier::Basic, 0)),
            Environment::Ground,
            &options,
        );
        arena.script(|s| s.attack_bonus = bonus);
        let events = arena.attack(0, RIFLE, 1, faces);
        assert_eq!(pools(&events)[0], (dice, 0));
        assert_eq!(results(&events)[0].0, hits);
    }
}

/// `ms10.lock-on.cancel-idf`: a target within Sensors of 24 in and Lock On: 8 HITS instead of 6, and
/// no die; declined 6; with Sensors of 20 in there is no Lock On.
#[test]
fn lock_on_cancels_the_penalty() {
    for (sensors, wanted, hits) in [(24, true, 8), (24, false, 6), (20, true, 6)] {
        let mut attacker = gunner(Tier::Basic, 8);
        attacker.sensors = Sensors::of(sensors, 0);
        let mut arena = walled(
            attacker,
            Entry::single(drill(Tier::Basic, 0)),
            Environment::Ground,
            &hexmap(),
        );
        arena.script(|s| s.lock_on = wanted);
        let events = arena.attack(0, RIFLE, 1, &[1]);
        assert_eq!((pools(&events)[0], flats(&events)[0]), ((1, 0), hits));
    }
}

/// `ms10.idf.space`: in Space a Kinetic rifle has no indirect fire and gives another weapon Support
/// ATK +1 instead; an Energy rifle keeps it and gives none. On the Ground the Kinetic one fires.
#[test]
fn kinetic_weapons_support_in_space() {
    for (category, environment, fires) in [
        (Category::Kinetic, Environment::Space, false),
        (Category::Energy, Environment::Space, true),
        (Category::Kinetic, Environment::Ground, true),
    ] {
        let mut unit = gunner(Tier::Basic, 8);
        unit.weapons[RIFLE].category = Some(category);
        unit.weapons[SABER].range_in = 24;
        let mut arena = walled(
            unit,
            Entry::single(drill(Tier::Basic, 0)),
            environment,
            &hexmap(),
        );
        let faces: &[u8] = if fires { &[1] } else { &[] };
        let shots = strikes(&arena.attack(0, RIFLE, 1, faces)).len();
        assert_eq!(shots == 1, fires, "{category:?} {environment:?}");
        let given = arena.bout.units[0].weapons[RIFLE].support;
        assert_eq!(
            given.map(|s| (s.attack, s.melee)),
            (!fires).then_some((1, false))
        );
    }
}
