//! Where dice come from.

use crate::pool::{PoolShape, Roll, Sides};
use crate::success::PreparedSuccesses;

/// Dice of one face that are a kind.
pub(crate) const ALIKE: u8 = 3;

/// A source of dice: tables over a generator in play, given faces in tests, every outcome in turn
/// where a result is computed instead of sampled.
///
/// Each method consumes the source in a fixed order, so equal sources give equal battles.
pub trait Dice {
    /// Rolls a whole pool.
    fn pool(&mut self, shape: PoolShape) -> Roll;

    /// Rolls `dice` dice (0 to 10) of a kind and returns how many show less than `needed`.
    ///
    /// `needed` of 1 or less always passes, above the number of sides always fails; the dice are rolled all the same
    /// by a source of given faces, while a table source may skip a certain result.
    fn fails(&mut self, sides: Sides, dice: u8, needed: i32) -> u8;

    /// Rolls one die and returns its face, 1 to the number of sides.
    fn die(&mut self, sides: Sides) -> u8;

    /// A number below `bound`, all equally likely; for choices, not for dice of the rules.
    fn below(&mut self, bound: u32) -> u32;

    /// Rolls one die with this many faces, 1 to 255, and returns its face.
    #[inline]
    fn face(&mut self, faces: u8) -> u8 {
        1 + self.below(u32::from(faces)) as u8
    }

    /// Rolls a success pool and returns its successes. A source of faces reads each die with its
    /// rerolls before the next.
    #[inline]
    fn successes(&mut self, pool: &PreparedSuccesses) -> u8 {
        let shape = pool.pool();
        shape.roll(|| self.face(shape.faces))
    }

    /// Throws `dice` dice of 1 to 10 faces and returns how many show one of the `counted` highest faces
    /// that at least three of them show; fewer than three dice are not thrown.
    #[inline]
    fn alike(&mut self, dice: u8, faces: u8, counted: u8) -> u8 {
        if dice < ALIKE {
            return 0;
        }
        let mut shown = [0; 11];
        for _ in 0..dice {
            shown[usize::from(self.face(faces))] += 1;
        }
        let kinds = shown.into_iter().zip(0..=faces);
        kinds
            .filter(|&(count, face)| count >= ALIKE && face + counted > faces)
            .map(|(count, _)| count)
            .sum()
    }

    /// Rolls two dice with this many faces, at least 2, until one is higher; the last two faces.
    #[inline]
    fn face_off(&mut self, faces: u8) -> [u8; 2] {
        loop {
            let shown = [self.face(faces), self.face(faces)];
            if shown[0] != shown[1] {
                return shown;
            }
        }
    }

    /// The same for a kind of die.
    #[inline]
    fn roll_off(&mut self, sides: Sides) -> [u8; 2] {
        self.face_off(sides.count())
    }
}
