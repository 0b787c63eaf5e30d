//! Moves over terrain: High Ground, walls, jungle, water; Aircraft; ships that ram.

use equipoise_engine::{Hex, Side};

use super::arena::{Arena, RIFLE, SABER, go, mech, rush, ways};
use super::drill::{drill, saves, spent};
use super::field::{Field, building, high_wall, jungle, low_wall, water};
use crate::data::profile::{Resource, ResourceKind, Tier, UnitProfile, UnitType};
use crate::data::scenario::TerrainPiece;
use crate::rules::decision::Action;
use crate::rules::decision::Fuel;

const AHEAD: Hex = Hex::new(0, 1);

pub(super) fn moving(move_in: u8) -> UnitProfile {
    with!(drill(Tier::Basic, 0), move_in: move_in)
}

fn flying(move_in: u8) -> UnitProfile {
    with!(moving(move_in), fly: true)
}

/// The unit on (3, 2) looking along (0, 1), the enemy far off on (3, 11), terrain on the hexes.
pub(super) fn land(unit: UnitProfile, pieces: &[(TerrainPiece, (i16, i16))]) -> Arena {
    let mut field = Field::new(&[unit], &[drill(Tier::Basic, 0)]);
    for (tags, hex) in pieces {
        field = field.piece(tags.clone(), &[*hex]);
    }
    let mut arena = field.arena();
    arena.put(0, Hex::new(3, 2), AHEAD);
    arena.put(1, Hex::new(3, 11), -AHEAD);
    arena
}

/// Where a unit stands after these actions on such a land.
fn after(unit: UnitProfile, pieces: &[(TerrainPiece, (i16, i16))], actions: &[Action]) -> Hex {
    let mut arena = land(unit, pieces);
    arena.turn(0, actions, &[]);
    arena.unit(0).pos
}

/// `ms10.high-ground.climb`: a step up to level 1 takes 4 in, up to level 2 takes 8 in. Move 8 in: 4 in
/// on and up to level 1, or up to level 2 next to it, not 4 in on and up to level 2; with Move 12 in
/// that as well, or 4 in more on top.
#[test]
fn climbing_costs_movement() {
    let roof = |level, r| (building(level), (3, r));
    for (move_in, pieces, to, legal) in [
        (8, vec![roof(1, 4)], 4, true),
        (8, vec![roof(2, 4)], 4, false),
        (12, vec![roof(2, 4)], 4, true),
        (4, vec![roof(1, 3)], 3, true),
        (4, vec![roof(2, 3)], 3, false),
        (8, vec![roof(2, 3)], 3, true),
        (8, vec![roof(2, 3), roof(2, 4)], 4, false),
        (12, vec![roof(2, 3), roof(2, 4)], 4, true),
        (8, vec![roof(1, 2), roof(2, 3), roof(2, 4)], 4, true),
        (8, vec![(low_wall(), (3, 3))], 4, true),
    ] {
        let end = after(moving(move_in), &pieces, &[go(3, to)]);
        assert_eq!(end == Hex::new(3, to), legal, "Move {move_in}, row {to}");
    }
}

/// `ms10.high-ground.climb`: one use of Accelerate climbs level 1, two climb level 2: 2 Boost points,
/// or 1 and the Combat Action; with the Combat Action alone it is too high.
#[test]
fn accelerate_climbs_a_level_a_use() {
    for (level, boost, legal, left) in [
        (1, 0, true, 0),
        (2, 0, false, 0),
        (1, 2, true, 1),
        (2, 2, true, 0),
        (2, 1, true, 0),
    ] {
        let unit = with!(moving(8), resource: Some(Resource::of(ResourceKind::Boost, boost)));
        let fuel = if boost > 0 {
            Fuel::Point
        } else {
            Fuel::CombatAction
        };
        let mut arena = land(unit, &[(building(level), (3, 3))]);
        arena.turn(0, &[rush(3, 3, fuel)], &[]);
        let climbed = arena.unit(0).pos == Hex::new(3, 3);
        assert_eq!(climbed, legal, "level {level}, Boost {boost}");
        assert_eq!(arena.unit(0).points, left);
        if legal {
            assert_eq!(arena.battle.turn.accelerations, level);
            let action_left = u8::from(boost == 2);
            assert_eq!(arena.battle.turn.combat_actions, action_left);
        }
    }
}

