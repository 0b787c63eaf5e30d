//! Deployment, initiative, activations, rounds, Return Fire, the end of the battle.

use equipoise_engine::{Hex, Side, matching};

use super::arena::{Arena, DULL_SHOT, RIFLE, activations, attacks, mech, rush, strike, ways};
use crate::data::profile::{Resource, ResourceKind, UnitProfile};
use crate::rules::decision::Action;
use crate::rules::decision::Fuel;
use crate::rules::event::Event;
use crate::rules::moves::MoveKind;
use crate::rules::unit_id::UnitId;

/// Faces of a battle in which nobody does anything: the roll-off of equal forces, then five
/// initiatives won by side A.
const QUIET: [u8; 12] = [9, 2, 8, 1, 8, 1, 8, 1, 8, 1, 8, 1];
/// The same for forces of unequal number, which do not roll for deployment.
const QUIET_UNEQUAL: [u8; 10] = [8, 1, 8, 1, 8, 1, 8, 1, 8, 1];

fn force(count: usize) -> Vec<UnitProfile> {
    vec![mech(); count]
}

fn deployed(events: &[Event]) -> Vec<(UnitId, Hex, Hex)> {
    matching!(events, Event::Deploy { unit, at, facing } => (*unit, *at, *facing))
}

/// Events of one round.
fn round(events: &[Event], number: u8) -> Vec<Event> {
    let starts = |event: &&Event, n: u8| matches!(event, Event::Round { round, .. } if *round == n);
    events
        .iter()
        .skip_while(|event| !starts(event, number))
        .take_while(|event| !starts(event, number + 1))
        .cloned()
        .collect()
}

fn order_of(events: &[Event], number: u8) -> Vec<UnitId> {
    let turns = activations(&round(events, number));
    turns.into_iter().map(|(unit, _)| unit).collect()
}

fn firsts(events: &[Event]) -> Vec<Side> {
    matching!(events, Event::Round { first, .. } => *first)
}

/// `ms10.deploy.zone`: the own control point lies 16 in from the edge, so rows 0 to 3 (hex steps
/// 4, 8, 12 and 16) belong to side A, rows 11 to 8 to side B. Row 3 is granted as asked; row 4 (20
/// in) is not: the unit comes to stand inside its zone.
#[test]
fn units_deploy_inside_their_zone() {
    for (rows, granted) in [([3, 8], true), ([0, 11], true), ([4, 7], false)] {
        let mut arena = Arena::duel();
        let asked = rows.map(|row| (Hex::from_offset(5, row), Hex::new(0, 1)));
        arena.script(|s| s.deploy = Some(asked));
        let (_, events) = arena.battle(&QUIET);
        for (unit, at, _) in deployed(&events) {
            let (_, row) = at.to_offset();
            let zone = if unit == 0 { 0..4 } else { 8..12 };
            assert!(zone.contains(&row), "unit {unit} in row {row}");
            assert_eq!(at == asked[unit].0, granted, "unit {unit} in row {row}");
        }
    }
}

/// `ms10.deploy.zone`: no two units share a hex although all ask for the same one.
#[test]
fn units_deploy_on_hexes_of_their_own() {
    let mut arena = Arena::new(&force(3), &force(3));
    let (_, events) = arena.battle(&QUIET);
    let mut spots: Vec<Hex> = deployed(&events).iter().map(|d| d.1).collect();
    spots.sort();
    spots.dedup();
    assert_eq!(spots.len(), 6);
}

/// `ms10.deploy.order`: the side with more units places all of them first; equal forces roll off,
/// ties are rolled again, and the loser places first.
#[test]
fn the_larger_force_deploys_first() {
    let sequence = |a: usize, b: usize, faces: &[u8]| {
        let (_, events) = Arena::new(&force(a), &force(b)).battle(faces);
        let units: Vec<UnitId> = deployed(&events).iter().map(|d| d.0).collect();
        units
    };
    assert_eq!(sequence(1, 2, &QUIET_UNEQUAL), [1, 2, 0]);
    assert_eq!(sequence(2, 1, &QUIET_UNEQUAL), [0, 1, 2]);
    assert_eq!(sequence(2, 2, &QUIET), [2, 3, 0, 1]);
    let won_by_b = [&[4, 4, 2, 9], &QUIET[2..]].concat();
    assert_eq!(sequence(1, 1, &won_by_b), [0, 1]);
}

