//! Where dice come from.

use crate::{PoolShape, Roll, Sides};

/// A source of dice: tables over a generator in play, given faces in tests.
///
/// Each method consumes the source in a fixed order, so equal sources give equal battles.
pub trait Dice {
    /// Rolls a whole pool.
    fn pool(&mut self, shape: PoolShape) -> Roll;

    /// Rolls `dice` d10s (0 to 10) and returns how many show less than `needed`.
    ///
    /// `needed` of 1 or less always passes, above 10 always fails; the dice are rolled all the same
    /// by a source of given faces, while a table source may skip a certain result.
    fn fails(&mut self, dice: u8, needed: i32) -> u8;

    /// Rolls one die and returns its face, 1 to the number of sides.
    fn die(&mut self, sides: Sides) -> u8;

    /// A number below `bound`, all equally likely; for choices, not for dice of the rules.
    fn below(&mut self, bound: u32) -> u32;
}