/// `ms10.high-ground.drop`: a Move Action or Accelerate spent on the drop alone is free; walking on
/// costs 1 Momentum, and without Momentum it is not possible. From level 2 to level 1 too.
#[test]
fn dropping_off_costs_momentum() {
    let roof = |level, r| (building(level), (3, r));
    for (pieces, action, momentum, cost) in [
        (vec![roof(1, 2)], go(3, 3), 10, Some(0)),
        (
            vec![roof(1, 2)],
            rush(3, 3, Fuel::CombatAction),
            10,
            Some(0),
        ),
        (vec![roof(1, 2)], go(3, 4), 10, Some(1)),
        (vec![roof(1, 2)], go(3, 4), 0, None),
        (vec![roof(1, 2)], go(3, 3), 5, Some(0)),
        (
            vec![roof(2, 2), roof(2, 3), roof(1, 4)],
            go(3, 4),
            10,
            Some(1),
        ),
        (
            vec![roof(1, 2), roof(1, 3), roof(1, 4)],
            go(3, 4),
            10,
            Some(0),
        ),
    ] {
        let mut arena = land(moving(8), &pieces);
        arena.set_momentum(Side::A, momentum);
        let events = arena.turn(0, &[action], &[]);
        assert_eq!(ways(&events).len(), usize::from(cost.is_some()));
        assert_eq!(arena.momentum(Side::A), momentum - cost.unwrap_or(0));
    }
}

/// `ms10.high-ground.fly-cross`, `ms10.move.fly`: with Fly from roof to roof over the street without
/// cost; on foot it is no single move. Fly alone does not lift: level 2 takes 8 in from the ground,
/// and leaving the height for the ground costs as for others.
#[test]
fn flyers_cross_from_roof_to_roof() {
    let roof = |level, r| (building(level), (3, r));
    let street = [roof(2, 2), roof(2, 4)];
    for (unit, pieces, to, cost) in [
        (flying(8), &street[..], 4, Some(0)),
        (moving(8), &street, 4, None),
        (moving(20), &street, 4, None),
        (flying(4), &[roof(2, 3)], 3, None),
        (flying(8), &[roof(2, 3)], 3, Some(0)),
        (flying(8), &[roof(1, 2)], 4, Some(1)),
    ] {
        let mut arena = land(unit, pieces);
        let events = arena.turn(0, &[go(3, to)], &[]);
        assert_eq!(ways(&events).len(), usize::from(cost.is_some()));
        assert_eq!(spent(&arena, Side::A), cost.unwrap_or(0));
    }
}

/// `ms10.move.fly`: walls without a top bar the way to all but flyers, printed or by Accelerate; nobody
/// stops on them. A row of walls leaves no way round.
#[test]
fn walls_stop_walkers() {
    let wall: Vec<_> = (-2..9).map(|q| (high_wall(), (q, 3))).collect();
    assert_eq!(after(moving(12), &wall, &[go(3, 4)]), Hex::new(3, 2));
    assert_eq!(after(flying(12), &wall, &[go(3, 4)]), Hex::new(3, 4));
    assert_eq!(after(flying(12), &wall, &[go(3, 3)]), Hex::new(3, 2));
    // Accelerate beside the wall, then over it.
    let actions = [rush(4, 2, Fuel::CombatAction), go(4, 4)];
    assert_eq!(after(moving(12), &wall, &actions), Hex::new(4, 4));
}

