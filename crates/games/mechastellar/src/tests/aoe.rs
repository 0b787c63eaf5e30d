//! AOE weapons: Size, sweeps, what they may not do.

use super::hexmap;
use equipoise_engine::{Hex, Side};

use super::arena::{Arena, RIFLE, SABER, pools, results, squad};
use super::drill::{VALOR, drill, lost, spent, strikes};
use crate::data::profile::{
    Barrier, BarrierArc, RapidFire, RapidFireEffect, Sensors, Stops, Tier, UnitProfile, UnitType,
};
use crate::data::scenario::Entry;
use crate::rules::decision::AttackSkills;
use crate::rules::expect::Use;

const AHEAD: Hex = Hex::new(0, 1);
const BACK: Hex = Hex::new(0, -1);

/// The rifle of a drill unit as an AOE weapon of so many targets.
fn flamer(tier: Tier, hits: i8, targets: u8) -> UnitProfile {
    let mut unit = drill(tier, hits);
    unit.weapons[RIFLE].aoe = Some(targets);
    unit
}

/// A drill unit of a Size.
fn sized(size: u8) -> UnitProfile {
    with!(drill(Tier::Basic, 0), size: size)
}

/// The attacker on (3, 2), the first target 16 in ahead on (3, 6), the others 8 in to its sides on
/// (5, 5) and (1, 7), all looking at the attacker.
fn field(attacker: &UnitProfile, targets: &[UnitProfile]) -> Arena {
    let mut arena = Arena::new(std::slice::from_ref(attacker), targets);
    arena.put(0, Hex::new(3, 2), AHEAD);
    let places = [(3, 6), (5, 5), (1, 7)];
    for (unit, (q, r)) in (1..=targets.len()).zip(places) {
        arena.put(unit, Hex::new(q, r), BACK);
    }
    arena
}

/// HITS of the attacks when unit 0 attacks unit 1 and wants to sweep on to the others.
fn sweep(arena: &mut Arena, others: &[usize], faces: &[u8]) -> Vec<i32> {
    arena.script(|s| s.sweep = others.to_vec());
    let events = arena.attack(0, RIFLE, 1, faces);
    results(&events).iter().map(|r| r.0).collect()
}

/// `ms10.aoe.size`, `ms10.squad.size`: 5 HITS are 5 against Size 0, 7 against Size 2, 8 against a
/// squad of three of Size 0, 11 against one of three of Size 2; a weapon without the tag stays at 5.
#[test]
fn aoe_adds_the_size() {
    let hits = |weapon: UnitProfile, target: Vec<UnitProfile>| {
        let own = vec![Entry::single(weapon)];
        let mut arena = Arena::entries(own, vec![squad(&target)], &hexmap());
        results(&arena.attack(0, RIFLE, 1, &[1]))[0].0
    };
    let aoe = || flamer(Tier::Basic, 5, 2);
    assert_eq!(hits(aoe(), vec![sized(0)]), 5);
    assert_eq!(hits(aoe(), vec![sized(2)]), 7);
    assert_eq!(hits(aoe(), vec![sized(0); 3]), 8);
    assert_eq!(hits(aoe(), vec![sized(2); 3]), 11);
    assert_eq!(hits(drill(Tier::Basic, 5), vec![sized(2); 3]), 5);
}

/// `ms10.aoe.sweep`: two targets 8 in apart, 9 and 8 HITS (Size 1 and 0 with 8), become 7 and 6; each
/// is hit by its own. One use of a limited weapon pays for both. A weapon of three targets takes a
/// third one.
#[test]
fn a_sweep_attacks_two_targets() {
    let mut first = drill(Tier::Basic, 0);
    first.size = 1;
    let targets = [first, drill(Tier::Basic, 0), drill(Tier::Basic, 0)];
    let mut unit = flamer(Tier::Basic, 8, 2);
    unit.weapons[RIFLE].uses = Some(3);
    let mut arena = field(&unit, &targets);
    assert_eq!(sweep(&mut arena, &[2, 3], &[1, 1]), [7, 6]);
    assert_eq!([1, 2, 3].map(|u| lost(&arena, u)), [2100, 1800, 0]);
    assert_eq!(arena.unit(0).uses[RIFLE], 2);
    let mut arena = field(&flamer(Tier::Basic, 8, 3), &targets);
    assert_eq!(sweep(&mut arena, &[2, 3], &[1, 1, 1]), [7, 6, 6]);
}