/// `ms10.deploy.facing`: any facing, also towards the own edge.
#[test]
fn units_deploy_with_any_facing() {
    let mut arena = Arena::duel();
    let back = [
        (Hex::from_offset(5, 2), Hex::new(0, -1)),
        (Hex::from_offset(5, 9), Hex::new(2, 1)),
    ];
    arena.script(|s| s.deploy = Some(back));
    let (_, events) = arena.battle(&QUIET);
    for (unit, _, facing) in deployed(&events) {
        assert_eq!(facing, back[unit].1);
        assert_eq!(arena.unit(unit).facing, back[unit].1);
    }
}

/// `ms10.deploy.facing`: once all are down, and not before, both sides may turn their models.
#[test]
fn units_turn_when_all_are_down() {
    let mut arena = Arena::duel();
    let aside = Hex::new(1, 0);
    arena.script(|s| s.turn_about = Some(aside));
    let (_, events) = arena.battle(&QUIET);
    let at = |found: fn(&Event) -> bool| -> Vec<usize> {
        let numbered = events.iter().enumerate();
        numbered.filter(|(_, e)| found(e)).map(|(i, _)| i).collect()
    };
    let placed = at(|e| matches!(e, Event::Deploy { .. }));
    let turned = at(|e| matches!(e, Event::Face { .. }));
    assert_eq!((placed.len(), turned.len()), (2, 2));
    assert!(placed[1] < turned[0]);
    assert_eq!([0, 1].map(|unit| arena.unit(unit).facing), [aside; 2]);
}

/// `ms10.round.initiative`: before every round both roll, the higher goes first or lets the other;
/// ties are rolled again. Side A wins rounds 1 to 3 (the third after a tie), B rounds 4 and 5.
#[test]
fn the_winner_of_each_roll_off_chooses() {
    let faces = [9, 2, 8, 1, 10, 9, 5, 5, 6, 3, 1, 2, 3, 4];
    for (goes_first, expected) in [
        (true, [Side::A, Side::A, Side::A, Side::B, Side::B]),
        (false, [Side::B, Side::B, Side::B, Side::A, Side::A]),
    ] {
        let mut arena = Arena::duel();
        arena.script(|s| s.goes_first = goes_first);
        let (_, events) = arena.battle(&faces);
        assert_eq!(firsts(&events), expected);
        assert_eq!(activations(&events)[0].0, expected[0].index());
    }
}

/// `ms10.round.start-sequence`: Boost 1 pays one Accelerate in round 1, not two, and again one in
/// round 2. The unit stands on (4, 3) and goes forth and back.
#[test]
fn points_come_back_each_round() {
    let mut boosted = mech();
    boosted.resource = Some(Resource::of(ResourceKind::Boost, 1));
    let mut arena = Arena::new(&[boosted], &[mech()]);
    let actions = [
        rush(4, 4, Fuel::Point),
        rush(4, 3, Fuel::Point), // refused, which ends the turn
        Action::End,             // of the enemy
        rush(4, 3, Fuel::Point),
    ];
    arena.script(|s| s.actions = actions.into());
    let (_, events) = arena.battle(&QUIET);
    assert_eq!(ways(&round(&events, 1)).len(), 1);
    assert_eq!(
        ways(&round(&events, 2)),
        [(Hex::new(4, 4), Hex::new(4, 3), MoveKind::Free)]
    );
}

/// `ms10.round.alternate`: 2 units against 1: A1, B1, A2; every unit once in each of 5 rounds, the
/// first side as the roll-off says.
#[test]
fn sides_alternate_until_every_unit_has_acted() {
    let mut arena = Arena::new(&force(2), &force(1));
    let (_, events) = arena.battle(&[8, 1, 1, 8, 8, 1, 8, 1, 8, 1]);
    assert_eq!(order_of(&events, 1), [0, 2, 1]);
    assert_eq!(order_of(&events, 2), [2, 0, 1]);
    assert_eq!(activations(&events).len(), 3 * 5);
}

/// `ms10.round.alternate`: the side in the slot picks which unit: unit 1 before unit 0.
#[test]
fn the_side_in_the_slot_picks_its_unit() {
    let mut arena = Arena::new(&force(2), &force(2));
    arena.script(|s| s.prefer = vec![1, 3]);
    let (_, events) = arena.battle(&QUIET);
    assert_eq!(order_of(&events, 1), [1, 3, 0, 2]);
}

/// `ms10.round.skip`: 3 units against 1: A, B, A, A; when B goes first B, A, A, A.
#[test]
fn a_side_out_of_units_skips() {
    let mut arena = Arena::new(&force(3), &force(1));
    let (_, events) = arena.battle(&[8, 1, 1, 8, 8, 1, 8, 1, 8, 1]);
    assert_eq!(order_of(&events, 1), [0, 3, 1, 2]);
    assert_eq!(order_of(&events, 2), [3, 0, 1, 2]);
}

