//! The d8, modifiers, redundancy, scatter.

use crate::options::{Options, ScatterOrder};
use crate::rules::check::{Check, Reading};
use crate::rules::deviation::scatter;
use crate::rules::facing::Facing;
use crate::rules::redundancy::Strike;

use Reading::{Fails, Natural8, Passes};

const fn check(stat: u8, modifier: i8) -> Check {
    Check { stat, modifier }
}

/// mm30.core.die: eight faces, N or more passes: 3+ on 6 of 8, 6+ on 3 of 8.
#[test]
fn a_stat_is_reached_by_n_or_more() {
    let passing = |stat| 8 - check(stat, 0).faces(Fails);
    assert_eq!([3, 6].map(passing), [6, 3]);
}

/// mm30.roll.modified: 4 + 2 = 6, 6 - 3 = 3; 8 and 1 are never modified; 7 + 1 is no critical; a stat of
/// 9 is passed by an 8, or by a 7 with +2.
#[test]
fn modifiers_touch_two_to_seven() {
    assert_eq!(check(6, 2).read(4), Passes);
    assert_eq!(check(7, 2).read(4), Fails);
    assert_eq!(check(3, -3).read(6), Passes);
    assert_eq!(check(4, -3).read(6), Fails);
    assert_eq!(check(9, -2).read(8), Natural8);
    assert_eq!(check(2, 4).read(1), Fails);
    assert_eq!(check(8, 1).read(7), Passes);
    assert_eq!(check(9, 0).faces(Passes), 0);
    assert_eq!(check(9, 2).read(7), Passes);
}

/// mm30.weapon.redundancy-ap: one less for each further copy, four at most, half rounded up at least.
#[test]
fn copies_make_attacks_cheaper() {
    let options = Options::default();
    let cost = |ap, copies| Strike { ap, damage: 12 }.with_copies(copies, &options).ap;
    assert_eq!([1, 2, 4, 6].map(|copies| cost(6, copies)), [6, 5, 3, 3]);
    assert_eq!([4, 5, 6].map(|copies| cost(9, copies)), [6, 5, 5]);
    assert_eq!([1, 5].map(|copies| cost(2, copies)), [2, 2]);
    assert_eq!([1, 5].map(|copies| cost(1, copies)), [1, 1]);
    // Four copies less at most: 14 - 4 = 10.
    assert_eq!(cost(14, 10), 10);
}

/// mm30.weapon.redundancy-damage: at 2 AP half the copies are added; the pod at its floor keeps its
/// damage; 5 AP with four copies is 3 after the floor, 2 before it.
#[test]
fn copies_at_two_ap_add_damage() {
    let mut options = Options::default();
    let of = |ap, damage, copies, options: &Options| {
        let strike = Strike { ap, damage }.with_copies(copies, options);
        (strike.ap, strike.damage)
    };
    let pistols = [1, 2, 3, 4].map(|copies| of(2, 3, copies, &options));
    assert_eq!(pistols, [(2, 3), (2, 4), (2, 4), (2, 5)]);
    assert_eq!(
        [2, 3].map(|copies| of(4, 6, copies, &options)),
        [(3, 6), (2, 7)]
    );
    assert_eq!(
        [2, 4].map(|copies| of(6, 12, copies, &options)),
        [(5, 12), (3, 12)]
    );
    assert_eq!(of(5, 6, 4, &options), (3, 6));
    options.redundancy_bonus_after_half_floor = false;
    assert_eq!(of(5, 6, 4, &options), (3, 8));
}

/// mm30.ranged.critical: 1.5 times, rounded up.
#[test]
fn criticals_deal_half_as_much_again() {
    let critical = |damage| Strike { ap: 1, damage }.critical();
    assert_eq!([1, 3, 5, 12].map(critical), [2, 5, 8, 18]);
}

/// mm30.deviation.scatter: facing north, 1 and 2 are behind it, 5 and 6 before it, then clockwise.
#[test]
fn the_scatter_die_reads_around_the_target() {
    let of = |facing, order| {
        [1, 2, 3, 4, 5, 6, 7, 8].map(|face| scatter(Facing::new(facing), face, order).number())
    };
    assert_eq!(of(0, ScatterOrder::Clockwise), [3, 3, 4, 5, 0, 0, 1, 2]);
    assert_eq!(of(2, ScatterOrder::Clockwise), [5, 5, 0, 1, 2, 2, 3, 4]);
    assert_eq!(
        of(0, ScatterOrder::Counterclockwise),
        [3, 3, 2, 1, 0, 0, 5, 4]
    );
}
