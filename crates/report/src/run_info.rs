//! Where a run's numbers come from: the manifest, as the report reads it.

use std::collections::BTreeMap;

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
    /// Policy that played both sides.
    pub policy: String,
    /// Rules options by name.
    pub options: BTreeMap<String, String>,
    /// Master seed.
    pub seed: u64,
    /// Battles per pairing.
    pub runs: u64,
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
    /// Method of the score intervals, such as `wilson`.
    pub method: String,
    /// Command line that repeats the run.
    pub command: String,
    /// Wall-clock time, seconds.
    pub elapsed_seconds: f64,
    /// Threads used; the results do not depend on them.
    pub threads: u32,
}
