//! Warships: reactions, launching, boarding, repairs, sinking, orders.

use super::hexmap;
use equipoise_engine::{Hex, Side, matching};

use super::arena::{Arena, RIFLE, aboard, go, results, squad};
use super::drill::{
    FOCUS, VALOR, drill, flash, hit, iron_wall, lost, saves, spent, strikes, times,
};
use crate::data::profile::{Category, Ship, Tier, UnitProfile, UnitType};
use crate::data::scenario::Entry;
use crate::rules::aim::Form;
use crate::rules::clash::Strike;
use crate::rules::decision::{Action, AttackSkills, DefenceSkills};
use crate::rules::event::Event;

const DECK: Hex = Hex::new(3, 2);

/// A ship of the [`drill`] kind: no catapult beyond 8 in, Repair 1000, one repair a round.
fn warship(tier: Tier, hits: i8) -> UnitProfile {
    UnitProfile {
        unit_type: UnitType::Warship,
        ship: Some(Ship {
            catapult_in: 8,
            repair_hp: 1000,
            repair_bay: 1,
            actions: 1,
        }),
        ..drill(tier, hits)
    }
}

/// A ship on (3, 2) with units aboard, unit 1 and on, against one enemy.
fn carrier(ship: UnitProfile, crew: &[UnitProfile]) -> Arena {
    let passengers = crew.iter().cloned().map(aboard);
    let own = std::iter::once(Entry::single(ship)).chain(passengers);
    let enemy = vec![Entry::single(drill(Tier::Basic, 9))];
    Arena::entries(own.collect(), enemy, &hexmap())
}

fn all_weapons(times: u8) -> AttackSkills {
    with!(AttackSkills::default(), all_weapons: times)
}

fn anti_air(times: u8) -> DefenceSkills {
    with!(DefenceSkills::default(), anti_air: times)
}

/// `ms10.ship.all-weapons`: 8 HITS are 9 for 1 Momentum, for the rest of the round: the next attack
/// has 9 without paying; once a round, so a second wish is refused. A mech has no such reaction, nor
/// a ship without Momentum.
#[test]
fn all_weapons_fire() {
    let mut arena = Arena::new(&[warship(Tier::Basic, 8)], &[drill(Tier::Basic, 0)]);
    for _ in 0..2 {
        arena.script(|s| s.attack_skills = [all_weapons(1)].into());
        assert_eq!(results(&arena.attack(0, RIFLE, 1, &[1]))[0].0, 9);
        assert_eq!(spent(&arena, Side::A), 1);
    }
    for (unit, momentum) in [(warship(Tier::Basic, 8), 0), (drill(Tier::Basic, 8), 10)] {
        let mut arena = Arena::new(&[unit], &[drill(Tier::Basic, 0)]);
        arena.set_momentum(Side::A, momentum);
        arena.script(|s| s.attack_skills.push_back(all_weapons(1)));
        assert_eq!(results(&arena.attack(0, RIFLE, 1, &[1]))[0].0, 8);
        assert_eq!(arena.momentum(Side::A), momentum);
    }
}

/// `ms10.ship.all-weapons`: AA weapons gain nothing by it.
#[test]
fn anti_air_weapons_do_not_join() {
    let mut ship = warship(Tier::Basic, 8);
    ship.weapons[RIFLE].anti_air = true;
    let mut arena = Arena::new(&[ship], &[drill(Tier::Basic, 0)]);
    arena.script(|s| s.attack_skills.push_back(all_weapons(1)));
    assert_eq!(results(&arena.attack(0, RIFLE, 1, &[1]))[0].0, 8);
}

/// `ms10.ship.anti-air`: 6 HITS of missiles against 5 DEF: 6 DEF after the reaction for 1 Momentum, 0
/// unblocked; the next missiles meet 6 DEF at once. Energy meets 5. The ship's AA weapons have 1 HIT
/// more for the round, its others not.
#[test]
fn anti_air_defences() {
    for (category, def) in [(Category::Explosive, 6), (Category::Energy, 5)] {
        let mut attacker = drill(Tier::Basic, 6);
        attacker.weapons[RIFLE].category = Some(category);
        let mut ship = warship(Tier::Basic, 2);
        ship.evade.bonus = 5;
        ship.weapons.push(ship.weapons[RIFLE].clone());
        ship.weapons[2].anti_air = true;
        let mut arena = Arena::new(&[attacker], &[ship]);
        for _ in 0..2 {
            arena.script(|s| s.defence_skills = [anti_air(1)].into());
            let events = arena.attack(0, RIFLE, 1, &[1]);
            assert_eq!(results(&events), [(6, def, 6 - def)]);
            assert_eq!(spent(&arena, Side::B), 1);
        }
        for (weapon, hits) in [(2, 3), (RIFLE, 2)] {
            assert_eq!(results(&arena.attack(1, weapon, 0, &[1]))[0].0, hits);
        }
    }
}

