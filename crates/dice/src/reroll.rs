//! Throwing failed dice again.

use crate::pool::{PoolShape, Roll};
use crate::source::Dice;

/// Which dice of a roll are thrown again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reroll {
    /// Those that fail even at the lowered target number.
    Low,
    /// All that fail at the printed target number.
    LowAndMid,
}

/// Rerolls the chosen dice once, and reads the new faces with the kept ones;
/// nothing is drawn when there is no such die.
///
/// `shape` gives the numbers the dice are read against; its own number of dice is not looked at.
#[inline]
pub fn reroll<D: Dice + ?Sized>(dice: &mut D, shape: PoolShape, roll: Roll, which: Reroll) -> Roll {
    let kept = match which {
        Reroll::Low => Roll { low: 0, ..roll },
        Reroll::LowAndMid => Roll {
            low: 0,
            mid: 0,
            ..roll
        },
    };
    let again = roll.dice() - kept.dice();
    if again == 0 {
        return roll;
    }
    kept.plus(dice.pool(shape.with_dice(again)))
}
