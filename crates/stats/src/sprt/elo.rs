//! Elo differences from scores.

use statrs::distribution::{ContinuousCDF as _, Normal};

use super::scores::{EloModel, Scores, mean_and_variance};
use crate::error::StatsError;
use crate::interval::z_score;

/// Normalized Elo per standard deviation of a game's score: 800 / ln 10.
pub(super) const NORMALIZED: f64 = 800.0 / std::f64::consts::LN_10;

/// An Elo difference.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EloEstimate {
    /// The difference; infinite when all games were won or lost.
    pub estimate: f64,
    /// Half the distance between the differences at the ends of the score's interval; infinite where
    /// one of these ends is a score of 0 or 1.
    pub error: f64,
}

/// Expected score at a logistic Elo difference.
pub(super) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + libm::exp10(-elo / 400.0))
}

/// The Elo difference of the scores with the half-width of its interval, as fastchess reports them: the
/// ends of the normal interval of the mean score, converted to Elo differences.
///
/// # Errors
///
/// [`StatsError::TooFew`] without games, [`StatsError::Confidence`] outside (0, 1).
pub fn elo_estimate(
    scores: &Scores,
    model: EloModel,
    confidence: f64,
) -> Result<EloEstimate, StatsError> {
    let Mean {
        score,
        variance,
        observations,
    } = mean(scores)?;
    let reach = z_score(confidence)? * (variance / observations).sqrt();
    let elo = |score: f64| match model {
        EloModel::Logistic => elo_of_score(score),
        // Without noise, any score but one half is infinitely many standard deviations away.
        EloModel::Normalized if variance == 0.0 && score != 0.5 => {
            f64::INFINITY.copysign(score - 0.5)
        }
        EloModel::Normalized if variance == 0.0 => 0.0,
        EloModel::Normalized => (score - 0.5) / (scores.games() * variance).sqrt() * NORMALIZED,
    };
    let ends = elo(score + reach) - elo(score - reach);
    let error = if ends.is_finite() {
        ends / 2.0
    } else {
        f64::INFINITY
    };
    Ok(EloEstimate {
        estimate: elo(score),
        error,
    })
}

/// The probability that the true score is above one half, by the normal approximation.
///
/// # Errors
///
/// [`StatsError::TooFew`] without games.
pub fn likelihood_of_superiority(scores: &Scores) -> Result<f64, StatsError> {
    let Mean {
        score,
        variance,
        observations,
    } = mean(scores)?;
    let lead = score - 0.5;
    if variance == 0.0 {
        // All games drawn: neither side is superior.
        return Ok(if lead == 0.0 {
            0.5
        } else {
            f64::from(u8::from(lead > 0.0))
        });
    }
    Ok(Normal::standard().cdf(lead / (variance / observations).sqrt()))
}

struct Mean {
    score: f64,
    variance: f64,
    observations: f64,
}

fn mean(scores: &Scores) -> Result<Mean, StatsError> {
    if scores.total() == 0 {
        return Err(StatsError::TooFew { needed: 1, got: 0 });
    }
    let seen = scores.distribution(0.0);
    let (score, variance) = mean_and_variance(&seen.scores, &seen.shares);
    Ok(Mean {
        score,
        variance,
        observations: seen.total,
    })
}

/// The Elo difference at which a score is expected, 400 log₁₀(score / (1 − score)); infinite at 0 and 1
/// and beyond.
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * libm::log10(score / (1.0 - score))
    }
}
