//! A saved run, as far as two can be compared.

use std::collections::BTreeMap;
use std::path::Path;

use equipoise_simulator::{Manifest, Stopped, Stopping, load_pairings, load_units, read_manifest};
use equipoise_stats::{Estimate, StatsError, mean_of_stopped, wilson};

use crate::changes::Making;
use crate::failure::Failure;

/// What one unit scored against another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Score {
    /// Battles won, a draw counting half.
    pub(super) points: f64,
    pub(super) battles: u64,
}

impl Score {
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
pub(super) struct Saved {
    pub(super) folder: String,
    pub(super) manifest: Manifest,
    /// Listed points of each unit.
    pub(super) units: BTreeMap<String, i64>,
    /// By the names of both units, as the run names them.
    pub(super) pairings: BTreeMap<[String; 2], Score>,
}

impl Saved {
    /// Reads the run in a folder.
    pub(super) fn read(folder: &Path) -> Result<Self, Failure> {
        let units = load_units(folder)?.into_iter();
        let pairings = load_pairings(folder)?.into_iter();
        Ok(Self {
            folder: folder.display().to_string(),
            manifest: read_manifest(folder)?,
            units: units.map(|unit| (unit.name, unit.points)).collect(),
            pairings: pairings
                .map(|pairing| {
                    let score = Score {
                        points: pairing.wins_a as f64 + pairing.draws as f64 / 2.0,
                        battles: pairing.wins_a + pairing.wins_b + pairing.draws,
                    };
                    ([pairing.a, pairing.b], score)
                })
                .collect(),
        })
    }

    /// How it was made.
    pub(super) fn making(&self) -> Making {
        Making::of_run(&self.manifest)
    }

    /// The score of a against b, whichever the run calls a.
    pub(super) fn score(&self, [a, b]: [&str; 2]) -> Option<Score> {
        let find = |a: &str, b: &str| self.pairings.get(&[a.to_owned(), b.to_owned()]);
        let turned = || find(b, a).map(|score| score.seen_by_other());
        find(a, b).copied().or_else(turned)
    }

    /// Whether the number of battles was fixed beforehand.
    pub(super) fn is_fixed(&self) -> bool {
        self.manifest.stopped == Stopped::Fixed
    }

    /// The interval that holds for how the run was stopped.
    pub(super) fn interval(&self, score: Score, confidence: f64) -> Result<Estimate, StatsError> {
        let Score { points, battles } = score;
        match self.manifest.stopped.rule(confidence)? {
            Stopping::Fixed => wilson(points, battles, confidence),
            Stopping::HalfWidth(sequence) => sequence.interval(points, battles),
            Stopping::Decide(test) => test.interval(points, battles),
        }
    }

    /// The mean of scores against several opponents, each weighing the same.
    pub(super) fn mean(&self, scores: &[Score], confidence: f64) -> Result<Estimate, StatsError> {
        if self.is_fixed() {
            // As many battles against each: the mean is that of all battles.
            let points = scores.iter().map(|score| score.points).sum();
            let battles = scores.iter().map(|score| score.battles).sum();
            return wilson(points, battles, confidence);
        }
        let interval = |&score: &Score| Ok((self.interval(score, confidence)?, score.battles));
        let known: Result<Vec<_>, StatsError> = scores.iter().map(interval).collect();
        mean_of_stopped(&known?)
    }
}
