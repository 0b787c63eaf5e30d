//! Colours, levels, climbing, flight and swimming.

use super::arena::{Arena, TORSO, at};
use super::sheets::{changed, sheet, with_power};
use crate::data::ability::Power;
use crate::data::colour::Colour;
use crate::data::kind::UnitKind;
use crate::data::sheet::Sheet;
use crate::options::Options;
use crate::rules::board::{Board, Edge};
use crate::rules::deploy::Deployment;
use crate::rules::facing::Facing;
use crate::rules::terrain::{Structure, Terrain};

const N: Facing = Facing::NORTH;

/// A sheet against REF-2, in row 3 of the middle file, facing north; its turn has begun.
fn walker(sheet_a: Sheet, ground: impl FnOnce(&mut Arena)) -> Arena {
    let mut arena = Arena::new([&[sheet_a], &[sheet("REF-2")]], &[]);
    arena.put(0, 5, 3, N);
    arena.put(1, 5, 12, Facing::SOUTH);
    ground(&mut arena);
    arena.begin(0, 10);
    arena
}

/// The rule that forbids a step north, if one does.
fn barred(arena: &mut Arena) -> Option<&'static str> {
    let step = arena.act(&[], |game| game.step(N));
    step.err().map(|it| it.rule)
}

/// mm30.terrain.placement: green next to tan is illegal, with a grey hex between legal; three green hexes
/// in a row are one group, a fourth apart from them is not of it. mm30.board.symmetry: without its
/// opposite hex a colour is illegal, as is a structure. mm30.structure.blocks: a second structure in a hex is.
#[test]
fn colours_stand_apart_and_halves_are_alike() {
    let board = Board::new(&Options::default());
    let field = |painted: &[(u8, u8, Colour)]| {
        let mut terrain = Terrain::default();
        for &(file, row, colour) in painted {
            let hex = Board::hex(file, row);
            terrain.colours.insert(hex, colour);
            let other = board.opposite(hex).expect("on the board");
            terrain.colours.insert(other, colour);
        }
        terrain
    };
    let rules =
        |terrain: &Terrain| -> Vec<_> { terrain.faults(&board).iter().map(|it| it.rule).collect() };
    let touching = field(&[(2, 4, Colour::Green), (2, 5, Colour::Tan)]);
    assert_eq!(rules(&touching), ["mm30.terrain.placement"]);
    let mut apart = field(&[(2, 4, Colour::Green), (2, 6, Colour::Tan)]);
    assert!(rules(&apart).is_empty());
    apart.colours.remove(&Board::hex(2, 6));
    assert_eq!(rules(&apart), ["mm30.board.symmetry"]);
    let one = Structure {
        hexes: vec![Board::hex(1, 4)],
        top: 1,
    };
    let mut built = Terrain::default();
    built.structures.push(one.clone());
    assert_eq!(rules(&built), ["mm30.board.symmetry"]);
    let other = board.opposite(Board::hex(1, 4)).expect("on the board");
    built.structures.push(Structure {
        hexes: vec![other],
        ..one
    });
    assert!(rules(&built).is_empty());
    let taller = |it: &Structure| Structure {
        top: 2,
        ..it.clone()
    };
    built
        .structures
        .extend(built.structures.clone().iter().map(taller));
    assert_eq!(rules(&built), ["mm30.structure.blocks"]);
    let woods = field(&[2, 3, 4, 6].map(|row| (0, row, Colour::Green)));
    let group = woods.group(&board, Board::hex(0, 3));
    assert_eq!(group, [2, 3, 4].map(|row| Board::hex(0, row)).into());
}

/// mm30.terrain.levels: ground is -2 to 2; 3 is for those that fly, and nothing is beyond.
#[test]
fn levels_have_bounds() {
    let board = Board::new(&Options::default());
    for (level, legal) in [(-3, false), (-2, true), (2, true), (3, false)] {
        let mut terrain = Terrain::default();
        terrain.levels.insert(Board::hex(5, 6), level);
        let rules: Vec<_> = terrain.faults(&board).iter().map(|it| it.rule).collect();
        assert_eq!(rules.contains(&"mm30.terrain.levels"), !legal);
    }
    let flyer = walker(with_power("REF-2", Power::Fly), |_| {});
    let hex = flyer.hex(0);
    assert!(flyer.view().check_level(0, hex, 3).is_ok());
    assert!(flyer.view().check_level(1, hex, 3).is_err());
    let beyond = flyer.view().check_level(0, hex, 4).expect_err("beyond");
    assert_eq!(beyond.rule, "mm30.terrain.levels");
}

