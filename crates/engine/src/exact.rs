//! Exact results of duels: probabilities instead of counts.

use thiserror::Error;

/// Why a duel has no exact result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ExactError {
    /// More than one model a side.
    #[error("only a duel of two models can be computed")]
    NotADuel,
    /// The game computes only some of its duels; the text says which.
    #[error("{0}")]
    OnlySome(&'static str),
    /// A policy, by name, that samples battles itself.
    #[error("policy {0} rolls dice of its own for play-outs")]
    Samples(&'static str),
    /// There are more states than the limit allows.
    #[error("the duel has more than {0} states")]
    TooManyStates(u64),
    /// The dice of single steps have too many outcomes, for example because of rerolls.
    #[error("the dice of the duel have too many outcomes for {0} states")]
    TooManyWays(u64),
    /// The caller ended the computation.
    #[error("the computation was ended")]
    Cancelled,
}

/// The exact result of a bout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exact {
    /// Probability that each side wins.
    pub wins: [f64; 2],
    /// Probability of a draw.
    pub draws: f64,
    /// Mean score of each side.
    pub score_mean: [f64; 2],
    /// Standard deviation of the score of each side.
    pub score_sd: [f64; 2],
    /// Mean number of rounds.
    pub rounds_mean: f64,
    /// Number of states visited: situations between two steps of the battle.
    pub states: u64,
    /// Rounding error of the sum of all probabilities.
    pub mass_error: f64,
}
