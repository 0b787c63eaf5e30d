//! Exact distributions of small counts.

use std::error::Error;
use std::fmt;

use crate::pool::PoolShape;

/// Probability mass function of a small non-negative integer.
///
/// Values below 0 do not occur: operations that could reach them floor at 0, as totals of the
/// rules do. The probabilities sum to 1 up to rounding.
///
/// ```
/// use equipoise_dice::{Pmf, PoolShape, PoolUse};
/// let evade = Pmf::pool(PoolShape::d10(8, 10), PoolUse::default());
/// assert!((evade.mean() - 5.6).abs() < 1e-12);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Pmf {
    /// Probability of each value from 0 on; never empty, no zero at the end but the only entry.
    mass: Vec<f64>,
}

/// How a pool is read or changed after it is rolled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PoolUse {
    /// Dice at or above the lowered target number succeed, when thrown and when thrown again.
    pub lowered: bool,
    /// Every failing die is thrown again, once.
    pub reroll: bool,
}

/// Why numbers are no distribution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PmfError {
    /// Some probability is negative or not a number.
    NotAProbability,
    /// The probabilities do not sum to 1.
    NotNormalised,
}

impl fmt::Display for PmfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotAProbability => "a probability is negative or not a number",
            Self::NotNormalised => "the probabilities do not sum to 1",
        })
    }
}

impl Error for PmfError {}

impl Pmf {
    /// The distribution that gives `mass[k]` to each `k`.
    ///
    /// # Errors
    ///
    /// When an entry is negative or not a number, or the sum is not 1 within 10^-9.
    pub fn from_mass(mass: Vec<f64>) -> Result<Self, PmfError> {
        if !mass.iter().all(|&p| p >= 0.0) {
            return Err(PmfError::NotAProbability);
        }
        let sum: f64 = mass.iter().sum();
        if (sum - 1.0).abs() > 1e-9 {
            return Err(PmfError::NotNormalised);
        }
        Ok(Self::trimmed(mass))
    }

    /// The distribution of a value that is certain.
    #[must_use]
    pub fn certain(value: u32) -> Self {
        let mut mass = vec![0.0; value as usize + 1];
        mass[value as usize] = 1.0;
        Self { mass }
    }

    /// Successes among `trials` independent trials; `chance` outside 0 to 1 counts as the nearer end,
    /// NaN as 0.
    #[must_use]
    pub fn binomial(trials: u32, chance: f64) -> Self {
        let chance = probability(chance);
        Self::trimmed(vec![1.0 - chance, chance]).times(trials)
    }

    /// Successes of a pool; a critical counts twice.
    #[must_use]
    pub fn pool(shape: PoolShape, how: PoolUse) -> Self {
        Self::one_die(shape, how).times(u32::from(shape.dice))
    }

    fn one_die(shape: PoolShape, how: PoolUse) -> Self {
        let faces = shape.face_counts();
        let sides = f64::from(faces.sides());
        let (failing, plain) = if how.lowered {
            (faces.low, faces.mid + faces.hit)
        } else {
            (faces.low + faces.mid, faces.hit)
        };
        let throw = [failing, plain, faces.crit].map(|count| f64::from(count) / sides);
        if !how.reroll {
            return Self::trimmed(throw.to_vec());
        }
        let [fail, one, two] = throw;
        Self::trimmed(vec![fail * fail, one + fail * one, two + fail * two])
    }

    /// Sum of `count` independent values of this distribution.
    #[must_use]
    pub fn times(&self, count: u32) -> Self {
        (0..count).fold(Self::certain(0), |sum, _| sum.convolve(self))
    }

    /// Sum of a value of this distribution and an independent one of `other`.
    #[must_use]
    pub fn convolve(&self, other: &Self) -> Self {
        let mut mass = vec![0.0; self.mass.len() + other.mass.len() - 1];
        for (x, p) in self.mass.iter().enumerate() {
            for (y, q) in other.mass.iter().enumerate() {
                mass[x + y] += p * q;
            }
        }
        Self::trimmed(mass)
    }

