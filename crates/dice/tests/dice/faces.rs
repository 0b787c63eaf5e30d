//! Faces drawn for a known roll: 100,000 samples for each roll, level as in `common`.

use crate::common::{LEVEL, count, p_value};
use equipoise_dice::{Dice, PoolShape, Roll, Sides, TableDice, faces, stream};

const SAMPLES: u64 = 100_000;

fn read(shape: PoolShape, faces: &[u8]) -> Roll {
    faces
        .iter()
        .fold(Roll::default(), |sum, &face| sum.plus(shape.read(face)))
}

#[test]
fn drawn_faces_read_as_the_roll() {
    let mut dice = TableDice::new(stream(5, 0, 0));
    let mut replay = stream(5, 1, 0);
    for shape in [
        PoolShape::d10(10, 9),
        PoolShape::d10(3, 10),
        PoolShape {
            sides: Sides::D6,
            dice: 7,
            target: 4,
            critical: 6,
            lowered: 2,
        },
        PoolShape {
            sides: Sides::D8,
            dice: 5,
            target: 1,
            critical: 1,
            lowered: 1,
        },
    ] {
        for _ in 0..2_000 {
            let roll = dice.pool(shape);
            let faces = faces(shape, roll, &mut replay).expect("a roll of this shape");
            assert_eq!(read(shape, &faces), roll, "{faces:?}");
            assert!(
                faces
                    .iter()
                    .all(|face| (1..=shape.sides.count()).contains(face))
            );
        }
    }
}

#[test]
fn faces_are_uniform_in_their_category_and_their_place() {
    // Two low (1, 2), one mid (3, 4), one hit (5 to 8), one critical (9, 10): the face at any
    // place is of category c with chance (dice of c) / 5, and uniform within it.
    let shape = PoolShape::d10(5, 9);
    let roll = Roll {
        low: 2,
        mid: 1,
        hit: 1,
        crit: 1,
    };
    let chance = |face| match face {
        1 | 2 => 2.0 / 5.0 / 2.0,
        3 | 4 | 9 | 10 => 1.0 / 5.0 / 2.0,
        _ => 1.0 / 5.0 / 4.0,
    };
    let exact: Vec<(u8, f64)> = (1..=10).map(|face| (face, chance(face))).collect();
    for place in 0..5 {
        let mut rng = stream(6, place, 0);
        let counts = count(SAMPLES, || {
            faces(shape, roll, &mut rng).expect("possible")[place as usize]
        });
        let p = p_value(&counts, &exact);
        assert!(p > LEVEL, "place {place}: p = {p:e}");
    }
}

#[test]
fn every_sequence_of_a_small_roll_is_equally_likely() {
    // One mid and one critical of a d10 with critical 10: (3 or 4) and 10 in two orders.
    let shape = PoolShape::d10(2, 10);
    let roll = Roll {
        mid: 1,
        crit: 1,
        ..Roll::default()
    };
    let exact: Vec<([u8; 2], f64)> = [[3, 10], [4, 10], [10, 3], [10, 4]]
        .map(|faces| (faces, 0.25))
        .to_vec();
    let mut rng = stream(7, 0, 0);
    let counts = count(SAMPLES, || {
        let drawn = faces(shape, roll, &mut rng).expect("possible");
        <[u8; 2]>::try_from(drawn).expect("two faces")
    });
    assert!(p_value(&counts, &exact) > LEVEL);
}

#[test]
fn a_roll_the_dice_cannot_show_has_no_faces() {
    let shape = PoolShape::d10(1, 11);
    let roll = Roll {
        crit: 1,
        ..Roll::default()
    };
    assert_eq!(faces(shape, roll, &mut stream(8, 0, 0)), None);
    assert_eq!(
        faces(shape, Roll::default(), &mut stream(8, 0, 0)),
        Some(vec![])
    );
}
