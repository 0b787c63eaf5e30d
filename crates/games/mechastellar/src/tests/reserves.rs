//! Deployment in turn, reserves, reinforcements.

use equipoise_engine::{Hex, Side, matching};

use super::arena::{Arena, RIFLE, activations, attacks, go, strike, ways};
use super::drill::{drill, spent, times};
use super::field::{Field, building, high_wall};
use crate::data::profile::{Tier, UnitProfile};
use crate::data::scenario::{Deployment, Entry};
use crate::rules::decision::Action;
use crate::rules::event::{Event, MomentumCause};
use crate::rules::unit_id::UnitId;

const AHEAD: Hex = Hex::new(0, 1);

fn basic() -> UnitProfile {
    drill(Tier::Basic, 0)
}

fn units(count: usize) -> Vec<UnitProfile> {
    vec![basic(); count]
}

/// A battle in which nobody wants anything: the roll-off of equal forces if there is one, then five
/// initiatives won by side A.
fn quiet(equal: bool) -> Vec<u8> {
    let mut faces = if equal { vec![9, 2] } else { Vec::new() };
    faces.extend([8, 1].repeat(5));
    faces
}

fn deployed(events: &[Event]) -> Vec<UnitId> {
    matching!(events, Event::Deploy { unit, .. } => *unit)
}

fn arrivals(events: &[Event]) -> Vec<(UnitId, Hex)> {
    matching!(events, Event::Arrive { unit, at } => (*unit, *at))
}

fn hold_back(field: Field, entry: usize) -> Field {
    field.with(|s| s.forces[0].entries[entry].reserve = true)
}

/// `ms10.deploy.reserve`: a unit held back is not deployed and, not called, never comes; the battle is
/// not over while it waits.
#[test]
fn reserves_stay_off_the_table() {
    let mut arena = hold_back(Field::new(&units(2), &units(1)), 1).arena();
    let (outcome, events) = arena.battle(&quiet(false));
    assert_eq!(deployed(&events), [0, 2]);
    assert!(!arena.unit(1).on_table && arrivals(&events).is_empty());
    assert_eq!(outcome.rounds, 5);
}

/// `ms10.deploy.zone`, `ms10.deploy.alternate`: nobody deploys on High Ground, in either way.
#[test]
fn nobody_deploys_on_high_ground() {
    for deployment in [Deployment::Zone(4), Deployment::Alternate] {
        let field = Field::new(&units(1), &units(1)).piece(building(1), &[(3, 1)]);
        let mut arena = field.with(|s| s.deployment = deployment).arena();
        arena.put(1, Hex::new(3, 10), -AHEAD);
        arena.unit_mut(0).on_table = false;
        let legal = |r| arena.view().may_deploy(0, Hex::new(3, r));
        assert!(!legal(1) && legal(2), "{deployment:?}");
    }
}

/// `ms10.deploy.alternate`: turn by turn, the side with more models first: a squad of three against two
/// units; then three units, the first in reserve, against two.
#[test]
fn alternate_deployment_takes_turns() {
    let alternate = |field: Field| field.with(|s| s.deployment = Deployment::Alternate);
    let squad = with!(Entry::single(basic()), models: units(3));
    let field = Field::new(&units(1), &units(2)).with(|s| s.forces[0].entries = vec![squad]);
    let (_, events) = alternate(field).arena().battle(&quiet(false));
    assert_eq!(deployed(&events), [0, 3, 4]);
    let field = hold_back(Field::new(&units(3), &units(2)), 0);
    let (_, events) = alternate(field).arena().battle(&quiet(false));
    assert_eq!(deployed(&events), [1, 3, 2, 4]);
    let field = Field::new(&units(1), &units(2));
    let (_, events) = alternate(field).arena().battle(&quiet(false));
    assert_eq!(deployed(&events), [1, 0, 2]);
}

/// `ms10.deploy.alternate`: each side picks the unit it places next: the last of three against the
/// second of two, then the others as listed.
#[test]
fn each_side_picks_whom_it_places() {
    let field = Field::new(&units(3), &units(2)).with(|s| s.deployment = Deployment::Alternate);
    let mut arena = field.arena();
    arena.script(|s| s.deploy_first = vec![2, 4]);
    assert_eq!(deployed(&arena.battle(&quiet(false)).1), [2, 4, 0, 3, 1]);
}

/// `ms10.deploy.alternate`: 16 in from an enemy in the open is too near, 20 in is not; behind a wall, or
/// next to friends, any distance will do, and zones do not count.
#[test]
fn alternate_deployment_keeps_its_distance() {
    let field = Field::new(&units(2), &units(1)).piece(high_wall(), &[(5, 1)]);
    let mut arena = field.with(|s| s.deployment = Deployment::Alternate).arena();
    arena.put(1, Hex::new(3, 7), AHEAD);
    arena.put(2, Hex::new(3, 1), AHEAD);
    arena.unit_mut(0).on_table = false;
    for ((q, r), legal) in [
        ((3, 5), false),
        ((3, 6), true),
        ((2, 7), true),
        ((6, 1), true),
        ((7, 1), true),
        ((5, 2), false),
    ] {
        assert_eq!(
            arena.view().may_deploy(0, Hex::new(q, r)),
            legal,
            "({q}, {r})"
        );
    }
}

