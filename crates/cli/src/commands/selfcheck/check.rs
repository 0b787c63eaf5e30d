//! One check and its result.

use equipoise_stats::GoodnessOfFit;

use crate::failure::Failure;

/// The chance that any statistical check of a whole run fails although all is well, at most; it is
/// shared out equally (Bonferroni).
pub(super) const FALSE_ALARM: f64 = 1e-7;

/// A check that has been made.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Check {
    /// Kind of check.
    pub(super) kind: &'static str,
    /// What was looked at.
    pub(super) what: String,
    /// Draws, battles or replicates.
    pub(super) samples: u64,
    /// How far it is from what it should be.
    pub(super) statistic: f64,
    /// How far it may be.
    pub(super) allowed: f64,
}

impl Check {
    /// Counts against an exact distribution, at this significance.
    ///
    /// # Errors
    /// For a significance outside (0, 1).
    pub(super) fn of_fit(
        kind: &'static str,
        what: String,
        samples: u64,
        fit: &GoodnessOfFit,
        significance: f64,
    ) -> Result<Self, Failure> {
        Ok(Self {
            kind,
            what,
            samples,
            statistic: fit.statistic,
            allowed: fit.limit(significance)?,
        })
    }

    /// Whether digests of the same plan, each with what made it, are all the same: how many are unlike
    /// the first.
    pub(super) fn of_digests(
        kind: &'static str,
        what: String,
        battles: u64,
        digests: &[String],
    ) -> Self {
        let unlike = digests.iter().filter(|&digest| *digest != digests[0]);
        Self {
            kind,
            what,
            samples: battles,
            statistic: unlike.count() as f64,
            allowed: 0.0,
        }
    }

    /// Whether it is as it should be; what is not a number is not.
    pub(super) fn passed(&self) -> bool {
        self.statistic <= self.allowed
    }

    /// How much of what is allowed it takes up.
    pub(super) fn strain(&self) -> f64 {
        if self.allowed > 0.0 {
            self.statistic / self.allowed
        } else {
            self.statistic
        }
    }
}
