//! Map, places, marker, tactical points.

use equipoise_dice::{TableDice, stream};

use super::arena::{Arena, force, mecha, options};
use super::script::Script;
use crate::data::scenario::{Entry, Scenario};
use crate::policy_kind::PolicyKind;
use crate::rules::bout::{Bout, CompileError};
use crate::rules::decision::{Policy, Shift};
use crate::rules::event::Event;
use crate::rules::map::Map;
use crate::rules::piece::Piece;
use crate::rules::sectors::Step;
use crate::rules::view::View;
use crate::sector::{Place, Sector};
use equipoise_engine::{Side, matching};

fn id(map: &Map, ring: u8, quadrant: u8) -> u8 {
    map.find(Sector { ring, quadrant }).expect("a sector")
}

fn range(map: &Map, from: (u8, u8), to: (u8, u8)) -> u8 {
    map.range(id(map, from.0, from.1), id(map, to.0, to.1))
}

/// bull.setup.geometry: R = 4, Q = 4, an undivided centre: 1 + 3 * 4 = 13 sectors; (2,0) borders
/// (1,0), (3,0), (2,1), (2,3); the centre touches all of ring 1.
#[test]
fn rings_are_cut_into_quadrants() {
    let map = Map::new(&options(&[]));
    let around = |ring, quadrant| {
        let mut all: Vec<(u8, u8, Step)> = map
            .neighbours(id(&map, ring, quadrant))
            .iter()
            .map(|&(to, step)| {
                let Sector { ring, quadrant } = map.sector(to);
                (ring, quadrant, step)
            })
            .collect();
        all.sort_by_key(|&(ring, quadrant, _)| (ring, quadrant));
        all
    };
    let (ring, quadrant) = (Step::Ring, Step::Quadrant);
    assert_eq!(
        around(2, 0),
        [
            (1, 0, ring),
            (2, 1, quadrant),
            (2, 3, quadrant),
            (3, 0, ring)
        ]
    );
    assert_eq!(
        around(0, 0),
        [(1, 0, ring), (1, 1, ring), (1, 2, ring), (1, 3, ring)]
    );
    assert_eq!(around(3, 3).len(), 3);
    // Thirteen sectors: the last one found is number 12, and no fifth ring or quadrant is there.
    assert_eq!(id(&map, 3, 3), 12);
    for (ring, quadrant) in [(4, 0), (3, 4)] {
        assert_eq!(map.find(Sector { ring, quadrant }), None);
    }
}

/// bull.setup.geometry: the other sizes: a divided centre has a sector of ring 0 in every quadrant,
/// and with two quadrants both straight lines lead to the same sector.
#[test]
fn other_maps_have_other_rings() {
    let divided = Map::new(&options(&[("centre_undivided", "false")]));
    assert_eq!(id(&divided, 3, 3), 15);
    assert_eq!(divided.neighbours(id(&divided, 0, 0)).len(), 3);
    assert_eq!(range(&divided, (0, 0), (0, 2)), 4);
    let halves = Map::new(&options(&[("quadrants", "2"), ("start_quadrants", "0,1")]));
    assert_eq!(halves.neighbours(id(&halves, 2, 0)).len(), 3);
    let large = Map::new(&options(&[
        ("rings", "8"),
        ("quadrants", "8"),
        ("centre_undivided", "false"),
    ]));
    assert_eq!(id(&large, 7, 7), 63);
    // Around the outermost ring 4 * 2, or 7 rings in, 4 quadrants on and 7 rings out.
    assert_eq!(range(&large, (7, 0), (7, 4)), 8);
}

/// bull.setup.abstract-map: any number of combatants of any side share a sector, and fight there at
/// range 0.
#[test]
fn combatants_share_a_sector() {
    let team = [mecha(1, &[0]), mecha(1, &[0])];
    let mut arena = Arena::new([&team, &team], &[]);
    for unit in 0..4 {
        arena.place(unit, 2, 1);
    }
    // One die each: the attack misses with a 6.
    let events = arena.act(Script::default(), &[6, 6], |game| game.attack(0));
    let ranges: Vec<u8> = matching!(events, Event::Attack { range, .. } => *range);
    assert_eq!(ranges, [0]);
}

/// bull.setup.start-positions: each side on the outermost ring, sides in opposite quadrants: (3,0)
/// and (3,2), 4 apart around the ring, 6 by the centre.
#[test]
fn sides_start_in_opposite_quadrants() {
    let arena = Arena::duel(&[]);
    assert_eq!([arena.sector(0), arena.sector(1)], [(3, 0), (3, 2)]);
    assert_eq!(range(&arena.bout.map, (3, 0), (3, 2)), 4);
    let inner = Arena::duel(&[("start_ring", "1"), ("start_quadrants", "1,2")]);
    assert_eq!([inner.sector(0), inner.sector(1)], [(1, 1), (1, 2)]);
}

