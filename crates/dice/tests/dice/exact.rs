//! Exact distributions against values by hand, by enumeration of faces, and by a second formula.

use std::collections::BTreeMap;

use equipoise_dice::{Pmf, PmfError, PoolShape, PoolUse, Roll, Sides, outcomes};

const TOLERANCE: f64 = 1e-12;

const USES: [PoolUse; 4] = [
    PoolUse {
        lowered: false,
        reroll: false,
    },
    PoolUse {
        lowered: true,
        reroll: false,
    },
    PoolUse {
        lowered: false,
        reroll: true,
    },
    PoolUse {
        lowered: true,
        reroll: true,
    },
];

fn assert_near(left: f64, right: f64, what: &str) {
    assert!(
        (left - right).abs() < TOLERANCE,
        "{what}: {left} is not {right}"
    );
}

fn assert_same(left: &Pmf, right: &Pmf, what: &str) {
    for value in 0..=left.max().max(right.max()) {
        assert_near(left.probability(value), right.probability(value), what);
    }
}

fn small_shapes() -> Vec<PoolShape> {
    let mut shapes = vec![
        PoolShape::d10(4, 10),
        PoolShape::d10(3, 7),
        PoolShape::d10(2, 11),
    ];
    for (sides, target, critical, lowered) in [
        (Sides::D6, 4, 6, 3),
        (Sides::D6, 2, 7, 2),
        (Sides::D8, 5, 8, 3),
        (Sides::D8, 1, 1, 1),
        (Sides::D10, 11, 11, 4),
        (Sides::D10, 6, 3, 8),
    ] {
        shapes.extend((0..=4).map(|dice| PoolShape {
            sides,
            dice,
            target,
            critical,
            lowered,
        }));
    }
    shapes
}

/// Calls `see` with every sequence of faces of the pool.
fn every_throw(shape: PoolShape, see: &mut impl FnMut(&[u8])) {
    let sides = u32::from(shape.sides.count());
    for code in 0..sides.pow(u32::from(shape.dice)) {
        let face = |place: u32| 1 + (code / sides.pow(place) % sides) as u8;
        see(&(0..u32::from(shape.dice)).map(face).collect::<Vec<u8>>());
    }
}

#[test]
fn outcomes_agree_with_enumerating_every_face() {
    for shape in small_shapes() {
        let mut counts: BTreeMap<Roll, u32> = BTreeMap::new();
        every_throw(shape, &mut |faces| {
            let roll = faces
                .iter()
                .fold(Roll::default(), |sum, &face| sum.plus(shape.read(face)));
            *counts.entry(roll).or_default() += 1;
        });
        let all: f64 = counts.values().copied().map(f64::from).sum();
        let exact = outcomes(shape);
        assert_eq!(exact.len(), counts.len(), "{shape:?}");
        for (roll, probability) in exact {
            assert_near(
                probability,
                f64::from(counts[&roll]) / all,
                &format!("{shape:?} {roll:?}"),
            );
        }
    }
}

/// Successes of a face read by the words of the rules, not by the crate.
fn successes(shape: PoolShape, target: u8, face: u8) -> u32 {
    match face {
        _ if face < target => 0,
        _ if face >= shape.critical && face >= shape.target => 2,
        _ => 1,
    }
}

#[test]
fn pools_agree_with_enumerating_every_face() {
    for shape in small_shapes() {
        for lowered in [false, true] {
            let target = if lowered {
                shape.target.min(shape.lowered)
            } else {
                shape.target
            };
            let mut counts = vec![0_u32; 9];
            every_throw(shape, &mut |faces| {
                let sum: u32 = faces
                    .iter()
                    .map(|&face| successes(shape, target, face))
                    .sum();
                counts[sum as usize] += 1;
            });
            let all: f64 = counts.iter().copied().map(f64::from).sum();
            let pmf = Pmf::pool(
                shape,
                PoolUse {
                    lowered,
                    reroll: false,
                },
            );
            for (value, count) in (0..).zip(counts) {
                assert_near(
                    pmf.probability(value),
                    f64::from(count) / all,
                    &format!("{shape:?}"),
                );
            }
        }
    }
}

