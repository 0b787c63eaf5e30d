//! Counts of battles that were played in pairs.

use std::ops::Add;

use equipoise_stats::Scores;

/// Pairs of battles by what the first set of weights scored in both: 0, ½, 1, 1½ and 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally([u64; 5]);

impl Tally {
    /// One pair with so many half points, at most 4.
    pub(crate) fn of_pair(half_points: usize) -> Self {
        let mut counts = [0; 5];
        counts[half_points.min(4)] = 1;
        Self(counts)
    }

    /// How many pairs there are.
    pub(crate) fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Mean scores of the pairs, from 0 to 1 each, added up.
    pub(crate) fn sum(&self) -> f64 {
        let half_points: u64 = (0..)
            .zip(self.0)
            .map(|(points, count)| points * count)
            .sum();
        half_points as f64 / 4.0
    }

    /// Mean score of a battle; even if none was played.
    pub(crate) fn score(&self) -> f64 {
        match self.pairs() {
            0 => 0.5,
            pairs => self.sum() / pairs as f64,
        }
    }

    /// As the sequential test counts.
    pub(crate) const fn scores(&self) -> Scores {
        Scores::Pentanomial(self.0)
    }
}

impl Add for Tally {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        for (own, more) in self.0.iter_mut().zip(other.0) {
            *own += more;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::Tally;

    #[test]
    fn scores_are_means_of_battles() {
        let pairs = [0, 1, 2, 4, 4].map(Tally::of_pair);
        let sum = pairs
            .into_iter()
            .fold(Tally::default(), |sum, pair| sum + pair);
        assert_eq!(sum.pairs(), 5);
        assert_eq!(sum.score(), 11.0 / 20.0);
        assert_eq!(Tally::default().score(), 0.5);
    }
}
