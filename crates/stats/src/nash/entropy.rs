//! The maximum-entropy equilibrium.

use nalgebra::{Cholesky, DMatrix, DVector};

use super::CERTAIN;

/// Steps after which the method has failed; it takes some ten.
const STEPS: usize = 200;
/// A payoff or multiplier below this is zero up to rounding errors.
const ZERO: f64 = 1e-13;
/// Added to the curvature, which is singular where payoffs depend on each other or on vanishing weights only.
const RIDGE: f64 = 1e-13;
/// Rise of the dual objective that rounding errors can explain.
const ROUNDING: f64 = 1e-14;

/// The equilibrium of largest entropy among those that give weight to players of `support` only. Each of these has
/// weight in some equilibrium. `None` where a condition of the optimum (W. Karush; H. W. Kuhn and A. W. Tucker) is
/// missed by a billionth.
///
/// Payoffs are zero in the support and at most zero elsewhere. By duality the weights are proportional to
/// exp(-Σ multiplier × payoff), and the multipliers, which are at least zero outside the support, minimise the
/// logarithm of the sum of these (S. Boyd and L. Vandenberghe, Convex Optimization, 2004, section 5.2.4). So the
/// entropy is stationary by construction, and weights of any size are positive and precise: a method that moves the
/// weights themselves gets stuck at weights below 1e-12, which the most even equilibrium may have.
///
/// The multipliers are found by projected Newton steps (D. P. Bertsekas, "Projected Newton methods for optimization
/// problems with simple constraints", SIAM Journal on Control and Optimization 20, 1982).
pub(super) fn most_even(game: &DMatrix<f64>, support: &[usize]) -> Option<DVector<f64>> {
    let others = (0..game.nrows()).filter(|player| !support.contains(player));
    let order: Vec<usize> = support.iter().copied().chain(others).collect();
    let dual = Dual {
        payoffs: game.select_columns(support).select_rows(&order),
        even: support.len(),
    };
    let mut point = dual.at(DVector::zeros(order.len()));
    for _ in 0..STEPS {
        if point.missed < ZERO {
            break;
        }
        let Some(next) = dual.step(&point) else {
            break;
        };
        point = next;
    }
    (point.missed < CERTAIN).then(|| super::spread(&point.weights, support, game.nrows()))
}

/// The dual of the entropy's maximum over the equilibria.
struct Dual {
    /// Payoffs of all players, those of the support first, against each player of the support.
    payoffs: DMatrix<f64>,
    /// Number of players in the support.
    even: usize,
}

/// Multipliers with what follows from them.
struct Point {
    multipliers: DVector<f64>,
    /// Logarithm of the sum of the weights before they are scaled to the sum one.
    objective: f64,
    weights: DVector<f64>,
    /// Payoff of each player against the weights: what the objective falls by with its multiplier.
    values: DVector<f64>,
    /// The most by which a payoff in the support differs from zero, or elsewhere the smaller of multiplier and loss.
    missed: f64,
}

impl Dual {
    fn at(&self, multipliers: DVector<f64>) -> Point {
        let logarithms = -self.payoffs.tr_mul(&multipliers);
        let largest = logarithms.max();
        let weights = logarithms.map(|logarithm| libm::exp(logarithm - largest));
        let sum = weights.sum();
        let weights = weights / sum;
        let values = &self.payoffs * &weights;
        let misses = values.iter().zip(&multipliers).enumerate();
        let misses = misses.map(|(player, (&value, multiplier))| {
            if player < self.even {
                value.abs()
            } else {
                multiplier.min(-value).abs()
            }
        });
        Point {
            objective: largest + libm::log(sum),
            missed: misses.fold(0.0, f64::max),
            multipliers,
            weights,
            values,
        }
    }

    /// Newton's step, shortened until the objective falls; `None` if it does not.
    fn step(&self, from: &Point) -> Option<Point> {
        let direction = self.direction(from)?;
        let mut share = 1.0;
        for _ in 0..60 {
            let mut multipliers = &from.multipliers + share * &direction;
            for multiplier in multipliers.iter_mut().skip(self.even) {
                *multiplier = multiplier.max(0.0);
            }
            let fall = from.values.dot(&(&multipliers - &from.multipliers));
            let next = self.at(multipliers);
            if next.objective <= from.objective - 1e-4 * fall + ROUNDING {
                return Some(next);
            }
            share *= 0.5;
        }
        None
    }

    /// Newton's direction for all multipliers but those near zero that the objective pushes below it: these follow
    /// the gradient.
    fn direction(&self, from: &Point) -> Option<DVector<f64>> {
        let near = from.missed.min(1e-3);
        let is_free = |player: usize| {
            player < self.even || from.multipliers[player] > near || from.values[player] > ZERO
        };
        let free: Vec<usize> = (0..from.values.len()).filter(|&i| is_free(i)).collect();
        let payoffs = self.payoffs.select_rows(&free);
        let values = from.values.select_rows(&free);
        // The covariance of the payoffs under the weights.
        let mut scaled = payoffs.clone();
        for (mut column, &weight) in scaled.column_iter_mut().zip(&from.weights) {
            column *= weight;
        }
        let mut curvature = scaled * payoffs.transpose() - &values * values.transpose();
        for at in 0..free.len() {
            curvature[(at, at)] += RIDGE;
        }
        let newton = Cholesky::new(curvature)?.solve(&values);
        let mut direction = from.values.clone();
        for (&player, &by) in free.iter().zip(&newton) {
            direction[player] = by;
        }
        Some(direction)
    }
}
