//! `plan.json`: the request of a run, from which it is planned again, and what identifies its plan.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::digest::plan_digest;
use crate::load::{check_header, parse};
use crate::load_error::LoadError;
use crate::manifest::Manifest;
use crate::plan::{DatasetId, Plan};
use crate::shard::Shard;
use crate::unfinished::PLAN;

/// Version of `plan.json`. Versions 1 and 2, which held the words of a command, were those of
/// unfinished runs only.
pub const PLAN_SCHEMA: u32 = 3;

/// The request of a run and what identifies its plan, as `plan.json` holds them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlanFile {
    /// Version of the file, see [`PLAN_SCHEMA`].
    pub schema: u32,
    /// Always `equipoise`.
    pub tool: String,
    /// The request that plans the run.
    pub request: Value,
    /// What identifies the plan made of it.
    #[serde(flatten)]
    pub identity: PlanIdentity,
}

impl PlanFile {
    /// The file of a plan that this request makes.
    #[must_use]
    pub fn new(identity: PlanIdentity, request: Value) -> Self {
        Self {
            schema: PLAN_SCHEMA,
            tool: Manifest::TOOL.to_owned(),
            request,
            identity,
        }
    }

    /// Reads the plan of the run in `folder`; `None` if there is none, as in runs saved by earlier
    /// versions.
    ///
    /// # Errors
    /// When the file cannot be read or is of another schema.
    pub fn read(folder: &Path) -> Result<Option<Self>, LoadError> {
        let path = folder.join(PLAN);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if is_absent(&error) => return Ok(None),
            Err(error) => return Err(LoadError::io(&path)(error)),
        };
        check_header(&path, &text, PLAN_SCHEMA)?;
        parse(path, &text).map(Some)
    }

    /// The text of the file.
    pub(crate) fn text(&self) -> io::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }
}

/// Also where a file stands in the place of the folder.
fn is_absent(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

/// What identifies a plan, term by term, and the version that plays it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanIdentity {
    /// Version of the tool.
    pub version: String,
    /// Game system.
    pub system: String,
    /// Where the profiles come from.
    pub dataset: DatasetId,
    /// Master seed.
    pub seed: u64,
    /// Policy that plays both sides.
    pub policy: String,
    /// Rules options by name.
    pub options: BTreeMap<String, String>,
    /// Name of the set of pairings.
    pub grid: String,
    /// Battles per pairing, or the most of them.
    pub runs: u64,
    /// When pairings end before that, in words.
    pub precision: String,
    /// Which part of a run is played; null for a whole one.
    pub shard: Option<Shard>,
    /// Digest of all that decides a result, see [`plan_digest`].
    pub plan: String,
}

/// In what two plans differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What it is.
    pub what: &'static str,
    /// Of the one.
    pub expected: String,
    /// Of the other.
    pub got: String,
}

impl PlanIdentity {
    /// That of a plan played by this version of the tool.
    #[must_use]
    pub fn new(plan: &Plan, version: &str) -> Self {
        let setting = plan.setting().clone();
        Self {
            version: version.to_owned(),
            system: setting.system,
            dataset: setting.dataset,
            seed: setting.seed,
            policy: setting.policy,
            options: setting.options,
            grid: plan.grid().to_owned(),
            runs: plan.runs(),
            precision: plan.stopping().to_string(),
            shard: plan.shard(),
            plan: plan_digest(plan),
        }
    }

    /// That of the plan of a saved run.
    #[must_use]
    pub fn of(manifest: &Manifest) -> Self {
        let made = manifest.clone();
        let stopping = made.stopped.rule(made.confidence);
        Self {
            version: made.version,
            system: made.system,
            dataset: made.dataset,
            seed: made.seed,
            policy: made.policy,
            options: made.options,
            grid: made.grid,
            runs: made.runs,
            precision: stopping.map_or_else(|error| error.to_string(), |rule| rule.to_string()),
            shard: made.shard,
            plan: made.plan,
        }
    }

    /// What makes battles of the other plan no part of this one: the first such thing, if any.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<Difference> {
        let terms = self.terms().into_iter().zip(other.terms());
        let different = |((what, expected), (_, got)): ((&'static str, String), (_, String))| {
            (expected != got).then_some(Difference {
                what,
                expected,
                got,
            })
        };
        terms.filter_map(different).next()
    }

    /// What must agree, the digest last, which covers what has no name here.
    fn terms(&self) -> [(&'static str, String); 11] {
        let options = self.options.iter();
        let options: Vec<String> = options
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let shard = self
            .shard
            .map_or("none".to_owned(), |shard| shard.to_string());
        [
            ("version of equipoise", self.version.clone()),
            ("system", self.system.clone()),
            ("SHA-256 of the dataset", self.dataset.sha256.clone()),
            ("seed", self.seed.to_string()),
            ("policy", self.policy.clone()),
            ("rules options", options.join(" ")),
            ("grid", self.grid.clone()),
            ("battles per pairing", self.runs.to_string()),
            ("precision", self.precision.clone()),
            ("shard", shard),
            ("digest of the plan", self.plan.clone()),
        ]
    }
}
