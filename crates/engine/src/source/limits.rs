//! Legal ranges of numbers.

use std::fmt;

/// An inclusive range of integers, optionally only the multiples of a step, and the rule that sets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    min: i64,
    max: i64,
    step: i64,
    rule: Option<&'static str>,
}

impl Limits {
    /// Every whole number in a range.
    pub const fn whole(min: i64, max: i64) -> Self {
        Self::steps(min, max, 1)
    }

    /// The multiples of a step in a range.
    pub const fn steps(min: i64, max: i64, step: i64) -> Self {
        Self {
            min,
            max,
            step,
            rule: None,
        }
    }

    /// The range with the id of the rule that sets it, which messages name.
    pub const fn of_rule(self, rule: &'static str) -> Self {
        Self {
            rule: Some(rule),
            ..self
        }
    }

    /// Whether a value is legal.
    pub const fn contain(self, value: i64) -> bool {
        self.min <= value && value <= self.max && value % self.step == 0
    }

    /// The value converted to the type of a profile's field, if it is legal.
    pub fn admit<T: TryFrom<i64>>(self, value: i64) -> Option<T> {
        if self.contain(value) {
            T::try_from(value).ok()
        } else {
            None
        }
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.step {
            1 => write!(f, "a whole number from {} to {}", self.min, self.max)?,
            step => write!(f, "a multiple of {step} from {} to {}", self.min, self.max)?,
        }
        match self.rule {
            Some(rule) => write!(f, " ({rule})"),
            None => Ok(()),
        }
    }
}
