//! Equilibria by linear programs.

use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Problem, Solution, Variable};
use nalgebra::{DMatrix, DVector};

use crate::StatsError;

/// Some equilibrium: the weights that minimise the largest gain of any player.
pub(super) fn equilibrium(game: &DMatrix<f64>) -> Result<DVector<f64>, StatsError> {
    let players = game.nrows();
    let mut program = Problem::new(OptimizationDirection::Minimize);
    // No gain exceeds the largest payoff, which is one.
    let most = program.add_var(1.0, (-1.0, 1.0));
    let weights = variables(&mut program, players, 0.0, 1.0);
    let mut sum = LinearExpr::empty();
    weights.iter().for_each(|&weight| sum.add(weight, 1.0));
    program.add_constraint(sum, ComparisonOp::Eq, 1.0);
    for row in game.row_iter() {
        let mut gain = LinearExpr::empty();
        for (&weight, &payoff) in weights.iter().zip(row.iter()) {
            gain.add(weight, payoff);
        }
        gain.add(most, -1.0);
        program.add_constraint(gain, ComparisonOp::Le, 0.0);
    }
    let solution = solve(&program)?;
    Ok(values(&solution, &weights))
}

/// An equilibrium in the relative interior of the set of equilibria: its support contains the support
/// of every other one, and all other players lose against it. Only players in `even` can have weight.
///
/// Without the condition that the weights add up to one, each weight and each loss can grow to at
/// least one, unless it is zero in all equilibria. For each player exactly one of weight and loss is
/// zero in all of them (strict complementarity: A. J. Goldman and A. W. Tucker, "Theory of linear
/// programming", 1956). So the program maximises the sum of all weights and losses, each capped at one.
pub(super) fn interior_equilibrium(
    game: &DMatrix<f64>,
    even: &[usize],
) -> Result<DVector<f64>, StatsError> {
    let mut program = Problem::new(OptimizationDirection::Maximize);
    let counted = variables(&mut program, even.len(), 1.0, 1.0);
    let beyond = variables(&mut program, even.len(), 0.0, f64::INFINITY);
    let losses = variables(&mut program, game.nrows(), 1.0, 1.0);
    for (row, &loss) in game.row_iter().zip(&losses) {
        let mut gain = LinearExpr::empty();
        for (at, &player) in even.iter().enumerate() {
            gain.add(counted[at], row[player]);
            gain.add(beyond[at], row[player]);
        }
        gain.add(loss, 1.0);
        program.add_constraint(gain, ComparisonOp::Le, 0.0);
    }
    let solution = solve(&program)?;
    let shares = values(&solution, &counted) + values(&solution, &beyond);
    Ok(super::spread(&shares, even, game.nrows()))
}

fn variables(program: &mut Problem, number: usize, cost: f64, most: f64) -> Vec<Variable> {
    (0..number)
        .map(|_| program.add_var(cost, (0.0, most)))
        .collect()
}

fn solve(program: &Problem) -> Result<Solution, StatsError> {
    let failed = StatsError::NoConvergence("the Nash average");
    let outcome = program.solve().map_err(|_| failed)?;
    outcome.into_solution().map_err(|_| failed)
}

fn values(solution: &Solution, variables: &[Variable]) -> DVector<f64> {
    DVector::from_iterator(
        variables.len(),
        variables.iter().map(|&v| solution.var_value(v)),
    )
}
