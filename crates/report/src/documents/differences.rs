//! Changes with their intervals, as `equipoise variant`, `whatif` and `compare` tell them.

use serde::{Deserialize, Deserializer};

use super::reading::{interval, name, optional_name, share, usual_confidence};
use crate::Interval;

/// Estimated differences, one a row.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Differences {
    #[serde(alias = "differences", alias = "units")]
    pub(crate) rows: Vec<Row>,
    /// Differences no larger than this are too small to matter.
    #[serde(default, deserialize_with = "magnitude")]
    pub(crate) margin: Option<f64>,
    #[serde(default = "usual_confidence", deserialize_with = "share")]
    pub(crate) confidence: f64,
    /// What is measured; without it, shares of battles.
    #[serde(default, deserialize_with = "optional_name")]
    pub(crate) unit: String,
    pub(crate) battles: Option<u64>,
    #[serde(default, deserialize_with = "optional_name")]
    pub(crate) policy: String,
    pub(crate) seed: Option<u64>,
}

/// One difference.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Row {
    #[serde(deserialize_with = "name")]
    pub(crate) name: String,
    #[serde(deserialize_with = "interval")]
    pub(crate) difference: Interval,
}

fn magnitude<'de, D: Deserializer<'de>>(from: D) -> Result<Option<f64>, D::Error> {
    let margin = Option::<f64>::deserialize(from)?;
    match margin {
        Some(margin) if margin < 0.0 => {
            let message = format!("expected a margin of 0 or more, found {margin}");
            Err(serde::de::Error::custom(message))
        }
        margin => Ok(margin),
    }
}
