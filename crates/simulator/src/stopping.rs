//! When a pairing has been played enough.

use std::fmt;

use equipoise_stats::{
    ConfidenceSequence, Estimate, LineTest, Method, Standing, StatsError, mean_of_stopped, wilson,
};

use crate::tally::Tally;

/// Two-sided confidence level of every interval in the tables where the number of battles is fixed:
/// of each one by itself, and of the intervals of expected points for all units at once.
pub const CONFIDENCE: f64 = 0.95;

/// Battles of a pairing after which its tally is checkpointed before it has ended. Where a fixed number is
/// played there is a look for that alone. Even, and so many that it costs nothing.
pub(crate) const STRIDE: u64 = 1 << 16;

/// When the battles of a pairing end.
///
/// A rule looks at nothing but the tally of the pairing, at numbers of battles that it names
/// itself. So the number of battles is a function of plan and seed, on any number of threads.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Stopping {
    /// After as many battles as the plan says.
    #[default]
    Fixed,
    /// As soon as the confidence sequence of the score is as narrow as it was made for, or after
    /// as many battles as the plan says.
    HalfWidth(ConfidenceSequence),
    /// As soon as it is known on which side of a line the score lies, or that it lies within a margin
    /// of it, or after as many battles as the plan says.
    Decide(LineTest),
}

/// In words, with all its numbers.
impl fmt::Display for Stopping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let confidence = self.confidence();
        match self {
            Self::Fixed => write!(f, "a fixed number of battles"),
            Self::HalfWidth(sequence) => {
                write!(f, "until ± {} at {confidence}", sequence.half_width())
            }
            Self::Decide(test) => write!(
                f,
                "until above or below {0}, or within {1} of it, at {confidence}",
                test.line(),
                test.margin()
            ),
        }
    }
}

impl Stopping {
    /// Two-sided confidence level of the intervals of scores.
    #[must_use]
    pub const fn confidence(&self) -> f64 {
        match self {
            Self::Fixed => CONFIDENCE,
            Self::HalfWidth(sequence) => sequence.confidence(),
            Self::Decide(test) => test.confidence(),
        }
    }

    /// How the intervals of the pairings' scores are computed.
    #[must_use]
    pub const fn method(&self) -> Method {
        match self {
            Self::Fixed => Method::Wilson,
            Self::HalfWidth(_) | Self::Decide(_) => Method::ConfidenceSequence,
        }
    }

    /// Score of contestant a, a draw counting half, with the interval that holds under this rule:
    /// Wilson's after a fixed number of battles, else that of the confidence sequence.
    ///
    /// # Errors
    /// When there are no battles.
    pub fn score_a(&self, tally: &Tally) -> Result<Estimate, StatsError> {
        match self {
            Self::Fixed => wilson(tally.points_a(), tally.battles, CONFIDENCE),
            Self::HalfWidth(sequence) => sequence.interval(tally.points_a(), tally.battles),
            Self::Decide(test) => test.interval(tally.points_a(), tally.battles),
        }
    }

    /// The mean of scores against several opponents, each weighing the same: each score is the points, a draw counting half,
    /// and the number of battles. The interval of a fixed number of battles, as many against each, has this confidence;
    /// that of battles which were stopped has the rule's own.
    ///
    /// # Errors
    /// When there are no scores, or no battles of one.
    pub fn mean_score(
        &self,
        scores: &[(f64, u64)],
        confidence: f64,
    ) -> Result<Estimate, StatsError> {
        match self {
            Self::Fixed => {
                let points = scores.iter().map(|score| score.0).sum();
                let battles = scores.iter().map(|score| score.1).sum();
                wilson(points, battles, confidence)
            }
            Self::HalfWidth(sequence) => {
                let interval = |&(points, battles): &(f64, u64)| {
                    Ok((sequence.interval(points, battles)?, battles))
                };
                let intervals: Result<Vec<_>, StatsError> = scores.iter().map(interval).collect();
                mean_of_stopped(&intervals?)
            }
            Self::Decide(test) => test.mean_of_decided(scores),
        }
    }

    /// Where the score of contestant a lies; `None` while that is open, or is not asked.
    #[must_use]
    pub fn standing(&self, tally: &Tally) -> Option<Standing> {
        match self {
            Self::Fixed | Self::HalfWidth(_) => None,
            Self::Decide(test) => test.standing(tally.points_a(), tally.battles),
        }
    }

    /// Whether a pairing with this tally ended before its score was known as well as asked for.
    #[must_use]
    pub fn is_capped(&self, tally: &Tally) -> bool {
        match self {
            Self::Fixed => false,
            Self::HalfWidth(sequence) => !sequence.is_reached(tally.points_a(), tally.battles),
            Self::Decide(_) => self.standing(tally).is_none(),
        }
    }

    /// The number of battles after which to look next at a pairing that stands so; `None` when it
    /// has been played enough. Both seats are played equally at every look: `most` must be even.
    pub fn next_look(&self, tally: &Tally, most: u64) -> Option<u64> {
        let (points, battles) = (tally.points_a(), tally.battles);
        match self {
            _ if battles >= most => None,
            Self::Fixed => Some(battles.saturating_add(STRIDE).min(most)),
            Self::HalfWidth(sequence) if sequence.is_reached(points, battles) => None,
            Self::HalfWidth(sequence) => Some(sequence.next_look(points, battles).min(most)),
            Self::Decide(_) if self.standing(tally).is_some() => None,
            Self::Decide(test) => Some(test.next_look(battles).min(most)),
        }
    }
}
