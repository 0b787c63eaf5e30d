//! Sweeps that are stopped on the way.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use equipoise_simulator::load;
use serde_json::Value;

use crate::program::{Folder, names};

fn digest(summary: &Value) -> String {
    summary["manifest"]["digest"].as_str().unwrap().to_owned()
}

/// Sends Ctrl-C.
#[cfg(unix)]
pub(crate) fn interrupt(child: &Child) {
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(sent.success());
}

/// Kills it as no handler can prevent.
pub(crate) fn kill(mut child: Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

/// The game of sweeps unless they name another: 72 pairings, millions of battles a second.
const QUICK: &str = "--system toy";

/// The option that names the game of a sweep with these arguments.
fn system(arguments: &str) -> &'static str {
    if arguments.contains("--system") {
        ""
    } else {
        QUICK
    }
}

impl Folder {
    /// Starts a command that keeps what it plays often enough for short sweeps.
    pub(crate) fn start(&self, line: &str) -> Child {
        let mut command = self.command(&format!("{line} --checkpoint-every 0.02"));
        let command = command.stdout(Stdio::null()).stderr(Stdio::piped());
        command.spawn().unwrap()
    }

    /// Runs a sweep to its end and gives its digest.
    pub(crate) fn sweep(&self, place: &str, arguments: &str) -> String {
        let system = system(arguments);
        let line = format!("sweep --quiet {system} --out '{place}' {arguments}");
        digest(&self.json(&line))
    }

    /// Continues or extends a run and gives its digest.
    pub(crate) fn resume(&self, place: &str, arguments: &str) -> String {
        digest(&self.json(&format!("resume --quiet '{place}' {arguments}")))
    }

    /// Puts shards together and gives the digest of the run.
    pub(crate) fn merge(&self, parts: &str, place: &str) -> String {
        digest(&self.json(&format!("merge {parts} --quiet --out {place}")))
    }

    /// The digest of the complete run at a place, if there is one.
    pub(crate) fn saved_digest(&self, place: &str) -> Option<String> {
        let place = self.path(place);
        let run = place.exists().then(|| load(&place).unwrap());
        run.map(|run| run.manifest.digest)
    }

    /// The segments of an unfinished run, sorted.
    pub(crate) fn segments(&self, place: &str) -> Vec<PathBuf> {
        let partial = self.path(&format!("{place}.partial"));
        let names = if partial.exists() {
            names(&partial)
        } else {
            Vec::new()
        };
        let segments = names.into_iter().filter(|name| name.ends_with(".parquet"));
        segments.map(|name| partial.join(name)).collect()
    }

    /// Waits until so many segments of a sweep under way are there.
    pub(crate) fn wait_for_segments(&self, place: &str, count: usize) {
        wait_until(|| self.segments(place).len() >= count);
    }

    /// Waits until a folder holds kept battles.
    #[cfg(unix)]
    pub(crate) fn wait_for_battles(&self, place: &str) {
        let place = self.path(place);
        let holds = |kind: &str| {
            names(&place.join(kind))
                .iter()
                .any(|name| name.ends_with(".parquet"))
        };
        wait_until(|| place.exists() && names(&place).iter().any(|kind| holds(kind)));
    }

    /// Leaves a sweep behind that was killed after its second segment.
    pub(crate) fn leave_unfinished(&self, place: &str, arguments: &str) {
        let system = system(arguments);
        let child = self.start(&format!("sweep {system} --out {place} {arguments}"));
        self.wait_for_segments(place, 2);
        kill(child);
        let partial = self.path(&format!("{place}.partial"));
        assert!(partial.is_dir(), "the sweep was too short");
    }

    /// Fails unless two runs hold the same files but for those that say how they were made.
    pub(crate) fn assert_same_tables(&self, left: &str, right: &str) {
        for name in ["results", "margins", "units", "tallies"] {
            let [left, right] = [left, right]
                .map(|place| fs::read(self.path(place).join(format!("{name}.parquet"))));
            assert!(left.unwrap() == right.unwrap(), "{name}");
        }
        let [left, right] = [left, right].map(|place| load(&self.path(place)).unwrap().manifest);
        assert_eq!((left.digest, left.plan), (right.digest, right.plan));
        assert_eq!((left.command, left.files), (right.command, right.files));
        assert_eq!(
            (left.pairings, left.battles),
            (right.pairings, right.battles)
        );
    }
}

/// Waits until something has happened.
pub(crate) fn wait_until(happened: impl Fn() -> bool) {
    let started = Instant::now();
    while !happened() {
        let waited = started.elapsed();
        assert!(waited < Duration::from_secs(120), "nothing happens");
        sleep(Duration::from_millis(2));
    }
}
