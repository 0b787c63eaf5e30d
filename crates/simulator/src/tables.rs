//! Result tables: from exact tallies to estimates with their intervals.
//!
//! Every column is described in [`schema`](crate::schema).

use equipoise_stats::{
    Calibration, Estimate, Moments, Observation, Standing, StatsError, simultaneous,
};
use polars::prelude::{DataFrame, PolarsError};
use thiserror::Error;

use crate::columns::Columns;
use crate::plan::{Pairing, Plan};
use crate::stopping::{CONFIDENCE, Stopping};
use crate::tally::{Sums, Tally};
use equipoise_engine::front_end::{AxisKind, AxisValue};

/// The tables of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Tables {
    /// One row per pairing.
    pub results: DataFrame,
    /// One row per non-empty bin of the victory-point difference of a pairing.
    pub margins: DataFrame,
    /// One row per unit.
    pub units: DataFrame,
}

/// Why tables cannot be made.
#[derive(Debug, Error)]
pub enum TableError {
    /// A pairing without battles, or sums that contradict each other.
    #[error(transparent)]
    Stats(#[from] StatsError),
    /// Columns that do not make a table.
    #[error(transparent)]
    Polars(#[from] PolarsError),
}

impl Tables {
    /// Makes all tables of a run.
    ///
    /// # Errors
    /// When a pairing has no battles.
    pub fn new(plan: &Plan, tallies: &[Tally]) -> Result<Self, TableError> {
        let score = |tally: &Tally| plan.stopping().score_a(tally);
        let scores: Vec<Estimate> = tallies.iter().map(score).collect::<Result<_, _>>()?;
        Ok(Self {
            results: results(plan, tallies, &scores)?,
            margins: margins(plan, tallies)?,
            units: units(plan, tallies)?,
        })
    }
}

/// Score of contestant a after a fixed number of battles, a draw counting half, with its Wilson
/// interval.
///
/// # Errors
/// When there are no battles.
pub fn score_a(tally: &Tally) -> Result<Estimate, StatsError> {
    Stopping::Fixed.score_a(tally)
}

/// Mean and standard deviation of a summed number.
///
/// # Errors
/// When there are no battles.
pub fn moments(sums: Sums, battles: u64) -> Result<Moments, StatsError> {
    Moments::from_sums(sums.sum.into(), sums.squares, battles)
}

struct PairRow<'a> {
    a: &'a str,
    b: &'a str,
    tally: &'a Tally,
    score: Estimate,
    capped: bool,
    standing: Option<Standing>,
    vp: [Moments; 3],
}

impl<'a> PairRow<'a> {
    fn new(
        plan: &'a Plan,
        pairing: &Pairing,
        tally: &'a Tally,
        score: Estimate,
    ) -> Result<Self, StatsError> {
        let vp = |sums| moments(sums, tally.battles);
        Ok(Self {
            a: plan.name(pairing.a),
            b: plan.name(pairing.b),
            tally,
            score,
            capped: plan.stopping().is_capped(tally),
            standing: plan.stopping().standing(tally),
            vp: [vp(tally.vp_a)?, vp(tally.vp_b)?, vp(tally.vp_diff)?],
        })
    }

    fn sd(&self, index: usize) -> Option<f64> {
        self.vp[index].sd
    }
}

fn results(plan: &Plan, tallies: &[Tally], scores: &[Estimate]) -> Result<DataFrame, TableError> {
    let rows: Vec<PairRow<'_>> = plan
        .pairings()
        .iter()
        .zip(tallies.iter().zip(scores))
        .map(|(pairing, (tally, &score))| PairRow::new(plan, pairing, tally, score))
        .collect::<Result<_, _>>()?;
    let columns = Columns::of(&rows)
        .text("a", |row| row.a)
        .text("b", |row| row.b)
        .count("battles", |row| row.tally.battles)
        .count("wins_a", |row| row.tally.wins_a)
        .count("wins_b", |row| row.tally.wins_b)
        .count("draws", |row| row.tally.draws)
        .real("score_a", |row| Some(row.score.estimate))
        .real("score_a_low", |row| Some(row.score.low))
        .real("score_a_high", |row| Some(row.score.high))
        .real("vp_a_mean", |row| Some(row.vp[0].mean))
        .real("vp_a_sd", |row| row.sd(0))
        .real("vp_b_mean", |row| Some(row.vp[1].mean))
        .real("vp_b_sd", |row| row.sd(1))
        .real("vp_diff_mean", |row| Some(row.vp[2].mean))
        .real("vp_diff_sd", |row| row.sd(2))
        .real("rounds_mean", |row| {
            Some(row.tally.rounds as f64 / row.tally.battles as f64)
        })
        .flag("capped", |row| row.capped)
        .name("standing", |row| row.standing.map(Standing::name));
    Ok(columns.finish()?)
}

struct MarginRow<'a> {
    a: &'a str,
    b: &'a str,
    from: i64,
    to: i64,
    battles: u64,
}