/// mm30.terrain.climb-cost: one level up 2 of 4 points, one down 1; two levels in a step are too steep,
/// with the option they cost 4.
#[test]
fn climbing_costs_more() {
    let mut arena = walker(sheet("REF-2"), |it| it.raise(5, 4, 1));
    arena.act(&[], |game| game.step(N)).expect("one level up");
    assert_eq!((arena.points(), arena.battle.units[0].elevation), (2, 1));
    arena.act(&[], |game| game.step(N)).expect("one level down");
    assert_eq!((arena.points(), arena.battle.units[0].elevation), (1, 0));
    for level in [2, -2] {
        let mut steep = walker(sheet("REF-2"), |it| it.raise(5, 4, level));
        assert_eq!(barred(&mut steep), Some("mm30.terrain.climb-cost"));
    }
    let mut jumper = walker(sheet("REF-2"), |it| {
        it.raise(5, 4, 2);
        it.table.options.climb_levels_per_step = 2;
    });
    assert_eq!(barred(&mut jumper), None);
    assert_eq!(jumper.points(), 0);
}

/// mm30.status.elevation-marker, mm30.terrain.climb-cost: rising from 0 to 2 takes 4 points; the marked
/// level stays while the unit flies on, and counts: a unit next to it is 1 + 2 away. Sinking costs 1 a
/// level. Without the ability nobody rises; nobody sinks but swimmers in water.
#[test]
fn flyers_and_swimmers_change_level() {
    let mut flyer = walker(with_power("Quick Fox", Power::Fly), |it| it.raise(5, 4, 1));
    flyer.act(&[], |game| game.change_level(2)).expect("4 of 5");
    assert_eq!(flyer.points(), 1);
    flyer.act(&[], |game| game.step(N)).expect("over the hill");
    assert_eq!((flyer.points(), flyer.battle.units[0].elevation), (0, 2));
    flyer.put(1, 5, 5, N);
    assert_eq!(flyer.view().distance(0, 1), 3);
    let mut sinks = walker(with_power("REF-2", Power::Swim), |it| {
        it.paint(5, 3, Colour::DarkBlue);
        it.paint(5, 4, Colour::LightBlue);
    });
    sinks.act(&[], |game| {
        game.change_level(-2).expect("2 of 4");
        game.step(N).expect("under water");
    });
    assert_eq!((sinks.points(), sinks.battle.units[0].elevation), (1, -2));
    let mut mech = walker(sheet("REF-2"), |it| it.paint(5, 3, Colour::DarkBlue));
    for level in [1, -1] {
        let refusal = mech.act(&[], |game| game.change_level(level));
        let rule = refusal.expect_err("neither flies nor swims").rule;
        assert_eq!(rule, "mm30.status.elevation-marker");
    }
}

/// mm30.status.elevation-marker: those that fly may be placed in the air, others not.
#[test]
fn flyers_are_placed_in_the_air() {
    for (power, placed) in [(Power::Fly, true), (Power::Swim, false)] {
        let squads: [&[Sheet]; 2] = [&[with_power("REF-2", power)], &[sheet("REF-2")]];
        let mut arena = Arena::new(squads, &[]);
        let mut deployment = Deployment::new(&arena.table, Edge::North);
        let place = (Board::hex(5, 1), 2);
        let result = arena.act(&[], |game| deployment.place_at(game, 0, place, N));
        assert_eq!(result.is_ok(), placed);
        assert_eq!(arena.battle.units[0].elevation, if placed { 2 } else { 0 });
    }
}

/// mm30.terrain.grey-red: a walker is kept out of a red hex, a flyer at 1 passes above.
#[test]
fn red_hexes_are_closed() {
    let mut mech = walker(sheet("REF-2"), |it| it.paint(5, 4, Colour::Red));
    assert_eq!(barred(&mut mech), Some("mm30.terrain.grey-red"));
    let mut flyer = walker(with_power("REF-2", Power::Fly), |it| {
        it.paint(5, 4, Colour::Red);
    });
    assert_eq!(barred(&mut flyer), Some("mm30.terrain.grey-red"));
    flyer.battle.units[0].elevation = 1;
    assert_eq!(barred(&mut flyer), None);
}

