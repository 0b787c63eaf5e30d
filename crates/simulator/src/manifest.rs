//! How a run was made.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::plan::{Axis, DatasetId, Plan};
use crate::schema::SCHEMA;
use crate::tables::CONFIDENCE;

/// Everything needed to make a run again, and to know that it came out the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// Version of the tables, see [`SCHEMA`].
    pub schema: u32,
    /// Always `equipoise`.
    pub tool: String,
    /// Version of the tool.
    pub version: String,
    /// Game system.
    pub system: String,
    /// Policy that played both sides.
    pub policy: String,
    /// Rules options by name.
    pub options: BTreeMap<String, String>,
    /// Master seed.
    pub seed: u64,
    /// Battles per pairing: even, an odd request is rounded up.
    pub runs: u64,
    /// Name of the set of pairings.
    pub grid: String,
    /// Where the profiles came from.
    pub dataset: DatasetId,
    /// Coordinates of the units.
    pub axes: Vec<Axis>,
    /// Number of units.
    pub units: u64,
    /// Number of pairings.
    pub pairings: u64,
    /// Number of battles.
    pub battles: u64,
    /// Digest of the tallies, see [`digest`](crate::digest).
    pub digest: String,
    /// Confidence level of all intervals.
    pub confidence: f64,
    /// How the intervals of scores were computed.
    pub method: String,
    /// The command that made the run.
    pub command: String,
    /// Wall-clock time of the battles, seconds.
    pub elapsed_seconds: f64,
    /// Worker threads.
    pub threads: u64,
    /// Files of the run beside the manifest, by relative path; filled in when it is saved.
    #[serde(default)]
    pub files: Vec<String>,
}

/// What a manifest says of the making of a run, beyond its plan and its results.
#[derive(Clone, Debug, PartialEq)]
pub struct Provenance {
    /// Version of the tool.
    pub version: String,
    /// The command that made the run.
    pub command: String,
    /// Wall-clock time of the battles, seconds.
    pub elapsed_seconds: f64,
    /// Worker threads.
    pub threads: u64,
}

impl Manifest {
    /// Name of the tool in every manifest.
    pub const TOOL: &'static str = "equipoise";

    /// The manifest of a run of `plan` with this digest.
    #[must_use]
    pub fn new(plan: &Plan, digest: String, made: Provenance) -> Self {
        let setting = plan.setting().clone();
        Self {
            schema: SCHEMA,
            tool: Self::TOOL.to_owned(),
            version: made.version,
            system: setting.system,
            policy: setting.policy,
            options: setting.options,
            seed: setting.seed,
            runs: plan.runs(),
            grid: plan.grid().to_owned(),
            dataset: setting.dataset,
            axes: plan.axes().to_vec(),
            units: plan.contestants().len() as u64,
            pairings: plan.cells().len() as u64,
            battles: plan.battles(),
            digest,
            confidence: CONFIDENCE,
            method: equipoise_stats::Method::Wilson.name().to_owned(),
            command: made.command,
            elapsed_seconds: made.elapsed_seconds,
            threads: made.threads,
            files: Vec::new(),
        }
    }
}
