//! What a gate has found, as a document.

use std::collections::BTreeMap;

use equipoise_simulator::DatasetId;
use equipoise_stats::{Finding, GateVerdict};
use serde::{Deserialize, Serialize};

use crate::making::MakingChange;
use crate::result::{Interval, PlayedBy, kind};

kind!(
    /// The kind of a [`GateResult`].
    GateKind = "gate"
);

/// A gate that has been played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GateResult {
    /// Version of the document.
    pub schema: u32,
    /// Always `gate`.
    pub kind: GateKind,
    /// `pass`, `regressed` or `undecided`; `regressed` if any pairing has changed or any implied price has
    /// moved.
    #[serde(with = "VerdictName")]
    pub verdict: GateVerdict,
    /// The baseline's file.
    pub baseline: String,
    /// How far a score may be from the baseline's.
    pub margin: f64,
    /// Chance of any wrong finding, over all pairings together.
    pub alpha: f64,
    /// Most battles of all pairings together.
    pub budget: u64,
    /// Battles played.
    pub battles: u64,
    /// Number of pairings whose score is within the margin of the baseline's.
    pub within: usize,
    /// Number of pairings whose score is not the baseline's.
    pub changed: usize,
    /// Number of pairings that the battles left open.
    pub undecided: usize,
    /// Game, policy and rules.
    #[serde(flatten)]
    pub played_by: PlayedBy,
    /// Master seed.
    pub seed: u64,
    /// Where the units came from.
    pub dataset: DatasetId,
    /// What differs from the making of the baseline.
    pub differs: Vec<MakingChange>,
    /// Units that a baseline of the same grid would have today.
    pub units_added: Vec<String>,
    /// Digest of plan and tallies.
    pub digest: String,
    /// The pairings, in the order of the baseline.
    pub cells: Vec<GatePairing>,
    /// The price map; null for a baseline without one.
    pub prices: Option<GatePrices>,
}

/// The price map of a gate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GatePrices {
    /// Scenario whose table the armies met on.
    pub scenario: String,
    /// Rules options with the values in force on that table.
    pub options: BTreeMap<String, String>,
    /// Points of an army.
    pub budget: u32,
    /// Matchups of random armies.
    pub matchups: u64,
    /// Battles of each matchup.
    pub battles_per_matchup: u64,
    /// Battles played.
    pub battles: u64,
    /// How far an implied price may be from the baseline's, as a share of it.
    pub margin: f64,
    /// Whether the dice are other than the baseline's. If they are not, intervals allow for any dependence and are
    /// wider.
    pub independent: bool,
    /// Number of units whose implied price has moved by more than the margin.
    pub moved: usize,
    /// Number of units whose listed points are not the baseline's, and whose implied price is not known to have
    /// moved.
    pub relisted: usize,
    /// Number of units whose implied price is within the margin of the baseline's.
    pub within: usize,
    /// Number of units of which neither is known.
    pub undecided: usize,
    /// Half of the intervals of differences reach no farther than this, as a share of the baseline's implied
    /// price.
    pub median_reach: f64,
    /// Digest of plan and tallies.
    pub digest: String,
    /// The units, in the order of the baseline.
    pub units: Vec<GatePrice>,
}

impl GatePrices {
    /// Units whose implied price has moved, the largest share of it first.
    #[must_use]
    pub fn moved(&self) -> Vec<&GatePrice> {
        let units = self.units.iter();
        let mut moved: Vec<&GatePrice> = units
            .filter(|unit| unit.finding == Some(Finding::Changed))
            .collect();
        let size = |unit: &GatePrice| (unit.difference.estimate / unit.baseline.estimate).abs();
        moved.sort_by(|a, b| size(b).total_cmp(&size(a)));
        moved
    }

    /// Units of which only the listed points are known to be others, in the order of the baseline.
    #[must_use]
    pub fn relisted(&self) -> Vec<&GatePrice> {
        self.units
            .iter()
            .filter(|unit| unit.is_relisted())
            .collect()
    }
}

