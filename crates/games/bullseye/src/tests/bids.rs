//! Overdrive bidding and the comparison.

use super::arena::{Arena, results};
use super::script::Script;

/// An attack at optimal range whose dice show so many successes, and the bids in the order they are
/// asked for; the results must be `expected`.
fn contest(arena: &mut Arena, shown: [u8; 2], bids: &[u8], expected: (u8, u8)) {
    arena.place(1, 3, 0);
    let side = |successes: u8| (0..4).map(move |die| if die < successes { 2 } else { 6 });
    let mut faces: Vec<u8> = side(shown[0]).chain(side(shown[1])).collect();
    let hit = expected.0 > expected.1;
    if hit {
        // The stability roll, which holds.
        faces.push(6);
    }
    let script = with!(Script::default(), bids: bids.iter().copied().collect());
    let events = arena.act(script, &faces, |game| game.attack(0));
    assert_eq!(results(&events), [(expected.0, expected.1, hit)]);
}

fn duel(values: &[(&str, &str)], overdrive: [u8; 2]) -> Arena {
    let mut arena = Arena::duel(values);
    for (unit, points) in overdrive.into_iter().enumerate() {
        *arena.overdrive(unit) = points;
    }
    arena
}

/// bull.overdrive.bid: attack 3 against defense 3: attacker +1 (4), defender +1 (4), attacker
/// passes: 4 against 4, no hit, a point spent each.
#[test]
fn the_losing_side_bids_first() {
    let mut arena = duel(&[], [2, 2]);
    contest(&mut arena, [3, 3], &[1, 1, 0], (4, 4));
    assert_eq!([*arena.overdrive(0), *arena.overdrive(1)], [1, 1]);
}

/// bull.overdrive.bid: a pass by the side that would lose ends it; the winner is not asked.
#[test]
fn a_pass_of_the_losing_side_ends_the_bidding() {
    let mut arena = duel(&[], [3, 3]);
    contest(&mut arena, [2, 3], &[0, 3], (2, 3));
    // The defender loses and passes.
    let mut arena = duel(&[], [3, 3]);
    contest(&mut arena, [3, 2], &[0, 3], (3, 2));
}

/// bull.overdrive.bid: any amount may be raised, also one that is not enough; then it is the other
/// side's turn, and once more the losing one's.
#[test]
fn raises_may_be_of_any_size() {
    let mut arena = duel(&[], [3, 3]);
    // Attacker 1 + 1 = 2 against 3, defender passes, attacker 2 more: 4, defender 1: 4, pass.
    contest(&mut arena, [1, 3], &[1, 0, 2, 1], (4, 4));
    assert_eq!([*arena.overdrive(0), *arena.overdrive(1)], [0, 2]);
    // More than the pool holds is all the pool holds.
    let mut arena = duel(&[], [2, 0]);
    contest(&mut arena, [1, 1], &[9], (3, 1));
}

/// bull.overdrive.bid: attacker first, in turn, until both pass.
#[test]
fn the_attacker_may_bid_first() {
    let first = [("bid_order", "attacker_first")];
    // The attacker leads and passes, the defender raises to a tie, the attacker by one, pass, pass.
    let mut arena = duel(&first, [2, 2]);
    contest(&mut arena, [3, 2], &[0, 1, 1, 0, 0], (4, 3));
    assert_eq!([*arena.overdrive(0), *arena.overdrive(1)], [1, 1]);
    // Two passes end it though points are left.
    let mut arena = duel(&first, [2, 2]);
    contest(&mut arena, [3, 3], &[0, 0, 2], (3, 3));
}

/// bull.overdrive.bid: sealed, each side bids once and both count.
#[test]
fn bids_may_be_sealed() {
    let mut arena = duel(&[("bid_order", "sealed")], [3, 3]);
    contest(&mut arena, [2, 3], &[2, 1, 2], (4, 4));
    assert_eq!([*arena.overdrive(0), *arena.overdrive(1)], [1, 2]);
}

/// bull.overdrive.bid: Overdrive of the value of the option, and the margin counts it.
#[test]
fn a_bid_is_worth_the_value_of_a_point() {
    let mut arena = duel(&[("overdrive_value", "3")], [1, 0]);
    contest(&mut arena, [1, 2], &[1], (4, 2));
    assert_eq!(arena.unit(1).boxes, 1);
}

/// MEC-04, bull.hit.compare, bull.hit.one-box: 3 against 1 is a hit with margin 2 and one box; 2
/// against 2 and 1 against 3 are misses without a box.
#[test]
fn mec_04_a_hit_needs_more_successes() {
    for (shown, boxes, shift) in [([3, 1], 1, 2), ([2, 2], 0, 0), ([1, 3], 0, 0)] {
        let mut arena = duel(&[], [0, 0]);
        contest(&mut arena, shown, &[], (shown[0], shown[1]));
        assert_eq!(arena.unit(1).boxes, boxes);
        // The margin is what a push could be: two rings in, not three.
        let view = crate::rules::view::View {
            bout: &arena.bout,
            state: &arena.battle,
        };
        let reach = view.push_reach(1, shift);
        let ring = |ring| {
            let sector = crate::sector::Sector { ring, quadrant: 0 };
            arena.bout.map.find(sector).expect("a sector")
        };
        let inwards: Vec<bool> = (0..3).map(|at| reach.contains(ring(at))).collect();
        assert_eq!(inwards, [false, shift == 2, shift == 2]);
    }
}
