//! What upgrades are worth, as results give it.

use equipoise_simulator::DatasetId;
use equipoise_stats::Pricing;
use serde::{Deserialize, Serialize};

use crate::result::{Interval, Limits, PlayedIn, kind, share};

kind!(
    /// The kind of an [`UpgradeAuditResult`].
    UpgradeAuditKind = "upgrade-audit"
);

/// What upgrades are worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UpgradeAuditResult {
    /// Version of the document.
    pub schema: u32,
    /// Always `upgrade-audit`.
    pub kind: UpgradeAuditKind,
    /// Game, scenario, policy and rules.
    #[serde(flatten)]
    pub played_in: PlayedIn,
    /// Master seed.
    pub seed: u64,
    /// The dataset.
    pub dataset: DatasetId,
    /// Points of an army.
    pub budget: u32,
    /// Matchups of random armies for each unit.
    pub matchups: u64,
    /// Battles of each matchup.
    pub battles_per_matchup: u64,
    /// Points that an upgrade may cost more or less than it is worth and still be fair.
    pub margin: f64,
    /// Two-sided confidence level of all intervals.
    #[serde(deserialize_with = "share")]
    pub confidence: f64,
    /// Each upgrade that some unit may have.
    pub upgrades: Vec<PricedUpgrade>,
    /// Upgrades that were not measured.
    pub unmeasured: Vec<Unmeasured>,
    /// The same question in the same scenario under further policies, then under the same policy in further
    /// scenarios, each in the order of the request.
    pub also: Vec<Elsewise>,
    /// Battles played, those of units as they are among them.
    pub battles: u64,
}

/// An upgrade with its price and its worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PricedUpgrade {
    /// Name.
    pub name: String,
    /// Points that it adds to its buyers, on average.
    pub price: f64,
    /// Points that it is worth to them, on average.
    pub worth: Interval,
    /// The interval that holds together with those of all other upgrades under this policy.
    pub together: Limits,
    /// Whether the price fits, by that interval.
    pub verdict: Pricing,
    /// Each unit that bought it.
    pub buyers: Vec<Buyer>,
}

/// A unit with an upgrade.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Buyer {
    /// Name of the unit.
    pub unit: String,
    /// Points of the unit as it is.
    pub listed: u32,
    /// Points that the upgrade adds.
    pub price: i64,
    /// Points that it is worth to this unit.
    pub worth: Interval,
    /// Battles, each played with and without it.
    pub battles: u64,
    /// Battles with another result.
    pub battles_changed: u64,
    /// Battles that went differently in anything that is observed.
    pub battles_altered: u64,
}

/// An upgrade that was not measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unmeasured {
    /// Name.
    pub name: String,
    /// Why.
    pub reason: String,
}

/// What upgrades are worth in another scenario or under another policy: the same armies, as many battles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Elsewise {
    /// The scenario.
    pub scenario: String,
    /// The policy of both sides.
    pub policy: String,
    /// The upgrades in the order of the main answer.
    pub upgrades: Vec<PricedUpgrade>,
    /// Upgrades that were not measured.
    pub unmeasured: Vec<Unmeasured>,
}
