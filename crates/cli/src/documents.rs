//! What commands that write files do, as calls that return the JSON document such a command prints.

use std::path::Path;
use std::time::Duration;

use equipoise_analysis::baseline::BaselineRequest;
use equipoise_analysis::sweep::{
    self as sweeps, MergeRequest, ResumeRequest, Saving, SweepRequest,
};
use equipoise_analysis::{Control, Error};
use serde_json::Value;

use crate::commands::baseline::record;
use crate::commands::sweep::{Report, saved_json};
use crate::document::document;

/// Plays a sweep and saves it with its charts and its report, as `equipoise sweep` does.
///
/// # Errors
/// As [`equipoise_analysis::sweep::run`].
pub fn sweep(
    request: &SweepRequest,
    saving: &Saving,
    control: Control<'_>,
) -> Result<Value, Error> {
    let saved = sweeps::run(request, saving, &Report, control)?;
    Ok(saved_json(&saved))
}

/// Reads a saved run, or a shard of one, as the document that `equipoise sweep` printed of it.
///
/// # Errors
/// As [`equipoise_analysis::sweep::open`].
pub fn open(folder: &Path) -> Result<Value, Error> {
    Ok(saved_json(&sweeps::open(folder, &Report)?))
}

/// Plays an unfinished sweep to its end, or extends a complete one, as `equipoise resume` does.
///
/// # Errors
/// As [`equipoise_analysis::sweep::resume`].
pub fn resume(
    request: &ResumeRequest,
    checkpoint_every: Duration,
    control: Control<'_>,
) -> Result<Value, Error> {
    let saved = sweeps::resume(request, checkpoint_every, &Report, control)?;
    Ok(saved_json(&saved))
}

/// Makes one run of the shards of a sweep, with its charts and its report, as `equipoise merge` does.
///
/// # Errors
/// As [`equipoise_analysis::sweep::merge`].
pub fn merge(request: &MergeRequest, control: Control<'_>) -> Result<Value, Error> {
    let saved = sweeps::merge(request, &Report, control)?;
    Ok(saved_json(&saved))
}

/// Plays a baseline and writes it into a file, as `equipoise baseline` does.
///
/// # Errors
/// When the request is not what it should be, the file is something else or cannot be written, or the analysis is
/// interrupted.
pub fn baseline(
    request: &BaselineRequest,
    out: &Path,
    control: Control<'_>,
) -> Result<Value, Error> {
    let (_, summary) = record(request, out, false, control)?;
    Ok(document(&summary))
}
