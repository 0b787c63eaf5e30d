//! Engagements: who is engaged, leaving, circling, shooting, ways past an enemy.

use super::hexmap;
use equipoise_engine::{Hex, Side};

use super::arena::{
    Arena, DULL_CUT, DULL_SHOT, RIFLE, SABER, attacks, crewed, go, mech, rush, strike, ways,
};
use crate::data::profile::{Tier, UnitProfile, UnitType};
use crate::options::Options;
use crate::rules::decision::Action;
use crate::rules::decision::Fuel;
use crate::rules::moves::MoveKind;

const SOUTH: Hex = Hex::new(0, 1);
/// At a right angle to it: neither way along the line is behind.
const ASIDE: Hex = Hex::new(2, -1);

fn sized(size: u8) -> UnitProfile {
    UnitProfile { size, ..mech() }
}

fn fast(move_in: u8) -> UnitProfile {
    UnitProfile { move_in, ..mech() }
}

/// Unit 0 in the middle of the table on (3, 5), enemies on the given hexes.
fn melee(own: UnitProfile, enemies: &[UnitProfile], spots: &[(i16, i16)]) -> Arena {
    melee_with(own, enemies, spots, &hexmap())
}

fn melee_with(
    own: UnitProfile,
    enemies: &[UnitProfile],
    spots: &[(i16, i16)],
    options: &Options,
) -> Arena {
    let mut arena = Arena::with(&[own], enemies, options);
    arena.put(0, Hex::new(3, 5), SOUTH);
    for (i, &(q, r)) in spots.iter().enumerate() {
        arena.put(1 + i, Hex::new(q, r), -SOUTH);
    }
    arena
}

/// Where a single move leads and what kind of move it is.
fn move_of(arena: &mut Arena, q: i16, r: i16) -> Option<MoveKind> {
    ways(&arena.turn(0, &[go(q, r)], &[])).first().map(|w| w.2)
}

/// `ms10.engage.range`: at 4 in (one hex) a shot costs the 2 Momentum of an engaged unit, at 8 in
/// nothing.
#[test]
fn units_four_inches_apart_are_engaged() {
    for (hexes, left) in [(1, 8), (2, 10)] {
        let mut arena = Arena::duel();
        arena.apart(0, 1, hexes);
        arena.attack(0, RIFLE, 1, &DULL_SHOT);
        assert_eq!(arena.momentum(Side::A), left, "{hexes} hexes");
    }
}

/// `ms10.engage.untargetable`: units 0 and 2 are engaged; 1, an ally of 0 and 20 in away, may not
/// shoot 2, nor cut it with a whip from 8 in. Once 0 stands clear it may. 0 itself may all along.
#[test]
fn engaged_units_are_safe_from_others() {
    let mut whip = mech();
    whip.weapons[SABER].range_in = 8;
    let mut arena = Arena::new(&[mech(), whip], &[mech()]);
    arena.put(2, Hex::new(3, 6), ASIDE);
    arena.put(0, Hex::new(3, 7), -SOUTH);
    arena.put(1, Hex::new(3, 1), SOUTH);
    assert!(attacks(&arena.turn(1, &[strike(RIFLE, 2)], &[])).is_empty());
    arena.put(1, Hex::new(3, 4), SOUTH);
    assert!(attacks(&arena.turn(1, &[strike(SABER, 2)], &[])).is_empty());
    assert_eq!(attacks(&arena.attack(0, SABER, 2, &DULL_CUT)).len(), 1);
    arena.put(0, Hex::new(3, 8), -SOUTH);
    assert_eq!(attacks(&arena.attack(1, SABER, 2, &DULL_CUT)).len(), 1);
}

/// `ms10.engage.untargetable`: of three units in a row 0, 1, 2 the middle one (an enemy of both
/// ends) is engaged with both, so either end may attack it.
#[test]
fn every_party_of_an_engagement_may_attack() {
    let mut arena = Arena::new(&[mech(), mech()], &[mech()]);
    arena.put(0, Hex::new(3, 5), SOUTH);
    arena.put(1, Hex::new(3, 7), -SOUTH);
    arena.put(2, Hex::new(3, 6), ASIDE);
    for unit in [0, 1] {
        assert_eq!(attacks(&arena.attack(unit, SABER, 2, &DULL_CUT)).len(), 1);
    }
}

