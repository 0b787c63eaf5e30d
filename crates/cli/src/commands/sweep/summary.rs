//! The few lines that a sweep prints.

use std::ops::RangeInclusive;
use std::path::Path;

use equipoise_report::{Interval, ReportInput, Unit};
use equipoise_simulator::Manifest;
use serde_json::{Value, json};

use crate::numbers::{counted, grouped, percent};
use crate::table::Table;

/// Units shown at each end.
const SHOWN: usize = 5;

/// What stands out in a sweep.
pub(super) struct Summary<'a> {
    manifest: &'a Manifest,
    folder: &'a Path,
    /// The whole interval of expected points above the listed points, widest gap first.
    under_costed: Vec<&'a Unit>,
    /// The whole interval of expected points below the listed points, widest gap first.
    over_costed: Vec<&'a Unit>,
    /// Expected points outside the listed prices of the run: read off where no unit supports the
    /// trend, because the score is too near 0 or 1.
    beyond_prices: Vec<&'a Unit>,
    prices: RangeInclusive<i64>,
}

impl<'a> Summary<'a> {
    pub(super) fn new(manifest: &'a Manifest, input: &'a ReportInput, folder: &'a Path) -> Self {
        let prices = prices(&input.units);
        let (mut priced, beyond): (Vec<&Unit>, Vec<&Unit>) = input
            .units
            .iter()
            .filter(|unit| unit.expected_points.is_some())
            .partition(|unit| {
                unit.expected_points
                    .is_some_and(|e| within(&prices, e.estimate))
            });
        let gap = |unit: &Unit| unit.gap().unwrap_or_default();
        priced.sort_by(|p, q| gap(q).total_cmp(&gap(p)));
        let outside = |unit: &Unit, beyond: fn(Interval, f64) -> bool| {
            unit.expected_points
                .is_some_and(|expected| beyond(expected, unit.points as f64))
        };
        let under = priced
            .iter()
            .filter(|unit| outside(unit, |e, listed| e.low > listed));
        let over = priced
            .iter()
            .rev()
            .filter(|unit| outside(unit, |e, listed| e.high < listed));
        Self {
            manifest,
            folder,
            under_costed: under.copied().collect(),
            over_costed: over.copied().collect(),
            beyond_prices: beyond,
            prices,
        }
    }

    pub(super) fn text(&self) -> String {
        [
            self.heading(),
            costed("under-costed", &self.under_costed),
            costed("over-costed", &self.over_costed),
            self.beyond(),
            format!(
                "report  {}\ndigest  {}\n",
                self.folder.join("report.html").display(),
                self.manifest.digest
            ),
        ]
        .join("\n")
    }

    fn heading(&self) -> String {
        let run = self.manifest;
        let (units, pairings) = (counted(run.units, "unit"), counted(run.pairings, "pairing"));
        let battles = counted(run.battles, "battle");
        let (rate, threads) = (grouped(self.rate() as u64), counted(run.threads, "thread"));
        format!(
            "{}, grid {}, policy {}, seed {}\n{units}, {pairings}, {battles} in {:.1} s: {rate} a second on {threads}\n",
            run.system, run.grid, run.policy, run.seed, run.elapsed_seconds,
        )
    }

    fn beyond(&self) -> String {
        let count = counted(self.beyond_prices.len() as u64, "unit");
        let (low, high) = (self.prices.start(), self.prices.end());
        format!(
            "Too strong or too weak to price against this field: {count} (listed prices run from {low} to {high})\n"
        )
    }

    fn rate(&self) -> f64 {
        self.manifest.battles as f64 / self.manifest.elapsed_seconds.max(1e-9)
    }

    pub(super) fn json(&self) -> Value {
        let units = |units: &[&Unit]| units.iter().map(|unit| unit_json(unit)).collect::<Value>();
        json!({
            "schema": 1,
            "folder": self.folder,
            "manifest": self.manifest,
            "battles_per_second": self.rate(),
            "under_costed": units(&self.under_costed),
            "over_costed": units(&self.over_costed),
            "beyond_prices": units(&self.beyond_prices),
        })
    }

    pub(super) fn table(&self) -> Table {
        let mut table = Table::new(&[
            "finding",
            "unit",
            "points",
            "expected_points",
            "expected_points_low",
            "expected_points_high",
        ]);
        let findings = [
            ("under-costed", &self.under_costed),
            ("over-costed", &self.over_costed),
            ("beyond-prices", &self.beyond_prices),
        ];
        for (finding, units) in findings {
            for unit in units {
                let [estimate, low, high] = expected(unit);
                table.push(vec![
                    json!(finding),
                    json!(unit.name),
                    json!(unit.points),
                    estimate,
                    low,
                    high,
                ]);
            }
        }
        table
    }
}

/// Lowest and highest listed points.
fn prices(units: &[Unit]) -> RangeInclusive<i64> {
    let points = || units.iter().map(|unit| unit.points);
    points().min().unwrap_or_default()..=points().max().unwrap_or_default()
}

fn within(prices: &RangeInclusive<i64>, points: f64) -> bool {
    *prices.start() as f64 <= points && points <= *prices.end() as f64
}

fn unit_json(unit: &Unit) -> Value {
    let [estimate, low, high] = expected(unit);
    json!({
        "unit": unit.name,
        "points": unit.points,
        "expected_points": {"estimate": estimate, "low": low, "high": high},
        "score": {"estimate": unit.score.estimate, "low": unit.score.low, "high": unit.score.high},
    })
}

fn expected(unit: &Unit) -> [Value; 3] {
    match unit.expected_points {
        Some(Interval {
            estimate,
            low,
            high,
        }) => [estimate, low, high].map(Value::from),
        None => [const { Value::Null }; 3],
    }
}

fn costed(what: &str, units: &[&Unit]) -> String {
    if units.is_empty() {
        return format!("No unit is clearly {what}.\n");
    }
    let mut table = Table::new(&["unit", "listed", "expected", "interval", "score"]);
    for unit in units.iter().take(SHOWN) {
        let Some(Interval {
            estimate,
            low,
            high,
        }) = unit.expected_points
        else {
            continue;
        };
        table.push(vec![
            json!(unit.name),
            json!(unit.points),
            json!(estimate.round() as i64),
            json!(format!("{low:.0} to {high:.0}")),
            json!(percent(unit.score.estimate)),
        ]);
    }
    let count = units.len() as u64;
    format!(
        "Clearly {what}: {}\n{}",
        counted(count, "unit"),
        table.to_text()
    )
}
