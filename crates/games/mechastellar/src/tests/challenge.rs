//! Challenges and Revenge.

use equipoise_engine::{Hex, Side, matching};

use super::arena::{
    Arena, DULL_CUT, DULL_SHOT, RIFLE, SABER, attacks, crewed, go, mech, rush, strike, ways,
};
use super::field::{Field, high_wall};
use crate::data::profile::{Tier, UnitProfile};
use crate::rules::decision::Action;
use crate::rules::decision::Fuel;
use crate::rules::event::Event;
use crate::rules::unit_id::UnitId;

const SOUTH: Hex = Hex::new(0, 1);
const QUIET: [u8; 12] = [9, 2, 8, 1, 8, 1, 8, 1, 8, 1, 8, 1];

fn ace() -> UnitProfile {
    crewed(Tier::Ace)
}

fn challenges(events: &[Event]) -> Vec<(UnitId, UnitId)> {
    matching!(events, Event::Challenge { unit, enemy } => (*unit, *enemy))
}

/// Unit 0 on (3, 1), its Challenger 1 straight ahead at a distance in hexes, no one else near.
fn pair(own: UnitProfile, hexes: i16) -> Arena {
    let mut arena = Arena::new(&[own], &[ace()]);
    arena.apart(0, 1, hexes);
    arena.battle.challenge = Some((1, 0));
    arena
}

/// `ms10.challenge.issue`: the first side's Challenge stands, the second is not even asked; when
/// the first declines, the second issues its own against a Basic unit. Issued anew each round.
#[test]
fn the_first_side_may_challenge_then_the_second() {
    for (calls, expected, asked) in [
        ([Some((0, 1)), Some((1, 0))], (0, 1), 1),
        ([None, Some((1, 0))], (1, 0), 2),
    ] {
        let mut arena = Arena::new(&[ace()], &[ace()]);
        arena.script(|s| s.challenge = calls);
        let (_, events) = arena.battle(&QUIET);
        assert_eq!(challenges(&events), [expected; 5]);
        let questions = arena.asked().iter().filter(|q| **q == "challenge").count();
        assert_eq!(questions, 5 * asked);
    }
}

/// `ms10.challenge.issue`: the issuer names an own Elite unit: a Basic one cannot be named, nor an
/// enemy's, nor an ally as opponent; a side without Elite units is not asked. The opponent may be
/// of any tier.
#[test]
fn only_own_elite_units_challenge_enemies() {
    let force = || [crewed(Tier::BattleTested), mech()];
    for (call, legal) in [
        ((0, 2), true),
        ((0, 3), true),
        ((1, 2), false),
        ((2, 0), false),
        ((0, 1), false),
    ] {
        let mut arena = Arena::new(&force(), &force());
        arena.script(|s| s.challenge = [Some(call), None]);
        let (_, events) = arena.battle(&QUIET);
        assert_eq!(
            challenges(&events).len(),
            5 * usize::from(legal),
            "{call:?}"
        );
    }
    let mut arena = Arena::duel();
    arena.script(|s| s.challenge = [Some((0, 1)); 2]);
    arena.battle(&QUIET);
    assert!(!arena.asked().contains(&"challenge"));
}

/// `ms10.challenge.duty-target`: the opponent stands out of range at 10 hexes and another enemy at
/// 2: the Challenger may attack neither, by shot or whip; unbound it may attack the near one.
#[test]
fn challengers_attack_nobody_else() {
    for (weapon, faces) in [(RIFLE, &DULL_SHOT[..]), (SABER, &DULL_CUT[..])] {
        for bound in [true, false] {
            let mut own = ace();
            own.weapons[SABER].range_in = 8;
            let mut arena = Arena::new(&[own], &[mech(), mech()]);
            arena.apart(0, 1, 2);
            arena.put(2, Hex::new(3, 11), -SOUTH);
            arena.battle.challenge = bound.then_some((0, 2));
            let faces = if bound { &[] } else { faces };
            let events = arena.turn(0, &[strike(weapon, 1)], faces);
            assert_eq!(attacks(&events).len(), usize::from(!bound));
        }
    }
}

/// `ms10.challenge.duty-target`: the Challenge wins over the closest-target rule: a challenged Basic
/// unit may not shoot the enemy at 2 hexes, but its Challenger at 4, and a Challenger answering the
/// fire of a third unit is still bound: its answer goes to the Challenger.
#[test]
fn a_basic_challenger_shoots_past_the_closest() {
    let mut arena = Arena::new(&[mech()], &[mech(), ace()]);
    arena.apart(0, 1, 2);
    arena.put(2, Hex::new(3, 5), -SOUTH);
    arena.battle.challenge = Some((2, 0));
    assert!(attacks(&arena.turn(0, &[strike(RIFLE, 1)], &[])).is_empty());
    assert_eq!(attacks(&arena.attack(0, RIFLE, 2, &DULL_SHOT)), [(0, 2)]);

    arena.apart(0, 1, 2);
    arena.battle.aggressor = Some(1);
    arena.script(|s| s.actions.push_back(strike(RIFLE, 1)));
    let (_, events) = arena.run(&DULL_SHOT, |game| game.take_turn(0, true));
    assert_eq!(attacks(&events), [(0, 2)]);
}

