//! The behaviour table of mecha: columns, rows and the orders, on a table in inches.

use equipoise_engine::{Side, matching};

use super::arena::{Arena, DULL_SHOT, RIFLE, attacks, go, mech, rifle, ways};
use super::behaviour::{block, field, stand, take_turn};
use super::field::{Field, building, high_wall, low_wall};
use crate::data::profile::{UnitProfile, UnitType};
use crate::data::scenario::Place;
use crate::options::Options;
use crate::policy_kind::PolicyKind;
use crate::rules::decision::Order;
use crate::rules::event::Event;

/// A situation that a test sets up anew for each roll.
type Position<'a> = &'a dyn Fn() -> Arena;

/// A face of the row 2-9.
pub(super) const PLAIN: u8 = 5;

/// Units on their places under the tables, without Momentum, so that no skill comes between.
pub(super) fn solo(field: Field, places: &[Place]) -> Arena {
    let mut arena = stand(field, places);
    arena.play_by(PolicyKind::Solo);
    for side in Side::BOTH {
        arena.set_momentum(side, 0);
    }
    arena
}

/// The same with what the tables add to the core rules.
pub(super) fn generous(field: Field) -> Field {
    Field {
        options: with!(Options::default(), behaviour_bonus: true),
        ..field
    }
}

/// The order that a face gives a unit, by Return Fire or not.
pub(super) fn order(arena: &mut Arena, unit: usize, face: u8, answers: bool) -> &'static str {
    let (_, events) = arena.run(&[face], |game| game.open_turn(unit, answers));
    let orders: Vec<&str> = matching!(&events, Event::Activate { order, .. } => *order);
    orders[0]
}

/// A whole turn of unit 0.
pub(super) fn turn(arena: &mut Arena, faces: &[u8]) -> Vec<Event> {
    arena.run(faces, |game| game.take_turn(0, false)).1
}

/// Weapons and ranges in inches of a log's attacks.
pub(super) fn used(events: &[Event]) -> Vec<(usize, u16)> {
    matching!(events, Event::Attack { weapon, inches, .. } => (*weapon, *inches))
}

/// Two mecha in the open.
fn two() -> Field {
    field(&[mech()], &[mech()])
}

/// A wall right across the table.
fn screen(field: Field, row: i16) -> Field {
    block(field, high_wall(), [0, 47], [row, row])
}

/// A low wall 3 in ahead of a unit in row 20.
fn parapet(field: Field) -> Field {
    block(field, low_wall(), [18, 30], [23, 23])
}

