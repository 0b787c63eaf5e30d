//! Tables on disk: complete, readable, all or nothing.

use std::fs;
use std::path::Path;

use crate::common::{contestants, plan, play};
use equipoise_simulator::schema::{ColumnInfo, columns};
use equipoise_simulator::{
    LoadError, Manifest, Margins, Plan, Provenance, SaveError, Staged, Tables, Tally, load,
    load_pairings,
};
use polars::prelude::DataFrame;
use polars_io::prelude::{ParquetReader, SerReader as _};

fn manifest(plan: &Plan, tallies: &[Tally]) -> Manifest {
    let made = Provenance {
        version: "0.1.0".into(),
        command: "equipoise sweep".into(),
        elapsed_seconds: 0.5,
        threads: 2,
    };
    Manifest::new(plan, tallies, made)
}

fn save(place: &Path, plan: &Plan) -> (Tables, Manifest) {
    let tallies = play(plan, 2);
    let tables = Tables::new(plan, &tallies).unwrap();
    let manifest = manifest(plan, &tallies);
    let staged = Staged::create(place).unwrap();
    staged.write_tallies(plan, &tallies).unwrap();
    staged.write_tables(&tables).unwrap();
    staged.commit(&manifest).unwrap();
    (tables, manifest)
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

const FILES: [&str; 5] = [
    "manifest.json",
    "margins.parquet",
    "results.parquet",
    "tallies.parquet",
    "units.parquet",
];

#[test]
fn a_saved_run_reads_back_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("runs/first");
    let plan = plan(1, 300);
    let (tables, manifest) = save(&place, &plan);
    let saved = load(&place).unwrap();
    assert!(tables.results.equals_missing(&saved.tables.results));
    assert!(tables.margins.equals_missing(&saved.tables.margins));
    assert!(tables.units.equals_missing(&saved.tables.units));
    let files = FILES[1..].iter().map(ToString::to_string).collect();
    assert_eq!(saved.manifest, Manifest { files, ..manifest });
    assert_eq!(names(&place), FILES);
    assert_eq!(names(&folder.path().join("runs")), ["first"]);
}

fn assert_matches(table: &DataFrame, name: &str, described: &[ColumnInfo]) {
    let described: Vec<_> = described
        .iter()
        .filter(|column| column.table == name)
        .collect();
    let found: Vec<_> = table
        .columns()
        .iter()
        .map(|c| (c.name().as_str(), c.dtype()))
        .collect();
    assert_eq!(found.len(), described.len(), "{name}");
    for (column, info) in table.columns().iter().zip(described) {
        assert_eq!(column.name().as_str(), info.column, "{name}");
        assert_eq!(
            column.dtype(),
            &info.kind.polars(),
            "{name}.{}",
            info.column
        );
        assert!(
            info.nullable || column.null_count() == 0,
            "{name}.{}",
            info.column
        );
    }
}

#[test]
fn written_tables_are_as_the_schema_describes_them() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("run");
    let plan = plan(1, 300);
    save(&place, &plan);
    let saved = load(&place).unwrap();
    let described = columns(plan.axes(), &plan.setting().score);
    assert_matches(&saved.tables.results, "results", &described);
    assert_matches(&saved.tables.margins, "margins", &described);
    assert_matches(&saved.tables.units, "units", &described);
    let tallies = fs::File::open(place.join("tallies.parquet")).unwrap();
    let tallies = ParquetReader::new(tallies).finish().unwrap();
    assert_matches(&tallies, "tallies", &described);
}

fn whole(table: &DataFrame, column: &str) -> Vec<Option<i64>> {
    table
        .column(column)
        .unwrap()
        .i64()
        .unwrap()
        .iter()
        .collect()
}

fn counts(table: &DataFrame, column: &str) -> Vec<u64> {
    table
        .column(column)
        .unwrap()
        .u64()
        .unwrap()
        .into_no_null_iter()
        .collect()
}

fn reals(table: &DataFrame, column: &str) -> Vec<Option<f64>> {
    table
        .column(column)
        .unwrap()
        .f64()
        .unwrap()
        .iter()
        .collect()
}

#[test]
fn results_hold_the_tallies() {
    let plan = plan(9, 300);
    let tallies = play(&plan, 2);
    let table = Tables::new(&plan, &tallies).unwrap().results;
    let wins = counts(&table, "wins_a");
    let scores = reals(&table, "score_a");
    let means = reals(&table, "vp_diff_mean");
    for (row, tally) in tallies.iter().enumerate() {
        assert_eq!(wins[row], tally.wins_a);
        let points = tally.wins_a as f64 + 0.5 * tally.draws as f64;
        assert_eq!(scores[row], Some(points / 300.0));
        assert_eq!(means[row], Some(tally.vp_diff.sum as f64 / 300.0));
    }
}

