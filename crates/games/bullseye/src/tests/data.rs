//! Options that are hooks, names and lines.

use equipoise_dice::{TableDice, stream};

use super::arena::{Arena, mecha, options};
use crate::policy_kind::PolicyKind;
use crate::rules::bout::Bout;
use crate::rules::decision::DECISION_POINTS;
use crate::rules::event::Event;
use crate::sector::Sector;
use crate::system::{Bullseye, UNIT_QUANTITIES};
use equipoise_engine::{Decide, GameSystem, Narrate, Observe, Side, Transcript};

/// Lines of many random battles: none is empty, and every kind of event comes up.
#[test]
fn every_event_has_a_line() {
    let unit = [mecha(8, &[0, 2, 4]), mecha(8, &[1])];
    let mut kinds = std::collections::BTreeSet::new();
    for carry in ["lost_at_round_end", "carries_over"] {
        let options = options(&[("tactical_points", "2"), ("hold_carry", carry)]);
        let bout = Bout::compile([&unit, &unit], [PolicyKind::Random; 2], &options);
        let bout = bout.expect("legal");
        for number in 0..300 {
            let mut log = Transcript::default();
            let mut dice = TableDice::new(stream(5, 5, number));
            let mut battle = crate::Battle::default();
            Bullseye::play(&bout, &mut battle, &mut dice, &mut log);
            for event in &log.0 {
                let line = Bullseye::narrate(&bout, event);
                assert!(!line.is_empty() && !line.contains('\n'), "{event:?}");
                let debug = format!("{event:?}");
                let kind = debug.split([' ', '{']).next().expect("a name");
                kinds.insert(kind.to_owned());
            }
        }
    }
    // Of 27 kinds; a roll-off shows tie dice.
    assert_eq!(kinds.len(), 27, "{kinds:?}");
}

#[test]
fn lines_name_mecha_weapons_and_sectors() {
    let unit = mecha(4, &[0]);
    let bout = Bout::compile(
        [&[unit.clone(), unit.clone()], &[unit]],
        [PolicyKind::Rulebook; 2],
        &options(&[]),
    )
    .expect("legal");
    let attack = Event::Attack {
        attacker: 1,
        target: 2,
        weapon: 0,
        range: 4,
        dice: 0,
        cut_scene: false,
    };
    assert_eq!(
        Bullseye::narrate(&bout, &attack),
        "Test #2 (A) attacks Test (B) with Weapon 0 at range 4: 0 dice"
    );
    let sector = |ring, quadrant| Sector { ring, quadrant };
    let moved = Event::Move {
        unit: 2,
        path: vec![sector(3, 2), sector(2, 2)],
        cost: 1,
        points: 3,
    };
    assert_eq!(
        Bullseye::narrate(&bout, &moved),
        "Test (B) moves (3,2) - (2,2) for 1 of 3 MP"
    );
}

#[test]
fn decision_points_are_told_apart() {
    assert_eq!(Bullseye::POINTS, DECISION_POINTS);
    let distinct: std::collections::BTreeSet<_> = DECISION_POINTS.into_iter().collect();
    assert_eq!(distinct.len(), 12);
}

/// Survival, boxes and enemies destroyed of every mecha, in the order of the names.
#[test]
fn quantities_are_those_that_are_named() {
    let mut arena = Arena::duel(&[]);
    arena.unit(0).boxes_dealt = 4;
    arena.unit(0).destroyed = 1;
    arena.unit(1).condition = crate::rules::state::Condition::Dead;
    let mut seen = Vec::new();
    Bullseye::observe(&arena.bout, &arena.battle, |side, number, value| {
        seen.push((side, UNIT_QUANTITIES[number], value));
    });
    assert_eq!(
        seen,
        [
            (Side::A, "survived", 1),
            (Side::A, "boxes_dealt", 4),
            (Side::A, "destroyed", 1),
            (Side::B, "survived", 0),
            (Side::B, "boxes_dealt", 0),
            (Side::B, "destroyed", 0),
        ]
    );
    assert_eq!(Bullseye::quantities(&arena.bout, Side::A), 3);
}