/// What one unit of a gate's price map costs and is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GatePrice {
    /// Name of the unit.
    pub name: String,
    /// `within` the margin, `changed` by more than it, or `undecided`.
    #[serde(with = "finding_name")]
    pub finding: Option<Finding>,
    /// The baseline's listed points.
    pub baseline_listed: u32,
    /// Present listed points.
    pub listed: u32,
    /// The baseline's implied points.
    pub baseline: Interval,
    /// Present implied points.
    pub now: Interval,
    /// Present implied points less the baseline's. All these intervals hold at once.
    pub difference: Interval,
    /// Line of the baseline's file; not part of the document.
    #[serde(skip)]
    pub line: usize,
}

impl GatePrice {
    /// Whether only the listed points are known to be others.
    #[must_use]
    pub fn is_relisted(&self) -> bool {
        self.listed != self.baseline_listed && self.finding != Some(Finding::Changed)
    }

    /// One word for what was found.
    #[must_use]
    pub fn word(&self) -> &'static str {
        self.finding.map_or(UNDECIDED, Finding::name)
    }
}

impl GateResult {
    /// Pairings with this finding, the largest difference first; `None` for those that are undecided.
    #[must_use]
    pub fn found(&self, finding: Option<Finding>) -> Vec<&GatePairing> {
        let found = self.cells.iter().filter(|cell| cell.finding == finding);
        let mut found: Vec<&GatePairing> = found.collect();
        let size = |cell: &GatePairing| cell.difference.map_or(0.0, |found| found.estimate.abs());
        found.sort_by(|a, b| size(b).total_cmp(&size(a)));
        found
    }
}

/// One pairing of a gate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GatePairing {
    /// The unit whose score it is.
    pub a: String,
    /// Its opponent.
    pub b: String,
    /// `within`, `changed` or `undecided`.
    #[serde(with = "finding_name")]
    pub finding: Option<Finding>,
    /// The baseline's score.
    pub baseline: Interval,
    /// Battles of the baseline.
    pub baseline_battles: u64,
    /// The present score; null without battles.
    pub now: Option<Interval>,
    /// Battles played.
    pub battles: u64,
    /// The present score less the baseline's; null without battles.
    pub difference: Option<Interval>,
    /// Line of the baseline's file; not part of the document.
    #[serde(skip)]
    pub line: usize,
}

impl GatePairing {
    /// One word for what was found.
    #[must_use]
    pub fn word(&self) -> &'static str {
        self.finding.map_or(UNDECIDED, Finding::name)
    }
}

const UNDECIDED: &str = "undecided";

/// [`GateVerdict`] as one word.
#[derive(Serialize, Deserialize)]
#[serde(remote = "GateVerdict", rename_all = "lowercase")]
enum VerdictName {
    Pass,
    Regressed,
    Undecided,
}

/// A finding as one word, also where there is none.
mod finding_name {
    use equipoise_stats::Finding;
    use serde::{Deserialize as _, Deserializer, Serializer, de::Error as _};

    use crate::gate::result::UNDECIDED;

    pub(super) fn serialize<S: Serializer>(
        finding: &Option<Finding>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.serialize_str(finding.map_or(UNDECIDED, Finding::name))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Finding>, D::Error> {
        let word = String::deserialize(from)?;
        let known = [Finding::Within, Finding::Changed];
        match known.into_iter().find(|finding| finding.name() == word) {
            None if word != UNDECIDED => Err(D::Error::unknown_variant(
                &word,
                &["within", "changed", UNDECIDED],
            )),
            finding => Ok(finding),
        }
    }
}

#[cfg(test)]
mod tests {
    use equipoise_stats::Finding;

    use super::GatePairing;
    use crate::result::Interval;

    #[test]
    fn findings_are_words() {
        let score = Interval {
            estimate: 0.5,
            low: 0.25,
            high: 0.75,
        };
        for finding in [Some(Finding::Within), Some(Finding::Changed), None] {
            let pairing = GatePairing {
                a: "x".into(),
                b: "y".into(),
                finding,
                baseline: score,
                baseline_battles: 4,
                now: finding.and(Some(score)),
                battles: 4,
                difference: finding.and(Some(score)),
                line: 0,
            };
            let document = serde_json::to_value(&pairing).unwrap();
            assert_eq!(document["finding"], pairing.word());
            assert_eq!(
                serde_json::from_value::<GatePairing>(document).unwrap(),
                pairing
            );
        }
    }
}
