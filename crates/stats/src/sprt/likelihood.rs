//! The maximum-likelihood distribution of scores under a hypothesis.

use super::scores::{Distribution, mean_and_variance};
use crate::error::StatsError;

/// The maximum-likelihood distribution with this mean: proposition 1.1 of M. Van den Bergh, "Comments on
/// Normalized Elo".
pub(super) fn with_mean(seen: &Distribution, mean: f64) -> Result<Vec<f64>, StatsError> {
    let leads: Vec<f64> = seen.scores.iter().map(|score| score - mean).collect();
    tilted(&seen.shares, &leads)
}

/// The maximum-likelihood distribution whose mean exceeds one half by `lead` standard deviations:
/// section 4.1 of the same. The condition is linearised about the current distribution, whose solution
/// replaces it, until convergence; the steps are halved whenever they stop shrinking.
pub(super) fn with_lead(seen: &Distribution, lead: f64) -> Result<Vec<f64>, StatsError> {
    let mut shares = start_with_lead(&seen.scores, lead);
    let (mut damping, mut before) = (1.0, f64::INFINITY);
    for _ in 0..MOST_ROUNDS {
        let next = tilted(&seen.shares, &slopes(&seen.scores, &shares, lead))?;
        let moved = next.iter().zip(&shares).map(|(new, old)| (new - old).abs());
        let moved = moved.fold(0.0, f64::max);
        if moved < CONVERGED {
            return Ok(next);
        }
        if moved >= before {
            damping *= 0.5;
        }
        before = moved;
        for (share, new) in shares.iter_mut().zip(&next) {
            *share += damping * (new - *share);
        }
    }
    Err(FAILED)
}

/// A start for the iteration with this lead: shares in a geometric progression.
fn start_with_lead(scores: &[f64], lead: f64) -> Vec<f64> {
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

/// Derivative of mean − ½ − lead · sd by the probability of each score.
fn slopes(scores: &[f64], shares: &[f64], lead: f64) -> Vec<f64> {
    let (mean, variance) = mean_and_variance(scores, shares);
    let sd = variance.sqrt();
    let slope = |score: &f64| {
        let away = (score - mean) / sd;
        score - 0.5 - 0.5 * lead * sd * (1.0 + away * away)
    };
    scores.iter().map(slope).collect()
}

/// Usual hypotheses take three to ten rounds.
const MOST_ROUNDS: usize = 10_000;

const CONVERGED: f64 = 1e-12;

const FAILED: StatsError = StatsError::NoConvergence("the log-likelihood ratio");

/// The maximum-likelihood distribution with Σ pᵢ leadᵢ = 0: pᵢ = shareᵢ / (1 + θ leadᵢ), with the unique θ
/// that satisfies the condition with all pᵢ positive.
///
/// With a positive mean lead θ lies between zero and −1 / (lowest lead), else between zero and
/// −1 / (highest lead). θ may be very close to that bound, so the search is for ε in θ = (ε − 1) / end.
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
    // Smaller ε puts more weight on the end. 200 bisections exhaust the precision.
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
