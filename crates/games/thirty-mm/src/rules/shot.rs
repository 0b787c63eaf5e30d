//! Exact odds of one attack.

use equipoise_dice::{Pmf, PmfError};

use crate::rules::check::{Check, Reading};
use crate::rules::redundancy::Strike;

/// How one attack comes out, in 64ths: both dice have eight faces
/// (`mm30.ranged.accuracy-roll`, `mm30.ranged.evasion-roll`).
///
/// ```
/// use equipoise_thirty_mm::{Check, ShotOdds};
/// let plain = |stat| Check { stat, modifier: 0 };
/// let odds = ShotOdds::new(plain(6), Some(plain(7)));
/// assert!((odds.hit() - 0.3125).abs() < 1e-15);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShotOdds {
    /// The attack roll fails.
    pub missed: u8,
    /// It passes, and the target evades.
    pub evaded: u8,
    /// It passes, and the target does not evade.
    pub plain: u8,
    /// A natural 8: a critical hit.
    pub critical: u8,
}

impl ShotOdds {
    /// The odds of an attack roll against an evasion roll; `None` against a target that cannot evade.
    #[inline]
    #[must_use]
    pub fn new(attack: Check, evasion: Option<Check>) -> Self {
        let passes = attack.faces(Reading::Passes);
        let open = evasion.map_or(Check::FACES, |check| check.faces(Reading::Fails));
        Self {
            missed: Check::FACES * attack.faces(Reading::Fails),
            evaded: passes * (Check::FACES - open),
            plain: passes * open,
            critical: Check::FACES * attack.faces(Reading::Natural8),
        }
    }

    /// Probabilities of no hit, a plain hit and a critical hit.
    #[must_use]
    pub fn chances(self) -> [f64; 3] {
        [self.missed + self.evaded, self.plain, self.critical].map(|ways| f64::from(ways) / 64.0)
    }

    /// Probability of a hit, critical or not.
    #[must_use]
    pub fn hit(self) -> f64 {
        let [_, plain, critical] = self.chances();
        plain + critical
    }

    /// The damage of one attack.
    ///
    /// # Errors
    /// Never for odds made by [`ShotOdds::new`]: only when the fields do not sum to 64.
    pub fn damage(self, strike: Strike) -> Result<Pmf, PmfError> {
        let [none, plain, critical] = self.chances();
        let mut mass = vec![0.0; usize::from(strike.critical()) + 1];
        mass[0] += none;
        mass[usize::from(strike.damage)] += plain;
        mass[usize::from(strike.critical())] += critical;
        Pmf::from_mass(mass)
    }
}
