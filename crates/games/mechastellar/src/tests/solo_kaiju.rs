//! The behaviour table of Kaiju, on a table in inches.

use equipoise_engine::{Side, matching};

use super::arena::{
    Arena, RIFLE, SABER, attacks, crewed, mech, pools, results, rifle, saber, ways,
};
use super::behaviour::{block, field};
use super::field::{Field, building};
use super::solo::{PLAIN, generous, order, solo, target, turn, used};
use crate::data::profile::{Resource, ResourceKind, Tier, UnitProfile, UnitType};
use crate::data::scenario::Place;
use crate::rules::event::Event;

/// A basic Kaiju with Move 6, rifle and saber.
fn kaiju() -> UnitProfile {
    with!(mech(), unit_type: UnitType::Kaiju, move_in: 6)
}

/// A Kaiju in row 4 and an enemy so many inches off.
fn facing(field: Field, inches: i16) -> Arena {
    solo(field, &[(24, 4), (24, 4 + inches)])
}

fn one(own: UnitProfile) -> Field {
    field(&[own], &[target()])
}

/// `ms93.kaiju-ai.roll`, `ms93.kaiju-ai.header-distance`, `ms93.kaiju-ai.row-1`, `ms93.kaiju-ai.row-2-9`,
/// `ms93.kaiju-ai.row-10`, `ms93.kaiju-ai.one-becomes-ten`: every face, 10 in off (within 10 in) and 11 in
/// off (beyond); wounds and cover play no part. For the Commander and under Return Fire a 1 counts as 10.
#[test]
fn the_table_of_kaiju_is_read_as_printed() {
    for (inches, column) in [
        (10, ["Roaring Behemoth", "Attack", "Finish Them"]),
        (11, ["Retreat and Rampage", "Attack", "Blitz"]),
    ] {
        for face in 1..=10u8 {
            for (commander, answers) in [(false, false), (true, false), (false, true)] {
                let mut arena = facing(one(kaiju()), inches);
                arena.unit_profile(0).commander = commander;
                arena.unit_mut(0).hp = 100;
                let ten = face == 10 || face == 1 && (commander || answers);
                let row = usize::from(face > 1 || ten) + usize::from(ten);
                let found = order(&mut arena, 0, face, answers);
                assert_eq!(found, column[row], "face {face} at {inches} in");
            }
        }
    }
}

/// `ms93.kaiju-ai.roaring-behemoth`: no move and no attack with an enemy at 6 in; by the option
/// `behaviour_bonus` 3 Momentum, 10 at most.
#[test]
fn a_roar_brings_momentum_and_nothing_else() {
    for (bonus, before, after) in [(true, 4, 7), (true, 9, 10), (false, 4, 4)] {
        let field = one(kaiju());
        let mut arena = facing(if bonus { generous(field) } else { field }, 6);
        arena.set_momentum(Side::A, before);
        let events = turn(&mut arena, &[1]);
        assert_eq!((ways(&events).len(), attacks(&events).len()), (0, 0));
        assert_eq!(arena.momentum(Side::A), after);
    }
}

/// `ms93.kaiju-ai.attack`: 9 in off with Move 6 the saber reaches after a move. It is used where it
/// promises more than the rifle, with DMG 1500 against 300, and not with DMG 10 and no PEN.
#[test]
fn a_kaiju_attacks_with_what_promises_more() {
    for (dmg, weapon) in [(1500, SABER), (10, RIFLE)] {
        let own = with!(kaiju(), weapons: vec![rifle(), with!(saber(), pen: None, dmg: dmg)]);
        let mut arena = facing(one(own), 9);
        let faces = if weapon == SABER { 12 } else { 14 };
        let events = turn(&mut arena, &[&[PLAIN], &vec![1; faces][..]].concat());
        assert_eq!(used(&events).first().map(|attack| attack.0), Some(weapon));
    }
}

