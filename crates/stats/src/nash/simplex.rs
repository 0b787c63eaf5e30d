//! The simplex method for matrix games, on a dense tableau.

use nalgebra::{DMatrix, DVector};

/// Some equilibrium of a symmetric zero-sum game with payoffs within ±1, up to rounding; `None` if the
/// pivots run out.
///
/// With 2 added to all payoffs, the program maximises the sum of the weights subject to no player
/// gaining more than one; scaled to the sum one the weights are an equilibrium (G. B. Dantzig, "A proof
/// of the equivalence of the programming problem and the game problem", 1951). Such programs are dense,
/// so pivots on a full tableau cost much less than a sparse solver's factorisations. The caller checks
/// and corrects rounding errors.
pub(super) fn equilibrium(game: &DMatrix<f64>) -> Option<DVector<f64>> {
    let mut table = Table::new(game);
    for _ in 0..50 * (game.nrows() + 1) {
        let Some(entering) = table.entering() else {
            return Some(table.weights());
        };
        table.pivot(table.leaving(entering)?, entering);
    }
    None
}

/// Each basic variable as a limit less a combination of the nonbasic ones.
struct Table {
    players: usize,
    /// Row by row: a coefficient for each nonbasic variable, and the limit.
    rows: Vec<f64>,
    /// What a unit of each nonbasic variable adds to the objective.
    gains: Vec<f64>,
    /// The weight that is basic in each row, if it is one.
    basic: Vec<Option<usize>>,
    /// The weight of each column, if it is one.
    other: Vec<Option<usize>>,
}

impl Table {
    fn new(game: &DMatrix<f64>) -> Self {
        let players = game.nrows();
        let mut rows = Vec::with_capacity(players * (players + 1));
        for (at, row) in game.row_iter().enumerate() {
            rows.extend(row.iter().map(|payoff| payoff + 2.0));
            // Slightly different limits, so that no two rows tie and the method does not cycle.
            rows.push(1.0 + 1e-8 * (at + 1) as f64 / players as f64);
        }
        let mut gains = vec![1.0; players];
        gains.push(0.0);
        Self {
            players,
            rows,
            gains,
            basic: vec![None; players],
            other: (0..players).map(Some).collect(),
        }
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.rows[row * (self.players + 1)..(row + 1) * (self.players + 1)]
    }

    /// The nonbasic variable that adds most per unit; `None` at the optimum.
    fn entering(&self) -> Option<usize> {
        let gains = &self.gains;
        let best = (0..self.players).max_by(|&i, &j| gains[i].total_cmp(&gains[j]))?;
        (gains[best] > 1e-11).then_some(best)
    }

    /// The row whose limit is reached first.
    fn leaving(&self, entering: usize) -> Option<usize> {
        let reach = |row: usize| {
            let row = self.row(row);
            (row[entering] > 1e-11).then(|| row[self.players].max(0.0) / row[entering])
        };
        let reached = (0..self.players).filter_map(|row| Some((row, reach(row)?)));
        reached
            .min_by(|(_, x), (_, y)| x.total_cmp(y))
            .map(|(row, _)| row)
    }

    fn pivot(&mut self, leaving: usize, entering: usize) {
        let width = self.players + 1;
        let (above, rest) = self.rows.split_at_mut(leaving * width);
        let (pivot_row, below) = rest.split_at_mut(width);
        let pivot = pivot_row[entering];
        pivot_row[entering] = 1.0;
        pivot_row.iter_mut().for_each(|value| *value /= pivot);
        let others = above
            .chunks_exact_mut(width)
            .chain(below.chunks_exact_mut(width));
        for row in others.chain(std::iter::once(self.gains.as_mut_slice())) {
            let factor = std::mem::take(&mut row[entering]);
            for (value, by) in row.iter_mut().zip(&*pivot_row) {
                *value -= factor * by;
            }
        }
        std::mem::swap(&mut self.basic[leaving], &mut self.other[entering]);
    }

    fn weights(&self) -> DVector<f64> {
        let mut weights = DVector::zeros(self.players);
        for (row, basic) in self.basic.iter().enumerate() {
            if let Some(player) = basic {
                weights[*player] = self.row(row)[self.players].max(0.0);
            }
        }
        let sum = weights.sum();
        weights / sum
    }
}
