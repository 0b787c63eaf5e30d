//! Cover: when a target has it, what it is worth, and how it is shot away.

use equipoise_engine::{Hex, matching};

use super::arena::{Arena, RIFLE, SABER, attacks, pools, results};
use super::drill::{drill, fuelled, saves};
use super::field::{Field, bare, building, high_wall, low_wall};
use crate::data::profile::{
    Barrier, BarrierArc, Category, ResourceKind, Stops, Support, Tier, UnitProfile,
};
use crate::data::scenario::TerrainPiece;
use crate::rules::clash::Strike;
use crate::rules::decision::Action;
use crate::rules::event::Event;

/// An indestructible low wall, so that no check of it is rolled.
pub(super) fn rampart() -> TerrainPiece {
    with!(low_wall(), destructible: false)
}

/// Pieces that stood in a log and fell.
pub(super) fn razed(events: &[Event]) -> Vec<usize> {
    matching!(events, Event::Razed { piece } => *piece)
}

/// Unit 0 on (3, 1), its enemy 1 straight ahead at a distance, with pieces of terrain on the hexes.
pub(super) fn range(
    own: UnitProfile,
    other: UnitProfile,
    hexes: i16,
    pieces: &[(TerrainPiece, (i16, i16))],
) -> Arena {
    let mut field = Field::new(&[own], &[other]);
    for (tags, hex) in pieces {
        field = field.piece(tags.clone(), &[*hex]);
    }
    let mut arena = field.arena();
    arena.apart(0, 1, hexes);
    arena
}

/// DEF of the target of each attack in a log; [`drill`] units have none of their own.
fn defences(events: &[Event]) -> Vec<i32> {
    results(events).iter().map(|result| result.1).collect()
}

/// DEF of a [`drill`] unit shot with `rifle` across these pieces.
fn def(hexes: i16, pieces: &[(TerrainPiece, (i16, i16))]) -> i32 {
    let basic = drill(Tier::Basic, 0);
    let mut arena = range(basic.clone(), basic, hexes, pieces);
    defences(&arena.attack(0, RIFLE, 1, &[1]))[0]
}

/// `ms10.cover.criteria`, `ms10.cover.bonus`: target 20 in away on (3, 6). Terrain on its hex or 4 in
/// in front of it on the line gives +1 DEF; 8 in in front, beside the line, behind it or next to the
/// shooter gives none, nor does terrain without the tag.
#[test]
fn cover_stands_at_most_four_inches_from_the_target() {
    for (hex, expected) in [
        ((3, 6), 1),
        ((3, 5), 1),
        ((3, 4), 0),
        ((4, 5), 0),
        ((3, 7), 0),
        ((3, 2), 0),
    ] {
        assert_eq!(def(5, &[(rampart(), hex)]), expected, "{hex:?}");
    }
    assert_eq!(def(5, &[(bare(), (3, 5))]), 0);
    // 8 in away the one wall is next to both.
    assert_eq!(def(2, &[(rampart(), (3, 2))]), 0);
    assert_eq!(def(2, &[(rampart(), (3, 3))]), 1);
    // Two pieces do not add up.
    let two = [(rampart(), (3, 5)), (rampart(), (3, 6))];
    assert_eq!(def(5, &two), 1);
}

/// `ms10.cover.criteria`: a unit on the line hides part of the target wherever it stands, unless next
/// to the shooter; an ally as well as an enemy.
#[test]
fn units_on_the_line_are_cover() {
    for (hex, expected) in [((3, 4), 1), ((3, 3), 1), ((3, 2), 0), ((4, 4), 0)] {
        for other in [1, 3] {
            let skilled = drill(Tier::Skilled, 0);
            let pair = [skilled.clone(), skilled];
            let mut arena = Arena::new(&pair, &pair);
            arena.apart(0, 2, 5);
            arena.put(1, Hex::new(0, 11), Hex::new(0, 1));
            arena.put(3, Hex::new(-3, 11), Hex::new(0, 1));
            arena.put(other, Hex::new(hex.0, hex.1), Hex::new(0, 1));
            if other == 3 && hex == (3, 2) {
                continue; // engaged, which is another rule
            }
            let events = arena.attack(0, RIFLE, 2, &[1]);
            assert_eq!(defences(&events), [expected], "unit {other} on {hex:?}");
        }
    }
}

