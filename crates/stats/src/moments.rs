//! Mean and spread from exact integer sums.

use crate::StatsError;

/// Mean and standard deviation of integers, from their sum and sum of squares.
///
/// Tallies add integers, so the subtraction that loses precision in floating point is exact here, and
/// rounding happens once, at the end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moments {
    /// How many numbers were summed.
    pub n: u64,
    /// Their arithmetic mean.
    pub mean: f64,
    /// Their sample standard deviation (divisor `n - 1`); `None` for a single number.
    pub sd: Option<f64>,
}

impl Moments {
    /// Moments of `n` integers with the given sum and sum of squares.
    ///
    /// # Errors
    ///
    /// [`StatsError::TooFew`] for `n = 0`, [`StatsError::ImpossibleSums`] when no real numbers
    /// have these sums, [`StatsError::Overflow`] beyond 128 bits.
    pub fn from_sums(sum: i128, sum_of_squares: i128, n: u64) -> Result<Self, StatsError> {
        if n == 0 {
            return Err(StatsError::TooFew { needed: 1, got: 0 });
        }
        let scatter = scatter(sum, sum_of_squares, n)?;
        let n_f = n as f64;
        // For a single number `scatter` has checked that its sums are consistent.
        let sd = (n > 1).then(|| (scatter as f64 / n_f / (n_f - 1.0)).sqrt());
        Ok(Self {
            n,
            mean: sum as f64 / n_f,
            sd,
        })
    }
}

/// `n Σx² − (Σx)²`, which is `n²` times the population variance and never negative.
fn scatter(sum: i128, sum_of_squares: i128, n: u64) -> Result<i128, StatsError> {
    let squares = sum_of_squares
        .checked_mul(i128::from(n))
        .ok_or(StatsError::Overflow)?;
    let square = sum.checked_mul(sum).ok_or(StatsError::Overflow)?;
    let scatter = squares.checked_sub(square).ok_or(StatsError::Overflow)?;
    if scatter < 0 || (n == 1 && scatter != 0) {
        return Err(StatsError::ImpossibleSums {
            n,
            sum,
            sum_of_squares,
        });
    }
    Ok(scatter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_sd_of_a_small_sample() {
        // 2, 4, 4, 4, 5, 5, 7, 9: mean 5, squared deviations 9+1+1+1+0+0+4+16 = 32.
        let m = Moments::from_sums(40, 232, 8).unwrap();
        assert_eq!(m.mean, 5.0);
        assert!((m.sd.unwrap() - (32.0_f64 / 7.0).sqrt()).abs() < 1e-15);
    }

    #[test]
    fn a_huge_offset_costs_no_precision() {
        // 10^12 + {1, 2, 3}: sd is exactly 1, which a naive f64 sum of squares gets wrong.
        let base = 1_000_000_000_000_i128;
        let squares = (1..=3).map(|k| (base + k) * (base + k)).sum();
        let m = Moments::from_sums(3 * base + 6, squares, 3).unwrap();
        assert_eq!(m.sd, Some(1.0));
    }

    #[test]
    fn equal_numbers_have_sd_zero_and_a_single_number_has_no_sd() {
        assert_eq!(Moments::from_sums(-12, 36, 4).unwrap().sd, Some(0.0));
        let single = Moments::from_sums(-3, 9, 1).unwrap();
        assert_eq!((single.mean, single.sd), (-3.0, None));
    }

    #[test]
    fn inconsistent_sums_are_errors() {
        assert_eq!(
            Moments::from_sums(0, 0, 0),
            Err(StatsError::TooFew { needed: 1, got: 0 })
        );
        assert!(matches!(
            Moments::from_sums(10, 49, 2),
            Err(StatsError::ImpossibleSums { .. })
        ));
        assert!(matches!(
            Moments::from_sums(3, 10, 1),
            Err(StatsError::ImpossibleSums { .. })
        ));
        assert_eq!(
            Moments::from_sums(i128::MAX, 1, 2),
            Err(StatsError::Overflow)
        );
    }
}
