//! Sweeps that are killed, interrupted, cut off from their disk, resumed and extended.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::Instant;

use equipoise_simulator::load;

use crate::program::{equipoise, fails, ok};
use crate::unfinished::{
    OFTEN, leave_unfinished, names, partial, resume, saved_digest, segments, start, sweep,
    wait_for_segments,
};

/// Long enough to be killed on the way, short enough to be repeated.
const ASKED: [&str; 2] = ["--runs", "8"];

/// Number `n` of a sequence that fills the time between 0 and 1 evenly: multiples of the golden ratio.
fn moment(n: u32) -> f64 {
    (f64::from(n) * 0.618_033_988_749_894_9).fract()
}

#[test]
fn a_sweep_killed_at_any_moment_resumes_to_the_same_bits() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("run");
    let started = Instant::now();
    let whole = sweep(&place, &ASKED);
    let time = started.elapsed();
    let mut kept = 0;
    for n in 1..=20 {
        fs::remove_dir_all(&place).unwrap();
        let mut child = start(&place, &ASKED);
        sleep(time.mul_f64(moment(n)));
        child.kill().unwrap();
        child.wait().unwrap();
        // What is there is complete, or is not there.
        let found = saved_digest(&place);
        assert!(found.is_none_or(|digest| digest == whole), "kill {n}");
        kept += u32::from(!segments(&place).is_empty());
        let digest = if place.exists() || partial(&place).join("plan.json").exists() {
            resume(&place, &[])
        } else {
            // Killed before it had begun.
            sweep(&place, &ASKED)
        };
        assert_eq!(digest, whole, "kill {n}");
        assert_eq!(saved_digest(&place), Some(digest), "kill {n}");
        assert_eq!(names(folder.path()), ["run"], "kill {n}");
    }
    assert!(kept > 0, "no kill found anything kept");
}

#[test]
fn a_sweep_killed_again_and_again_gets_done() {
    let folder = tempfile::tempdir().unwrap();
    let [place, other] = ["run", "other"].map(|name| folder.path().join(name));
    let asked = ["--until", "0.2"];
    let whole = sweep(&other, &asked);
    leave_unfinished(&place, &asked);
    for _ in 0..5 {
        let before = segments(&place).len();
        let here = ["resume", "--quiet", place.to_str().unwrap()];
        let mut child = equipoise(&[&here[..], &OFTEN].concat()).spawn().unwrap();
        wait_for_segments(&place, before + 1);
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(saved_digest(&place), None, "the sweep was too short");
    }
    assert_eq!(resume(&place, &[]), whole);
    assert_same_tables(&place, &other);
    // All sittings count.
    assert!(load(&place).unwrap().manifest.elapsed_seconds > 0.1);
}

/// Whether the two runs hold the same files but for what tells of their making.
fn assert_same_tables(left: &Path, right: &Path) {
    for name in ["results", "margins", "units", "tallies"] {
        let bytes = |place: &Path| fs::read(place.join(format!("{name}.parquet"))).unwrap();
        assert!(bytes(left) == bytes(right), "{name}");
    }
    let [left, right] = [left, right].map(|place| load(place).unwrap().manifest);
    assert_eq!((left.digest, left.plan), (right.digest, right.plan));
    assert_eq!((left.command, left.files), (right.command, right.files));
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_was_played_and_prints_the_command_that_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("a run");
    let mut child = start(&place, &["--runs", "30"]);
    wait_for_segments(&place, 1);
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(sent.success());
    let status = child.wait().unwrap();
    let message = String::from_utf8(child.wait_with_output().unwrap().stderr).unwrap();
    assert_eq!(status.code(), Some(130), "{message}");
    assert!(message.contains("error: interrupted; "), "{message}");
    let command = message.lines().last().unwrap();
    let command = command.strip_prefix("to continue: equipoise ").unwrap();
    assert!(!place.exists());
    let line = format!("'{}' {command} --quiet", env!("CARGO_BIN_EXE_equipoise"));
    let resumed = Command::new("sh").args(["-c", &line]).output().unwrap();
    assert!(resumed.status.success(), "{line}");
    let other = folder.path().join("other");
    let whole = sweep(&other, &["--runs", "30"]);
    assert_eq!(saved_digest(&place), Some(whole));
}

