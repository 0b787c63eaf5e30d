//! Sweeps as library calls.

use std::path::Path;
use std::time::Duration;

use equipoise_analysis::sweep::{
    MergeRequest, ResumeRequest, Saving, SweepRequest, TablesOnly, merge, plan, resume, run,
};
use equipoise_analysis::{Control, Error, GameRequest, Goal, Grid};
use equipoise_simulator::{PlanFile, Tables};

const PAUSE: Duration = Duration::from_secs(5);

fn request(goal: Goal) -> SweepRequest {
    let request = SweepRequest::new(GameRequest::new("bullseye"), Grid::Standard);
    SweepRequest { goal, ..request }
}

/// Plays a sweep into a folder; its digest and, of a whole one, its tables.
fn play(request: &SweepRequest, place: &Path) -> (String, Option<Tables>) {
    let saving = Saving {
        place: place.to_owned(),
        fresh: false,
        checkpoint_every: PAUSE,
    };
    let saved = run(request, &saving, &TablesOnly, Control::silent()).unwrap();
    (saved.manifest.digest, saved.view)
}

#[test]
fn a_saved_run_holds_its_request_and_is_extended_from_it() {
    let folder = tempfile::tempdir().unwrap();
    let [short, long] = ["short", "long"].map(|name| folder.path().join(name));
    play(&request(Goal::Runs(1)), &short);
    let saved = PlanFile::read(&short).unwrap().unwrap().request;
    let saved: SweepRequest = serde_json::from_value(saved).unwrap();
    // An odd number of battles is rounded up.
    assert_eq!(saved, request(Goal::Runs(2)));
    let longer = ResumeRequest {
        folder: short,
        runs: Some(4),
        dataset: None,
    };
    let extended = resume(&longer, PAUSE, &TablesOnly, Control::silent()).unwrap();
    let whole = play(&request(Goal::Runs(4)), &long);
    assert_eq!((extended.manifest.digest, extended.view), whole);
}

#[test]
fn shards_are_planned_played_and_merged() {
    let folder = tempfile::tempdir().unwrap();
    let whole = request(Goal::Runs(2));
    let shards = ["1/2", "2/2"].map(|shard| SweepRequest {
        shard: shard.parse().ok(),
        ..whole.clone()
    });
    let battles = |request: &SweepRequest| plan(request).unwrap().battles();
    assert_eq!(shards.iter().map(battles).sum::<u64>(), battles(&whole));
    let folders = shards.map(|shard| {
        let place = folder
            .path()
            .join(shard.default_place().file_name().unwrap());
        assert_eq!(play(&shard, &place).1, None);
        place
    });
    let request = MergeRequest {
        folders: folders.to_vec(),
        place: Some(folder.path().join("merged")),
        dataset: None,
    };
    let merged = merge(&request, &TablesOnly, Control::silent()).unwrap();
    let expected = play(&whole, &folder.path().join("whole"));
    assert_eq!((merged.manifest.digest, merged.view), expected);
}

#[test]
fn a_sweep_of_two_policies_is_refused() {
    let mut request = request(Goal::Runs(2));
    request.game.policies = ["greedy", "random"].map(str::to_owned);
    let error = plan(&request).unwrap_err();
    assert!(
        matches!(&error, Error::Input(message) if message.contains("one policy")),
        "{error}"
    );
}