/// `ms10.ship.anti-air`: bought in the ship's own attack as well: 1 HIT more with an AA weapon, none with
/// another, which profits later.
#[test]
fn anti_air_defences_fire_at_once() {
    for (anti_air, hits) in [(true, 9), (false, 8)] {
        let mut ship = warship(Tier::Basic, 8);
        ship.weapons[RIFLE].anti_air = anti_air;
        let mut arena = Arena::new(&[ship], &[drill(Tier::Basic, 0)]);
        arena.script(|s| {
            s.attack_skills
                .push_back(with!(AttackSkills::default(), anti_air: 1));
        });
        assert_eq!(results(&arena.attack(0, RIFLE, 1, &[1]))[0].0, hits);
        assert_eq!((spent(&arena, Side::A), arena.unit(0).anti_air), (1, 1));
    }
}

/// `ms10.ship.elite-twice`: an Elite captain fires all weapons twice a round, for 2 Momentum and +2
/// HITS; a third time is refused. Anti-air likewise.
#[test]
fn elite_captains_react_twice() {
    let mut arena = Arena::new(&[warship(Tier::Skilled, 3)], &[drill(Tier::Basic, 0)]);
    arena.script(|s| s.attack_skills.push_back(all_weapons(3)));
    assert_eq!(results(&arena.attack(0, RIFLE, 1, &[1]))[0].0, 5);
    assert_eq!(spent(&arena, Side::A), 2);
    let mut attacker = drill(Tier::Basic, 6);
    attacker.weapons[RIFLE].category = Some(Category::Explosive);
    let mut arena = Arena::new(&[attacker], &[warship(Tier::Ace, 3)]);
    arena.script(|s| s.defence_skills.push_back(anti_air(3)));
    assert_eq!(results(&arena.attack(0, RIFLE, 1, &[1]))[0].1, 2);
    assert_eq!(spent(&arena, Side::B), 2);
}

/// `ms10.skill.access`: in play a Basic ship has neither Valor nor Flash nor Iron Wall nor Zeal, with
/// a Skilled captain Valor and Iron Wall. Focus is always open.
#[test]
fn skills_of_ships() {
    for (tier, valor, wall) in [(Tier::Basic, 0, 0), (Tier::Skilled, 5, 3)] {
        let mut arena = Arena::new(&[warship(tier, 1)], &[warship(tier, 1)]);
        arena.script(|s| {
            s.attack_skills.push_back(VALOR);
            s.defence_skills.push_back(with!(iron_wall(1), flash: 1));
        });
        let fire = hit(RIFLE, 1);
        let events = arena.turn(0, &[fire, Action::Zeal { actions: 1 }, fire], &[1]);
        assert_eq!(results(&events), [(1 + valor, wall, 1 + valor - wall)]);
        arena.script(|s| {
            s.attack_skills.push_back(FOCUS);
            s.defence_skills.push_back(flash(1));
        });
        let events = arena.attack(0, RIFLE, 1, &[3]);
        assert_eq!(results(&events)[0].0, 2);
    }
}

/// `ms10.ship.launch`: when a round starts, within 8 in of the ship, with a catapult of 16 in within
/// 16 in; too far a wish leaves it to the nearest free hex. It looks as the ship does, and may stay
/// aboard.
#[test]
fn ships_launch() {
    for (catapult_in, wanted, at) in [
        (8, Some((3, 4)), Some((3, 4))),
        (16, Some((3, 6)), Some((3, 6))),
        (8, None, None),
    ] {
        let mut ship = warship(Tier::Basic, 0);
        ship.ship.as_mut().unwrap().catapult_in = catapult_in;
        let mut arena = carrier(ship, &[drill(Tier::Basic, 0)]);
        assert!(!arena.unit(1).on_table);
        arena.script(|s| s.launch = wanted.map(|(q, r)| Hex::new(q, r)));
        arena.run(&[], |game| game.launch(Side::A));
        assert_eq!(arena.unit(1).on_table, at.is_some());
        if let Some((q, r)) = at {
            assert_eq!(arena.unit(1).pos, Hex::new(q, r));
            assert_eq!(arena.unit(1).facing, Hex::new(0, 1));
        }
    }
    let mut arena = carrier(warship(Tier::Basic, 0), &[drill(Tier::Basic, 0)]);
    arena.script(|s| s.launch = Some(Hex::new(3, 5)));
    arena.run(&[], |game| game.launch(Side::A));
    assert!(arena.unit(1).pos.distance(DECK) <= 2);
}

