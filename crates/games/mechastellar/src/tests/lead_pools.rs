//! What Commanders and Fleet Commanders change in pools.

use equipoise_engine::NoLog;

use super::arena::{Arena, RIFLE, SABER, mech, rifle};
use super::field::Field;
use crate::data::command::{CommanderTrait, Fleet, FleetTrait};
use crate::data::profile::{Category, UnitProfile, UnitType};
use crate::rules::clash::{CounterTerms, Line, PreRoll, Strike};
use crate::rules::unit_id::UnitId;

/// A plain unit and the one that leads, of a kind, against one unit.
fn led(own: Option<CommanderTrait>, fleet: Option<FleetTrait>, unit: &UnitProfile) -> Arena {
    let field = Field::new(&[unit.clone(), unit.clone()], std::slice::from_ref(unit));
    let lead = |fleet| Fleet {
        commander: 1,
        own: fleet,
    };
    let field = field.with(|scenario| {
        scenario.forces[0].commander = Some(1);
        scenario.forces[0].commander_trait = own;
        scenario.forces[0].fleet = fleet.map(lead);
    });
    field.arena()
}

/// A Warship whose rifle is an anti-air missile.
fn ship() -> UnitProfile {
    let missile = with!(rifle(), anti_air: true, category: Some(Category::Explosive));
    let saber = mech().weapons[SABER].clone();
    with!(mech(), unit_type: UnitType::Warship, weapons: vec![missile, saber])
}

fn attack(arena: &Arena, strike: &Strike, lock: bool) -> Line {
    let pre = with!(PreRoll::default(), lock_on: [lock, false]);
    arena.view().attack_line(strike, &pre, &mut NoLog)
}

fn defence(arena: &Arena, strike: &Strike) -> Line {
    let pre = PreRoll::default();
    arena.view().defence_line(strike, &pre, &mut NoLog)
}

fn counter(attacker: UnitId, weapon: usize, target: UnitId) -> Strike {
    let terms = CounterTerms {
        penalty: false,
        trade: false,
        skill: None,
    };
    with!(Strike::plain(attacker, weapon, target), counter: Some(terms))
}

/// `ms93.commander.vigilant-leader`: the side shoots with 4+ instead of 5+ up to 24 in, 6 hexes; Focus still has
/// 3+. Neither farther off, in melee, in a Counter, nor once the Commander is destroyed; and it is believed in:
/// the rifle's 0.7 a die instead of 0.6.
#[test]
fn the_vigilant_shoot_better() {
    let mut arena = led(Some(CommanderTrait::VigilantLeader), None, &mech());
    let target = |arena: &Arena, strike: &Strike| attack(arena, strike, false).shape.target;
    for unit in [0, 1] {
        arena.apart(unit, 2, 6);
        let shot = Strike::plain(unit, RIFLE, 2);
        assert_eq!(target(&arena, &shot), 4);
        assert_eq!(attack(&arena, &shot, false).shape.lowered, 3);
        assert_eq!(target(&arena, &Strike::plain(unit, SABER, 2)), 5);
        assert_eq!(target(&arena, &counter(unit, RIFLE, 2)), 5);
        assert_eq!(target(&arena, &Strike::plain(2, RIFLE, unit)), 5);
        let believed = |arena: &Arena| arena.view().belief_under(&shot, None);
        let without = with!(led(None, None, &mech()), battle: arena.battle.clone());
        assert!(believed(&arena) > believed(&without));
        arena.apart(unit, 2, 7);
        assert_eq!(target(&arena, &shot), 5);
        arena.apart(unit, 2, 6);
    }
    arena.unit_mut(1).hp = 0;
    arena.run(&[], |game| game.destroy(1, 2));
    arena.apart(0, 2, 6);
    assert_eq!(target(&arena, &Strike::plain(0, RIFLE, 2)), 5);
}