/// `ms93.kaiju-ai.movement-weapon`: of a weapon that takes a Havoc point and promises more and another
/// the first is used first; by Zeal, with no point left, the other.
#[test]
fn a_weapon_of_havoc_is_used_while_points_last() {
    let strong = with!(rifle(), dmg: 600, resource_cost: 1);
    let havoc = Resource::of(ResourceKind::Havoc, 1);
    let own = with!(kaiju(), weapons: vec![rifle(), strong], resource: Some(havoc), move_in: 0);
    let mut arena = facing(one(own), 12);
    arena.set_momentum(Side::A, 4);
    let events = turn(&mut arena, &[&[PLAIN], &[1; 28][..]].concat());
    assert_eq!(used(&events), [(1, 12), (0, 12)]);
}

/// `ms93.kaiju-ai.melee-gate`: 6 dice + 4 is 8.2 expected HITS, the other's 6 dice + 5 is 9.2, 1.0 better:
/// melee. With 6 dice + 7 (11.2) it is 3.0 better, at least 2.1: none.
#[test]
fn a_kaiju_declines_melee_with_its_betters() {
    for (bonus, cuts) in [(5, 1), (7, 0)] {
        let own = with!(kaiju(), weapons: vec![with!(saber(), bonus: 4)]);
        let other = with!(target(), weapons: vec![with!(saber(), bonus: bonus)]);
        let mut arena = facing(field(&[own], &[other]), 3);
        // A dull cut of 4 HITS against 3 DEF: one save, passed.
        let cut: &[u8] = &[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 10];
        let faces = [&[PLAIN], &cut[..cuts * cut.len()]].concat();
        assert_eq!(attacks(&turn(&mut arena, &faces)).len(), cuts, "+{bonus}");
    }
}

/// `ms93.kaiju-ai.blitz`: Move 6 and 21 in off: (6 + 5) + 6 leads to 4 in, into melee; without what the
/// table adds to 9 in, and the Accelerate to 5 in.
#[test]
fn a_blitz_reaches_melee() {
    for (bonus, cuts, gap) in [(true, 1, 4), (false, 0, 5)] {
        let field = one(with!(kaiju(), weapons: vec![saber()]));
        let mut arena = facing(if bonus { generous(field) } else { field }, 21);
        let cut: &[u8] = &[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 10, 10, 10];
        let faces = [&[10], &cut[..cuts * cut.len()]].concat();
        let events = turn(&mut arena, &faces);
        assert_eq!(attacks(&events).len(), cuts);
        assert_eq!(arena.view().distance(0, 1), gap);
    }
}

/// `ms93.kaiju-ai.finish-them`: 9 in off with Move 6 it closes in and cuts although the gate of melee is
/// shut, by the option `behaviour_bonus` with 4 + 1 HITS.
#[test]
fn a_kaiju_finishes_in_melee() {
    for bonus in [true, false] {
        let weak = with!(saber(), bonus: 4, pen: None);
        let own = with!(kaiju(), weapons: vec![rifle(), weak]);
        let better = with!(target(), weapons: vec![with!(saber(), bonus: 9)]);
        let field = field(&[own], &[better]);
        let mut arena = facing(if bonus { generous(field) } else { field }, 9);
        let events = turn(&mut arena, &[&[10], &[1; 12][..]].concat());
        let hits = 4 + i32::from(bonus);
        assert_eq!(results(&events), [(hits, 3, hits - 3)]);
        assert_eq!(used(&events).first().map(|attack| attack.0), Some(1));
    }
}

/// Weapons and pieces of a log's attacks on terrain.
fn battered(events: &[Event]) -> Vec<(usize, usize)> {
    matching!(events, Event::Batter { weapon, piece, .. } => (*weapon, *piece))
}

/// A Kaiju in row 20, an enemy 18 in off and a building of nine hexes beside the Kaiju.
fn city(own: UnitProfile, columns: [i16; 2], rows: [i16; 2]) -> Arena {
    let field = block(one(own), building(1), columns, rows);
    solo(field, &[(24, 20), (24, 38)])
}

