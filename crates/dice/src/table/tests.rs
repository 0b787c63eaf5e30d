use super::{
    DICE, MAX_DICE, PLACES, PoolSet, Tables, fail_weights, kind, pack, place, pool_weights,
    shape_at, unpack,
};
use crate::pool::FaceCounts;
use crate::{PoolShape, Sides, outcomes};
use std::collections::BTreeMap;

/// All splits of the faces of a die into four categories.
fn every_face_count(sides: Sides) -> Vec<FaceCounts> {
    let mut all = Vec::new();
    let count = sides.count();
    for low in 0..=count {
        for mid in 0..=count - low {
            for hit in 0..=count - low - mid {
                all.push(FaceCounts {
                    low,
                    mid,
                    hit,
                    crit: count - low - mid - hit,
                });
            }
        }
    }
    all
}

#[test]
fn shapes_share_a_place_only_when_they_roll_the_same() {
    let mut seen: Vec<Option<(Sides, FaceCounts)>> = vec![None; PLACES];
    for sides in DICE {
        for code in 0..18_u32.pow(3) {
            let [target, critical, lowered] =
                [code % 18, code / 18 % 18, code / 324].map(|number| number as u8);
            let shape = PoolShape {
                sides,
                dice: 1,
                target,
                critical,
                lowered,
            };
            let rolls = (sides, shape.face_counts());
            let at = place(kind(&shape));
            assert_eq!(*seen[at].get_or_insert(rolls), rolls, "{shape:?}");
            assert_eq!(place(kind(&shape_at(at))), at);
        }
    }
    // The places of a fourth kind of die are never used.
    assert_eq!(seen.iter().flatten().count(), 3 << 12);
}

#[test]
fn weights_of_a_pool_sum_to_all_faces() {
    for sides in DICE {
        for faces in every_face_count(sides) {
            for dice in 0..=10_u8 {
                let sum: u64 = pool_weights(faces, dice).iter().map(|&(_, w)| w).sum();
                assert_eq!(sum, u64::from(sides.count()).pow(u32::from(dice)));
            }
        }
    }
}

#[test]
fn weights_of_two_dice_by_hand() {
    // d10 with 2 low, 2 mid, 5 hit, 1 crit: one hit and one critical in 2 * 5 * 1 = 10 of 100.
    let faces = PoolShape::d10(2, 10).face_counts();
    let weight = |wanted| {
        pool_weights(faces, 2)
            .iter()
            .find(|w| unpack(w.0) == wanted)
            .map(|w| w.1)
    };
    assert_eq!(
        weight(crate::Roll {
            low: 0,
            mid: 0,
            hit: 1,
            crit: 1
        }),
        Some(10)
    );
    assert_eq!(
        weight(crate::Roll {
            low: 2,
            mid: 0,
            hit: 0,
            crit: 0
        }),
        Some(4)
    );
}

#[test]
fn weights_of_saves_by_hand() {
    // Faces 1-4 of a d10 fail. Two saves: 36 of 100 both pass, 48 one fails, 16 both fail.
    assert_eq!(fail_weights(10, 4, 2), [(0, 36), (1, 48), (2, 16)]);
}

/// Largest distance between the drawn and the exact probability of an outcome.
fn worst_error(mut draws: BTreeMap<u32, u128>, exact: impl IntoIterator<Item = (u32, f64)>) -> f64 {
    let mut worst = 0.0_f64;
    for (outcome, exact) in exact {
        let drawn = draws.remove(&outcome).unwrap_or(0);
        worst = worst.max((drawn as f64 / 2_f64.powi(64) - exact).abs());
    }
    assert!(draws.is_empty(), "{draws:?} cannot be shown");
    worst
}

fn rolls(shape: PoolShape) -> impl Iterator<Item = (u32, f64)> {
    let packed = |(roll, exact)| (pack(roll), exact);
    outcomes(shape).into_iter().map(packed)
}

