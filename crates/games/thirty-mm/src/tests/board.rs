//! Hexes, deployment areas, field of view, placing.

use std::collections::BTreeSet;

use equipoise_dice::ScriptedDice;
use equipoise_engine::{Hex, Side};

use super::arena::{Arena, TORSO, at};
use super::sheets::sheet;
use crate::data::mission::Mission;
use crate::data::squad::EngagementSize;
use crate::options::{FovModel, Options};
use crate::rules::board::{Board, Edge};
use crate::rules::deploy::Deployment;
use crate::rules::facing::Facing;
use crate::rules::setup::{roll_for_sides, roll_mission};

/// A hex by the first two of its cube coordinates.
const fn cube(x: i16, y: i16) -> Hex {
    Hex::new(x, y)
}

/// mm30.board.hex-grid: steps between hexes: (2, -1, -1) is 2 away, (0, 3, -3) 3; neighbours are 1 away.
#[test]
fn distance_counts_hexes() {
    assert_eq!(cube(2, -1).length(), 2);
    assert_eq!(cube(0, 3).length(), 3);
    assert!(Facing::ALL.iter().all(|facing| facing.step().length() == 1));
}

/// mm30.board.size: 6 * 14 + 5 * 13 = 149; the older board has 7 * 16 + 6 * 15 = 202; a full rectangle
/// 14 * 11 = 154.
#[test]
fn the_board_has_149_hexes() {
    let mut options = Options::default();
    let board = Board::new(&options);
    assert_eq!(board.hexes().len(), 149);
    let lengths: Vec<u8> = (0..12).map(|file| board.length(file)).collect();
    assert_eq!(lengths, [14, 13, 14, 13, 14, 13, 14, 13, 14, 13, 14, 0]);
    let distinct: BTreeSet<Hex> = board.hexes().iter().copied().collect();
    assert_eq!(distinct.len(), 149);
    for &hex in board.hexes() {
        let (file, row) = board.place(hex).expect("on the board");
        assert_eq!(Board::hex(file, row), hex);
    }
    (options.board_long, options.board_short) = (16, 13);
    assert_eq!(Board::new(&options).hexes().len(), 202);
    (options.board_long, options.board_short) = (14, 11);
    options.board_offset_files = false;
    assert_eq!(Board::new(&options).hexes().len(), 154);
}

/// mm30.board.size: neighbours on the board are where the layout has them: the short files lie half a
/// hex north of their neighbours.
#[test]
fn files_interlock() {
    let step = |file, row, facing: u8| {
        let hex = Board::hex(file, row) + Facing::new(facing).step();
        Board::new(&Options::default()).place(hex)
    };
    assert_eq!(step(0, 0, 0), Some((0, 1)));
    assert_eq!(step(0, 0, 1), Some((1, 0)));
    assert_eq!(step(1, 0, 1), Some((2, 1)));
    assert_eq!(step(1, 0, 2), Some((2, 0)));
    assert_eq!(step(0, 0, 2), None);
    assert_eq!(step(1, 12, 0), None);
    assert_eq!(step(1, 12, 1), Some((2, 13)));
}

/// mm30.board.symmetry: file 3 of 11 lies opposite to file 9 (counted from 1), and the opposite of the
/// opposite is the hex itself.
#[test]
fn halves_turn_into_each_other() {
    let board = Board::new(&Options::default());
    assert_eq!(board.opposite(Board::hex(2, 3)), Some(Board::hex(8, 10)));
    for &hex in board.hexes() {
        let there = board.opposite(hex).expect("on the board");
        assert_eq!(board.opposite(there), Some(hex));
        for edge in [Edge::South, Edge::North] {
            assert_eq!(board.in_area(edge, hex), board.in_area(edge.other(), there));
        }
    }
}

/// mm30.deploy.area: 33 hexes at each edge, 9 hexes apart; the Defender picks, the Attacker gets the
/// other edge.
#[test]
fn areas_are_three_rows_deep() {
    let board = Board::new(&Options::default());
    let area = |edge| -> Vec<Hex> {
        let all = board.hexes().iter().copied();
        all.filter(|&hex| board.in_area(edge, hex)).collect()
    };
    let (south, north) = (area(Edge::South), area(Edge::North));
    assert_eq!((south.len(), north.len()), (33, 33));
    let nearest = south
        .iter()
        .flat_map(|a| north.iter().map(move |b| a.distance(*b)));
    // Between two short files, rows 2 and 10 of 13, it is 8.
    assert_eq!(nearest.min(), Some(8));
    assert_eq!(Board::hex(0, 2).distance(Board::hex(0, 11)), 9);
    assert_eq!(Edge::of_side(Side::B, Side::B, Edge::North), Edge::North);
    assert_eq!(Edge::of_side(Side::A, Side::B, Edge::North), Edge::South);
}

/// mm30.deploy.alternate: Attacker first, in turn: A D A D D with two against three; own area, any
/// facing.
#[test]
fn squads_are_placed_in_turn() {
    let unit = sheet("REF-2");
    let (two, three) = (vec![unit.clone(); 2], vec![unit; 3]);
    let mut arena = Arena::new([&two, &three], &[]);
    let mut deployment = Deployment::new(&arena.table.clone(), Edge::North);
    let order = [0, 2, 1, 3, 4];
    for (nth, unit) in order.into_iter().enumerate() {
        let table = arena.table.clone();
        let row = if unit < 2 { 1 } else { 12 };
        let file = 2 * nth as u8;
        assert_eq!(deployment.next_side(&table), Some(table.pieces[unit].side));
        arena.act(&[], |game| {
            let other = if unit < 2 { 4 } else { 0 };
            let early = deployment.place(game, other, Board::hex(file, row), Facing::NORTH);
            assert!(early.is_err());
            let hex = Board::hex(file, 5);
            let outside = deployment
                .place(game, unit, hex, Facing::NORTH)
                .expect_err("outside");
            assert_eq!(outside.rule, "mm30.deploy.area");
            let place = deployment.place(game, unit, Board::hex(file, row), Facing::new(4));
            assert_eq!(place, Ok(()));
            assert_eq!(game.battle.units[unit].facing, Facing::new(4));
        });
    }
    assert_eq!(deployment.next_side(&arena.table), None);
}

