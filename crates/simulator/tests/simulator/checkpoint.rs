//! Runs that are stopped and taken up again, extended, or played in parts.

use crate::common;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::common::{compile, contestants, plan, play, setting};
use equipoise_simulator::{
    Checkpoint, CheckpointError, Control, LoadError, Manifest, Plan, PlanFile, PlanIdentity,
    Progress, Provenance, ResumableError, RunError, Shard, Staged, Stopping, Tally, digest, load,
    load_tallies, read_manifest, read_manifest_or_shard, run_resumable, to_extend,
};
use equipoise_stats::{ConfidenceSequence, LineTest};
use equipoise_toy::Toy;
use serde_json::json;

/// Sets the cancel flag after so many battles.
struct Limit<'a> {
    left: AtomicU64,
    cancel: &'a AtomicBool,
}

impl Progress for Limit<'_> {
    fn add(&self, battles: u64) {
        let before = self
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                Some(left.saturating_sub(battles))
            });
        if before.is_ok_and(|left| left <= battles) {
            self.cancel.store(true, Ordering::Relaxed);
        }
    }
}

/// Plays on, at most so many battles; `None` when they did not suffice.
fn play_some(
    plan: &Plan,
    known: &BTreeMap<usize, Tally>,
    checkpoint: &mut Checkpoint,
    most: u64,
    threads: usize,
) -> Option<Vec<Tally>> {
    let cancel = AtomicBool::new(false);
    let limit = Limit {
        left: AtomicU64::new(most),
        cancel: &cancel,
    };
    let control = Control {
        threads: Some(threads),
        progress: &limit,
        cancel: &cancel,
    };
    let pause = Duration::from_millis(1);
    match run_resumable::<Toy, Infallible, _>(
        plan,
        known,
        compile,
        control,
        checkpoint.segments(),
        pause,
    ) {
        Ok(tallies) => Some(tallies),
        Err(ResumableError::Run(RunError::Interrupted)) => None,
        Err(error) => panic!("{error}"),
    }
}

fn plan_file(plan: &Plan) -> PlanFile {
    PlanFile::new(identity(plan), json!({"grid": "all"}))
}

fn identity(plan: &Plan) -> PlanIdentity {
    PlanIdentity::new(plan, "0.1.0")
}

/// Plays a plan in sessions, the first of so many battles, and closes the checkpoint between them. Each
/// session is longer than the last, so that it ends however little of one is kept.
fn play_in_sessions(place: &Path, plan: &Plan, most: u64, threads: usize) -> (Vec<Tally>, u64) {
    let mut checkpoint = Checkpoint::create(place, &plan_file(plan)).unwrap();
    for sessions in 1.. {
        let played = checkpoint.read(plan).unwrap();
        assert_eq!(played.damaged, Vec::<PathBuf>::new());
        if let Some(tallies) = play_some(
            plan,
            &played.tallies,
            &mut checkpoint,
            sessions * most,
            threads,
        ) {
            checkpoint.discard().unwrap();
            return (tallies, sessions);
        }
        drop(checkpoint);
        checkpoint = Checkpoint::open(place).unwrap();
    }
    unreachable!("the loop has no end")
}

fn until(runs: u64) -> Plan {
    let sequence = ConfidenceSequence::new(0.05, 0.95).unwrap();
    plan(3, runs).stopping_by(Stopping::HalfWidth(sequence))
}

fn decide(runs: u64) -> Plan {
    let test = LineTest::new(0.5, 0.1, 0.95).unwrap();
    plan(3, runs).stopping_by(Stopping::Decide(test))
}