/// mm30.terrain.black-move: black on the level takes 2 of 4 points, one level up all 4; in the air above
/// it, 1.
#[test]
fn ruins_slow() {
    for (level, left) in [(0, 2), (1, 0)] {
        let mut arena = walker(sheet("REF-2"), |it| {
            it.paint(5, 4, Colour::Black);
            it.raise(5, 4, level);
        });
        assert_eq!(barred(&mut arena), None);
        assert_eq!(arena.points(), left);
    }
    let mut flyer = walker(with_power("REF-2", Power::Fly), |it| {
        it.paint(5, 4, Colour::Black);
        it.battle.units[0].elevation = 1;
    });
    assert_eq!(barred(&mut flyer), None);
    assert_eq!(flyer.points(), 3);
}

/// mm30.vehicle.tank-green: grey, green, green takes a tank 1 + 2 + 2, a mech 1 + 1 + 1.
#[test]
fn woods_slow_a_tank() {
    for (name, left) in [("Mud Hog", 0), ("REF-2", 2)] {
        let mut arena = walker(sheet(name), |it| {
            it.paint(5, 5, Colour::Green);
            it.paint(5, 6, Colour::Green);
        });
        arena.battle.turn.as_mut().expect("a turn").movement = 5;
        for _ in 0..3 {
            assert_eq!(barred(&mut arena), None);
        }
        assert_eq!(arena.points(), left, "{name}");
    }
}

/// mm30.vehicle.elevation-lock: no level up and none down for a tank, unless it flies.
#[test]
fn vehicles_keep_their_level() {
    for level in [1, -1] {
        let mut tank = walker(sheet("Mud Hog"), |it| it.raise(5, 4, level));
        assert_eq!(barred(&mut tank), Some("mm30.vehicle.elevation-lock"));
        let mut hovers = walker(with_power("Mud Hog", Power::Fly), |it| {
            it.raise(5, 4, level);
        });
        assert_eq!(barred(&mut hovers), None);
    }
}

/// mm30.vehicle.fighter-full-move: class 3 has 3 points; after one step the turn does not end and no shot
/// is fired, after three it does. In a corner of the board it ends where no step is left.
#[test]
fn a_fighter_uses_all_its_movement() {
    let fighter = changed("Mud Hog", |it| it.kind = UnitKind::AirFighter);
    let mut arena = walker(fighter, |_| {});
    let rule = "mm30.vehicle.fighter-full-move";
    arena.act(&[], |game| {
        game.step(N).expect("1 of 3");
        assert_eq!(game.end_turn().expect_err("2 left").rule, rule);
        assert_eq!(game.attack(at(TORSO)).expect_err("2 left").rule, rule);
        game.step(N).expect("2 of 3");
        game.step(N).expect("3 of 3");
        game.end_turn().expect("all used");
    });
    let fighter = changed("Mud Hog", |it| it.kind = UnitKind::AirFighter);
    let mut edge = walker(fighter, |it| it.put(0, 0, 13, N));
    edge.act(&[], |game| game.end_turn())
        .expect("no step is left");
}

/// mm30.vehicle.sub-water: a submarine goes from light to dark blue and no further, and is not placed on
/// land.
#[test]
fn a_submarine_stays_in_water() {
    let boat = || changed("Mud Hog", |it| it.kind = UnitKind::AttackSub);
    let mut arena = walker(boat(), |it| {
        it.paint(5, 3, Colour::LightBlue);
        it.paint(5, 4, Colour::DarkBlue);
    });
    assert_eq!(barred(&mut arena), None);
    assert_eq!(barred(&mut arena), Some("mm30.vehicle.sub-water"));
    let mut arena = Arena::new([&[boat()], &[sheet("REF-2")]], &[]);
    arena.paint(5, 1, Colour::DarkBlue);
    let mut deployment = Deployment::new(&arena.table, Edge::North);
    arena.act(&[], |game| {
        let land = deployment.place(game, 0, Board::hex(4, 1), N);
        assert_eq!(land.expect_err("land").rule, "mm30.vehicle.sub-water");
        deployment
            .place(game, 0, Board::hex(5, 1), N)
            .expect("water");
    });
}

/// mm30.terrain.black-move, mm30.move.thruster-distance: ruins on the line use up two of ten hexes.
#[test]
fn ruins_shorten_thruster_movement() {
    let mut arena = walker(sheet("Quick Fox"), |it| {
        it.put(0, 4, 0, N);
        it.paint(4, 5, Colour::Black);
    });
    arena.act(&[], |game| game.thrust(N)).expect("nine hexes");
    assert_eq!(arena.hex(0), Board::hex(4, 9));
}
