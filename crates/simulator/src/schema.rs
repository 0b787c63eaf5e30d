//! The result tables, column by column: a public format.

use polars::prelude::DataType;
use serde::Serialize;

use crate::plan::ScoreWords;
use equipoise_engine::front_end::{Axis, AxisKind};

/// Version of the tables and the manifest. It changes when a column changes its name, type or
/// meaning; a new column does not change it.
///
/// Version 2: intervals of scores may be those of a confidence sequence, and the numbers of battles
/// of pairings may differ, where the manifest says so. Version 1 knew Wilson's interval only.
pub const SCHEMA: u32 = 2;

/// Type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ColumnType {
    /// Text.
    Str,
    /// Unsigned 64-bit integer.
    U64,
    /// Signed 64-bit integer.
    I64,
    /// Double precision number.
    F64,
    /// True or false.
    Bool,
    /// List of unsigned 64-bit integers.
    #[serde(rename = "list[u64]")]
    U64List,
}

impl ColumnType {
    /// The name used in documents.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Str => "str",
            Self::U64 => "u64",
            Self::I64 => "i64",
            Self::F64 => "f64",
            Self::Bool => "bool",
            Self::U64List => "list[u64]",
        }
    }

    /// The type polars reads it as.
    #[must_use]
    pub fn polars(self) -> DataType {
        match self {
            Self::Str => DataType::String,
            Self::U64 => DataType::UInt64,
            Self::I64 => DataType::Int64,
            Self::F64 => DataType::Float64,
            Self::Bool => DataType::Boolean,
            Self::U64List => DataType::List(Box::new(DataType::UInt64)),
        }
    }
}

/// One column of one table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ColumnInfo {
    /// Table: the name of its file without `.parquet`.
    pub table: &'static str,
    /// Column name.
    pub column: String,
    /// Type.
    #[serde(rename = "type")]
    pub kind: ColumnType,
    /// Whether values may be missing.
    pub nullable: bool,
    /// Unit of the values; empty where there is none.
    pub unit: String,
    /// What the values say.
    pub meaning: String,
}

/// Stands for [`ScoreWords::unit`] in the rows below.
const VP: &str = "{vp}";