/// `ms10.cover.bonus`: none against melee: both stand on cover, 4 in apart.
#[test]
fn cover_does_not_help_in_melee() {
    let basic = drill(Tier::Basic, 0);
    let pieces = [(low_wall(), (3, 2))];
    let mut arena = range(basic.clone(), basic, 1, &pieces);
    let events = arena.attack(0, SABER, 1, &[1]);
    assert_eq!(defences(&events), [0]);
    assert!(razed(&events).is_empty());
}

/// `ms10.cover.lock-on`: the attacker takes the Lock On die (2 dice): +2 DEF; declines it: +1 DEF.
/// AOE meets +2 DEF at any rate.
#[test]
fn lock_on_and_aoe_meet_two_def() {
    for (lock_on, aoe, dice, expected) in [
        (true, None, 2, 2),
        (false, None, 1, 1),
        (false, Some(2), 1, 2),
    ] {
        let mut own = drill(Tier::Basic, 0);
        own.sensors.shooting_in = 24;
        own.weapons[RIFLE].aoe = aoe;
        let mut arena = range(own, drill(Tier::Basic, 0), 5, &[(rampart(), (3, 5))]);
        arena.script(|s| s.lock_on = lock_on);
        let events = arena.attack(0, RIFLE, 1, &vec![1; dice]);
        assert_eq!(pools(&events)[0].0, dice as u8);
        assert_eq!(defences(&events), [expected]);
    }
}

/// `ms10.cover.bonus`: an active barrier takes the place of cover, which then makes no check either;
/// a barrier worn down to 0 leaves it.
#[test]
fn cover_does_not_add_to_a_barrier() {
    for (strength, faces, expected) in [(5, &[1][..], 0), (0, &[1, 3], 1)] {
        let mut other = drill(Tier::Basic, 0);
        other.barrier = Some(Barrier {
            strength: 5,
            arc: BarrierArc::All,
            stops: vec![Stops::Energy],
            no_wear: None,
        });
        let mut arena = range(drill(Tier::Basic, 0), other, 5, &[(low_wall(), (3, 5))]);
        arena.unit_mut(1).barrier = strength;
        let events = arena.attack(0, RIFLE, 1, faces);
        assert_eq!(defences(&events), [expected], "Strength {strength}");
    }
}

/// `ms10.destroy.check`: after the attack d10 x 100 at or above DMG survives: 2 or more against 200,
/// 5 against 500, 10 against 1000. What is destroyed covers no more and is not checked again.
#[test]
fn cover_makes_a_check_after_the_attack() {
    for (dmg, needed) in [(200, 2), (500, 5), (1000, 10)] {
        for (face, survives) in [(needed, true), (needed - 1, false)] {
            let mut own = drill(Tier::Basic, 0);
            own.weapons[RIFLE].dmg = dmg;
            let wall = [(low_wall(), (3, 5))];
            let mut arena = range(own, drill(Tier::Basic, 0), 5, &wall);
            let events = arena.attack(0, RIFLE, 1, &[1, face]);
            assert_eq!(defences(&events), [1]);
            assert_eq!(razed(&events).is_empty(), survives, "DMG {dmg}, {face}");
            let again: &[u8] = if survives { &[1, 10] } else { &[1] };
            let events = arena.attack(0, RIFLE, 1, again);
            assert_eq!(defences(&events), [i32::from(survives)]);
        }
    }
}

/// `ms10.destroy.check`: cover that did not count makes no check: next to the shooter, or
/// indestructible.
#[test]
fn only_cover_that_helped_is_checked() {
    for (wall, hex, expected) in [(low_wall(), (3, 2), 0), (rampart(), (3, 5), 1)] {
        assert_eq!(def(5, &[(wall, hex)]), expected);
    }
}

