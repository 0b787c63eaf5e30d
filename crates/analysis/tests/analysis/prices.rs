//! Price maps as library calls.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use equipoise_analysis::prices::{PriceMapRequest, PriceMapResult};
use equipoise_analysis::{
    Control, Error, GameRequest, Grid, Watch, Work, price_map, price_map_kept,
};
use equipoise_simulator::Progress;

const PAUSE: Duration = Duration::from_millis(1);
const RUNS: u64 = 2;

/// Maps the grid of Bullseye, whose rule of thumb is fast.
fn request(matchups: u64) -> PriceMapRequest {
    let mut game = GameRequest::new("bullseye");
    game.policies = ["rulebook", "rulebook"].map(str::to_owned);
    let request = PriceMapRequest::new(game);
    PriceMapRequest {
        grid: Grid::Standard,
        matchups,
        runs: RUNS,
        ..request
    }
}

/// A watch that counts battles, kept ones too, collects notes, and interrupts the analysis at `most` battles.
struct Counts {
    battles: AtomicU64,
    most: u64,
    notes: Mutex<Vec<String>>,
    cancel: AtomicBool,
}

impl Counts {
    fn up_to(most: u64) -> Self {
        Self {
            battles: AtomicU64::new(0),
            most,
            notes: Mutex::new(Vec::new()),
            cancel: AtomicBool::new(false),
        }
    }

    const fn control(&self) -> Control<'_> {
        Control {
            threads: Some(2),
            watch: self,
        }
    }

    fn map(&self, request: &PriceMapRequest, folder: &Path) -> Result<PriceMapResult, Error> {
        price_map_kept(request, folder, PAUSE, self.control())
    }
}

impl Progress for &Counts {
    fn add(&self, battles: u64) {
        let before = self.battles.fetch_add(battles, Ordering::Relaxed);
        if before + battles >= self.most {
            self.cancel.store(true, Ordering::Relaxed);
        }
    }
}

impl Watch for Counts {
    fn begin(&self, _work: Work) -> Box<dyn Progress + '_> {
        Box::new(self)
    }

    fn note(&self, text: &str) {
        self.notes.lock().unwrap().push(text.to_owned());
    }

    fn cancel(&self) -> &AtomicBool {
        &self.cancel
    }
}

#[test]
fn an_interrupted_map_goes_on_and_is_the_map_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let request = request(800);
    let whole = price_map(&request, Control::silent()).unwrap();
    let stopped = Counts::up_to(600);
    let error = stopped.map(&request, folder.path()).unwrap_err();
    assert!(matches!(error, Error::Interrupted), "{error}");
    let again = Counts::up_to(u64::MAX);
    assert_eq!(again.map(&request, folder.path()).unwrap(), whole);
    // What is kept counts as played.
    assert_eq!(again.battles.into_inner(), 800 * RUNS);
    // Now all is, and nothing is compiled or played: not even an interruption from the beginning keeps it from its end.
    let kept = Counts::up_to(u64::MAX);
    kept.cancel.store(true, Ordering::Relaxed);
    let error = kept.map(&request, folder.path());
    assert!(error.is_ok_and(|map| map == whole));
}

#[test]
fn a_map_with_more_matchups_plays_only_the_new_ones() {
    let folder = tempfile::tempdir().unwrap();
    let silent = Counts::up_to(u64::MAX);
    silent.map(&request(400), folder.path()).unwrap();
    let files = || {
        let kinds = std::fs::read_dir(folder.path()).unwrap();
        let files = kinds.map(|kind| std::fs::read_dir(kind.unwrap().path()).unwrap().count());
        files.collect::<Vec<_>>()
    };
    let before = files();
    assert_eq!(before.len(), 1);
    let longer = silent.map(&request(800), folder.path()).unwrap();
    assert_eq!(longer, price_map(&request(800), Control::silent()).unwrap());
    assert!(files()[0] > before[0]);
    // And one with fewer plays none.
    let after = files();
    let shorter = silent.map(&request(400), folder.path()).unwrap();
    assert_eq!(
        shorter,
        price_map(&request(400), Control::silent()).unwrap()
    );
    assert_eq!(files(), after);
}

#[test]
fn battles_of_other_armies_are_kept_apart() {
    let folder = tempfile::tempdir().unwrap();
    let silent = Counts::up_to(u64::MAX);
    let mut others = vec![request(400); 5];
    others[1].game.seed += 1;
    others[2].budget = Some(700);
    others[3].game.policies = ["random", "random"].map(str::to_owned);
    others[4].runs = 4;
    for (number, other) in others.iter().enumerate() {
        let kept = silent.map(other, folder.path()).unwrap();
        assert_eq!(kept, price_map(other, Control::silent()).unwrap());
        let kinds = std::fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(kinds, number + 1);
    }
}

#[test]
fn damaged_battles_are_told_and_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let silent = Counts::up_to(u64::MAX);
    let whole = silent.map(&request(400), folder.path()).unwrap();
    let kind = std::fs::read_dir(folder.path()).unwrap().next().unwrap();
    let files = std::fs::read_dir(kind.unwrap().path()).unwrap();
    let mut segments = files.map(|file| file.unwrap().path());
    let segment = segments.find(|path| path.extension().is_some_and(|end| end == "parquet"));
    let segment = segment.unwrap();
    std::fs::write(&segment, "no table").unwrap();
    assert_eq!(silent.map(&request(400), folder.path()).unwrap(), whole);
    let notes = silent.notes.into_inner().unwrap();
    let told = format!(
        "{} is damaged; its battles are played again",
        segment.display()
    );
    assert_eq!(notes, [told]);
}
