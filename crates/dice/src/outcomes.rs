//! All that a pool can show, and faces that show it.

use rand::Rng;

use crate::pool::FaceCounts;
use crate::{PoolShape, Roll, uniform};

/// Every category vector a pool can show, with its exact probability (multinomial formula).
///
/// Up to 15 dice the only rounding is that of one division.
///
/// ```
/// use equipoise_dice::{PoolShape, outcomes};
/// let sure: f64 = outcomes(PoolShape::d10(3, 10)).iter().map(|&(_, p)| p).sum();
/// assert!((sure - 1.0).abs() < 1e-12);
/// ```
#[must_use]
pub fn outcomes(shape: PoolShape) -> Vec<(Roll, f64)> {
    let dice = shape.dice;
    let mut all = Vec::new();
    for crit in 0..=dice {
        for hit in 0..=dice - crit {
            for mid in 0..=dice - crit - hit {
                let roll = Roll {
                    low: dice - crit - hit - mid,
                    mid,
                    hit,
                    crit,
                };
                let probability = probability(shape.face_counts(), roll);
                if probability > 0.0 {
                    all.push((roll, probability));
                }
            }
        }
    }
    all
}

fn probability(faces: FaceCounts, roll: Roll) -> f64 {
    let mut left = u32::from(roll.dice());
    let mut ways = 1.0;
    for (count, of_die) in pairs(faces, roll) {
        // Multiplied before it is divided, each step is a whole number.
        for at in 0..u32::from(count) {
            ways = ways * f64::from(left - at) / f64::from(at + 1);
        }
        ways *= f64::from(of_die).powi(i32::from(count));
        left -= u32::from(count);
    }
    ways / f64::from(faces.sides()).powi(i32::from(roll.dice()))
}

/// Dice that show each category and faces of a die in it, from low to critical.
fn pairs(faces: FaceCounts, roll: Roll) -> [(u8, u8); 4] {
    [
        (roll.low, faces.low),
        (roll.mid, faces.mid),
        (roll.hit, faces.hit),
        (roll.crit, faces.crit),
    ]
}

/// Draws faces that show `roll`, from their exact conditional distribution and in random order.
///
/// A simulation draws only the categories of a roll; a readable transcript also shows faces.
/// Given the categories, each face is uniform within its category and every order is equally
/// likely. Take `rng` apart from the battle's own, so that reading a battle does not change it.
///
/// `shape.dice` is not looked at. `None` when no die of the shape can show some part of `roll`.
#[must_use]
pub fn faces<R: Rng + ?Sized>(shape: PoolShape, roll: Roll, rng: &mut R) -> Option<Vec<u8>> {
    let mut shown = Vec::new();
    let mut below = 0;
    for (count, of_die) in pairs(shape.face_counts(), roll) {
        if count > 0 && of_die == 0 {
            return None;
        }
        let face = |_| below + 1 + uniform::below(rng, u32::from(of_die)) as u8;
        shown.extend((0..count).map(face));
        below += of_die;
    }
    shuffle(&mut shown, rng);
    Some(shown)
}

/// Fisher and Yates' shuffle.
fn shuffle<R: Rng + ?Sized>(items: &mut [u8], rng: &mut R) {
    for last in (1..items.len()).rev() {
        items.swap(last, uniform::below(rng, last as u32 + 1) as usize);
    }
}
