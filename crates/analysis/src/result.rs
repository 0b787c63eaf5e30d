//! What results have in common.

use std::collections::BTreeMap;

use equipoise_simulator::Setting;
use equipoise_stats::{Estimate, Moments};
use serde::{Deserialize, Serialize};

/// Version of the result documents.
pub const RESULT_SCHEMA: u32 = 1;

/// Declares the type of a result's `kind` field: a unit that serde writes as one word and reads as
/// that word only, so that no result is taken for another.
macro_rules! kind {
    ($(#[$doc:meta])* $name:ident = $word:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        pub enum $name {
            #[doc = concat!("`", $word, "`.")]
            #[default]
            #[serde(rename = $word)]
            Kind,
        }
    };
}
pub(crate) use kind;

/// The game, its policies and its rules, as results name them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedBy {
    /// Game.
    pub system: String,
    /// The policy of both sides, or both policies: `greedy against rulebook`.
    pub policy: String,
    /// Rules options by name.
    pub options: BTreeMap<String, String>,
}

impl From<&Setting> for PlayedBy {
    fn from(setting: &Setting) -> Self {
        Self {
            system: setting.system.clone(),
            policy: setting.policy.clone(),
            options: setting.options.clone(),
        }
    }
}

/// A contestant of a duel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    /// Name of the unit.
    pub name: String,
}

impl Named {
    /// With this name.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
        }
    }
}

/// Something of contestant a and of contestant b.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfBoth<T> {
    /// Of contestant a.
    pub a: T,
    /// Of contestant b.
    pub b: T,
}

impl<T> From<[T; 2]> for OfBoth<T> {
    fn from([a, b]: [T; 2]) -> Self {
        Self { a, b }
    }
}

/// A mean over battles.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
}

/// A mean over battles and how the battles scatter about it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The sample standard deviation; null for a single battle.
    pub sd: Option<f64>,
}

impl From<Moments> for Spread {
    fn from(Moments { mean, sd, .. }: Moments) -> Self {
        Self { mean, sd }
    }
}

/// An estimate with its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The estimate.
    pub estimate: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl From<&Estimate> for Interval {
    fn from(of: &Estimate) -> Self {
        Self {
            estimate: of.estimate,
            low: of.low,
            high: of.high,
        }
    }
}

/// Both ends of an interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Limits {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl From<&Estimate> for Limits {
    fn from(of: &Estimate) -> Self {
        Self {
            low: of.low,
            high: of.high,
        }
    }
}

/// A score, a draw counting half, with its interval and how that was computed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// The estimate.
    pub estimate: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// Two-sided confidence level.
    pub confidence: f64,
    /// `wilson`, or `confidence_sequence` for an interval that holds at all times at once.
    pub method: String,
}

impl From<&Estimate> for Score {
    fn from(of: &Estimate) -> Self {
        Self {
            estimate: of.estimate,
            low: of.low,
            high: of.high,
            confidence: of.confidence,
            method: of.method.name().to_owned(),
        }
    }
}
