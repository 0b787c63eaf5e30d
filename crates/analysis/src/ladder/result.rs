//! How well policies play, as results give it.

use std::collections::BTreeMap;

use equipoise_simulator::DatasetId;
use serde::{Deserialize, Serialize};

use super::request::Part;
use crate::goal::Goal;
use crate::result::{Interval, Score, kind, share};
use crate::sprt::EloInterval;

kind!(
    /// The kind of a [`LadderResult`].
    LadderKind = "ladder"
);

/// How well policies play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LadderResult {
    /// Version of the document.
    pub schema: u32,
    /// Always `ladder`.
    pub kind: LadderKind,
    /// Game.
    pub system: String,
    /// The policies, in the order of the request.
    pub policies: Vec<String>,
    /// Rules options by name; a scenario is played with its own beside them.
    pub options: BTreeMap<String, String>,
    /// The dataset.
    pub dataset: DatasetId,
    /// Master seed.
    pub seed: u64,
    /// What ended the battles of a pair.
    pub goal: Goal,
    /// Two-sided confidence level of each interval.
    #[serde(deserialize_with = "share")]
    pub confidence: f64,
    /// What every pair of policies played in each round.
    pub round: Round,
    /// Forces that cannot meet themselves, and why.
    pub left_out: Vec<LeftOut>,
    /// The policy whose Elo is zero.
    pub anchor: String,
    /// The policies, the best first; empty if no finite ratings exist.
    pub ratings: Vec<EloRating>,
    /// Why there are no ratings, if there are none.
    pub missing: Option<String>,
    /// Each pair of policies.
    pub pairs: Vec<Pair>,
    /// Battles of all pairs.
    pub battles: u64,
    /// Digest of plan and tallies.
    pub digest: String,
}

/// One round of a pair of policies: each takes both sides of everything once or more, in both seats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// Battles of a round.
    pub battles: u64,
    /// Those of scenarios among them.
    pub of_scenarios: u64,
    /// Those of duels among them.
    pub of_duels: u64,
    /// Names of the scenarios, whose forces meet themselves.
    pub scenarios: Vec<String>,
    /// Number of forces.
    pub forces: u64,
    /// Names of the units that meet themselves.
    pub units: Vec<String>,
}

/// A force that cannot meet itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// The scenario.
    pub scenario: String,
    /// The force.
    pub force: String,
    /// Why the game refuses the battle.
    pub reason: String,
}

/// The Elo rating of a policy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EloRating {
    /// Name of the policy.
    pub policy: String,
    /// Its lead over the anchor, 400 log₁₀ of the odds to win; the anchor's own has no width.
    pub elo: Interval,
    /// Battles of the policy.
    pub battles: u64,
}

/// One policy against another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pair {
    /// The policy whose score is reported.
    pub a: String,
    /// Its opponent.
    pub b: String,
    /// What came of all battles.
    #[serde(flatten)]
    pub whole: Played,
    /// The Elo difference at the score and at the ends of its interval.
    pub elo: EloInterval,
    /// With a score to decide about: `above`, `below` or `near`; null if the most battles left it open,
    /// absent without such a score.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "crate::ratings::present"
    )]
    pub standing: Option<Option<String>>,
    /// The same battles by what was played.
    pub splits: Vec<Split>,
}

/// The battles of a pair that belong together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Split {
    /// The part.
    pub part: Part,
    /// The scenario; null for the whole part.
    pub scenario: Option<String>,
    /// What came of them.
    #[serde(flatten)]
    pub played: Played,
}

/// What came of some battles of a pair.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// Battles.
    pub battles: u64,
    /// Battles won by a.
    pub wins_a: u64,
    /// Battles won by b.
    pub wins_b: u64,
    /// Drawn battles.
    pub draws: u64,
    /// Score of a.
    pub score_a: Score,
}
