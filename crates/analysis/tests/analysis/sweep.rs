//! Sweeps as library calls.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use equipoise_analysis::sweep::{
    MergeRequest, ResumeRequest, Saving, SweepRequest, TablesOnly, merge, plan, read_prices,
    resume, run,
};
use equipoise_analysis::{Control, Error, GameRequest, Goal, Grid, Watch, Work};
use equipoise_simulator::{NoProgress, PlanFile, Progress, Tables};

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

/// Interrupts at the second stage of the work, which is the pricing of the units.
struct InterruptsPricing {
    stages: AtomicUsize,
    cancel: AtomicBool,
}

impl Watch for InterruptsPricing {
    fn begin(&self, _work: Work) -> Box<dyn Progress + '_> {
        let earlier = self.stages.fetch_add(1, Ordering::Relaxed);
        self.cancel.store(earlier > 0, Ordering::Relaxed);
        Box::new(NoProgress)
    }

    fn note(&self, _text: &str) {}

    fn cancel(&self) -> &AtomicBool {
        &self.cancel
    }
}

#[test]
fn a_sweep_interrupted_while_it_is_priced_has_lost_no_duel() {
    let folder = tempfile::tempdir().unwrap();
    let [place, other] = ["run", "other"].map(|name| folder.path().join(name));
    let mut request = request(Goal::Runs(2));
    request.game.policies = ["rulebook", "rulebook"].map(str::to_owned);
    request.price_matchups = Some(800);
    let saving = Saving {
        place: place.clone(),
        fresh: false,
        checkpoint_every: PAUSE,
    };
    let watch = InterruptsPricing {
        stages: AtomicUsize::new(0),
        cancel: AtomicBool::new(false),
    };
    let control = Control {
        threads: None,
        watch: &watch,
    };
    match run(&request, &saving, &TablesOnly, control).unwrap_err() {
        Error::Checkpointed { progress, .. } => {
            let all = plan(&request).unwrap().pairings().len();
            let all = equipoise_engine::text::grouped(all as u64);
            assert!(
                progress.contains(&format!("{all} of {all} pairings")),
                "{progress}"
            );
        }
        other => panic!("{other}"),
    }
    assert!(!place.exists());
    let again = ResumeRequest {
        folder: place.clone(),
        runs: None,
        dataset: None,
    };
    let resumed = resume(&again, PAUSE, &TablesOnly, Control::silent()).unwrap();
    assert_eq!(
        (resumed.manifest.digest, resumed.view),
        play(&request, &other)
    );
    let prices = [place, other].map(|place| read_prices(&place).unwrap().unwrap());
    assert_eq!(prices[0], prices[1]);
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