#[test]
fn a_run_in_sessions_is_the_run_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("run");
    for plan in [plan(3, 2000), until(4000), decide(4000)] {
        let whole = play(&plan, 2);
        for threads in [1, 3] {
            let third = whole.iter().map(|tally| tally.battles).sum::<u64>() / 3;
            let (tallies, sessions) = play_in_sessions(&place, &plan, third, threads);
            assert_eq!(tallies, whole);
            assert!(sessions > 1, "{sessions} sessions with {threads} threads");
        }
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_long_pairing_is_checkpointed_before_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("run");
    let mut units = contestants().into_iter();
    let (a, b) = (units.next().unwrap(), units.next().unwrap());
    let plan = Plan::duel(setting(5), 300_000, a, b).unwrap();
    let mut checkpoint = Checkpoint::create(&place, &plan_file(&plan)).unwrap();
    assert!(play_some(&plan, &BTreeMap::new(), &mut checkpoint, 200_000, 2).is_none());
    let played = checkpoint.read(&plan).unwrap();
    let battles = played.tallies[&0].battles;
    assert!((65_536..300_000).contains(&battles), "{battles}");
    drop(checkpoint);
    let mut checkpoint = Checkpoint::open(&place).unwrap();
    // No battle is played twice.
    let rest = 300_000 - battles;
    let tallies = play_some(&plan, &played.tallies, &mut checkpoint, rest + 1, 2).unwrap();
    assert_eq!(tallies, play(&plan, 1));
}

#[test]
fn more_battles_are_those_of_a_longer_run() {
    let plans: [fn(u64) -> Plan; 3] = [|runs| plan(3, runs), until, decide];
    for (number, made) in plans.into_iter().enumerate() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("run");
        let (short, long) = (made(200), made(1200));
        let known = to_extend(&short, play(&short, 2));
        if number == 0 {
            assert_eq!(known.len(), short.pairings().len());
        } else {
            // Some were cut off, some were not.
            assert!(!known.is_empty() && known.len() < short.pairings().len());
        }
        let mut checkpoint = Checkpoint::create(&place, &plan_file(&long)).unwrap();
        let tallies = play_some(&long, &known, &mut checkpoint, u64::MAX, 2).unwrap();
        assert_eq!(tallies, play(&long, 2), "plan {number}");
    }
}

#[test]
fn parts_are_the_whole() {
    for whole in [plan(3, 200), until(400)] {
        let tallies = play(&whole, 2);
        for of in [1, 7, 64] {
            let mut together = vec![Tally::default(); tallies.len()];
            for part in 1..=of {
                let shard = Shard::new(part, of).unwrap();
                let plan = whole.clone().part(shard);
                let places = (0..tallies.len()).filter(|&place| shard.holds(place));
                for (place, tally) in places.zip(play(&plan, 2)) {
                    together[place] = tally;
                }
            }
            assert_eq!(digest(&whole, &together), digest(&whole, &tallies), "{of}");
        }
    }
}

/// A checkpoint with a segment for each pairing of a plan, closed.
fn finished_journal(place: &Path, plan: &Plan) -> Vec<PathBuf> {
    let mut checkpoint = Checkpoint::create(place, &plan_file(plan)).unwrap();
    for (pairing, tally) in play(plan, 2).into_iter().enumerate() {
        let one = BTreeMap::from([(pairing, tally)]);
        let elapsed = Duration::from_millis(10);
        checkpoint.segments().append(plan, &one, elapsed).unwrap();
    }
    let mut segments: Vec<PathBuf> = fs::read_dir(checkpoint.folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "parquet"))
        .collect();
    segments.sort();
    segments
}

#[test]
fn damaged_segments_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("run");
    let plan = plan(3, 100);
    let segments = finished_journal(&place, &plan);
    assert_eq!(segments.len(), plan.pairings().len());
    let whole = play(&plan, 1);
    let mut bytes = fs::read(&segments[1]).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&segments[1], &bytes).unwrap();
    let short = fs::read(&segments[3]).unwrap();
    fs::write(&segments[3], &short[..short.len() - 1]).unwrap();
    fs::write(&segments[4], "").unwrap();
    let mut checkpoint = Checkpoint::open(&place).unwrap();
    let played = checkpoint.read(&plan).unwrap();
    assert_eq!(
        played.damaged,
        [1, 3, 4].map(|number| segments[number].clone())
    );
    assert_eq!(
        played.tallies.keys().copied().collect::<Vec<_>>(),
        [0, 2, 5, 6]
    );
    assert_eq!(played.elapsed, Duration::from_millis(40));
    let tallies = play_some(&plan, &played.tallies, &mut checkpoint, u64::MAX, 1).unwrap();
    assert_eq!(tallies, whole);
}