type Row = (&'static str, ColumnType, bool, &'static str, &'static str);

use ColumnType::{Bool, F64, I64, Str, U64, U64List};

const RESULTS: [Row; 18] = [
    ("a", Str, false, "", "name of unit a"),
    ("b", Str, false, "", "name of unit b"),
    (
        "battles",
        U64,
        false,
        "battles",
        "battles played; a has seat A in half of them",
    ),
    ("wins_a", U64, false, "battles", "battles won by a"),
    ("wins_b", U64, false, "battles", "battles won by b"),
    ("draws", U64, false, "battles", "battles without a winner"),
    (
        "score_a",
        F64,
        false,
        "fraction",
        "(wins_a + draws / 2) / battles",
    ),
    (
        "score_a_low",
        F64,
        false,
        "fraction",
        "lower end of its interval: Wilson's, or a confidence sequence's if it stopped the battles; method and confidence are in the manifest",
    ),
    (
        "score_a_high",
        F64,
        false,
        "fraction",
        "upper end of the same interval",
    ),
    ("vp_a_mean", F64, false, VP, "mean {vp} of a"),
    (
        "vp_a_sd",
        F64,
        true,
        VP,
        "sample standard deviation of a's {vp}",
    ),
    ("vp_b_mean", F64, false, VP, "mean {vp} of b"),
    (
        "vp_b_sd",
        F64,
        true,
        VP,
        "sample standard deviation of b's {vp}",
    ),
    ("vp_diff_mean", F64, false, VP, "mean of a's {vp} minus b's"),
    (
        "vp_diff_sd",
        F64,
        true,
        VP,
        "sample standard deviation of that difference",
    ),
    (
        "rounds_mean",
        F64,
        false,
        "rounds",
        "mean number of rounds played",
    ),
    (
        "capped",
        Bool,
        false,
        "",
        "whether the battles ended before the goal of --until or --decide was reached; false without a goal",
    ),
    (
        "standing",
        Str,
        true,
        "",
        "result of --decide: score_a is above the line, below it, or near (within the margin); null if undecided or without --decide",
    ),
];

const MARGINS: [Row; 5] = [
    ("a", Str, false, "", "name of unit a"),
    ("b", Str, false, "", "name of unit b"),
    (
        "vp_diff_from",
        I64,
        false,
        VP,
        "smallest difference (a minus b) in the bin, inclusive; in the pairing's lowest bin, the smallest that occurred",
    ),
    (
        "vp_diff_to",
        I64,
        false,
        VP,
        "largest difference in the bin, inclusive; in the pairing's highest bin, the largest that occurred",
    ),
    (
        "battles",
        U64,
        false,
        "battles",
        "battles with a difference in this bin",
    ),
];

const UNIT_NAME: Row = ("unit", Str, false, "", "name of the unit");

const UNITS: [Row; 10] = [
    ("points", I64, false, "points", "listed points cost"),
    ("vp", I64, false, VP, "listed {vp} for destroying the unit"),
    (
        "opponents",
        U64,
        false,
        "units",
        "members of the panel it met, excluding itself",
    ),
    (
        "battles",
        U64,
        false,
        "battles",
        "battles against those opponents",
    ),
    (
        "score",
        F64,
        true,
        "fraction",
        "mean over the opponents of (wins + draws / 2) / battles; null without battles",
    ),
    (
        "score_low",
        F64,
        true,
        "fraction",
        "lower end of its interval: Wilson's of all battles, or the opponents' intervals added in quadrature if battles were stopped; confidence is in the manifest",
    ),
    (
        "score_high",
        F64,
        true,
        "fraction",
        "upper end of the same interval",
    ),
    (
        "expected_points",
        F64,
        true,
        "points",
        "points at which the trend of this run reaches the unit's score; null without a trend or with --decide; extrapolated outside the listed points of the run",
    ),
    (
        "expected_points_low",
        F64,
        true,
        "points",
        "lower end of its interval, which holds for all units of the run at once: the score's interval and the scatter of units about the trend",
    ),
    (
        "expected_points_high",
        F64,
        true,
        "points",
        "upper end of the same interval",
    ),
];

const TALLIES: [Row; 17] = [
    (
        "pairing",
        U64,
        false,
        "",
        "index of the pairing in the run or shard, from 0",
    ),
    ("a", Str, false, "", "name of unit a"),
    ("b", Str, false, "", "name of unit b"),
    ("battles", U64, false, "battles", "battles played"),
    ("wins_a", U64, false, "battles", "battles won by a"),
    ("wins_b", U64, false, "battles", "battles won by b"),
    ("draws", U64, false, "battles", "battles without a winner"),
    ("vp_a_sum", I64, false, VP, "sum of a's {vp}"),
    (
        "vp_a_squares",
        Str,
        false,
        "",
        "sum of the squares of a's {vp}: a whole number in decimal digits, which may need more than 64 bits",
    ),
    ("vp_b_sum", I64, false, VP, "sum of b's {vp}"),
    (
        "vp_b_squares",
        Str,
        false,
        "",
        "sum of the squares of b's {vp}, likewise",
    ),
    (
        "vp_diff_sum",
        I64,
        false,
        VP,
        "sum of the differences, a's {vp} minus b's",
    ),
    (
        "vp_diff_squares",
        Str,
        false,
        "",
        "sum of the squares of the differences, likewise",
    ),
    (
        "vp_diff_min",
        I64,
        false,
        VP,
        "smallest difference that occurred",
    ),
    (
        "vp_diff_max",
        I64,
        false,
        VP,
        "largest difference that occurred",
    ),
    (
        "rounds",
        U64,
        false,
        "rounds",
        "rounds of all battles together",
    ),
    (
        "bins",
        U64List,
        false,
        "battles",
        "battles by difference: below -500, 50 bins of ten up to -1, 0, 50 bins of ten from 1, above 500",
    ),
];

const AXIS_MEANING: &str = "coordinate of the unit; null for a unit without one";

/// All columns of all tables, in the order of the files, for a system with these axes that scores
/// in these words.
#[must_use]
pub fn columns(axes: &[Axis], vp: &ScoreWords) -> Vec<ColumnInfo> {
    let info = |table, row| info(table, row, vp);
    let mut columns: Vec<ColumnInfo> = Vec::new();
    columns.extend(RESULTS.iter().map(|row| info("results", row)));
    columns.extend(MARGINS.iter().map(|row| info("margins", row)));
    columns.push(info("units", &UNIT_NAME));
    columns.extend(axes.iter().map(axis_info));
    columns.extend(UNITS.iter().map(|row| info("units", row)));
    columns.extend(TALLIES.iter().map(|row| info("tallies", row)));
    columns
}

fn info(
    table: &'static str,
    &(column, kind, nullable, unit, meaning): &Row,
    vp: &ScoreWords,
) -> ColumnInfo {
    let worded = |text: &str| text.replace(VP, &vp.unit);
    ColumnInfo {
        table,
        column: column.to_owned(),
        kind,
        nullable,
        unit: worded(unit),
        meaning: worded(meaning),
    }
}

fn axis_info(axis: &Axis) -> ColumnInfo {
    let kind = match axis.kind {
        AxisKind::Integer => I64,
        AxisKind::Text => Str,
    };
    ColumnInfo {
        table: "units",
        column: axis.name.clone(),
        kind,
        nullable: true,
        unit: String::new(),
        meaning: AXIS_MEANING.to_owned(),
    }
}
