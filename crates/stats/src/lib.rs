//! Balance statistics: plain numbers in, plain numbers out.
//!
//! The crate depends on no game and on no table format. Every [`Estimate`] carries its interval and
//! the [`Method`] that computed it. [`ConfidenceSequence`] decides when enough battles have been
//! played. [`Calibration`] compares a unit's listed points with those that its score corresponds to.
//! [`League`] holds the results of games between pairs, for [`BradleyTerry`] ratings and the
//! [`MetaGame`]. [`Sprt`] tests one Elo difference against another. [`Gate`] detects scores that
//! differ from a baseline, [`PriceGate`] implied points that do.

mod added_worth;
mod alpha_rank;
mod bradley_terry;
mod calibration;
mod cyclic;
mod difference;
mod dominance;
mod error;
mod gate;
mod goodness;
mod graph;
mod holm;
mod interval;
mod league;
mod line_test;
mod logistic;
mod meta_game;
mod mixture;
mod moments;
mod nash;
mod paired;
mod payoffs;
mod price_gate;
mod price_parts;
mod resample;
mod response;
mod sequence;
mod sprt;
mod structured;
mod worth;

pub use added_worth::{AddedWorth, mean_of_independent};
pub use alpha_rank::AlphaRank;
pub use bradley_terry::home::HomeAdvantage;
pub use bradley_terry::{BradleyTerry, RatingError};
pub use calibration::{Calibration, Observation, Scale};
pub use cyclic::{Decomposition, Lengths};
pub use difference::{enclosing_difference, independent_difference, newcombe_difference};
pub use dominance::{Dominance, dominance, sure_dominance};
pub use error::StatsError;
pub use gate::{Finding, Gate, GateVerdict};
pub use goodness::GoodnessOfFit;
pub use holm::{holm, normal_below};
pub use interval::{
    Estimate, Method, clopper_pearson, normal_mean, simultaneous, wilson, wilson_trials, z_score,
};
pub use league::{League, Meeting, Relation};
pub use line_test::{LineTest, Standing};
pub use logistic::{Group, LogisticFit};
pub use meta_game::{CyclicShare, MetaGame, MetaReport, Replicate};
pub use moments::Moments;
pub use nash::NashAverage;
pub use paired::{Difference, Paired, mean_difference};
pub use payoffs::Payoffs;
pub use price_gate::PriceGate;
pub use price_parts::{PricePart, PriceParts};
pub use resample::{Resampling, quantile};
pub use response::{Response, responses};
pub use sequence::{ConfidenceSequence, mean_of_stopped};
pub use sprt::{
    Decision, EloEstimate, EloModel, Scores, Sprt, elo_estimate, elo_of_known_scatter,
    elo_of_score, likelihood_of_superiority,
};
pub use structured::{Scatter, StructuredWorth};
pub use worth::{Equivalence, ImpliedPoints, Matchup, Pricing, Trial, break_even};
