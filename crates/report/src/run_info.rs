//! Where a run's numbers come from: the manifest, as the report reads it.

use std::collections::BTreeMap;

use crate::format::{level, trimmed};
use equipoise_engine::text::grouped;

/// What kind of values an axis holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AxisKind {
    /// Whole numbers, drawn in order along a chart's side.
    Integer,
    /// Names, drawn as separate panels.
    Category,
}

/// A property by which the units of a run vary; also the name of its column in the units table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Axis {
    /// Name of the property and of its column.
    pub name: String,
    /// What kind of values it holds.
    pub kind: AxisKind,
}

/// What was to be known of each pairing before its battles ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Goal {
    /// The score, with an interval that reaches no farther than this on either side.
    HalfWidth(f64),
    /// On which side of a line the score lies.
    Side {
        /// The line.
        line: f64,
        /// How near to it the score need not be told from it.
        margin: f64,
    },
}

/// How well each pairing was to be known before its battles ended, and what it took.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Until {
    /// What was to be known.
    pub goal: Goal,
    /// Pairings that ended before it was, after the most battles allowed.
    pub capped: u64,
    /// Fewest and most battles of a pairing.
    pub battles: [u64; 2],
    /// Battles per pairing that would do if their number were fixed beforehand.
    pub fixed_runs: u64,
}

/// How a run was made; everything needed to make it again.
#[derive(Debug, Clone, PartialEq)]
pub struct RunInfo {
    /// Version of the table schema.
    pub schema: u32,
    /// Program that made the run.
    pub tool: String,
    /// Its version.
    pub version: String,
    /// Game system.
    pub system: String,
    /// What the columns named `vp` count, in the plural: `victory points`.
    pub vp_unit: String,
    /// What one side has more of than the other: `victory-point difference`.
    pub vp_difference: String,
    /// Policy that played both sides.
    pub policy: String,
    /// Rules options by name.
    pub options: BTreeMap<String, String>,
    /// Master seed.
    pub seed: u64,
    /// Battles per pairing, or the most of them where they could end earlier.
    pub runs: u64,
    /// What ended the battles of a pairing, where their number was not fixed.
    pub until: Option<Until>,
    /// Which grid of units and pairings was swept.
    pub grid: String,
    /// Name of the dataset.
    pub dataset_name: String,
    /// SHA-256 of the dataset, in hexadecimal.
    pub dataset_sha256: String,
    /// The properties by which the units vary.
    pub axes: Vec<Axis>,
    /// Number of units.
    pub units: u64,
    /// Number of pairings.
    pub pairings: u64,
    /// Number of battles.
    pub battles: u64,
    /// Digest of the tallies, in hexadecimal: equal digests mean equal results.
    pub digest: String,
    /// Confidence level of the intervals, such as 0.95.
    pub confidence: f64,
    /// Method of the intervals of the pairings' scores, such as `wilson`.
    pub method: String,
    /// Command line that repeats the run.
    pub command: String,
    /// Wall-clock time, seconds.
    pub elapsed_seconds: f64,
    /// Threads used; the results do not depend on them.
    pub threads: u32,
}

impl RunInfo {
    /// The method of the score intervals in words: `confidence sequence`.
    #[must_use]
    pub fn method_words(&self) -> String {
        self.method.replace('_', " ")
    }

    /// What ended the battles of a pairing, in a sentence; `None` for a fixed number of battles.
    #[must_use]
    pub fn stopping(&self) -> Option<String> {
        let until = self.until?;
        let [fewest, most] = until.battles.map(grouped);
        let mean = self.battles as f64 / self.pairings.max(1) as f64;
        let (goal, missed) = match until.goal {
            Goal::HalfWidth(half_width) => (
                format!("its score is known to ± {}", points(half_width)),
                "ended with a wider interval",
            ),
            Goal::Side { line, margin } => (
                format!(
                    "its score is known to lie above {0} %, below {0} %, or within {1} of it",
                    trimmed(line * 100.0),
                    points(margin)
                ),
                "were left open",
            ),
        };
        let capped = match until.capped {
            0 => String::new(),
            capped => format!(
                "; {} of them {missed}, after the {} battles allowed",
                grouped(capped),
                grouped(self.runs)
            ),
        };
        Some(format!(
            "each pairing until {goal} at {}: {fewest} to {most} battles, {} on average{capped}",
            level(self.confidence),
            grouped(mean.round() as u64),
        ))
    }

    /// Battles beside those of a plan that fixes their number for the same half-width, in a
    /// sentence; `None` for such a plan.
    #[must_use]
    pub fn saving(&self) -> Option<String> {
        let fixed = self.until?.fixed_runs;
        let all = fixed.saturating_mul(self.pairings);
        let share = 100.0 * self.battles as f64 / all.max(1) as f64;
        Some(format!(
            "{share:.0} % of the battles of a plan that fixes {} per pairing, enough for Wilson's \
             interval at a score of 50 %",
            grouped(fixed)
        ))
    }
}

fn points(share: f64) -> String {
    format!("{} percentage points", trimmed(share * 100.0))
}