/// `ms10.deploy.alternate-fallback`, `ms10.round.end-sequence`: on a table of 16 by 16 in nobody finds a
/// spot 20 in from the enemy, so units 1 and 2 wait. When round 1 ends, the point of unit 0 brings its
/// Momentum (7 of 5), then both come in on their own edges; they act from round 2 on.
#[test]
fn who_finds_no_spot_comes_at_the_end_of_the_round() {
    let strong = with!(basic(), elite_level: 9);
    let field = Field::new(&[strong, basic()], &units(1)).point(1, 1);
    let mut arena = field
        .with(|s| {
            (s.width, s.depth, s.deployment) = (4, 4, Deployment::Alternate);
        })
        .arena();
    arena.script(|s| s.deploy = Some([(Hex::new(1, 1), AHEAD), (Hex::new(0, 3), -AHEAD)]));
    let (_, events) = arena.battle(&quiet(false));
    assert_eq!(deployed(&events), [0, 1]);
    let late = arrivals(&events);
    assert_eq!(late.iter().map(|a| a.0).collect::<Vec<_>>(), [2]);
    assert_eq!(late[0].1.r, 3);
    let place = |wanted: fn(&Event) -> bool| events.iter().position(wanted);
    let paid = place(|e| {
        matches!(
            e,
            Event::Momentum {
                to: 7,
                cause: MomentumCause::ControlPoints,
                ..
            }
        )
    });
    let arrived = place(|e| matches!(e, Event::Arrive { .. }));
    let second = place(|e| matches!(e, Event::Round { round: 2, .. }));
    assert!(paid.is_some() && paid < arrived && arrived < second);
    let acts: Vec<UnitId> = activations(&events).iter().map(|a| a.0).collect();
    assert_eq!(acts[..5], [0, 1, 0, 2, 1]);
}

/// `ms10.reinforce.when`: never in round 1; in round 2 the side calls unit 2 when 0 and 1 have acted, in
/// its slot. It acts at once, and from round 3 on like others.
#[test]
fn reserves_come_from_round_two_when_all_have_acted() {
    let mut arena = hold_back(Field::new(&units(3), &units(1)), 2).arena();
    let edge = Hex::new(8, 0);
    arena.script(|s| s.reinforce = Some((2, edge)));
    let (_, events) = arena.battle(&quiet(false));
    assert_eq!(arrivals(&events), [(2, edge)]);
    let acts: Vec<UnitId> = activations(&events).iter().map(|a| a.0).collect();
    assert_eq!(acts[..11], [0, 3, 1, 0, 3, 1, 2, 0, 3, 1, 2]);
    assert_eq!(times(&arena, "reinforce"), 1);
}

/// Units 0 on the table and 1 in reserve against unit 2 on (3, 6), in round 2, all activated.
fn waiting(reserve: UnitProfile, field: impl FnOnce(Field) -> Field) -> Arena {
    let plain = Field::new(&[basic(), reserve], &units(1));
    let mut arena = field(hold_back(plain, 1)).arena();
    arena.put(0, Hex::new(9, 0), AHEAD);
    arena.unit_mut(1).on_table = false;
    arena.put(2, Hex::new(3, 6), -AHEAD);
    arena.battle.round = 2;
    arena
}

/// `ms10.reinforce.where`: on the own edge, on an own control point; not on other edges, in the middle,
/// on a taken hex, on a point contested or of the enemy.
#[test]
fn reserves_arrive_at_the_edge_or_on_a_point() {
    let points = |field: Field| field.point(2, 4).point(4, 4).point(1, 8);
    let mut arena = waiting(basic(), points);
    arena.battle.owners[..3].copy_from_slice(&[Some(Side::A), None, Some(Side::B)]);
    for ((q, r), legal) in [
        ((3, 0), true),
        ((11, 0), true),
        ((9, 0), false),
        ((3, 1), false),
        ((-5, 11), false),
        ((-2, 4), false),
        ((2, 4), true),
        ((4, 4), false),
        ((1, 8), false),
    ] {
        arena.script(|s| s.reinforce = Some((1, Hex::new(q, r))));
        let (came, events) = arena.run(&[], |game| game.reinforce(Side::A));
        assert_eq!(came, legal, "({q}, {r})");
        assert_eq!(arrivals(&events).len(), usize::from(legal));
        let unit = arena.unit_mut(1);
        (unit.on_table, unit.reserve, unit.activated) = (false, true, false);
    }
}

