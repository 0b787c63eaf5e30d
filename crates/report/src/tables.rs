//! From data frames to typed rows, column by column.

use std::sync::Arc;

use equipoise_analysis::Interval;
use equipoise_engine::front_end::{AxisKind, AxisValue};
use equipoise_simulator::{Manifest, Tables};
use polars::prelude::{DataFrame, DataType, Series};

use crate::error::ReportError;
use crate::input::{MarginBin, Pairing, ReportInput, Unit};

impl ReportInput {
    /// Reads the tables of a run.
    ///
    /// # Errors
    ///
    /// [`ReportError::MissingColumn`], [`ReportError::ColumnType`] or
    /// [`ReportError::MissingValue`] where the tables do not match the schema,
    /// [`ReportError::EmptyTable`] without units or pairings.
    pub fn new(tables: &Tables, info: Manifest) -> Result<Self, ReportError> {
        let input = Self {
            pairings: pairings(&Table::new("results", &tables.results))?,
            margins: margins(&Table::new("margins", &tables.margins))?,
            units: units(&Table::new("units", &tables.units), &info)?,
            info,
            prices: None,
        };
        if input.pairings.is_empty() {
            return Err(ReportError::EmptyTable("results"));
        }
        if input.units.is_empty() {
            return Err(ReportError::EmptyTable("units"));
        }
        Ok(input)
    }
}

/// A data frame with its name, for messages.
struct Table<'a> {
    name: &'static str,
    frame: &'a DataFrame,
}

impl<'a> Table<'a> {
    fn new(name: &'static str, frame: &'a DataFrame) -> Self {
        Self { name, frame }
    }

    /// A column of the schema, cast to the wanted type.
    fn series(&self, column: &str, to: &DataType) -> Result<Series, ReportError> {
        let found = self.frame.column(column);
        let found = found.map_err(|_| ReportError::MissingColumn {
            table: self.name,
            column: column.to_owned(),
        })?;
        let found = found.as_materialized_series();
        // Numbers may come in another width, but text is never read as a number.
        let comparable = found.dtype().is_null() || found.dtype().is_string() == to.is_string();
        if !comparable {
            return Err(self.wrong_type(column, to));
        }
        found
            .strict_cast(to)
            .map_err(|_| self.wrong_type(column, to))
    }

    fn wrong_type(&self, column: &str, expected: &DataType) -> ReportError {
        ReportError::ColumnType {
            table: self.name,
            column: column.to_owned(),
            expected: expected.to_string(),
        }
    }

    fn optional_integers(&self, column: &str) -> Result<Vec<Option<i64>>, ReportError> {
        let to = DataType::Int64;
        let series = self.series(column, &to)?;
        let values = series.i64().map_err(|_| self.wrong_type(column, &to))?;
        Ok(values.iter().collect())
    }

    fn optional_counts(&self, column: &str) -> Result<Vec<Option<u64>>, ReportError> {
        let to = DataType::UInt64;
        let series = self.series(column, &to)?;
        let values = series.u64().map_err(|_| self.wrong_type(column, &to))?;
        Ok(values.iter().collect())
    }

    fn optional_floats(&self, column: &str) -> Result<Vec<Option<f64>>, ReportError> {
        let to = DataType::Float64;
        let series = self.series(column, &to)?;
        let values = series.f64().map_err(|_| self.wrong_type(column, &to))?;
        Ok(values.iter().map(|v| v.filter(|v| v.is_finite())).collect())
    }

    fn optional_strings(&self, column: &str) -> Result<Vec<Option<String>>, ReportError> {
        let to = DataType::String;
        let series = self.series(column, &to)?;
        let values = series.str().map_err(|_| self.wrong_type(column, &to))?;
        Ok(values.iter().map(|v| v.map(str::to_owned)).collect())
    }

    fn integers(&self, column: &str) -> Result<Vec<i64>, ReportError> {
        self.required(column, self.optional_integers(column)?)
    }

    fn counts(&self, column: &str) -> Result<Vec<u64>, ReportError> {
        self.required(column, self.optional_counts(column)?)
    }

    fn floats(&self, column: &str) -> Result<Vec<f64>, ReportError> {
        self.required(column, self.optional_floats(column)?)
    }

    fn strings(&self, column: &str) -> Result<Vec<String>, ReportError> {
        self.required(column, self.optional_strings(column)?)
    }

    /// The names of a column; consecutive equal names share one allocation.
    fn shared_names(&self, column: &str) -> Result<Vec<Arc<str>>, ReportError> {
        let to = DataType::String;
        let series = self.series(column, &to)?;
        let values = series.str().map_err(|_| self.wrong_type(column, &to))?;
        let mut names: Vec<Arc<str>> = Vec::with_capacity(values.len());
        for (row, value) in values.iter().enumerate() {
            let value = value.ok_or_else(|| self.missing(column, row))?;
            let before = names.last().filter(|name| ***name == *value);
            names.push(before.cloned().unwrap_or_else(|| Arc::from(value)));
        }
        Ok(names)
    }

    fn missing(&self, column: &str, row: usize) -> ReportError {
        ReportError::MissingValue {
            table: self.name,
            column: column.to_owned(),
            row,
        }
    }

