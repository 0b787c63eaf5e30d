//! Balance statistics: plain numbers in, plain numbers out.
//!
//! The crate knows neither rules nor tables. Every [`Estimate`] carries its interval and names
//! the [`Method`] it came from; [`ConfidenceSequence`] says when battles are enough; [`Calibration`] sets a unit's listed points beside the points
//! its score would suggest.

mod calibration;
mod decision;
mod error;
mod interval;
mod logistic;
mod moments;
mod paired;
mod sequence;
mod worth;

pub use calibration::{Calibration, Observation};
pub use decision::{Decision, Standing};
pub use error::StatsError;
pub use interval::{
    Estimate, Method, clopper_pearson, normal_mean, simultaneous, wilson, wilson_trials, z_score,
};
pub use logistic::{Group, LogisticFit};
pub use moments::Moments;
pub use paired::{Difference, Paired, mean_difference};
pub use sequence::{ConfidenceSequence, mean_of_stopped};
pub use worth::{ImpliedPoints, Matchup, Pricing, Trial, agree, break_even};
