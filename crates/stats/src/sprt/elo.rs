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
/// With enough games ([`Scores::are_few`]) the interval of a logistic difference is that of fastchess: the estimate and,
/// on either side of it, half the distance between the differences at the ends of the normal interval of the mean score.
/// That of a normalized difference allows for a scatter which is itself estimated: by the delta method,
/// n times the variance of t = (mean − ½) / σ is 1 − γ t + (κ − 1) t² / 4, where γ and κ are the skewness and the
/// kurtosis of the scores (A. W. van der Vaart, Asymptotic Statistics (1998), example 3.2 and section 3.1).
/// fastchess has 1 alone ([`elo_of_known_scatter`]), which is right for an even score only.
///
/// Few games do not tell how much they scatter. Then the ends are those of Wilson's interval of the score, which holds
/// however many are drawn, since draws only lower the variance; a normalized difference, which is in units of the
/// scatter, has no ends.
///
/// # Errors
///
/// [`StatsError::TooFew`] without games, [`StatsError::Confidence`] outside (0, 1).
pub fn elo_estimate(
    scores: &Scores,
    model: EloModel,
    confidence: f64,
) -> Result<EloEstimate, StatsError> {
    let seen = mean(scores)?;
    let z = z_score(confidence)?;
    match model {
        EloModel::Logistic => logistic(scores, &seen, confidence),
        EloModel::Normalized => {
            let error = (seen.variance_of_lead / seen.observations).sqrt();
            Ok(normalized(scores, &seen, z * error))
        }
    }
}

/// The normalized Elo difference with the interval that fastchess prints: its ends are those of the mean score, in units
/// of a scatter that is taken for known. It is too narrow, the more so the farther the score is from one half: where
/// either side may be any times as strong as the other, it holds the truth in 82 % instead of 95.
///
/// # Errors
///
/// As for [`elo_estimate`].
pub fn elo_of_known_scatter(scores: &Scores, confidence: f64) -> Result<EloEstimate, StatsError> {
    let seen = mean(scores)?;
    let error = seen.observations.sqrt().recip();
    Ok(normalized(scores, &seen, z_score(confidence)? * error))
}

fn logistic(scores: &Scores, seen: &Mean, confidence: f64) -> Result<EloEstimate, StatsError> {
    let estimate = elo_of_score(seen.score);
    if scores.are_few() {
        let of_score = wilson(seen.score * seen.observations, scores.total(), confidence)?;
        return Ok(EloEstimate {
            estimate,
            low: elo_of_score(of_score.low),
            high: elo_of_score(of_score.high),
        });
    }
    let reach = z_score(confidence)? * (seen.variance / seen.observations).sqrt();
    let ends = elo_of_score(seen.score + reach) - elo_of_score(seen.score - reach);
    Ok(about(estimate, ends / 2.0))
}

/// The normalized difference, with an interval of `reach` standard deviations of an observation on either side.
fn normalized(scores: &Scores, seen: &Mean, reach: f64) -> EloEstimate {
    let in_elo = |lead: f64| lead / scores.games().sqrt() * NORMALIZED;
    let reach = if scores.are_few() {
        f64::INFINITY
    } else {
        in_elo(reach)
    };
    about(in_elo(seen.lead), reach)
}

/// The interval that reaches as far to either side; unbounded where that is not finite.
fn about(estimate: f64, reach: f64) -> EloEstimate {
    let (low, high) = if (estimate + reach).is_finite() {
        (estimate - reach, estimate + reach)
    } else {
        (f64::NEG_INFINITY, f64::INFINITY)
    };
    EloEstimate {
        estimate,
        low,
        high,
    }
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
        ..
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

/// The mean of the scores, and how far it is from one half.
struct Mean {
    score: f64,
    variance: f64,
    observations: f64,
    /// Distance of the mean from one half in standard deviations of an observation.
    lead: f64,
    /// Number of observations times the variance of the estimated lead.
    variance_of_lead: f64,
}

fn mean(scores: &Scores) -> Result<Mean, StatsError> {
    if scores.total() == 0 {
        return Err(StatsError::TooFew { needed: 1, got: 0 });
    }
    let seen = scores.distribution(0.0);
    let (score, variance) = mean_and_variance(&seen.scores, &seen.shares);
    let deviation = variance.sqrt();
    let distance = score - 0.5;
    let lead = match distance / deviation {
        // Without scatter, any score but one half is infinitely many standard deviations away.
        lead if lead.is_nan() => 0.0,
        lead => lead,
    };
    let moment = |power: i32| -> f64 {
        let each = seen.scores.iter().zip(&seen.shares);
        each.map(|(of, share)| share * ((of - score) / deviation).powi(power))
            .sum()
    };
    let (skewness, kurtosis) = (moment(3), moment(4));
    Ok(Mean {
        score,
        variance,
        observations: seen.total,
        lead,
        // At least (1 − γ t / 2)², since κ ≥ 1 + γ²; only rounding may say less than 0.
        variance_of_lead: (1.0 - skewness * lead + (kurtosis - 1.0) * lead * lead / 4.0).max(0.0),
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