/// `ms10.aoe.sweep`, `ms10.target.arc`: no second target 20 in from the first, with a model between
/// the two, beyond the range, behind the attacker, or for a weapon without the tag; the single attack
/// then has all its 8 HITS. 16 in is near enough.
#[test]
fn what_cannot_be_swept() {
    let two = [drill(Tier::Basic, 0), drill(Tier::Basic, 0)];
    for (q, r, swept) in [(7, 2, true), (8, 1, false), (3, 9, false)] {
        let mut arena = field(&flamer(Tier::Basic, 8, 2), &two);
        arena.put(2, Hex::new(q, r), BACK);
        let expected: &[i32] = if swept { &[6, 6] } else { &[8] };
        let faces: &[u8] = if swept { &[1, 1] } else { &[1] };
        assert_eq!(sweep(&mut arena, &[2], faces), expected, "({q}, {r})");
    }
    // Behind the attacker only with a weapon that bears all round.
    for (all_round, expected) in [(false, &[8][..]), (true, &[6, 6])] {
        let mut unit = flamer(Tier::Skilled, 8, 2);
        unit.weapons[RIFLE].all_round = all_round;
        let mut arena = field(&unit, &two);
        arena.put(1, Hex::new(4, 4), BACK);
        arena.put(2, Hex::new(5, 0), AHEAD);
        let faces = vec![1; expected.len()];
        assert_eq!(sweep(&mut arena, &[2], &faces), expected);
    }
    // A friend of the attacker half way between the two shields the far one.
    let own = [flamer(Tier::Basic, 8, 2), drill(Tier::Basic, 0)];
    for (friend, expected) in [(Hex::new(5, 4), &[8][..]), (Hex::new(0, 0), &[6, 6])] {
        let mut arena = Arena::new(&own, &two);
        arena.put(0, Hex::new(3, 2), AHEAD);
        arena.put(1, friend, AHEAD);
        arena.put(2, Hex::new(3, 6), BACK);
        arena.put(3, Hex::new(7, 2), BACK);
        arena.script(|s| s.sweep = vec![3]);
        let events = arena.attack(0, RIFLE, 2, &[1, 1][..expected.len()]);
        let hits: Vec<i32> = results(&events).iter().map(|r| r.0).collect();
        assert_eq!(hits, expected);
    }
    let mut arena = field(&drill(Tier::Basic, 8), &two);
    assert_eq!(sweep(&mut arena, &[2], &[1]), [8]);
}

/// `ms10.aoe.first-only`: Valor (+5) and the Lock On die help against the first target only, Rapid
/// Fire (+1 HIT) against both: 3 + 1 - 2 + 5 = 7, then 3 + 1 - 2 = 2.
#[test]
fn boosts_are_for_the_first_target() {
    let mut unit = flamer(Tier::Skilled, 3, 2);
    unit.sensors = Sensors::of(24, 0);
    unit.weapons[RIFLE].rapid_fire = Some(RapidFire::of(24, RapidFireEffect::Hits(1)));
    let targets = [drill(Tier::Basic, 0), drill(Tier::Basic, 0)];
    let mut arena = field(&unit, &targets);
    arena.script(|s| {
        s.attack_skills.extend([VALOR, VALOR]);
        s.sweep = vec![2];
    });
    let events = arena.attack(0, RIFLE, 1, &[1, 1, 1]);
    let dice: Vec<u8> = pools(&events).iter().map(|p| p.0).collect();
    assert_eq!(dice, [2, 0, 1, 0]);
    let hits: Vec<i32> = results(&events).iter().map(|r| r.0).collect();
    assert_eq!(hits, [7, 2]);
    assert_eq!(spent(&arena, Side::A), 3);
}

/// `ms10.aoe.first-only`: Blindside on both targets gives +2 against the first only: 5 - 2 + 2 and
/// 5 - 2. All Weapons Fire of a ship likewise: 5 - 2 + 1 and 5 - 2.
#[test]
fn advantage_and_reactions_are_for_the_first_target() {
    let targets = [drill(Tier::Basic, 0), drill(Tier::Basic, 0)];
    let mut arena = field(&flamer(Tier::Basic, 5, 2), &targets);
    arena.put(1, Hex::new(3, 6), AHEAD);
    arena.put(2, Hex::new(5, 5), AHEAD);
    assert_eq!(sweep(&mut arena, &[2], &[1, 1]), [5, 3]);
    let mut ship = flamer(Tier::Basic, 5, 2);
    ship.unit_type = UnitType::Warship;
    let mut arena = field(&ship, &targets);
    arena.script(|s| {
        s.attack_skills
            .push_back(with!(AttackSkills::default(), all_weapons: 1));
    });
    assert_eq!(sweep(&mut arena, &[2], &[1, 1]), [4, 3]);
}

/// `ms10.aoe.counter`: the Counters come after both attacks, one for each survivor that may, for 1
/// Momentum each; a Basic one makes none, nor does one that was destroyed.
#[test]
fn every_survivor_may_counter() {
    let elite = || drill(Tier::Skilled, 1);
    let mut weak = elite();
    weak.hp = 100;
    for (targets, faces, counters) in [
        ([elite(), elite()], &[1; 4][..], &[1, 2][..]),
        ([elite(), drill(Tier::Basic, 1)], &[1; 3], &[1]),
        // The other unit's Morale save for the loss of an Elite ally: 10 passes.
        ([weak, elite()], &[1, 10, 1, 1], &[2]),
    ] {
        let mut arena = field(&flamer(Tier::Basic, 5, 2), &targets);
        arena.script(|s| {
            s.counter = Some(RIFLE);
            s.sweep = vec![2];
        });
        let events = arena.attack(0, RIFLE, 1, faces);
        let hits: Vec<i32> = results(&events).iter().map(|r| r.0).collect();
        assert_eq!(hits[..2], [3, 3]);
        let made: Vec<usize> = strikes(&events)
            .iter()
            .filter(|s| s.2)
            .map(|s| s.0)
            .collect();
        assert_eq!(made, counters);
        assert_eq!(spent(&arena, Side::B), counters.len() as u8);
    }
}

