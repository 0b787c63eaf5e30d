//! Changes with their intervals, as `equipoise variant`, `whatif` and `compare` give them.

use equipoise_analysis::change::{BothWays, Effects, NamedEffect, VariantResult, WhatifResult};
use equipoise_analysis::compare::{Comparison, RunSummary, UnitChange};
use equipoise_analysis::{Interval, Limits};

use super::reading::printable;

/// Estimated differences of scores, one a row, as shares.
#[derive(Debug, Clone)]
pub(crate) struct Differences {
    pub(crate) rows: Vec<Row>,
    pub(crate) confidence: f64,
    /// The unit whose score it is, with the difference that the rows are parts of; without it the
    /// rows are units.
    pub(crate) whole: Option<(String, Interval)>,
    /// The runs that the numbers come from.
    pub(crate) sources: Vec<Source>,
}

/// How battles were played.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    /// Which of two runs it is, and its folder; `None` where there is one run.
    pub(crate) name: Option<String>,
    pub(crate) battles: Option<u64>,
    pub(crate) policy: String,
    pub(crate) seed: u64,
}

/// One difference.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) difference: Interval,
    /// Its interval that holds for all rows at once, where that of the difference does not.
    pub(crate) together: Option<Limits>,
}

impl Row {
    /// The interval that says whether the difference is clear.
    pub(crate) fn decisive(&self) -> Limits {
        self.together.unwrap_or_else(|| self.difference.into())
    }
}

impl From<VariantResult> for Differences {
    fn from(result: VariantResult) -> Self {
        let whole = (printable(&result.unit), result.effects.all.difference);
        of_change(&result.played, &result.effects, Some(whole))
    }
}

impl From<WhatifResult> for Differences {
    fn from(result: WhatifResult) -> Self {
        of_change(&result.played, &result.effects, None)
    }
}

fn of_change(
    played: &BothWays,
    effects: &Effects,
    whole: Option<(String, Interval)>,
) -> Differences {
    let row = |named: &NamedEffect| Row {
        name: printable(&named.name),
        difference: named.effect.difference,
        together: Some(named.together),
    };
    Differences {
        rows: effects.differences.iter().map(row).collect(),
        confidence: played.confidence,
        whole,
        sources: vec![Source {
            name: None,
            battles: Some(effects.all.battles),
            policy: printable(&played.played_by.policy),
            seed: played.seed,
        }],
    }
}

impl From<Comparison> for Differences {
    fn from(result: Comparison) -> Self {
        let row = |unit: &UnitChange| Row {
            name: printable(&unit.name),
            difference: unit.score.difference,
            together: None,
        };
        let source = |(name, run): (&str, &RunSummary)| Source {
            name: Some(format!("{name}: {}", printable(&run.folder))),
            battles: None,
            policy: printable(&run.policy),
            seed: run.seed,
        };
        let sources = [("Old", &result.old), ("New", &result.new)];
        Self {
            rows: result.units.iter().map(row).collect(),
            confidence: result.confidence,
            whole: None,
            sources: sources.map(source).into(),
        }
    }
}
