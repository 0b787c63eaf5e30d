//! How battles are won.

use super::arena::{Arena, contest, mecha, turns};
use super::script::{Move, Script};
use crate::rules::decision::TurnPlan;
use crate::rules::event::{Ending, Event};
use crate::rules::state::Condition;
use equipoise_engine::Side;

fn ended(winner: Side, ending: Ending) -> Event {
    Event::End {
        winner: Some(winner),
        ending,
    }
}

/// bull.victory.objective: A reaches the marker on its turn of round 1, is not pushed off, and wins
/// at the start of its turn of round 2.
#[test]
fn beginning_a_turn_on_the_marker_wins() {
    let mut arena = Arena::duel(&[("overdrive_start", "0")]);
    let script = with!(Script::default(), plans: [TurnPlan::Move].into(),
        steps: [Move::To(0, 0)].into());
    let faces = [2, 2, 5, 5, 5, 5, 5, 5, 2, 2, 2, 5];
    let (outcome, events) = arena.play(script, &faces);
    assert_eq!(turns(&events), [0, 1, 0]);
    assert_eq!(events.last(), Some(&ended(Side::A, Ending::Objective)));
    assert_eq!((outcome.winner, outcome.rounds), (Some(Side::A), 2));
    assert_eq!(outcome.score, [0, 0]);
}

/// bull.victory.objective: not before every combatant has had a turn: standing there in round 1 is
/// no victory, and a turn lost by holding counts as had.
#[test]
fn the_objective_opens_when_all_have_had_a_turn() {
    let mut arena = Arena::duel(&[("overdrive_start", "0"), ("round_limit", "2")]);
    let script = with!(Script::default(), holds: [1].into());
    let mut start = arena.bout.clone();
    start.marker = start.units[0].start;
    let mut on_marker = Arena::of(start);
    let faces = [2, 5, 5, 5, 5, 5, 5, 5];
    let (outcome, events) = on_marker.play(script, &faces);
    // Round 1: A has a turn on the marker without winning, B's is lost. Round 2: A wins.
    assert_eq!(turns(&events), [0, 0]);
    assert!(events.contains(&Event::LostTurn { unit: 1 }));
    assert_eq!(outcome.winner, Some(Side::A));
    // Carried over, B has had none, and nobody wins.
    arena.bout.marker = arena.bout.units[0].start;
    let mut bout = arena.bout.clone();
    bout.options.hold_carry = crate::options::HoldCarry::CarriesOver;
    let script = with!(Script::default(), holds: [1].into());
    let (outcome, events) = Arena::of(bout).play(script, &faces);
    assert_eq!(turns(&events), [0, 0, 1]);
    assert_eq!(outcome.winner, None);
}

/// bull.victory.objective: a held turn begins when it is taken: whoever is pushed off before that
/// does not win.
#[test]
fn a_held_turn_begins_when_it_is_taken() {
    let mut bout = Arena::duel(&[("overdrive_start", "0"), ("round_limit", "2")]).bout;
    bout.marker = bout.units[0].start;
    let mut arena = Arena::of(bout);
    arena.unit(0).turns = 1;
    arena.unit(1).turns = 1;
    let script = with!(Script::default(), holds: [0].into());
    let events = arena.act(script, &[], |game| game.hold(0));
    assert!(
        !events
            .iter()
            .any(|event| matches!(event, Event::End { .. }))
    );
    arena.place(0, 2, 0);
    arena.turn(0, Script::default(), &[]);
    assert!(!arena.battle.over);
    arena.place(0, 3, 0);
    arena.turn(0, Script::default(), &[]);
    assert!(arena.battle.over);
}

fn fell(arena: &mut Arena, target: usize, gives_in: bool) {
    let script = with!(Script::default(), gives_in: gives_in);
    arena.act(script, &[1], |game| game.hit(&contest(target, 1, 1)));
}

/// bull.victory.elimination: two enemies, one disabled, one pilot dead: victory, with two enemies
/// destroyed.
#[test]
fn all_enemies_destroyed_is_victory() {
    let unit = mecha(4, &[0]);
    let pair = [unit.clone(), unit.clone()];
    let mut arena = Arena::new([&[unit], &pair], &[]);
    fell(&mut arena, 1, true);
    assert!(!arena.battle.over);
    arena.unit(2).condition = Condition::Lethal;
    fell(&mut arena, 2, false);
    assert_eq!(arena.unit(2).condition, Condition::Dead);
    assert_eq!(arena.battle.winner, Some(Side::A));
    assert_eq!(arena.unit(0).destroyed, 2);
}

/// bull.victory.elimination: by the option a disabled mecha is not destroyed: the battle goes on, and
/// nothing is scored.
#[test]
fn disabled_may_not_count_as_destroyed() {
    let mut arena = Arena::duel(&[("disabled_counts_as_destroyed", "false")]);
    fell(&mut arena, 1, true);
    assert_eq!(arena.unit(1).condition, Condition::Disabled);
    assert!(!arena.battle.over);
    assert_eq!(arena.unit(0).destroyed, 0);
    let mut arena = Arena::duel(&[("disabled_counts_as_destroyed", "false")]);
    arena.unit(1).condition = Condition::Lethal;
    fell(&mut arena, 1, true);
    assert_eq!(arena.battle.winner, Some(Side::A));
}
