//! Terrain that is thrown, and units pushed into it.

use equipoise_engine::Hex;

use super::arena::{Arena, RIFLE, attacks};
use super::climb::{land, moving};
use super::drill::{drill, lost, saves};
use super::field::{building, high_wall, low_wall, water};
use crate::data::profile::{Effect, Tier, UnitProfile};
use crate::data::scenario::TerrainPiece;
use crate::rules::decision::Action;
use crate::rules::event::Event;

const AHEAD: Hex = Hex::new(0, 1);

/// Numbers of the native weapons of a [`drill`] unit: two are printed.
const THROW_TERRAIN: usize = 3;

/// `ms10.throw.terrain`: the building next to the thrower is used up: 5 dice with the printed shooting
/// bonus 5, DMG 300, PEN 5; five 1s are 5 HITS, 1500 damage; saves 4, 5, 5, 5, 5: one fails and pushes
/// 4 in along (0, 1).
#[test]
fn terrain_at_hand_can_be_thrown() {
    let mut arena = land(moving(8), &[(building(1), (2, 2))]);
    arena.put(1, Hex::new(3, 5), -AHEAD);
    let events = arena.attack(0, THROW_TERRAIN, 1, &[1, 1, 1, 1, 1, 4, 5, 5, 5, 5]);
    assert_eq!(saves(&events), [(5, 5, 1)]);
    assert_eq!(lost(&arena, 1), 1500);
    assert_eq!(arena.unit(1).pos, Hex::new(3, 6));
    assert!(events.contains(&Event::Razed { piece: 0 }));
    assert!(attacks(&arena.attack(0, THROW_TERRAIN, 1, &[])).is_empty());
}

/// `ms10.throw.terrain`: what was knocked over can still be thrown, once; of several pieces the thrower
/// picks one.
#[test]
fn rubble_can_be_thrown() {
    let pieces = [(building(1), (2, 2)), (low_wall(), (4, 2))];
    let mut arena = land(moving(8), &pieces);
    arena.put(1, Hex::new(3, 5), -AHEAD);
    arena.run(&[], |game| game.raze(0, 0));
    arena.script(|s| s.piece = 1);
    arena.attack(0, THROW_TERRAIN, 1, &[1, 1, 1, 1, 1, 5, 5, 5, 5, 5]);
    assert_eq!((arena.battle.razed, arena.battle.thrown), (0b11, 0b10));
    arena.attack(0, THROW_TERRAIN, 1, &[1, 1, 1, 1, 1, 5, 5, 5, 5, 5]);
    assert_eq!(arena.battle.thrown, 0b11);
    assert!(attacks(&arena.attack(0, THROW_TERRAIN, 1, &[])).is_empty());
}

/// `ms10.throw.terrain`: not without terrain at hand, with indestructible terrain, or beyond 16 in.
#[test]
fn throwing_terrain_needs_terrain_and_range() {
    let hard = with!(building(1), destructible: false);
    let soft = building(1);
    for (tags, hex, row, legal) in [
        (soft.clone(), (2, 2), 6, true),
        (soft.clone(), (2, 2), 7, false),
        (soft, (1, 2), 6, false),
        (hard, (2, 2), 6, false),
    ] {
        let mut arena = land(moving(8), &[(tags, hex)]);
        arena.put(1, Hex::new(3, row), -AHEAD);
        arena.battle.begin_turn(0, false);
        let may = arena.view().may_attack(THROW_TERRAIN, false, 1);
        assert_eq!(may, legal, "{hex:?}, row {row}");
    }
    // Size 2: DMG 500, PEN 7.
    let large = with!(moving(8), size: 2);
    let mut arena = land(large, &[(building(1), (2, 2))]);
    arena.put(1, Hex::new(3, 5), -AHEAD);
    let events = arena.attack(0, THROW_TERRAIN, 1, &[1, 1, 1, 1, 1, 7, 7, 7, 7, 7]);
    assert_eq!(saves(&events), [(7, 5, 0)]);
    assert_eq!(lost(&arena, 1), 2500);
}

/// A rifle of PEN 9 with Push, 1 HIT: a save of 1 fails and moves the target 4 in along (0, 1).
fn pusher(hits: i8) -> UnitProfile {
    let mut unit = drill(Tier::Basic, hits);
    unit.weapons[RIFLE].pen = Some(9);
    unit.weapons[RIFLE].effect = Effect::Push;
    unit
}

/// Unit 1 on (3, 6) pushed from (3, 2) by `failed` failed saves, with these pieces; HP lost to
/// collisions, and where it stands.
fn pushed(failed: usize, pieces: &[(TerrainPiece, (i16, i16))]) -> (Arena, i32) {
    let mut arena = land(pusher(failed as i8), pieces);
    arena.put(1, Hex::new(3, 6), -AHEAD);
    arena.attack(0, RIFLE, 1, &vec![1; 1 + failed]);
    let hurt = lost(&arena, 1) - 300 * failed as i32;
    (arena, hurt)
}