#[test]
fn margins_add_up_to_the_battles_of_each_pairing() {
    let plan = plan(9, 300);
    let tallies = play(&plan, 2);
    let table = Tables::new(&plan, &tallies).unwrap().margins;
    assert_eq!(counts(&table, "battles").iter().sum::<u64>(), 300 * 7);
    assert!(counts(&table, "battles").iter().all(|&battles| battles > 0));
    let bounds = whole(&table, "vp_diff_from")
        .into_iter()
        .zip(whole(&table, "vp_diff_to"));
    for (from, to) in bounds {
        assert!((from..=to).contains(&from) && to.unwrap() - from.unwrap() < Margins::WIDTH);
    }
}

#[test]
fn margins_reach_no_farther_than_the_battles() {
    let plan = plan(9, 300);
    let tallies = play(&plan, 2);
    let table = Tables::new(&plan, &tallies).unwrap().margins;
    let names = |column: &str| -> Vec<String> {
        let column = table.column(column).unwrap().str().unwrap();
        column.iter().flatten().map(str::to_owned).collect()
    };
    let (a, b) = (names("a"), names("b"));
    let (from, to) = (whole(&table, "vp_diff_from"), whole(&table, "vp_diff_to"));
    for (pairing, tally) in plan.pairings().iter().zip(&tallies) {
        let is_mine =
            |row: &usize| a[*row] == plan.name(pairing.a) && b[*row] == plan.name(pairing.b);
        let rows: Vec<usize> = (0..table.height()).filter(is_mine).collect();
        let ends = (from[rows[0]].unwrap(), to[*rows.last().unwrap()].unwrap());
        assert_eq!(Some(ends), tally.vp_diff_range);
    }
}

#[test]
fn units_are_scored_against_the_panel_but_not_against_themselves() {
    let plan = plan(9, 300);
    let tallies = play(&plan, 2);
    let table = Tables::new(&plan, &tallies).unwrap().units;
    // Units 0 and 1 are the panel: each meets the other one only, the rest meet both.
    assert_eq!(counts(&table, "opponents"), [1, 1, 2, 2]);
    assert_eq!(counts(&table, "battles"), [300, 300, 600, 600]);
    let scores = reals(&table, "score");
    assert_eq!(scores[0].unwrap() + scores[1].unwrap(), 1.0);
    assert_eq!(scores[3], Some(0.0));
    let tally_of = |a, b| {
        let place = plan
            .pairings()
            .iter()
            .position(|pairing| (pairing.a, pairing.b) == (a, b));
        &tallies[place.unwrap()]
    };
    let wins = tally_of(2, 0).wins_a + tally_of(2, 1).wins_a;
    assert_eq!(scores[2], Some(wins as f64 / 600.0));
    assert_eq!(whole(&table, "level"), [Some(0), Some(1), Some(2), None]);
    assert_eq!(
        whole(&table, "points"),
        contestants()
            .iter()
            .map(|c| Some(c.points.into()))
            .collect::<Vec<_>>()
    );
}

#[test]
fn expected_points_lie_in_their_interval_and_follow_the_score() {
    let plan = plan(9, 3000);
    let table = Tables::new(&plan, &play(&plan, 2)).unwrap().units;
    let expected = reals(&table, "expected_points");
    let low = reals(&table, "expected_points_low");
    let high = reals(&table, "expected_points_high");
    for row in 0..4 {
        assert!(
            low[row] <= expected[row] && expected[row] <= high[row],
            "row {row}"
        );
    }
    // By strength: unit 3 (0) below unit 0 (30) below unit 1 (70).
    assert!(
        expected[3] < expected[0] && expected[0] < expected[1],
        "{expected:?}"
    );
}

#[test]
fn a_run_that_is_not_committed_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("run");
    let plan = plan(1, 20);
    let tables = Tables::new(&plan, &play(&plan, 1)).unwrap();
    let staged = Staged::create(&place).unwrap();
    staged.write_tables(&tables).unwrap();
    // What a killed process leaves behind has no manifest, so it does not read as a run.
    let partial = staged.folder().to_owned();
    assert!(matches!(load(&partial), Err(LoadError::Io { .. })));
    assert!(!place.exists());
    drop(staged);
    assert_eq!(names(folder.path()), Vec::<String>::new());
}