/// `ms10.engage.size-gap`: Size 3 beside Size 1 is not engaged: it shoots without surcharge,
/// walks off for nothing, and an ally of the small one may shoot it; the small one is engaged and
/// pays. Size 2 beside Size 1 is engaged, and so is Size 3 beside Sizes 1 and 2.
#[test]
fn two_sizes_larger_is_not_engaged() {
    let mut arena = Arena::new(&[sized(3)], &[sized(1), sized(1)]);
    arena.apart(0, 1, 1);
    arena.put(2, Hex::new(3, 6), -SOUTH);
    arena.attack(0, RIFLE, 1, &DULL_SHOT);
    assert_eq!(arena.momentum(Side::A), 10);
    assert_eq!(attacks(&arena.attack(2, RIFLE, 0, &DULL_SHOT)), [(2, 0)]);
    assert_eq!(arena.momentum(Side::B), 10);
    arena.attack(1, RIFLE, 0, &DULL_SHOT);
    assert_eq!(arena.momentum(Side::B), 8);
    assert_eq!(
        ways(&arena.turn(0, &[go(5, 0)], &[])).first().map(|w| w.2),
        Some(MoveKind::Free)
    );

    let mut arena = melee(sized(2), &[sized(1)], &[(3, 6)]);
    assert_eq!(move_of(&mut arena, 3, 4), Some(MoveKind::Disengage));
    let arena = melee(sized(3), &[sized(1), sized(2)], &[(3, 6), (4, 4)]);
    assert_eq!(arena.view().disengage_cost(0), 2);
}

/// `ms10.engage.size-gap`: a Size 3 unit passes a Size 1 enemy although a Size 2 enemy stands
/// elsewhere on the table; the hexes around the Size 2 one still block it. Both ways run straight
/// along (0, 1): the enemy of Size 1 touches (3, 6) and (3, 7), that of Size 2 the same hexes.
#[test]
fn size_frees_from_small_enemies_only() {
    let far = (8, 1);
    for (near, passes) in [(1, true), (2, false)] {
        let mut own = sized(3);
        own.move_in = 12;
        let enemies = [sized(near), sized(2)];
        let mut arena = melee(own, &enemies, &[(4, 6), far]);
        assert_eq!(move_of(&mut arena, 3, 8).is_some(), passes, "Size {near}");
    }
    // It also starts beside the small one without being held to its side.
    let mut arena = melee(sized(3), &[sized(1), sized(2)], &[(3, 6), far]);
    assert_eq!(move_of(&mut arena, 4, 6), Some(MoveKind::Free));
    let mut arena = melee(sized(3), &[sized(1), sized(2)], &[(3, 6), far]);
    assert_eq!(move_of(&mut arena, 5, 5), Some(MoveKind::Free));
}

/// `ms10.engage.stay-inside`: circling costs no Momentum. Two steps on the ring of six lead from
/// (3, 5) around (3, 6) to (2, 7), but not to the opposite hex (3, 7), three
/// steps away; Move 12 gets there. The straight way is barred by the enemy.
#[test]
fn circling_stays_inside_the_engagement() {
    let mut arena = melee(mech(), &[mech()], &[(3, 6)]);
    assert_eq!(move_of(&mut arena, 2, 7), Some(MoveKind::Circle));
    assert_eq!(arena.momentum(Side::A), 10);
    let mut arena = melee(mech(), &[mech()], &[(3, 6)]);
    assert_eq!(move_of(&mut arena, 3, 7), None);
    let mut arena = melee(fast(12), &[mech()], &[(3, 6)]);
    assert_eq!(move_of(&mut arena, 3, 7), Some(MoveKind::Circle));
}

/// `ms10.engage.stay-inside`, `ms10.engage.zone`: circling past a second enemy binds too. From
/// (3, 5) around (3, 6) to (3, 7) leads by (4, 5), (4, 6) or by (2, 6), (2, 7). An enemy on (5, 4)
/// touches (4, 5) but not (4, 6), one on (1, 6) touches (2, 6) but not (2, 7): with both there is
/// no way; with one the other side is open. Neither touches (3, 5).
#[test]
fn circling_past_another_enemy_is_stopped_by_it() {
    let mut arena = melee(fast(12), &[mech(), mech()], &[(3, 6), (5, 4)]);
    assert_eq!(move_of(&mut arena, 3, 7), Some(MoveKind::Circle));
    let spots = [(3, 6), (5, 4), (1, 6)];
    let mut arena = melee(fast(12), &[mech(), mech(), mech()], &spots);
    assert_eq!(arena.view().disengage_cost(0), 1);
    assert_eq!(move_of(&mut arena, 3, 7), None);
    let mut arena = melee(fast(12), &[mech(), mech(), mech()], &spots);
    assert_eq!(move_of(&mut arena, 4, 5), Some(MoveKind::Circle));
}

