//! Sweeps that are killed, interrupted, cut off from their disk, resumed and extended.

use std::fs;
use std::process::Command;
use std::thread::sleep;
use std::time::Instant;

use equipoise_simulator::load;

use crate::program::{Folder, outcome};
#[cfg(unix)]
use crate::unfinished::interrupt;
use crate::unfinished::kill;

/// Long enough to be killed on the way, short enough to be repeated.
const SHORT: &str = "--runs 40000";

/// Number `n` of a sequence that fills the time between 0 and 1 evenly: multiples of the golden ratio.
fn moment(n: u32) -> f64 {
    (f64::from(n) * 0.618_033_988_749_894_9).fract()
}

#[test]
fn a_sweep_killed_at_any_moment_resumes_to_the_same_bits() {
    let folder = Folder::new();
    let started = Instant::now();
    let whole = folder.sweep("run", SHORT);
    let time = started.elapsed();
    let mut kept = 0;
    for n in 1..=8 {
        fs::remove_dir_all(folder.path("run")).unwrap();
        let child = folder.start(&format!("sweep --system toy --out run {SHORT}"));
        sleep(time.mul_f64(moment(n)));
        kill(child);
        // What is there is complete, or is not there.
        let found = folder.saved_digest("run");
        assert!(found.is_none_or(|digest| digest == whole), "kill {n}");
        kept += u32::from(!folder.segments("run").is_empty());
        let begun = ["run", "run.partial/plan.json"].map(|name| folder.path(name).exists());
        let digest = match begun {
            [false, false] => folder.sweep("run", SHORT),
            _ => folder.resume("run", ""),
        };
        assert_eq!(digest, whole, "kill {n}");
        assert_eq!(folder.saved_digest("run"), Some(digest), "kill {n}");
        assert_eq!(folder.names(), ["run"], "kill {n}");
    }
    assert!(kept > 0, "no kill found anything kept");
}

