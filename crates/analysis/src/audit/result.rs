//! How sides play, as results give it.

use equipoise_simulator::DatasetId;
use equipoise_stats::Pricing;
use serde::{Deserialize, Serialize};

use crate::ladder::Pair;
use crate::result::{Interval, PlayedBy, kind, share};

kind!(
    /// The kind of a [`PlayAuditResult`].
    PlayAuditKind = "play-audit"
);

/// How sides play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayAuditResult {
    /// Version of the document.
    pub schema: u32,
    /// Always `play-audit`.
    pub kind: PlayAuditKind,
    /// Game, policy and rules.
    #[serde(flatten)]
    pub played_by: PlayedBy,
    /// Master seed.
    pub seed: u64,
    /// The dataset.
    pub dataset: DatasetId,
    /// Two-sided confidence level of all intervals.
    #[serde(deserialize_with = "share")]
    pub confidence: f64,
    /// Whether better units do better; null if it was not measured.
    pub monotonicity: Option<Monotonicity>,
    /// Which tools are used; null if it was not measured.
    pub tools: Option<Tools>,
    /// What is left to gain; null if it was not measured.
    pub gain: Option<Gain>,
    /// Whether the order of a list decides anything; null if it was not measured.
    pub order: Option<Ordered>,
}

/// Whether units do better when one stat is better.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Monotonicity {
    /// Whom the units met.
    pub opponents: Vec<String>,
    /// Models of each unit and of each opponent that fought.
    #[serde(default = "one")]
    pub copies: u64,
    /// Battles of each case against each opponent.
    pub battles_per_opponent: u64,
    /// Battles played, those of units as they are among them.
    pub battles: u64,
    /// Chance that any case is called worse although none is, at most.
    #[serde(deserialize_with = "share")]
    pub significance: f64,
    /// Cases that are worse, all cases together considered.
    pub worse: u64,
    /// Cases whose own interval lies below zero.
    pub worse_alone: u64,
    /// Cases in which no battle went differently in anything.
    pub unchanged: u64,
    /// The cases, unit by unit.
    pub cases: Vec<Case>,
    /// The same by stat.
    pub stats: Vec<StatSummary>,
    /// Better stats that the dataset or the rules options do not allow.
    pub untested: Vec<Untested>,
}

/// A unit with one better stat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// Name of the unit.
    pub unit: String,
    /// The stat and its step.
    pub stat: String,
    /// The change, as `variant --set` reads it.
    pub set: String,
    /// Score with the better stat less score of the unit as it is.
    pub difference: Interval,
    /// The difference in standard errors; zero where no result changed.
    pub z: f64,
    /// Whether it is worse, all cases together considered.
    pub worse: bool,
    /// Battles, each played both ways.
    pub battles: u64,
    /// Battles with another result.
    pub battles_changed: u64,
    /// Battles that went differently in anything that is observed.
    pub battles_altered: u64,
}

/// All cases of a stat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StatSummary {
    /// The stat and its step.
    pub stat: String,
    /// Cases.
    pub cases: u64,
    /// Those that are worse, all cases of the audit together considered.
    pub worse: u64,
    /// Those whose own interval lies above zero.
    pub better_alone: u64,
    /// Those in which no battle went differently in anything.
    pub unchanged: u64,
    /// Mean of the differences.
    pub mean_difference: f64,
    /// The smallest of the differences.
    pub least_difference: f64,
}

/// A better stat that cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Untested {
    /// Name of the unit.
    pub unit: String,
    /// The change, as `variant --set` reads it.
    pub set: String,
    /// Why it cannot be had.
    pub reason: String,
}

/// Which tools are used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tools {
    /// Battles of scenarios.
    pub battles_of_scenarios: u64,
    /// Battles of duels.
    pub battles_of_duels: u64,
    /// Each tool of each decision point; a point without any has one row.
    pub uses: Vec<ToolUse>,
    /// Tools that were never taken although their decision point was reached.
    pub never_taken: Vec<String>,
    /// Decision points that were never reached.
    pub never_reached: Vec<String>,
}

/// How often a decision point was reached, and a tool taken there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolUse {
    /// The decision point.
    pub point: String,
    /// The tool; null where no event shows what was chosen.
    pub tool: Option<String>,
    /// In the scenarios.
    pub scenarios: Frequency,
    /// In the duels.
    pub duels: Frequency,
}

/// Counts over all battles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frequency {
    /// How often the decision point was reached.
    pub open: u64,
    /// How often the tool was taken; null without a tool.
    pub taken: Option<u64>,
}

/// What a policy that plays battles out scores against the audited one, on mirrored forces of the scenarios: the
/// audited policy leaves at least so much.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gain {
    /// The policy that plays battles out against the audited one, whole and by scenario.
    #[serde(flatten)]
    pub pair: Pair,
}

/// Whether the order of a list decides anything.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ordered {
    /// Scenario whose table the armies met on.
    pub scenario: String,
    /// Points of an army.
    pub budget: u32,
    /// Matchups of random armies for each order.
    pub matchups: u64,
    /// Battles of each matchup.
    pub battles_per_matchup: u64,
    /// The units with their implied points in each order.
    pub units: Vec<OrderedUnit>,
    /// Why the battles give no implied points, if they give none.
    pub missing: Option<String>,
    /// Root mean square of the standardised differences between orders: about 1 if the order of the
    /// units decides nothing; null without implied points.
    pub root_mean_square_z: Option<f64>,
    /// How many differences that is: units times pairs of orders.
    pub differences: u64,
    /// Units whose verdict differs between orders.
    pub verdicts_differ: u64,
    /// Each force against itself in other orders.
    pub forces: Vec<ForceOrder>,
    /// Battles played.
    pub battles: u64,
}

/// Implied points of a unit in each order of the list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OrderedUnit {
    /// Name of the unit.
    pub name: String,
    /// Listed points.
    pub listed: u32,
    /// Place in the list of each order, from 1.
    pub places: Vec<u64>,
    /// Implied points in each order, each with its own interval.
    pub implied: Vec<Interval>,
    /// Whether the listed points fit, in each order.
    pub verdicts: Vec<Pricing>,
    /// Standardised differences between the orders: 1 and 2, 1 and 3, 2 and 3.
    pub z: Vec<f64>,
}

/// In which order a force was listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OrderOf {
    /// The last entry first.
    Backwards,
    /// At random.
    Shuffled,
}

/// A force in another order against itself as it is listed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ForceOrder {
    /// The scenario.
    pub scenario: String,
    /// The force or army.
    pub force: String,
    /// Kind of order.
    pub order: OrderOf,
    /// The places of the entries in the list as it is, from 1, in their new order.
    pub places: Vec<u64>,
    /// Score of the force in the new order; null if the battle cannot be played.
    pub score: Option<Interval>,
    /// The score less one half, in standard errors.
    pub z: Option<f64>,
    /// Battles.
    pub battles: u64,
    /// Why the force cannot meet itself, if it cannot.
    pub missing: Option<String>,
}

const fn one() -> u64 {
    1
}