/// `ms93.commander.bold-leader`: the side hits in melee with 4+, its Commander alone blocks there with 4+, neither
/// in a Counter.
#[test]
fn the_bold_fight_better() {
    let mut arena = led(Some(CommanderTrait::BoldLeader), None, &mech());
    for (unit, blocks) in [(0, 5), (1, 4)] {
        arena.apart(unit, 2, 1);
        let target = |strike: &Strike| attack(&arena, strike, false).shape.target;
        assert_eq!(target(&Strike::plain(unit, SABER, 2)), 4);
        assert_eq!(target(&Strike::plain(unit, RIFLE, 2)), 5);
        assert_eq!(target(&counter(unit, SABER, 2)), 5);
        let block = |strike: &Strike| defence(&arena, strike).shape.target;
        assert_eq!(block(&Strike::plain(2, SABER, unit)), blocks);
        assert_eq!(block(&Strike::plain(2, RIFLE, unit)), 5);
        assert_eq!(block(&counter(2, SABER, unit)), 5);
    }
}

/// `ms93.fleet.ship-hunter`: the Fleet Commander's Lock On on a Warship is 2 HITS in place of a die: 6 dice and 5 + 2
/// instead of 7 dice and 5; that of another ship is the die.
#[test]
fn ship_hunters_lock_on_harder() {
    let arena = led(None, Some(FleetTrait::ShipHunter), &ship());
    for (unit, lock, expected) in [(1, true, (6, 7)), (1, false, (6, 5)), (0, true, (7, 5))] {
        let line = attack(&arena, &Strike::plain(unit, RIFLE, 2), lock);
        assert_eq!((line.shape.dice, line.flat), expected, "{unit} {lock}");
    }
}

/// `ms93.fleet.pinpoint-air-defenses`: with an [AA] weapon 5 + 1; against missiles with the reaction 2 + 1 + 1
/// instead of 2 + 1, without it 2; Melee DEF 3 + 1.
///
/// `ms93.fleet.missile-saturation`: with an [AA] missile 5 + 2.
#[test]
fn fleets_have_better_air_defences() {
    let shot = Strike::plain(0, RIFLE, 2);
    let shelled = Strike::plain(2, RIFLE, 0);
    let own = [
        None,
        Some(FleetTrait::PinpointAirDefenses),
        Some(FleetTrait::MissileSaturation),
    ];
    for (fleet, hits, missiles, reacting, melee) in [
        (own[0], 5, 2, 3, 3),
        (own[1], 6, 2, 4, 4),
        (own[2], 7, 2, 3, 3),
    ] {
        let mut arena = led(None, fleet, &ship());
        assert_eq!(attack(&arena, &shot, false).flat, hits);
        assert_eq!(defence(&arena, &shelled).flat, missiles);
        assert_eq!(defence(&arena, &Strike::plain(2, SABER, 0)).flat, melee);
        arena.unit_mut(0).anti_air = 1;
        assert_eq!(defence(&arena, &shelled).flat, reacting);
        // The enemy has nothing of it.
        assert_eq!(attack(&arena, &shelled, false).flat, 5);
    }
}

/// `ms93.fleet.fleet-missile-defense`: 2 + 2 DEF against missiles from 20 in, 5 hexes, 2 from 16 in; for allies up
/// to 24 in, 6 hexes, from the Fleet Commander, until that is destroyed (`ms93.fleet.eligibility`).
#[test]
fn fleets_are_covered_against_missiles() {
    let mut arena = led(None, Some(FleetTrait::FleetMissileDefense), &ship());
    let def = |arena: &Arena, unit| defence(arena, &Strike::plain(2, RIFLE, unit)).flat;
    for unit in [0, 1] {
        arena.apart(unit, 2, 5);
        let other = 1 - unit;
        let (at, facing) = (arena.unit(unit).pos, arena.unit(unit).facing);
        for (away, covered) in [(6, 4), (7, if unit == 1 { 4 } else { 2 })] {
            arena.put(other, equipoise_engine::Hex::new(at.q + away, at.r), facing);
            assert_eq!(def(&arena, unit), covered, "{unit} {away}");
        }
        arena.put(other, at, facing);
        arena.apart(unit, 2, 4);
        assert_eq!(def(&arena, unit), 2);
    }
    arena.apart(0, 2, 5);
    arena.battle.losses = true;
    arena.unit_mut(1).on_table = false;
    assert_eq!(def(&arena, 0), 2);
}
