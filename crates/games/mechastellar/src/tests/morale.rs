//! Morale saves against Rout: the loss of Elite units, the Command Rout.

use equipoise_engine::{Hex, Side, matching};

use super::arena::{Arena, RIFLE};
use super::drill::{drill, hit, spent, times};
use super::field::Field;
use crate::data::profile::{Tier, UnitProfile};
use crate::rules::decision::Command;
use crate::rules::event::{Event, MomentumCause};
use crate::rules::unit_id::UnitId;

/// A unit of 300 HP, one HIT of the rifle.
fn frail(tier: Tier) -> UnitProfile {
    with!(drill(tier, 0), hp: 300)
}

fn basic() -> UnitProfile {
    drill(Tier::Basic, 1)
}

/// Units that made Morale saves, and whether they passed.
fn morale(events: &[Event]) -> Vec<(UnitId, bool)> {
    matching!(events, Event::Morale { unit, passed, .. } => (*unit, *passed))
}

/// `ms10.morale.rout`, `ms10.morale.save`: Morale 6: a 5 fails and costs 1 Momentum, a 6 passes and
/// changes nothing; the pool stops at 0.
#[test]
fn a_failed_save_costs_momentum() {
    for (before, face, after) in [(7, 5, 6), (7, 6, 7), (0, 1, 0)] {
        let mut arena = Arena::new(&[drill(Tier::Skilled, 0)], &[basic()]);
        arena.set_momentum(Side::A, before);
        arena.run(&[face], |game| game.rout_save(0));
        assert_eq!(arena.momentum(Side::A), after);
    }
}

/// Unit 0 destroys unit 1 of this tier at 16 in; its allies 2 and 3 stand 24 and 8 in from it.
fn loss(tier: Tier, save: &[u8]) -> (Arena, Vec<Event>) {
    let mut arena = Arena::new(&[basic()], &[frail(tier), basic(), basic()]);
    arena.apart(0, 1, 4);
    arena.put(2, Hex::new(3, 11), Hex::new(0, -1));
    arena.put(3, Hex::new(3, 7), Hex::new(0, -1));
    let faces = [&[1], save].concat();
    let events = arena.attack(0, RIFLE, 1, &faces);
    assert!(!arena.unit(1).on_table);
    (arena, events)
}

/// `ms10.morale.elite-loss`: the loss of an Elite unit, Battle-Tested too, makes the nearest ally (not
/// the first) save: with a 4 against Morale 7 its side loses 1, with a 7 nothing. A Basic loss, and one
/// that leaves nobody, asks for none.
#[test]
fn the_loss_of_an_elite_unit_shakes_the_nearest_ally() {
    for tier in [Tier::BattleTested, Tier::Skilled, Tier::Ace] {
        for (face, passed, lost) in [(4, false, 1), (7, true, 0)] {
            let (arena, events) = loss(tier, &[face]);
            assert_eq!(morale(&events), [(3, passed)]);
            assert_eq!(spent(&arena, Side::B), lost);
        }
    }
    assert!(morale(&loss(Tier::Basic, &[]).1).is_empty());
    let mut arena = Arena::new(&[basic()], &[frail(Tier::Ace)]);
    assert!(morale(&arena.attack(0, RIFLE, 1, &[1])).is_empty());
}

/// `ms10.morale.elite-loss`: lost to a Counter as well: the ally of the attacker saves.
#[test]
fn a_counter_shakes_too() {
    let attacker = with!(drill(Tier::Skilled, 0), hp: 300);
    // The Counter has 3 - 2 HITS.
    let mut arena = Arena::new(&[attacker, basic()], &[drill(Tier::Skilled, 3)]);
    arena.script(|s| s.counter = Some(RIFLE));
    let events = arena.attack(0, RIFLE, 2, &[1, 1, 2]);
    assert_eq!(morale(&events), [(1, false)]);
}

/// Side A with Commander 0 and gunner 1; side B of a frail unit 2 on (3, 6) and others of these Morale
/// numbers 4, 8, 12, 16, 20 in from it.
fn command(victim: Tier, numbers: &[u8]) -> Arena {
    let mut others = vec![frail(victim)];
    others.extend(
        numbers
            .iter()
            .map(|&morale| UnitProfile { morale, ..basic() }),
    );
    let field = Field::new(&[basic(), basic()], &others);
    let mut arena = field.with(|s| s.forces[0].commander = Some(0)).arena();
    arena.put(0, Hex::new(0, 0), Hex::new(0, 1));
    arena.put(1, Hex::new(3, 1), Hex::new(0, 1));
    arena.put(2, Hex::new(3, 6), Hex::new(0, -1));
    for i in 0..numbers.len() {
        arena.put(3 + i, Hex::new(3, 7 + i as i16), Hex::new(0, -1));
    }
    arena.script(|s| s.rout = true);
    arena
}

