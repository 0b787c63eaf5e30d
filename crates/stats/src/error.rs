//! Errors of all statistics.

/// Why a statistic cannot be computed from its input.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum StatsError {
    /// Too few observations for this statistic.
    #[error("needs at least {needed} observations, got {got}")]
    TooFew {
        /// The fewest observations required.
        needed: u64,
        /// How many there were.
        got: u64,
    },
    /// The confidence level is not strictly between 0 and 1.
    #[error("confidence must lie strictly between 0 and 1, got {}", short(*.0))]
    Confidence(f64),
    /// The half-width or margin is below 10⁻⁹, or not below one half.
    #[error("half-width must be at least 0.000000001 and below 0.5, got {}", short(*.0))]
    HalfWidth(f64),
    /// The margin of a [`Gate`](crate::Gate), whose baseline is measured to a quarter of it, is below 4 × 10⁻⁹, or not
    /// below one half.
    #[error("the margin of a gate must be at least 0.000000004 and below 0.5, got {}", short(*.0))]
    GateMargin(f64),
    /// The error rate of a gate is below 10⁻⁹, or not below 1.
    #[error("alpha must be at least 0.000000001 and below 1, got {}", short(*.0))]
    ErrorRate(f64),
    /// The line of a [`LineTest`](crate::LineTest) is not strictly between 0 and 1.
    #[error("the line must lie strictly between 0 and 1, got {}", short(*.0))]
    Line(f64),
    /// A sum of successes that is negative, NaN or larger than the number of trials.
    #[error("{successes} successes are impossible in {trials} trials")]
    Successes {
        /// The successes given.
        successes: f64,
        /// The trials given.
        trials: u64,
    },
    /// No real numbers have these sums.
    #[error("no {n} numbers have the sum {sum} and the sum of squares {sum_of_squares}")]
    ImpossibleSums {
        /// How many numbers.
        n: u64,
        /// The sum given.
        sum: i128,
        /// The sum of squares given.
        sum_of_squares: i128,
    },
    /// Exact integer arithmetic overflowed 128 bits.
    #[error("the sums are too large for exact 128-bit arithmetic")]
    Overflow,
    /// Points must be positive and finite: the fit takes their logarithm.
    #[error("points must be positive and finite, got {0}")]
    Points(f64),
    /// The features of a regression are linearly dependent.
    #[error("the quantities cannot be estimated separately: some always vary together")]
    Collinear,
    /// The likelihood of a regression has no maximum.
    #[error("no finite estimate: some combination of quantities always wins")]
    Separated,
    /// Scores do not rise with points, or not by more than chance may do, so the fitted curve gives no points.
    #[error("scores do not clearly rise with points (fitted slope {slope:.4})")]
    NoTrend {
        /// The fitted slope of log-odds on log-points.
        slope: f64,
    },
    /// A player out of range, or one that is its own opponent.
    #[error("player {0} does not exist or is its own opponent")]
    Player(usize),
    /// A row of a matrix whose length differs from the number of rows.
    #[error("row {} has {got} values but the matrix has {players} rows", row + 1)]
    NotSquare {
        /// The row, from 0.
        row: usize,
        /// Number of rows.
        players: usize,
        /// Number of values in the row.
        got: usize,
    },
    /// A value of a matrix that is too large or NaN.
    #[error("the value in row {}, column {} is not a number within ±1e100", row + 1, column + 1)]
    OutOfRange {
        /// The row, from 0.
        row: usize,
        /// The column, from 0.
        column: usize,
    },
    /// A population that is too small or too large.
    #[error("a population has 2 to 10000 members, got {0}")]
    Population(u32),
    /// A selection intensity that is negative, too large or NaN.
    #[error("the selection intensity must be a number from 0 to 1e100, got {0}")]
    Intensity(f64),
    /// Error rates of a test that are below 10⁻⁹, or add up to 1 or more.
    #[error(
        "alpha and beta must be at least 0.000000001 and add up to less than 1, got {} and {}",
        short(*alpha),
        short(*beta)
    )]
    ErrorRates {
        /// Probability of accepting H1 when H0 holds.
        alpha: f64,
        /// Probability of accepting H0 when H1 holds.
        beta: f64,
    },
    /// The hypotheses of a test are out of order, out of range or NaN.
    #[error(
        "elo0 must be less than elo1 and both within ±{most}, got {} and {}",
        short(*elo0),
        short(*elo1)
    )]
    Hypotheses {
        /// The lower one.
        elo0: f64,
        /// The upper one.
        elo1: f64,
        /// Largest absolute value.
        most: f64,
    },
    /// The hypotheses of a test are less than 10⁻⁹ apart: no number of games tells them apart.
    #[error("elo1 must exceed elo0 by at least 0.000000001, got {} and {}", short(*elo0), short(*elo1))]
    CloseHypotheses {
        /// The lower one.
        elo0: f64,
        /// The upper one.
        elo1: f64,
    },
    /// More players than ratings are computed for.
    #[error("ratings are computed for at most {most} players, got {players}")]
    TooManyPlayers {
        /// How many there were.
        players: usize,
        /// The most that are rated: [`League::MOST_RATED`](crate::League::MOST_RATED).
        most: usize,
    },
    /// An iteration did not converge.
    #[error("the computation of {0} did not converge")]
    NoConvergence(&'static str),
}

/// A number for a message: in scientific notation where it would have hundreds of digits.
fn short(number: f64) -> String {
    let size = number.abs();
    if number.is_finite() && number != 0.0 && !(1e-12..1e15).contains(&size) {
        format!("{number:e}")
    } else {
        number.to_string()
    }
}
