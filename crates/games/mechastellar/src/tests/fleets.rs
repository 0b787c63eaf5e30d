//! What Fleet Commanders bring the ships and units of their side.

use equipoise_engine::{Hex, Side};

use super::arena::{Arena, RIFLE, aboard, force, pools, results};
use super::drill::{drill, times};
use super::hexmap;
use crate::data::command::{Fleet, FleetTrait};
use crate::data::profile::{Defence, Sensors, Ship, Tier, UnitProfile, UnitType};
use crate::data::scenario::{Entry, Scenario};
use crate::data::table::Table;
use crate::rules::aim::Form;
use crate::rules::clash::Strike;
use crate::rules::moves::MoveWith;

/// A ship with Catapult 8 in and Repair 500.
fn warship() -> UnitProfile {
    let ship = Ship {
        catapult_in: 8,
        repair_hp: 500,
        repair_bay: 1,
        actions: 1,
    };
    with!(drill(Tier::Basic, 0), unit_type: UnitType::Warship, ship: Some(ship))
}

/// Entries of side A, the first of which leads a fleet, against some of side B.
fn led(own: Vec<Entry>, enemies: Vec<Entry>, fleet: Option<FleetTrait>) -> Arena {
    let lead = |own| Fleet { commander: 0, own };
    let own = with!(force(own), fleet: fleet.map(lead));
    let scenario = Scenario::open(Table::DUEL, [own, force(enemies)]);
    Arena::scene(&scenario, &hexmap())
}

fn enemy() -> Vec<Entry> {
    vec![Entry::single(drill(Tier::Basic, 0))]
}

/// `ms93.fleet.carrier-armada`: Catapult 8 in launches over 2 * 8 = 16 in, four hexes; Repair 500 mends
/// 2 * 500 = 1000 HP, up to the full HP as ever; without the trait both are as printed.
#[test]
fn armadas_launch_farther_and_mend_more() {
    for (fleet, far, hp) in [(Some(FleetTrait::CarrierArmada), 4, 1100), (None, 2, 600)] {
        let crew = [warship(), drill(Tier::Basic, 0)].map(Entry::single);
        let [ship, mech] = crew;
        let mut arena = led(vec![ship, with!(mech, aboard: Some(0))], enemy(), fleet);
        arena.unit_mut(1).hp = 100;
        arena.script(|s| {
            s.repair = [1].into();
            // Farther than any of the two: then as near as the deck allows.
            s.launch = Some(arena.unit(0).pos + Hex::new(0, far));
        });
        arena.run(&[], |game| game.repair_all());
        assert_eq!(arena.unit(1).hp, hp);
        arena.run(&[], |game| game.launch(Side::A));
        assert_eq!(arena.view().distance(0, 1), far as u16);
    }
    let mut arena = led(
        vec![Entry::single(warship()), aboard(drill(Tier::Basic, 0))],
        enemy(),
        Some(FleetTrait::CarrierArmada),
    );
    let too_far = arena.unit(0).pos + Hex::new(0, 5);
    arena.script(|s| s.launch = Some(too_far));
    arena.run(&[], |game| game.launch(Side::A));
    assert!(arena.view().distance(0, 1) < 5);
}

/// `ms93.fleet.carrier-armada`: units go aboard from 12 in, three hexes, not from 16 in; of other ships from 8 in, and
/// so they do once the Fleet Commander is destroyed (`ms93.fleet.eligibility`).
#[test]
fn armadas_take_units_aboard_from_farther() {
    let armada = Some(FleetTrait::CarrierArmada);
    for (fleet, lost, away, boards) in [
        (armada, false, 3, true),
        (armada, false, 4, false),
        (armada, true, 3, false),
        (None, false, 3, false),
        (None, false, 2, true),
    ] {
        let own = [warship(), warship(), drill(Tier::Basic, 0)].map(Entry::single);
        let mut arena = led(own.into(), enemy(), fleet);
        arena.battle.losses = lost;
        arena.unit_mut(0).on_table = false;
        arena.unit_mut(0).reserve = !lost;
        if lost {
            arena.unit_mut(0).hp = 0;
        }
        arena.put(1, Hex::new(3, 1), Hex::new(0, 1));
        arena.put(2, Hex::new(3, 1 + away), Hex::new(0, 1));
        arena.script(|s| s.board = true);
        arena.full_turn(2, &[], &[]);
        assert_eq!(
            times(&arena, "board"),
            usize::from(boards),
            "{fleet:?} {away}"
        );
        assert_eq!(arena.unit(2).aboard, boards.then_some(1));
    }
}

