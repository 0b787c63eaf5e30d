//! Sweeps played in parts and put together.

use equipoise_simulator::load;

use crate::program::{Folder, names};

impl Folder {
    /// Plays shard number `part` of so many; names where it lies.
    fn play(&self, part: u32, of: u32, arguments: &str) -> String {
        let place = format!("{part}of{of}");
        self.sweep(&place, &format!("--shard {part}/{of} {arguments}"));
        place
    }
}

#[test]
fn any_number_of_shards_makes_the_whole_run() {
    let folder = Folder::new();
    for (of, arguments) in [(1, "--runs 2"), (7, "--until 0.25"), (20, "--runs 2")] {
        let whole = folder.sweep("whole", arguments);
        let parts = (1..=of).map(|part| folder.play(part, of, arguments));
        let mut parts: Vec<String> = parts.collect();
        // In whatever order they are named.
        parts.rotate_left(of as usize / 2);
        assert_eq!(folder.merge(&parts.join(" "), "merged"), whole, "{of}");
        folder.assert_same_tables("whole", "merged");
    }
}

#[test]
fn a_shard_is_no_run() {
    let folder = Folder::new();
    folder.play(2, 3, "--runs 2");
    let files = ["manifest.json", "plan.json", "tallies.parquet"];
    assert_eq!(names(&folder.path("2of3")), files);
    let message = folder.fails("meta 2of3", 2);
    assert!(
        message.contains("shard 2/3") && message.contains("`equipoise merge`"),
        "{message}"
    );
    let text = folder.ok("resume 2of3");
    assert!(text.starts_with("Shard 2/3 of toy"), "{text}");
}

#[test]
fn the_system_of_a_run_need_not_be_named_again() {
    let folder = Folder::new();
    let parts =
        [1, 2].map(|part| folder.play(part, 2, "--system bullseye --policy rulebook --runs 2"));
    folder.merge(&parts.join(" "), "merged");
    let extended = folder.resume("merged", "--runs 4");
    assert_eq!(
        extended,
        folder.sweep("whole", "--system bullseye --policy rulebook --runs 4")
    );
    // Each side has a few units to lose: no bin of ten points is drawn where nothing can be.
    let margins = load(&folder.path("whole")).unwrap().tables.margins;
    for name in ["vp_diff_from", "vp_diff_to"] {
        let column = margins.column(name).unwrap().i64().unwrap();
        assert!(column.iter().flatten().all(|end| end.abs() < 10), "{name}");
    }
}

#[test]
fn shards_are_resumed_and_extended_like_runs() {
    let folder = Folder::new();
    folder.play(1, 2, "--runs 4");
    folder.resume("1of2", "--runs 200000");
    folder.leave_unfinished("2of2", "--shard 2/2 --runs 200000");
    folder.resume("2of2", "");
    let merged = folder.merge("1of2 2of2", "merged");
    assert_eq!(merged, folder.sweep("whole", "--runs 200000"));
}

/// Shard 2 has begun, shard 3 has not; `merge 1of3 2of3.partial` is what a shell makes of `merge *of3*`.
#[test]
fn all_shards_that_are_not_there_are_named() {
    let folder = Folder::new();
    folder.play(1, 3, "--runs 200000");
    folder.leave_unfinished("2of3", "--shard 2/3 --runs 200000");
    let message = folder.fails("merge 1of3 2of3.partial --out run", 2);
    let unfinished =
        "error: 2of3.partial: the run is unfinished; `equipoise resume 2of3` plays it to its end\n";
    assert_eq!(
        message,
        format!("{unfinished}2 of 3 shards are missing: 2/3, 3/3\n")
    );
    folder.play(3, 3, "--runs 200000");
    folder.resume("2of3", "");
    folder.merge("1of3 2of3 3of3", "run");
}

#[test]
fn shards_that_do_not_fit_are_refused_with_the_reason() {
    let folder = Folder::new();
    for part in 1..=3 {
        folder.play(part, 3, "--runs 2");
    }
    folder.play(1, 2, "--runs 2");
    folder.sweep("whole", "--runs 2");
    let mut refusals = folder.refusals(
        "merge 1of3 3of3 --out run
         merge 1of3 2of3 3of3 2of3 --out run
         merge 1of3 whole --out run
         merge 1of3 1of2 --out run",
        2,
    );
    for stray in [
        "--runs 2 --seed 2",
        "--runs 4",
        "--until 0.4",
        "--runs 2 --policy demand",
        "--runs 2 --grid full",
    ] {
        folder.sweep("stray", &format!("--shard 2/3 {stray}"));
        refusals += &folder.refusals("merge 1of3 stray 3of3 --out run", 2);
    }
    folder.edit("2of3/manifest.json", "\"sha256\": \"", "\"sha256\": \"0");
    refusals += &folder.refusals("merge 1of3 2of3 3of3 --out run", 2);
    folder.edit("2of3/manifest.json", "\"sha256\": \"0", "\"sha256\": \"");
    folder.write("2of3/tallies.parquet", folder.bytes("1of3/tallies.parquet"));
    refusals += &folder.refusals("merge 1of3 2of3 3of3 --out run", 2);
    insta::assert_snapshot!(refusals);
}
