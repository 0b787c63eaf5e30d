//! Weapon Redundancy: copies of a weapon make its attacks cheaper or stronger.

use crate::options::Options;

/// AP cost and Base Damage of one attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strike {
    /// Action Points.
    pub ap: u8,
    /// Base Damage.
    pub damage: u16,
}

impl Strike {
    /// What the weapon's numbers become with `copies` of it on the unit, itself included
    /// (`mm30.weapon.redundancy-ap`, `mm30.weapon.redundancy-damage`).
    #[inline]
    #[must_use]
    pub fn with_copies(self, copies: u8, options: &Options) -> Self {
        if copies < 2 {
            return self;
        }
        let reduced = self.ap.saturating_sub((copies - 1).min(4));
        let half = self.ap.div_ceil(2);
        let ap = reduced.max(half).max(self.ap.min(2));
        let looked_at = if options.redundancy_bonus_after_half_floor {
            ap
        } else {
            reduced
        };
        let bonus = if looked_at <= 2 {
            u16::from(copies / 2)
        } else {
            0
        };
        Self {
            ap,
            damage: self.damage + bonus,
        }
    }

    /// Damage of a critical hit: 1.5 times Base Damage, rounded up (`mm30.ranged.critical`).
    #[must_use]
    pub const fn critical(self) -> u16 {
        self.damage + self.damage.div_ceil(2)
    }
}