/// `ms10.reinforce.where`: the piece on the own point is destroyed if the side wants it, and a wall, on
/// which nobody stands, without being asked; what cannot be destroyed keeps the unit away.
#[test]
fn who_arrives_on_a_point_may_clear_it() {
    let solid = with!(high_wall(), destructible: false);
    for (piece, wish, comes, razed) in [
        (building(1), false, true, 0),
        (building(1), true, true, 1),
        (high_wall(), false, true, 1),
        (solid, true, false, 0),
    ] {
        let at = |field: Field| field.point(2, 4).piece(piece, &[(2, 4)]);
        let mut arena = waiting(basic(), at);
        arena.battle.owners[0] = Some(Side::A);
        arena.script(|s| {
            s.reinforce = Some((1, Hex::new(2, 4)));
            s.clear_point = wish;
        });
        let (came, _) = arena.run(&[], |game| game.reinforce(Side::A));
        assert_eq!((came, arena.battle.razed), (comes, razed));
    }
}

/// `ms10.reinforce.when`: in round 1 the answer is not even asked for; an enemy's or a deployed unit
/// cannot be called.
#[test]
fn only_waiting_units_of_the_side_arrive() {
    for (round, unit, legal) in [(1, 1, false), (2, 0, false), (2, 2, false), (2, 1, true)] {
        let mut arena = waiting(basic(), |field| field);
        arena.battle.round = round;
        arena.script(|s| s.reinforce = Some((unit, Hex::new(3, 0))));
        let (came, _) = arena.run(&[], |game| game.reinforce(Side::A));
        assert_eq!(came, legal, "round {round}, unit {unit}");
    }
}

/// `ms10.reinforce.ambush`: with Ambush on any edge 20 in from all enemies, or nearer behind a wall; 16 in
/// in the open is too near, and an enemy on High Ground looks over a wall. Without it the own edge only.
#[test]
fn ambushers_arrive_on_any_edge() {
    let ambusher = || with!(basic(), ambush: true);
    // 20 in and more from the enemy on (3, 6): far edge, far edge, side; 20 in off, but no edge.
    for (q, r, any) in [(0, 11, true), (1, 11, true), (-3, 6, true), (-1, 10, false)] {
        let at = Hex::new(q, r);
        let open = |unit: UnitProfile| waiting(unit, |field| field);
        assert_eq!(open(ambusher()).view().may_arrive(1, at), any, "({q}, {r})");
        assert!(!open(basic()).view().may_arrive(1, at));
    }
    // 16 in away on the far edge, behind the wall on (2, 8) or not.
    let near = |field: fn(Field) -> Field| {
        let mut arena = waiting(ambusher(), field);
        arena.put(2, Hex::new(3, 7), -AHEAD);
        arena
    };
    let at = Hex::new(0, 11);
    assert_eq!(at.distance(Hex::new(3, 7)), 4);
    assert!(!near(|field| field).view().may_arrive(1, at));
    let behind = |field: Field| field.piece(high_wall(), &[(2, 8), (1, 9), (1, 10)]);
    assert!(near(behind).view().may_arrive(1, at));
    let watched = |field: Field| {
        let high = with!(building(1), blocks_los: false);
        field
            .piece(high_wall(), &[(2, 8), (1, 9), (1, 10)])
            .piece(high, &[(3, 7)])
    };
    assert!(!near(watched).view().may_arrive(1, at));
}

/// The turn in which unit 1 arrives on (3, 0).
fn arrive(actions: &[Action], faces: &[u8]) -> (Arena, Vec<Event>) {
    let quick = with!(basic(), move_in: 12);
    let mut arena = waiting(quick, |field| field);
    arena.script(|s| {
        s.reinforce = Some((1, Hex::new(3, 0)));
        s.actions = actions.iter().copied().collect();
    });
    let (came, events) = arena.run(faces, |game| game.reinforce(Side::A));
    assert!(came && arena.unit(1).activated);
    (arena, events)
}

/// `ms10.reinforce.turn`: printed Move 12 in, yet two Move Actions of 4 in at most; no attack, unless Zeal
/// for 1 Momentum after the second move brings a Combat Action.
#[test]
fn arrivals_have_a_limited_turn() {
    let (_, events) = arrive(&[go(3, 1), go(3, 2), go(3, 3)], &[]);
    assert_eq!(ways(&events).len(), 2);
    let (_, events) = arrive(&[go(3, 2)], &[]);
    assert!(ways(&events).is_empty());
    let (_, events) = arrive(&[strike(RIFLE, 2)], &[]);
    assert!(attacks(&events).is_empty());
    let zeal = Action::Zeal { actions: 1 };
    let (arena, events) = arrive(&[go(3, 1), go(3, 2), zeal, strike(RIFLE, 2)], &[1]);
    assert_eq!(attacks(&events), [(1, 2)]);
    assert_eq!(spent(&arena, Side::A), 1);
}

/// `ms10.reinforce.turn`: in the next round the Move value is its own again.
#[test]
fn arrivals_move_freely_in_the_next_round() {
    let (mut arena, _) = arrive(&[], &[]);
    arena.run(&[], |game| game.refresh());
    let events = arena.turn(1, &[go(3, 3)], &[]);
    assert_eq!(ways(&events).len(), 1);
}