/// bull.setup.start-positions: places of a scenario count quadrants from the own start, side B the
/// other way round, and changed seats mirror the map.
#[test]
fn places_are_as_the_side_sees_them() {
    let at = |quadrant| Some(Place { ring: 2, quadrant });
    let entry = |quadrant| with!(Entry::new(mecha(4, &[0])), at: at(quadrant));
    let force = |quadrant| force(vec![entry(quadrant)]);
    let scenario = Scenario::open([force(1), force(3)]);
    let places = |scenario: &Scenario| {
        let policies = [PolicyKind::Rulebook; 2];
        let bout = Bout::battle(scenario, policies, &options(&[])).expect("legal");
        let arena = Arena::of(bout);
        [arena.sector(0), arena.sector(1)]
    };
    // Side A: 0 + 1. Side B: 2 - 3 = -1, which is 3.
    assert_eq!(places(&scenario), [(2, 1), (2, 3)]);
    // Mirrored, q becomes 2 - q: the forces' places 1 and 3 become 1 and 3, now in the other seats.
    assert_eq!(places(&scenario.swapped()), [(2, 3), (2, 1)]);
    assert_eq!(scenario.swapped().swapped(), scenario);
}

/// bull.setup.objective: the marker lies in the centre, 3 ring steps from the start; in a divided
/// centre half way between the start quadrants; anywhere else by the option.
#[test]
fn the_marker_lies_in_the_centre() {
    let marker = |values: &[(&str, &str)]| {
        let arena = Arena::duel(values);
        arena.bout.sector(arena.battle.marker)
    };
    let sector = |ring, quadrant| Sector { ring, quadrant };
    assert_eq!(marker(&[]), sector(0, 0));
    assert_eq!(range(&Map::new(&options(&[])), (3, 0), (0, 0)), 3);
    assert_eq!(marker(&[("centre_undivided", "false")]), sector(0, 1));
    assert_eq!(marker(&[("objective_start", "2,3")]), sector(2, 3));
}

/// bull.setup.objective: changed seats see the mirror image, so that each force keeps its way.
#[test]
fn a_turned_map_mirrors_the_marker() {
    let force = || force(vec![Entry::new(mecha(4, &[0]))]);
    let scenario = Scenario::open([force(), force()]).swapped();
    let options = options(&[("start_quadrants", "0,1"), ("objective_start", "2,3")]);
    let bout = Bout::battle(&scenario, [PolicyKind::Rulebook; 2], &options).expect("legal");
    // q becomes 0 + 1 - 3 = -2, which is 2: one quadrant from side B's start, as 3 is from A's.
    assert_eq!(
        bout.sector(bout.marker),
        Sector {
            ring: 2,
            quadrant: 2
        }
    );
}

/// Sectors that the map does not have are refused with what the map has.
#[test]
fn sectors_off_the_map_are_refused() {
    let unit = [mecha(4, &[0])];
    let compile = |values: &[(&str, &str)]| {
        let bout = Bout::compile([&unit, &unit], [PolicyKind::Rulebook; 2], &options(values));
        bout.expect_err("not on the map").to_string()
    };
    assert_eq!(
        compile(&[("rings", "3")]),
        "the start of mecha \"Test\" is sector (3,0); the map has rings 0 to 2 of 4 quadrants"
    );
    assert_eq!(
        compile(&[("objective_start", "4,0")]),
        "the objective marker is sector (4,0); the map has rings 0 to 3 of 4 quadrants"
    );
    assert!(compile(&[("quadrants", "2")]).contains("(3,2)"));
    assert!(matches!(
        Bout::compile([&unit, &[]], [PolicyKind::Rulebook; 2], &options(&[])),
        Err(CompileError::ForceSize { side: Side::B, .. })
    ));
    assert_eq!(
        compile(&[("skill_min", "4"), ("skill_max", "3")]),
        "option skill_min is above option skill_max"
    );
}

fn shift(arena: &Arena, piece: Piece, ring: u8, quadrant: u8) -> Shift {
    Shift {
        piece,
        to: id(&arena.bout.map, ring, quadrant),
    }
}

/// bull.tactical.spend: a point shifts the own mecha, an enemy or the marker by one ring step;
/// unspent points are lost. The side that wins the roll-off begins, here B with a 5 over a 2.
#[test]
fn a_tactical_point_shifts_a_piece() {
    let mut arena = Arena::duel(&[("tactical_points", "2")]);
    let script = Script {
        tactical: [
            shift(&arena, Piece::Unit(0), 2, 0),
            shift(&arena, Piece::Marker, 1, 2),
            shift(&arena, Piece::Unit(0), 3, 0),
        ]
        .into(),
        ..Script::default()
    };
    let events = arena.act(script, &[2, 5], |game| game.spend_tactical_points());
    let who: Vec<usize> = matching!(events, Event::Shift { unit, .. } => *unit);
    assert_eq!(who, [1, 1, 0]);
    assert_eq!(arena.sector(0), (3, 0));
    assert_eq!(
        arena.bout.sector(arena.battle.marker),
        Sector {
            ring: 1,
            quadrant: 2
        }
    );
}