#[test]
fn two_rerolled_dice_agree_with_enumerating_both_throws() {
    // A 2d6 pool, its failures thrown again: all 6^4 sequences of first and second faces.
    let shape = PoolShape {
        sides: Sides::D6,
        dice: 2,
        target: 4,
        critical: 6,
        lowered: 3,
    };
    for lowered in [false, true] {
        let target = if lowered { 3 } else { 4 };
        let final_value = |first, second| match successes(shape, target, first) {
            0 => successes(shape, target, second),
            kept => kept,
        };
        let mut counts = [0_u32; 5];
        every_throw(shape.with_dice(4), &mut |f| {
            counts[(final_value(f[0], f[1]) + final_value(f[2], f[3])) as usize] += 1;
        });
        let pmf = Pmf::pool(
            shape,
            PoolUse {
                lowered,
                reroll: true,
            },
        );
        for (value, count) in (0..).zip(counts) {
            assert_near(
                pmf.probability(value),
                f64::from(count) / 1296.0,
                "2d6 rerolled",
            );
        }
    }
}

/// The multinomial formula, summed over category vectors and, for rerolls, over second throws.
fn by_multinomials(shape: PoolShape, how: PoolUse) -> Pmf {
    let value = |roll: Roll| {
        if how.lowered {
            roll.lowered()
        } else {
            roll.successes()
        }
    };
    let failing = |roll: Roll| {
        if how.lowered {
            roll.low
        } else {
            roll.failures()
        }
    };
    let mut mass = vec![0.0; 2 * usize::from(shape.dice) + 1];
    for (roll, p) in outcomes(shape) {
        if how.reroll {
            for (again, q) in outcomes(shape.with_dice(failing(roll))) {
                mass[usize::from(value(roll) + value(again))] += p * q;
            }
        } else {
            mass[usize::from(value(roll))] += p;
        }
    }
    Pmf::from_mass(mass).expect("a distribution")
}

#[test]
fn convolution_agrees_with_the_multinomial_formula() {
    for dice in 0..=10 {
        for critical in 7..=11 {
            let shape = PoolShape::d10(dice, critical);
            for how in USES {
                let pmf = Pmf::pool(shape, how);
                assert_same(
                    &pmf,
                    &by_multinomials(shape, how),
                    &format!("{shape:?} {how:?}"),
                );
            }
        }
    }
}

#[test]
fn probabilities_sum_to_one() {
    for dice in [0, 1, 5, 10, 40, 255] {
        for how in USES {
            assert_near(Pmf::pool(PoolShape::d10(dice, 9), how).sum(), 1.0, "pool");
        }
    }
    for dice in [0, 1, 10, 15, 30] {
        let sum: f64 = outcomes(PoolShape::d10(dice, 8))
            .iter()
            .map(|&(_, p)| p)
            .sum();
        assert_near(sum, 1.0, "outcomes");
    }
}

#[test]
fn eight_evade_dice_by_hand() {
    // One die: 0 with 0.4, 1 with 0.5, 2 with 0.1; mean 0.7, second moment 0.9, variance 0.41.
    let pmf = Pmf::pool(PoolShape::d10(8, 10), PoolUse::default());
    assert_near(pmf.mean(), 5.6, "mean");
    assert_near(pmf.variance(), 3.28, "variance");
    assert_near(pmf.probability(0), 0.4_f64.powi(8), "no success");
    assert_near(pmf.probability(16), 1e-8, "eight criticals");
    assert_eq!(pmf.max(), 16);
}

#[test]
fn one_die_of_each_use_by_hand() {
    let shape = PoolShape::d10(1, 9);
    // Faces 1-2 low, 3-4 mid, 5-8 hit, 9-10 critical.
    let expected = [
        [0.4, 0.4, 0.2],
        [0.2, 0.6, 0.2],
        [0.16, 0.56, 0.28],
        [0.04, 0.72, 0.24],
    ];
    for (how, expected) in USES.into_iter().zip(expected) {
        let pmf = Pmf::pool(shape, how);
        for (value, probability) in (0..).zip(expected) {
            assert_near(pmf.probability(value), probability, &format!("{how:?}"));
        }
    }
}

