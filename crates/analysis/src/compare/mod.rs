//! What changed between two saved runs.

mod compared_run;
mod differences;
mod result;

use std::path::PathBuf;

use equipoise_simulator::CONFIDENCE;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::names::on_one_line;
use crate::result::RESULT_SCHEMA;

use compared_run::ComparedRun;
use differences::Differences;
pub use result::{
    CompareKind, Comparison, DifferenceMethod, PairingChange, RunSummary, ScoreChange, UnitChange,
};

/// Two saved runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CompareRequest {
    /// Folder of the old run.
    pub old: PathBuf,
    /// Folder of the new run.
    pub new: PathBuf,
    /// Confidence level of all intervals of pairings at once, and of all of units.
    #[serde(default = "confidence")]
    pub confidence: f64,
}

const fn confidence() -> f64 {
    CONFIDENCE
}

/// Compares two saved runs: how they were made, and the score of every pairing and unit of both.
///
/// A unit's score is the mean over the opponents it met in both runs. All intervals of pairings hold at
/// once, and so do those of units (Bonferroni). Runs with numbers of battles fixed beforehand and
/// different seeds are independent; otherwise each run has half of the error.
///
/// # Errors
/// When a run cannot be read, or the runs are of different games.
pub fn compare(request: &CompareRequest) -> Result<Comparison, Error> {
    let [old, new] = [&request.old, &request.new].map(|folder| ComparedRun::read(folder));
    comparison(&old?, &new?, request.confidence)
}

fn comparison(old: &ComparedRun, new: &ComparedRun, confidence: f64) -> Result<Comparison, Error> {
    let systems = [old, new].map(|run| run.manifest.system.as_str());
    if systems[0] != systems[1] {
        let [old, new] = systems.map(on_one_line);
        let message = format!("runs of different systems cannot be compared: {old} and {new}");
        return Err(Error::Input(message));
    }
    let differences = Differences::new(old, new, confidence)?;
    let method = if differences.independent {
        DifferenceMethod::Newcombe
    } else {
        DifferenceMethod::Enclosing
    };
    let [pairings_old_only, pairings_new_only] = differences.unmatched;
    Ok(Comparison {
        schema: RESULT_SCHEMA,
        kind: CompareKind::Kind,
        old: old.summary(),
        new: new.summary(),
        changed: old.changes_to(new),
        units_added: new.units_not_in(old),
        units_removed: old.units_not_in(new),
        pairings_old_only,
        pairings_new_only,
        same_battles: old.manifest.digest == new.manifest.digest,
        confidence,
        method,
        cells: differences.pairings,
        units: differences.units,
    })
}

#[cfg(test)]
mod tests;