/// `ms10.round.start-sequence`: round 1 of a battle: the roll-off, the ship's repair of the unit aboard, its
/// launch, the Challenge, then the first activation, before which the captain's order goes out.
#[test]
fn a_round_starts_in_order() {
    let mut arena = carrier(warship(Tier::Skilled, 0), &[drill(Tier::Basic, 0)]);
    arena.script(|s| {
        s.repair = [1].into();
        s.launch = Some(Hex::new(3, 4));
        s.challenge = [Some((0, 2)), None];
        s.order = true;
    });
    let (_, events) = arena.battle(&[8, 1].repeat(5));
    type Matches = fn(&Event) -> bool;
    let first: [(&str, Matches); 6] = [
        ("roll-off", |e| matches!(e, Event::RollOff { .. })),
        ("repair", |e| matches!(e, Event::Repair { .. })),
        ("launch", |e| matches!(e, Event::Launch { .. })),
        ("challenge", |e| matches!(e, Event::Challenge { .. })),
        ("order", |e| matches!(e, Event::Order { .. })),
        ("activation", |e| matches!(e, Event::Activate { .. })),
    ];
    let places = first.map(|(what, found)| {
        let place = events.iter().position(found);
        place.unwrap_or_else(|| panic!("no {what}"))
    });
    assert!(places.is_sorted(), "{places:?}");
}

/// `ms10.ship.launch`, `ms10.round.start-sequence`: a unit launched at the start of the round acts in
/// it: it fires at the enemy 16 in off.
#[test]
fn launched_units_act() {
    let mut arena = carrier(warship(Tier::Basic, 0), &[drill(Tier::Basic, 2)]);
    arena.script(|s| s.launch = Some(Hex::new(3, 4)));
    arena.run(&[], |game| game.launch(Side::A));
    assert_eq!(strikes(&arena.attack(1, RIFLE, 2, &[1])), [(1, 2, false)]);
}

/// `ms10.ship.board`: a unit that ends its own turn 8 in from its ship may go aboard; 12 in off
/// nobody asks, nor does an enemy's ship take it. Aboard it is off the table.
#[test]
fn units_go_aboard() {
    for (r, boards) in [(4, true), (5, false)] {
        let own = [warship(Tier::Basic, 0), drill(Tier::Basic, 0)];
        let mut arena = Arena::new(&own, &[drill(Tier::Basic, 0)]);
        arena.put(1, Hex::new(3, r - 1), Hex::new(0, 1));
        arena.script(|s| s.board = true);
        arena.full_turn(1, &[go(3, r)], &[]);
        assert_eq!(arena.unit(1).on_table, !boards);
        assert_eq!(arena.unit(1).aboard, boards.then_some(0));
        assert_eq!(times(&arena, "board"), usize::from(boards));
    }
    let mut arena = Arena::new(&[drill(Tier::Basic, 0)], &[warship(Tier::Basic, 0)]);
    arena.apart(0, 1, 2);
    arena.script(|s| s.board = true);
    arena.full_turn(0, &[], &[]);
    assert!(arena.unit(0).on_table);
}

fn repairs(events: &[Event]) -> Vec<(usize, u32)> {
    matching!(events, Event::Repair { unit, hp, .. } => (*unit, *hp))
}

/// `ms10.ship.repair`: Repair 1000 brings a unit aboard from 1500 to its full 2000 HP, once a round;
/// a unit on the table is not repaired.
#[test]
fn ships_repair_what_is_aboard() {
    let mut unit = drill(Tier::Basic, 0);
    unit.hp = 2000;
    let mut arena = carrier(warship(Tier::Basic, 0), &[unit]);
    arena.unit_mut(1).hp = 1500;
    for mended in [vec![(1, 500)], vec![]] {
        arena.script(|s| s.repair = [1, 1].into());
        let (_, events) = arena.run(&[], |game| game.repair_all());
        assert_eq!(repairs(&events), mended);
        arena.unit_mut(1).hp = 1500;
    }
    let own = [warship(Tier::Basic, 0), drill(Tier::Basic, 0)];
    let mut arena = Arena::new(&own, &[drill(Tier::Basic, 0)]);
    arena.unit_mut(1).hp = 100;
    arena.script(|s| s.repair = [1].into());
    let (_, events) = arena.run(&[], |game| game.repair_all());
    assert_eq!(repairs(&events), []);
}

