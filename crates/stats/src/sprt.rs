//! The generalised sequential probability ratio test of one Elo difference against another.

mod elo;
mod likelihood;
mod scores;

use crate::error::StatsError;
use crate::interval::{LEAST_SHARE, check_error_rates};

pub use elo::{
    EloEstimate, elo_estimate, elo_of_known_scatter, elo_of_score, likelihood_of_superiority,
};
pub use scores::{EloModel, Scores};

/// A test of `elo0` (H0) against `elo1` (H1).
///
/// M. Van den Bergh, "Comments on Normalized Elo" and "The generalized SPRT for outcomes of chess
/// games", as in fishtest and fastchess; A. Wald, Sequential Analysis, 1947, for the bounds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    model: EloModel,
    lower: f64,
    upper: f64,
}

/// Decision of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// H0 is accepted: the difference is `elo0`.
    H0,
    /// H1 is accepted: the difference is `elo1`.
    H1,
    /// Undecided: play more games.
    Continue,
}

impl Sprt {
    /// Largest absolute value of a hypothesis.
    pub const MOST_ELO: f64 = 1000.0;

    /// A test that accepts H1 under H0 with probability about `alpha` at most, and H0 under H1 with
    /// probability about `beta` at most.
    ///
    /// # Errors
    ///
    /// [`StatsError::Hypotheses`] unless `elo0 < elo1`, both within ± [`Sprt::MOST_ELO`],
    /// [`StatsError::CloseHypotheses`] unless they are at least 10⁻⁹ apart, [`StatsError::ErrorRates`] unless both
    /// rates are at least 10⁻⁹ and add up to less than 1.
    pub fn new(
        [elo0, elo1]: [f64; 2],
        [alpha, beta]: [f64; 2],
        model: EloModel,
    ) -> Result<Self, StatsError> {
        let most = Self::MOST_ELO;
        if !(-most <= elo0 && elo0 < elo1 && elo1 <= most) {
            return Err(StatsError::Hypotheses { elo0, elo1, most });
        }
        if elo1 - elo0 < LEAST_SHARE {
            return Err(StatsError::CloseHypotheses { elo0, elo1 });
        }
        check_error_rates(alpha, beta)?;
        Ok(Self {
            elo0,
            elo1,
            model,
            lower: (beta / (1.0 - alpha)).ln(),
            upper: ((1.0 - beta) / alpha).ln(),
        })
    }

    /// H0 is accepted once the log-likelihood ratio is at most this: ln(β / (1 − α)).
    #[must_use]
    pub const fn lower(&self) -> f64 {
        self.lower
    }

    /// H1 is accepted once the log-likelihood ratio is at least this: ln((1 − β) / α).
    #[must_use]
    pub const fn upper(&self) -> f64 {
        self.upper
    }

    /// Logarithm of the generalised likelihood ratio of H1 to H0, each with its maximum-likelihood
    /// distribution of scores. A count of zero is replaced by 0.001, so that this distribution exists
    /// for each hypothesis.
    ///
    /// # Errors
    ///
    /// [`StatsError::TooFew`] without games, [`StatsError::NoConvergence`] where the computation fails.
    pub fn log_likelihood_ratio(&self, scores: &Scores) -> Result<f64, StatsError> {
        if scores.total() == 0 {
            return Err(StatsError::TooFew { needed: 1, got: 0 });
        }
        let seen = scores.distribution(1e-3);
        let fit = |elo: f64| match self.model {
            EloModel::Logistic => likelihood::with_mean(&seen, elo::expected_score(elo)),
            EloModel::Normalized => {
                let lead = elo / elo::NORMALIZED * scores.games().sqrt();
                likelihood::with_lead(&seen, lead)
            }
        };
        let (under_h0, under_h1) = (fit(self.elo0)?, fit(self.elo1)?);
        let term = |(share, (p0, p1)): (&f64, (&f64, &f64))| share * (p1.ln() - p0.ln());
        let shares = seen.shares.iter().zip(under_h0.iter().zip(&under_h1));
        Ok(seen.total * shares.map(term).sum::<f64>())
    }

    /// The decision at this log-likelihood ratio.
    #[must_use]
    pub fn decision(&self, log_likelihood_ratio: f64) -> Decision {
        if log_likelihood_ratio >= self.upper {
            Decision::H1
        } else if log_likelihood_ratio <= self.lower {
            Decision::H0
        } else {
            Decision::Continue
        }
    }
}

#[cfg(test)]
mod tests;
