//! Elo differences from scores.

use statrs::distribution::{Beta, ContinuousCDF as _, Normal};

use super::scores::{EloModel, Scores, mean_and_variance};
use crate::error::StatsError;
use crate::interval::{wilson, z_score};

/// Normalized Elo per standard deviation of a game's score: 800 / ln 10.
pub(super) const NORMALIZED: f64 = 800.0 / std::f64::consts::LN_10;

/// An Elo difference with its interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EloEstimate {
    /// The difference; infinite when all games were won or lost.
    pub estimate: f64,
    /// Lower end of the interval; infinite where it has none.
    pub low: f64,
    /// Upper end of the interval; infinite where it has none.
    pub high: f64,
}

/// Expected score at a logistic Elo difference.
pub(super) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + libm::exp10(-elo / 400.0))
}

/// The Elo difference of the scores with its interval.
///
/// With enough games ([`Scores::are_few`]) the interval is that of fastchess: the estimate and, on either side of it,
/// half the distance between the differences at the ends of the normal interval of the mean score. Few games do not
/// tell how much they scatter. Then the ends are those of Wilson's interval of the score, which holds however many are
/// drawn, since draws only lower the variance; a normalized difference, which is in units of the scatter, has no ends.
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
    let elo = |score: f64| match model {
        EloModel::Logistic => elo_of_score(score),
        // Without noise, any score but one half is infinitely many standard deviations away.
        EloModel::Normalized if variance == 0.0 && score != 0.5 => {
            f64::INFINITY.copysign(score - 0.5)
        }
        EloModel::Normalized if variance == 0.0 => 0.0,
        EloModel::Normalized => (score - 0.5) / (scores.games() * variance).sqrt() * NORMALIZED,
    };
    let estimate = elo(score);
    let (low, high) = match model {
        EloModel::Logistic if scores.are_few() => {
            let of_score = wilson(score * observations, scores.total(), confidence)?;
            (elo_of_score(of_score.low), elo_of_score(of_score.high))
        }
        EloModel::Normalized if scores.are_few() => (f64::NEG_INFINITY, f64::INFINITY),
        EloModel::Logistic | EloModel::Normalized => {
            let reach = z_score(confidence)? * (variance / observations).sqrt();
            let ends = elo(score + reach) - elo(score - reach);
            if ends.is_finite() {
                (estimate - ends / 2.0, estimate + ends / 2.0)
            } else {
                (f64::NEG_INFINITY, f64::INFINITY)
            }
        }
    };
    Ok(EloEstimate {
        estimate,
        low,
        high,
    })
}

/// The probability that the true score is above one half: by the normal approximation, or where there are few games
/// ([`Scores::are_few`]) by those that had a winner, whose share that one side wins may be any beforehand, all equally
/// likely. Of a pair of games the side that has more points of it is the winner.
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
    if scores.are_few() {
        let counts = scores.counts();
        let half = counts.len() / 2;
        let [lost, won] = [&counts[..half], &counts[half + 1..]].map(|of| of.iter().sum::<u64>());
        // The posterior of the share that is won, given a uniform prior.
        let posterior = Beta::new(won as f64 + 1.0, lost as f64 + 1.0);
        return Ok(posterior.map_or(0.5, |share| share.sf(0.5)));
    }
    Ok(Normal::standard().cdf((score - 0.5) / (variance / observations).sqrt()))
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