/// `ms93.fleet.awacs-support`: a mech with Sensors 16 in, four hexes, locks on from 24 in, six hexes, at a target
/// 36 in, nine hexes, from a Fleet Commander with Sensors 40 in, ten hexes: 1 + 1 = 2 dice, and believes in it. Not at a
/// target eleven hexes from it; no Warship does, nor Evade, nor anybody without the Fleet Commander on the table.
#[test]
fn fleets_find_targets_for_their_units() {
    let awacs = Some(FleetTrait::AwacsSupport);
    let flagship = with!(warship(), sensors: Sensors::of(40, 40));
    let mech = with!(drill(Tier::Basic, 0), sensors: Sensors::of(16, 16));
    let other_ship = with!(mech.clone(), unit_type: UnitType::Warship);
    for (shooter, fleet, ship_away, standing, dice) in [
        (&mech, awacs, 9, true, 2),
        (&mech, awacs, 10, true, 2),
        (&mech, awacs, 11, true, 1),
        (&mech, awacs, 9, false, 1),
        (&mech, None, 9, true, 1),
        (&other_ship, awacs, 9, true, 1),
    ] {
        let own = [flagship.clone(), shooter.clone()].map(Entry::single);
        let mut arena = led(own.into(), vec![Entry::single(mech.clone())], fleet);
        arena.apart(1, 2, 6);
        let at = arena.unit(2).pos;
        arena.put(0, Hex::new(at.q, at.r - ship_away), Hex::new(0, 1));
        arena.unit_mut(0).on_table = standing;
        let believed = arena.view().belief(&Strike::plain(1, RIFLE, 2));
        let mut printed = with!(led(
            vec![Entry::single(flagship.clone()), Entry::single(shooter.clone())],
            vec![Entry::single(mech.clone())],
            None,
        ), battle: arena.battle.clone());
        printed.unit_profile(1).weapons[RIFLE].dice = i32::from(dice);
        let plain = printed.view().belief(&Strike::plain(1, RIFLE, 2));
        assert_eq!(believed, plain, "{ship_away}");
        let events = arena.attack_by_luck(1, RIFLE, 2);
        assert_eq!(
            pools(&events)[0].0,
            dice,
            "{fleet:?} {ship_away} {standing}"
        );
        assert_eq!(pools(&events)[1].0, 0, "Evade");
    }
    // Lock On cancels the penalty of indirect fire.
    let mut gunner = mech.clone();
    gunner.weapons[RIFLE].indirect = true;
    let own = [flagship, gunner].map(Entry::single);
    let mut arena = led(own.into(), vec![Entry::single(mech)], awacs);
    arena.apart(1, 2, 6);
    arena.put(0, Hex::new(5, 1), Hex::new(0, 1));
    let strike = with!(Strike::plain(1, RIFLE, 2), form: Form::Indirect);
    let arm = &arena.bout.units[1].weapons[RIFLE];
    assert!(arena.view().can_lock_on(&strike, arm, false));
    assert!(!arena.view().can_lock_on(&strike, arm, true));
}

/// `ms93.fleet.blockade-runner`: with Move 5 5 + 3 in on the first Move Action and 5 on the second; two failed Evade dice
/// come again, [10, 5] make 3 DEF. Another ship of the fleet has neither.
#[test]
fn runners_go_farther_and_evade_again() {
    let ship = with!(warship(), move_in: 5, evade: Defence { dice: 2, bonus: 0 });
    let own = [ship.clone(), ship].map(Entry::single);
    let lead = Fleet {
        commander: 0,
        own: FleetTrait::BlockadeRunner,
    };
    let red = with!(force(own.into()), fleet: Some(lead));
    let scenario = Scenario::open(Table::DUEL, [red, force(enemy())]);
    let mut arena = Arena::on(&scenario, &crate::options::Options::default());
    for (unit, q, r) in [(0, 5, 5), (1, 15, 5), (2, 5, 20)] {
        arena.put(
            unit,
            Hex::new(q, r),
            Hex::new(0, if r > 5 { -1 } else { 1 }),
        );
    }
    for (unit, first) in [(0, 5 + 3), (1, 5)] {
        arena.run(&[], |game| game.open_turn(unit, false));
        assert_eq!(arena.view().reach(unit, MoveWith::MoveAction), first);
        assert!(!arena.view().has_fly(unit));
    }
    for (unit, again, def) in [(0, &[10, 5][..], 3), (1, &[], 0)] {
        let events = arena.attack(2, RIFLE, unit, &[&[1, 1, 1], again].concat());
        assert_eq!(results(&events), [(0, def, 0)]);
    }
}
