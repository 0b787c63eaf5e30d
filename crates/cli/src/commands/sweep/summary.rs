//! The few lines that a sweep prints.

use std::path::Path;

use equipoise_analysis::prices::PriceMapResult;
use equipoise_engine::text::grouped;
use equipoise_report::{
    Costing, Interval, ReportInput, Unit, Verdict, headline, level, saving, stopping,
};
use equipoise_simulator::{Manifest, Stopped};
use serde_json::{Value, json};

use crate::commands::points::map::{heading, levels};
use crate::document::document_with;
use crate::numbers::percent;
use crate::table::Table;
use equipoise_engine::text::counted;

/// Units shown at each end.
const SHOWN: usize = 5;

/// What stands out in a sweep.
pub(super) struct Summary<'a> {
    input: &'a ReportInput,
    manifest: &'a Manifest,
    folder: &'a Path,
    costing: Costing<'a>,
}

impl<'a> Summary<'a> {
    pub(super) fn new(input: &'a ReportInput, folder: &'a Path) -> Self {
        Self {
            input,
            manifest: &input.info,
            folder,
            costing: Costing::new(input),
        }
    }

    pub(super) fn text(&self) -> String {
        let costing = &self.costing;
        let (under, over) = (costing.most_under_costed(), costing.most_over_costed());
        let costed = |what, clear: usize, units: &mut dyn Iterator<Item = &'a Unit>| {
            costed(what, self.input.worth(), clear, units)
        };
        let costed = [
            costed("under-costed", costing.under_costed.len(), &mut { under }),
            costed("over-costed", costing.over_costed.len(), &mut { over }),
        ];
        let files = format!(
            "report  {}\ndigest  {}\n",
            self.folder.join("report.html").display(),
            self.manifest.digest
        );
        let parts: Vec<String> = match &self.input.prices {
            None => [self.heading()]
                .into_iter()
                .chain(costed)
                .chain([self.clearly(), self.beyond(), files])
                .collect(),
            Some(map) => [format!("{}\n", headline(self.input)), heading(map)]
                .into_iter()
                .chain(levels(map))
                .chain(costed)
                .chain([self.priced(map), self.heading(), files])
                .collect(),
        };
        parts.join("\n")
    }

    fn heading(&self) -> String {
        let run = self.manifest;
        let (units, pairings) = (counted(run.units, "unit"), counted(run.pairings, "pairing"));
        let battles = counted(run.battles, "battle");
        let (rate, threads) = (
            grouped(rate(self.manifest) as u64),
            counted(run.threads, "thread"),
        );
        let told = [stopping(run), self.standings(), saving(run)];
        let told: String = told.into_iter().flatten().map(|line| line + "\n").collect();
        format!(
            "{}, grid {}, policy {}, seed {}\n{units}, {pairings}, {battles} in {:.1} s: {rate} a second on {threads}\n{told}",
            run.system, run.grid, run.policy, run.seed, run.elapsed_seconds,
        )
    }

    /// How often each answer was given, where a side of a line was asked for.
    fn standings(&self) -> Option<String> {
        let Stopped::Decide(decided) = self.manifest.stopped else {
            return None;
        };
        let counts = [decided.above, decided.below, decided.near, decided.open].map(grouped);
        let [above, below, near, open] = counts;
        Some(format!(
            "{above} pairings above, {below} below, {near} near, {open} left open"
        ))
    }

    /// What the word means.
    fn clearly(&self) -> String {
        format!(
            "Clearly: the listed points lie outside the interval, which holds at {} for all {} at once\n",
            level(self.manifest.confidence),
            counted(self.costing.compared() as u64, "unit"),
        )
    }

    /// How many units have which verdict by the price map, and what it means.
    fn priced(&self, map: &PriceMapResult) -> String {
        let margin = percent(map.margin);
        format!(
            "{} fair, {} unclear\nClearly: the interval lies more than {margin} from the listed points; fair: within {margin}\n",
            counted(self.costing.fair.len() as u64, "unit"),
            grouped(self.costing.unclear.len() as u64),
        )
    }

    fn beyond(&self) -> String {
        let count = counted(self.costing.beyond_prices.len() as u64, "unit");
        let (low, high) = (self.costing.prices.start(), self.costing.prices.end());
        format!(
            "Too strong or too weak to price against this field: {count} (listed prices run from {low} to {high})\n"
        )
    }

    pub(super) fn json(&self) -> Value {
        let units = |units: &[&Unit]| units.iter().map(|unit| unit_json(unit)).collect::<Value>();
        json!({
            "schema": 1,
            "headline": headline(self.input),
            "folder": self.folder,
            "manifest": self.manifest,
            "battles_per_second": rate(self.manifest),
            "compared": self.costing.compared(),
            "under_costed": units(&self.costing.under_costed),
            "over_costed": units(&self.costing.over_costed),
            "fair": units(&self.costing.fair),
            "unclear": units(&self.costing.unclear),
            "beyond_prices": units(&self.costing.beyond_prices),
            "prices": self.input.prices,
        })
    }

    pub(super) fn table(&self) -> Table {
        let costing = &self.costing;
        let findings = [
            (Verdict::UnderCosted, &costing.under_costed),
            (Verdict::OverCosted, &costing.over_costed),
            (Verdict::Fair, &costing.fair),
            (Verdict::Unclear, &costing.unclear),
            (Verdict::BeyondPrices, &costing.beyond_prices),
        ];
        let rows = findings.iter().flat_map(|(verdict, units)| {
            let finding = move || [("finding", json!(verdict.name()))];
            let units = units.iter();
            units.map(move |unit| document_with(&unit_json(unit), finding()))
        });
        let columns = "finding unit points \
                       expected_points expected_points_low expected_points_high";
        Table::of_fields(rows, columns)
    }
}

/// Battles a second.
pub(super) fn rate(run: &Manifest) -> f64 {
    run.battles as f64 / run.elapsed_seconds.max(1e-9)
}

fn unit_json(unit: &Unit) -> Value {
    let [estimate, low, high] = match unit.expected_points {
        Some(of) => [of.estimate, of.low, of.high].map(Value::from),
        None => [const { Value::Null }; 3],
    };
    json!({
        "unit": unit.name,
        "points": unit.points,
        "expected_points": {"estimate": estimate, "low": low, "high": high},
        "score": unit.score,
    })
}

/// How many units are clearly so, and those that stand out most, clear or not.
fn costed<'a>(
    what: &str,
    worth: &str,
    clear: usize,
    units: impl Iterator<Item = &'a Unit>,
) -> String {
    let mut table = Table::new(&["unit", "listed", worth, "interval", "score", "clearly"]);
    for (place, unit) in units.take(SHOWN).enumerate() {
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
            json!(if place < clear { "yes" } else { "no" }),
        ]);
    }
    let clear = counted(clear as u64, "unit");
    format!("Clearly {what}: {clear}\n{}", table.to_text())
}