/// `ms10.engage.stay-inside`: between two enemies (3, 6) and (4, 4) a unit on (3, 5) may go to
/// (4, 5), which touches both, not to (2, 6), which touches only the first, neither inside both
/// ranges nor outside both.
#[test]
fn circling_stays_with_all_enemies() {
    for (q, r, kind) in [(4, 5, Some(MoveKind::Circle)), (2, 6, None)] {
        let mut arena = melee(mech(), &[mech(), mech()], &[(3, 6), (4, 4)]);
        assert_eq!(move_of(&mut arena, q, r), kind, "({q}, {r})");
    }
}

/// `ms10.engage.disengage`: leaving costs 1 Momentum an enemy and is a Move Action of 4 in: with 3
/// enemies on (3, 6), (4, 5), (2, 6) to the free side 3 Momentum, and the second Move Action is
/// normal. 8 in at once are too far. With 2 Momentum the unit stays.
#[test]
fn disengaging_costs_one_momentum_an_enemy() {
    let three = || {
        let spots = [(3, 6), (4, 5), (2, 6)];
        melee(mech(), &[mech(), mech(), mech()], &spots)
    };
    let mut arena = three();
    arena.set_momentum(Side::A, 5);
    assert_eq!(move_of(&mut arena, 4, 3), None, "two hexes");
    let events = arena.turn(0, &[go(3, 4), go(3, 2), go(3, 1)], &[]);
    let kinds: Vec<MoveKind> = ways(&events).iter().map(|w| w.2).collect();
    assert_eq!(kinds, [MoveKind::Disengage, MoveKind::Free]);
    assert_eq!(arena.unit(0).pos, Hex::new(3, 2));
    assert_eq!(arena.momentum(Side::A), 5 - 3);

    let mut arena = three();
    arena.set_momentum(Side::A, 2);
    assert_eq!(move_of(&mut arena, 3, 4), None);
    assert_eq!(arena.momentum(Side::A), 2);
}

/// `ms10.engage.disengage`: the move must end outside all their ranges: between (3, 6) and (3, 4)
/// each of the six hexes around (3, 5) touches one of them, so the unit cannot leave.
#[test]
fn the_surrounded_cannot_leave() {
    let mut arena = melee(mech(), &[mech(), mech()], &[(3, 6), (3, 4)]);
    for step in Hex::DIRECTIONS {
        let to = Hex::new(3, 5) + step;
        assert_eq!(move_of(&mut arena, to.q, to.r), None, "{to:?}");
    }
}

/// `ms10.engage.disengage`: an Accelerate of 4 in can be the move that leaves, for the same price.
#[test]
fn accelerate_disengages_for_the_same_price() {
    let mut arena = melee(mech(), &[mech()], &[(3, 6)]);
    let events = arena.turn(0, &[rush(3, 4, Fuel::CombatAction)], &[]);
    assert_eq!(ways(&events)[0].2, MoveKind::Disengage);
    assert_eq!(
        arena.momentum(Side::A),
        10 - 1 - 1,
        "1 paid, 1 by the Shift"
    );
}

/// `ms10.engage.disengage`, option `disengage_mode`: `uses_move_4in` leaves 1 normal Move Action
/// (1 + 2 hexes), `free_4in` 2 (1 + 2 + 2 hexes), `full_move` moves 2 + 2 hexes. All pay 1.
#[test]
fn every_mode_of_disengaging() {
    for (mode, way, end) in [
        ("uses_move_4in", vec![go(3, 4), go(3, 2), go(3, 0)], (3, 2)),
        ("free_4in", vec![go(3, 4), go(3, 2), go(3, 0)], (3, 0)),
        ("full_move", vec![go(3, 3), go(3, 1), go(3, 0)], (3, 1)),
    ] {
        let mut options = hexmap();
        options.set("disengage_mode", mode).unwrap();
        let mut arena = melee_with(mech(), &[mech()], &[(3, 6)], &options);
        arena.set_momentum(Side::A, 5);
        arena.turn(0, &way, &[]);
        assert_eq!(arena.unit(0).pos, Hex::new(end.0, end.1), "{mode}");
        assert_eq!(arena.momentum(Side::A), 4, "{mode}");
    }
}

