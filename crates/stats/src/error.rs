//! What statistics refuse to compute.

/// Why a statistic has no answer for the numbers given.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum StatsError {
    /// Too few observations for the statistic asked for.
    #[error("needs at least {needed} observations, got {got}")]
    TooFew {
        /// The fewest observations that would do.
        needed: u64,
        /// How many there were.
        got: u64,
    },
    /// The confidence level is not strictly between 0 and 1.
    #[error("confidence must lie strictly between 0 and 1, got {0}")]
    Confidence(f64),
    /// The half-width is not strictly between 0 and one half.
    #[error("half-width must lie strictly between 0 and 0.5, got {0}")]
    HalfWidth(f64),
    /// The line to decide about is not strictly between 0 and 1.
    #[error("the line must lie strictly between 0 and 1, got {0}")]
    Line(f64),
    /// More successes than trials, or a count that is not a number.
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
        /// Their alleged sum.
        sum: i128,
        /// The alleged sum of their squares.
        sum_of_squares: i128,
    },
    /// The exact integer arithmetic left the range of 128 bits.
    #[error("the sums are too large for exact 128-bit arithmetic")]
    Overflow,
    /// Points must be positive and finite: the fit takes their logarithm.
    #[error("points must be positive and finite, got {0}")]
    Points(f64),
    /// The features of a regression do not tell its coefficients apart.
    #[error("the battles do not tell all quantities apart: some always go together")]
    Collinear,
    /// The likelihood of a regression has no maximum.
    #[error("no finite estimate: some combination of quantities goes with nothing but wins")]
    Separated,
    /// Scores do not rise with points, so no points can be read off the fitted curve.
    #[error("scores do not rise with points (fitted slope {slope})")]
    NoTrend {
        /// The fitted slope of log-odds on log-points.
        slope: f64,
    },
    /// A player that does not exist, or one that is its own opponent.
    #[error("player {0} does not exist or meets itself")]
    Player(usize),
    /// A row of a matrix that is longer or shorter than there are rows.
    #[error("row {} has {got} values where the matrix has {players} rows", row + 1)]
    NotSquare {
        /// The row, from 0.
        row: usize,
        /// Number of rows.
        players: usize,
        /// Number of values in the row.
        got: usize,
    },
    /// A value of a matrix that is too large or no number.
    #[error("the value in row {}, column {} is no number within ±1e100", row + 1, column + 1)]
    OutOfRange {
        /// The row, from 0.
        row: usize,
        /// The column, from 0.
        column: usize,
    },
    /// A population that is too small or too large.
    #[error("a population has 2 to 10000 members, got {0}")]
    Population(u32),
    /// A selection intensity that is negative, too large or no number.
    #[error("the selection intensity must be a number from 0 to 1e100, got {0}")]
    Intensity(f64),
    /// Error rates of a test that are not strictly between 0 and 1, or add up to 1 or more.
    #[error(
        "alpha and beta must lie strictly between 0 and 1 and add up to less than 1, got {alpha} and {beta}"
    )]
    ErrorRates {
        /// Chance of a false alarm.
        alpha: f64,
        /// Chance of a miss.
        beta: f64,
    },
    /// The hypotheses of a test are the wrong way round, or are no numbers.
    #[error("elo0 must be less than elo1 and both within ±{most}, got {elo0} and {elo1}")]
    Hypotheses {
        /// The lower one.
        elo0: f64,
        /// The upper one.
        elo1: f64,
        /// Largest absolute value.
        most: f64,
    },
    /// An iteration did not settle.
    #[error("the computation of {0} did not converge")]
    NoConvergence(&'static str),
}
