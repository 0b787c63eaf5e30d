//! Initiative, rounds, turns, holding.

use super::arena::{Arena, mecha, order, results, turns};
use super::script::{Move, Script};
use crate::rules::decision::{Attack, TurnPlan};
use crate::rules::event::{Ending, Event};
use crate::rules::state::Condition;

/// One die a mecha, so that a roll is one face: 2 succeeds, 6 does not.
fn singles(a: usize, b: usize, values: &[(&str, &str)]) -> Arena {
    let unit = mecha(1, &[0, 2]);
    Arena::new([&vec![unit.clone(); a], &vec![unit; b]], values)
}

fn strict(round_limit: &'static str) -> Vec<(&'static str, &'static str)> {
    vec![("round_limit", round_limit), ("overdrive_start", "0")]
}

/// bull.initiative.roll: Engineering 4, skill 3, dice 2, 3, 4, 6: initiative 2.
#[test]
fn initiative_is_an_engineering_roll() {
    let mut arena = Arena::duel(&[]);
    let faces = [2, 3, 4, 6, 4, 4, 4, 4];
    arena.act(Script::default(), &faces, |game| game.roll_initiative());
    assert_eq!([arena.unit(0).initiative, arena.unit(1).initiative], [2, 0]);
}

/// bull.initiative.roll: a Great Success on it earns Overdrive as on any roll.
#[test]
fn initiative_rolls_earn_overdrive() {
    let mut arena = Arena::duel(&[]);
    let faces = [1, 2, 2, 2, 2, 4, 4, 4, 4];
    arena.act(Script::default(), &faces, |game| game.roll_initiative());
    assert_eq!([*arena.overdrive(0), *arena.overdrive(1)], [2, 1]);
}

/// MEC-06, bull.initiative.order: a has 3 (Engineering 2), b 3 (Engineering 4), c 5 (Engineering
/// 1): c, b, a.
#[test]
fn mec_06_higher_engineering_breaks_ties() {
    let unit = |engineering| {
        let mut unit = mecha(1, &[0]);
        unit.engineering = engineering;
        // The dearer one stands first.
        unit.points = 100 - u16::from(engineering);
        unit
    };
    let mut arena = Arena::new([&[unit(2), unit(4)], &[unit(1)]], &[]);
    // a: 1, 2, 2; b: 2, 2, 2, 6; c: four 1s and a 2.
    let faces = [1, 2, 2, 2, 2, 2, 6, 1, 1, 1, 1, 2];
    let events = arena.act(Script::default(), &faces, |game| game.roll_initiative());
    assert_eq!(order(&events), [2, 1, 0]);
}

/// bull.initiative.order: still tied, each rolls a die and the higher face goes first, again while
/// they are equal.
#[test]
fn a_tie_is_rolled_off_with_the_high_face_first() {
    let mut arena = singles(1, 1, &[]);
    let faces = [2, 2, 4, 4, 1, 5];
    let events = arena.act(Script::default(), &faces, |game| game.roll_initiative());
    assert_eq!(order(&events), [1, 0]);
    // Four tied: 3, 6, 3, 1; the two 3s roll again: 2, 5.
    let mut arena = singles(2, 2, &[]);
    let faces = [2, 2, 2, 2, 3, 6, 3, 1, 2, 5];
    let events = arena.act(Script::default(), &faces, |game| game.roll_initiative());
    assert_eq!(order(&events), [1, 2, 0, 3]);
}

/// bull.initiative.scope: the order of round 1 holds in round 2, or is rolled anew.
#[test]
fn initiative_is_rolled_once() {
    let mut arena = singles(1, 1, &strict("2"));
    let (_, events) = arena.play(Script::default(), &[6, 2]);
    assert_eq!(turns(&events), [1, 0, 1, 0]);
    let mut values = strict("2");
    values.push(("initiative_scope", "each_round"));
    let mut arena = singles(1, 1, &values);
    let (_, events) = arena.play(Script::default(), &[6, 2, 2, 6]);
    assert_eq!(turns(&events), [1, 0, 0, 1]);
}

/// bull.round.structure: three combatants, one disabled in round 2: two turns in round 3; and the
/// battle ends in a draw after the last round.
#[test]
fn everybody_in_the_fight_has_one_turn_a_round() {
    let mut arena = singles(2, 1, &strict("3"));
    arena.place(0, 3, 2);
    let script = Script {
        plans: [
            TurnPlan::Nothing,
            TurnPlan::Nothing,
            TurnPlan::Nothing,
            TurnPlan::Nothing,
            TurnPlan::Nothing,
            TurnPlan::Attack,
        ]
        .into(),
        gives_in: true,
        attacks: [Some(Attack {
            weapon: 1,
            target: 0,
        })]
        .into(),
        ..Script::default()
    };
    // Order 0, 1, 2 by dice 6, 5, 4. In round 2 mecha 2 attacks mecha 0 two quadrants away at
    // optimal range 2, which is 4: no dice, so it takes Overdrive to hit.
    let mut values = strict("3");
    values[1] = ("overdrive_start", "1");
    values.push(("start_quadrants", "0,1"));
    let mut arena_near = singles(2, 1, &values);
    let faces = [6, 6, 6, 6, 5, 4, 2, 6, 1];
    let (outcome, events) = arena_near.play(script, &faces);
    assert_eq!(results(&events), [(1, 0, true)]);
    assert_eq!(turns(&events), [0, 1, 2, 0, 1, 2, 1, 2]);
    assert_eq!(arena_near.unit(0).condition, Condition::Disabled);
    assert_eq!((outcome.winner, outcome.rounds), (None, 3));
    assert_eq!(outcome.score, [0, 1]);
    let end = Event::End {
        winner: None,
        ending: Ending::RoundLimit,
    };
    assert_eq!(events.last(), Some(&end));
}