/// `ms10.push.terrain-unit`, `ms10.push.collision`: into a wall or a building the unit stops and takes
/// 1000; destructible terrain is destroyed, so a second failed save moves it on, indestructible stops it
/// again. Low terrain does not stop it.
#[test]
fn pushed_into_terrain() {
    let hard = with!(high_wall(), destructible: false);
    for (tags, failed, row, hurt, stands) in [
        (high_wall(), 1, 6, 1000, false),
        (building(1), 2, 7, 1000, false),
        (hard.clone(), 1, 6, 1000, true),
        (hard, 2, 6, 2000, true),
        (low_wall(), 1, 7, 0, true),
    ] {
        let (arena, taken) = pushed(failed, &[(tags, (3, 7))]);
        assert_eq!(arena.unit(1).pos, Hex::new(3, row));
        assert_eq!(taken, hurt);
        assert_eq!(arena.view().piece_at(Hex::new(3, 7)).is_some(), stands);
    }
}

/// `ms10.push.terrain-unit`, `ms10.push.collision`: 3 failed saves: the first step falls off a roof
/// (1000), the second moves 4 in, the third hits a building (1000), which is destroyed.
#[test]
fn pushed_off_a_roof_and_into_a_building() {
    let pieces = [(building(1), (3, 6)), (building(1), (3, 9))];
    let mut arena = land(pusher(2), &pieces);
    arena.put(1, Hex::new(3, 6), -AHEAD);
    // 2 HITS and 1 for the target on High Ground: 3 saves, 900 damage.
    arena.attack(0, RIFLE, 1, &[1, 1, 1, 1]);
    assert_eq!(arena.unit(1).pos, Hex::new(3, 8));
    assert_eq!(lost(&arena, 1), 900 + 2 * 1000);
    let stands = |r| arena.view().piece_at(Hex::new(3, r)).is_some();
    assert!(stands(6) && !stands(9));
}

/// `ms10.push.edge`: 4 in from the edge 2 failed saves move it once and cost it 1000 at the edge.
#[test]
fn the_table_edge_stops() {
    let mut arena = land(pusher(2), &[]);
    arena.put(0, Hex::new(3, 6), AHEAD);
    arena.put(1, Hex::new(3, 10), -AHEAD);
    arena.attack(0, RIFLE, 1, &[1, 1, 1]);
    assert_eq!(arena.unit(1).pos, Hex::new(3, 11));
    assert_eq!(lost(&arena, 1), 600 + 1000);
}

/// `ms10.special.deep-water`: pushed into deep water a unit that cannot swim sinks.
#[test]
fn pushed_into_water() {
    let (arena, hurt) = pushed(1, &[(water(), (3, 7))]);
    assert_eq!((arena.unit(1).pos, hurt), (Hex::new(3, 7), 0));
    assert!(arena.unit(1).sunk);
}

/// A rifle with an effect, of so many HITS and no luck, aimed at the piece on these hexes.
fn aims_at_terrain(
    effect: Effect,
    hits: i8,
    pieces: &[(TerrainPiece, (i16, i16))],
    faces: &[u8],
) -> (Arena, Vec<Event>) {
    let mut own = pusher(hits);
    own.weapons[RIFLE].effect = effect;
    let mut arena = land(own, pieces);
    arena.put(0, Hex::new(3, 1), AHEAD);
    arena.put(1, Hex::new(3, 9), -AHEAD);
    arena.script(|s| s.pay_collision = false);
    let events = arena.turn(
        0,
        &[Action::Batter {
            weapon: RIFLE,
            piece: 0,
        }],
        faces,
    );
    (arena, events)
}

/// `ms10.push.on-terrain`: 3 HITS move a wall 12 in, 4 in for each, and it is gone; with 4 it reaches the
/// enemy 16 in behind it, who takes 1000; no HIT moves nothing, and 7 count as 5.
#[test]
fn terrain_can_be_pushed_at_an_enemy() {
    for (hits, row, damage, razed) in [(3, 5, 0, 1), (4, 5, 1000, 1), (0, 5, 0, 0), (7, 3, 0, 1)] {
        let pieces = [(high_wall(), (3, row))];
        let (arena, _) = aims_at_terrain(Effect::Push, hits, &pieces, &[1]);
        assert_eq!(lost(&arena, 1), damage, "{hits} HITS");
        assert_eq!(arena.battle.razed, razed, "{hits} HITS");
    }
}

/// `ms10.push.on-terrain`: a grapple with 3 HITS takes its user 12 in towards a tower 24 in off, with 7 to
/// the hex before it; not when the tower fails one of its checks (DMG 300: 3 or more passes).
#[test]
fn a_grapple_pulls_its_user_to_terrain() {
    for (hits, faces, row) in [
        (3, &[1, 3, 3, 3][..], 4),
        (7, &[1, 3, 3, 3], 6),
        (3, &[1, 3, 2], 1),
    ] {
        let tower = [(building(2), (3, 7))];
        let (arena, _) = aims_at_terrain(Effect::PullSelf, hits, &tower, faces);
        assert_eq!(arena.unit(0).pos, Hex::new(3, row), "{hits} HITS");
    }
}