#[test]
fn segments_of_another_plan_are_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("run");
    let mine = plan(3, 100);
    finished_journal(&place, &mine);
    let shard = Shard::new(2, 2).unwrap();
    let checkpoint = Checkpoint::open(&place).unwrap();
    let played = checkpoint.read(&mine.part(shard)).unwrap();
    assert_eq!((played.tallies.len(), played.damaged.len()), (0, 7));
}

#[test]
fn a_journal_is_held_by_one_and_none_of_its_files_is_a_run() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("run");
    let plan = plan(3, 20);
    assert_eq!(Checkpoint::plan(&place).unwrap(), None);
    let checkpoint = Checkpoint::create(&place, &plan_file(&plan)).unwrap();
    assert_eq!(Checkpoint::plan(&place).unwrap(), Some(plan_file(&plan)));
    assert!(matches!(
        Checkpoint::open(&place),
        Err(CheckpointError::InUse(_))
    ));
    assert!(matches!(
        Checkpoint::create(&place, &plan_file(&plan)),
        Err(CheckpointError::InUse(_))
    ));
    for folder in [checkpoint.folder(), &place] {
        let error = load(folder).unwrap_err();
        let LoadError::Unfinished { place: named, .. } = error else {
            panic!("{error}");
        };
        assert_eq!(named.file_name(), place.file_name());
    }
    assert!(!place.exists());
    drop(checkpoint);
    let checkpoint = Checkpoint::open(&place).unwrap();
    checkpoint.discard().unwrap();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_checkpoint_without_its_plan_is_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("run");
    let segments = finished_journal(&place, &plan(3, 20));
    Checkpoint::remove_leftovers(&place).unwrap();
    assert!(segments[0].exists());
    // As a process leaves it that is killed while it removes the checkpoint.
    fs::remove_file(segments[0].with_file_name("plan.json")).unwrap();
    assert_eq!(Checkpoint::plan(&place).unwrap(), None);
    Checkpoint::remove_leftovers(&place).unwrap();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn files_of_others_stay() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("run");
    let partial = folder.path().join("run.partial");
    fs::create_dir(&partial).unwrap();
    fs::write(partial.join("notes"), "mine").unwrap();
    let asked = plan_file(&plan(3, 20));
    let error = Checkpoint::create(&place, &asked).unwrap_err();
    assert!(matches!(&error, CheckpointError::NotOurs(path) if path.ends_with("notes")));
    fs::remove_file(partial.join("notes")).unwrap();
    let checkpoint = Checkpoint::create(&place, &asked).unwrap();
    fs::write(partial.join("notes"), "mine").unwrap();
    checkpoint.discard().unwrap();
    assert_eq!(fs::read_to_string(partial.join("notes")).unwrap(), "mine");
    assert_eq!(fs::read_dir(&partial).unwrap().count(), 1);
    fs::remove_dir_all(&partial).unwrap();
    fs::write(&partial, "a file").unwrap();
    assert!(Checkpoint::create(&place, &asked).is_err());
}

#[test]
fn an_earlier_run_that_was_being_replaced_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("run");
    save(&place, &plan(1, 20));
    let plan = plan(3, 20);
    let checkpoint = Checkpoint::create(&place, &plan_file(&plan)).unwrap();
    // As a process leaves it that is killed between the two renamings of a commit.
    let attic = checkpoint.folder().join(".equipoise-xyz.old");
    fs::create_dir(&attic).unwrap();
    fs::rename(&place, attic.join("run")).unwrap();
    drop(checkpoint);
    let checkpoint = Checkpoint::create(&place, &plan_file(&plan)).unwrap();
    assert_eq!(load(&place).unwrap().manifest.seed, 1);
    // Where it cannot come back, because something else is there, it stays where it is.
    fs::create_dir(&attic).unwrap();
    fs::rename(&place, attic.join("run")).unwrap();
    fs::write(&place, "in the way").unwrap();
    checkpoint.discard().unwrap();
    assert_eq!(load(&attic.join("run")).unwrap().manifest.seed, 1);
}

