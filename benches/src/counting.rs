//! Counting the dice calls of a battle.

use std::ops::AddAssign;

use equipoise_dice::{Dice, PoolShape, Roll, Sides};

/// Calls of a dice source, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Calls {
    /// Whole pools.
    pub pool: u64,
    /// Armour saves of one hit or attack.
    pub fails: u64,
    /// Single dice.
    pub die: u64,
    /// Choices among equals.
    pub below: u64,
    /// Dice in all of these: the draws of a simulator that rolls die by die.
    pub dice: u64,
}

impl Calls {
    /// Calls of any kind: about the draws of a table source.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.pool + self.fails + self.die + self.below
    }
}

impl AddAssign for Calls {
    fn add_assign(&mut self, other: Self) {
        self.pool += other.pool;
        self.fails += other.fails;
        self.die += other.die;
        self.below += other.below;
        self.dice += other.dice;
    }
}

/// Passes every call on and counts it.
#[derive(Debug)]
pub struct CountingDice<D> {
    inner: D,
    /// Calls so far.
    pub calls: Calls,
}

impl<D> CountingDice<D> {
    /// Counts the calls of `inner`.
    #[must_use]
    pub fn new(inner: D) -> Self {
        Self {
            inner,
            calls: Calls::default(),
        }
    }
}

impl<D: Dice> Dice for CountingDice<D> {
    fn pool(&mut self, shape: PoolShape) -> Roll {
        self.calls.pool += 1;
        self.calls.dice += u64::from(shape.dice);
        self.inner.pool(shape)
    }

    fn fails(&mut self, sides: Sides, dice: u8, needed: i32) -> u8 {
        self.calls.fails += 1;
        self.calls.dice += u64::from(dice);
        self.inner.fails(sides, dice, needed)
    }

    fn die(&mut self, sides: Sides) -> u8 {
        self.calls.die += 1;
        self.calls.dice += 1;
        self.inner.die(sides)
    }

    fn face(&mut self, faces: u8) -> u8 {
        self.calls.die += 1;
        self.calls.dice += 1;
        self.inner.face(faces)
    }

    fn below(&mut self, bound: u32) -> u32 {
        self.calls.below += 1;
        self.calls.dice += 1;
        self.inner.below(bound)
    }
}

#[cfg(test)]
mod tests {
    use super::{Calls, CountingDice};
    use equipoise_dice::{Dice, PoolShape, ScriptedDice, Sides};

    #[test]
    fn every_call_is_passed_on_and_counted() {
        let script = ScriptedDice::new([2, 7, 10, 1, 9, 4]).with_choices([1]);
        let mut dice = CountingDice::new(script);
        assert_eq!(dice.pool(PoolShape::d10(3, 10)).successes(), 3);
        assert_eq!(dice.fails(Sides::D10, 2, 5), 1);
        assert_eq!(dice.die(Sides::D10), 4);
        assert_eq!(dice.below(2), 1);
        let expected = Calls {
            pool: 1,
            fails: 1,
            die: 1,
            below: 1,
            dice: 7,
        };
        assert_eq!(dice.calls, expected);
        assert_eq!(dice.calls.total(), 4);
    }
}
