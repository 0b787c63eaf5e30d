//! The file that says how balance stood: small, sorted, one line a pairing, made to be reviewed.

mod read;
mod write;

use std::collections::BTreeMap;

use equipoise_simulator::DatasetId;

use crate::changes::Making;

/// Version of the file. It changes when a key changes its name, type or meaning.
const SCHEMA: u32 = 1;

/// What a baseline file holds.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Baseline {
    /// Version of the program that made it.
    pub(crate) version: String,
    pub(crate) system: String,
    pub(crate) policy: String,
    /// Rules options with the values in force.
    pub(crate) options: BTreeMap<String, String>,
    pub(crate) seed: u64,
    pub(crate) dataset: DatasetId,
    /// Which pairings there are, in a word: see `Selection`.
    pub(crate) grid: String,
    /// The margin it was made for.
    pub(crate) margin: f64,
    /// The chance of error it was made for.
    pub(crate) alpha: f64,
    /// Each pairing was played until its score was known so well.
    pub(crate) half_width: f64,
    /// Digest of the tallies.
    pub(crate) digest: String,
    /// Sorted by name.
    pub(crate) pairings: Vec<Recorded>,
}

/// One pairing of a baseline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Recorded {
    pub(crate) a: String,
    pub(crate) b: String,
    pub(crate) battles: u64,
    /// Battles won by a.
    pub(crate) wins: u64,
    pub(crate) draws: u64,
    /// Line of the file, from 1; 0 before there is a file.
    pub(crate) line: usize,
}

impl Recorded {
    /// Score sum of a: battles won, a draw counting half.
    pub(crate) const fn points(&self) -> f64 {
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

    /// Battles of all pairings.
    pub(crate) fn battles(&self) -> u64 {
        self.pairings.iter().map(|pairing| pairing.battles).sum()
    }
}

#[cfg(test)]
mod tests;
