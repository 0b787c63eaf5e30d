//! Sweeps played in parts and put together.

use std::fs;
use std::path::{Path, PathBuf};

use equipoise_simulator::load;

use crate::program::{fails, json, ok};
use crate::unfinished::{digest, leave_unfinished, names, resume, sweep};

/// Plays shard number `part` of so many.
fn play(folder: &Path, part: u32, of: u32, asked: &[&str]) -> PathBuf {
    let place = folder.join(format!("shard{part}of{of}"));
    let shard = format!("{part}/{of}");
    sweep(&place, &[&["--shard", &shard][..], asked].concat());
    place
}

fn arguments<'a>(parts: &'a [PathBuf], out: &'a Path) -> Vec<&'a str> {
    let parts = parts.iter().map(|part| part.to_str().unwrap());
    let out = ["--out", out.to_str().unwrap(), "--quiet"];
    ["merge"].into_iter().chain(parts).chain(out).collect()
}

fn merge(parts: &[PathBuf], out: &Path) -> String {
    digest(&json(&arguments(parts, out)))
}

fn refused(parts: &[PathBuf], why: &str) {
    let folder = tempfile::tempdir().unwrap();
    let message = fails(&arguments(parts, &folder.path().join("run")), 2);
    assert!(message.contains(why), "{why}: {message}");
    assert_eq!(names(folder.path()), Vec::<String>::new());
}

#[test]
fn any_number_of_shards_makes_the_whole_run() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, merged] = ["whole", "merged"].map(|name| folder.path().join(name));
    for (of, asked) in [
        (1, ["--runs", "2"]),
        (7, ["--until", "0.25"]),
        (64, ["--runs", "2"]),
    ] {
        let expected = sweep(&whole, &asked);
        let mut parts: Vec<PathBuf> = (1..=of)
            .map(|part| play(folder.path(), part, of, &asked))
            .collect();
        // In whatever order they are named.
        parts.rotate_left(of as usize / 2);
        assert_eq!(merge(&parts, &merged), expected, "{of}");
        for name in ["results", "margins", "units", "tallies"] {
            let bytes = |place: &Path| fs::read(place.join(format!("{name}.parquet"))).unwrap();
            assert!(bytes(&whole) == bytes(&merged), "{name} of {of}");
        }
        let [one, other] = [&whole, &merged].map(|place| load(place).unwrap().manifest);
        assert_eq!((one.command, one.files), (other.command, other.files));
        assert_eq!((one.pairings, one.battles), (other.pairings, other.battles));
    }
}

#[test]
fn a_shard_is_no_run() {
    let folder = tempfile::tempdir().unwrap();
    let part = play(folder.path(), 2, 3, &["--runs", "2"]);
    assert_eq!(
        names(&part),
        ["manifest.json", "plan.json", "tallies.parquet"]
    );
    let message = fails(&["meta", part.to_str().unwrap()], 2);
    assert!(
        message.contains("shard 2/3") && message.contains("`equipoise merge`"),
        "{message}"
    );
    let text = ok(&["resume", part.to_str().unwrap()]);
    assert!(text.starts_with("Shard 2/3 of mechastellar"), "{text}");
}

#[test]
fn the_system_of_a_run_need_not_be_named_again() {
    let folder = tempfile::tempdir().unwrap();
    let bullseye = ["--system", "bullseye", "--runs", "2"];
    let parts = [1, 2].map(|part| play(folder.path(), part, 2, &bullseye));
    let merged = folder.path().join("merged");
    merge(&parts, &merged);
    let extended = resume(&merged, &["--runs", "4"]);
    let whole = folder.path().join("whole");
    let longer = sweep(&whole, &["--system", "bullseye", "--runs", "4"]);
    assert_eq!(extended, longer);
    // Each side has a few units to lose: no bin of ten points is drawn where nothing can be.
    let margins = load(&whole).unwrap().tables.margins;
    let ends = ["vp_diff_from", "vp_diff_to"].map(|name| {
        let column = margins.column(name).unwrap().i64().unwrap();
        column.iter().flatten().map(i64::abs).max()
    });
    assert!(
        ends.iter().all(|end| end.is_some_and(|end| end < 10)),
        "{ends:?}"
    );
}

#[test]
fn shards_are_resumed_and_extended_like_runs() {
    let folder = tempfile::tempdir().unwrap();
    let first = play(folder.path(), 1, 2, &["--runs", "4"]);
    resume(&first, &["--runs", "8"]);
    let second = folder.path().join("shard2of2");
    leave_unfinished(&second, &["--shard", "2/2", "--runs", "8"]);
    resume(&second, &[]);
    let merged = merge(&[first, second], &folder.path().join("merged"));
    let whole = sweep(&folder.path().join("whole"), &["--runs", "8"]);
    assert_eq!(merged, whole);
}

#[test]
fn shards_that_do_not_fit_are_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let asked = ["--runs", "2"];
    let [one, two, three] = [1, 2, 3].map(|part| play(folder.path(), part, 3, &asked));
    refused(
        &[one.clone(), three.clone()],
        "1 of 3 shards are missing: 2/3",
    );
    refused(
        &[one.clone(), two.clone(), three.clone(), two.clone()],
        "shard 2/3 occurs twice",
    );
    let whole = folder.path().join("whole");
    sweep(&whole, &asked);
    refused(
        &[one.clone(), whole],
        "expected a shard, got a complete run",
    );
    let half = play(folder.path(), 1, 2, &asked);
    refused(&[one.clone(), half], "the numbers of shards differ");
    for (other, why) in [
        (
            ["--runs", "2", "--seed", "2"],
            "different runs: seed: 1 and 2",
        ),
        (
            ["--runs", "4", "--seed", "1"],
            "battles per pairing: 2 and 4",
        ),
        (
            ["--until", "0.4", "--seed", "1"],
            "battles per pairing: 2 and ",
        ),
        (
            ["--runs", "2", "--policy", "greedy"],
            "policy: rulebook and greedy",
        ),
        (["--runs", "2", "--grid", "full"], "grid: standard and full"),
    ] {
        let stray = folder.path().join("stray");
        sweep(&stray, &[&["--shard", "2/3"][..], &other].concat());
        refused(&[one.clone(), stray, three.clone()], why);
    }
    let tallies = two.join("tallies.parquet");
    fs::copy(one.join("tallies.parquet"), &tallies).unwrap();
    refused(&[one.clone(), two.clone(), three.clone()], "shard2of3");
    let manifest = two.join("manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    let start = text.find("\"sha256\": \"").unwrap() + 11;
    let other = format!(
        "{}{}{}",
        &text[..start],
        "0".repeat(64),
        &text[start + 64..]
    );
    fs::write(&manifest, other).unwrap();
    refused(&[one, two, three], "SHA-256 of the dataset: ");
}
