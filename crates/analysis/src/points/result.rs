//! What units are worth, as results give it.

use equipoise_stats::{Equivalence, Pricing};
use serde::{Deserialize, Serialize};

use crate::result::{Interval, Limits, PlayedIn, as_map, kind, positive, share};

kind!(
    /// The kind of a [`PointsResult`].
    PointsKind = "points"
);

/// What each unit is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PointsResult {
    /// Version of the document.
    pub schema: u32,
    /// Always `points`.
    pub kind: PointsKind,
    /// Game, scenario, policy and rules.
    #[serde(flatten)]
    pub played_in: PlayedIn,
    /// Master seed.
    pub seed: u64,
    /// Points of an army.
    pub budget: u32,
    /// Matchups of random armies that were played, for each policy.
    pub matchups: u64,
    /// How it was decided when to stop, where that was once every unit had a verdict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_verdict: Option<UntilVerdict>,
    /// Battles of each matchup.
    pub battles_per_matchup: u64,
    /// Matchups of each unit alone against random armies.
    pub gauntlet: u64,
    /// How far from its listed points a unit is still fair, as a share of them.
    #[serde(deserialize_with = "share")]
    pub margin: f64,
    /// Two-sided confidence level of all intervals.
    #[serde(deserialize_with = "share")]
    pub confidence: f64,
    /// The units, in the order of the request.
    pub units: Vec<PricedUnit>,
    /// Half of the intervals of implied points reach no farther than this, as a share of the listed
    /// points.
    pub median_half_width: f64,
    /// Median probability, over units, that one whose worth is off by twice the margin is found so.
    pub power: f64,
    /// The verdicts by another scale of points.
    pub other_scale: OtherScale,
    /// How much more matchups scatter than the sum over their units explains: the more, the more battles a matchup has.
    pub dispersion: f64,
    /// Standard deviation of the matchups' log-odds about the sum of their units' worth, beyond luck; unlike `dispersion` it
    /// does not grow with the battles of a matchup.
    pub scatter: Interval,
    /// Battles played.
    pub battles: u64,
    /// How implied points were computed.
    pub method: String,
}

/// Looks at the verdicts while battles were played. Every interval but that of a break-even cost holds at all looks at once at
/// the level of the result, so it holds where they stopped.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UntilVerdict {
    /// Most matchups that would have been played.
    pub most_matchups: u64,
    /// Looks there would have been.
    pub looks: u64,
}

/// Implied points if the median unit were worth what it costs, instead of an average army. Battles tell only what units are worth
/// relative to each other; where verdicts depend on the scale, that is a choice and no finding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OtherScale {
    /// By what all implied points would be multiplied.
    pub factor: f64,
    /// Names of the units whose verdict would be another.
    pub moved: Vec<String>,
}

/// A unit with its listed points and its worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PricedUnit {
    /// Name of the unit.
    pub name: String,
    /// Listed points.
    #[serde(deserialize_with = "positive")]
    pub listed: u32,
    /// Implied points; the interval holds for this unit alone.
    pub implied: Interval,
    /// The interval that holds for all units together, on which the verdict rests.
    pub together: Limits,
    /// Whether the listed points fit.
    pub verdict: Pricing,
    /// Implied points by policy, those of the request first.
    #[serde(with = "as_map")]
    pub by_policy: Vec<(String, Interval)>,
    /// Cost at which as many of the unit alone as make the budget break even with random armies; null
    /// where their battles give no cost or there were none.
    pub break_even: Option<Interval>,
    /// Whether implied points and break-even cost are the same within the margin, by intervals of differences that hold for
    /// all units at once; null without the latter.
    pub agrees: Option<Equivalence>,
}