/// `ms10.aoe.own-turn`: not while engaged, whatever the Momentum; not at a target engaged with a
/// friend, not even as the second one; not as a Counter.
#[test]
fn aoe_is_for_the_own_turn_at_a_distance() {
    let two = [drill(Tier::Basic, 0), drill(Tier::Basic, 0)];
    let mut arena = field(&flamer(Tier::Basic, 8, 2), &two);
    arena.put(1, Hex::new(3, 3), BACK);
    assert_eq!(strikes(&arena.attack(0, RIFLE, 1, &[])), []);
    assert_eq!(strikes(&arena.attack(0, RIFLE, 2, &[])), []);
    assert_eq!(
        strikes(&arena.attack(0, SABER, 1, &[1, 10, 10, 10, 10, 10])).len(),
        1
    );

    let own = [flamer(Tier::Skilled, 8, 2), drill(Tier::Basic, 0)];
    let mut arena = Arena::new(&own, &two);
    arena.put(0, Hex::new(3, 2), AHEAD);
    arena.put(2, Hex::new(3, 6), BACK);
    arena.put(3, Hex::new(5, 5), BACK);
    arena.put(1, Hex::new(5, 6), AHEAD);
    assert_eq!(strikes(&arena.attack(0, RIFLE, 3, &[])), []);
    arena.script(|s| s.sweep = vec![3]);
    assert_eq!(results(&arena.attack(0, RIFLE, 2, &[1])).len(), 1);

    let mut arena = Arena::new(&[drill(Tier::Basic, 0)], &[flamer(Tier::Skilled, 3, 2)]);
    arena.script(|s| s.counter = Some(RIFLE));
    assert_eq!(strikes(&arena.attack(0, RIFLE, 1, &[1])).len(), 1);
    assert_eq!(arena.momentum(Side::B), 10);
}

/// `ms10.aoe.barrier-stop`: 6 HITS less 2 and 2 more against a barrier are 6; Strength 20 leaves 0
/// through and the sweep ends there; Strength 5 lets 1 through and the second target is hit.
#[test]
fn a_barrier_stops_a_sweep() {
    for (strength, expected) in [(20, &[6][..]), (5, &[6, 4])] {
        let mut first = drill(Tier::Basic, 0);
        first.barrier = Some(Barrier {
            strength,
            arc: BarrierArc::All,
            stops: vec![Stops::Energy],
            no_wear: None,
        });
        let mut arena = field(&flamer(Tier::Basic, 6, 2), &[first, drill(Tier::Basic, 0)]);
        let faces = vec![1; expected.len()];
        assert_eq!(sweep(&mut arena, &[2], &faces), expected);
    }
}

/// `ms10.remote.attack`, `ms10.aoe.sweep`: a remote weapon that sweeps pays its Momentum once, and
/// both attacks are indirect: 8 - 2 - 2 + 2 of Blindside on the first, 8 - 2 - 2 on the second.
#[test]
fn a_remote_sweep_is_paid_once() {
    let mut unit = drill(Tier::Basic, 8);
    unit.weapons[RIFLE] = with!(unit.weapons[RIFLE].clone(), remote: Some(2), aoe: Some(2));
    let two = [drill(Tier::Basic, 0), drill(Tier::Basic, 0)];
    let mut arena = field(&unit, &two);
    assert_eq!(sweep(&mut arena, &[2], &[1, 1]), [6, 4]);
    assert_eq!(spent(&arena, Side::A), 2);
}

/// `ms10.aoe.size`: what policies expect of an attack on a model by itself is the same whether a list
/// has it by itself, as a leader or as a follower.
#[test]
fn followers_are_expected_to_suffer_by_their_own_size() {
    let other = with!(sized(2), size: 1, hp: 900);
    let expected = |entry: Vec<UnitProfile>, unit: usize| {
        let flamer = vec![Entry::single(flamer(Tier::Basic, 5, 2))];
        let arena = Arena::entries(flamer, vec![squad(&entry)], &hexmap());
        arena
            .view()
            .expected_row(0, unit, RIFLE, Use::Plain)
            .to_vec()
    };
    let alone = expected(vec![sized(2)], 1);
    assert!(alone.iter().any(|&damage| damage > 0));
    assert_eq!(expected(vec![sized(2), other.clone()], 1), alone);
    assert_eq!(expected(vec![other, sized(2)], 2), alone);
}