/// `ms10.destroy.check`, `ms10.setup.terrain-tags`: destructible cover that is too large to be shot away
/// makes no check; three at once when it is aimed at.
#[test]
fn large_cover_is_not_shot_away() {
    let large = with!(low_wall(), small: false);
    let mut arena = range(
        drill(Tier::Basic, 0),
        drill(Tier::Basic, 0),
        5,
        &[(large, (3, 5))],
    );
    assert_eq!(defences(&arena.attack(0, RIFLE, 1, &[1])), [1]);
    let batter = Action::Batter {
        weapon: RIFLE,
        piece: 0,
    };
    let events = arena.turn(0, &[batter], &[10, 10, 1]);
    assert_eq!(razed(&events), [0]);
}

/// `ms10.destroy.check`: of two pieces that gave the bonus, under the target and 4 in before it, the
/// defender names the one that makes the check.
#[test]
fn the_defender_names_the_cover_that_is_checked() {
    for named in [0, 1] {
        let pieces = [(low_wall(), (3, 5)), (low_wall(), (3, 6))];
        let mut arena = range(drill(Tier::Basic, 0), drill(Tier::Basic, 0), 5, &pieces);
        arena.script(|s| s.piece = named);
        let events = arena.attack(0, RIFLE, 1, &[1, 1]);
        assert_eq!((defences(&events), razed(&events)), (vec![1], vec![named]));
    }
}

/// `ms10.aoe.cover`, `ms10.destroy.aoe`: an AOE attack ends at the second piece of cover: who stands
/// behind two is no target, alone or in a sweep; behind one, or for another weapon, it is.
#[test]
fn two_pieces_of_cover_stop_an_area_attack() {
    let two = [(rampart(), (3, 5)), (rampart(), (3, 6))];
    for (aoe, pieces, shots) in [(Some(2), 2, 0), (Some(2), 1, 1), (None, 2, 1)] {
        let mut own = drill(Tier::Basic, 0);
        own.weapons[RIFLE].aoe = aoe;
        let mut arena = range(own, drill(Tier::Basic, 0), 5, &two[..pieces]);
        let events = arena.attack(0, RIFLE, 1, &[1][..shots]);
        assert_eq!(results(&events).len(), shots);
    }
}

/// `ms10.cover.bonus`, `ms10.destroy.check`: terrain helps against a Counter too. Unit 0 stands on a
/// wall; the Counter has 5 - 2 HITS against 1 DEF, then the wall passes its check with a 3.
#[test]
fn cover_helps_against_a_counter() {
    let mut arena = range(
        drill(Tier::Skilled, 5),
        drill(Tier::Skilled, 5),
        5,
        &[(low_wall(), (3, 1))],
    );
    arena.script(|s| s.counter = Some(RIFLE));
    let events = arena.attack(0, RIFLE, 1, &[1, 1, 3]);
    assert_eq!(results(&events), [(5, 0, 5), (3, 1, 2)]);
    assert!(razed(&events).is_empty());
}

/// `ms10.destroy.direct`: a Combat Action aimed at the wall 16 in away, DMG 300: it stands after 3, 3,
/// 3 and falls with the first 2; no attack roll.
#[test]
fn terrain_aimed_at_makes_three_checks() {
    let basic = || drill(Tier::Basic, 0);
    for (faces, falls) in [(&[3, 3, 3][..], false), (&[3, 3, 2], true), (&[2], true)] {
        let mut arena = range(basic(), basic(), 6, &[(high_wall(), (3, 5))]);
        let action = Action::Batter {
            weapon: RIFLE,
            piece: 0,
        };
        // A second try fails for want of a Combat Action.
        let events = arena.turn(0, &[action, action], faces);
        assert_eq!(!razed(&events).is_empty(), falls, "{faces:?}");
        assert!(attacks(&events).is_empty());
    }
}

