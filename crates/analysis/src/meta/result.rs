//! The meta-game as a document.

use serde::{Deserialize, Serialize};

use crate::ratings::Rating;

/// Confidence of all intervals, and of all dominances at once.
pub(super) const CONFIDENCE: f64 = 0.95;

/// A meta-game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MetaResult {
    /// Version of the document.
    pub schema: u32,
    /// The most even equilibrium of the panel, by falling weight.
    pub nash: Vec<NashWeight>,
    /// Why there is no equilibrium; absent where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nash_missing: Option<String>,
    /// α-rank of the panel, by falling mass.
    pub alpha_rank: Vec<AlphaRankMass>,
    /// How far each of these mixtures can be exploited.
    pub exploitability: Vec<Exploitability>,
    /// Share of the payoffs that no ranking explains.
    pub cyclic_share: CyclicShare,
    /// Names of the units that are surely dominated.
    pub dominated: Vec<String>,
    /// Names of the units that surely dominate another.
    pub dominating: Vec<String>,
    /// Who is dominated by whom.
    pub dominance: Vec<Dominated>,
    /// Ratings, the best first; null where there are none.
    pub ratings: Option<Vec<Rating>>,
    /// Why some units have no rating, or all.
    pub ratings_missing: Option<String>,
    /// Units that have no rating and are not in the panel.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unrated: Vec<String>,
    /// Number of units.
    pub units: usize,
    /// Names of the units that all met.
    pub panel: Vec<String>,
    /// Number of pairs that never met.
    pub missing_pairings: usize,
    /// Confidence level of all intervals, and of all dominances at once.
    pub confidence: f64,
    /// Seed of the resampling; null for exact payoffs.
    pub seed: Option<u64>,
    /// How often the games were resampled; null for exact payoffs.
    pub resamples: Option<u64>,
    /// Population size of α-rank.
    pub alpha_rank_m: u32,
    /// Selection intensity of α-rank.
    pub alpha_rank_alpha: f64,
}

/// A unit's part in the equilibrium.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NashWeight {
    /// Name of the unit.
    pub name: String,
    /// Its share.
    pub weight: f64,
    /// Lower end of the interval of the share.
    pub weight_low: f64,
    /// Upper end of the interval of the share.
    pub weight_high: f64,
    /// What it gains against the equilibrium: wins minus losses per game, or the unit of the payoffs.
    pub value: f64,
    /// Lower end of the interval of the value.
    pub value_low: f64,
    /// Upper end of the interval of the value.
    pub value_high: f64,
}

/// A unit's share of time in α-rank.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AlphaRankMass {
    /// Name of the unit.
    pub name: String,
    /// The share.
    pub mass: f64,
    /// Lower end of its interval.
    pub low: f64,
    /// Upper end of its interval.
    pub high: f64,
}

/// What units gain against a mixture by which they are picked. Units that did not meet all of the mixture are left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Exploitability {
    /// Which mixture.
    pub mixture: Mixture,
    /// Mean listed points of the mixture; null where those of a unit of it are unknown.
    pub points: Option<f64>,
    /// Units that met all of the mixture, its own included.
    pub units: usize,
    /// How many of them surely win more than they lose against it; wrong for any with 5 % at most.
    pub surely_better: usize,
    /// The units that gain most, the best first: its gain is the exploitability of the mixture.
    pub best: Vec<BestResponse>,
    /// The best of those that cost no more than the mixture; null where points are unknown.
    pub at_its_points: Option<BestResponse>,
}

/// A mixture of units that a meta-game gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mixture {
    /// The most even equilibrium.
    Nash,
    /// The masses of α-rank.
    AlphaRank,
}

impl Mixture {
    /// Its name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nash => "Nash average",
            Self::AlphaRank => "α-rank",
        }
    }
}

/// What a unit gains against a mixture that is given: wins minus losses per game, or the unit of the payoffs. Its interval holds
/// for all units at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BestResponse {
    /// Name of the unit.
    pub name: String,
    /// Its listed points; null where unknown.
    pub points: Option<f64>,
    /// What it gains.
    pub gain: f64,
    /// Lower end of the interval.
    pub gain_low: f64,
    /// Upper end of the interval.
    pub gain_high: f64,
}

/// Share of the squared payoffs that no ranking explains, less what noise adds to both on average.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CyclicShare {
    /// The share; null where the payoffs cannot be told from even ones.
    pub estimate: Option<f64>,
    /// Lower end of its interval.
    pub low: f64,
    /// Upper end of its interval.
    pub high: f64,
    /// The share of the payoffs as they are, with all their noise; null where all are zero.
    pub uncorrected: Option<f64>,
    /// Number of independent cycles among the pairs.
    pub cycles: usize,
}

impl From<equipoise_stats::CyclicShare> for CyclicShare {
    fn from(share: equipoise_stats::CyclicShare) -> Self {
        Self {
            estimate: share.estimate,
            low: share.low,
            high: share.high,
            uncorrected: share.uncorrected,
            cycles: share.cycles,
        }
    }
}

/// A unit and those that surely score at least as well against everybody, and better against
/// somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dominated {
    /// Name of the dominated unit.
    pub name: String,
    /// Names of those who dominate it.
    pub by: Vec<String>,
}
