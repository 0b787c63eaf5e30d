//! How a run was made.

use std::collections::BTreeMap;

use equipoise_stats::{ConfidenceSequence, LineTest, Standing, StatsError, wilson_trials};
use serde::{Deserialize, Serialize};

use crate::digest::{digest, plan_digest};
use crate::plan::{DatasetId, Plan, ScoreWords};
use crate::schema::SCHEMA;
use crate::shard::Shard;
use crate::stopping::Stopping;
use crate::tally::Tally;
use equipoise_engine::front_end::Axis;

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
    /// What the columns named `vp` count.
    #[serde(default, rename = "vp")]
    pub score: ScoreWords,
    /// Policy that played both sides.
    pub policy: String,
    /// Rules options by name.
    pub options: BTreeMap<String, String>,
    /// Master seed.
    pub seed: u64,
    /// Battles per pairing, or the most of them where `until` or `decide` is set: even, an odd number
    /// asked for is rounded up.
    pub runs: u64,
    /// What ended pairings before that, and what came of it: as `until` or as `decide`, the other key, or
    /// both for a fixed number of battles, being null.
    #[serde(flatten)]
    pub stopped: Stopped,
    /// Name of the set of pairings.
    pub grid: String,
    /// Which part of a run this is; null for a whole one.
    #[serde(default)]
    pub shard: Option<Shard>,
    /// Where the profiles came from.
    pub dataset: DatasetId,
    /// Coordinates of the units.
    pub axes: Vec<Axis>,
    /// Number of units.
    pub units: u64,
    /// Number of pairings.
    pub pairings: u64,
    /// Number of battles played.
    pub battles: u64,
    /// Digest of the tallies, see [`digest`](crate::digest).
    pub digest: String,
    /// Confidence level of all intervals.
    pub confidence: f64,
    /// How the intervals of the pairings' scores were computed: `wilson`, or `confidence_sequence`
    /// for intervals that hold at all times at once, whenever the battles were stopped.
    pub method: String,
    /// The command that made the run.
    pub command: String,
    /// Digest of all that decides a result, see [`plan_digest`].
    #[serde(default)]
    pub plan: String,
    /// Wall-clock time of the battles, seconds: of all sessions and shards together.
    pub elapsed_seconds: f64,
    /// Worker threads of the last session.
    pub threads: u64,
    /// Files of the run beside the manifest, by relative path; filled in when it is saved.
    #[serde(default)]
    pub files: Vec<String>,
}

/// What ended the battles of the pairings of a run, and what came of it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "StoppedKeys", into = "StoppedKeys")]
pub enum Stopped {
    /// The number of battles that was asked for.
    Fixed,
    /// A half-width that was asked for.
    Until(Until),
    /// A decision that was asked for.
    Decide(Decided),
}

/// [`Stopped`] as the keys of the manifest.
#[derive(Serialize, Deserialize)]
struct StoppedKeys {
    until: Option<Until>,
    #[serde(default)]
    decide: Option<Decided>,
}

impl From<StoppedKeys> for Stopped {
    fn from(keys: StoppedKeys) -> Self {
        match (keys.until, keys.decide) {
            (Some(until), _) => Self::Until(until),
            (None, Some(decided)) => Self::Decide(decided),
            (None, None) => Self::Fixed,
        }
    }
}

impl From<Stopped> for StoppedKeys {
    fn from(stopped: Stopped) -> Self {
        let (until, decide) = match stopped {
            Stopped::Fixed => (None, None),
            Stopped::Until(until) => (Some(until), None),
            Stopped::Decide(decided) => (None, Some(decided)),
        };
        Self { until, decide }
    }
}

impl Stopped {
    fn new(plan: &Plan, tallies: &[Tally]) -> Self {
        match plan.stopping() {
            Stopping::Fixed => Self::Fixed,
            Stopping::HalfWidth(sequence) => {
                Self::Until(Until::new(sequence, plan.stopping(), tallies))
            }
            Stopping::Decide(test) => Self::Decide(Decided::new(test, plan.stopping(), tallies)),
        }
    }