    /// Each value moved by `by`; what falls below 0 becomes 0.
    #[must_use]
    pub fn shift(&self, by: i32) -> Self {
        self.map(|value| value.saturating_add_signed(by))
    }

    /// `max(0, X - Y)` for a value `X` of this distribution and an independent `Y` of `other`.
    #[must_use]
    pub fn difference_floored(&self, other: &Self) -> Self {
        let mut mass = vec![0.0; self.mass.len()];
        for (x, p) in self.mass.iter().enumerate() {
            for (y, q) in other.mass.iter().enumerate() {
                mass[x.saturating_sub(y)] += p * q;
            }
        }
        Self::trimmed(mass)
    }

    /// A value of this distribution with probability `weight`, else one of `other`; `weight`
    /// outside 0 to 1 counts as the nearer end.
    #[must_use]
    pub fn mix(&self, weight: f64, other: &Self) -> Self {
        let weight = probability(weight);
        let length = self.mass.len().max(other.mass.len()) as u32;
        let mixed = |k| weight * self.probability(k) + (1.0 - weight) * other.probability(k);
        Self::trimmed((0..length).map(mixed).collect())
    }

    /// The distribution of `f` of a value.
    #[must_use]
    pub fn map(&self, f: impl Fn(u32) -> u32) -> Self {
        let mut mass = Vec::new();
        for (value, probability) in self.iter() {
            let image = f(value) as usize;
            if image >= mass.len() {
                mass.resize(image + 1, 0.0);
            }
            mass[image] += probability;
        }
        Self::trimmed(mass)
    }

    /// The distribution of a second value, drawn from `f` of the first (law of total probability).
    #[must_use]
    pub fn then(&self, f: impl Fn(u32) -> Self) -> Self {
        let mut mass = vec![0.0];
        for (value, probability) in self.iter() {
            let second = f(value);
            mass.resize(mass.len().max(second.mass.len()), 0.0);
            for (sum, p) in mass.iter_mut().zip(&second.mass) {
                *sum += probability * p;
            }
        }
        Self::trimmed(mass)
    }

    /// Expected value.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.iter().map(|(value, p)| f64::from(value) * p).sum()
    }

    /// Variance.
    #[must_use]
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        self.iter()
            .map(|(value, p)| (f64::from(value) - mean).powi(2) * p)
            .sum()
    }

    /// Probability of exactly `value`.
    #[must_use]
    pub fn probability(&self, value: u32) -> f64 {
        self.mass.get(value as usize).copied().unwrap_or(0.0)
    }

    /// Probability of `value` or more.
    #[must_use]
    pub fn at_least(&self, value: u32) -> f64 {
        self.mass.iter().skip(value as usize).sum()
    }

    /// Sum of all probabilities: 1 up to rounding.
    #[must_use]
    pub fn sum(&self) -> f64 {
        self.mass.iter().sum()
    }

    /// Largest value that can occur.
    #[must_use]
    pub fn max(&self) -> u32 {
        self.mass.len() as u32 - 1
    }

    /// Values that can occur with their probabilities, smallest first.
    pub fn iter(&self) -> impl Iterator<Item = (u32, f64)> + '_ {
        let occurs = |&(_, &p): &(u32, &f64)| p > 0.0;
        (0..)
            .zip(&self.mass)
            .filter(occurs)
            .map(|(value, &p)| (value, p))
    }

    /// The distribution with these probabilities, which must sum to 1.
    pub(crate) fn trimmed(mut mass: Vec<f64>) -> Self {
        while mass.len() > 1 && mass.last() == Some(&0.0) {
            mass.pop();
        }
        Self { mass }
    }
}

/// The nearest probability; 0 for NaN.
const fn probability(number: f64) -> f64 {
    if number.is_nan() {
        0.0
    } else {
        number.clamp(0.0, 1.0)
    }
}
