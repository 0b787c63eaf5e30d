//! The likeliest distribution of scores under a hypothesis.

use super::{Distribution, mean_and_variance};
use crate::error::StatsError;

/// The likeliest distribution with this mean: proposition 1.1 of M. Van den Bergh, "Comments on
/// Normalized Elo".
pub(super) fn with_mean(seen: &Distribution, mean: f64) -> Result<Vec<f64>, StatsError> {
    let leads: Vec<f64> = seen.scores.iter().map(|score| score - mean).collect();
    tilted(&seen.shares, &leads)
}

/// The likeliest distribution whose mean exceeds one half by `lead` standard deviations: section 4.1 of
/// the same. The condition is made linear about a distribution, which the next one replaces, until it
/// stays the same; half-way or less where the next one would lead farther away.
pub(super) fn with_lead(seen: &Distribution, lead: f64) -> Result<Vec<f64>, StatsError> {
    let mut shares = some_with_lead(&seen.scores, lead);
    let (mut way, mut before) = (1.0, f64::INFINITY);
    for _ in 0..MOST_ROUNDS {
        let next = tilted(&seen.shares, &slopes(&seen.scores, &shares, lead))?;
        let moved = next.iter().zip(&shares).map(|(new, old)| (new - old).abs());
        let moved = moved.fold(0.0, f64::max);
        if moved < SETTLED {
            return Ok(next);
        }
        if moved >= before {
            way *= 0.5;
        }
        before = moved;
        for (share, new) in shares.iter_mut().zip(&next) {
            *share += way * (new - *share);
        }
    }
    Err(FAILED)
}

/// A distribution with this lead, from which to set out: even but for a factor from each score to the next.
fn some_with_lead(scores: &[f64], lead: f64) -> Vec<f64> {
    let with = |slope: f64| -> Vec<f64> {
        let weights: Vec<f64> = scores
            .iter()
            .map(|score| libm::exp(slope * (score - 0.5)))
            .collect();
        let sum: f64 = weights.iter().sum();
        weights.iter().map(|weight| weight / sum).collect()
    };
    let (mut low, mut high) = (-100.0, 100.0);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        let (mean, variance) = mean_and_variance(scores, &with(middle));
        if mean - 0.5 < lead * variance.sqrt() {
            low = middle;
        } else {
            high = middle;
        }
    }
    with(f64::midpoint(low, high))
}

/// How fast mean − ½ − lead · sd rises with the probability of each score.
fn slopes(scores: &[f64], shares: &[f64], lead: f64) -> Vec<f64> {
    let (mean, variance) = mean_and_variance(scores, shares);
    let sd = variance.sqrt();
    let slope = |score: &f64| {
        let away = (score - mean) / sd;
        score - 0.5 - 0.5 * lead * sd * (1.0 + away * away)
    };
    scores.iter().map(slope).collect()
}

/// It takes three to ten rounds for the hypotheses that anybody tests.
const MOST_ROUNDS: usize = 10_000;

const SETTLED: f64 = 1e-12;

const FAILED: StatsError = StatsError::NoConvergence("the log-likelihood ratio");

/// The likeliest distribution with Σ pᵢ leadᵢ = 0: pᵢ = shareᵢ / (1 + θ leadᵢ), with the one θ for which that
/// holds and all are above zero.
///
/// With a mean lead above zero θ lies between zero and −1 over the lowest lead, else between zero and −1
/// over the highest. As that end may be very near, what is sought is how near: ε in θ = (ε − 1) / end.
fn tilted(shares: &[f64], leads: &[f64]) -> Result<Vec<f64>, StatsError> {
    let least = leads.iter().copied().fold(f64::INFINITY, f64::min);
    let most = leads.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && most > 0.0) {
        return Err(FAILED);
    }
    let mean: f64 = shares
        .iter()
        .zip(leads)
        .map(|(share, lead)| share * lead)
        .sum();
    let end = if mean > 0.0 { least } else { most };
    let at = |log_near: f64| -> Vec<f64> {
        let (near, far) = (libm::exp(log_near), -libm::expm1(log_near));
        let terms = shares.iter().zip(leads);
        let divisor = |lead: f64| {
            if lead == end {
                near
            } else {
                1.0 - far * (lead / end)
            }
        };
        terms.map(|(share, &lead)| share / divisor(lead)).collect()
    };
    // The nearer, the more weight lies at the end. Halving this often exhausts the digits.
    let (mut low, mut high) = (-700.0, 0.0);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        let sum: f64 = at(middle).iter().zip(leads).map(|(p, lead)| p * lead).sum();
        if (sum > 0.0) == (mean > 0.0) {
            high = middle;
        } else {
            low = middle;
        }
    }
    Ok(at(f64::midpoint(low, high)))
}