#[test]
fn an_earlier_run_is_replaced_only_by_a_complete_one() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("run");
    save(&place, &plan(1, 20));
    let first = load(&place).unwrap();
    drop(Staged::create(&place).unwrap());
    assert_eq!(load(&place).unwrap().manifest, first.manifest);
    save(&place, &plan(2, 20));
    assert_eq!(load(&place).unwrap().manifest.seed, 2);
    assert_eq!(names(folder.path()), ["run"]);
    assert_eq!(names(&place), FILES);
}

#[test]
fn an_earlier_run_of_another_schema_is_replaced_too() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("run");
    save(&place, &plan(1, 20));
    let path = place.join("manifest.json");
    let text = fs::read_to_string(&path).unwrap();
    let older = text.replace("\"schema\": 2", "\"schema\": 1");
    fs::write(&path, older.replace("\"axes\"", "\"coordinates\"")).unwrap();
    assert!(matches!(
        load(&place),
        Err(LoadError::Schema { schema: 1, .. })
    ));
    save(&place, &plan(2, 20));
    assert_eq!(load(&place).unwrap().manifest.seed, 2);
    // The same manifest of another tool is none of ours.
    fs::write(&path, text.replace("\"equipoise\"", "\"other\"")).unwrap();
    assert!(matches!(Staged::create(&place), Err(SaveError::NotARun(_))));
}

#[test]
fn files_of_others_are_never_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("run");
    save(&place, &plan(1, 20));
    fs::write(place.join("notes.txt"), "mine").unwrap();
    let error = Staged::create(&place).unwrap_err();
    assert!(matches!(&error, SaveError::ForeignFile { file, .. } if file == "notes.txt"));
    let other = folder.path().join("other");
    fs::create_dir(&other).unwrap();
    Staged::create(&other).unwrap();
    fs::write(other.join("thesis.txt"), "mine").unwrap();
    assert!(matches!(Staged::create(&other), Err(SaveError::NotARun(_))));
    let file = folder.path().join("file");
    fs::write(&file, "mine").unwrap();
    assert!(matches!(Staged::create(&file), Err(SaveError::NotARun(_))));
    assert_eq!(names(folder.path()), ["file", "other", "run"]);
}

#[test]
fn files_that_come_while_the_battles_are_played_are_never_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(1, 20);
    let manifest = manifest(&plan, &[]);
    let (new, old) = (folder.path().join("new"), folder.path().join("old"));
    save(&old, &plan);
    for place in [&new, &old] {
        let staged = Staged::create(place).unwrap();
        fs::create_dir_all(place).unwrap();
        fs::write(place.join("mine.txt"), "precious").unwrap();
        let error = staged.commit(&manifest).unwrap_err();
        assert!(
            error.to_string().contains("choose another folder"),
            "{error}"
        );
        let mine = fs::read_to_string(place.join("mine.txt")).unwrap();
        assert_eq!(mine, "precious");
    }
    assert_eq!(names(&new), ["mine.txt"]);
    assert_eq!(load(&old).unwrap().manifest.seed, 1);
    assert_eq!(names(folder.path()), ["new", "old"]);
}

#[test]
fn a_place_that_cannot_be_written_is_an_error_before_anything_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let error = Staged::create(&file.join("run")).unwrap_err();
    assert!(matches!(&error, SaveError::Io { .. }), "{error}");
    assert!(error.to_string().contains("file"), "{error}");
    assert_eq!(names(folder.path()), ["file"]);
}

#[test]
fn other_manifests_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("run");
    save(&place, &plan(1, 20));
    let path = place.join("manifest.json");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("\"schema\": 2", "\"schema\": 1")).unwrap();
    assert!(matches!(
        load(&place),
        Err(LoadError::Schema { schema: 1, .. })
    ));
    fs::write(&path, "{").unwrap();
    assert!(matches!(load(&place), Err(LoadError::Manifest { .. })));
}

#[test]
fn pairings_read_back_with_their_tallies() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("run");
    let plan = plan(1, 300);
    save(&place, &plan);
    let tallies = play(&plan, 2);
    let saved = load_pairings(&place).unwrap();
    assert_eq!(saved.len(), plan.pairings().len());
    for ((pairing, tally), saved) in plan.pairings().iter().zip(&tallies).zip(&saved) {
        assert_eq!(
            [plan.name(pairing.a), plan.name(pairing.b)],
            [&saved.a, &saved.b]
        );
        let counts = [saved.wins_a, saved.wins_b, saved.draws];
        assert_eq!(counts, [tally.wins_a, tally.wins_b, tally.draws]);
    }
    assert!(matches!(
        load_pairings(folder.path()),
        Err(LoadError::Io { .. })
    ));
}
