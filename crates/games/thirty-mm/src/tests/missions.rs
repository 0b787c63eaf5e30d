//! Victory points, markers, reserves, the course of a battle.

use equipoise_engine::Side;

use super::arena::{Arena, TORSO, at};
use super::sheets::sheet;
use crate::data::sheet::Sheet;
use crate::options::Options;
use crate::rules::board::{Board, Edge};
use crate::rules::deploy::Deployment;
use crate::rules::facing::Facing;
use crate::rules::scoring::recon_markers;
use crate::rules::setup::{Sequence, SetupStep};
use crate::rules::state::{Life, Points};

const N: Facing = Facing::NORTH;

/// Two REF-2 a side, all far from a marker in row 6 of the middle file, which nobody holds.
fn scouts() -> Arena {
    let squad = [sheet("REF-2"), sheet("REF-2")];
    let mut arena = Arena::new([&squad, &squad], &[]);
    for (unit, file) in [(0, 0), (1, 1), (2, 9), (3, 10)] {
        arena.put(unit, file, 0, N);
    }
    mark(&mut arena, &[6]);
    arena
}

/// Markers in rows of the middle file.
fn mark(arena: &mut Arena, rows: &[u8]) {
    arena.table.markers = rows.iter().map(|&row| Board::hex(5, row)).collect();
    arena.battle.owners = vec![None; rows.len()];
}

/// mm30.battle.vp-cap: 9 primary and 5 secondary count 7 + 5; 20 and 20 count 14.
#[test]
fn seven_points_of_each_kind_count() {
    for (primary, secondary, total) in [(9, 5, 12), (20, 20, 14), (3, 0, 3), (0, 8, 7)] {
        let points = Points { primary, secondary };
        assert_eq!(points.total(), total);
    }
}

/// mm30.battle.vp-cap: after the last round more points win, with a surplus of one side ignored; equal
/// totals are a draw.
#[test]
fn more_points_win() {
    for (points, winner) in [
        ([9, 6], Some(Side::A)),
        ([5, 6], Some(Side::B)),
        ([9, 7], None),
    ] {
        let mut arena = scouts();
        arena.battle.round = 10;
        for unit in &mut arena.battle.units {
            unit.activated = true;
        }
        arena.battle.points = points.map(|primary| Points {
            primary,
            secondary: 0,
        });
        let outcome = arena.act(&[], |game| game.outcome()).expect("round 10");
        assert_eq!(outcome.winner, winner);
        assert_eq!(outcome.score, points.map(|it| i32::from(it.min(7))));
    }
}

/// mm30.battle.recon-control: a unit that comes next to a marker takes it and keeps it when it is gone; one
/// enemy next to it besides is a tie, which the owner wins; a second enemy takes it.
#[test]
fn the_majority_holds_a_marker() {
    let mut arena = scouts();
    let owner = |arena: &mut Arena, places: [(usize, u8, u8); 4]| {
        for (unit, file, row) in places {
            arena.put(unit, file, row, N);
        }
        arena.act(&[], |game| game.update_control());
        arena.battle.owners[0]
    };
    let away = [(0, 0, 0), (1, 1, 0), (2, 9, 0), (3, 10, 0)];
    assert_eq!(owner(&mut arena, away), None);
    let [a, b, c, d] = away;
    let on_it = [(0, 5, 6), b, c, d];
    assert_eq!(owner(&mut arena, on_it), None, "next to it, not on it");
    assert_eq!(owner(&mut arena, [(0, 5, 5), b, c, d]), Some(Side::A));
    assert_eq!(owner(&mut arena, away), Some(Side::A));
    assert_eq!(
        owner(&mut arena, [(0, 5, 5), b, (2, 5, 7), d]),
        Some(Side::A)
    );
    let two = [(0, 5, 5), b, (2, 5, 7), (3, 5, 7)];
    assert_eq!(owner(&mut arena, two), Some(Side::B));
    assert_eq!(owner(&mut arena, [a, b, (2, 5, 7), d]), Some(Side::B));
}

/// mm30.battle.recon-control: control changes with a step, with the loss of a unit, and not by a unit that is
/// inoperative.
#[test]
fn control_follows_what_happens() {
    let mut arena = scouts();
    arena.put(0, 5, 4, N);
    arena.put(2, 4, 6, N);
    arena.begin(0, 9);
    arena.act(&[], |game| {
        game.update_control();
        assert_eq!(game.battle.owners[0], Some(Side::B));
        game.step(N).expect("next to the marker");
        assert_eq!(game.battle.owners[0], Some(Side::B), "a tie");
        game.damage_section(2, TORSO, 99);
        assert_eq!(game.battle.owners[0], Some(Side::A));
    });
}

/// mm30.vehicle.no-interaction: a tank next to a marker holds nothing.
#[test]
fn vehicles_hold_no_markers() {
    let mut arena = Arena::duel(["Mud Hog", "REF-2"], &[]);
    mark(&mut arena, &[4, 9]);
    arena.act(&[], |game| game.update_control());
    assert_eq!(arena.battle.owners, [None, Some(Side::B)]);
}

