//! One check and its result.

use equipoise_stats::{GoodnessOfFit, StatsError};
use serde::{Deserialize, Serialize};

/// The chance that any statistical check of a whole run fails although all is well, at most; it is
/// shared out equally (Bonferroni).
pub(super) const FALSE_ALARM: f64 = 1e-7;

/// A check that has been made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Check {
    /// Kind of check: `dice`, `attack`, `duel`, `threads` or `intervals`.
    #[serde(rename = "check")]
    pub kind: String,
    /// What was checked.
    pub what: String,
    /// Draws, battles or replicates.
    pub samples: u64,
    /// How far it is from what it should be; the largest number there is, where something happened that
    /// cannot.
    pub statistic: f64,
    /// How far it may be.
    pub allowed: f64,
    /// Whether it is as it should be.
    pub passed: bool,
}

impl Check {
    /// A check of this kind.
    pub(super) fn new(
        kind: &str,
        what: String,
        samples: u64,
        statistic: f64,
        allowed: f64,
    ) -> Self {
        Self {
            kind: kind.to_owned(),
            what,
            samples,
            // JSON has neither infinity nor what is not a number.
            statistic: statistic.min(f64::MAX),
            allowed,
            passed: statistic <= allowed,
        }
    }

    /// Counts against an exact distribution, at this significance.
    ///
    /// # Errors
    /// For a significance outside (0, 1).
    pub(super) fn of_fit(
        kind: &str,
        what: String,
        samples: u64,
        fit: &GoodnessOfFit,
        significance: f64,
    ) -> Result<Self, StatsError> {
        let allowed = fit.limit(significance)?;
        Ok(Self::new(kind, what, samples, fit.statistic, allowed))
    }

    /// Whether digests of the same plan are all the same: how many differ from the first.
    pub(super) fn of_digests(kind: &str, what: String, battles: u64, digests: &[String]) -> Self {
        let unlike = digests.iter().filter(|&digest| *digest != digests[0]);
        Self::new(kind, what, battles, unlike.count() as f64, 0.0)
    }

    /// The statistic as a share of what is allowed.
    #[must_use]
    pub fn strain(&self) -> f64 {
        if self.allowed > 0.0 {
            self.statistic / self.allowed
        } else {
            self.statistic
        }
    }
}