    fn required<T>(&self, column: &str, values: Vec<Option<T>>) -> Result<Vec<T>, ReportError> {
        let present =
            |(row, value): (usize, Option<T>)| value.ok_or_else(|| self.missing(column, row));
        values.into_iter().enumerate().map(present).collect()
    }

    /// The columns `name`, `name_low` and `name_high`.
    fn intervals(&self, name: &str) -> Result<Vec<Interval>, ReportError> {
        let estimates = self.floats(name)?;
        let lows = self.floats(&format!("{name}_low"))?;
        let highs = self.floats(&format!("{name}_high"))?;
        let ends = lows.into_iter().zip(highs);
        let join = |(estimate, (low, high))| Interval {
            estimate,
            low,
            high,
        };
        Ok(estimates.into_iter().zip(ends).map(join).collect())
    }

    fn optional_intervals(&self, name: &str) -> Result<Vec<Option<Interval>>, ReportError> {
        let estimates = self.optional_floats(name)?;
        let lows = self.optional_floats(&format!("{name}_low"))?;
        let highs = self.optional_floats(&format!("{name}_high"))?;
        let ends = lows.into_iter().zip(highs);
        let join = |(estimate, (low, high)): (Option<f64>, (Option<f64>, Option<f64>))| {
            Some(Interval {
                estimate: estimate?,
                low: low?,
                high: high?,
            })
        };
        Ok(estimates.into_iter().zip(ends).map(join).collect())
    }
}

fn pairings(table: &Table<'_>) -> Result<Vec<Pairing>, ReportError> {
    let (a, b) = (table.strings("a")?, table.strings("b")?);
    let battles = table.counts("battles")?;
    let (wins_a, wins_b) = (table.counts("wins_a")?, table.counts("wins_b")?);
    let draws = table.counts("draws")?;
    let scores = table.intervals("score_a")?;
    let (vp_a, vp_b) = (table.floats("vp_a_mean")?, table.floats("vp_b_mean")?);
    let diff_mean = table.floats("vp_diff_mean")?;
    let diff_sd = table.optional_floats("vp_diff_sd")?;
    let rounds = table.floats("rounds_mean")?;
    let row = |i: usize| Pairing {
        a: a[i].clone(),
        b: b[i].clone(),
        battles: battles[i],
        wins_a: wins_a[i],
        wins_b: wins_b[i],
        draws: draws[i],
        score_a: scores[i],
        vp_a_mean: vp_a[i],
        vp_b_mean: vp_b[i],
        vp_diff_mean: diff_mean[i],
        vp_diff_sd: diff_sd[i],
        rounds_mean: rounds[i],
    };
    Ok((0..a.len()).map(row).collect())
}

fn margins(table: &Table<'_>) -> Result<Vec<MarginBin>, ReportError> {
    let (a, b) = (table.shared_names("a")?, table.shared_names("b")?);
    let from = table.optional_integers("vp_diff_from")?;
    let to = table.optional_integers("vp_diff_to")?;
    let battles = table.counts("battles")?;
    let row = |i: usize| MarginBin {
        a: a[i].clone(),
        b: b[i].clone(),
        from: from[i],
        to: to[i],
        battles: battles[i],
    };
    Ok((0..a.len()).map(row).collect())
}

fn units(table: &Table<'_>, info: &Manifest) -> Result<Vec<Unit>, ReportError> {
    let names = table.strings("unit")?;
    let mut coordinates = coordinates(table, info, names.len())?;
    let (points, vp) = (table.integers("points")?, table.integers("vp")?);
    let (opponents, battles) = (table.counts("opponents")?, table.counts("battles")?);
    let scores = table.intervals("score")?;
    let expected = table.optional_intervals("expected_points")?;
    let row = |(i, name): (usize, String)| Unit {
        name,
        coordinates: std::mem::take(&mut coordinates[i]),
        points: points[i],
        vp: vp[i],
        opponents: opponents[i],
        battles: battles[i],
        score: scores[i],
        expected_points: expected[i],
        pricing: None,
    };
    Ok(names.into_iter().enumerate().map(row).collect())
}

/// Each unit's place on each axis.
fn coordinates(
    table: &Table<'_>,
    info: &Manifest,
    units: usize,
) -> Result<Vec<Vec<Option<AxisValue>>>, ReportError> {
    let mut rows = vec![Vec::with_capacity(info.axes.len()); units];
    for axis in &info.axes {
        let column: Vec<Option<AxisValue>> = match axis.kind {
            AxisKind::Integer => wrap(table.optional_integers(&axis.name)?, AxisValue::Integer),
            AxisKind::Text => wrap(table.optional_strings(&axis.name)?, AxisValue::Text),
        };
        for (row, value) in rows.iter_mut().zip(column) {
            row.push(value);
        }
    }
    Ok(rows)
}

fn wrap<T>(values: Vec<Option<T>>, kind: impl Fn(T) -> AxisValue) -> Vec<Option<AxisValue>> {
    values.into_iter().map(|v| v.map(&kind)).collect()
}
