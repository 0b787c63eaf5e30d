//! Squads that form and disband during the battle.

use super::hexmap;
use equipoise_engine::{Hex, Side, matching};

use super::arena::{Arena, force, squad};
use super::drill::drill;
use crate::data::profile::{Tier, UnitProfile};
use crate::data::scenario::{Entry, Scenario};
use crate::data::table::Table;
use crate::rules::decision::Reform;
use crate::rules::event::Event;
use crate::rules::unit_id::UnitId;

const AHEAD: Hex = Hex::new(0, 1);

/// A squad of two, two single models, and an enemy.
fn table(fourth: UnitProfile) -> Arena {
    let own = vec![
        squad(&[drill(Tier::Basic, 0), drill(Tier::Basic, 0)]),
        Entry::single(drill(Tier::Basic, 0)),
        Entry::single(fourth),
    ];
    let forces = [
        force(own),
        force(vec![Entry::single(drill(Tier::Basic, 0))]),
    ];
    let mut arena = Arena::scene(&Scenario::open(Table::DUEL, forces), &hexmap());
    for (unit, q) in [(0, 3), (1, 3), (2, 4), (3, 5)] {
        arena.put(unit, Hex::new(q, 2), AHEAD);
    }
    arena
}

fn reforms(arena: &mut Arena, reform: Reform) -> bool {
    arena.script(|s| s.reform = Some(reform));
    let (_, events) = arena.run(&[], |game| game.offer_reform(Side::A));
    !events.is_empty()
}

fn leaders(arena: &Arena) -> [UnitId; 4] {
    [0, 1, 2, 3].map(|unit| arena.unit(unit).leader)
}

/// `ms10.squad.reform`: the squad of two and the model beside it become a squad of three, on the leader's
/// hex; once a battle, so the single models cannot join then.
#[test]
fn adjacent_models_join_a_squad() {
    let mut arena = table(drill(Tier::Basic, 0));
    let join = |leader, joins| Reform::Merge { leader, joins };
    assert!(reforms(&mut arena, join(0, 2)));
    assert_eq!(leaders(&arena), [0, 0, 0, 3]);
    assert_eq!(arena.unit(2).pos, Hex::new(3, 2));
    assert!(!reforms(&mut arena, Reform::Disband { leader: 0 }));
}

/// `ms10.squad.reform`, `ms10.squad.form`: not over a gap, not four models, not another Performance or
/// Role, not with an enemy.
#[test]
fn who_cannot_join() {
    let strange = with!(drill(Tier::Basic, 0), performance: 6);
    for (fourth, leader, joins, legal) in [
        (drill(Tier::Basic, 0), 2, 3, true),
        (strange, 2, 3, false),
        (drill(Tier::Basic, 0), 0, 3, false),
        (drill(Tier::Basic, 0), 2, 4, false),
        (drill(Tier::Basic, 0), 1, 2, false),
    ] {
        let mut arena = table(fourth);
        assert_eq!(reforms(&mut arena, Reform::Merge { leader, joins }), legal);
    }
    let mut arena = table(drill(Tier::Basic, 0));
    arena.unit_mut(3).leader = 2;
    arena.unit_mut(3).pos = Hex::new(4, 2);
    let four = Reform::Merge {
        leader: 0,
        joins: 2,
    };
    assert!(!reforms(&mut arena, four));
}

/// `ms10.squad.reform`: a merged squad acts if its leader has not; the models of a disbanded one have
/// acted as the squad had, and stand on hexes of their own beside it.
#[test]
fn activations_of_reformed_squads() {
    for acted in [true, false] {
        let mut arena = table(drill(Tier::Basic, 0));
        arena.unit_mut(2).activated = !acted;
        arena.unit_mut(0).activated = acted;
        assert!(reforms(
            &mut arena,
            Reform::Merge {
                leader: 0,
                joins: 2
            }
        ));
        assert_eq!(arena.unit(0).activated, acted);

        let mut arena = table(drill(Tier::Basic, 0));
        arena.unit_mut(0).activated = acted;
        assert!(reforms(&mut arena, Reform::Disband { leader: 0 }));
        assert_eq!(leaders(&arena), [0, 1, 2, 3]);
        assert_eq!(arena.unit(1).activated, acted);
        assert_eq!(arena.view().distance(0, 1), 1);
    }
}

/// `ms10.squad.reform`: in a battle it comes before the side activates a unit, and the squad of three then
/// acts as one.
#[test]
fn squads_reform_before_an_activation() {
    let mut arena = table(drill(Tier::Basic, 0));
    arena.script(|s| {
        s.reform = Some(Reform::Merge {
            leader: 0,
            joins: 2,
        });
    });
    let (_, events) = arena.run(&[], |game| {
        let mut stage = crate::rules::play::Stage::Slot(Side::A);
        for _ in 0..2 {
            stage = game.step(stage, crate::rules::play::Pace::Turn);
        }
    });
    let merged: Vec<(UnitId, UnitId)> =
        matching!(&events, Event::Merge { unit, joins } => (*unit, *joins));
    assert_eq!(merged, [(0, 2)]);
    let at = |found: fn(&Event) -> bool| events.iter().position(found);
    let merge = at(|e| matches!(e, Event::Merge { .. }));
    let activate = at(|e| matches!(e, Event::Activate { unit: 0, .. }));
    assert!(merge < activate && activate.is_some());
}
