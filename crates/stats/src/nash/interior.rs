//! Which players have weight in some equilibrium, by an interior-point method.

use nalgebra::{DMatrix, DVector};

/// Steps after which the method has failed; it takes some twenty.
const STEPS: usize = 200;
/// Of the way to the nearest wall that a step goes at most.
const SHARE: f64 = 0.99;
/// Mean product of a weight and its loss at which the end is reached.
const DONE: f64 = 1e-15;
/// A weight or a loss above this is not zero. Each player has one of them.
const APART: f64 = 1e-6;

/// An equilibrium of a symmetric zero-sum game in the relative interior of all of them: who has weight in some
/// equilibrium has weight in this one, and everybody else loses against it. `None` if rounding hides which.
///
/// With s = -Ax for the losses, each player has exactly one of weight and loss above zero in such an equilibrium
/// (strict complementarity: A. J. Goldman and A. W. Tucker, "Theory of linear programming", 1956). The central
/// path of the skew-symmetric self-dual embedding begins at ones and ends there (C. Roos, T. Terlaky and J.-Ph.
/// Vial, Interior Point Methods for Linear Optimization, 2nd edition, 2005, chapter 2); it is followed by
/// predictor and corrector (S. Mehrotra, "On the implementation of a primal-dual interior point method", SIAM
/// Journal on Optimization 2, 1992). Ties, on which a simplex method stumbles, do it no harm.
pub(super) fn equilibrium(game: &DMatrix<f64>) -> Option<DVector<f64>> {
    let players = game.nrows();
    let path = embedded(game);
    let mut weights = DVector::from_element(players + 1, 1.0);
    let mut losses = weights.clone();
    for _ in 0..STEPS {
        let mean = weights.dot(&losses) / (players + 1) as f64;
        if mean < DONE {
            break;
        }
        let mut system = path.clone();
        for (mut row, &weight) in system.row_iter_mut().zip(&weights) {
            row *= weight;
        }
        for (at, &loss) in losses.iter().enumerate() {
            system[(at, at)] += loss;
        }
        let factors = system.lu();
        let products = weights.component_mul(&losses);
        let ahead = factors.solve(&-&products)?;
        let ahead_losses = &path * &ahead;
        let far = room(&weights, &ahead).min(room(&losses, &ahead_losses));
        let there = (&weights + far * &ahead).dot(&(&losses + far * &ahead_losses));
        let centring = libm::pow(there / (players + 1) as f64 / mean, 3.0);
        let bent = ahead.component_mul(&ahead_losses);
        let step = factors.solve(&(-products - bent).add_scalar(centring * mean))?;
        let step_losses = &path * &step;
        let far = room(&weights, &step).min(room(&losses, &step_losses));
        let far = (SHARE * far).min(1.0);
        weights += far * step;
        losses += far * step_losses;
    }
    let even = |player: usize| weights[player] > losses[player];
    let clear = (0..players).all(|player| weights[player].max(losses[player]) > APART);
    let shares = DVector::from_fn(
        players,
        |player, _| {
            if even(player) { weights[player] } else { 0.0 }
        },
    );
    let sum = shares.sum();
    (clear && sum > 0.0).then(|| shares / sum)
}

/// The matrix of the embedding: losses of all players by their weights, and of one more variable that ends at
/// zero and makes ones a solution.
fn embedded(game: &DMatrix<f64>) -> DMatrix<f64> {
    let players = game.nrows();
    let losing = -game;
    let missing = losing.column_sum().map(|loss| 1.0 - loss);
    let mut path = losing.resize(players + 1, players + 1, 0.0);
    for (player, &missing) in missing.iter().enumerate() {
        path[(player, players)] = missing;
        path[(players, player)] = -missing;
    }
    path
}

/// How far a step can go until something reaches zero.
fn room(from: &DVector<f64>, step: &DVector<f64>) -> f64 {
    let walls = from.iter().zip(step).filter(|(_, by)| **by < 0.0);
    walls.map(|(at, by)| -at / by).fold(1.0 / SHARE, f64::min)
}