fn margins(plan: &Plan, tallies: &[Tally]) -> Result<DataFrame, TableError> {
    let mut rows = Vec::new();
    for (pairing, tally) in plan.pairings().iter().zip(tallies) {
        let (lowest, highest) = tally.vp_diff_range.unwrap_or_default();
        let [a, b] = [pairing.a, pairing.b].map(|index| plan.name(index));
        rows.extend(tally.margins.bins().map(|bin| {
            // The outermost bins reach no farther than the battles do, so that no chart does.
            MarginRow {
                a,
                b,
                from: bin.from.map_or(lowest, |from| from.max(lowest)),
                to: bin.to.map_or(highest, |to| to.min(highest)),
                battles: bin.battles,
            }
        }));
    }
    let columns = Columns::of(&rows)
        .text("a", |row| row.a)
        .text("b", |row| row.b)
        .whole("vp_diff_from", |row| Some(row.from))
        .whole("vp_diff_to", |row| Some(row.to))
        .count("battles", |row| row.battles);
    Ok(columns.finish()?)
}

/// Results of one contestant against the panel.
#[derive(Clone, Default)]
struct Record {
    battles: u64,
    points: f64,
    /// Its points against each opponent, and their battles.
    scores: Vec<(f64, u64)>,
}

impl Record {
    fn add(&mut self, points: f64, battles: u64) {
        self.battles += battles;
        self.points += points;
        self.scores.push((points, battles));
    }

    /// The score, every opponent weighing the same.
    fn score(&self, stopping: &Stopping) -> Option<Estimate> {
        stopping.mean_score(&self.scores, CONFIDENCE).ok()
    }
}

/// Sums each contestant's battles against members of the panel, except against itself.
fn records(plan: &Plan, tallies: &[Tally]) -> Vec<Record> {
    let mut in_panel = vec![false; plan.contestants().len()];
    for &member in plan.panel() {
        in_panel[member] = true;
    }
    let mut records = vec![Record::default(); plan.contestants().len()];
    for (pairing, tally) in plan.pairings().iter().zip(tallies) {
        if pairing.a == pairing.b {
            continue;
        }
        let (battles, points) = (tally.battles, tally.points_a());
        if in_panel[pairing.b] {
            records[pairing.a].add(points, battles);
        }
        if in_panel[pairing.a] {
            records[pairing.b].add(battles as f64 - points, battles);
        }
    }
    records
}

struct UnitRow<'a> {
    index: usize,
    name: &'a str,
    record: &'a Record,
    score: Option<Estimate>,
    expected: Option<Estimate>,
}

fn units(plan: &Plan, tallies: &[Tally]) -> Result<DataFrame, TableError> {
    let records = records(plan, tallies);
    let rows = unit_rows(plan, &records);
    let units = plan.contestants();
    let mut columns = Columns::of(&rows).text("unit", |row| row.name);
    for (place, axis) in plan.axes().iter().enumerate() {
        let value = |row: &UnitRow<'_>| units[row.index].axes[place].as_ref();
        columns = match axis.kind {
            AxisKind::Integer => columns.whole(&axis.name, |row| value(row).and_then(integer)),
            AxisKind::Text => columns.name(&axis.name, |row| {
                units[row.index].axes[place].as_ref().and_then(text)
            }),
        };
    }
    let columns = columns
        .whole("points", |row| Some(units[row.index].points.into()))
        .whole("vp", |row| Some(units[row.index].vp.into()))
        .count("opponents", |row| row.record.scores.len() as u64)
        .count("battles", |row| row.record.battles)
        .real("score", |row| Some(row.score?.estimate))
        .real("score_low", |row| Some(row.score?.low))
        .real("score_high", |row| Some(row.score?.high))
        .real("expected_points", |row| Some(row.expected?.estimate))
        .real("expected_points_low", |row| Some(row.expected?.low))
        .real("expected_points_high", |row| Some(row.expected?.high));
    Ok(columns.finish()?)
}

fn unit_rows<'a>(plan: &'a Plan, records: &'a [Record]) -> Vec<UnitRow<'a>> {
    let stopping = plan.stopping();
    let scores: Vec<Option<Estimate>> = records.iter().map(|r| r.score(stopping)).collect();
    // Where battles are stopped, those of close pairings are the more: the score counts, as if of
    // so many battles. Its sampling error is smaller than theirs.
    let observe = |index: usize| Observation {
        points: plan.contestants()[index].points.into(),
        wins: match (stopping, scores[index]) {
            (Stopping::Fixed, _) | (_, None) => records[index].points,
            (_, Some(score)) => score.estimate * records[index].battles as f64,
        },
        battles: records[index].battles,
    };
    let played: Vec<Observation> = (0..records.len())
        .map(observe)
        .filter(|unit| unit.battles > 0 && unit.points > 0.0)
        .collect();
    // Without a trend, or with a single price, no points can be read off: the columns stay null. So
    // they do where only sides of a line were asked for: scores far from it are hardly known.
    let fit = match stopping {
        Stopping::Decide(_) => None,
        Stopping::Fixed | Stopping::HalfWidth(_) => Calibration::fit(&played).ok(),
    };
    let confidence = simultaneous(stopping.confidence(), played.len() as u64);
    let row = |(index, record): (usize, &'a Record)| UnitRow {
        index,
        name: plan.name(index),
        record,
        score: scores[index],
        expected: fit.and_then(|fit| fit.expected_points(&observe(index), confidence).ok()),
    };
    records.iter().enumerate().map(row).collect()
}

const fn integer(value: &AxisValue) -> Option<i64> {
    match value {
        AxisValue::Integer(value) => Some(*value),
        AxisValue::Text(_) => None,
    }
}

fn text(value: &AxisValue) -> Option<&str> {
    match value {
        AxisValue::Text(value) => Some(value),
        AxisValue::Integer(_) => None,
    }
}