/// mm30.sight.fov: facing north, NE is in view, SE is not, (2, -1, -1) on the side line is not,
/// (3, -1, -2) is. The cone ends at the front-left and front-right rays.
#[test]
fn the_field_of_view_is_the_half_before_the_unit() {
    let north = Facing::NORTH;
    let half = |offset| north.sees(offset, FovModel::HalfPlaneStrict);
    assert!(half(cube(1, 0)) && half(cube(3, -1)));
    assert!(!half(cube(1, -1)) && !half(cube(2, -1)) && !half(Hex::default()));
    let cone = |offset| north.sees(offset, FovModel::ConeInclusive);
    assert!(cone(cube(1, 0)) && cone(cube(0, 2)) && cone(cube(-3, 3)) && cone(cube(1, 1)));
    assert!(!cone(cube(3, -1)) && !cone(cube(2, -1)) && !cone(Hex::default()));
    for facing in Facing::ALL {
        let seen = |model| {
            let near = Facing::ALL
                .iter()
                .filter(|it| facing.sees(it.step(), model));
            near.copied().collect::<BTreeSet<_>>()
        };
        let front: BTreeSet<_> = facing.front().into_iter().collect();
        assert_eq!(seen(FovModel::HalfPlaneStrict), front);
        assert_eq!(seen(FovModel::ConeInclusive), front);
    }
}

/// mm30.sight.blind-spot, mm30.vehicle.tank-fov: an enemy behind is not attacked, but by an EXA Tank.
#[test]
fn what_is_behind_is_not_attacked() {
    let mut arena = Arena::refs();
    arena.put(0, 5, 3, Facing::SOUTH);
    arena.begin(0, 9);
    let refused = arena
        .act(&[], |game| game.attack(at(TORSO)))
        .expect_err("behind");
    assert_eq!(refused.rule, "mm30.sight.blind-spot");
    assert_eq!(arena.battle.units[0].ap, 9);
    let mut tank = Arena::duel(["Mud Hog", "REF-2"], &[]);
    for facing in Facing::ALL {
        tank.put(0, 5, 3, facing);
        assert!(tank.view().sees(0, 1), "{facing:?}");
    }
}

/// mm30.sight.below: in the own hex what is lower is hidden, what is higher is not; three hexes ahead a
/// lower unit is seen.
#[test]
fn nothing_straight_below_is_seen() {
    let mut arena = Arena::refs();
    arena.battle.units[0].elevation = 1;
    assert!(arena.view().sees(0, 1));
    arena.put(1, 5, 3, Facing::SOUTH);
    assert!(!arena.view().sees(0, 1));
    assert!(arena.view().sees(1, 0));
}

/// mm30.turn.roll-for-sides: 5 against 3 gives the first side the choice; 4 against 4 is rolled again.
#[test]
fn the_higher_roll_names_the_attacker() {
    assert_eq!(roll_for_sides(&mut ScriptedDice::new([5, 3])), Side::A);
    assert_eq!(
        roll_for_sides(&mut ScriptedDice::new([4, 4, 2, 7])),
        Side::B
    );
}

/// mm30.battle.mission-roll: blanks are rolled again; a size without missions rolls nothing.
#[test]
fn blank_missions_are_rolled_again() {
    let roll = |size, faces: &[u8]| roll_mission(size, &mut ScriptedDice::new(faces.to_vec()));
    assert_eq!(
        roll(EngagementSize::Operation, &[8, 7, 5]),
        Some(Mission::BurningSandstorm)
    );
    assert_eq!(
        roll(EngagementSize::Skirmish, &[5]),
        Some(Mission::Counterattack)
    );
    assert_eq!(roll(EngagementSize::Conflagration, &[]), None);
}

/// mm30.board.hex-grid: from each hex of a board some neighbour on it is one step nearer to each other hex, so ways on
/// an open board are as short as distances; hexes are numbered in their order.
#[test]
fn no_way_on_an_open_board_leads_around() {
    let sizes = [(14, 11), (30, 29), (4, 29), (30, 2), (4, 1)];
    for ((long, short), offset) in sizes.into_iter().flat_map(|it| [(it, true), (it, false)]) {
        let board = Board::new(&Options {
            board_long: long,
            board_short: short,
            board_offset_files: offset,
            ..Options::default()
        });
        for (at, &from) in board.hexes().iter().enumerate() {
            assert_eq!(board.number(from), Some(at));
            for &to in board.hexes().iter().filter(|&&to| to != from) {
                let near = Facing::ALL.map(|direction| from + direction.step());
                let nearer =
                    |&hex: &Hex| board.contains(hex) && hex.distance(to) + 1 == from.distance(to);
                assert!(near.iter().any(nearer), "{from:?} to {to:?}");
            }
        }
        assert_eq!(board.number(Hex::new(-1, 0)), None);
    }
}
