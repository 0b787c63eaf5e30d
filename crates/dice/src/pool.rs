//! Dice pools and the results of rolling them.

/// Kind of die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sides {
    /// Six-sided.
    D6,
    /// Eight-sided.
    D8,
    /// Ten-sided.
    D10,
}

impl Sides {
    /// Number of faces.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u8 {
        match self {
            Self::D6 => 6,
            Self::D8 => 8,
            Self::D10 => 10,
        }
    }
}

/// A pool of equal dice and the numbers it is read against.
///
/// A face `f` is a *critical* when `f >= max(target, critical)`, a *hit* when
/// `target <= f` and it is no critical, *mid* when `lowered <= f < target`, and *low*
/// otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PoolShape {
    /// Kind of die.
    pub sides: Sides,
    /// Lowest face that succeeds.
    pub target: u8,
    /// Lowest face that counts twice; above the number of faces for none.
    pub critical: u8,
    /// Lowest face that succeeds at the lowered target number, which an effect may bring; equal to
    /// `target` where there is none.
    pub lowered: u8,
    /// Dice rolled, 0 to [`PoolShape::MAX_DICE`].
    pub dice: u8,
}

impl PoolShape {
    /// Largest number of dice in one pool.
    pub const MAX_DICE: u8 = 10;

    /// A pool of d10s as most rolls of the games use it: target 5, lowered to 3 by an effect.
    #[inline]
    #[must_use]
    pub const fn d10(dice: u8, critical: u8) -> Self {
        Self {
            sides: Sides::D10,
            dice,
            target: 5,
            critical,
            lowered: 3,
        }
    }

    /// The same pool with another number of dice.
    #[inline]
    #[must_use]
    pub const fn with_dice(self, dice: u8) -> Self {
        Self { dice, ..self }
    }

    /// Reads one die of this pool: the roll of a single die that shows `face`.
    ///
    /// ```
    /// use equipoise_dice::{PoolShape, Roll};
    /// let read = PoolShape::d10(1, 9).read(9);
    /// assert_eq!(read, Roll { crit: 1, ..Roll::default() });
    /// ```
    #[inline]
    #[must_use]
    pub const fn read(self, face: u8) -> Roll {
        let mut roll = Roll {
            low: 0,
            mid: 0,
            hit: 0,
            crit: 0,
        };
        if face >= self.target {
            if face >= self.critical {
                roll.crit = 1;
            } else {
                roll.hit = 1;
            }
        } else if face >= self.lowered {
            roll.mid = 1;
        } else {
            roll.low = 1;
        }
        roll
    }

    /// How many faces of one die fall into each category.
    #[inline]
    #[must_use]
    pub(crate) fn face_counts(self) -> FaceCounts {
        let end = self.sides.count() + 1;
        let target = self.target.clamp(1, end);
        let lowered = self.lowered.clamp(1, target);
        let critical = self.critical.clamp(target, end);
        FaceCounts {
            low: lowered - 1,
            mid: target - lowered,
            hit: critical - target,
            crit: end - critical,
        }
    }
}

/// Faces of one die by category; they decide the distribution of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FaceCounts {
    pub(crate) low: u8,
    pub(crate) mid: u8,
    pub(crate) hit: u8,
    pub(crate) crit: u8,
}

impl FaceCounts {
    /// Number of faces of the die.
    pub(crate) const fn sides(self) -> u8 {
        self.low + self.mid + self.hit + self.crit
    }
}

/// How many dice of a net total are rolled and how many count as automatic successes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolSize {
    /// Dice rolled.
    pub rolled: u8,
    /// Plain automatic successes from dice over the cap; never critical, never rerolled.
    pub automatic: u8,
}

impl PoolSize {
    /// Splits a net number of dice at the ten-dice cap; a negative total rolls nothing.
    ///
    /// ```
    /// use equipoise_dice::PoolSize;
    /// assert_eq!(PoolSize::capped(11), PoolSize { rolled: 10, automatic: 1 });
    /// assert_eq!(PoolSize::capped(-1), PoolSize { rolled: 0, automatic: 0 });
    /// ```
    #[inline]
    #[must_use]
    pub fn capped(net: i32) -> Self {
        let cap = i32::from(PoolShape::MAX_DICE);
        Self {
            rolled: net.clamp(0, cap) as u8,
            automatic: (net - cap).clamp(0, i32::from(u8::MAX)) as u8,
        }
    }
}

/// The result of a pool: counts of the categories of faces that some rule distinguishes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Roll {
    /// Dice that fail even at the lowered target number.
    pub low: u8,
    /// Dice that fail, but succeed at the lowered target number.
    pub mid: u8,
    /// Plain successes.
    pub hit: u8,
    /// Criticals, worth two successes each.
    pub crit: u8,
}

impl Roll {
    /// Number of dice.
    #[inline]
    #[must_use]
    pub const fn dice(self) -> u8 {
        self.low + self.mid + self.hit + self.crit
    }

    /// Successes at the printed target number; a critical counts twice.
    #[inline]
    #[must_use]
    pub const fn successes(self) -> u8 {
        self.hit + 2 * self.crit
    }

    /// Successes at the lowered target number.
    #[inline]
    #[must_use]
    pub const fn lowered(self) -> u8 {
        self.mid + self.successes()
    }

    /// Dice below the printed target number.
    #[inline]
    #[must_use]
    pub const fn failures(self) -> u8 {
        self.low + self.mid
    }

    /// Two rolls read as one.
    #[inline]
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            low: self.low + other.low,
            mid: self.mid + other.mid,
            hit: self.hit + other.hit,
            crit: self.crit + other.crit,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FaceCounts, PoolShape, Roll, Sides};

    fn counted_face_by_face(shape: PoolShape) -> FaceCounts {
        let mut sum = Roll::default();
        for face in 1..=shape.sides.count() {
            sum = sum.plus(shape.read(face));
        }
        FaceCounts {
            low: sum.low,
            mid: sum.mid,
            hit: sum.hit,
            crit: sum.crit,
        }
    }

    #[test]
    fn face_counts_of_the_common_pool() {
        // Faces 1-2 low, 3-4 mid, 5-9 hit, 10 critical.
        let expected = FaceCounts {
            low: 2,
            mid: 2,
            hit: 5,
            crit: 1,
        };
        assert_eq!(PoolShape::d10(4, 10).face_counts(), expected);
    }

    #[test]
    fn face_counts_agree_with_reading_every_face() {
        for sides in [Sides::D6, Sides::D8, Sides::D10] {
            for code in 0..13_u32.pow(3) {
                let [target, critical, lowered] =
                    [code % 13, code / 13 % 13, code / 169].map(|n| n as u8);
                let shape = PoolShape {
                    sides,
                    dice: 1,
                    target,
                    critical,
                    lowered,
                };
                assert_eq!(
                    shape.face_counts(),
                    counted_face_by_face(shape),
                    "{shape:?}"
                );
            }
        }
    }
}
