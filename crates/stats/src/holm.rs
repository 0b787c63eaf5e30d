//! Many one-sided tests at once: Holm's step-down procedure.

use statrs::distribution::{ContinuousCDF, Normal};

/// Which hypotheses are rejected so that the chance of rejecting any true one is at most `level`,
/// under any dependence (S. Holm, Scand. J. Statist. 6 (1979) 65–70): the smallest of n probabilities
/// is compared with level / n, the next one with level / (n − 1), up to the first that is larger.
#[must_use]
pub fn holm(probabilities: &[f64], level: f64) -> Vec<bool> {
    let count = probabilities.len();
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&a, &b| probabilities[a].total_cmp(&probabilities[b]));
    let mut rejected = vec![false; count];
    for (rank, place) in order.into_iter().enumerate() {
        if probabilities[place] > level / (count - rank) as f64 {
            break;
        }
        rejected[place] = true;
    }
    rejected
}

/// The probability that a standard normal number is below this one.
#[must_use]
pub fn normal_below(z: f64) -> f64 {
    Normal::standard().cdf(z)
}

#[cfg(test)]
mod tests {
    use super::{holm, normal_below};

    /// Four at 5 %: 0.0125, 0.0167, 0.025, 0.05.
    #[test]
    fn each_step_has_its_own_limit() {
        assert_eq!(
            holm(&[0.01, 0.04, 0.03, 0.005], 0.05),
            [true, false, false, true]
        );
        assert_eq!(holm(&[0.06, 0.0125, 0.0166, 0.025], 0.05)[1..], [true; 3]);
        // What comes after the first that is too large is not looked at.
        assert_eq!(holm(&[0.02, 0.02, 0.02, 0.04], 0.05), [false; 4]);
        assert!(holm(&[], 0.05).is_empty());
        assert_eq!(holm(&[0.05], 0.05), [true]);
    }

    #[test]
    fn tails_are_the_published_ones() {
        assert!((normal_below(-1.959_964) - 0.025).abs() < 1e-7);
        assert!((normal_below(0.0) - 0.5).abs() < 1e-15);
    }
}