/// `ms10.obscuring.inside`: into a jungle it takes a whole Move Action begun next to it, for flyers as
/// well, and no Accelerate; inside and out of it moves are free.
#[test]
fn entering_a_jungle_takes_a_whole_move() {
    let wood = |r| vec![(jungle(), (3, r))];
    for unit in [moving(12), flying(12)] {
        assert_eq!(after(unit.clone(), &wood(3), &[go(3, 3)]), Hex::new(3, 3));
        assert_eq!(after(unit.clone(), &wood(4), &[go(3, 4)]), Hex::new(3, 2));
        let two = [go(3, 3), go(3, 4)];
        assert_eq!(after(unit.clone(), &wood(4), &two), Hex::new(3, 4));
        let out = [go(3, 3), go(3, 6)];
        assert_eq!(after(unit.clone(), &wood(3), &out), Hex::new(3, 6));
        let dash = [rush(3, 3, Fuel::CombatAction)];
        assert_eq!(after(unit, &wood(3), &dash), Hex::new(3, 2));
    }
    let field = Field::new(&[moving(12)], &[mech()]).piece(jungle(), &[(3, 2), (3, 3), (3, 4)]);
    let mut arena = field.arena();
    arena.put(0, Hex::new(3, 2), AHEAD);
    arena.turn(0, &[go(3, 5)], &[]);
    assert_eq!(arena.unit(0).pos, Hex::new(3, 5));
}

fn swimming(move_in: u8) -> UnitProfile {
    with!(moving(move_in), amphibious: true)
}

/// `ms10.special.deep-water`, `ms10.move.fly`: across a river only swimmers and flyers go; they may
/// stop on it without sinking.
#[test]
fn rivers_stop_walkers() {
    let river: Vec<_> = (-2..9).map(|q| (water(), (q, 3))).collect();
    assert_eq!(after(moving(12), &river, &[go(3, 4)]), Hex::new(3, 2));
    assert_eq!(after(moving(12), &river, &[go(3, 3)]), Hex::new(3, 2));
    for unit in [swimming(12), flying(12)] {
        assert_eq!(after(unit.clone(), &river, &[go(3, 4)]), Hex::new(3, 4));
        let mut arena = land(unit, &river);
        arena.full_turn(0, &[go(3, 3)], &[]);
        assert!(!arena.unit(0).sunk);
    }
}

/// `ms10.special.deep-water`: who hovers over water by Accelerate alone sinks when the turn ends, sees
/// nobody on the surface and cannot come out: neither on foot nor without a Move Action.
#[test]
fn who_cannot_swim_sinks_and_stays() {
    let mut arena = land(moving(8), &[(water(), (3, 3))]);
    arena.full_turn(0, &[rush(3, 3, Fuel::CombatAction)], &[]);
    assert!(arena.unit(0).sunk);
    arena.put(1, Hex::new(3, 6), -AHEAD);
    arena.battle.begin_turn(1, false);
    assert!(!arena.view().may_attack(RIFLE, false, 0));
    for action in [
        go(3, 4),
        Action::Submerge { below: false },
        rush(3, 4, Fuel::CombatAction),
    ] {
        arena.battle.units[0].on_table = true;
        let events = arena.full_turn(0, &[action], &[]);
        assert!(ways(&events).is_empty() && arena.unit(0).sunk);
    }
}