/// `ms10.engage.disengage`, `ms10.move.free-spin`, option `disengage_mode`: a free disengage is no
/// Move Action, so it brings no second spin after the first Move Action's.
#[test]
fn a_free_disengage_brings_no_spin() {
    let mut options = hexmap();
    options.set("disengage_mode", "free_4in").unwrap();
    let mut arena = melee_with(mech(), &[mech()], &[(3, 7)], &options);
    let (east, west) = (Hex::new(1, 0), Hex::new(-1, 0));
    let spin = |q, r, facing| Action::Move {
        to: Hex::new(q, r),
        spin: Some(facing),
    };
    arena.turn(0, &[spin(3, 6, east), spin(3, 5, west)], &[]);
    assert_eq!(arena.unit(0).pos, Hex::new(3, 5));
    assert_eq!(arena.unit(0).facing, east);
}

/// `ms10.engage.disengage`, `ms10.engage.zone`, option `disengage_mode`: a full move past a second
/// enemy is barred like any move. From (3, 5) beside (3, 6) to (3, 2) the only way of three steps
/// runs by (3, 4) and (3, 3), both beside (4, 3), which touches neither end.
#[test]
fn a_full_move_away_respects_other_enemies() {
    let mut options = hexmap();
    options.set("disengage_mode", "full_move").unwrap();
    let mut free = melee_with(fast(12), &[mech()], &[(3, 6)], &options);
    assert_eq!(move_of(&mut free, 3, 2), Some(MoveKind::Disengage));
    let spots = [(3, 6), (4, 3)];
    let mut barred = melee_with(fast(12), &[mech(), mech()], &spots, &options);
    assert_eq!(move_of(&mut barred, 3, 2), None);
}

/// `ms10.engage.shoot-cost`: an engaged unit that fires twice with Zeal 1 pays 2 x 2 + 1 = 5
/// Momentum; with 1 Momentum it may not fire. A saber costs nothing.
#[test]
fn shooting_while_engaged_costs_two() {
    let mut arena = Arena::duel();
    arena.apart(0, 1, 1);
    let actions = [
        strike(RIFLE, 1),
        Action::Zeal { actions: 1 },
        strike(RIFLE, 1),
    ];
    arena.turn(0, &actions, &[DULL_SHOT, DULL_SHOT].concat());
    assert_eq!(arena.momentum(Side::A), 10 - 5);

    let mut arena = Arena::duel();
    arena.apart(0, 1, 1);
    arena.set_momentum(Side::A, 1);
    assert!(attacks(&arena.turn(0, &[strike(RIFLE, 1)], &[])).is_empty());
    arena.attack(0, SABER, 1, &DULL_CUT);
    assert_eq!(arena.momentum(Side::A), 1);
}

/// `ms10.engage.shoot-cost`: a shooting Counter inside an engagement costs 1 + 2 = 3 Momentum; with
/// 2 there is none.
#[test]
fn a_shooting_counter_while_engaged_costs_three() {
    for (momentum, left) in [(3, 0), (2, 2)] {
        let mut arena = Arena::new(&[mech()], &[crewed(Tier::Ace)]);
        arena.apart(0, 1, 1);
        arena.set_momentum(Side::B, momentum);
        arena.script(|s| s.counter = Some(RIFLE));
        let mut faces = DULL_CUT.to_vec();
        if left == 0 {
            faces.extend(DULL_SHOT);
        }
        arena.attack(0, SABER, 1, &faces);
        assert_eq!(arena.momentum(Side::B), left, "with {momentum}");
    }
}

/// `ms10.engage.fly-needed`, `ms10.move.fly`: a grounded mech beside a flying Warship is not
/// engaged: it walks off for nothing and may not cut it; after Accelerate it may, this turn. A
/// Warship without Fly is engaged like any unit, and a flying mech needs no Fly of its enemies.
#[test]
fn flying_ships_are_met_by_fliers_only() {
    let ship = with!(mech(), unit_type: UnitType::Warship, fly: true);
    let mut arena = melee(mech(), std::slice::from_ref(&ship), &[(3, 6)]);
    assert!(attacks(&arena.turn(0, &[strike(SABER, 1)], &[])).is_empty());
    assert_eq!(move_of(&mut arena, 3, 3), Some(MoveKind::Free));

    let mut boosted = mech();
    boosted.resource = Some(crate::data::profile::Resource::of(
        crate::data::profile::ResourceKind::Boost,
        1,
    ));
    let mut arena = melee(boosted, std::slice::from_ref(&ship), &[(3, 6)]);
    let actions = [rush(4, 5, Fuel::Point), strike(SABER, 1)];
    assert_eq!(attacks(&arena.turn(0, &actions, &DULL_CUT)), [(0, 1)]);

    let grounded = UnitProfile { fly: false, ..ship };
    let mut arena = melee(mech(), &[grounded], &[(3, 6)]);
    assert_eq!(move_of(&mut arena, 3, 4), Some(MoveKind::Disengage));
    let flier = with!(mech(), fly: true);
    let mut arena = melee(mech(), &[flier], &[(3, 6)]);
    assert_eq!(attacks(&arena.attack(0, SABER, 1, &DULL_CUT)), [(0, 1)]);
}