/// bull.round.full-action: a Move and an Attack in either order, either part left out, neither done
/// twice.
#[test]
fn a_turn_is_a_move_and_an_attack_in_either_order() {
    let kinds = |order: TurnPlan, faces: &[u8]| {
        let mut arena = singles(1, 1, &[("overdrive_start", "0")]);
        arena.place(0, 2, 2);
        arena.place(1, 2, 2);
        let script = with!(Script::default(), plans: [order].into(),
            steps: [Move::To(3, 2), Move::To(2, 2)].into());
        let events = arena.turn(0, script, faces);
        let kind = |event: &Event| match event {
            Event::Move { .. } => Some("move"),
            Event::Attack { .. } => Some("attack"),
            _ => None,
        };
        events.iter().filter_map(kind).collect::<Vec<_>>()
    };
    // Movement 2 succeeds; at range 1 the weapon of range 0 has no die left, at 0 it has one.
    assert_eq!(kinds(TurnPlan::MoveThenAttack, &[2, 6]), ["move", "attack"]);
    assert_eq!(
        kinds(TurnPlan::AttackThenMove, &[6, 6, 2]),
        ["attack", "move"]
    );
    assert_eq!(kinds(TurnPlan::Attack, &[6, 6]), ["attack"]);
    assert_eq!(kinds(TurnPlan::Move, &[2]), ["move"]);
    assert!(kinds(TurnPlan::Nothing, &[]).is_empty());
}

/// bull.round.hold: order A, B, C: A holds and acts after B: B, A, C; its turn is whole.
#[test]
fn a_held_turn_is_taken_after_another() {
    let mut arena = singles(2, 1, &strict("1"));
    let script = with!(Script::default(), holds: [0].into(), joins: [0].into(),
        plans: [TurnPlan::Nothing, TurnPlan::MoveThenAttack].into(),
        steps: [Move::To(2, 0)].into());
    // Initiative all 0, dice 6, 5, 4; then the movement of 0, its attack without dice, the defense.
    let (_, events) = arena.play(script, &[6, 6, 6, 6, 5, 4, 2, 6]);
    assert_eq!(turns(&events), [1, 0, 2]);
    assert!(events.contains(&Event::Turn {
        unit: 0,
        held: true
    }));
    assert_eq!(arena.sector(0), (2, 0));
}

/// bull.round.hold: of several holders the higher initiative goes first, and the order of later
/// rounds is unchanged.
#[test]
fn higher_initiative_joins_first() {
    let mut arena = singles(2, 1, &strict("2"));
    let script = with!(Script::default(), holds: [0, 1].into(), joins: [0, 1].into());
    let (_, events) = arena.play(script, &[6, 6, 6, 6, 5, 4]);
    assert_eq!(turns(&events), [2, 0, 1, 0, 1, 2]);
}

/// bull.round.hold: a turn that is not taken by the end of the round is lost, after a last chance;
/// a lost turn counts as one.
#[test]
fn a_held_turn_is_lost_with_the_round() {
    let mut arena = singles(1, 1, &strict("1"));
    let script = with!(Script::default(), holds: [0, 1].into(), joins: [1].into());
    let (_, events) = arena.play(script, &[6, 6, 6, 5]);
    assert_eq!(turns(&events), [1]);
    assert!(events.contains(&Event::LostTurn { unit: 0 }));
    assert_eq!(arena.unit(0).turns, 1);
}

/// bull.round.hold: carried over, it can still be taken in the next round beside that round's turn.
#[test]
fn a_held_turn_may_carry_over() {
    let mut values = strict("2");
    values.push(("hold_carry", "carries_over"));
    let mut arena = singles(1, 1, &values);
    let script = with!(Script::default(), holds: [1].into(), joins: [1].into());
    // B holds last in round 1 and is not willing until A has had its turn of round 2: the script
    // lets it join as soon as it is asked, which is at once.
    let (_, events) = arena.play(script.clone(), &[6, 6, 6, 5]);
    assert_eq!(turns(&events), [0, 1, 0, 1]);
    let waiting = with!(script, joins: [7, 1].into());
    let (_, events) = arena.play(waiting, &[6, 6, 6, 5]);
    // Never asked as 7, B keeps waiting: its own turn of round 2 comes all the same.
    assert_eq!(turns(&events), [0, 0, 1]);
    assert!(
        !events
            .iter()
            .any(|event| matches!(event, Event::LostTurn { .. }))
    );
}
