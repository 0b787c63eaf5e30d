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
    const ALL: [Self; 6] = [
        Self::Str,
        Self::U64,
        Self::I64,
        Self::F64,
        Self::Bool,
        Self::U64List,
    ];

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

/// Stands for [`ScoreWords::unit`] in the tables below.
const VP: &str = "{vp}";

// Each line is a column: its name, its type, with a question mark where values may be missing, the unit
// of its values, and what they say.

/// Of `results.parquet`.
const RESULTS: &str = "\
a | str | | name of unit a
b | str | | name of unit b
battles | u64 | battles | battles played; a has seat A in half of them
wins_a | u64 | battles | battles won by a
wins_b | u64 | battles | battles won by b
draws | u64 | battles | battles without a winner
score_a | f64 | fraction | (wins_a + draws / 2) / battles
score_a_low | f64 | fraction | lower end of its interval: Wilson's, or a confidence sequence's if it stopped the battles; method and confidence are in the manifest
score_a_high | f64 | fraction | upper end of the same interval
vp_a_mean | f64 | {vp} | mean {vp} of a
vp_a_sd | f64? | {vp} | sample standard deviation of a's {vp}
vp_b_mean | f64 | {vp} | mean {vp} of b
vp_b_sd | f64? | {vp} | sample standard deviation of b's {vp}
vp_diff_mean | f64 | {vp} | mean of a's {vp} minus b's
vp_diff_sd | f64? | {vp} | sample standard deviation of that difference
rounds_mean | f64 | rounds | mean number of rounds played
capped | bool | | whether the battles ended before their goal, a precision or a decision, was reached; false without a goal
standing | str? | | on which side of the line: score_a is above the line, below it, or near (within the margin); null if undecided or where nothing was to be decided";

/// Of `margins.parquet`.
const MARGINS: &str = "\
a | str | | name of unit a
b | str | | name of unit b
vp_diff_from | i64 | {vp} | smallest difference (a minus b) in the bin, inclusive; in the pairing's lowest bin, the smallest that occurred
vp_diff_to | i64 | {vp} | largest difference in the bin, inclusive; in the pairing's highest bin, the largest that occurred
battles | u64 | battles | battles with a difference in this bin";

/// Of `units.parquet`, before those of the axes.
const UNIT_NAME: &str = "unit | str | | name of the unit";

/// Of `units.parquet`, after those of the axes.
const UNITS: &str = "\
points | i64 | points | listed points cost
vp | i64 | {vp} | listed {vp} for destroying the unit
opponents | u64 | units | members of the panel it met, excluding itself
battles | u64 | battles | battles against those opponents
score | f64? | fraction | mean over the opponents of (wins + draws / 2) / battles; null without battles
score_low | f64? | fraction | lower end of its interval: Wilson's of all battles, or the opponents' intervals added in quadrature if battles were stopped; confidence is in the manifest
score_high | f64? | fraction | upper end of the same interval
expected_points | f64? | points | points at which the trend of this run reaches the unit's score; 0 for one that no points are low enough for; null without a trend, with fewer than four units or where a side of a line was decided; extrapolated outside the listed points of the run
expected_points_low | f64? | points | lower end of its interval, which holds for all units of the run at once: the score's sampling error and the scatter of the other units about the trend
expected_points_high | f64? | points | upper end of the same interval";

/// Of `tallies.parquet`.
const TALLIES: &str = "\
pairing | u64 | | index of the pairing in the run or shard, from 0
a | str | | name of unit a
b | str | | name of unit b
battles | u64 | battles | battles played
wins_a | u64 | battles | battles won by a
wins_b | u64 | battles | battles won by b
draws | u64 | battles | battles without a winner
vp_a_sum | i64 | {vp} | sum of a's {vp}
vp_a_squares | str | | sum of the squares of a's {vp}: a whole number in decimal digits, which may need more than 64 bits
vp_b_sum | i64 | {vp} | sum of b's {vp}
vp_b_squares | str | | sum of the squares of b's {vp}, likewise
vp_diff_sum | i64 | {vp} | sum of the differences, a's {vp} minus b's
vp_diff_squares | str | | sum of the squares of the differences, likewise
vp_diff_min | i64 | {vp} | smallest difference that occurred
vp_diff_max | i64 | {vp} | largest difference that occurred
rounds | u64 | rounds | rounds of all battles together
bins | list[u64] | battles | battles by difference: below -500, 50 bins of ten up to -1, 0, 50 bins of ten from 1, above 500";

const AXIS_MEANING: &str = "coordinate of the unit; null for a unit without one";

/// All columns of all tables, in the order of the files, for a system with these axes that scores
/// in these words.
#[must_use]
pub fn columns(axes: &[Axis], vp: &ScoreWords) -> Vec<ColumnInfo> {
    let of = |table, rows: &'static str| rows.lines().map(move |row| info(table, row, vp));
    let results = of("results", RESULTS).chain(of("margins", MARGINS));
    let units = of("units", UNIT_NAME).chain(axes.iter().map(axis_info));
    let units = units.chain(of("units", UNITS));
    results.chain(units).chain(of("tallies", TALLIES)).collect()
}

fn info(table: &'static str, row: &str, vp: &ScoreWords) -> ColumnInfo {
    let mut cells = row
        .splitn(4, '|')
        .map(|cell| cell.trim().replace(VP, &vp.unit));
    let [column, kind, unit, meaning] = [(); 4].map(|()| cells.next().unwrap_or_default());
    let named = |known: &ColumnType| known.name() == kind.trim_end_matches('?');
    ColumnInfo {
        table,
        column,
        // Tests hold every type against the tables themselves.
        kind: ColumnType::ALL
            .into_iter()
            .find(named)
            .unwrap_or(ColumnType::Str),
        nullable: kind.ends_with('?'),
        unit,
        meaning,
    }
}

fn axis_info(axis: &Axis) -> ColumnInfo {
    let kind = match axis.kind {
        AxisKind::Integer => ColumnType::I64,
        AxisKind::Text => ColumnType::Str,
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
