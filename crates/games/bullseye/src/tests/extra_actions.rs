//! Cut Scenes.

use super::arena::{Arena, attack_dice, mecha, results};
use super::script::{Move, Script};
use crate::rules::decision::{ExtraAction, TurnPlan};
use crate::rules::event::Event;
use equipoise_engine::matching;

/// Eight successes of four dice: ones that score and roll again.
const EIGHT: [u8; 9] = [1, 1, 1, 1, 1, 2, 2, 2, 5];

fn extras(events: &[Event]) -> Vec<(usize, &'static str)> {
    matching!(events, Event::ExtraAction { unit, action } => (*unit, *action))
}

/// bull.dice.cut-scene: eight successes on a move roll: an extra attack with full Attack dice at any
/// range, and a point of Overdrive, for it is a Great Success as well; the weapon cools.
#[test]
fn eight_successes_are_an_extra_action() {
    let mut arena = Arena::duel(&[]);
    let script = with!(Script::default(), plans: [TurnPlan::Move].into(),
        steps: [Move::To(3, 0)].into(), extras: [ExtraAction::Attack].into());
    let faces = [&EIGHT[..], &[5; 4], &[5; 4]].concat();
    let events = arena.turn(0, script, &faces);
    // Blade, optimal range 0, at range 4.
    assert_eq!(attack_dice(&events), [4]);
    assert_eq!(extras(&events), [(0, "attack")]);
    assert_eq!(*arena.overdrive(0), 2);
    assert_eq!(arena.unit(0).ready_from[0], 3);
}

/// bull.dice.cut-scene: seven successes are none; nor are seven and a point of Overdrive.
#[test]
fn seven_successes_are_not_enough() {
    let mut arena = Arena::duel(&[]);
    let script = with!(Script::default(), plans: [TurnPlan::Move].into(), overdrive: [1].into(),
        extras: [ExtraAction::Attack].into());
    let events = arena.turn(0, script, &[1, 1, 1, 1, 2, 2, 2, 5]);
    assert!(extras(&events).is_empty());
}

/// bull.dice.cut-scene: a defender acts after the attack is finished, after the attacker's own
/// scene, and only if it is still in the fight.
#[test]
fn a_defender_acts_after_the_attack() {
    let duel = || {
        let mut arena = Arena::duel(&[("great_success_at", "99"), ("overdrive_start", "0")]);
        arena.place(1, 3, 0);
        arena
    };
    let script = |extra| {
        with!(Script::default(), plans: [TurnPlan::Attack].into(),
        extras: [extra, ExtraAction::Move].into(), steps: [Move::To(2, 0)].into())
    };
    let mut arena = duel();
    // Attack 8 and defense 8: both earn one; the attacker passes, the defender moves.
    let faces = [&EIGHT[..], &EIGHT[..], &[2, 5, 5, 5]].concat();
    let events = arena.turn(0, script(ExtraAction::Nothing), &faces);
    assert_eq!(results(&events), [(8, 8, false)]);
    assert_eq!(extras(&events), [(0, "none"), (1, "move")]);
    assert_eq!(arena.sector(1), (2, 0));
    // Hit and disabled by the attacker's nine, the defender does not act.
    let mut arena = duel();
    let faces = [&[1], &EIGHT[..], &EIGHT[..], &[1]].concat();
    let giving_in = with!(script(ExtraAction::Nothing), gives_in: true);
    let events = arena.turn(0, giving_in, &faces);
    assert!(extras(&events).is_empty());
}

/// bull.dice.cut-scene: rolls of an extra action earn no further one unless they chain.
#[test]
fn extra_actions_chain_only_by_the_option() {
    for (chain, expected) in [("false", 1), ("true", 3)] {
        let mut arena = Arena::duel(&[("cut_scene_chain", chain)]);
        let script = with!(Script::default(), plans: [TurnPlan::Move].into(),
            extras: [ExtraAction::Move; 3].into());
        // Two extra moves of eight, the last of none.
        let rolls: Vec<u8> = match chain {
            "true" => [&EIGHT[..], &EIGHT[..], &EIGHT[..], &[5; 4]].concat(),
            _ => [&EIGHT[..], &EIGHT[..]].concat(),
        };
        let events = arena.turn(0, script, &rolls);
        assert_eq!(extras(&events).len(), expected, "chain {chain}");
    }
}

/// bull.dice.cut-scene: on initiative it earns nothing, or by the option an extra action before the
/// first turn.
#[test]
fn initiative_scenes_are_an_option() {
    for (option, expected) in [("none", 0), ("extra_action_before_turn_1", 1)] {
        let mut arena = Arena::duel(&[("cut_scene_in_initiative", option), ("round_limit", "1")]);
        let script = with!(Script::default(), extras: [ExtraAction::Move].into(),
            steps: [Move::To(2, 0)].into());
        let mut faces = [&EIGHT[..], &[5; 4]].concat();
        if expected > 0 {
            faces.extend([2, 5, 5, 5]);
        }
        let (_, events) = arena.play(script, &faces);
        let first_turn = events
            .iter()
            .position(|event| matches!(event, Event::Turn { .. }));
        let scene = events
            .iter()
            .position(|event| matches!(event, Event::ExtraAction { .. }));
        assert_eq!(scene.is_some(), expected > 0);
        assert!(scene.is_none() || scene < first_turn);
    }
}

/// bull.attack.cooldown: binds in a Cut Scene: the one weapon that fired this turn cannot fire
/// again.
#[test]
fn an_extra_attack_needs_a_ready_weapon() {
    let unit = [mecha(4, &[0])];
    let mut arena = Arena::new([&unit, &unit], &[("overdrive_start", "0")]);
    arena.place(1, 3, 0);
    let script = with!(Script::default(), plans: [TurnPlan::Attack].into(),
        extras: [ExtraAction::Attack].into());
    // Eight against none: a box, which holds; then the extra attack finds nothing ready.
    let faces = [&EIGHT[..], &[5; 4], &[6]].concat();
    let events = arena.turn(0, script, &faces);
    assert_eq!(extras(&events), [(0, "attack")]);
    assert_eq!(results(&events).len(), 1);
}
