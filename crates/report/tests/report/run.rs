//! A small run whose every number can be checked by hand.
//!
//! Eight units lie on a grid of two frames, two performances and two roles; a ninth has no place
//! on the grid and a name made of markup. A grid unit's score in per cent is
//! `10 · frame + 5 · performance + 20` for role Anvil, and 30 more for role Bolt.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use equipoise_engine::front_end::{Axis, AxisKind};
use equipoise_report::{Outputs, ReportError, ReportInput, StagedReport};
use equipoise_simulator::{DatasetId, Manifest, ScoreWords, Stopped, Tables};
use polars::prelude::{DataFrame, df};

/// The unit off the grid.
pub(crate) const HOSTILE: &str = "<script>alert('x')</script> & \"Co\"";

/// Frame, performance and role of the grid's units.
pub(crate) const GRID: [(i64, i64, &str); 8] = [
    (1, 0, "Anvil"),
    (1, 4, "Anvil"),
    (2, 0, "Anvil"),
    (2, 4, "Anvil"),
    (1, 0, "Bolt"),
    (1, 4, "Bolt"),
    (2, 0, "Bolt"),
    (2, 4, "Bolt"),
];

/// Score of a grid unit, per cent.
pub(crate) fn score_percent((frame, performance, role): (i64, i64, &str)) -> i64 {
    10 * frame + 5 * performance + 20 + if role == "Bolt" { 30 } else { 0 }
}

fn name((frame, performance, role): (i64, i64, &str)) -> String {
    format!("F{frame}P{performance} {role}")
}

