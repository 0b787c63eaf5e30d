//! Printed values that rules options round.

use serde::{Deserialize, Serialize};

/// A printed value of which rounding loses more than a tenth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rounding {
    /// What rounds it, such as the hexes of a table: `hexes of 4 in`.
    pub measure: String,
    /// The unit or the scenario that it belongs to.
    pub of: String,
    /// The value.
    pub value: String,
    /// As it is printed.
    pub printed: u32,
    /// As it counts.
    pub counts: u32,
    /// Of both numbers.
    pub unit: String,
}

impl Rounding {
    /// Whether rounding loses more than a tenth of a value.
    #[must_use]
    pub const fn is_large(printed: u32, counts: u32) -> bool {
        10 * printed.saturating_sub(counts) > printed
    }

    /// The change in per cent of the printed value, rounded to whole ones.
    #[must_use]
    pub fn percent(&self) -> i64 {
        let (printed, counts) = (i64::from(self.printed), i64::from(self.counts));
        let twice = 200 * (counts - printed);
        (twice + twice.signum() * printed) / (2 * printed.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::Rounding;

    #[test]
    fn more_than_a_tenth_is_large() {
        assert!(
            !Rounding::is_large(10, 9) && !Rounding::is_large(0, 0) && !Rounding::is_large(10, 11)
        );
        assert!(Rounding::is_large(9, 8) && Rounding::is_large(7, 4) && Rounding::is_large(3, 0));
    }

    #[test]
    fn percents_are_of_the_printed_value() {
        let percent = |printed, counts| {
            let text = String::new;
            Rounding {
                measure: text(),
                of: text(),
                value: text(),
                printed,
                counts,
                unit: text(),
            }
            .percent()
        };
        assert_eq!(
            [percent(7, 4), percent(3, 0), percent(18, 20)],
            [-43, -100, 11]
        );
    }
}