/// `ms10.challenge.duty-target`: a Counter against a third unit is no attack of its own choosing:
/// the Ace is bound to unit 0 and Counters unit 1 that shot it.
#[test]
fn a_challenger_counters_anybody() {
    let mut arena = Arena::new(&[mech(), mech()], &[ace()]);
    arena.apart(1, 2, 4);
    arena.put(0, Hex::new(8, 1), SOUTH);
    arena.battle.challenge = Some((2, 0));
    arena.script(|s| s.counter = Some(RIFLE));
    arena.attack(1, RIFLE, 2, &[DULL_SHOT, DULL_SHOT].concat());
    assert_eq!(arena.unit(1).hp, 4000 - 300, "5 - 2 HITS, 2 DEF: 1 x 300");
}

/// `ms10.challenge.duty-target`: the destroyed opponent binds no more.
#[test]
fn the_dead_bind_nobody() {
    let mut arena = Arena::new(&[ace()], &[mech(), mech()]);
    arena.apart(0, 1, 2);
    arena.battle.challenge = Some((0, 2));
    arena.unit_mut(2).on_table = false;
    assert_eq!(attacks(&arena.attack(0, RIFLE, 1, &DULL_SHOT)), [(0, 1)]);
}

/// `ms10.challenge.duty-move`: a Challenger that does nothing of its own ends one hex nearer, from 7
/// to 6; one that came nearer itself is left alone; an unbound unit is left alone.
#[test]
fn challengers_end_nearer() {
    let mut arena = pair(mech(), 7);
    arena.turn(0, &[], &[]);
    assert_eq!(arena.view().distance(0, 1), 6);
    let mut arena = pair(mech(), 7);
    let events = arena.turn(0, &[go(3, 3)], &[]);
    assert_eq!(ways(&events).len(), 1);
    let mut arena = pair(mech(), 7);
    arena.battle.challenge = None;
    assert!(ways(&arena.turn(0, &[], &[])).is_empty());
}

/// `ms10.challenge.duty-move`: moving off, turning twice, and moving on and then accelerating back
/// all end nearer than the start at 5 hexes after all.
#[test]
fn challengers_cannot_dodge_the_duty() {
    let rotate = Action::Rotate {
        facing: Hex::new(1, 0),
    };
    let ways_out: [&[Action]; 4] = [
        &[go(3, 0), go(3, 0)],
        &[rotate, rotate],
        &[go(3, 2), go(4, 2), rush(4, 1, Fuel::CombatAction)],
        &[rush(4, 0, Fuel::CombatAction), rotate, rotate],
    ];
    for actions in ways_out {
        let mut arena = pair(mech(), 5);
        arena.turn(0, actions, &[]);
        let distance = arena.view().distance(0, 1);
        assert!(distance < 5, "{actions:?} ended at {distance}");
    }
}

/// `ms10.challenge.duty-move`: the duty is to end nearer and in sight. A wall stands
/// before the enemy 6 hexes off: who does nothing, or spends the last move on a hex behind the wall,
/// goes where it is nearer and sees the enemy; without the wall one step forward will do.
#[test]
fn challengers_end_in_sight() {
    for (walled, actions) in [
        (true, vec![]),
        (true, vec![go(3, 2), go(3, 3)]),
        (false, vec![go(3, 2), go(3, 3)]),
    ] {
        let field = Field::new(&[with!(mech(), move_in: 12)], &[ace()]);
        let walls: &[(i16, i16)] = &[(3, 5)];
        let mut arena = if walled {
            field.piece(high_wall(), walls).arena()
        } else {
            field.arena()
        };
        arena.apart(0, 1, 6);
        arena.battle.challenge = Some((1, 0));
        arena.turn(0, &actions, &[]);
        let view = arena.view();
        assert!(view.distance(0, 1) < 6 && view.sees(0, 1), "{actions:?}");
        assert_eq!(!walled, view.unit(0).pos == Hex::new(3, 3));
    }
}

/// `ms10.challenge.duty-move`: an ally on the straight way does not excuse: from (3, 1) to (1, 6),
/// (-2, 5) away, both (3, 2) and (2, 2) are one step nearer; the ally stands on the straight one.
#[test]
fn an_ally_on_the_way_is_no_excuse() {
    let mut arena = Arena::new(&[mech(), mech()], &[ace()]);
    arena.put(0, Hex::new(3, 1), SOUTH);
    arena.put(2, Hex::new(1, 6), -SOUTH);
    arena.battle.challenge = Some((2, 0));
    let straight = Hex::new(3, 1).towards(Hex::new(1, 6), 1);
    arena.put(1, straight, SOUTH);
    assert_eq!(arena.view().distance(0, 2), 5);
    arena.turn(0, &[], &[]);
    assert_eq!(arena.view().distance(0, 2), 4);
}

