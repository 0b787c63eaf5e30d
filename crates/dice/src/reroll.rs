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
    /// So many of each kind, as far as the roll has them.
    Those(Roll),
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
        Reroll::Those(those) => Roll {
            low: roll.low.saturating_sub(those.low),
            mid: roll.mid.saturating_sub(those.mid),
            hit: roll.hit.saturating_sub(those.hit),
            crit: roll.crit.saturating_sub(those.crit),
        },
    };
    let again = roll.dice() - kept.dice();
    if again == 0 {
        return roll;
    }
    kept.plus(dice.pool(shape.with_dice(again)))
}