/// `ms10.ship.repair-bay`: a Repair Bay of 3 with 2 units aboard makes 2 repairs, each on another
/// unit; a ship without makes 1.
#[test]
fn repair_bays_mend_several() {
    for (bay, mended) in [(3, vec![(1, 1000), (2, 1000)]), (1, vec![(1, 1000)])] {
        let mut ship = warship(Tier::Basic, 0);
        ship.ship.as_mut().unwrap().repair_bay = bay;
        let crew = [drill(Tier::Basic, 0), drill(Tier::Basic, 0)];
        let mut arena = carrier(ship, &crew);
        arena.unit_mut(1).hp = 1000;
        arena.unit_mut(2).hp = 1000;
        arena.script(|s| s.repair = [1, 2, 1].into());
        let (_, events) = arena.run(&[], |game| game.repair_all());
        assert_eq!(repairs(&events), mended);
    }
}

/// `ms10.ship.repair`: at any time: a unit that goes aboard is repaired in the same round if the ship
/// has not used its repair.
#[test]
fn who_comes_aboard_is_repaired() {
    for (used, hp) in [(0, 1100), (1, 100)] {
        let own = [warship(Tier::Basic, 0), drill(Tier::Basic, 0)];
        let mut arena = Arena::new(&own, &[drill(Tier::Basic, 0)]);
        arena.put(1, Hex::new(3, 3), Hex::new(0, 1));
        arena.unit_mut(1).hp = 100;
        arena.unit_mut(0).repairs = used;
        arena.script(|s| {
            s.board = true;
            s.repair = [1].into();
        });
        arena.full_turn(1, &[], &[]);
        assert_eq!(arena.unit(1).hp, hp);
    }
}

/// `ms10.ship.sunk-aboard`: the ship sinks; each unit aboard rolls three saves against PEN 5: [2,5,9]
/// costs 1000, [5,5,5] nothing. A unit of 1000 HP is destroyed, the other stands within 8 in.
#[test]
fn a_sinking_ship_endangers_its_crew() {
    let mut frail = drill(Tier::Basic, 0);
    frail.hp = 1000;
    let mut arena = carrier(warship(Tier::Basic, 0), &[frail, drill(Tier::Basic, 0)]);
    arena.unit_mut(0).hp = 300;
    let events = arena.attack(3, RIFLE, 0, &[1, 2, 5, 9, 5, 5, 5]);
    assert_eq!(saves(&events), [(5, 3, 1), (5, 3, 0)]);
    assert_eq!(
        [0, 1, 2].map(|u| arena.unit(u).on_table),
        [false, false, true]
    );
    assert!(arena.unit(2).pos.distance(DECK) <= 2);
    assert_eq!((lost(&arena, 2), arena.unit(2).aboard), (0, None));
}

/// `ms10.score.length`: a side whose only unit left is aboard a ship is not gone yet; when the ship
/// sinks with it, it is.
#[test]
fn units_aboard_keep_a_side_in_the_battle() {
    for (saves, decided) in [([5, 5, 5], false), ([1, 5, 5], true)] {
        let mut frail = drill(Tier::Basic, 0);
        frail.hp = 1000;
        let mut arena = carrier(warship(Tier::Basic, 0), &[frail]);
        arena.unit_mut(0).hp = 300;
        arena.attack(2, RIFLE, 0, &[&[1], &saves[..]].concat());
        let (over, _) = arena.run(&[], |game| game.is_decided());
        assert_eq!(over, decided);
    }
}

/// `ms10.ship.wreck`: the wreck stays and hides a mech behind it, and another ship not.
#[test]
fn wrecks_hide_smaller_units() {
    for (target, shots) in [(drill(Tier::Basic, 0), 0), (warship(Tier::Basic, 0), 1)] {
        let own = [drill(Tier::Skilled, 1)];
        let mut arena = Arena::new(&own, &[target, warship(Tier::Basic, 0)]);
        arena.put(2, Hex::new(3, 5), Hex::new(0, -1));
        arena.unit_mut(2).hp = 300;
        arena.attack(0, RIFLE, 2, &[1]);
        assert!(!arena.unit(2).on_table);
        let faces: &[u8] = if shots > 0 { &[1] } else { &[] };
        assert_eq!(strikes(&arena.attack(0, RIFLE, 1, faces)).len(), shots);
    }
}

