//! Implied points of units, as `equipoise points` tells them.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};

use super::reading::{Ends, Measured, interval, name, optional_name, share, usual_confidence};
use crate::Interval;

/// An audit of listed points.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Points {
    pub(crate) units: Vec<PricedUnit>,
    /// How far from its listed points a unit is still fair, as a share of them.
    #[serde(default = "usual_margin", deserialize_with = "share")]
    pub(crate) margin: f64,
    #[serde(default = "usual_confidence", deserialize_with = "share")]
    pub(crate) confidence: f64,
    pub(crate) battles: u64,
    #[serde(default, deserialize_with = "optional_name")]
    pub(crate) method: String,
    #[serde(default, deserialize_with = "optional_name")]
    pub(crate) policy: String,
    #[serde(default, deserialize_with = "optional_name")]
    pub(crate) scenario: String,
    pub(crate) seed: Option<u64>,
}

/// A unit with its listed and its implied points.
#[derive(Debug, Clone, Deserialize)]
#[serde(expecting = "a unit with name, listed, implied and verdict")]
pub(crate) struct PricedUnit {
    #[serde(deserialize_with = "name")]
    pub(crate) name: String,
    #[serde(deserialize_with = "positive")]
    pub(crate) listed: f64,
    /// The interval holds for this unit alone.
    #[serde(deserialize_with = "interval")]
    pub(crate) implied: Interval,
    /// The interval that holds for all units at once, on which the verdict rests.
    pub(crate) together: Option<Ends>,
    pub(crate) verdict: UnitVerdict,
    #[serde(default)]
    by_policy: BTreeMap<String, Measured>,
}

/// What an audit says of a price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum UnitVerdict {
    Over,
    Under,
    Fair,
    Unclear,
}

impl PricedUnit {
    /// What the unit is worth to other policies than that of the audit.
    pub(crate) fn others<'a>(&'a self, policy: &'a str) -> impl Iterator<Item = f64> + 'a {
        let others = self
            .by_policy
            .iter()
            .filter(move |(name, _)| *name != policy);
        others.map(|(_, worth)| worth.0.estimate)
    }

    /// The least and the most that is drawn of it.
    pub(crate) fn reach(&self) -> (f64, f64) {
        let together = self.together.unwrap_or(Ends {
            low: self.implied.low,
            high: self.implied.high,
        });
        let low = together.low.min(self.implied.low);
        (low, together.high.max(self.implied.high))
    }
}

impl Points {
    /// Names of the other policies.
    pub(crate) fn other_policies(&self) -> Vec<&str> {
        let names = self.units.iter().flat_map(|unit| unit.by_policy.keys());
        let mut names: Vec<&str> = names.map(String::as_str).collect();
        names.sort_unstable();
        names.dedup();
        names.retain(|name| *name != self.policy);
        names
    }
}

const fn usual_margin() -> f64 {
    0.05
}

fn positive<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    let points = f64::deserialize(from)?;
    if points > 0.0 {
        return Ok(points);
    }
    let message = format!("expected listed points above 0, found {points}");
    Err(serde::de::Error::custom(message))
}
