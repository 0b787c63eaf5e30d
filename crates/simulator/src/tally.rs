//! Integer counts and sums of battles.

use equipoise_engine::{Outcome, Side};

use crate::margins::Margins;

/// Sum and sum of squares of a whole number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// Sum.
    pub sum: i64,
    /// Sum of squares.
    pub squares: i128,
}

impl Sums {
    pub(crate) fn record(&mut self, value: i64) {
        self.sum += value;
        self.squares += i128::from(value) * i128::from(value);
    }

    pub(crate) fn merge(&mut self, other: Self) {
        self.sum += other.sum;
        self.squares += other.squares;
    }
}

/// What is known of a pairing after some battles: whole numbers only, so that adding tallies is
/// exact and gives the same bits in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Battles played.
    pub battles: u64,
    /// Battles won by a.
    pub wins_a: u64,
    /// Battles won by b.
    pub wins_b: u64,
    /// Battles without a winner.
    pub draws: u64,
    /// Victory points of a.
    pub vp_a: Sums,
    /// Victory points of b.
    pub vp_b: Sums,
    /// Victory points of a minus those of b.
    pub vp_diff: Sums,
    /// Smallest and largest victory-point difference; `None` before the first battle.
    pub vp_diff_range: Option<(i64, i64)>,
    /// Rounds of all battles together.
    pub rounds: u64,
    /// Histogram of the victory-point difference.
    pub margins: Margins,
}

impl Tally {
    /// Counts one battle, with contestant a as side A of the outcome.
    pub fn record(&mut self, outcome: &Outcome) {
        self.battles += 1;
        match outcome.winner {
            Some(Side::A) => self.wins_a += 1,
            Some(Side::B) => self.wins_b += 1,
            None => self.draws += 1,
        }
        let [a, b] = outcome.score.map(i64::from);
        self.vp_a.record(a);
        self.vp_b.record(b);
        self.vp_diff.record(a - b);
        self.stretch(a - b, a - b);
        self.margins.record(a - b);
        self.rounds += u64::from(outcome.rounds);
    }

    /// Score sum of a: battles won, a draw counting half.
    #[must_use]
    pub const fn points_a(&self) -> f64 {
        self.wins_a as f64 + self.draws as f64 / 2.0
    }

    /// Adds the battles of another tally of the same pairing.
    pub fn merge(&mut self, other: &Self) {
        self.battles += other.battles;
        self.wins_a += other.wins_a;
        self.wins_b += other.wins_b;
        self.draws += other.draws;
        self.vp_a.merge(other.vp_a);
        self.vp_b.merge(other.vp_b);
        self.vp_diff.merge(other.vp_diff);
        if let Some((low, high)) = other.vp_diff_range {
            self.stretch(low, high);
        }
        self.rounds += other.rounds;
        self.margins.merge(&other.margins);
    }

    /// Whether the counts are those of battles: each has one result and lies in one bin.
    pub(crate) fn adds_up(&self) -> bool {
        let sum = |counts: &[u64]| counts.iter().try_fold(0u64, |sum, &n| sum.checked_add(n));
        let results = sum(&[self.wins_a, self.wins_b, self.draws]);
        let binned = sum(self.margins.counts());
        let ordered = |(low, high)| low <= high;
        self.battles > 0
            && results == Some(self.battles)
            && binned == Some(self.battles)
            && self.vp_diff_range.is_some_and(ordered)
    }

    /// Feeds the canonical form to `sink`: every number in the order of the fields, big-endian,
    /// sums as 8 bytes, sums of squares as 16, an empty range as 0 and 0, then all bins.
    pub fn canonical_bytes(&self, mut sink: impl FnMut(&[u8])) {
        for count in [self.battles, self.wins_a, self.wins_b, self.draws] {
            sink(&count.to_be_bytes());
        }
        for sums in [self.vp_a, self.vp_b, self.vp_diff] {
            sink(&sums.sum.to_be_bytes());
            sink(&sums.squares.to_be_bytes());
        }
        let (low, high) = self.vp_diff_range.unwrap_or_default();
        sink(&low.to_be_bytes());
        sink(&high.to_be_bytes());
        sink(&self.rounds.to_be_bytes());
        for count in self.margins.counts() {
            sink(&count.to_be_bytes());
        }
    }

    fn stretch(&mut self, low: i64, high: i64) {
        let (old_low, old_high) = self.vp_diff_range.unwrap_or((low, high));
        self.vp_diff_range = Some((old_low.min(low), old_high.max(high)));
    }
}

#[cfg(test)]
mod tests {
    use equipoise_engine::{Outcome, Side};

    use super::Tally;

    fn tally(outcomes: &[(Option<Side>, [i32; 2], u8)]) -> Tally {
        let mut tally = Tally::default();
        for &(winner, score, rounds) in outcomes {
            tally.record(&Outcome {
                winner,
                score,
                rounds,
            });
        }
        tally
    }

    const BATTLES: [(Option<Side>, [i32; 2], u8); 4] = [
        (Some(Side::A), [100, 20], 5),
        (Some(Side::B), [0, 700], 2),
        (None, [30, 30], 5),
        (Some(Side::A), [50, 45], 4),
    ];

    #[test]
    fn counts_and_sums_are_those_of_the_battles() {
        let tally = tally(&BATTLES);
        assert_eq!(
            (tally.battles, tally.wins_a, tally.wins_b, tally.draws),
            (4, 2, 1, 1)
        );
        assert_eq!(
            (tally.vp_a.sum, tally.vp_b.sum, tally.vp_diff.sum),
            (180, 795, -615)
        );
        // 100² + 30² + 50²; 20² + 700² + 30² + 45²; 80² + 700² + 5².
        assert_eq!(tally.vp_a.squares, 13_400);
        assert_eq!(tally.vp_b.squares, 493_325);
        assert_eq!(tally.vp_diff.squares, 496_425);
        assert_eq!(tally.vp_diff_range, Some((-700, 80)));
        assert_eq!(tally.rounds, 16);
    }

    #[test]
    fn merging_is_associative_and_equals_one_count() {
        let whole = tally(&BATTLES);
        let parts: Vec<Tally> = BATTLES.iter().map(|&battle| tally(&[battle])).collect();
        let mut left = Tally::default();
        for part in &parts {
            left.merge(part);
        }
        let mut right = parts[2].clone();
        right.merge(&parts[3]);
        let mut rest = parts[0].clone();
        rest.merge(&parts[1]);
        rest.merge(&right);
        assert_eq!(left, whole);
        assert_eq!(rest, whole);
    }

    #[test]
    fn canonical_form_tells_tallies_apart() {
        let bytes = |tally: &Tally| {
            let mut bytes = Vec::new();
            tally.canonical_bytes(|part| bytes.extend_from_slice(part));
            bytes
        };
        // 7 plain numbers, 3 sums with 16-byte squares, 103 bins.
        assert_eq!(bytes(&Tally::default()).len(), 7 * 8 + 3 * 24 + 103 * 8);
        assert_ne!(bytes(&tally(&BATTLES)), bytes(&tally(&BATTLES[..3])));
    }
}
