//! The parameters of a run, entry by entry.

use equipoise_engine::text::grouped;
use equipoise_simulator::{Manifest, Stopped};

use crate::format::{decimal, level};
use crate::stopping::{method_words, saving, stopping};

/// The name of a parameter and its value in this run.
pub(crate) type Entry = (&'static str, String);

/// Everything that determines the result, except the command, and the cost of the run.
pub(crate) fn entries(info: &Manifest) -> Vec<Entry> {
    let mut entries = vec![
        ("seed", info.seed.to_string()),
        ("policy", info.policy.clone()),
        ("rules options", options(info)),
        ("system", info.system.clone()),
        ("grid", info.grid.clone()),
        ("dataset", info.dataset.name.clone()),
        ("dataset SHA-256", info.dataset.sha256.clone()),
        (
            "battles per pairing",
            stopping(info).unwrap_or_else(|| grouped(info.runs)),
        ),
        ("battles in all", grouped(info.battles)),
    ];
    entries.extend(saving(info).map(|saving| ("against a fixed number", saving)));
    let time = decimal(info.elapsed_seconds, 1);
    entries.extend([
        ("intervals of scores", intervals(info)),
        ("digest of the tallies", info.digest.clone()),
        ("table schema", info.schema.to_string()),
        ("program", format!("{} {}", info.tool, info.version)),
        ("time", format!("{time} s on {} threads", info.threads)),
    ]);
    entries
}

/// A note on repeating the run.
pub(crate) const REPEATING: &str = "The command repeats the run bit for bit, on any number of threads; \
    equal digests mean equal results. Only the time differs.";

fn options(info: &Manifest) -> String {
    if info.options.is_empty() {
        return "defaults".to_owned();
    }
    let options = info.options.iter();
    let options: Vec<String> = options
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    options.join(", ")
}

/// The method and validity of the score intervals.
fn intervals(info: &Manifest) -> String {
    let level = level(info.confidence);
    let anytime = if info.stopped != Stopped::Fixed {
        ": they hold at all times at once, whenever a pairing's battles were stopped"
    } else {
        ""
    };
    format!("{} at {level}{anytime}", method_words(info))
}
