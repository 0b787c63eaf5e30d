//! The maximum-entropy equilibrium.

use nalgebra::{Cholesky, DMatrix, DVector};

use super::{CERTAIN, TOLERANCE};

/// The last and smallest barrier.
const LAST_BARRIER: f64 = 1e-12;
/// A loss below this at the last barrier is zero at the optimum, as far as one can see.
const TIGHT: f64 = 1e-6;

/// The equilibrium of largest entropy, by a barrier method: Newton's method for the sum of w ln w,
/// less μ times the logarithms of the losses of players outside the support, for decreasing μ
/// (S. Boyd and L. Vandenberghe, Convex Optimization, 2004, section 11.3). What losses are zero in the end is then
/// settled, so that the answer is exact up to rounding and certified by its multipliers.
///
/// `interior` is an equilibrium in the relative interior: every player with weight in some equilibrium
/// has weight in this one, and all others lose against it. `None` where the conditions of the optimum (W. Karush;
/// H. W. Kuhn and A. W. Tucker) are missed.
pub(super) fn most_even(game: &DMatrix<f64>, interior: &DVector<f64>) -> Option<DVector<f64>> {
    let face = Face::new(game, interior)?;
    let mut shift = DVector::zeros(face.directions.ncols());
    let mut barrier = 1.0;
    while !shift.is_empty() && barrier > LAST_BARRIER {
        barrier *= 0.1;
        face.descend(&mut shift, barrier);
    }
    let weights = face.settled(&shift)?;
    Some(super::spread(&weights, &face.support, game.nrows()))
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
    fn new(game: &DMatrix<f64>, interior: &DVector<f64>) -> Option<Self> {
        let (support, others): (Vec<usize>, Vec<usize>) =
            (0..interior.len()).partition(|&player| interior[player] > 0.0);
        let columns = game.select_columns(&support);
        // Payoffs in the support are zero and weights add up to one; rounding errors go.
        let equations = columns.select_rows(&support).insert_row(support.len(), 1.0);
        let mut meant = DVector::zeros(support.len() + 1);
        meant[support.len()] = 1.0;
        let start = interior.select_rows(&support);
        let start = &start + inverse(&equations)? * (meant - &equations * &start);
        let directions = unmoved(&equations);
        // All are positive up to rounding.
        let losses = (columns.select_rows(&others) * &start).map(|gain| (-gain).max(1e-12));
        let drops = columns.select_rows(&others) * &directions;
        let inside = start.iter().all(|weight| *weight > 0.0);
        inside.then_some(Self {
            support,
            start,
            directions,
            losses,
            drops,
        })
    }

    fn weights(&self, shift: &DVector<f64>) -> DVector<f64> {
        &self.start + &self.directions * shift
    }

    /// Lowers the objective from a shift as far as Newton's steps do.
    fn descend(&self, shift: &mut DVector<f64>, barrier: f64) {
        for _ in 0..50 {
            let Some(step) = self.step(shift, barrier) else {
                break;
            };
            let length = step.amax();
            *shift += step;
            if length < 1e-12 {
                break;
            }
        }
    }

    /// The weights at the optimum near a shift, once it is settled which losses are zero there: a loss that would
    /// fall below zero is, one that the optimum would rather have is not.
    fn settled(&self, shift: &DVector<f64>) -> Option<DVector<f64>> {
        let left = &self.losses - &self.drops * shift;
        let mut tight: Vec<usize> = (0..left.len()).filter(|&at| left[at] < TIGHT).collect();
        for _ in 0..=2 * left.len() {
            let (shift, multipliers) = self.optimum(shift, &tight)?;
            let left = &self.losses - &self.drops * &shift;
            let below = (0..left.len()).filter(|at| left[*at] < -CERTAIN && !tight.contains(at));
            let unwanted = (0..tight.len()).filter(|&at| multipliers[at] < -CERTAIN);
            if let Some(worst) = below.min_by(|&i, &j| left[i].total_cmp(&left[j])) {
                tight.push(worst);
            } else if let Some(worst) =
                unwanted.min_by(|&i, &j| multipliers[i].total_cmp(&multipliers[j]))
            {
                tight.swap_remove(worst);
            } else {
                return Some(self.weights(&shift));
            }
        }
        None
    }

    /// The most even shift with some losses at zero, and what the entropy would gain by each of them falling below
    /// it; `None` where Newton's method does not get there.
    fn optimum(
        &self,
        shift: &DVector<f64>,
        tight: &[usize],
    ) -> Option<(DVector<f64>, DVector<f64>)> {
        let equations = self.drops.select_rows(tight);
        let inverse = inverse(&equations)?;
        let onto = &inverse * (self.losses.select_rows(tight) - &equations * shift);
        let start = shift + onto;
        let free = unmoved(&equations);
        let along = Self {
            support: Vec::new(),
            start: self.weights(&start),
            directions: &self.directions * &free,
            losses: DVector::zeros(0),
            drops: DMatrix::zeros(0, free.ncols()),
        };
        let mut freely = DVector::zeros(free.ncols());
        if !freely.is_empty() {
            along.descend(&mut freely, 0.0);
        }
        let shift = start + free * freely;
        let weights = self.weights(&shift);
        if weights.iter().any(|weight| *weight <= 0.0) {
            return None;
        }
        let slope = self.directions.tr_mul(&weights.map(|w| libm::log(w) + 1.0));
        let multipliers = -inverse.tr_mul(&slope);
        let missed = slope + equations.tr_mul(&multipliers);
        missed
            .iter()
            .all(|by| by.abs() < CERTAIN)
            .then_some((shift, multipliers))
    }

    /// Newton's step, shortened so that weights and losses stay positive and the objective falls;
    /// `None` if no such step is found.
    fn step(&self, shift: &DVector<f64>, barrier: f64) -> Option<DVector<f64>> {
        let weights = self.weights(shift);
        let losses = &self.losses - &self.drops * shift;
        let slope = self.slope(shift, barrier);
        let mut curvature = scaled_square(&self.directions, &weights.map(|w| 1.0 / w));
        curvature += scaled_square(&self.drops, &losses.map(|loss| barrier / (loss * loss)));
        let mut step = -Cholesky::new(curvature)?.solve(&slope);
        let before = self.objective(shift, barrier)?;
        for _ in 0..60 {
            let fall = step.dot(&slope);
            let enough = before + 0.25 * fall;
            match self.objective(&(shift + &step), barrier) {
                // What falls by less than rounding errors does not show.
                Some(after) if after <= enough || fall > -1e-12 => return Some(step),
                _ => step *= 0.5,
            }
        }
        None
    }

    /// How the objective changes along each direction: zero at the optimum.
    fn slope(&self, shift: &DVector<f64>, barrier: f64) -> DVector<f64> {
        let weights = self.weights(shift);
        let losses = &self.losses - &self.drops * shift;
        self.directions.tr_mul(&weights.map(|w| libm::log(w) + 1.0))
            + self.drops.tr_mul(&losses.map(|loss| barrier / loss))
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

/// Orthonormal columns that a matrix takes to zero.
fn unmoved(matrix: &DMatrix<f64>) -> DMatrix<f64> {
    let (rows, columns) = matrix.shape();
    if columns == 0 {
        return DMatrix::zeros(0, 0);
    }
    // With fewer rows than columns the decomposition would leave some of them out.
    let tall = matrix.clone().resize_vertically(rows.max(columns), 0.0);
    let svd = tall.svd(false, true);
    let free = svd.singular_values.iter().map(|value| *value < TOLERANCE);
    let free: Vec<usize> = free
        .enumerate()
        .filter_map(|(at, is_free)| is_free.then_some(at))
        .collect();
    let Some(rows) = svd.v_t else {
        return DMatrix::zeros(columns, 0);
    };
    rows.select_rows(&free).transpose()
}

/// The pseudo-inverse.
fn inverse(matrix: &DMatrix<f64>) -> Option<DMatrix<f64>> {
    if matrix.is_empty() {
        return Some(DMatrix::zeros(matrix.ncols(), matrix.nrows()));
    }
    matrix.clone().pseudo_inverse(TOLERANCE).ok()
}

/// Mᵀ diag(scale) M.
fn scaled_square(matrix: &DMatrix<f64>, scale: &DVector<f64>) -> DMatrix<f64> {
    let mut scaled = matrix.clone();
    for (mut row, factor) in scaled.row_iter_mut().zip(scale) {
        row *= *factor;
    }
    matrix.tr_mul(&scaled)
}