/// `ms10.engage.zone`: past an enemy on (4, 6). The way from (3, 5) to (3, 8) has one line, by
/// (3, 6) and (3, 7), both beside the enemy: barred with Move 12. The shortest way around, by
/// (2, 6), (2, 7), (2, 8), has 4 steps: open with Move 16. Ending beside the enemy on (3, 6), and
/// going on inside its range to (3, 7), is engaging, which is legal.
#[test]
fn engagement_ranges_block_the_way() {
    for (move_in, to, kind) in [
        (12, (3, 8), None),
        (16, (3, 8), Some(MoveKind::Free)),
        (8, (3, 6), Some(MoveKind::Free)),
        (8, (3, 7), Some(MoveKind::Free)),
    ] {
        let mut arena = melee(fast(move_in), &[mech()], &[(4, 6)]);
        assert_eq!(move_of(&mut arena, to.0, to.1), kind, "Move {move_in}");
    }
}

/// `ms10.engage.zone`: having come beside the enemy, the second Move Action may circle, or leave
/// for 1 Momentum, but not go its way.
#[test]
fn a_unit_that_came_beside_an_enemy_is_held() {
    for (to, kinds) in [
        ((3, 7), vec![MoveKind::Free, MoveKind::Circle]),
        ((2, 7), vec![MoveKind::Free, MoveKind::Disengage]),
        ((3, 8), vec![MoveKind::Free]),
    ] {
        let mut arena = melee(mech(), &[mech()], &[(4, 6)]);
        let events = arena.turn(0, &[go(3, 6), go(to.0, to.1)], &[]);
        let found: Vec<MoveKind> = ways(&events).iter().map(|w| w.2).collect();
        assert_eq!(found, kinds, "to {to:?}");
    }
}

/// `ms10.accel.action`, `ms10.engage.disengage`: beside a grounded enemy and a flying Aircraft, which
/// meets flyers only, a unit with 1 Momentum accelerates away: who holds it is settled before it flies.
#[test]
fn accelerating_away_is_paid_as_it_stood() {
    let mut plane = mech();
    (plane.aircraft, plane.fly) = (true, true);
    let mut arena = melee(mech(), &[mech(), plane], &[(3, 6), (4, 5)]);
    arena.set_momentum(Side::A, 1);
    let events = arena.turn(0, &[rush(3, 4, Fuel::CombatAction)], &[]);
    assert_eq!(
        ways(&events).first().map(|w| w.2),
        Some(MoveKind::Disengage)
    );
    assert_eq!(arena.momentum(Side::A), 0);
}

/// `ms10.orders.ops-support`: an order makes one Disengage free, even one of 1 Momentum, not the next.
#[test]
fn an_order_is_used_up_by_a_disengage() {
    let mut arena = melee(mech(), &[mech()], &[(3, 6)]);
    arena.set_momentum(Side::A, 5);
    arena.unit_mut(0).orders = 1;
    for left in [5, 4] {
        arena.put(0, Hex::new(3, 5), SOUTH);
        assert_eq!(move_of(&mut arena, 3, 4), Some(MoveKind::Disengage));
        assert_eq!(arena.momentum(Side::A), left);
    }
}

/// `ms10.engage.size-gap`, `ms10.move.actions`: a unit two Sizes larger is held by nobody, but walks
/// through nobody either: the hex behind an enemy is 3 hexes off, one too far for 8 in.
#[test]
fn giants_walk_round_their_enemies() {
    let giant = UnitProfile { size: 2, ..mech() };
    let mut arena = Arena::new(&[giant], &[mech()]);
    arena.put(0, Hex::new(3, 1), Hex::new(0, 1));
    arena.put(1, Hex::new(3, 2), Hex::new(0, -1));
    assert_eq!(ways(&arena.turn(0, &[go(3, 3)], &[])), []);
    arena.put(1, Hex::new(4, 2), Hex::new(0, -1));
    assert_eq!(ways(&arena.turn(0, &[go(3, 3)], &[])).len(), 1);
}
