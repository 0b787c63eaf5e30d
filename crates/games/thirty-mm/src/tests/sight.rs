//! The line of sight.

use equipoise_engine::Hex;

use super::arena::{Arena, TORSO, at};
use super::sheets::{changed, sheet};
use crate::data::colour::Colour;
use crate::data::kind::UnitKind;
use crate::options::Options;
use crate::rules::board::Board;
use crate::rules::chart::{BUILT, Cell, Chart, HAZY};
use crate::rules::lines::{Crossing, between};
use crate::rules::terrain::Terrain;

/// mm30.sight.los: along a file the line goes through the two hexes between; to (1, 1) it runs along the
/// side of two hexes; to (3, 1) it goes through two pairs, entering (1, 0) at 1/7 and (1, 1) at 2/5 of its
/// length, and the others by symmetry.
#[test]
fn lines_cross_hexes_and_sides() {
    let hex = |q, r| Crossing::Hex(Hex::new(q, r));
    let to = |q, r| between(Hex::default(), Hex::new(q, r));
    assert_eq!(to(0, 3), [hex(0, 1), hex(0, 2)]);
    assert_eq!(to(1, 1), [Crossing::Side(Hex::new(0, 1), Hex::new(1, 0))]);
    assert_eq!(to(3, 1), [hex(1, 0), hex(1, 1), hex(2, 0), hex(2, 1)]);
    assert!(to(0, 1).is_empty() && to(0, 0).is_empty());
}

/// mm30.sight.los: a structure of level 0 between two ground units blocks, one behind the target or a unit
/// between them does not.
#[test]
fn a_structure_between_blocks_the_line() {
    for (row, clear) in [(4, false), (7, false), (9, true)] {
        let mut arena = Arena::refs();
        arena.build(&[row], 0);
        assert_eq!(arena.view().has_line(0, 1), clear, "row {row}");
        let shot = arena.view().check_attack(0, &at(TORSO));
        assert_eq!(
            shot.err().map(|it| it.rule),
            (!clear).then_some("mm30.sight.los")
        );
    }
    let mut arena = Arena::new([&[sheet("REF-2")], &[sheet("REF-2"), sheet("REF-2")]], &[]);
    arena.put(0, 5, 3, crate::rules::facing::Facing::NORTH);
    arena.put(1, 5, 8, crate::rules::facing::Facing::SOUTH);
    arena.put(2, 5, 5, crate::rules::facing::Facing::SOUTH);
    assert!(arena.view().has_line(0, 1));
}

/// mm30.sight.los: along a side both hexes must block.
#[test]
fn a_line_along_a_side_needs_both_hexes_to_block() {
    for (count, clear) in [(1, true), (2, false)] {
        let mut arena = Arena::refs();
        let from = Board::hex(5, 3);
        arena.battle.units[1].hex = from + Hex::new(1, 1);
        let sides = [Hex::new(0, 1), Hex::new(1, 0)];
        arena.build_on(sides[..count].iter().map(|&step| from + step), 0);
        assert_eq!(arena.view().has_line(0, 1), clear);
    }
}

/// mm30.structure.blocks: from level 3 to level 0, 6 hexes away, the line is at 1.5 over a structure half
/// way: a top of 1 is below it, a top of 2 is not. At the height of the line it blocks: from 2 the line is
/// at 1 there.
#[test]
fn height_looks_over_structures() {
    for (level, top, clear) in [(3, 1, true), (3, 2, false), (2, 1, false), (2, 0, true)] {
        let mut arena = Arena::refs();
        arena.put(1, 5, 9, crate::rules::facing::Facing::SOUTH);
        arena.battle.units[0].elevation = level;
        arena.build(&[6], top);
        assert_eq!(arena.view().has_line(0, 1), clear, "{level} over {top}");
        assert_eq!(arena.view().has_line(1, 0), clear, "and back");
    }
}

/// mm30.vehicle.los-origin: a tank is sighted from and at its one hex, as a mech is.
#[test]
fn a_vehicle_is_sighted_at_its_hex() {
    for names in [["Mud Hog", "REF-2"], ["REF-2", "Mud Hog"]] {
        let mut arena = Arena::duel(names, &[]);
        arena.build(&[3], 3);
        arena.build(&[8], 3);
        assert!(arena.view().has_line(0, 1), "only hexes between count");
        arena.build(&[5], 0);
        assert!(!arena.view().has_line(0, 1));
    }
}