#[test]
fn an_unfinished_run_is_never_thrown_away_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("run");
    let out = place.to_str().unwrap();
    leave_unfinished(&place, &["--runs", "20"]);
    let before = segments(&place);
    for (asked, what) in [
        (["--runs", "20"], "contains this run, unfinished"),
        (
            ["--runs", "22"],
            "another run, unfinished: equipoise sweep --grid standard --runs 20 ",
        ),
    ] {
        let message = fails(&[&["sweep", "--out", out][..], &asked].concat(), 2);
        assert!(message.contains(what), "{message}");
        let way = format!("to continue it: equipoise resume {out}\n");
        assert!(message.contains(&way), "{message}");
        assert!(message.contains("--fresh"), "{message}");
    }
    let message = fails(&["resume", out, "--runs", "40"], 2);
    assert!(message.contains("unfinished, with 20 battles"), "{message}");
    assert_eq!(segments(&place), before);
    sweep(&place, &["--runs", "2", "--fresh"]);
    assert_eq!(names(folder.path()), ["run"]);
    assert_eq!(load(&place).unwrap().manifest.runs, 2);
}

#[test]
fn damaged_segments_are_told_and_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let [place, other] = ["run", "other"].map(|name| folder.path().join(name));
    leave_unfinished(&place, &ASKED);
    let segments = segments(&place);
    let [first, second, ..] = segments.as_slice() else {
        panic!("{segments:?}");
    };
    let bytes = fs::read(first).unwrap();
    fs::write(first, &bytes[..bytes.len() / 2]).unwrap();
    let mut bytes = fs::read(second).unwrap();
    let last = bytes.len() - 20;
    bytes[last] ^= 4;
    fs::write(second, bytes).unwrap();
    let mut command = equipoise(&["resume", place.to_str().unwrap()]);
    let output = command.output().unwrap();
    let notes = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{notes}");
    for segment in [first, second] {
        let note = format!(
            "{} is damaged; its battles are played again",
            segment.display()
        );
        assert!(notes.contains(&note), "{notes}");
    }
    assert_eq!(saved_digest(&place), Some(sweep(&other, &ASKED)));
}

#[test]
fn two_processes_do_not_play_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("run");
    let mut child = start(&place, &["--runs", "2000"]);
    wait_for_segments(&place, 1);
    let out = place.to_str().unwrap();
    for arguments in [
        &["resume", out][..],
        &["sweep", "--runs", "2", "--out", out, "--fresh"],
    ] {
        let message = fails(arguments, 3);
        assert!(message.contains("another process"), "{message}");
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn an_extended_run_is_the_longer_run() {
    let folder = tempfile::tempdir().unwrap();
    let [place, other] = ["run", "other"].map(|name| folder.path().join(name));
    for (short, long) in [
        (&["--runs", "4"][..], &["--runs", "10"][..]),
        (
            &["--until", "0.2", "--max-runs", "30"],
            &["--until", "0.2", "--max-runs", "40"],
        ),
    ] {
        let first = sweep(&place, short);
        // An odd number is rounded up, as by `sweep`.
        let asked: u64 = long[long.len() - 1].parse().unwrap();
        let extended = resume(&place, &["--runs", &(asked - 1).to_string()]);
        assert_ne!(first, extended);
        assert_eq!(extended, sweep(&other, long));
        assert_same_tables(&place, &other);
        // Again, it is there already; less is refused.
        assert_eq!(resume(&place, &["--runs", &asked.to_string()]), extended);
        assert_eq!(resume(&place, &[]), extended);
        let message = fails(&["resume", place.to_str().unwrap(), "--runs", "2"], 2);
        assert!(message.contains("expected more"), "{message}");
    }
    let note = String::from_utf8(
        equipoise(&["resume", place.to_str().unwrap()])
            .output()
            .unwrap()
            .stderr,
    );
    assert_eq!(note.unwrap(), "the run is complete: nothing to do\n");
}

#[test]
fn runs_that_cannot_be_extended_are_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("run");
    let out = place.to_str().unwrap();
    let message = fails(&["resume", out], 3);
    assert!(message.contains("no unfinished run"), "{message}");
    sweep(&place, &["--runs", "2"]);
    let refused = |why: &str| {
        let message = fails(&["resume", out, "--runs", "4", "--quiet"], 2);
        assert!(message.contains(why), "{why}: {message}");
        assert_eq!(names(folder.path()), ["run"]);
    };
    let path = place.join("tallies.parquet");
    let tallies = fs::read(&path).unwrap();
    fs::write(&path, &tallies[..tallies.len() / 2]).unwrap();
    refused("tallies.parquet");
    let other = folder.path().join("other");
    sweep(&other, &["--runs", "4"]);
    fs::rename(other.join("tallies.parquet"), &path).unwrap();
    fs::remove_dir_all(&other).unwrap();
    refused("damaged: the manifest has digest");
    fs::write(&path, &tallies).unwrap();
    let manifest = place.join("manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    let edit = |from: &str, to: &str| {
        let edited = text.replace(from, to);
        assert_ne!(edited, text, "{from}");
        fs::write(&manifest, edited).unwrap();
    };
    edit(
        concat!("\"version\": \"", env!("CARGO_PKG_VERSION"), "\""),
        "\"version\": \"0.0.1\"",
    );
    refused("was made by version 0.0.1 of equipoise");
    edit("\"seed\": 1", "\"seed\": 5");
    refused("seed was 5, is now 1");
    fs::write(&manifest, &text).unwrap();
    let plan = place.join("plan.json");
    let asked = fs::read_to_string(&plan).unwrap();
    fs::write(&plan, asked.replace("\"schema\": 3", "\"schema\": 4")).unwrap();
    refused(
        "plan.json: expected schema 3 of equipoise, got schema 4 of equipoise; read it with equipoise",
    );
    fs::write(
        &plan,
        asked.replace("\"grid\": \"standard\"", "\"grid\": \"circle\""),
    )
    .unwrap();
    refused("the request in plan.json: unknown variant `circle`");
    fs::remove_file(&plan).unwrap();
    refused("the run has no plan.json");
    // What does not need the plan can still be read.
    ok(&["meta", out]);
    fs::write(&plan, asked).unwrap();
    ok(&["resume", out, "--runs", "4", "--quiet"]);
}