    /// The rule that ended the battles, at this confidence level.
    ///
    /// # Errors
    /// When its numbers are out of range, as no run writes them.
    pub fn rule(&self, confidence: f64) -> Result<Stopping, StatsError> {
        Ok(match self {
            Self::Fixed => Stopping::Fixed,
            Self::Until(until) => {
                Stopping::HalfWidth(ConfidenceSequence::new(until.half_width, confidence)?)
            }
            Self::Decide(decided) => {
                Stopping::Decide(LineTest::new(decided.line, decided.margin, confidence)?)
            }
        })
    }
}

/// A half-width to which scores were to be known, and what stopping there saved.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Until {
    /// The interval of a pairing's score was to reach no farther on either side.
    pub half_width: f64,
    /// Pairings that ended with a wider interval, after the most battles allowed.
    pub capped: u64,
    /// Fewest and most battles of a pairing.
    pub battles: [u64; 2],
    /// Battles per pairing, fixed beforehand, after which Wilson's interval reaches no farther
    /// even at a score of one half, where it is widest.
    pub fixed_runs: u64,
}

impl Until {
    fn new(sequence: &ConfidenceSequence, stopping: &Stopping, tallies: &[Tally]) -> Self {
        let half_width = sequence.half_width();
        Self {
            half_width,
            capped: tallies
                .iter()
                .filter(|tally| stopping.is_capped(tally))
                .count() as u64,
            battles: fewest_and_most(tallies),
            fixed_runs: fixed_runs(half_width, sequence.confidence()),
        }
    }
}

/// What was decided about the scores of the pairings, and what stopping at that saved.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Decided {
    /// The score in question.
    pub line: f64,
    /// How far from it a score counts as near.
    pub margin: f64,
    /// Pairings in which contestant a scores more than the line.
    pub above: u64,
    /// Pairings within the margin.
    pub near: u64,
    /// Pairings in which contestant a scores less than the line.
    pub below: u64,
    /// Pairings left open after the most battles allowed.
    pub open: u64,
    /// Fewest and most battles of a pairing.
    pub battles: [u64; 2],
    /// Battles per pairing, fixed beforehand, after which Wilson's interval reaches no farther
    /// than the margin even at a score of one half, where it is widest.
    pub fixed_runs: u64,
}

impl Decided {
    fn new(test: &LineTest, stopping: &Stopping, tallies: &[Tally]) -> Self {
        let count = |standing| {
            let standings = tallies.iter().map(|tally| stopping.standing(tally));
            standings.filter(|&found| found == standing).count() as u64
        };
        Self {
            line: test.line(),
            margin: test.margin(),
            above: count(Some(Standing::Above)),
            near: count(Some(Standing::Near)),
            below: count(Some(Standing::Below)),
            open: count(None),
            battles: fewest_and_most(tallies),
            fixed_runs: fixed_runs(test.margin(), test.confidence()),
        }
    }
}

/// Battles fixed beforehand after which Wilson's interval is never wider; a rule has only numbers that
/// such an interval can have.
fn fixed_runs(half_width: f64, confidence: f64) -> u64 {
    let trials = wilson_trials(half_width, confidence);
    trials.unwrap_or_default().next_multiple_of(2)
}

fn fewest_and_most(tallies: &[Tally]) -> [u64; 2] {
    let battles = || tallies.iter().map(|tally| tally.battles);
    [battles().min(), battles().max()].map(Option::unwrap_or_default)
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

    /// The manifest of a run of `plan` that gave these tallies.
    #[must_use]
    pub fn new(plan: &Plan, tallies: &[Tally], made: Provenance) -> Self {
        let setting = plan.setting().clone();
        Self {
            schema: SCHEMA,
            tool: Self::TOOL.to_owned(),
            version: made.version,
            system: setting.system,
            score: setting.score,
            policy: setting.policy,
            options: setting.options,
            seed: setting.seed,
            runs: plan.runs(),
            stopped: Stopped::new(plan, tallies),
            grid: plan.grid().to_owned(),
            shard: plan.shard(),
            dataset: setting.dataset,
            axes: plan.axes().to_vec(),
            units: plan.contestants().len() as u64,
            pairings: plan.pairings().len() as u64,
            battles: tallies.iter().map(|tally| tally.battles).sum(),
            digest: digest(plan, tallies),
            confidence: plan.stopping().confidence(),
            method: plan.stopping().method().name().to_owned(),
            command: made.command,
            plan: plan_digest(plan),
            elapsed_seconds: made.elapsed_seconds,
            threads: made.threads,
            files: Vec::new(),
        }
    }
}