/// `ms10.destroy.direct`: not at indestructible terrain, nor beyond the range (28 in), behind the
/// model, or behind terrain that hides it.
#[test]
fn terrain_must_be_a_legal_target() {
    let basic = || drill(Tier::Basic, 0);
    let soft = high_wall;
    let hard = || with!(high_wall(), destructible: false);
    for (tags, hex, screen, legal) in [
        (soft(), (3, 7), (5, 5), true),
        (hard(), (3, 7), (5, 5), false),
        (soft(), (3, 8), (5, 5), false),
        (soft(), (3, 0), (5, 5), false),
        (soft(), (3, 7), (3, 4), false),
    ] {
        let mut arena = range(basic(), basic(), 9, &[(tags, hex), (hard(), screen)]);
        let action = Action::Batter {
            weapon: RIFLE,
            piece: 0,
        };
        let faces: &[u8] = if legal { &[2] } else { &[] };
        let events = arena.turn(0, &[action], faces);
        assert_eq!(!razed(&events).is_empty(), legal, "{hex:?}");
    }
}

/// `ms10.aoe.cover`, `ms10.destroy.direct`: an AOE attack meets the cover first, with three checks
/// against DMG 300: it falls with the 2, and the unit behind has +1 DEF; it stands after 3, 3, 3, and
/// the attack comes through it at +2 DEF.
#[test]
fn aoe_brings_cover_down_before_it_hits() {
    for (faces, falls, expected) in [(&[2, 1][..], true, 1), (&[3, 3, 3, 1], false, 2)] {
        let mut own = drill(Tier::Basic, 0);
        own.weapons[RIFLE].aoe = Some(2);
        let mut arena = range(own, drill(Tier::Basic, 0), 5, &[(low_wall(), (3, 5))]);
        let events = arena.attack(0, RIFLE, 1, faces);
        assert_eq!(!razed(&events).is_empty(), falls);
        assert_eq!(defences(&events), [expected]);
    }
}

/// `ms10.aoe.cover`, `ms10.special.energy-through`: a wall that hid the target wholly gives its full +2
/// DEF although the AOE brings it down (2 against DMG 300): 5 HITS through it leave 3.
#[test]
fn fallen_cover_that_hid_its_target_helps_in_full() {
    let mut own = beam(24, Category::Energy);
    own.weapons[RIFLE].aoe = Some(2);
    let mut arena = range(own, drill(Tier::Basic, 0), 5, &[(high_wall(), (3, 3))]);
    let events = arena.attack(0, RIFLE, 1, &[2, 1, 1, 4, 4, 4]);
    assert_eq!(razed(&events).len(), 1);
    assert_eq!(results(&events), [(5, 2, 3)]);
}

/// `ms10.destroy.aoe`: a sweep of three targets on a wall each brings down two walls; the third makes
/// no check and gives its +2 DEF.
#[test]
fn aoe_brings_down_two_pieces_at_most() {
    let mut own = drill(Tier::Basic, 0);
    own.weapons[RIFLE].aoe = Some(3);
    let spots = [(3, 5), (5, 4), (1, 6)];
    let mut field = Field::new(&[own], &vec![drill(Tier::Basic, 0); 3]);
    for spot in spots {
        field = field.piece(low_wall(), &[spot]);
    }
    let mut arena = field.arena();
    arena.put(0, Hex::new(3, 1), Hex::new(0, 1));
    for (i, (q, r)) in spots.into_iter().enumerate() {
        arena.put(1 + i, Hex::new(q, r), Hex::new(0, -1));
    }
    arena.script(|s| s.sweep = vec![2, 3]);
    let events = arena.attack(0, RIFLE, 1, &[2, 1, 2, 1, 1]);
    assert_eq!(razed(&events), [0, 1]);
    assert_eq!(defences(&events), [1, 1, 2]);
}

/// `ms10.havoc.cover`: for a Havoc point the cover makes three checks before the attack: gone (2), it
/// gives no DEF; standing (3, 3, 3), it gives +1 and makes its check after the attack as well.
#[test]
fn havoc_smashes_the_cover_first() {
    for (wanted, faces, points, expected) in [
        (true, &[2, 1][..], 0, 0),
        (true, &[3, 3, 3, 1, 9], 0, 1),
        (false, &[1, 9], 1, 1),
    ] {
        let own = fuelled(Tier::Basic, 0, ResourceKind::Havoc, 1);
        let mut arena = range(own, drill(Tier::Basic, 0), 5, &[(low_wall(), (3, 5))]);
        arena.script(|s| s.smash_cover = wanted);
        let events = arena.attack(0, RIFLE, 1, faces);
        assert_eq!(defences(&events), [expected], "{faces:?}");
        assert_eq!(arena.unit(0).points, points);
    }
}

