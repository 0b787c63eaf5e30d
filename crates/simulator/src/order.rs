//! What a run was asked for: enough to plan it again, and to know that the plan is the same.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::digest::plan_digest;
use crate::manifest::{Decided, Manifest};
use crate::plan::{DatasetId, Plan};
use crate::schema::SCHEMA;
use crate::shard::Shard;
use crate::stopping::Stopping;

/// What was asked for, as an unfinished run keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// Version of the tables, see [`SCHEMA`].
    pub schema: u32,
    /// Always `equipoise`.
    pub tool: String,
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
    /// Number of pairings.
    pub pairings: u64,
    /// Tells the plan from others, see [`plan_digest`].
    pub plan: String,
    /// The words of the command that plans the run.
    pub arguments: Vec<String>,
}

/// In what two runs differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What it is.
    pub what: &'static str,
    /// Of the one.
    pub expected: String,
    /// Of the other.
    pub got: String,
}

impl Order {
    /// The order of a plan that these words make, by a tool of this version.
    #[must_use]
    pub fn new(plan: &Plan, version: &str, arguments: Vec<String>) -> Self {
        let setting = plan.setting().clone();
        Self {
            schema: SCHEMA,
            tool: Manifest::TOOL.to_owned(),
            version: version.to_owned(),
            system: setting.system,
            dataset: setting.dataset,
            seed: setting.seed,
            policy: setting.policy,
            options: setting.options,
            grid: plan.grid().to_owned(),
            runs: plan.runs(),
            precision: precision(
                match plan.stopping() {
                    Stopping::Fixed => None,
                    Stopping::HalfWidth(sequence) => Some(Goal::HalfWidth(sequence.half_width())),
                    Stopping::Decide(test) => Some(Goal::Side(test.line(), test.margin())),
                },
                plan.stopping().confidence(),
            ),
            shard: plan.shard(),
            pairings: plan.cells().len() as u64,
            plan: plan_digest(plan),
            arguments,
        }
    }

    /// The order that a saved run has carried out.
    #[must_use]
    pub fn of(manifest: &Manifest) -> Self {
        let made = manifest.clone();
        let half_width = made.until.map(|until| Goal::HalfWidth(until.half_width));
        let side = |decided: Decided| Goal::Side(decided.line, decided.margin);
        let goal = half_width.or(made.decide.map(side));
        Self {
            schema: made.schema,
            tool: made.tool,
            version: made.version,
            system: made.system,
            dataset: made.dataset,
            seed: made.seed,
            policy: made.policy,
            options: made.options,
            grid: made.grid,
            runs: made.runs,
            precision: precision(goal, made.confidence),
            shard: made.shard,
            pairings: made.pairings,
            plan: made.plan,
            arguments: made.arguments,
        }
    }

    /// What makes battles of the other order no part of this one: the first such thing, if any.
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

    /// What must agree, the plan last, which covers what has no name here.
    fn terms(&self) -> [(&'static str, String); 12] {
        let options = self.options.iter();
        let options: Vec<String> = options
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let shard = self
            .shard
            .map_or("none".to_owned(), |shard| shard.to_string());
        [
            ("schema", self.schema.to_string()),
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

/// What is to be known of a score.
#[derive(Clone, Copy)]
enum Goal {
    HalfWidth(f64),
    /// A line and how near to it counts as near.
    Side(f64, f64),
}

fn precision(goal: Option<Goal>, confidence: f64) -> String {
    match goal {
        None => "as many battles as there are".to_owned(),
        Some(Goal::HalfWidth(half_width)) => format!("until ± {half_width} at {confidence}"),
        Some(Goal::Side(line, margin)) => {
            format!("until on a side of {line} or within {margin} of it at {confidence}")
        }
    }
}
