//! Sweeps that are stopped on the way.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use equipoise_simulator::load;
use serde_json::Value;

use crate::program::{equipoise, json};

/// Often enough for short sweeps.
pub(crate) const OFTEN: [&str; 2] = ["--checkpoint-every", "0.02"];

/// Starts a sweep that keeps what it plays often.
pub(crate) fn start(place: &Path, arguments: &[&str]) -> Child {
    let out = ["sweep", "--out", place.to_str().unwrap()];
    equipoise(&[&out[..], &OFTEN, arguments].concat())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Runs a sweep to its end and gives its digest.
pub(crate) fn sweep(place: &Path, arguments: &[&str]) -> String {
    let out = ["sweep", "--quiet", "--out", place.to_str().unwrap()];
    digest(&json(&[&out[..], arguments].concat()))
}

/// Continues or extends a run and gives its digest.
pub(crate) fn resume(place: &Path, arguments: &[&str]) -> String {
    let here = ["resume", "--quiet", place.to_str().unwrap()];
    digest(&json(&[&here[..], arguments].concat()))
}

pub(crate) fn digest(summary: &Value) -> String {
    summary["manifest"]["digest"].as_str().unwrap().to_owned()
}

/// The digest of the complete run at a place, if there is one.
pub(crate) fn saved_digest(place: &Path) -> Option<String> {
    let run = place.exists().then(|| load(place).unwrap());
    run.map(|run| run.manifest.digest)
}

/// Where an unfinished run is kept.
pub(crate) fn partial(place: &Path) -> PathBuf {
    place.with_file_name(format!("{}.partial", place.file_name().unwrap().display()))
}

/// The segments of an unfinished run.
pub(crate) fn segments(place: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(partial(place)) else {
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut segments: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|end| end == "parquet"))
        .collect();
    segments.sort();
    segments
}

/// Waits until so many segments of a sweep under way are there.
pub(crate) fn wait_for_segments(place: &Path, count: usize) {
    let started = Instant::now();
    while segments(place).len() < count {
        let waited = started.elapsed();
        assert!(waited < Duration::from_secs(120), "nothing happens");
        sleep(Duration::from_millis(2));
    }
}

/// Leaves a sweep behind that was killed after its second segment.
pub(crate) fn leave_unfinished(place: &Path, arguments: &[&str]) {
    let mut child = start(place, arguments);
    wait_for_segments(place, 2);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(partial(place).is_dir(), "the sweep was too short");
}

/// Names in a folder, sorted.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}