#[test]
fn binomials_by_hand() {
    let pmf = Pmf::binomial(3, 0.4);
    for (value, probability) in (0..).zip([0.216, 0.432, 0.288, 0.064]) {
        assert_near(pmf.probability(value), probability, "three saves of 5");
    }
    assert_eq!(Pmf::binomial(4, 1.5), Pmf::certain(4));
    assert_eq!(Pmf::binomial(4, -0.5), Pmf::certain(0));
    assert_eq!(Pmf::binomial(4, f64::NAN), Pmf::certain(0));
    assert_eq!(Pmf::binomial(0, 0.5), Pmf::certain(0));
}

#[test]
fn shifts_floor_at_zero() {
    let coins = Pmf::binomial(2, 0.5);
    let down = coins.shift(-1);
    assert_near(down.probability(0), 0.75, "0 and 1 become 0");
    assert_near(down.probability(1), 0.25, "2 becomes 1");
    assert_eq!(coins.shift(-9), Pmf::certain(0));
    let up = coins.shift(3);
    assert_eq!(
        up.iter().map(|(value, _)| value).collect::<Vec<_>>(),
        [3, 4, 5]
    );
    assert_near(up.mean(), 4.0, "mean");
}

#[test]
fn differences_floor_at_zero() {
    // X of 0..2 in 1:2:1, Y of 0..1 in 1:1: X - Y is 2 in 1, 1 in 1 + 2, at most 0 in 2 + 1 + 1.
    let difference = Pmf::binomial(2, 0.5).difference_floored(&Pmf::binomial(1, 0.5));
    for (value, eighths) in (0..).zip([4.0, 3.0, 1.0]) {
        assert_near(difference.probability(value), eighths / 8.0, "difference");
    }
    assert_eq!(
        Pmf::certain(7).difference_floored(&Pmf::certain(9)),
        Pmf::certain(0)
    );
    assert_eq!(
        Pmf::certain(12).difference_floored(&Pmf::certain(9)),
        Pmf::certain(3)
    );
}

#[test]
fn mixtures_and_sums_by_hand() {
    let mixed = Pmf::certain(4).mix(0.25, &Pmf::certain(0));
    assert_near(mixed.probability(4), 0.25, "first");
    assert_near(mixed.probability(0), 0.75, "second");
    assert_near(mixed.mean(), 1.0, "mean");
    assert_near(mixed.variance(), 3.0, "variance");
    let sum = Pmf::binomial(2, 0.3).convolve(&Pmf::binomial(3, 0.3));
    assert_same(
        &sum,
        &Pmf::binomial(5, 0.3),
        "binomials of one chance add up",
    );
    assert_near(
        Pmf::binomial(3, 0.5).at_least(2),
        0.5,
        "two or three of three coins",
    );
    assert_near(Pmf::certain(3).at_least(4), 0.0, "out of reach");
}

#[test]
fn a_second_value_that_depends_on_the_first_by_hand() {
    // A coin shows 0 or 1; then that many further coins are thrown: 0 in 3/4, 1 in 1/4.
    let second = Pmf::binomial(1, 0.5).then(|coins| Pmf::binomial(coins, 0.5));
    assert_near(second.probability(0), 0.75, "no head");
    assert_near(second.probability(1), 0.25, "one head");
    assert_eq!(second.max(), 1);
    // The binomial of a binomial is a binomial with the product of the chances.
    let thinned = Pmf::binomial(6, 0.6).then(|hits| Pmf::binomial(hits, 0.3));
    assert_same(&thinned, &Pmf::binomial(6, 0.18), "thinning");
}

#[test]
fn numbers_that_are_no_distribution_are_refused() {
    assert_eq!(Pmf::from_mass(vec![]), Err(PmfError::NotNormalised));
    assert_eq!(Pmf::from_mass(vec![0.5, 0.4]), Err(PmfError::NotNormalised));
    assert_eq!(
        Pmf::from_mass(vec![1.5, -0.5]),
        Err(PmfError::NotAProbability)
    );
    assert_eq!(
        Pmf::from_mass(vec![f64::NAN]),
        Err(PmfError::NotAProbability)
    );
    assert_eq!(
        Pmf::from_mass(vec![f64::INFINITY]),
        Err(PmfError::NotNormalised)
    );
    assert_eq!(Pmf::from_mass(vec![0.0, 1.0, 0.0]), Ok(Pmf::certain(1)));
}