#[test]
fn a_sweep_killed_again_and_again_gets_done() {
    let folder = Folder::new();
    let whole = folder.sweep("other", "--until 0.003");
    folder.leave_unfinished("run", "--until 0.003");
    for _ in 0..5 {
        let before = folder.segments("run").len();
        let child = folder.start("resume --quiet run");
        folder.wait_for_segments("run", before + 1);
        kill(child);
        assert_eq!(folder.saved_digest("run"), None, "the sweep was too short");
    }
    assert_eq!(folder.resume("run", ""), whole);
    folder.assert_same_tables("run", "other");
    // All sittings count.
    assert!(load(&folder.path("run")).unwrap().manifest.elapsed_seconds > 0.1);
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_was_played_and_prints_the_command_that_resumes() {
    let folder = Folder::new();
    let child = folder.start("sweep --system toy --out 'a run' --runs 200000");
    folder.wait_for_segments("a run", 1);
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{message}");
    assert!(message.contains("error: interrupted; "), "{message}");
    let command = message.lines().last().unwrap();
    let command = command.strip_prefix("to continue: equipoise ").unwrap();
    assert!(!folder.path("a run").exists());
    folder.ok(&format!("{command} --quiet"));
    let whole = folder.sweep("other", "--runs 200000");
    assert_eq!(folder.saved_digest("a run"), Some(whole));
}

#[test]
fn an_unfinished_run_is_never_thrown_away_unasked() {
    let folder = Folder::new();
    folder.leave_unfinished("run", "--runs 200000");
    let before = folder.segments("run");
    let refusals = folder.refusals(
        "sweep --system toy --out run --runs 200000
         sweep --system toy --out run --runs 220000
         resume run --runs 400000",
        2,
    );
    insta::assert_snapshot!(refusals);
    assert_eq!(folder.segments("run"), before);
    folder.sweep("run", "--runs 2 --fresh");
    assert_eq!(folder.names(), ["run"]);
    assert_eq!(load(&folder.path("run")).unwrap().manifest.runs, 2);
}

#[test]
fn damaged_segments_are_named_and_played_again() {
    let folder = Folder::new();
    folder.leave_unfinished("run", SHORT);
    let segments = folder.segments("run");
    let mut bytes = segments.iter().map(|segment| fs::read(segment).unwrap());
    let [half, mut changed] = [bytes.next().unwrap(), bytes.next().unwrap()];
    fs::write(&segments[0], &half[..half.len() / 2]).unwrap();
    let last = changed.len() - 20;
    changed[last] ^= 4;
    fs::write(&segments[1], changed).unwrap();
    let (code, _, notes) = outcome(folder.command("resume run"));
    assert_eq!(code, 0, "{notes}");
    for segment in &segments[..2] {
        let name = segment.file_name().unwrap().display();
        let note = format!("{name} is damaged; its battles are played again");
        assert!(notes.contains(&note), "{notes}");
    }
    assert_eq!(
        folder.saved_digest("run"),
        Some(folder.sweep("other", SHORT))
    );
}

#[test]
fn two_processes_do_not_play_one_run() {
    let folder = Folder::new();
    let child = folder.start("sweep --system toy --out run --runs 10000000");
    folder.wait_for_segments("run", 1);
    for command in [
        "resume run",
        "sweep --system toy --runs 10000000 --out run",
        "sweep --system toy --runs 2 --out run",
        "sweep --system toy --runs 2 --out run --fresh",
    ] {
        let message = folder.fails(command, 3);
        assert!(message.contains("another process"), "{message}");
    }
    kill(child);
}

/// Every command that reads a run says how to finish an unfinished one, given the folder of its results or that of its
/// checkpoint.
#[test]
fn whoever_reads_an_unfinished_run_is_told_how_to_finish_it() {
    let folder = Folder::new();
    folder.leave_unfinished("run", "--runs 200000");
    folder.sweep("other", "--runs 2");
    let refusals = folder.refusals(
        "resume run.partial
         report run
         report run.partial
         compare other run
         compare run.partial/ other
         meta run.partial
         merge run",
        2,
    );
    insta::assert_snapshot!(refusals);
}

#[test]
fn an_extended_run_is_the_longer_run() {
    let folder = Folder::new();
    for (goal, short, long) in [("", "--runs", 10), ("--until 0.2", "--max-runs", 40)] {
        let first = folder.sweep("run", &format!("{goal} {short} 4"));
        // An odd number is rounded up, as by `sweep`.
        let extended = folder.resume("run", &format!("--runs {}", long - 1));
        assert_ne!(first, extended);
        assert_eq!(
            extended,
            folder.sweep("other", &format!("{goal} {short} {long}"))
        );
        folder.assert_same_tables("run", "other");
        // Again, it is there already; less is refused.
        assert_eq!(folder.resume("run", &format!("--runs {long}")), extended);
        assert_eq!(folder.resume("run", ""), extended);
        let message = folder.fails("resume run --runs 2", 2);
        assert!(message.contains("expected more"), "{message}");
    }
    let (_, _, note) = outcome(folder.command("resume run"));
    assert_eq!(note, "the run is complete: nothing to do\n");
}

#[test]
fn runs_that_cannot_be_extended_are_refused_with_the_reason() {
    let folder = Folder::new();
    folder.sweep("run", "--runs 2");
    folder.sweep("other", "--runs 4");
    let tallies = folder.bytes("run/tallies.parquet");
    folder.write("run/tallies.parquet", &tallies[..tallies.len() / 2]);
    let message = folder.fails("resume run --runs 4 --quiet", 2);
    assert!(message.contains("tallies.parquet"), "{message}");
    let mut reasons = String::new();
    let mut refused = || reasons += &folder.refusals("resume run --runs 4 --quiet", 2);
    folder.write("run/tallies.parquet", folder.bytes("other/tallies.parquet"));
    refused();
    folder.write("run/tallies.parquet", &tallies);
    let version = concat!("\"version\": \"", env!("CARGO_PKG_VERSION"), "\"");
    for (file, from, to) in [
        ("run/manifest.json", version, "\"version\": \"0.0.1\""),
        ("run/manifest.json", "\"seed\": 1", "\"seed\": 5"),
        ("run/plan.json", "\"schema\": 3", "\"schema\": 4"),
        (
            "run/plan.json",
            "\"grid\": \"standard\"",
            "\"grid\": \"circle\"",
        ),
    ] {
        let text = folder.text(file);
        folder.edit(file, from, to);
        refused();
        folder.write(file, text);
    }
    let plan = folder.text("run/plan.json");
    fs::remove_file(folder.path("run/plan.json")).unwrap();
    refused();
    insta::assert_snapshot!(reasons);
    // What does not need the plan can still be read.
    folder.ok("meta run");
    folder.write("run/plan.json", plan);
    folder.ok("resume run --runs 4 --quiet");
}

#[test]
fn an_unfinished_run_of_another_schema_is_refused() {
    let folder = Folder::new();
    folder.leave_unfinished("run", "--runs 200000");
    folder.edit("run.partial/plan.json", "\"schema\": 3", "\"schema\": 2");
    insta::assert_snapshot!(folder.refusals("resume run\nsweep --system toy --out run", 2));
    folder.edit("run.partial/plan.json", "\"schema\": 2", "\"schema\": 3");
    folder.resume("run", "");
}

#[test]
fn another_dataset_is_refused() {
    // A game whose dataset lies in a folder.
    const BULLSEYE: &str = "--system bullseye --policy rulebook --runs 100";
    let folder = Folder::new();
    folder.dataset("bullseye", "mine");
    folder.leave_unfinished("run", &format!("{BULLSEYE} --dataset mine"));
    fs::rename(folder.path("mine"), folder.path("moved")).unwrap();
    assert!(folder.fails("resume run", 3).contains("mine"));
    let text = folder.text("moved/units.toml");
    folder.write("moved/units.toml", format!("# edited\n{text}"));
    let message = folder.fails("resume run --dataset moved", 2);
    assert!(message.contains("SHA-256 of the dataset was"), "{message}");
    folder.write("moved/units.toml", text);
    let whole = folder.sweep("other", BULLSEYE);
    folder.ok("resume run --dataset moved");
    assert_eq!(folder.saved_digest("run"), Some(whole));
}

#[cfg(unix)]
#[test]
fn a_disk_that_takes_no_more_loses_nothing() {
    let folder = Folder::new();
    let earlier = folder.sweep("run", "--runs 2");
    folder.leave_unfinished("run", SHORT);
    let before = folder.segments("run");
    // As on a full disk, no file gets beyond 2 KB; less than any segment.
    let line = format!(
        "trap '' XFSZ; ulimit -f 4; exec '{}' resume run --checkpoint-every 0.02",
        env!("CARGO_BIN_EXE_equipoise"),
    );
    let mut command = Command::new("sh");
    command.args(["-c", &line]).current_dir(folder.path(""));
    let (code, _, message) = outcome(command);
    assert_eq!(code, 3, "{message}");
    assert!(message.contains("error: cannot write "), "{message}");
    assert!(
        message.ends_with("to continue: equipoise resume run\n"),
        "{message}"
    );
    assert_eq!(folder.segments("run"), before);
    assert_eq!(folder.saved_digest("run"), Some(earlier));
    let whole = folder.sweep("other", SHORT);
    assert_eq!(folder.resume("run", ""), whole);
    assert_eq!(folder.saved_digest("run"), Some(whole));
}