/// bull.tactical.spend: the own mecha, an enemy's and the marker, not an ally's: of mecha 0's points,
/// the one for mecha 1 of its own side shifts nothing; by the option it does.
#[test]
fn tactical_points_shift_an_ally_only_by_the_option() {
    let unit = mecha(4, &[0]);
    for (allies, ends) in [("false", (3, 0)), ("true", (2, 0))] {
        let values = [("tactical_points", "1"), ("tactical_allies", allies)];
        let mut arena = Arena::new(
            [&[unit.clone(), unit.clone()], std::slice::from_ref(&unit)],
            &values,
        );
        let script =
            with!(Script::default(), tactical: [shift(&arena, Piece::Unit(1), 2, 0)].into());
        let events = arena.act(script, &[6, 1], |game| game.spend_tactical_points());
        assert_eq!(arena.sector(1), ends);
        let shifts: Vec<_> = matching!(&events, Event::Shift { piece, .. } => *piece);
        assert_eq!(shifts, vec![Some(1); usize::from(allies == "true")]);
    }
}

/// bull.tactical.spend: no policy wastes its points on an ally that it may not shift: in a team of two
/// with two points, some shift the own mecha, an enemy or the marker, none the ally.
#[test]
fn policies_shift_what_they_may() {
    let unit = mecha(4, &[0]);
    for policy in PolicyKind::ALL {
        let values = [("tactical_points", "2")];
        let mut shifts = 0;
        let arena = Arena::new(
            [&[unit.clone(), unit.clone()], std::slice::from_ref(&unit)],
            &values,
        );
        let view = View {
            bout: &arena.bout,
            state: &arena.battle,
        };
        for number in 0..40 {
            let mut dice = TableDice::new(stream(1, 2, number));
            let shift = policy.tactical(view, 0, 2, &mut dice);
            let piece = shift.map(|shift| shift.piece);
            assert_ne!(piece, Some(Piece::Unit(1)), "{policy}");
            shifts += usize::from(piece.is_some());
        }
        assert!(shifts > 0, "{policy}");
    }
}

/// bull.tactical.spend: a quadrant line costs 2, so one point cannot carry a piece across it and two
/// can; a step must be a step.
#[test]
fn a_quadrant_line_takes_two_tactical_points() {
    for (points, ends) in [("1", (3, 2)), ("2", (3, 3))] {
        let mut arena = Arena::duel(&[("tactical_points", points)]);
        let script = with!(Script::default(),
            tactical: [shift(&arena, Piece::Unit(1), 3, 3)].into());
        arena.act(script, &[6, 1], |game| game.spend_tactical_points());
        assert_eq!(arena.sector(1), ends);
    }
    let mut arena = Arena::duel(&[("tactical_points", "9")]);
    let script = with!(Script::default(), tactical: [shift(&arena, Piece::Unit(0), 1, 0)].into());
    arena.act(script, &[6, 1], |game| game.spend_tactical_points());
    assert_eq!(arena.sector(0), (3, 0), "two rings are two steps");
}

/// bull.tactical.spend: the Gamemaster brought no points from the story scenes.
#[test]
fn a_gamemaster_has_no_tactical_points() {
    let force = || force(vec![Entry::new(mecha(4, &[0]))]);
    let scenario = with!(Scenario::open([force(), force()]), gamemaster: Some(Side::A));
    let options = options(&[("tactical_points", "1")]);
    let bout = Bout::battle(&scenario, [PolicyKind::Rulebook; 2], &options).expect("legal");
    let mut arena = Arena::of(bout);
    let script = with!(Script::default(), tactical: [shift(&arena, Piece::Unit(1), 2, 2)].into());
    let events = arena.act(script, &[6, 1], |game| game.spend_tactical_points());
    assert!(matches!(events[1], Event::Shift { unit: 1, .. }));
    assert_eq!(arena.sector(1), (2, 2));
}

/// bull.hit.knockback: a walk of 23 or 24 points can end wherever a longer one of the same parity
/// can: two more points are a ring step there and back, and nothing new comes into reach.
#[test]
fn long_walks_reach_what_longer_ones_do() {
    for (rings, undivided) in [("2", "true"), ("8", "true"), ("8", "false")] {
        for quadrants in ["2", "5", "8"] {
            let map = Map::new(&options(&[
                ("rings", rings),
                ("quadrants", quadrants),
                ("centre_undivided", undivided),
            ]));
            for walks in [&map.turn, &map.free] {
                let (mut start, last) =
                    (0, id(&map, rings.parse::<u8>().expect("a number") - 1, 1));
                while start <= last {
                    for points in 21..=30 {
                        let [short, long] =
                            [points, points + 2].map(|points| walks.exactly(start, false, points));
                        assert_eq!(short, long, "{rings} rings, {points} points");
                    }
                    start += 1;
                }
            }
        }
    }
}