/// mm30.battle.recon-scoring: 2 against 1 are 3 points, 1 against 1 are 1, 2 against 2 are 2, none is none.
#[test]
fn markers_are_worth_up_to_three_points() {
    for (own, other, points) in [
        (2, 1, 3),
        (1, 1, 1),
        (2, 2, 2),
        (0, 1, 0),
        (1, 0, 2),
        (3, 0, 3),
    ] {
        let mut arena = scouts();
        let owners = [vec![Some(Side::A); own], vec![Some(Side::B); other]];
        arena.battle.owners = owners.concat();
        assert_eq!(arena.view().recon_points(Side::A), points);
    }
}

/// mm30.battle.recon-scoring: nothing in round 1; from then on once a round, in the side's first turn.
#[test]
fn a_side_scores_once_a_round() {
    let mut arena = scouts();
    arena.battle.owners = vec![Some(Side::A)];
    let mut scored = Vec::new();
    for _ in 0..2 {
        for unit in [0, 2, 1, 3] {
            arena.act(&[1], |game| {
                game.begin_turn(unit).expect("its turn");
                game.end_turn().expect("a turn");
            });
            scored.push(arena.battle.points.map(|it| it.primary));
        }
        arena.act(&[], |game| game.begin_round());
    }
    // 1 for one marker and 1 for more than the enemy, in the fifth turn.
    let [none, two] = [[0, 0], [2, 0]];
    assert_eq!(scored, [none, none, none, none, two, two, two, two]);
}

/// mm30.battle.recon-control: three markers of 11 files are in files 1, 5, 9, in the middle of their 13
/// hexes, and lie opposite to one another.
#[test]
fn markers_lie_on_the_centre_line() {
    let options = Options::default();
    let board = Board::new(&options);
    let markers = recon_markers(&board, options.recon_markers);
    assert_eq!(markers, [1, 5, 9].map(|file| Board::hex(file, 6)));
    for marker in &markers {
        let opposite = board.opposite(*marker).expect("on the board");
        assert!(markers.contains(&opposite));
    }
}

/// mm30.deploy.reserves: a unit kept back is not activated, not attacked and not in the way, and does not
/// count as lost.
#[test]
fn reserves_wait_off_the_board() {
    let foes: [Sheet; 2] = [sheet("REF-2"), sheet("REF-2")];
    let mut arena = Arena::new([&[sheet("REF-2")], &foes], &[]);
    let mut deployment = Deployment::new(&arena.table, Edge::North);
    arena.act(&[], |game| {
        deployment.keep_back(game, 1).expect("not placed");
        assert!(deployment.keep_back(game, 1).is_err());
        let place = |it: &mut Deployment, game: &mut _, unit, row| {
            it.place(game, unit, Board::hex(5, row), N).expect("legal");
        };
        place(&mut deployment, game, 0, 1);
        place(&mut deployment, game, 2, 11);
    });
    assert_eq!(deployment.next_side(&arena.table), None);
    assert_eq!(arena.battle.units[1].life, Life::Reserve);
    arena.battle.units[1].hex = Board::hex(5, 2);
    assert!(arena.view().check_hex(0, Board::hex(5, 2)).is_ok());
    let shot = arena.view().check_attack(0, &at(TORSO));
    assert_eq!(shot.expect_err("not there").rule, "mm30.ranged.eligibility");
    arena.act(&[], |game| {
        game.battle.last = Some(Side::A);
        assert!(game.begin_turn(1).is_err());
        assert_eq!(game.outcome(), None);
        game.damage_section(2, TORSO, 99);
        let outcome = game.outcome().expect("nobody is left on the board");
        assert_eq!((outcome.winner, outcome.score), (Some(Side::A), [1, 0]));
    });
}

/// mm30.battle.sequence: size, mission, squads, briefing, field, markers, sides, areas, deployment, play,
/// end, points; sides are not rolled for before the squads are chosen.
#[test]
fn a_battle_has_its_order() {
    let mut sequence = Sequence::default();
    sequence.take(SetupStep::EngagementSize).expect("first");
    sequence.take(SetupStep::Mission).expect("second");
    let early = sequence.take(SetupStep::Sides).expect_err("no squads yet");
    assert_eq!(early.rule, "mm30.battle.sequence");
    for step in [
        SetupStep::Squads,
        SetupStep::Briefing,
        SetupStep::Field,
        SetupStep::Markers,
        SetupStep::Sides,
        SetupStep::Areas,
        SetupStep::Deployment,
        SetupStep::Play,
        SetupStep::End,
        SetupStep::VictoryPoints,
    ] {
        assert_eq!(sequence.next(), Some(step));
        sequence.take(step).expect("in order");
    }
    assert_eq!(sequence.next(), None);
}