/// `ms10.ship.wreck`, `ms10.squad.coherency`: the wreck of a ship stays where it fell when its squad
/// moves on.
#[test]
fn a_squad_leaves_its_wreck_behind() {
    let ships = [0; 3].map(|_| warship(Tier::Basic, 0));
    let enemy = vec![Entry::single(drill(Tier::Basic, 0))];
    let mut arena = Arena::entries(vec![squad(&ships)], enemy, &hexmap());
    let fell = arena.unit(2).pos;
    (arena.unit_mut(2).on_table, arena.unit_mut(2).wreck) = (false, true);
    arena.battle.wrecks = true;
    let to = fell + Hex::new(0, 1);
    arena.turn(0, &[go(to.q, to.r)], &[]);
    assert_eq!([0, 1, 2].map(|unit| arena.unit(unit).pos), [to, to, fell]);
}

/// `ms10.ship.wreck`, `ms10.idf.cover`: a wreck on the line is cover against indirect fire for a mech,
/// and for a ship none.
#[test]
fn wrecks_cover_smaller_units() {
    for (target, def) in [(drill(Tier::Basic, 0), 1), (warship(Tier::Basic, 0), 0)] {
        let mut own = drill(Tier::Skilled, 8);
        own.weapons[RIFLE].indirect = true;
        let mut arena = Arena::new(&[own], &[target, warship(Tier::Basic, 0)]);
        arena.put(2, Hex::new(3, 5), Hex::new(0, -1));
        (arena.unit_mut(2).on_table, arena.unit_mut(2).wreck) = (false, true);
        arena.battle.wrecks = true;
        let strike = with!(Strike::plain(0, RIFLE, 1), form: Form::Indirect);
        let cover = arena.view().cover_in_force(&strike);
        assert_eq!(i32::from(cover.is_some()), def);
    }
}

/// `ms10.orders.pool`: a Battle-Tested captain has 1 order, a Skilled 2, an Ace 3, a Basic none, and
/// crews of mechs none; a captain that is lost adds none the next round.
#[test]
fn captains_have_orders() {
    for (tier, orders) in [
        (Tier::Basic, 0),
        (Tier::BattleTested, 1),
        (Tier::Skilled, 2),
        (Tier::Ace, 3),
    ] {
        let own = [warship(tier, 0), drill(Tier::Ace, 0)];
        let mut arena = Arena::new(&own, &[drill(Tier::Ace, 0)]);
        arena.run(&[], |game| game.tally_orders());
        assert_eq!(
            [Side::A, Side::B].map(|side| arena.side(side).orders),
            [orders, 0]
        );
        arena.unit_mut(0).on_table = false;
        arena.run(&[], |game| game.tally_orders());
        assert_eq!(arena.side(Side::A).orders, 0);
    }
}

/// A Skilled captain's ship with two orders and a unit beside it, against enemies.
fn ordered(unit: UnitProfile, enemies: &[UnitProfile]) -> Arena {
    let mut arena = Arena::new(&[warship(Tier::Skilled, 1), unit], enemies);
    arena.run(&[], |game| game.tally_orders());
    arena.script(|s| s.order = true);
    arena
}

/// `ms10.orders.ops-support`: an order makes the next Focus of a unit free, the one after it costs 1
/// again; the pool of two orders has one left. Without a wish Focus costs 1.
#[test]
fn an_order_pays_for_focus() {
    for (wanted, costs, left) in [(true, [0, 1], 1), (false, [1, 2], 2)] {
        let mut arena = ordered(drill(Tier::Basic, 1), &[drill(Tier::Basic, 0)]);
        arena.script(|s| s.order = wanted);
        for cost in costs {
            arena.script(|s| s.attack_skills.push_back(FOCUS));
            arena.attack(1, RIFLE, 2, &[1]);
            assert_eq!(spent(&arena, Side::A), cost);
            arena.script(|s| s.order = false);
        }
        assert_eq!(arena.side(Side::A).orders, left);
    }
}

