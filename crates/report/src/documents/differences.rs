//! Changes with their intervals, as `equipoise variant`, `whatif` and `compare` tell them.

use serde::{Deserialize, Deserializer};

use super::reading::{Ends, Measured, interval, name, optional_name, share, usual_confidence};
use crate::Interval;

/// Estimated differences of scores, one a row, as shares.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Differences {
    #[serde(alias = "differences", alias = "units")]
    pub(crate) rows: Vec<Row>,
    /// Differences no larger than this are too small to matter.
    #[serde(default, deserialize_with = "magnitude")]
    pub(crate) margin: Option<f64>,
    #[serde(default = "usual_confidence", deserialize_with = "share")]
    pub(crate) confidence: f64,
    /// The difference that the rows are parts of.
    pub(crate) difference: Option<Measured>,
    /// Whose score it is; without it, that of all.
    #[serde(default, deserialize_with = "optional_name")]
    pub(crate) unit: String,
    /// The results compared.
    pub(crate) old: Option<Source>,
    pub(crate) new: Option<Source>,
    pub(crate) battles: Option<u64>,
    #[serde(default, deserialize_with = "optional_name")]
    pub(crate) policy: String,
    pub(crate) seed: Option<u64>,
}

/// One difference.
#[derive(Debug, Clone, Deserialize)]
#[serde(expecting = "a row with name and difference")]
pub(crate) struct Row {
    #[serde(deserialize_with = "name")]
    pub(crate) name: String,
    #[serde(deserialize_with = "interval")]
    pub(crate) difference: Interval,
    /// Its interval that holds for all rows at once, where that of the difference does not.
    pub(crate) together: Option<Ends>,
}

/// One of two results that are compared.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Source {
    #[serde(default, deserialize_with = "optional_name")]
    pub(crate) folder: String,
    #[serde(default, deserialize_with = "optional_name")]
    pub(crate) policy: String,
    pub(crate) seed: Option<u64>,
}

impl Row {
    /// The interval that says whether the difference is clear.
    pub(crate) fn decisive(&self) -> Ends {
        self.together.unwrap_or(Ends {
            low: self.difference.low,
            high: self.difference.high,
        })
    }
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
