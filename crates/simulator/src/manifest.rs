//! How a run was made.

use std::collections::BTreeMap;

use equipoise_stats::{Standing, wilson_trials};
use serde::{Deserialize, Serialize};

use crate::digest::{digest, plan_digest};
use crate::plan::{DatasetId, Plan, VpWords};
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
    #[serde(default)]
    pub vp: VpWords,
    /// Policy that played both sides.
    pub policy: String,
    /// Rules options by name.
    pub options: BTreeMap<String, String>,
    /// Master seed.
    pub seed: u64,
    /// Battles per pairing, or the most of them where `until` or `decide` is set: even, an odd request is
    /// rounded up.
    pub runs: u64,
    /// When pairings ended before that; null for a fixed number of battles.
    pub until: Option<Until>,
    /// What was to be decided about each pairing, and how often it was; null where nothing was.
    #[serde(default)]
    pub decide: Option<Decided>,
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
    /// The words of that command, from which the run is planned again; empty in runs saved before
    /// there was any need for it.
    #[serde(default)]
    pub arguments: Vec<String>,
    /// Tells the plan from others, see [`plan_digest`].
    #[serde(default)]
    pub plan: String,
    /// Wall-clock time of the battles, seconds: of all sittings and shards together.
    pub elapsed_seconds: f64,
    /// Worker threads of the last sitting.
    pub threads: u64,
    /// Files of the run beside the manifest, by relative path; filled in when it is saved.
    #[serde(default)]
    pub files: Vec<String>,
}

/// What ended the battles of a pairing, and what that saved.
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
    fn new(plan: &Plan, tallies: &[Tally]) -> Option<Self> {
        let Stopping::HalfWidth(sequence) = plan.stopping() else {
            return None;
        };
        let half_width = sequence.half_width();
        let fixed = wilson_trials(half_width, sequence.confidence());
        let is_capped = |tally: &&Tally| plan.stopping().is_capped(tally);
        Some(Self {
            half_width,
            capped: tallies.iter().filter(is_capped).count() as u64,
            battles: fewest_and_most(tallies),
            // A sequence has a half-width and a confidence that Wilson's interval can have.
            fixed_runs: fixed.unwrap_or_default().next_multiple_of(2),
        })
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
    fn new(plan: &Plan, tallies: &[Tally]) -> Option<Self> {
        let Stopping::Decide(test) = plan.stopping() else {
            return None;
        };
        let count = |standing| {
            let standings = tallies.iter().map(|tally| plan.stopping().standing(tally));
            standings.filter(|&found| found == standing).count() as u64
        };
        let fixed = wilson_trials(test.margin(), test.confidence());
        Some(Self {
            line: test.line(),
            margin: test.margin(),
            above: count(Some(Standing::Above)),
            near: count(Some(Standing::Near)),
            below: count(Some(Standing::Below)),
            open: count(None),
            battles: fewest_and_most(tallies),
            fixed_runs: fixed.unwrap_or_default().next_multiple_of(2),
        })
    }
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
    /// The words of that command.
    pub arguments: Vec<String>,
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
            vp: setting.vp,
            policy: setting.policy,
            options: setting.options,
            seed: setting.seed,
            runs: plan.runs(),
            until: Until::new(plan, tallies),
            decide: Decided::new(plan, tallies),
            grid: plan.grid().to_owned(),
            shard: plan.shard(),
            dataset: setting.dataset,
            axes: plan.axes().to_vec(),
            units: plan.contestants().len() as u64,
            pairings: plan.cells().len() as u64,
            battles: tallies.iter().map(|tally| tally.battles).sum(),
            digest: digest(plan, tallies),
            confidence: plan.stopping().confidence(),
            method: plan.stopping().method().name().to_owned(),
            command: made.command,
            arguments: made.arguments,
            plan: plan_digest(plan),
            elapsed_seconds: made.elapsed_seconds,
            threads: made.threads,
            files: Vec::new(),
        }
    }
}