fn units() -> DataFrame {
    let mut names: Vec<String> = GRID.map(name).to_vec();
    names.push(HOSTILE.to_owned());
    let column = |of: fn((i64, i64, &'static str)) -> i64| -> Vec<Option<i64>> {
        GRID.into_iter()
            .map(|unit| Some(of(unit)))
            .chain([None])
            .collect()
    };
    let roles: Vec<Option<&str>> = GRID.iter().map(|unit| Some(unit.2)).chain([None]).collect();
    let mut scores: Vec<f64> = GRID.map(|unit| score_percent(unit) as f64 / 100.0).to_vec();
    scores.push(0.5);
    let shifted = |by: f64| scores.iter().map(|s| s + by).collect::<Vec<f64>>();
    // Expected 400 · score − 60, ± 10: from 60 (F1P0 Anvil) to 300 (F2P4 Bolt). Listed at 140, but
    // for one at 50 and one at 310, so that every score can be priced.
    let mut points = vec![140_i64; 9];
    (points[2], points[6]) = (50, 310);
    let expected: Vec<f64> = scores.iter().map(|s| s * 400.0 - 60.0).collect();
    let expected_shifted = |by: f64| expected.iter().map(|e| e + by).collect::<Vec<f64>>();
    df!(
        "unit" => &names,
        "frame" => column(|unit| unit.0),
        "performance" => column(|unit| unit.1),
        "role" => roles,
        "points" => points,
        "vp" => vec![2_i64; 9],
        "opponents" => vec![4_u64; 9],
        "battles" => vec![4_000_u64; 9],
        "score" => &scores,
        "score_low" => shifted(-0.015),
        "score_high" => shifted(0.015),
        "expected_points" => &expected,
        "expected_points_low" => expected_shifted(-10.0),
        "expected_points_high" => expected_shifted(10.0),
    )
    .unwrap()
}

/// Bolt meets Anvil at each place of the grid and scores 60, 62, 64 and 66 per cent, named first;
/// one pairing of unlike places, at 95 per cent, belongs to no category cell.
fn results() -> DataFrame {
    let mut a: Vec<String> = (4..8).map(|i| name(GRID[i])).collect();
    let mut b: Vec<String> = (0..4).map(|i| name(GRID[i])).collect();
    a.push(name(GRID[7]));
    b.push(name(GRID[0]));
    let scores = vec![0.60, 0.62, 0.64, 0.66, 0.95];
    df!(
        "a" => a,
        "b" => b,
        "battles" => vec![1_000_u64; 5],
        "wins_a" => vec![600_u64, 620, 640, 660, 950],
        "wins_b" => vec![400_u64, 380, 360, 340, 50],
        "draws" => vec![0_u64; 5],
        "score_a" => &scores,
        "score_a_low" => scores.iter().map(|s| s - 0.03).collect::<Vec<f64>>(),
        "score_a_high" => scores.iter().map(|s| s + 0.03).collect::<Vec<f64>>(),
        "vp_a_mean" => vec![30.0; 5],
        "vp_a_sd" => vec![9.0; 5],
        "vp_b_mean" => vec![20.0; 5],
        "vp_b_sd" => vec![9.0; 5],
        "vp_diff_mean" => vec![10.0; 5],
        "vp_diff_sd" => vec![12.5; 5],
        "rounds_mean" => vec![5.25; 5],
    )
    .unwrap()
}

/// Of 5,000 battles A is behind in 1,500, level in 500 and ahead in 3,000.
fn margins() -> DataFrame {
    let pairing = name(GRID[7]);
    let other = name(GRID[0]);
    df!(
        "a" => vec![pairing; 5],
        "b" => vec![other; 5],
        "vp_diff_from" => vec![None, Some(-10_i64), Some(0), Some(1), Some(11)],
        "vp_diff_to" => vec![Some(-11_i64), Some(-1), Some(0), Some(10), None],
        "battles" => vec![500_u64, 1_000, 500, 2_000, 1_000],
    )
    .unwrap()
}

pub(crate) fn info() -> Manifest {
    let axis = |name: &str, kind| Axis {
        name: name.to_owned(),
        kind,
    };
    Manifest {
        schema: 1,
        tool: "equipoise".to_owned(),
        version: "0.1.0".to_owned(),
        score: ScoreWords::default(),
        system: "toy".to_owned(),
        policy: "rulebook".to_owned(),
        options: BTreeMap::from([("fog".to_owned(), "off".to_owned())]),
        seed: 4711,
        runs: 1_000,
        stopped: Stopped::Fixed,
        grid: "standard".to_owned(),
        shard: None,
        dataset: DatasetId {
            name: "embedded".to_owned(),
            sha256: "d5".repeat(32),
        },
        axes: vec![
            axis("frame", AxisKind::Integer),
            axis("performance", AxisKind::Integer),
            axis("role", AxisKind::Text),
        ],
        units: 9,
        pairings: 5,
        battles: 5_000,
        digest: "c0ffee".to_owned(),
        confidence: 0.95,
        method: "wilson".to_owned(),
        command: "equipoise sweep --seed 4711".to_owned(),
        plan: String::new(),
        elapsed_seconds: 1.5,
        threads: 2,
        files: Vec::new(),
    }
}

pub(crate) fn tables() -> Tables {
    Tables {
        results: results(),
        margins: margins(),
        units: units(),
    }
}

pub(crate) fn input() -> ReportInput {
    ReportInput::new(&tables(), info()).unwrap()
}

/// Every file that a report can have.
pub(crate) const EVERYTHING: Outputs = Outputs {
    html: true,
    markdown: true,
    png: true,
};

const DOCUMENTS: Outputs = Outputs {
    png: false,
    ..EVERYTHING
};

pub(crate) fn write(
    input: &ReportInput,
    outputs: Outputs,
    place: &Path,
) -> Result<Vec<PathBuf>, ReportError> {
    StagedReport::write(input, &[], outputs, place)?.commit()
}

fn document(input: &ReportInput, name: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    write(input, DOCUMENTS, folder.path()).unwrap();
    std::fs::read_to_string(folder.path().join(name)).unwrap()
}

/// The HTML page of a run.
pub(crate) fn page(input: &ReportInput) -> String {
    document(input, "report.html")
}

/// The Markdown document of a run.
pub(crate) fn markdown(input: &ReportInput) -> String {
    document(input, "report.md")
}
