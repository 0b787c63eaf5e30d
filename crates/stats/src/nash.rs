//! Nash averaging: evaluation of players against the maximum-entropy equilibrium.

mod entropy;
mod interior;
mod simplex;

use nalgebra::{DMatrix, DVector};

use crate::error::StatsError;
use crate::payoffs::Payoffs;

/// The maximum-entropy equilibrium of the game in which each side secretly picks a player, and each
/// player's payoff against it.
///
/// No player has a positive payoff against the equilibrium, and every player in its support has
/// payoff zero. Of all such mixtures this one has the largest entropy, so it is unique, and copies of
/// a player share that player's weight without changing any value.
///
/// D. Balduzzi, K. Tuyls, J. Pérolat and T. Graepel, "Re-evaluating evaluation", NeurIPS 31 (2018)
/// 3268–3279.
#[derive(Debug, Clone, PartialEq)]
pub struct NashAverage {
    /// Share of each player in the mixture; the shares add up to one.
    pub weights: Vec<f64>,
    /// Expected payoff of each player against the mixture: at most zero.
    pub values: Vec<f64>,
}

/// Payoffs closer than this to each other, as a fraction of the largest, count as equal.
const TOLERANCE: f64 = 1e-7;
/// A player that loses more than this against a computed equilibrium loses against the exact one as well.
const LOSING: f64 = 1e-5;
/// What a condition of the answer may be missed by.
const CERTAIN: f64 = 1e-9;

impl NashAverage {
    /// Finds the mixture of the zero-sum game of these payoffs (see [`Payoffs::zero_sum`]).
    ///
    /// # Errors
    ///
    /// [`StatsError::NoConvergence`] where rounding hides which players have weight. What is returned is certified:
    /// nobody gains by more than a billionth of the largest payoff, and no other equilibrium is more even.
    pub fn new(payoffs: &Payoffs) -> Result<Self, StatsError> {
        let game = payoffs.zero_sum();
        let scale = game.scale();
        let matrix = DMatrix::from_fn(game.players(), game.players(), |row, column| {
            if scale > 0.0 {
                game.get(row, column) / scale
            } else {
                0.0
            }
        });
        let failed = StatsError::NoConvergence("the Nash average");
        let weights = most_even_equilibrium(&matrix).ok_or(failed)?;
        let values = &matrix * &weights;
        if values.max() > CERTAIN {
            return Err(failed);
        }
        Ok(Self {
            weights: weights.as_slice().to_vec(),
            values: values.iter().map(|value| value * scale).collect(),
        })
    }
}

fn most_even_equilibrium(game: &DMatrix<f64>) -> Option<DVector<f64>> {
    let some = equilibrium(game)?;
    let values = game * &some;
    let even = |losing: f64| -> Vec<usize> {
        let players = 0..values.len();
        players.filter(|&i| values[i] >= -losing).collect()
    };
    let only = |losing: f64| only_equilibrium(game, &even(losing));
    if let Some(only) = only(LOSING).or_else(|| only(CERTAIN)) {
        return Some(only);
    }
    // A player that loses against one equilibrium is in the support of none. One too many does no harm.
    let even = even(LOSING);
    let among = game.select_rows(&even).select_columns(&even);
    let inside = spread(&interior::equilibrium(&among)?, &even, values.len());
    let support: Vec<usize> = (0..values.len()).filter(|&i| inside[i] > 0.0).collect();
    entropy::most_even(game, &support)
}

/// The only equilibrium, if exactly these players have weight in it: it is if all others lose.
fn only_equilibrium(game: &DMatrix<f64>, support: &[usize]) -> Option<DVector<f64>> {
    let shares = solution(game, support).filter(|shares| shares.min() > TOLERANCE)?;
    let weights = spread(&shares, support, game.nrows());
    let values = game * &weights;
    let lose = (0..values.len()).all(|i| weights[i] > 0.0 || values[i] < -CERTAIN);
    lose.then_some(weights)
}

/// Some equilibrium.
///
/// Most players have no weight in any. So the search starts with one player and adds those that gain
/// against the equilibrium of the players so far, until none does (the double-oracle method: H. B.
/// McMahan, G. J. Gordon and A. Blum, "Planning in the presence of cost functions controlled by an
/// adversary", ICML 2003).
fn equilibrium(game: &DMatrix<f64>) -> Option<DVector<f64>> {
    let mut inside = vec![game.column_sum().imax()];
    loop {
        let among = game.select_rows(&inside).select_columns(&inside);
        let weights = spread(&equilibrium_among(&among)?, &inside, game.nrows());
        let gaining = gaining(&(game * &weights), &inside);
        if gaining.is_empty() {
            return Some(weights);
        }
        inside.extend(gaining);
        inside.sort_unstable();
    }
}

/// Some equilibrium of a game, computed from all its players at once.
fn equilibrium_among(game: &DMatrix<f64>) -> Option<DVector<f64>> {
    let by_simplex = simplex::equilibrium(game).map(|weights| refined(game, weights));
    match by_simplex {
        Some(weights) if (game * &weights).max() < TOLERANCE / 2.0 => Some(weights),
        _ => Some(refined(game, interior::equilibrium(game)?)),
    }
}

/// The players outside that gain most against the mixture: at most as many as are inside, or four.
fn gaining(values: &DVector<f64>, inside: &[usize]) -> Vec<usize> {
    let outside = (0..values.len()).filter(|player| inside.binary_search(player).is_err());
    let mut gaining: Vec<usize> = outside.filter(|&i| values[i] > TOLERANCE / 2.0).collect();
    gaining.sort_by(|&i, &j| values[j].total_cmp(&values[i]));
    gaining.truncate(inside.len().max(4));
    gaining
}

/// Weights of some players as weights of all, scaled to the sum one.
fn spread(weights: &DVector<f64>, players: &[usize], all: usize) -> DVector<f64> {
    let mut spread = DVector::zeros(all);
    for (&player, weight) in players.iter().zip(weights) {
        spread[player] = weight.max(0.0);
    }
    let sum = spread.sum();
    spread / sum
}

/// The same equilibrium to full precision, if its support determines it.
fn refined(game: &DMatrix<f64>, weights: DVector<f64>) -> DVector<f64> {
    let support: Vec<usize> = (0..weights.len())
        .filter(|&i| weights[i] > TOLERANCE)
        .collect();
    match solution(game, &support) {
        Some(shares) if shares.min() > 0.0 => spread(&shares, &support, weights.len()),
        _ => weights,
    }
}

/// The mixture of `support` against which each of its players has payoff zero, if there is exactly one.
///
/// With A antisymmetric, (A + 1 1ᵀ) x = 1 has exactly one solution when Ax = 0 has exactly one with
/// sum one: from (A + 1 1ᵀ) x = 0 follows xᵀ1 = 0, and so Ax = 0.
fn solution(game: &DMatrix<f64>, support: &[usize]) -> Option<DVector<f64>> {
    let among = game.select_rows(support).select_columns(support);
    let factors = among.add_scalar(1.0).lu();
    let smallest = factors
        .u()
        .diagonal()
        .iter()
        .fold(f64::INFINITY, |least, x| least.min(x.abs()));
    if smallest < TOLERANCE {
        return None;
    }
    factors.solve(&DVector::from_element(support.len(), 1.0))
}

#[cfg(test)]
mod tests;
