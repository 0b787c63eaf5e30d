//! How often each kind of interval holds the truth, in games whose truth is known.

mod armies;
mod changes;
mod differences;
mod elo;
mod leagues;
mod maps;
mod ratings;
mod scores;
mod study;
mod sweeps;
mod world;

#[cfg(test)]
mod tests;

use equipoise_simulator::CONFIDENCE;
use serde::{Deserialize, Serialize};

use crate::control::{Control, Work};
use crate::error::Error;
use crate::result::RESULT_SCHEMA;

use study::Coverage;
pub(crate) use study::Study;
#[cfg(test)]
pub(crate) use {study::Hits, world::World};

/// A study of coverage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoverageRequest {
    /// Replicates of each kind of interval; a row with costly ones plays fewer.
    pub replicates: u64,
    /// Only the rows whose name contains this text, in any case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<String>,
    /// Master seed of everything drawn.
    pub seed: u64,
}

/// How often each kind of interval holds the truth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CoverageResult {
    /// Version of the document.
    pub schema: u32,
    /// Master seed.
    pub seed: u64,
    /// Replicates of each kind of interval that were asked for.
    pub replicates: u64,
    /// Nominal level of the intervals.
    pub confidence: f64,
    /// The kinds of intervals.
    pub rows: Vec<CoverageRow>,
}

/// How often one kind of interval holds the truth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CoverageRow {
    /// Name of the kind.
    pub interval: String,
    /// The games of one replicate.
    pub games: String,
    /// Replicates played: fewer than were asked for where each is costly.
    pub replicates: u64,
    /// Intervals of all replicates.
    pub intervals: u64,
    /// The least share of intervals that should hold the truth.
    pub least: f64,
    /// The greatest such share.
    pub most: f64,
    /// Share of the intervals that hold the truth; null if there are none.
    pub held: Option<f64>,
    /// Standard error of that share.
    pub error: Option<f64>,
    /// Whether the share lies within its limits.
    pub kept: Agreement,
}

/// Whether a share is as it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Agreement {
    /// It lies within its limits.
    Yes,
    /// It lies outside, by no more than chance explains.
    Unclear,
    /// It lies outside by more than five standard errors.
    No,
}

impl Agreement {
    /// In one word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::Unclear => "unclear",
            Self::No => "no",
        }
    }
}

impl CoverageRow {
    fn new(study: &Study, found: &Coverage) -> Self {
        let number = |number: f64| Some(number).filter(|number| number.is_finite());
        Self {
            interval: study.what.to_owned(),
            games: study.games.to_owned(),
            replicates: found.replicates,
            intervals: found.intervals(),
            least: study.least,
            most: study.most,
            held: number(found.share()),
            error: number(found.error()),
            kept: if study.is_off(found) {
                Agreement::No
            } else if study.is_in_range(found) {
                Agreement::Yes
            } else {
                Agreement::Unclear
            },
        }
    }
}

/// Plays the study; each replicate has streams of its own, so that threads make no difference.
///
/// # Errors
/// When no row has the name, or the study is interrupted.
pub fn coverage(request: &CoverageRequest, control: Control<'_>) -> Result<CoverageResult, Error> {
    let CoverageRequest {
        replicates, seed, ..
    } = *request;
    let studies = asked_for(request.only.as_deref())?;
    let pool = control.pool()?;
    let progress = control.watch.begin(Work::Steps {
        total: studies.iter().map(|of| of.replicates(replicates)).sum(),
        noun: "replicates",
    });
    let row = |study: &Study| {
        let found = pool.install(|| study.run(seed, replicates, &*progress, control))?;
        Ok(CoverageRow::new(study, &found))
    };
    let rows = studies.iter().map(row).collect::<Result<_, Error>>()?;
    Ok(CoverageResult {
        schema: RESULT_SCHEMA,
        seed,
        replicates,
        confidence: CONFIDENCE,
        rows,
    })
}

/// Every kind of interval that analyses give.
pub(crate) fn studies() -> Vec<Study> {
    let parts = [
        scores::studies(),
        differences::studies(),
        elo::studies(),
        sweeps::studies(),
        armies::studies(),
        changes::studies(),
        maps::studies(),
        ratings::studies(),
        leagues::studies(),
    ];
    parts.into_iter().flatten().collect()
}

/// The rows whose name contains the text.
fn asked_for(only: Option<&str>) -> Result<Vec<Study>, Error> {
    let all = studies();
    let names: Vec<&str> = all.iter().map(|study| study.what).collect();
    let names = names.join("\n  ");
    let wanted = only.unwrap_or_default().to_lowercase();
    let holds = |study: &Study| study.what.to_lowercase().contains(&wanted);
    let rows: Vec<Study> = all.into_iter().filter(holds).collect();
    if rows.is_empty() {
        let message = format!("no row has \"{wanted}\" in its name; the rows are\n  {names}");
        return Err(Error::Input(message));
    }
    Ok(rows)
}