/// `ms10.orders.pool`, `ms10.orders.ops-support`: two orders on one unit wait for two costs: both uses of
/// Focus are free, and none is left of the two.
#[test]
fn orders_wait_in_line() {
    let mut arena = ordered(drill(Tier::Basic, 1), &[drill(Tier::Basic, 0)]);
    arena.script(|s| {
        s.orders_each = 2;
        s.attack_skills = [FOCUS, FOCUS].into();
    });
    for left in [1, 0] {
        arena.attack(1, RIFLE, 2, &[1]);
        assert_eq!((spent(&arena, Side::A), arena.unit(1).orders), (0, left));
        arena.script(|s| s.order = false);
    }
    assert_eq!(arena.side(Side::A).orders, 0);
}

/// `ms10.orders.ops-support`: leaving three enemies costs 2 instead of 3; a ship's reaction and a
/// Counter cost 0 instead of 1. An order may be issued when the unit is attacked.
#[test]
fn orders_pay_for_other_things() {
    let three = [0; 3].map(|_| drill(Tier::Basic, 0));
    let mut arena = ordered(drill(Tier::Basic, 1), &three);
    arena.put(0, Hex::new(3, 0), Hex::new(0, 1));
    arena.put(1, Hex::new(3, 5), Hex::new(0, 1));
    for (unit, (q, r)) in (2..).zip([(3, 6), (4, 5), (2, 6)]) {
        arena.put(unit, Hex::new(q, r), Hex::new(0, -1));
    }
    arena.turn(1, &[go(3, 4)], &[]);
    assert_eq!(spent(&arena, Side::A), 2 + 1, "and 1 for backing off");

    let mut arena = ordered(drill(Tier::Basic, 1), &[drill(Tier::Basic, 0)]);
    arena.script(|s| s.attack_skills.push_back(all_weapons(1)));
    assert_eq!(results(&arena.attack(0, RIFLE, 2, &[1]))[0].0, 2);
    assert_eq!(spent(&arena, Side::A), 0);

    let mut arena = ordered(drill(Tier::Skilled, 3), &[drill(Tier::Skilled, 1)]);
    arena.put(0, Hex::new(3, 0), Hex::new(0, 1));
    arena.put(1, DECK, Hex::new(0, 1));
    arena.script(|s| s.counter = Some(RIFLE));
    let events = arena.attack(2, RIFLE, 1, &[1, 1]);
    assert_eq!(strikes(&events), [(2, 1, false), (1, 2, true)]);
    assert_eq!(spent(&arena, Side::A), 0);
    assert_eq!(arena.side(Side::A).orders, 1);
}

/// `ms10.orders.pool`: no order without a living captain.
#[test]
fn orders_end_with_the_last_captain() {
    let mut arena = ordered(drill(Tier::Basic, 1), &[drill(Tier::Basic, 0)]);
    arena.unit_mut(0).on_table = false;
    arena.script(|s| s.attack_skills.push_back(FOCUS));
    arena.attack(1, RIFLE, 2, &[1]);
    assert_eq!(spent(&arena, Side::A), 1);
    assert_eq!(times(&arena, "order"), 0);
}

/// `ms10.ship.launch`, `ms10.special.deep-water`: who came aboard under water is launched dry.
#[test]
fn launched_units_are_dry() {
    let mut arena = carrier(warship(Tier::Basic, 0), &[drill(Tier::Basic, 0)]);
    arena.unit_mut(1).sunk = true;
    let (at, facing) = (Hex::new(3, 4), Hex::new(0, 1));
    arena.run(&[], |game| {
        game.set_down(1, at, facing, || Event::Arrive { unit: 1, at });
    });
    assert!(arena.unit(1).on_table && !arena.unit(1).sunk);
}

/// `ms10.ship.all-weapons`: it is bought in an attack action, not in a Counter: 8 - 2 HITS, and the 1
/// Momentum of the Counter alone.
#[test]
fn no_all_weapons_fire_in_a_counter() {
    let ship = warship(Tier::Skilled, 8);
    let mut arena = Arena::new(&[drill(Tier::Basic, 0)], &[ship]);
    arena.script(|s| {
        s.counter = Some(RIFLE);
        s.attack_skills = [AttackSkills::default(), all_weapons(1)].into();
    });
    let events = arena.attack(0, RIFLE, 1, &[1, 1]);
    assert_eq!(results(&events)[1].0, 6);
    assert_eq!(spent(&arena, Side::B), 1);
}
