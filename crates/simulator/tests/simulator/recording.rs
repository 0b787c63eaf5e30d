//! A row for each battle.

use std::convert::Infallible;
use std::fs::{self, File};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use crate::common::{compile, plan, play};
use equipoise_engine::Side;
use equipoise_simulator::{
    CompiledPairing, Control, NoProgress, Observed, Plan, RecordError, RecordsFile, RunError,
    Stopping, replay, run_observed, run_recorded,
};
use equipoise_stats::ConfidenceSequence;
use equipoise_toy::Toy;
use polars::prelude::DataFrame;
use polars_io::prelude::{ParquetReader, SerReader as _};

fn pairing(plan: &Plan) -> CompiledPairing<Toy> {
    CompiledPairing::compile(plan.pairings()[0], plan.setting().seed, compile).unwrap()
}

fn recorded(
    plan: &Plan,
    place: &Path,
    threads: usize,
    cancel: bool,
) -> Result<Observed, RecordError<Infallible>> {
    let cancel = AtomicBool::new(cancel);
    let control = Control {
        threads: Some(threads),
        progress: &NoProgress,
        cancel: &cancel,
    };
    let columns = ["draws_won_a", "draws_won_b"].map(|name| vec![name.to_owned()]);
    let mut file = RecordsFile::create(place, plan.setting().seed, columns).unwrap();
    let observed = run_recorded(plan, &pairing(plan), &mut file, control)?;
    file.finish().unwrap();
    Ok(observed)
}

fn table(place: &Path) -> DataFrame {
    ParquetReader::new(File::open(place).unwrap())
        .finish()
        .unwrap()
}

fn wholes(table: &DataFrame, column: &str) -> Vec<i64> {
    let column = table.column(column).unwrap().i64().unwrap();
    column.iter().map(Option::unwrap).collect()
}

/// More battles than are written at once.
const RUNS: u64 = 70_000;

#[test]
fn rows_add_up_to_the_tally_and_to_what_is_observed() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("new/battles.parquet");
    let plan = plan(5, RUNS);
    let observed = recorded(&plan, &place, 2, false).unwrap();
    assert_eq!(observed.tally, play(&plan, 1)[0]);
    let cancel = AtomicBool::new(false);
    let control = Control {
        threads: Some(1),
        progress: &NoProgress,
        cancel: &cancel,
    };
    let unrecorded = run_observed::<Toy, Infallible>(&pairing(&plan), RUNS, control).unwrap();
    assert_eq!(observed, unrecorded);

    let table = table(&place);
    let numbers = table.column("battle").unwrap().u64().unwrap();
    assert!(numbers.iter().flatten().eq(0..RUNS));
    let sum = |column: &str| wholes(&table, column).iter().sum::<i64>();
    assert_eq!(sum("vp_a"), observed.tally.vp_a.sum);
    assert_eq!(sum("vp_b"), observed.tally.vp_b.sum);
    assert_eq!(sum("draws_won_a"), observed.sums[0][0].sum);
    assert_eq!(sum("draws_won_b"), observed.sums[1][0].sum);
    let winners = table.column("winner").unwrap().str().unwrap();
    let won = |by| winners.iter().filter(|&winner| winner == by).count() as u64;
    assert_eq!(won(Some("a")), observed.tally.wins_a);
    assert_eq!(won(Some("b")), observed.tally.wins_b);
    assert_eq!(won(None), observed.tally.draws);
    let rounds = table.column("rounds").unwrap().u64().unwrap();
    assert_eq!(rounds.iter().flatten().sum::<u64>(), observed.tally.rounds);
}

#[test]
fn a_row_is_the_battle_that_its_number_replays() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("battles.parquet");
    let plan = plan(5, 20);
    recorded(&plan, &place, 1, false).unwrap();
    let table = table(&place);
    let (a, b) = (wholes(&table, "vp_a"), wholes(&table, "vp_b"));
    let texts = |column| table.column(column).unwrap().str().unwrap().clone();
    let (winners, seats) = (texts("winner"), texts("seat_a"));
    let letter = |side: Side| side.to_string().to_lowercase();
    for battle in 0..20 {
        let again = replay(&pairing(&plan), battle as u64);
        assert_eq!([a[battle], b[battle]], again.outcome.score.map(i64::from));
        let winner = winners.get(battle).map(str::to_owned);
        assert_eq!(winner, again.outcome.winner.map(letter));
        assert_eq!(seats.get(battle), Some(&*letter(again.seat_of_a)));
    }
    let seeds = table.column("seed").unwrap().u64().unwrap();
    assert!(seeds.iter().all(|seed| seed == Some(5)));
}

#[test]
fn the_file_is_the_same_on_any_number_of_threads_also_where_battles_are_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let sequence = ConfidenceSequence::new(0.03, 0.95).unwrap();
    let until = plan(5, sequence.most_scores()).stopping_by(Stopping::HalfWidth(sequence));
    for plan in [plan(5, RUNS), until] {
        let file = |threads| {
            let place = folder.path().join("battles.parquet");
            let observed = recorded(&plan, &place, threads, false).unwrap();
            assert_eq!(observed.tally, play(&plan, 2)[0]);
            fs::read(place).unwrap()
        };
        assert_eq!(file(1), file(5));
    }
}

#[test]
fn a_run_without_an_end_leaves_what_stood_there() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("battles.parquet");
    fs::write(&place, "earlier").unwrap();
    let cancelled = recorded(&plan(5, 100), &place, 1, true);
    assert!(matches!(
        cancelled,
        Err(RecordError::Run(RunError::Interrupted))
    ));
    assert_eq!(fs::read_to_string(&place).unwrap(), "earlier");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    let refused = RecordsFile::create(folder.path(), 1, [Vec::new(), Vec::new()]);
    let refused = refused.err().unwrap().to_string();
    assert!(refused.ends_with("is a directory"), "{refused}");
}