fn save(place: &Path, plan: &Plan) -> Vec<Tally> {
    let tallies = play(plan, 2);
    let made = Provenance {
        version: "0.1.0".into(),
        command: "equipoise sweep".into(),
        elapsed_seconds: 0.5,
        threads: 2,
    };
    let staged = Staged::create(place).unwrap();
    staged.write_tallies(plan, &tallies).unwrap();
    if plan.shard().is_none() {
        let tables = equipoise_simulator::Tables::new(plan, &tallies).unwrap();
        staged.write_tables(&tables).unwrap();
    }
    staged.commit(&Manifest::new(plan, &tallies, made)).unwrap();
    tallies
}

#[test]
fn tallies_read_back_and_only_those_of_the_manifest() {
    let folder = tempfile::tempdir().unwrap();
    let [first, second] = ["first", "second"].map(|name| folder.path().join(name));
    let plan = plan(9, 300);
    let tallies = save(&first, &plan);
    let manifest = read_manifest(&first).unwrap();
    assert_eq!(load_tallies(&first, &manifest, &plan).unwrap(), tallies);
    let longer = common::plan(9, 302);
    save(&second, &longer);
    fs::copy(
        second.join("tallies.parquet"),
        first.join("tallies.parquet"),
    )
    .unwrap();
    let error = load_tallies(&first, &manifest, &plan).unwrap_err();
    assert!(matches!(error, LoadError::Digest { .. }), "{error}");
    fs::write(first.join("tallies.parquet"), "PAR1").unwrap();
    let error = load_tallies(&first, &manifest, &plan).unwrap_err();
    assert!(matches!(error, LoadError::Parquet { .. }), "{error}");
}

#[test]
fn a_part_is_no_run() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("part");
    let shard = Shard::new(2, 3).unwrap();
    let part = plan(9, 300).part(shard);
    let tallies = save(&place, &part);
    let manifest = read_manifest_or_shard(&place).unwrap();
    assert_eq!((manifest.shard, manifest.pairings), (Some(shard), 2));
    assert_eq!(load_tallies(&place, &manifest, &part).unwrap(), tallies);
    // A part may hold no pairing at all.
    let none = plan(9, 300).part(Shard::new(9, 9).unwrap());
    let empty = folder.path().join("empty");
    save(&empty, &none);
    let manifest = read_manifest_or_shard(&empty).unwrap();
    assert_eq!((manifest.pairings, manifest.battles), (0, 0));
    assert_eq!(load_tallies(&empty, &manifest, &none).unwrap(), []);
    for error in [
        load(&place).unwrap_err(),
        equipoise_simulator::load_pairings(&place).unwrap_err(),
    ] {
        assert!(matches!(&error, LoadError::Shard { .. }), "{error}");
        assert!(error.to_string().contains("shard 2/3"), "{error}");
    }
}

#[test]
fn identities_tell_plans_apart() {
    let (mine, other) = (plan(3, 20), plan(4, 20));
    let difference = |left: &Plan, right: &Plan| identity(left).difference(&identity(right));
    assert_eq!(difference(&mine, &mine), None);
    let seed = difference(&mine, &other).unwrap();
    assert_eq!(
        (seed.what, seed.expected.as_str(), seed.got.as_str()),
        ("seed", "3", "4")
    );
    assert_eq!(
        difference(&mine, &plan(3, 22)).unwrap().what,
        "battles per pairing"
    );
    assert_eq!(difference(&until(20), &mine).unwrap().what, "precision");
    assert_eq!(
        difference(&until(20), &decide(20)).unwrap().what,
        "precision"
    );
    let folder = tempfile::tempdir().unwrap();
    for (number, plan) in [mine, until(400), decide(400)].into_iter().enumerate() {
        let place = folder.path().join(number.to_string());
        save(&place, &plan);
        let saved = PlanIdentity::of(&read_manifest(&place).unwrap());
        assert_eq!(saved, identity(&plan));
    }
}