/// mm30.vehicle.sub-missiles: a structure stops all but missile pods and rocket launchers of a submarine.
#[test]
fn a_submarine_fires_missiles_blindly() {
    for (kind, weapon, fires) in [
        (UnitKind::AttackSub, "Missile Pod", true),
        (UnitKind::AttackSub, "Rocket Launcher", true),
        (UnitKind::AttackSub, "Rail Lance", false),
        (UnitKind::Tank, "Missile Pod", false),
    ] {
        let boat = changed("Mud Hog", |it| {
            it.kind = kind;
            it.mounted[0].0.name = weapon.to_owned();
        });
        let mut arena = Arena::new([&[boat], &[sheet("REF-2")]], &[]);
        arena.put(0, 5, 3, crate::rules::facing::Facing::NORTH);
        arena.put(1, 5, 6, crate::rules::facing::Facing::SOUTH);
        arena.build(&[5], 0);
        assert_eq!(arena.view().check_attack(0, &at(TORSO)).is_ok(), fires);
    }
}

/// mm30.terrain.green-accuracy, mm30.terrain.black-accuracy: -1 for each green or black hex between; the
/// hexes of both units and those beside the line do not count, nor do other colours.
#[test]
fn woods_and_smoke_hinder_aim() {
    use Colour::{Black, Green, Tan};
    let cases: [(&[(u8, Colour)], i8); 4] = [
        (&[(4, Green), (5, Green), (6, Green)], -3),
        (&[(4, Black), (5, Black), (7, Green)], -3),
        (&[(3, Green), (8, Black)], 0),
        (&[(4, Tan), (5, Black)], -1),
    ];
    for (painted, modifier) in cases {
        let mut arena = Arena::refs();
        arena.paint(4, 5, Green);
        for &(row, colour) in painted {
            arena.paint(5, row, colour);
        }
        assert_eq!(arena.view().accuracy(0, 1).modifier, modifier);
        assert_eq!(arena.view().assault(0, 1).modifier, 0);
    }
}

/// mm30.sight.los: a chart counts on each line of the board what the line meets: with three hexes in seven green, each
/// green hex it goes through, and each side between two of them.
#[test]
fn charts_count_what_lines_meet() {
    let board = Board::new(&Options::default());
    let green = |hex: Hex| (i32::from(hex.q) + 5 * i32::from(hex.r)).rem_euclid(7) < 3;
    let mut terrain = Terrain::default();
    let woods = board.hexes().iter().filter(|&&hex| green(hex));
    terrain
        .colours
        .extend(woods.map(|&hex| (hex, Colour::Green)));
    let chart = Chart::new(&board, &terrain);
    for &from in board.hexes() {
        for &to in board.hexes() {
            let green = |hex: Hex| board.contains(hex) && green(hex);
            let all = between(from, to).into_iter();
            let met = all.filter(|it| match *it {
                Crossing::Hex(hex) => green(hex),
                Crossing::Side(one, other) => green(one) && green(other),
            });
            let is_green = |hex: Hex, cell: Cell| cell.colour == Colour::Green && green(hex);
            let counted = chart.count(from, to, HAZY, is_green);
            assert_eq!(usize::from(counted), met.count(), "{from:?} {to:?}");
            assert_eq!(chart.count(from, to, BUILT, |_, _| true), 0);
        }
    }
}

/// mm30.sight.los: of all hexes around, a line meets those whose inside it enters: that have a point of it, at
/// 99 points of the line, nearer to their centre than to any other.
#[test]
fn lines_meet_the_hexes_nearest_to_their_points() {
    const POINTS: i32 = 100;
    for (q, r) in [
        (7, -3),
        (-4, 9),
        (0, 6),
        (5, -5),
        (-10, 3),
        (6, -12),
        (1, 1),
    ] {
        let to = Hex::new(q, r);
        let met = between(Hex::default(), to);
        for point in 1..POINTS {
            let (x, y) = (point * i32::from(q), point * i32::from(r));
            // Three times the squared distance of the point to the centre of a hex, in POINTS-ths of a step.
            let far = |hex: Hex| {
                let (x, y) = (x - POINTS * i32::from(hex.q), y - POINTS * i32::from(hex.r));
                x * x + x * y + y * y
            };
            let near = (-13..=13).flat_map(|q| (-13..=13).map(move |r| Hex::new(q, r)));
            let mut near: Vec<Hex> = near.collect();
            near.sort_by_key(|&hex| far(hex));
            let (first, second) = (near[0], near[1]);
            if far(first) == far(second) || [Hex::default(), to].contains(&first) {
                continue;
            }
            assert!(
                met.contains(&Crossing::Hex(first)),
                "{first:?} on the way to {to:?}"
            );
        }
    }
}
