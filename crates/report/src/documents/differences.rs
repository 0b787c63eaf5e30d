//! Changes with their intervals, as `equipoise variant`, `whatif` and `compare` give them.

use equipoise_analysis::change::{NamedEffect, VariantResult, WhatifResult};
use equipoise_analysis::{Interval, Limits};
use serde::{Deserialize, Deserializer};

use super::reading::{name, optional_name, printable, share, usual_confidence};

/// Estimated differences of scores, one a row, as shares.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Differences {
    #[serde(rename = "units")]
    pub(crate) rows: Vec<Row>,
    /// Differences no larger than this are too small to matter.
    #[serde(default, deserialize_with = "magnitude")]
    pub(crate) margin: Option<f64>,
    #[serde(default = "usual_confidence", deserialize_with = "share")]
    pub(crate) confidence: f64,
    /// The unit whose score it is, with the difference that the rows are parts of; without it the
    /// rows are units.
    #[serde(skip)]
    pub(crate) whole: Option<(String, Interval)>,
    /// The results compared.
    pub(crate) old: Option<Source>,
    pub(crate) new: Option<Source>,
    /// How the battles were played, where there was one run.
    #[serde(skip)]
    pub(crate) run: Option<Run>,
}

/// How battles were played.
#[derive(Debug, Clone)]
pub(crate) struct Run {
    pub(crate) battles: u64,
    pub(crate) policy: String,
    pub(crate) seed: u64,
}

/// One difference.
#[derive(Debug, Clone, Deserialize)]
#[serde(expecting = "a row with name and difference")]
pub(crate) struct Row {
    #[serde(deserialize_with = "name")]
    pub(crate) name: String,
    pub(crate) difference: Interval,
    /// Its interval that holds for all rows at once, where that of the difference does not.
    #[serde(skip)]
    pub(crate) together: Option<Limits>,
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
    pub(crate) fn decisive(&self) -> Limits {
        let Interval { low, high, .. } = self.difference;
        self.together.unwrap_or(Limits { low, high })
    }
}

impl From<VariantResult> for Differences {
    fn from(result: VariantResult) -> Self {
        Self {
            rows: rows(&result.differences),
            margin: None,
            confidence: result.confidence,
            whole: Some((printable(&result.unit), result.effect.difference)),
            old: None,
            new: None,
            run: Some(Run {
                battles: result.effect.battles,
                policy: printable(&result.played_by.policy),
                seed: result.seed,
            }),
        }
    }
}

impl From<WhatifResult> for Differences {
    fn from(result: WhatifResult) -> Self {
        Self {
            rows: rows(&result.differences),
            margin: None,
            confidence: result.confidence,
            whole: None,
            old: None,
            new: None,
            run: Some(Run {
                battles: result.effect.battles,
                policy: printable(&result.played_by.policy),
                seed: result.seed,
            }),
        }
    }
}

fn rows(effects: &[NamedEffect]) -> Vec<Row> {
    let row = |named: &NamedEffect| Row {
        name: printable(&named.name),
        difference: named.effect.difference,
        together: Some(named.together),
    };
    effects.iter().map(row).collect()
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