/// `ms10.return-fire.activate`: unit 0 shoots at unit 2, which has not acted, so unit 2 must act
/// next, by Return Fire, although side B prefers 3; the dull shot did harm, but being chosen as
/// target is enough. It shoots back by itself. In round 2 nobody shoots and 3 acts.
#[test]
fn the_attacked_unit_acts_next() {
    let mut arena = Arena::new(&force(2), &force(2));
    let actions = [strike(RIFLE, 2), Action::End];
    arena.script(|s| {
        s.prefer = vec![0, 3];
        s.actions = actions.into();
    });
    let faces = [&QUIET[..4], &DULL_SHOT, &DULL_SHOT, &QUIET[4..]].concat();
    let (_, events) = arena.battle(&faces);
    assert_eq!(attacks(&events), [(0, 2), (2, 0)]);
    let turns = activations(&round(&events, 1));
    assert_eq!(turns, [(0, false), (2, true), (1, false), (3, false)]);
    assert_eq!(order_of(&events, 2), [0, 3, 1, 2]);
}

/// `ms10.return-fire.activate`: the attacked unit has acted already, so the choice is free: side B
/// goes first with 2, then 0 shoots 2, then 3 acts without Return Fire.
#[test]
fn a_unit_that_has_acted_need_not_answer() {
    let mut arena = Arena::new(&force(2), &force(2));
    let actions = [Action::End, strike(RIFLE, 2), Action::End];
    arena.script(|s| s.actions = actions.into());
    let faces = [&[9, 2, 1, 8], &DULL_SHOT[..], &QUIET[4..]].concat();
    let (_, events) = arena.battle(&faces);
    assert_eq!(attacks(&events), [(0, 2)]);
    let turns = activations(&round(&events, 1));
    assert_eq!(turns, [(2, false), (0, false), (3, false), (1, false)]);
}

/// `ms10.return-fire.activate`: the attacked unit is destroyed by the shot (900 damage, 900 HP), so
/// the choice is free.
#[test]
fn the_dead_do_not_answer() {
    let mut frail = mech();
    frail.hp = 900;
    let mut arena = Arena::new(&force(2), &[frail, mech()]);
    arena.script(|s| s.actions.push_back(strike(RIFLE, 2)));
    let faces = [&QUIET[..4], &DULL_SHOT, &QUIET[4..]].concat();
    let (_, events) = arena.battle(&faces);
    let turns = activations(&round(&events, 1));
    assert_eq!(turns, [(0, false), (3, false), (1, false)]);
}

/// `ms10.return-fire.activate`: unit 0 attacked 1 and 2 of three enemies: their owner must pick one
/// of these two. After a turn without an attack the choice is free.
#[test]
fn the_owner_picks_among_several_attacked_units() {
    let mut arena = Arena::new(&force(1), &force(3));
    let spots = [(4, 4), (2, 6), (4, 6), (3, 11)];
    for (unit, (q, r)) in spots.into_iter().enumerate() {
        let facing = if unit == 0 { 1 } else { -1 };
        arena.put(unit, Hex::new(q, r), Hex::new(0, facing));
    }
    let actions = [
        strike(RIFLE, 1),
        Action::Zeal { actions: 1 },
        strike(RIFLE, 2),
    ];
    arena.full_turn(0, &actions, &[DULL_SHOT, DULL_SHOT].concat());
    let set = arena.battle.return_fire;
    let forced: Vec<UnitId> = (0..4).filter(|&unit| set.contains(unit)).collect();
    assert_eq!(forced, [1, 2]);
    assert_eq!(arena.battle.aggressor, Some(0));
    arena.full_turn(1, &[], &[]);
    assert!(arena.battle.return_fire.is_empty());
}

/// `ms10.score.length`, `ms10.round.end-sequence`: both sides alive after round 5: the battle ends
/// and is scored. The last enemy destroyed in round 1: it ends there, and nobody acts any more.
#[test]
fn five_rounds_or_until_one_side_is_gone() {
    let (outcome, events) = Arena::duel().battle(&QUIET);
    assert_eq!(outcome.rounds, 5);
    assert_eq!(firsts(&events).len(), 5);
    assert!(matches!(events.last(), Some(Event::End { .. })));

    let mut frail = mech();
    frail.hp = 900;
    let mut arena = Arena::new(&force(2), &[frail]);
    arena.script(|s| s.actions.push_back(strike(RIFLE, 2)));
    let faces = [&[8, 1], &DULL_SHOT[..]].concat();
    let (outcome, events) = arena.battle(&faces);
    assert_eq!(outcome.rounds, 1);
    assert_eq!(outcome.winner, Some(Side::A));
    assert_eq!(activations(&events), [(0, false)]);
}