/// `ms10.havoc.cover`: not with Power, nor against indestructible cover, nor with the point that the
/// weapon itself costs.
#[test]
fn only_havoc_to_spare_smashes_soft_cover() {
    let wall = |tags: TerrainPiece| [(tags, (3, 5))];
    for (kind, cost, tags, faces) in [
        (ResourceKind::Power, 0, low_wall(), &[1, 9][..]),
        (ResourceKind::Havoc, 0, rampart(), &[1]),
        (ResourceKind::Havoc, 1, low_wall(), &[1, 9]),
    ] {
        let mut own = fuelled(Tier::Basic, 0, kind, 1);
        own.weapons[RIFLE].resource_cost = cost;
        let mut arena = range(own, drill(Tier::Basic, 0), 5, &wall(tags));
        arena.script(|s| s.smash_cover = true);
        let events = arena.attack(0, RIFLE, 1, faces);
        assert_eq!(defences(&events), [1]);
        assert!(!arena.asked().contains(&"smash_cover"));
        assert_eq!(arena.unit(0).points, 1 - cost);
    }
}

/// `ms10.idf.cover`: indirect fire (5 - 2 HITS) at a target hidden by a wall anywhere on the line, next
/// to the attacker too, meets +1 DEF, and terrain that blocks sight counts without the tag; beside the
/// line it does not.
#[test]
fn any_cover_on_the_line_helps_against_indirect_fire() {
    let wall = |cover: bool| with!(high_wall(), cover: cover, destructible: false);
    for (tags, hex) in [
        (wall(true), (3, 2)),
        (wall(true), (3, 4)),
        (wall(false), (3, 3)),
    ] {
        let mut own = drill(Tier::Basic, 5);
        own.weapons[RIFLE].indirect = true;
        let mut arena = range(own, drill(Tier::Basic, 0), 5, &[(tags, hex)]);
        let events = arena.attack(0, RIFLE, 1, &[1]);
        assert_eq!(results(&events), [(3, 1, 2)], "{hex:?}");
    }
    // Seen, so direct: the low wall next to the shooter is none.
    let mut own = drill(Tier::Basic, 5);
    own.weapons[RIFLE].indirect = true;
    let mut arena = range(own, drill(Tier::Basic, 0), 5, &[(rampart(), (3, 2))]);
    assert_eq!(results(&arena.attack(0, RIFLE, 1, &[1])), [(5, 0, 5)]);
}

/// A Beam Rifle of PEN 7 with Lock On to 24 in.
fn beam(sensors_in: u8, category: Category) -> UnitProfile {
    let mut own = drill(Tier::Basic, 5);
    own.sensors.shooting_in = sensors_in;
    own.weapons[RIFLE].pen = Some(7);
    own.weapons[RIFLE].category = Some(category);
    own
}

/// `ms10.special.energy-through`: through a destructible wall 12 in in front of the target: the Lock On
/// die comes with it (2 dice), 5 HITS against 2 DEF, three saves against PEN 4 instead of 7; then the
/// wall that helped makes its check (5 against DMG 300).
#[test]
fn energy_with_lock_on_shoots_through_terrain() {
    let own = beam(24, Category::Energy);
    let mut arena = range(own, drill(Tier::Basic, 0), 5, &[(high_wall(), (3, 3))]);
    arena.script(|s| s.lock_on = false);
    let events = arena.attack(0, RIFLE, 1, &[1, 1, 4, 4, 3, 5]);
    assert_eq!(pools(&events)[0].0, 2);
    assert_eq!(results(&events), [(5, 2, 3)]);
    assert_eq!(saves(&events), [(4, 3, 1)]);
}