/// `ms10.special.deep-water`: a swimmer sinks at will, is out of sight, moves on below and comes up for
/// one Move Action: of two one is left.
#[test]
fn swimmers_dive_and_surface() {
    let pool = [(water(), (3, 2)), (water(), (3, 3))];
    let mut arena = land(swimming(4), &pool);
    arena.put(1, Hex::new(3, 7), -AHEAD);
    let sees = |arena: &mut Arena| {
        arena.battle.begin_turn(1, false);
        arena.view().may_attack(RIFLE, false, 0)
    };
    assert!(sees(&mut arena));
    arena.full_turn(0, &[Action::Submerge { below: true }], &[]);
    assert!(arena.unit(0).sunk && !sees(&mut arena));
    arena.full_turn(0, &[go(3, 3)], &[]);
    assert!(arena.unit(0).sunk && arena.unit(0).pos == Hex::new(3, 3));
    let up = Action::Submerge { below: false };
    let events = arena.full_turn(0, &[up, go(3, 4), go(3, 5)], &[]);
    assert_eq!(ways(&events).len(), 1);
    assert!(!arena.unit(0).sunk && sees(&mut arena));
}

fn aircraft() -> UnitProfile {
    with!(flying(8), aircraft: true)
}

/// `ms10.move.ship-turning`, `ms10.move.free-spin`, `ms10.move.direction`: an Aircraft facing (0, 1)
/// moves into its front arc only, looks where it went and has no free spin.
#[test]
fn aircraft_steer() {
    for ((q, r), legal) in [
        ((3, 4), true),
        ((5, 2), true),
        ((3, 0), false),
        ((1, 2), false),
    ] {
        let mut arena = land(aircraft(), &[]);
        let action = Action::Move {
            to: Hex::new(q, r),
            spin: Some(Hex::new(0, -1)),
        };
        let events = arena.turn(0, &[action], &[]);
        assert_eq!(ways(&events).len(), usize::from(legal), "({q}, {r})");
        let way = Hex::new(q, r) - Hex::new(3, 2);
        let facing = if legal { way } else { AHEAD };
        assert_eq!(arena.unit(0).facing, facing);
    }
}

/// `ms10.engage.fly-needed`: 4 in from a flying Aircraft a unit without Fly is not engaged and may not
/// strike it; with Fly, or at one on the ground, it is and may. Other flyers can be met by all.
#[test]
fn flying_aircraft_are_met_by_flyers_only() {
    let landed = with!(aircraft(), fly: false);
    for (own, other, met) in [
        (moving(8), aircraft(), false),
        (flying(8), aircraft(), true),
        (moving(8), landed, true),
        (moving(8), flying(8), true),
    ] {
        let mut arena = Arena::new(&[own], &[other]);
        arena.apart(0, 1, 1);
        arena.battle.begin_turn(0, false);
        assert_eq!(arena.view().is_engaged(0), met);
        assert_eq!(arena.view().may_attack(SABER, false, 1), met);
    }
}

fn ship(move_in: u8) -> UnitProfile {
    with!(moving(move_in), unit_type: UnitType::Warship)
}

/// `ms10.ship.ram-terrain`: a Warship that moves into a building, or has no way but over it, makes 3
/// armour saves against PEN 5: with 1, 4 and 7 two fail, 2000 damage. A mech makes none, nor does the
/// ship when there is a way round, or over water.
#[test]
fn ships_that_ram_terrain_make_saves() {
    let wide: Vec<_> = (-2..9).map(|q| (building(1), (q, 3))).collect();
    let one = [(building(1), (3, 3))];
    let fly = |unit: UnitProfile| UnitProfile { fly: true, ..unit };
    for (unit, pieces, to, rams) in [
        (ship(8), &one[..], 3, true),
        (fly(ship(8)), &wide, 4, true),
        (ship(16), &one, 4, false),
        (moving(8), &one, 3, false),
        (fly(ship(8)), &[(water(), (3, 3))], 3, false),
    ] {
        let mut arena = land(unit, pieces);
        let faces: &[u8] = if rams { &[1, 4, 7] } else { &[] };
        let events = arena.turn(0, &[go(3, to)], faces);
        assert_eq!(ways(&events).len(), 1);
        let expected = if rams { vec![(5, 3, 2)] } else { Vec::new() };
        assert_eq!(saves(&events), expected);
        assert_eq!(super::drill::lost(&arena, 0), if rams { 2000 } else { 0 });
    }
}