/// `ms93.mecha-ai.header-order`, `ms93.mecha-ai.header-hidden`, `ms93.mecha-ai.header-cover`,
/// `ms93.mecha-ai.header-wounded`, `ms93.mecha-ai.row-1`, `ms93.mecha-ai.row-2-9`,
/// `ms93.mecha-ai.row-10`, `ms93.mecha-ai.roll`: one roll, and the leftmost column that applies. At 1600 of 4000 HP hidden is still hidden, behind cover is not. Behind
/// cover with a rifle of 24 in: an enemy at 22 in is in range, one at 26 in is not.
#[test]
fn the_first_column_from_the_left_gives_the_order() {
    let hidden = || solo(screen(two(), 28), &[(24, 20), (24, 36)]);
    let covered = || solo(parapet(two()), &[(24, 20), (24, 42)]);
    let far = || solo(parapet(two()), &[(24, 20), (24, 46)]);
    let open = || solo(two(), &[(24, 20), (24, 42)]);
    let unseen = ["Hold", "Flank", "Blitz"];
    let hurt = ["Retreat", "Attack and Retreat", "Last Stand"];
    let behind = ["Hold and Attack", "Hold and Attack", "Last Stand"];
    let other = ["Attack and Retreat", "Attack", "Finish Them"];
    let cases: [(Position<'_>, i32, [&str; 3]); 8] = [
        (&hidden, 4000, unseen),
        (&hidden, 1600, unseen),
        (&covered, 4000, behind),
        (&covered, 1600, hurt),
        (&far, 4000, other),
        (&far, 1600, hurt),
        (&open, 4000, other),
        (&open, 1600, hurt),
    ];
    for (case, (position, hp, column)) in cases.into_iter().enumerate() {
        for face in 1..=10 {
            let mut arena = position();
            arena.unit_mut(0).hp = hp;
            let row = usize::from(face > 1) + usize::from(face > 9);
            let found = order(&mut arena, 0, face, false);
            assert_eq!(found, column[row], "case {case}, face {face}");
        }
    }
}

/// `ms93.mecha-ai.header-hidden`: out of sight, a unit with an indirect weapon of 30 in reads the column
/// of cover with its target at 20 in, the default one with it at 40 in; one without reads Hidden.
#[test]
fn an_indirect_weapon_is_never_hidden() {
    for (indirect, row, expected) in [
        (true, 24, "Hold and Attack"),
        (true, 44, "Attack"),
        (false, 24, "Flank"),
    ] {
        let mortar = with!(rifle(), indirect: indirect, range_in: 30);
        let own = with!(mech(), weapons: vec![mortar]);
        let field = screen(field(&[own], &[mech()]), 14);
        let mut arena = solo(field, &[(24, 4), (24, row)]);
        assert_eq!(order(&mut arena, 0, PLAIN, false), expected, "row {row}");
    }
}

/// `ms93.mecha-ai.hold`: alone no move, no attack, no Momentum; as Hold and Attack one shot at 22 in from
/// the spot.
#[test]
fn hold_stays_where_it_is() {
    let mut arena = solo(screen(two(), 28), &[(24, 20), (24, 36)]);
    let events = turn(&mut arena, &[1]);
    assert_eq!((ways(&events).len(), attacks(&events).len()), (0, 0));
    assert_eq!(arena.momentum(Side::A), 0);

    let mut arena = solo(parapet(two()), &[(24, 20), (24, 42)]);
    let events = turn(&mut arena, &[&[PLAIN], &DULL_SHOT[..]].concat());
    assert_eq!((ways(&events).len(), used(&events)), (0, vec![(RIFLE, 22)]));
}

/// `ms93.mecha-ai.last-stand`: behind cover with a target in range it holds and shoots.
#[test]
fn a_last_stand_behind_cover_holds() {
    let mut arena = solo(parapet(two()), &[(24, 20), (24, 42)]);
    let events = turn(&mut arena, &[&[10], &DULL_SHOT[..]].concat());
    assert_eq!((ways(&events).len(), used(&events)), (0, vec![(RIFLE, 22)]));
}

/// `ms93.mecha-ai.flank`: nobody in range after two moves of 8 in: Accelerate 4 more, 20 in covered of 42.
#[test]
fn a_flank_out_of_range_is_full_throttle() {
    let mut arena = solo(screen(two(), 42), &[(24, 4), (24, 46)]);
    let events = turn(&mut arena, &[PLAIN]);
    assert_eq!((ways(&events).len(), attacks(&events).len()), (3, 0));
    assert_eq!(arena.view().distance(0, 1), 42 - 20);
}

/// `ms93.mecha-ai.flank`: out of sight behind a wall, with a building beside it: onto the roof, and a shot
/// with tactical advantage from there.
#[test]
fn a_flank_goes_for_tactical_advantage() {
    let walled = block(two(), high_wall(), [14, 28], [16, 16]);
    let field = block(walled, building(1), [29, 32], [14, 15]);
    let mut arena = solo(field, &[(24, 12), (24, 32)]);
    assert!(!arena.view().sees(1, 0));
    let events = turn(&mut arena, &[&[PLAIN], &DULL_SHOT[..]].concat());
    assert_eq!(arena.view().level(0), 1);
    assert_eq!(attacks(&events), [(0, 1)]);
    let advantage = |event: &Event| match event {
        Event::Pool { parts, .. } => parts.iter().any(|part| part.0 == "tactical advantage"),
        _ => false,
    };
    assert!(events.iter().any(advantage), "{events:?}");
}

/// `ms93.mecha-ai.blitz`: by the option `behaviour_bonus` the first move of Move 8 covers 13 in and the
/// second 8: 21 in. 14 in are too far, and 13 in are without the option, under another order and as the
/// second move.
#[test]
fn blitz_adds_five_inches_to_the_first_move() {
    for (bonus, order, moves, expected) in [
        (true, Order::Blitz, [13, 8], 21),
        (true, Order::Blitz, [14, 8], 0),
        (false, Order::Blitz, [13, 8], 0),
        (true, Order::Attack, [13, 8], 0),
        (true, Order::Blitz, [8, 13], 8),
    ] {
        let field = if bonus { generous(two()) } else { two() };
        let mut arena = stand(field, &[(24, 2), (24, 47)]);
        arena.script(|s| s.plan.order = order);
        let start = arena.unit(0).pos;
        let ends = [moves[0], moves[0] + moves[1]];
        arena.turn(0, &ends.map(|rows| go(start.q, start.r + rows)), &[]);
        let covered = arena.unit(0).pos.distance(start);
        assert_eq!(covered, expected, "{order:?} {moves:?}");
    }
}

/// `ms93.mecha-ai.attack`, `ms93.mecha-ai.seek-rapid-fire`: of the places to shoot from, all alike but for
/// a low wall on the way, one behind the wall is taken; without it the farthest, 24 in off.
#[test]
fn cover_is_sought_on_the_way() {
    for wall in [true, false] {
        // A stone far from everything, so that there is terrain at all.
        let mut field = block(two(), low_wall(), [0, 0], [0, 0]);
        if wall {
            field = block(field, low_wall(), [20, 28], [20, 20]);
        }
        let mut arena = solo(field, &[(24, 10), (24, 40)]);
        let events = turn(&mut arena, &[&[PLAIN], &DULL_SHOT[..]].concat());
        assert_eq!(attacks(&events), [(0, 1)]);
        assert_eq!(arena.view().would_cover(arena.unit(0).pos, 1), wall);
        assert!(wall || used(&events) == [(RIFLE, 24)], "{events:?}");
    }
}

/// Control points are taken on the way where there is terrain, too: of places in the open from which the
/// shot is the same one within 4 in of a point that is not yet won.
#[test]
fn of_equal_places_one_beside_a_point_is_taken() {
    for (owner, taken) in [(None, true), (Some(Side::B), true), (Some(Side::A), false)] {
        let field = block(two(), low_wall(), [0, 0], [0, 0]);
        let field = field.with(|scenario| scenario.control_points.push((34, 18)));
        let mut arena = solo(field, &[(24, 10), (24, 40)]);
        arena.battle.owners[0] = owner;
        let events = turn(&mut arena, &[&[PLAIN], &DULL_SHOT[..]].concat());
        assert_eq!(attacks(&events), [(0, 1)]);
        let point = arena.bout.control_points[0];
        assert_eq!(arena.unit(0).pos.distance(point) <= 4, taken, "{owner:?}");
    }
}

/// `ms93.mecha-ai.attack`: no place in reach sees the nearest enemy, 20 in off behind a wall right across
/// the table but for its end, while another one sees the unit: two moves lead up to it.
#[test]
fn an_attack_out_of_sight_closes_in() {
    let field = block(
        field(&[mech()], &[mech(), mech()]),
        high_wall(),
        [3, 47],
        [30, 30],
    );
    let mut arena = solo(field, &[(24, 14), (24, 34), (2, 16)]);
    assert!(!arena.view().sees(0, 1) && arena.view().sees(2, 0));
    let events = turn(&mut arena, &[PLAIN]);
    assert!(attacks(&events).is_empty());
    assert!(arena.view().distance(0, 1) < 8, "{events:?}");
}

/// `ms93.mecha-ai.attack`: the nearest enemy, in range, is behind the end of a wall; another one sees the
/// unit, so that it is not hidden. It goes to where it sees the nearest, and shoots.
#[test]
fn an_attack_goes_where_it_sees_its_target() {
    let field = block(
        field(&[mech()], &[mech(), mech()]),
        high_wall(),
        [24, 47],
        [24, 24],
    );
    let mut arena = solo(field, &[(27, 18), (27, 32), (4, 44)]);
    assert!(!arena.view().sees(0, 1) && arena.view().sees(2, 0));
    let events = turn(&mut arena, &[&[PLAIN], &DULL_SHOT[..]].concat());
    assert_eq!(attacks(&events), [(0, 1)]);
}

/// `ms93.mecha-ai.retreat`: hurt, beside the end of a wall, it withdraws behind it, out of sight, and does
/// not leave the table; in the open it goes straight away: both moves and the Accelerate, 20 in.
#[test]
fn a_retreat_breaks_the_line_of_sight() {
    let hurt = |field: Field| {
        let mut arena = solo(field, &[(24, 21), (24, 33)]);
        arena.unit_mut(0).hp = 1900;
        arena
    };
    let mut arena = hurt(block(two(), high_wall(), [26, 40], [24, 24]));
    assert!(arena.view().sees(1, 0));
    let events = turn(&mut arena, &[1]);
    assert!(attacks(&events).is_empty());
    assert!(!arena.view().sees(1, 0), "{:?}", ways(&events));

    let mut arena = hurt(two());
    turn(&mut arena, &[1]);
    assert_eq!(arena.view().distance(0, 1), 12 + 8 + 8 + 4);
}

/// A choice between equals goes by the side's own view: on a table that looks the same from both edges a
/// turn from the one ends where the same turn from the other does, on 40 streams of dice. (Lines of sight
/// exactly between two hexes may differ; none decides here.)
#[test]
fn both_edges_play_alike() {
    const LAST: i16 = 47;
    let turned = |(column, row): Place| (LAST - column, LAST - row);
    let pieces = [
        (low_wall(), [20, 24], [18, 18]),
        (high_wall(), [27, 31], [15, 15]),
        (building(1), [11, 15], [12, 14]),
        (low_wall(), [33, 34], [9, 10]),
    ];
    let mirror = |[first, last]: [i16; 2]| [LAST - last, LAST - first];
    for enemy in [(24, 34), (20, 30), (30, 24), (12, 30)] {
        for (number, hp) in (0..40).flat_map(|number| [(number, 4000), (number, 1500)]) {
            let ends = Side::BOTH.map(|side| {
                let mut field = two();
                for (tags, columns, rows) in &pieces {
                    field = block(field, tags.clone(), *columns, *rows);
                    field = block(field, tags.clone(), mirror(*columns), mirror(*rows));
                }
                let own = (24, 10);
                let mut arena = match side {
                    Side::A => solo(field, &[own, enemy]),
                    Side::B => solo(field, &[turned(enemy), turned(own)]),
                };
                let unit = side.index();
                arena.unit_mut(unit).hp = hp;
                take_turn(&mut arena, unit, number);
                let end = arena.unit(unit).pos.to_offset();
                if side == Side::A { end } else { turned(end) }
            });
            assert_eq!(
                ends[0], ends[1],
                "enemy {enemy:?}, stream {number}, {hp} HP"
            );
        }
    }
}

/// `ms93.solo.attacker-player`, `ms93.solo.defender-player`: the tables play either side, another policy
/// the other one; a Kaiju reads its own table, a mecha that of mecha.
#[test]
fn the_tables_play_one_side() {
    let [solo_kind, other] = [PolicyKind::Solo, PolicyKind::Greedy];
    for (policies, expected) in [
        ([solo_kind, other], ["Blitz", ""]),
        ([other, solo_kind], ["", "Finish Them"]),
    ] {
        let kaiju = with!(mech(), unit_type: UnitType::Kaiju);
        let mut arena = solo(field(&[kaiju], &[mech()]), &[(24, 2), (24, 46)]);
        arena.bout.policies = policies;
        let (_, events) = arena.run(&[10], |game| {
            game.open_turn(0, false);
            game.open_turn(1, false);
        });
        let orders: Vec<&str> = matching!(&events, Event::Activate { order, .. } => *order);
        assert_eq!(orders, expected);
    }
}

/// A unit that a test needs only to stand there.
pub(super) fn target() -> UnitProfile {
    with!(mech(), move_in: 0)
}