/// `ms10.challenge.duty-move`: a Challenger in an engagement has nothing to do.
#[test]
fn an_engaged_challenger_may_stay() {
    let mut arena = pair(mech(), 1);
    assert!(ways(&arena.turn(0, &[], &[])).is_empty());
    let mut arena = Arena::new(&[mech()], &[ace(), mech()]);
    arena.apart(0, 1, 6);
    arena.put(2, Hex::new(3, 0), SOUTH);
    arena.battle.challenge = Some((1, 0));
    assert!(ways(&arena.turn(0, &[], &[])).is_empty());
    assert_eq!(arena.momentum(Side::A), 10);
}

/// `ms10.challenge.revenge`: unit 0 destroys the Skilled unit 2 (900 HP) in round 1; unit 3 swears
/// Revenge. Both stand in the front rows of their zones, 5 hexes apart, and must come a hex nearer in
/// every turn of theirs: 0 already in the turn of the kill, 3 next; after round 2 they are side by side
/// and both may stay.
#[test]
fn revenge_binds_for_the_rest_of_the_battle() {
    let mut frail = crewed(Tier::Skilled);
    frail.hp = 900;
    let mut arena = Arena::new(&[mech(), mech()], &[frail, mech()]);
    arena.script(|s| {
        s.actions.push_back(strike(RIFLE, 2));
        s.revenge = Some(3);
    });
    // The loss of the Elite unit makes unit 3 roll a Morale save.
    let faces = [&QUIET[..4], &DULL_SHOT, &[10], &QUIET[4..]].concat();
    let (_, events) = arena.battle(&faces);
    let sworn = |e: &&Event| matches!(e, Event::Revenge { unit: 3, enemy: 0 });
    assert_eq!(events.iter().filter(sworn).count(), 1);
    let movers: Vec<UnitId> = matching!(events, Event::Move { unit, .. } => *unit);
    assert_eq!(movers, [0, 3, 0, 3]);
    assert_eq!(arena.view().distance(0, 3), 1);
}

/// `ms10.challenge.revenge`: unit 0 destroys unit 2, then unit 1 destroys unit 3; unit 4 would
/// avenge each. For Elite victims the first brings Revenge on 0, the second none; Basic victims
/// bring none, and an enemy cannot be named the avenger.
#[test]
fn revenge_is_sworn_once_for_an_elite_ally_by_an_own_unit() {
    for (tier, avenger, oaths) in [
        (Tier::Skilled, 4, 1),
        (Tier::BattleTested, 4, 1),
        (Tier::Basic, 4, 0),
        (Tier::Skilled, 1, 0),
    ] {
        let frail = || with!(crewed(tier), hp: 900);
        let mut arena = Arena::new(&[mech(), mech()], &[frail(), frail(), mech()]);
        arena.apart(0, 2, 3);
        arena.put(1, Hex::new(8, 1), SOUTH);
        arena.put(3, Hex::new(8, 4), -SOUTH);
        arena.put(4, Hex::new(3, 11), -SOUTH);
        arena.script(|s| s.revenge = Some(avenger));
        // Each loss of an Elite unit makes the nearest ally roll a Morale save.
        let save: &[u8] = if tier == Tier::Basic { &[] } else { &[10] };
        let faces = [&DULL_SHOT, save].concat();
        let mut events = arena.attack(0, RIFLE, 2, &faces);
        events.extend(arena.attack(1, RIFLE, 3, &faces));
        let sworn: Vec<(UnitId, UnitId)> = matching!(events,
            Event::Revenge { unit, enemy } => (*unit, *enemy));
        assert!(!arena.unit(2).on_table && !arena.unit(3).on_table);
        assert_eq!(sworn, vec![(4, 0); oaths], "{tier:?}, avenger {avenger}");
    }
}

/// `ms10.challenge.revenge`: in addition to the Challenge of the round: bound to 1 by Challenge and
/// to 2 by Revenge, unit 0 may attack either, not 3.
#[test]
fn revenge_and_challenge_bind_together() {
    let mut arena = Arena::new(&[ace()], &[mech(), mech(), mech()]);
    arena.put(0, Hex::new(3, 1), SOUTH);
    for (unit, q) in [(1, 3), (2, 2), (3, 1)] {
        arena.put(unit, Hex::new(q, 4), -SOUTH);
    }
    arena.battle.challenge = Some((0, 1));
    arena.battle.sides[1].revenge = Some((2, 0));
    arena.run(&[], |game| game.state.begin_turn(0, false));
    let legal = |target| arena.view().may_attack(RIFLE, false, target);
    assert_eq!([legal(1), legal(2), legal(3)], [true, true, false]);
}
