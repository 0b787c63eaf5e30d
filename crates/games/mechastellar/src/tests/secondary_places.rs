//! Secondary objectives that score by places, and what policies make of them.

use equipoise_dice::{StreamDice, stream};
use equipoise_engine::{Hex, Side, matching};

use super::arena::{Arena, go};
use super::drill::drill;
use super::field::Field;
use super::hexmap;
use super::secondary::{arena, ms93};
use crate::data::profile::{Tier, UnitProfile};
use crate::data::secondary::Objective;
use crate::options::Options;
use crate::policy_kind::PolicyKind;
use crate::rules::decision::Action;
use crate::rules::event::Event;

const AHEAD: Hex = Hex::new(0, 1);

fn basic() -> UnitProfile {
    drill(Tier::Basic, 1)
}

/// Units of A at places, one of B in a corner; both sides have chosen the objective.
fn standing(objective: Objective, places: &[(i16, i16)], options: Options) -> Arena {
    let own = vec![basic(); places.len()];
    let chosen: &[Objective] = &[objective];
    let mut arena = arena([chosen, chosen], &own, &[basic()], options);
    for (unit, &(q, r)) in places.iter().enumerate() {
        arena.put(unit, Hex::new(q, r), AHEAD);
    }
    arena.put(places.len(), Hex::new(-5, 11), AHEAD);
    arena
}

/// Victory points of both sides by events.
fn points(arena: &Arena) -> [i32; 2] {
    Side::BOTH.map(|side| arena.side(side).earned.total())
}

/// `ms93.secondary.dominate`: units in three quadrants 3, in four 4, in two nothing; (1, 5) is two hexes of 4 in from
/// the centre and counts in none. Ten times as much in VER10; one unit of the enemy brings it nothing.
#[test]
fn quadrants_score_as_the_round_ends() {
    for (places, scored) in [
        (&[(1, 1), (9, 1), (-4, 10), (4, 10)][..], 4),
        (&[(1, 1), (9, 1), (-4, 10)], 3),
        (&[(1, 1), (9, 1), (0, 2)], 0),
        (&[(1, 5), (9, 1), (-4, 10)], 0),
        (&[(0, 5), (9, 1), (-4, 10)], 3),
    ] {
        for (options, each) in [(ms93(), 1), (hexmap(), 10)] {
            let mut arena = standing(Objective::Dominate, places, options);
            arena.run(&[], |game| game.score_round());
            assert_eq!(points(&arena), [scored * each, 0], "{places:?}");
        }
    }
}

/// `ms93.secondary.dominate`, `ms93.secondary.cap`: 3 + 3 + 4 points in three rounds reach the cap, the fourth
/// brings nothing.
#[test]
fn rounds_score_up_to_the_cap() {
    let all = [(1, 1), (9, 1), (-4, 10), (4, 10)];
    let mut arena = standing(Objective::Dominate, &all, ms93());
    arena.unit_mut(3).on_table = false;
    let mut scored = Vec::new();
    for round in 1..=4 {
        arena.unit_mut(3).on_table = round > 2;
        arena.run(&[], |game| game.score_round());
        scored.push(points(&arena)[0]);
    }
    assert_eq!(scored, [3, 6, 10, 10]);
}

/// `ms93.secondary.behind-lines`: the last 4 rows of 4 in are 16 in of the enemy edge: one unit there 2, two or three
/// 3; row 7 is too far. The enemy in its own corner gains nothing.
#[test]
fn units_near_the_enemy_edge_score() {
    for (places, scored) in [
        (&[(0, 8), (4, 1), (5, 1)][..], 2),
        (&[(0, 8), (1, 11), (5, 1)], 3),
        (&[(0, 8), (1, 11), (2, 9)], 3),
        (&[(0, 7), (4, 1), (5, 1)], 0),
    ] {
        let mut arena = standing(Objective::BehindLines, places, ms93());
        arena.run(&[], |game| game.score_round());
        assert_eq!(points(&arena), [scored, 0], "{places:?}");
    }
}

/// `ms93.secondary.swelling-momentum`: 2 for whoever has more as the round ends, nothing at a tie.
#[test]
fn more_momentum_scores() {
    for (momentum, scored) in [([5, 4], [2, 0]), ([4, 5], [0, 2]), ([5, 5], [0, 0])] {
        let mut arena = standing(Objective::SwellingMomentum, &[(1, 1)], ms93());
        for side in Side::BOTH {
            arena.set_momentum(side, momentum[side.index()]);
        }
        arena.run(&[], |game| game.score_round());
        assert_eq!(points(&arena), scored);
    }
}

