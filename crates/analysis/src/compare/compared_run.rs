//! A saved run, as far as two can be compared.

use std::collections::BTreeMap;
use std::path::Path;

use equipoise_simulator::{Manifest, Stopped, Stopping, load_pairings, load_units, read_manifest};
use equipoise_stats::{Estimate, StatsError, wilson};

use super::result::RunSummary;
use crate::error::Error;
use crate::making::{Making, MakingChange};

/// What one unit scored against another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PairingScore {
    /// Battles won, a draw counting half.
    pub(super) points: f64,
    pub(super) battles: u64,
}

impl PairingScore {
    /// The same battles as the other unit sees them.
    pub(super) fn seen_by_other(self) -> Self {
        Self {
            points: self.battles as f64 - self.points,
            ..self
        }
    }
}

/// A run with its results by names.
#[derive(Debug)]
pub(super) struct ComparedRun {
    pub(super) folder: String,
    pub(super) manifest: Manifest,
    /// Listed points of each unit.
    pub(super) units: BTreeMap<String, i64>,
    /// By the names of both units, as the run names them.
    pub(super) pairings: BTreeMap<[String; 2], PairingScore>,
}

impl ComparedRun {
    /// Reads the run in a folder.
    pub(super) fn read(folder: &Path) -> Result<Self, Error> {
        let units = load_units(folder)?.into_iter();
        let pairings = load_pairings(folder)?.into_iter();
        Ok(Self {
            folder: folder.display().to_string(),
            manifest: read_manifest(folder)?,
            units: units.map(|unit| (unit.name, unit.points)).collect(),
            pairings: pairings
                .map(|pairing| {
                    let score = PairingScore {
                        points: pairing.wins_a as f64 + pairing.draws as f64 / 2.0,
                        battles: pairing.wins_a + pairing.wins_b + pairing.draws,
                    };
                    ([pairing.a, pairing.b], score)
                })
                .collect(),
        })
    }

    /// How it was made, beside its folder.
    pub(super) fn summary(&self) -> RunSummary {
        let made = self.manifest.clone();
        RunSummary {
            folder: self.folder.clone(),
            version: made.version,
            system: made.system,
            grid: made.grid,
            policy: made.policy,
            options: made.options,
            seed: made.seed,
            dataset: made.dataset,
            method: made.method,
            units: made.units,
            pairings: made.pairings,
            battles: made.battles,
            digest: made.digest,
        }
    }

    /// What differs in the making of a newer run.
    pub(super) fn changes_to(&self, new: &Self) -> Vec<MakingChange> {
        Making::of_run(&self.manifest).changes_to(&Making::of_run(&new.manifest))
    }

    /// Names of the units that another run has not.
    pub(super) fn units_not_in(&self, other: &Self) -> Vec<String> {
        let names = self.units.keys();
        let names = names.filter(|name| !other.units.contains_key(*name));
        names.cloned().collect()
    }

    /// The score of a against b, whichever the run calls a.
    pub(super) fn score(&self, [a, b]: [&str; 2]) -> Option<PairingScore> {
        let find = |a: &str, b: &str| self.pairings.get(&[a.to_owned(), b.to_owned()]);
        let turned = || find(b, a).map(|score| score.seen_by_other());
        find(a, b).copied().or_else(turned)
    }

    /// Whether the number of battles was fixed beforehand.
    pub(super) fn is_fixed(&self) -> bool {
        self.manifest.stopped == Stopped::Fixed
    }

    /// The interval that holds for how the run was stopped.
    pub(super) fn interval(
        &self,
        score: PairingScore,
        confidence: f64,
    ) -> Result<Estimate, StatsError> {
        let PairingScore { points, battles } = score;
        match self.manifest.stopped.rule(confidence)? {
            Stopping::Fixed => wilson(points, battles, confidence),
            Stopping::HalfWidth(sequence) => sequence.interval(points, battles),
            Stopping::Decide(test) => test.interval(points, battles),
        }
    }

    /// The mean of scores against several opponents, each weighing the same.
    pub(super) fn mean(
        &self,
        scores: &[PairingScore],
        confidence: f64,
    ) -> Result<Estimate, StatsError> {
        let scores: Vec<(f64, u64)> = scores.iter().map(|of| (of.points, of.battles)).collect();
        let rule = self.manifest.stopped.rule(confidence)?;
        rule.mean_score(&scores, confidence)
    }
}