/// One shape for every way the faces of the three dice fall into four categories.
fn every_kind_of_pool() -> impl Iterator<Item = PoolShape> {
    DICE.into_iter().flat_map(|sides| {
        every_face_count(sides)
            .into_iter()
            .map(move |faces| PoolShape {
                sides,
                dice: 0,
                target: 1 + faces.low + faces.mid,
                critical: 1 + faces.low + faces.mid + faces.hit,
                lowered: 1 + faces.low,
            })
    })
}

#[test]
fn tables_draw_the_exact_distribution() {
    // C(9, 3) + C(11, 3) + C(13, 3) ways to split six, eight and ten faces.
    assert_eq!(every_kind_of_pool().count(), 84 + 165 + 286);
    for shape in every_kind_of_pool() {
        // Every number of dice for the target of most rolls, the largest table for all.
        let fewest = if shape.target == 5 { 0 } else { MAX_DICE };
        for dice in fewest..=MAX_DICE {
            let shape = shape.with_dice(dice);
            let draws = Tables::shared().other(kind(&shape)).draws(dice);
            assert!(
                worst_error(draws, rolls(shape)) < 2_f64.powi(-50),
                "{shape:?}"
            );
        }
    }
}

#[test]
fn saves_draw_the_exact_distribution() {
    // A save fails as often as a die is low that hits, but for criticals, from `needed` on.
    let numbers = |sides: Sides| (2..=sides.count()).map(move |needed| (sides, needed));
    for (sides, needed) in DICE.into_iter().flat_map(numbers) {
        for dice in 0..=MAX_DICE {
            let shape = PoolShape {
                sides,
                dice,
                target: needed,
                critical: 11,
                lowered: needed,
            };
            let draws = Tables::shared().fails[sides as usize][usize::from(needed)].draws(dice);
            let exact = outcomes(shape)
                .into_iter()
                .map(|(roll, exact)| (roll.low.into(), exact));
            let worst = worst_error(draws, exact);
            assert!(
                worst < 2_f64.powi(-50),
                "{dice} saves of {needed} on {sides:?}"
            );
        }
    }
}

#[test]
fn shapes_that_roll_the_same_share_one_set() {
    let tables = Tables::shared();
    let d6 = |target, critical, lowered| PoolShape {
        sides: Sides::D6,
        dice: 4,
        target,
        critical,
        lowered,
    };
    let set = tables.other(kind(&d6(4, 7, 4)));
    for shape in [d6(4, 7, 5), d6(4, 9, 4), d6(4, 255, 6)] {
        assert!(std::ptr::eq(tables.other(kind(&shape)), set), "{shape:?}");
    }
    for shape in [d6(4, 6, 4), d6(4, 7, 3), d6(5, 7, 4)] {
        assert!(!std::ptr::eq(tables.other(kind(&shape)), set), "{shape:?}");
    }
}

#[test]
fn common_pools_have_the_tables_of_their_numbers() {
    let tables = Tables::shared();
    for critical in 0..=15 {
        let shape = PoolShape::d10(10, critical);
        let set = tables.common(kind(&shape)).expect("a common shape");
        assert!(std::ptr::eq(set, tables.other(kind(&shape))), "{shape:?}");
    }
}

#[test]
fn other_pools_are_not_common() {
    let common = PoolShape::d10(5, 8);
    let others = [
        PoolShape {
            target: 4,
            ..common
        },
        PoolShape {
            lowered: 4,
            ..common
        },
        PoolShape {
            sides: Sides::D8,
            ..common
        },
        PoolShape {
            critical: 16,
            ..common
        },
    ];
    assert!(
        others
            .iter()
            .all(|&shape| Tables::shared().common(kind(&shape)).is_none())
    );
}

#[test]
fn the_tables_of_a_common_pool_fit_in_the_cache() {
    let sizes = Tables::shared().common.map(PoolSet::bytes);
    assert!(sizes.iter().all(|&bytes| bytes < 24 * 1024), "{sizes:?}");
}