/// `ms93.secondary.repel`: an enemy that leaves the half of A scores 1, once a round however often; one that is
/// destroyed there scores 1 too, one in its own half nothing.
#[test]
fn enemies_driven_out_score_once_a_round() {
    let mut arena = standing(Objective::Repel, &[(9, 0)], ms93());
    arena.put(1, Hex::new(2, 5), AHEAD);
    arena.run(&[], |game| game.watch_halves());
    let out = [go(2, 6), go(2, 5)];
    arena.full_turn(1, &out, &[]);
    assert_eq!(points(&arena), [1, 0]);
    arena.full_turn(1, &out, &[]);
    assert_eq!(points(&arena), [1, 0]);
    arena.run(&[], |game| game.refresh());
    arena.full_turn(1, &out, &[]);
    assert_eq!(points(&arena), [2, 0]);
    for (row, scored) in [(5, 1), (6, 0)] {
        let mut arena = standing(Objective::Repel, &[(9, 0)], ms93());
        arena.put(1, Hex::new(2, row), AHEAD);
        let events = arena.run(&[], |game| game.destroy(1, 0)).1;
        let reasons: Vec<&str> = matching!(events, Event::VictoryPoints { reason, .. } => *reason);
        let repelled = reasons.iter().filter(|&&r| r == Objective::Repel.name());
        assert_eq!(repelled.count(), scored);
    }
}

/// Two units a side far from each other, control points on (3, 5) and (6, 5), Scorched Earth chosen by A.
fn earth(options: Options) -> Arena {
    let pair = [basic(), basic()];
    let field = Field::new(&pair, &pair).point(3, 5).point(6, 5);
    let field =
        field.with(|scenario| scenario.forces[0].secondary = vec![Objective::ScorchedEarth]);
    let mut arena = with!(field, options: options).arena();
    for (unit, (q, r)) in [(1, 0), (9, 0), (-4, 11), (4, 11)].into_iter().enumerate() {
        arena.put(unit, Hex::new(q, r), AHEAD);
    }
    arena
}

const SCORCH: Action = Action::Scorch { point: 0 };

/// `ms93.secondary.scorched-earth`: 5 points for a Combat Action on a point, which is gone: nobody owns or takes it
/// again and it brings no Momentum; 50 in VER10. Not twice, not from afar, not where an enemy contests it, not
/// without a melee weapon, not by a side that has not chosen it.
#[test]
fn a_point_is_burnt_for_good() {
    for (options, each) in [(ms93(), 1), (hexmap(), 10)] {
        let mut arena = earth(options);
        arena.put(0, Hex::new(3, 5), AHEAD);
        arena.battle.owners[0] = Some(Side::B);
        let events = arena.full_turn(0, &[SCORCH, SCORCH], &[]);
        let burnt: Vec<(usize, usize)> =
            matching!(events, Event::Scorched { unit, point } => (*unit, *point));
        assert_eq!(burnt, [(0, 0)]);
        assert_eq!(points(&arena), [5 * each, 0]);
        assert_eq!(arena.battle.owners[0], None);
        arena.set_momentum(Side::A, 3);
        arena.run(&[], |game| game.settle_points());
        assert_eq!((arena.battle.owners[0], arena.momentum(Side::A)), (None, 3));
    }
    let refused = |unit: usize, change: &dyn Fn(&mut Arena)| {
        let mut arena = earth(ms93());
        arena.put(unit, Hex::new(3, 5), AHEAD);
        change(&mut arena);
        arena.full_turn(unit, &[SCORCH], &[]);
        assert_eq!(points(&arena), [0, 0]);
    };
    refused(0, &|arena| arena.put(0, Hex::new(1, 0), AHEAD));
    refused(0, &|arena| arena.put(2, Hex::new(4, 5), AHEAD));
    refused(0, &|arena| arena.unit_profile(0).printed = 1);
    refused(2, &|_| {});
}

/// `ms93.secondary.scorched-earth`: `greedy` burns a point it stands on with no enemy near, `solo` too, and `random`
/// does now and then; nobody without the objective.
#[test]
fn policies_burn_points() {
    let burns = |policy: PolicyKind, chosen: bool| {
        let burnt = |seed: u64| {
            let mut arena = earth(ms93());
            arena.bout.secondary.on &= chosen;
            if !chosen {
                arena.bout.secondary = Default::default();
            }
            arena.put(0, Hex::new(3, 5), AHEAD);
            arena.put(2, Hex::new(-5, 11), AHEAD);
            arena.put(3, Hex::new(6, 11), AHEAD);
            for unit in [2, 3] {
                arena.unit_mut(unit).on_table = unit == 3;
            }
            arena.unit_profile(0).weapons[0].range = 1;
            arena.play_by(policy);
            let mut dice = StreamDice::new(stream(seed, 0, 0));
            let events = arena.run_on(&mut dice, |game| game.take_turn(0, false)).1;
            let all: Vec<usize> = matching!(events, Event::Scorched { unit, .. } => *unit);
            all.len()
        };
        (1..=8).map(burnt).sum::<usize>()
    };
    assert_eq!(burns(PolicyKind::Greedy, true), 8);
    assert!(burns(PolicyKind::Random, true) > 0);
    for policy in [PolicyKind::Greedy, PolicyKind::Random, PolicyKind::Solo] {
        assert_eq!(burns(policy, false), 0);
    }
}
