//! The file of a baseline: small, sorted, one line a pairing, made to be reviewed.

mod read;
mod write;

use std::collections::BTreeMap;
use std::path::Path;

use equipoise_simulator::DatasetId;
use equipoise_stats::Gate;
use serde::{Deserialize, Serialize};

use super::prices::RecordedPrices;
use crate::error::Error;
use crate::making::Making;
use crate::request::Grid;
use crate::result::{PlayedBy, RESULT_SCHEMA, kind};

kind!(
    /// The kind of a [`BaselineSummary`].
    BaselineKind = "baseline"
);

/// Version of the file. It changes when a key changes its name, type or meaning.
const SCHEMA: u32 = 1;

/// A recorded balance: the content of a baseline's file.
#[derive(Clone, Debug, PartialEq)]
pub struct Baseline {
    /// Version of the program that made it.
    pub version: String,
    /// Game.
    pub system: String,
    /// The policy of both sides.
    pub policy: String,
    /// Rules options with the values in force.
    pub options: BTreeMap<String, String>,
    /// Master seed.
    pub seed: u64,
    /// Where the units came from.
    pub dataset: DatasetId,
    /// Name of the set of pairings: see [`Selection`](super::Selection).
    pub grid: String,
    /// The margin it was made for.
    pub margin: f64,
    /// The chance of error it was made for.
    pub alpha: f64,
    /// Each pairing was played until its score was known so well.
    pub half_width: f64,
    /// Digest of the tallies.
    pub digest: String,
    /// Sorted by name.
    pub pairings: Vec<RecordedPairing>,
    /// The price map, if it was asked for.
    pub prices: Option<RecordedPrices>,
}

/// One pairing of a baseline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RecordedPairing {
    /// The unit whose score counts.
    pub a: String,
    /// Its opponent.
    pub b: String,
    /// Battles played.
    pub battles: u64,
    /// Battles won by a.
    pub wins: u64,
    /// Drawn battles.
    pub draws: u64,
    /// Line of the file, from 1; 0 before there is a file.
    #[serde(skip)]
    pub line: usize,
}

impl RecordedPairing {
    /// Score sum of a: battles won, a draw counting half.
    #[must_use]
    pub const fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }
}

impl Baseline {
    /// How it was made.
    pub(crate) fn making(&self) -> Making {
        Making {
            version: self.version.clone(),
            system: self.system.clone(),
            policy: self.policy.clone(),
            seed: self.seed,
            options: self.options.clone(),
            dataset: self.dataset.clone(),
            battles: None,
        }
    }

    /// All but the pairings; `file` is where the baseline is.
    ///
    /// # Errors
    /// When margin or alpha are out of range.
    pub fn summary(&self, file: &Path) -> Result<BaselineSummary, Error> {
        let pairings = self.pairings.len() as u64;
        let gate = Gate::new(self.margin, self.alpha, pairings)?;
        Ok(BaselineSummary {
            schema: RESULT_SCHEMA,
            kind: BaselineKind::Kind,
            file: file.display().to_string(),
            played_by: PlayedBy {
                system: self.system.clone(),
                policy: self.policy.clone(),
                options: self.options.clone(),
            },
            seed: self.seed,
            grid: self.grid.clone(),
            dataset: self.dataset.clone(),
            margin: self.margin,
            alpha: self.alpha,
            half_width: self.half_width,
            confidence_of_each: gate.confidence_of_each(),
            pairings,
            battles: self.battles(),
            gate_battles_at_most: gate.most_scores() * pairings,
            digest: self.digest.clone(),
            prices: self.prices.as_ref().map(PricesSummary::of),
        })
    }

    /// Battles of all pairings.
    #[must_use]
    pub fn battles(&self) -> u64 {
        self.pairings.iter().map(|pairing| pairing.battles).sum()
    }
}

/// What a baseline is, without its pairings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BaselineSummary {
    /// Version of the document.
    pub schema: u32,
    /// Always `baseline`.
    pub kind: BaselineKind,
    /// The baseline's file.
    pub file: String,
    /// Game, policy and rules.
    #[serde(flatten)]
    pub played_by: PlayedBy,
    /// Master seed.
    pub seed: u64,
    /// Name of the set of pairings.
    pub grid: String,
    /// Where the units came from.
    pub dataset: DatasetId,
    /// The margin it was made for.
    pub margin: f64,
    /// The chance of error it was made for.
    pub alpha: f64,
    /// Each pairing was played until its score was known so well.
    pub half_width: f64,
    /// Confidence level of each score, so that all hold at once.
    pub confidence_of_each: f64,
    /// Number of pairings.
    pub pairings: u64,
    /// Battles of all pairings.
    pub battles: u64,
    /// The most battles that a gate may take.
    pub gate_battles_at_most: u64,
    /// Digest of plan and tallies.
    pub digest: String,
    /// The price map; null without one.
    pub prices: Option<PricesSummary>,
}

/// What the price map of a baseline is, without its prices.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PricesSummary {
    /// Whose prices.
    pub grid: Grid,
    /// Scenario whose table the armies met on.
    pub scenario: String,
    /// Points of an army.
    pub budget: u32,
    /// How far an implied price may move, as a share of it.
    pub margin: f64,
    /// Number of units.
    pub units: u64,
    /// Half of the standard errors are no larger than this, as a share of the implied points.
    pub median_error: f64,
    /// Battles played, and those that a gate plays.
    pub battles: u64,
    /// Digest of plan and tallies.
    pub digest: String,
}

impl PricesSummary {
    fn of(prices: &RecordedPrices) -> Self {
        let units = prices.units.iter();
        let mut errors: Vec<f64> = units.map(|unit| unit.error / unit.implied.abs()).collect();
        errors.sort_by(f64::total_cmp);
        Self {
            grid: prices.grid,
            scenario: prices.scenario.clone(),
            budget: prices.budget,
            margin: prices.margin,
            units: errors.len() as u64,
            median_error: errors
                .get(errors.len().saturating_sub(1) / 2)
                .copied()
                .unwrap_or_default(),
            battles: prices.battles(),
            digest: prices.digest.clone(),
        }
    }
}

#[cfg(test)]
mod tests;