#[test]
fn an_unfinished_run_of_another_schema_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("run");
    let out = place.to_str().unwrap();
    leave_unfinished(&place, &["--runs", "20"]);
    let plan = partial(&place).join("plan.json");
    let asked = fs::read_to_string(&plan).unwrap();
    fs::write(&plan, asked.replace("\"schema\": 3", "\"schema\": 2")).unwrap();
    let message = fails(&["resume", out], 2);
    let why = "expected schema 3 of equipoise, got schema 2 of equipoise; read it with equipoise";
    assert!(message.contains(why), "{message}");
    let message = fails(&["sweep", "--out", out], 2);
    assert!(
        message.contains(why) && message.contains("--fresh"),
        "{message}"
    );
    fs::write(&plan, asked).unwrap();
    resume(&place, &[]);
}

#[test]
fn another_dataset_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let [place, mine, moved] = ["run", "mine", "moved"].map(|name| folder.path().join(name));
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../datasets/mechastellar");
    fs::create_dir(&mine).unwrap();
    for entry in fs::read_dir(shipped).unwrap() {
        let entry = entry.unwrap();
        if entry.file_type().unwrap().is_file() {
            fs::copy(entry.path(), mine.join(entry.file_name())).unwrap();
        }
    }
    let dataset = ["--dataset", mine.to_str().unwrap()];
    leave_unfinished(&place, &[&ASKED[..], &dataset].concat());
    fs::rename(&mine, &moved).unwrap();
    let here = ["resume", place.to_str().unwrap()];
    let message = fails(&here, 3);
    assert!(message.contains("mine"), "{message}");
    let units = moved.join("units.toml");
    let text = fs::read_to_string(&units).unwrap();
    fs::write(&units, format!("# edited\n{text}")).unwrap();
    let there = [&here[..], &["--dataset", moved.to_str().unwrap()]].concat();
    let message = fails(&there, 2);
    assert!(message.contains("SHA-256 of the dataset was"), "{message}");
    fs::write(&units, text).unwrap();
    let whole = sweep(&folder.path().join("other"), &ASKED);
    ok(&there);
    assert_eq!(saved_digest(&place), Some(whole));
}

#[cfg(unix)]
#[test]
fn a_disk_that_takes_no_more_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("run");
    let earlier = sweep(&place, &["--runs", "2"]);
    leave_unfinished(&place, &ASKED);
    let before = segments(&place);
    // As on a full disk, no file gets beyond 2 KB; less than any segment.
    let line = format!(
        "trap '' XFSZ; ulimit -f 4; exec '{}' resume '{}' --checkpoint-every 0.02",
        env!("CARGO_BIN_EXE_equipoise"),
        place.display()
    );
    let output = Command::new("sh").args(["-c", &line]).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{message}");
    assert!(message.contains("error: cannot write "), "{message}");
    let way = format!("to continue: equipoise resume {}", place.display());
    assert!(message.ends_with(&format!("{way}\n")), "{message}");
    assert_eq!(segments(&place), before);
    assert_eq!(saved_digest(&place), Some(earlier));
    let whole = sweep(&folder.path().join("other"), &ASKED);
    assert_eq!(resume(&place, &[]), whole);
    assert_eq!(saved_digest(&place), Some(whole));
}