/// `ms93.kaiju-ai.rampage`, `ms93.kaiju-ai.retreat`: roll 1 with an enemy 18 in off: the weapon of the
/// highest DMG on the building 10 in off, three checks passed, then both moves of 6 in away: 18 + 6 + 6 =
/// 30 in. A building that the enemy is closer than, at 19 in, is left alone: Attack and Retreat, as with
/// none at all.
#[test]
fn a_rampage_wrecks_what_no_enemy_is_closer_than() {
    let own = || with!(kaiju(), weapons: vec![rifle(), with!(rifle(), dmg: 500)]);
    let mut arena = city(own(), [33, 35], [22, 24]);
    let events = turn(&mut arena, &[1, 5, 5, 5]);
    assert_eq!(battered(&events), [(1, 0)]);
    assert_eq!(arena.view().distance(0, 1), 18 + 6 + 6);
    assert!(attacks(&events).is_empty());

    let mut arena = city(own(), [43, 45], [20, 22]);
    let events = turn(&mut arena, &[&[1], &[1; 14][..]].concat());
    assert_eq!((battered(&events).len(), attacks(&events).len()), (0, 1));
}

/// `ms93.kaiju-ai.rampage`: two buildings beside it: a Crash into both, DMG 300, promises 2 x (1 - 0.8 x
/// 0.8 x 0.8) = 0.976 of them, a shot of DMG 300 half as many, one of DMG 1000 (1 - 0.1 x 0.1 x 0.1 =
/// 0.999) more.
#[test]
fn a_crash_wrecks_two_buildings() {
    for (dmg, crashes) in [(300, true), (1000, false)] {
        let horn = with!(saber(), dmg: 300, crash: true);
        let own = with!(kaiju(), weapons: vec![with!(rifle(), dmg: dmg), horn]);
        let places: &[Place] = &[(24, 20), (24, 38)];
        let field = block(one(own), building(1), [26, 26], [20, 20]);
        let field = block(field, building(1), [26, 26], [22, 22]);
        let mut arena = solo(field, places);
        let checks = if crashes { 6 } else { 3 };
        let events = turn(&mut arena, &[&[1], &vec![10; checks][..]].concat());
        let rams = events.iter().any(|e| matches!(e, Event::Crash { .. }));
        assert_eq!(
            (rams, battered(&events).len()),
            (crashes, usize::from(!crashes))
        );
    }
}

/// `ms93.kaiju-ai.melee-defence`: an Ace Kaiju attacked in melee gives up two dice of Melee DEF, 6 - 2 = 4,
/// and Counters with 6 + 2 = 8 dice and + 5 - 2 = 3 HITS for 1 Momentum; without Momentum, with a basic
/// crew, and as a mecha it defends with all 6 and does not Counter.
#[test]
fn an_elite_kaiju_hits_back_with_everything() {
    for (tier, kind, momentum, back) in [
        (Tier::Ace, UnitType::Kaiju, 1, true),
        (Tier::Ace, UnitType::Kaiju, 0, false),
        (Tier::Basic, UnitType::Kaiju, 1, false),
        (Tier::Ace, UnitType::MechSuit, 1, false),
    ] {
        let claw = with!(saber(), bonus: 5, pen: None);
        let own = with!(mech(), weapons: vec![claw.clone()]);
        let beast = with!(crewed(tier), unit_type: kind, weapons: vec![claw]);
        let mut arena = facing(field(&[own], &[beast]), 3);
        arena.set_momentum(Side::B, momentum);
        let rolled = if back { 6 + 4 + 8 + 6 } else { 6 + 6 };
        let events = turn(&mut arena, &[&[PLAIN], &vec![1; rolled][..]].concat());
        let dice: Vec<u8> = pools(&events).into_iter().map(|(dice, _)| dice).collect();
        let expected: &[u8] = if back { &[6, 4, 8, 6] } else { &[6, 6] };
        assert_eq!(dice, expected, "{tier:?} {kind:?}");
        if back {
            assert_eq!(results(&events)[1].0, 3);
            assert_eq!(arena.momentum(Side::B), momentum - 1);
        }
    }
}
