//! The likeliest distribution of scores under a hypothesis.

use super::{Distribution, mean_and_variance};
use crate::StatsError;

/// The likeliest distribution with this mean: proposition 1.1 of M. Van den Bergh, "Comments on
/// Normalized Elo".
pub(super) fn with_mean(seen: &Distribution, mean: f64) -> Result<Vec<f64>, StatsError> {
    let leads: Vec<f64> = seen.scores.iter().map(|score| score - mean).collect();
    tilted(&seen.shares, &leads)
}

/// The likeliest distribution whose mean exceeds one half by `lead` standard deviations: section 4.1 of
/// the same. The condition is made linear about a distribution, which the next one replaces, until it
/// stays the same.
pub(super) fn with_lead(seen: &Distribution, lead: f64) -> Result<Vec<f64>, StatsError> {
    let outcomes = seen.scores.len();
    let mut shares = vec![1.0 / outcomes as f64; outcomes];
    for _ in 0..MOST_ROUNDS {
        let (mean, variance) = mean_and_variance(&seen.scores, &shares);
        let sd = variance.sqrt();
        let slope = |score: &f64| {
            let away = (score - mean) / sd;
            score - 0.5 - 0.5 * lead * sd * (1.0 + away * away)
        };
        let leads: Vec<f64> = seen.scores.iter().map(slope).collect();
        let next = tilted(&seen.shares, &leads)?;
        let moved = next.iter().zip(&shares).map(|(new, old)| (new - old).abs());
        let moved = moved.fold(0.0, f64::max);
        shares = next;
        if moved < SETTLED {
            return Ok(shares);
        }
    }
    Err(FAILED)
}

/// It takes three to ten rounds.
const MOST_ROUNDS: usize = 1000;

/// Each round divides the change by a hundred or more; θ next to an end of its range leaves a change of
/// some 10⁻¹¹ for ever.
const SETTLED: f64 = 1e-9;

const FAILED: StatsError = StatsError::NoConvergence("the log-likelihood ratio");

/// The likeliest distribution with Σ pᵢ leadᵢ = 0: pᵢ = shareᵢ / (1 + θ leadᵢ), with the θ for which that
/// holds, found by halving the range in which all are above zero.
fn tilted(shares: &[f64], leads: &[f64]) -> Result<Vec<f64>, StatsError> {
    let least = leads.iter().copied().fold(f64::INFINITY, f64::min);
    let most = leads.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && most > 0.0) {
        return Err(FAILED);
    }
    let surplus = |theta: f64| -> f64 {
        let terms = shares.iter().zip(leads);
        terms
            .map(|(share, lead)| share * lead / (1.0 + theta * lead))
            .sum()
    };
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    // The surplus falls with θ. Halving this often exhausts the digits of any θ.
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if surplus(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let theta = f64::midpoint(low, high);
    let tilted = shares
        .iter()
        .zip(leads)
        .map(|(share, lead)| share / (1.0 + theta * lead));
    Ok(tilted.collect())
}
