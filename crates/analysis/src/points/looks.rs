//! When verdicts are looked at.

use std::iter;

use equipoise_simulator::CONFIDENCE;
use equipoise_stats::simultaneous;

/// Fewest matchups after which verdicts are looked at: fewer hardly ever tell.
const FIRST: u64 = 1_000;

/// Numbers of matchups after which verdicts are looked at. An interval at the [`level`](Self::level) of one look holds at
/// all of them with 95 %, so it holds wherever the looks stop.
pub(crate) struct Looks {
    /// Each larger than the one before.
    early: Vec<u64>,
    most: u64,
}

impl Looks {
    /// One look, after all matchups.
    pub(crate) fn once(matchups: u64) -> Self {
        Self {
            early: Vec::new(),
            most: matchups,
        }
    }

    /// After `most` matchups, and before that after a half of them, a quarter and so on, rounded up, down to a thousand.
    pub(crate) fn doubling(most: u64) -> Self {
        let halves = iter::successors(Some(most.div_ceil(2)), |of| Some(of.div_ceil(2)));
        let mut early: Vec<u64> = halves.take_while(|&of| of >= FIRST).collect();
        early.reverse();
        Self { early, most }
    }

    /// The looks before the last.
    pub(crate) fn early(&self) -> &[u64] {
        &self.early
    }

    /// The last look: the most matchups that are played.
    pub(crate) const fn most(&self) -> u64 {
        self.most
    }

    /// How many there are.
    pub(crate) fn count(&self) -> u64 {
        self.early.len() as u64 + 1
    }

    /// Level of the intervals of a look.
    pub(crate) fn level(&self) -> f64 {
        simultaneous(CONFIDENCE, self.count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_double_and_share_the_error() {
        let looks = Looks::doubling(16_000);
        assert_eq!(
            (looks.early(), looks.most()),
            (&[1_000, 2_000, 4_000, 8_000][..], 16_000)
        );
        assert_eq!(Looks::doubling(5_001).early(), [1_251, 2_501]);
        assert!(Looks::doubling(300).early().is_empty());
        // One in twenty, a fifth of it at each of five.
        assert!((Looks::doubling(16_000).level() - 0.99).abs() < 1e-12);
        assert!((Looks::once(16_000).level() - CONFIDENCE).abs() < 1e-12);
    }
}
