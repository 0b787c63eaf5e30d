//! Scores of games, and the scales of Elo differences.

/// How often each score occurred, from the lowest to the highest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scores {
    /// Losses, draws and wins of single games.
    Trinomial([u64; 3]),
    /// Pairs of games that gave 0, ½, 1, 1½ and 2 points: both lost; one lost, one drawn; one of each
    /// or both drawn; one won, one drawn; both won.
    Pentanomial([u64; 5]),
}

impl Scores {
    /// The counts, from the lowest score to the highest.
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        match self {
            Self::Trinomial(counts) => counts,
            Self::Pentanomial(counts) => counts,
        }
    }

    /// Number of games, or of pairs of games.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.counts()
            .iter()
            .fold(0, |total, &count| total.saturating_add(count))
    }

    /// Whether there are too few to tell how much they scatter: beside the commonest score fewer than ten others.
    #[must_use]
    pub fn are_few(&self) -> bool {
        const ENOUGH: u64 = 10;
        let commonest = self.counts().iter().copied().max().unwrap_or(0);
        self.total() - commonest < ENOUGH
    }

    /// Games in each observation.
    pub(super) const fn games(&self) -> f64 {
        match self {
            Self::Trinomial(_) => 1.0,
            Self::Pentanomial(_) => 2.0,
        }
    }

    /// The distribution of the scores, each as a fraction of the best. Counts below `least` are raised
    /// to it.
    pub(super) fn distribution(&self, least: f64) -> Distribution {
        let counts: Vec<f64> = self
            .counts()
            .iter()
            .map(|&count| (count as f64).max(least))
            .collect();
        let total = counts.iter().sum();
        let best = (counts.len() - 1) as f64;
        Distribution {
            total,
            scores: (0..counts.len()).map(|at| at as f64 / best).collect(),
            shares: counts.iter().map(|count| count / total).collect(),
        }
    }
}

/// An observed distribution of scores.
#[derive(Debug, Clone)]
pub(super) struct Distribution {
    pub(super) total: f64,
    pub(super) scores: Vec<f64>,
    pub(super) shares: Vec<f64>,
}

/// Mean and variance of the scores with these probabilities.
pub(super) fn mean_and_variance(scores: &[f64], shares: &[f64]) -> (f64, f64) {
    let over = |of: &dyn Fn(f64) -> f64| -> f64 {
        scores
            .iter()
            .zip(shares)
            .map(|(&score, share)| of(score) * share)
            .sum()
    };
    let mean = over(&|score| score);
    (mean, over(&|score| (score - mean) * (score - mean)))
}

/// The scale of the hypotheses' Elo differences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EloModel {
    /// An expected score of 1 / (1 + 10^(−Elo/400)) per game.
    Logistic,
    /// An expected score of ½ + σ Elo ln(10)/800, where σ is the standard deviation of a game's score:
    /// the difference is measured in units of the noise, so the length of the test does not depend on
    /// the share of draws.
    Normalized,
}