/// Whether the Command was used, and who saved how.
fn routed(arena: &mut Arena, faces: &[u8]) -> (bool, Vec<(UnitId, bool)>) {
    let events = arena.attack(1, RIFLE, 2, &[&[1], faces].concat());
    assert!(!arena.unit(2).on_table);
    (
        events.contains(&Event::Rout { side: Side::A }),
        morale(&events),
    )
}

/// `ms10.command.rout`, `ms10.morale.rout`: saves 5+, 7+, 7+, 7+ with 5, 3, 5, 9: two fail, 2 Momentum;
/// the fifth, farthest, makes none.
#[test]
fn rout_shakes_the_four_closest() {
    let mut arena = command(Tier::Basic, &[5, 7, 7, 7, 7]);
    let (used, saves) = routed(&mut arena, &[5, 3, 5, 9]);
    assert!(used);
    assert_eq!(saves, [(3, true), (4, false), (5, false), (6, true)]);
    assert_eq!(spent(&arena, Side::B), 2);
}

/// `ms10.command.rout`: from round 4 on two saves each, in round 3 one; fewer than four are all.
#[test]
fn late_rout_takes_two_saves() {
    for (round, saves) in [(3, 2), (4, 4), (5, 4)] {
        let mut arena = command(Tier::Basic, &[7, 7]);
        arena.battle.round = round;
        let (_, made) = routed(&mut arena, &vec![1; saves]);
        assert_eq!(made.len(), saves);
        assert_eq!(spent(&arena, Side::B), saves as u8);
    }
}

/// `ms10.command.rout`, `ms10.command.limit`: not unless wanted, without a Commander, with the Commander
/// off the table, or when the Command of the round is used.
#[test]
fn rout_needs_the_commander_and_its_command() {
    type Change = fn(&mut Arena);
    let changes: [Change; 4] = [
        |arena| arena.script(|s| s.rout = false),
        |arena| arena.unit_profile(0).commander = false,
        |arena| arena.unit_mut(0).on_table = false,
        |arena| arena.battle.sides[0].command_used = true,
    ];
    for change in changes {
        let mut arena = command(Tier::Basic, &[7, 7]);
        change(&mut arena);
        assert_eq!(routed(&mut arena, &[]), (false, Vec::new()));
    }
}

/// `ms10.command.limit`: Rout used up the Command: the Rally wanted at the end of the turn is not made;
/// without Rout it is, by both units.
#[test]
fn rout_is_the_command_of_the_round() {
    for (wanted, faces) in [(true, &[1, 9, 9][..]), (false, &[1, 9, 9])] {
        let mut arena = command(Tier::Basic, &[7, 7]);
        arena.script(|s| {
            s.rout = wanted;
            s.commands[0].push_back(Command::Rally);
        });
        let events = arena.full_turn(1, &[hit(RIFLE, 2)], faces);
        let rallied = events.contains(&Event::Rally { side: Side::A });
        assert_eq!(rallied, !wanted);
        assert_eq!(times(&arena, "command"), usize::from(!wanted));
    }
}

/// `ms10.command.rout`, `ms10.morale.elite-loss`: an Elite loss brings both: the nearest ally's own save,
/// then those of the Rout; each failed one costs 1 Momentum.
#[test]
fn rout_comes_on_top_of_the_loss_of_an_elite_unit() {
    let mut arena = command(Tier::Ace, &[7, 7]);
    // Elite level 3 of the Ace does not count here: both pools are set to 10.
    arena.set_momentum(Side::B, 10);
    let events = arena.attack(1, RIFLE, 2, &[1, 1, 1, 1]);
    let losses = events.iter().filter(|event| {
        matches!(
            event,
            Event::Momentum {
                side: Side::B,
                cause: MomentumCause::Rout,
                ..
            }
        )
    });
    assert_eq!(losses.count(), 3);
    assert_eq!(morale(&events), [(3, false), (3, false), (4, false)]);
}

/// `ms10.command.rout`: the Commander's own loss to a Counter is no kill of its side; the enemy without a
/// Commander has no Rout either.
#[test]
fn the_destroyer_needs_a_commander_of_its_own() {
    let field = Field::new(&[frail(Tier::Basic), basic()], &[drill(Tier::Skilled, 3)]);
    let mut arena = field.with(|s| s.forces[0].commander = Some(0)).arena();
    arena.script(|s| {
        s.rout = true;
        s.counter = Some(RIFLE);
    });
    let events = arena.attack(0, RIFLE, 2, &[1, 1]);
    assert!(!arena.unit(0).on_table);
    assert!(morale(&events).is_empty() && times(&arena, "rout") == 0);
}
