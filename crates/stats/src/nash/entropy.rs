//! The maximum-entropy equilibrium.

use nalgebra::{Cholesky, DMatrix, DVector};

use super::TOLERANCE;

/// The equilibrium of largest entropy, by a barrier method: Newton's method for the sum of w ln w,
/// less μ times the logarithms of the losses of players outside the support, for decreasing μ
/// (S. Boyd and L. Vandenberghe, Convex Optimization, 2004, section 11.3).
///
/// `interior` is an equilibrium in the relative interior: every player with weight in some equilibrium
/// has weight in this one, and all others lose against it.
pub(super) fn most_even(game: &DMatrix<f64>, interior: &DVector<f64>) -> DVector<f64> {
    let face = Face::new(game, interior);
    let mut shift = DVector::zeros(face.directions.ncols());
    let mut barrier = 1.0;
    while !shift.is_empty() && barrier > 1e-13 {
        barrier *= 0.1;
        for _ in 0..50 {
            let Some(step) = face.step(&shift, barrier) else {
                break;
            };
            let length = step.amax();
            shift += step;
            if length < 1e-12 {
                break;
            }
        }
    }
    super::spread(&face.weights(&shift), &face.support, game.nrows())
}

/// The set of all equilibria: the start plus a combination of the directions, as long as no weight and
/// no loss falls below zero.
struct Face {
    support: Vec<usize>,
    start: DVector<f64>,
    /// Orthonormal columns: changes of the weights that leave every payoff in the support at zero.
    directions: DMatrix<f64>,
    /// Losses of the other players at the start, and how much each direction lowers them.
    losses: DVector<f64>,
    drops: DMatrix<f64>,
}

impl Face {
    fn new(game: &DMatrix<f64>, interior: &DVector<f64>) -> Self {
        let (support, others): (Vec<usize>, Vec<usize>) =
            (0..interior.len()).partition(|&player| interior[player] > 0.0);
        let start = interior.select_rows(&support);
        let columns = game.select_columns(&support);
        let directions = even_directions(&columns.select_rows(&support));
        // All are positive up to rounding.
        let losses = (columns.select_rows(&others) * &start).map(|gain| (-gain).max(1e-12));
        let drops = columns.select_rows(&others) * &directions;
        Self {
            support,
            start,
            directions,
            losses,
            drops,
        }
    }

    fn weights(&self, shift: &DVector<f64>) -> DVector<f64> {
        &self.start + &self.directions * shift
    }

    /// Newton's step, shortened so that weights and losses stay positive and the objective falls;
    /// `None` if no such step is found.
    fn step(&self, shift: &DVector<f64>, barrier: f64) -> Option<DVector<f64>> {
        let weights = self.weights(shift);
        let losses = &self.losses - &self.drops * shift;
        let slope = self.directions.tr_mul(&weights.map(|w| libm::log(w) + 1.0))
            + self.drops.tr_mul(&losses.map(|loss| barrier / loss));
        let mut curvature = scaled_square(&self.directions, &weights.map(|w| 1.0 / w));
        curvature += scaled_square(&self.drops, &losses.map(|loss| barrier / (loss * loss)));
        let mut step = -Cholesky::new(curvature)?.solve(&slope);
        let before = self.objective(shift, barrier)?;
        for _ in 0..60 {
            let enough = before + 0.25 * step.dot(&slope);
            match self.objective(&(shift + &step), barrier) {
                Some(after) if after <= enough => return Some(step),
                _ => step *= 0.5,
            }
        }
        None
    }

    /// The objective to minimise; `None` where a weight or a loss is not positive.
    fn objective(&self, shift: &DVector<f64>, barrier: f64) -> Option<f64> {
        let weights = self.weights(shift);
        let losses = &self.losses - &self.drops * shift;
        let inside = weights.iter().chain(&losses).all(|&x| x > 0.0);
        let entropy: f64 = weights.iter().map(|w| w * libm::log(*w)).sum();
        let walls: f64 = losses.iter().map(|loss| libm::log(*loss)).sum();
        inside.then_some(entropy - barrier * walls)
    }
}

/// Orthonormal changes of the weights with sum zero that leave every payoff at zero.
fn even_directions(game: &DMatrix<f64>) -> DMatrix<f64> {
    let players = game.ncols();
    let equations = game.clone().insert_row(players, 1.0);
    let svd = equations.svd(false, true);
    let free = svd.singular_values.iter().map(|value| *value < TOLERANCE);
    let free: Vec<usize> = free
        .enumerate()
        .filter_map(|(at, is_free)| is_free.then_some(at))
        .collect();
    let Some(rows) = svd.v_t else {
        return DMatrix::zeros(players, 0);
    };
    rows.select_rows(&free).transpose()
}

/// Mᵀ diag(scale) M.
fn scaled_square(matrix: &DMatrix<f64>, scale: &DVector<f64>) -> DMatrix<f64> {
    let mut scaled = matrix.clone();
    for (mut row, factor) in scaled.row_iter_mut().zip(scale) {
        row *= *factor;
    }
    matrix.tr_mul(&scaled)
}