/// `ms10.special.energy-through`: not beyond Sensors (16 in), with a Kinetic weapon, through
/// indestructible terrain or through two pieces; nor past a closer enemy in plain sight.
#[test]
fn energy_does_not_shoot_through_everything() {
    let hard = with!(high_wall(), destructible: false);
    let one = [(high_wall(), (3, 3))];
    let two = [(high_wall(), (3, 3)), (high_wall(), (3, 4))];
    for (own, pieces) in [
        (beam(16, Category::Energy), &one[..]),
        (beam(24, Category::Kinetic), &one),
        (beam(24, Category::Energy), &[(hard, (3, 3))]),
        (beam(24, Category::Energy), &two),
    ] {
        let mut arena = range(own, drill(Tier::Basic, 0), 5, pieces);
        assert!(attacks(&arena.attack(0, RIFLE, 1, &[])).is_empty());
    }
    let basic = drill(Tier::Basic, 0);
    let field = Field::new(&[beam(24, Category::Energy)], &[basic.clone(), basic]);
    let mut arena = field.piece(high_wall(), &[(3, 3)]).arena();
    arena.apart(0, 1, 5);
    arena.put(2, Hex::new(6, 1), Hex::new(-1, 0));
    assert!(attacks(&arena.attack(0, RIFLE, 1, &[])).is_empty());
    arena.put(2, Hex::new(3, 0), Hex::new(0, -1));
    arena.unit_mut(2).on_table = false;
    arena.battle.begin_turn(0, false);
    assert!(arena.view().may_attack(RIFLE, false, 1));
}

/// `ms10.special.underwater`: Beam Saber PEN 8 becomes PEN 5 while attacker or target is under water;
/// a Kinetic blade keeps its PEN.
#[test]
fn energy_is_weaker_under_water() {
    for (category, needed) in [(Category::Energy, 5), (Category::Kinetic, 8)] {
        let mut own = drill(Tier::Basic, 1);
        own.weapons[SABER].category = Some(category);
        own.weapons[SABER].pen = Some(8);
        let mut arena = range(
            own,
            drill(Tier::Basic, 0),
            1,
            &[(super::field::water(), (3, 2))],
        );
        arena.unit_mut(0).sunk = true;
        arena.unit_mut(1).sunk = true;
        let events = arena.attack(0, SABER, 1, &[1, 10]);
        assert_eq!(saves(&events), [(needed, 1, 0)]);
        for sunk in [[true, false], [false, true]] {
            arena.unit_mut(0).sunk = sunk[0];
            arena.unit_mut(1).sunk = sunk[1];
            let harm = arena.view().harm(&Strike::plain(0, SABER, 1));
            assert_eq!(harm.pen.map(i32::from), Some(needed), "{sunk:?}");
        }
    }
}

/// `ms10.advantage.blindside-support`: Support DEF +2 counts against an attack from the front and not
/// from behind.
#[test]
fn support_is_no_use_behind() {
    for (facing, expected) in [(-1, 2), (1, 0)] {
        let mut other = drill(Tier::Basic, 0);
        other.weapons[RIFLE].support = Some(Support::of(0, 2, false));
        let mut arena = range(drill(Tier::Basic, 5), other, 5, &[]);
        arena.unit_mut(1).facing = Hex::new(0, facing);
        arena.script(|s| s.support = [0, 1]);
        let events = arena.attack(0, RIFLE, 1, &[1]);
        assert_eq!(defences(&events), [expected]);
    }
}

/// `ms10.advantage.high-ground-exposed`: cover under a target on High Ground is none; the same piece at
/// level 0 is.
#[test]
fn high_ground_has_no_cover() {
    let low = with!(building(0), blocks_los: false);
    for (tags, expected, faces) in [(building(1), 0, &[1][..]), (low, 1, &[1, 9])] {
        let basic = drill(Tier::Basic, 0);
        let mut arena = range(basic.clone(), basic, 5, &[(tags, (3, 6))]);
        assert_eq!(defences(&arena.attack(0, RIFLE, 1, faces)), [expected]);
    }
}
