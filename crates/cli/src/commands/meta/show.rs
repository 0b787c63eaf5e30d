//! A meta-game for people, programs and spreadsheets.

use equipoise_stats::{CyclicShare, Estimate};
use serde_json::{Map, Value, json};

use super::analysis::{Analysis, CONFIDENCE};
use crate::commands::ratings::shortened;
use crate::numbers::percent;
use crate::table::Table;
use equipoise_engine::text::counted;

/// Rows of the table for people; programs get all.
const SHOWN: usize = 20;

impl Analysis {
    pub(super) fn json(&self) -> Value {
        let report = &self.report;
        let CyclicShare {
            estimate,
            low,
            high,
            uncorrected,
            cycles,
        } = report.cyclic;
        let dominance = (0..self.panel.len()).filter(|&place| !self.dominating(place).is_empty());
        let dominance =
            dominance.map(|place| json!({"name": self.name(place), "by": self.dominating(place)}));
        let rated = !self.ratings.rows.is_empty();
        json!({
            "schema": 1,
            "nash": self.in_order().map(|place| self.nash_row(place)).collect::<Vec<_>>(),
            "alpha_rank": self.by_mass().map(|place| self.mass_row(place)).collect::<Vec<_>>(),
            "cyclic_share": {
                "estimate": estimate,
                "low": low,
                "high": high,
                "uncorrected": uncorrected,
                "cycles": cycles,
            },
            "dominated": self.names_of(|found| found.dominated),
            "dominating": self.names_of(|found| found.by),
            "dominance": dominance.collect::<Vec<_>>(),
            "ratings": rated.then_some(&self.ratings.rows),
            "ratings_missing": self.ratings.missing,
            "units": self.names.len(),
            "panel": self.panel.iter().map(|&unit| &self.names[unit]).collect::<Vec<_>>(),
            "missing_pairings": self.missing_pairings,
            "confidence": CONFIDENCE,
            "seed": self.resampled.map(|(seed, _)| seed),
            "resamples": self.resampled.map(|(_, resamples)| resamples),
            "alpha_rank_m": self.alpha_rank.population(),
            "alpha_rank_alpha": self.alpha_rank.intensity(),
        })
    }

    /// The panel by weight, then by value.
    fn in_order(&self) -> impl Iterator<Item = usize> {
        let (weights, values) = (&self.report.weights, &self.report.values);
        let mut places: Vec<usize> = (0..self.panel.len()).collect();
        let key = |place: usize| (weights[place].estimate, values[place].estimate);
        places.sort_by(|&i, &j| {
            let ((a, x), (b, y)) = (key(i), key(j));
            b.total_cmp(&a).then(y.total_cmp(&x))
        });
        places.into_iter()
    }

    fn by_mass(&self) -> impl Iterator<Item = usize> {
        let masses = &self.report.masses;
        let mut places: Vec<usize> = (0..self.panel.len()).collect();
        places.sort_by(|&i, &j| masses[j].estimate.total_cmp(&masses[i].estimate));
        places.into_iter()
    }

    fn nash_row(&self, place: usize) -> Value {
        let (weight, value) = (&self.report.weights[place], &self.report.values[place]);
        json!({
            "name": self.name(place),
            "weight": weight.estimate,
            "weight_low": weight.low,
            "weight_high": weight.high,
            "value": value.estimate,
            "value_low": value.low,
            "value_high": value.high,
        })
    }

    fn mass_row(&self, place: usize) -> Value {
        let Estimate {
            estimate,
            low,
            high,
            ..
        } = self.report.masses[place];
        json!({"name": self.name(place), "mass": estimate, "low": low, "high": high})
    }

    pub(super) fn table(&self) -> Table {
        let mut table = Table::new(&[
            "name",
            "rating",
            "se",
            "games",
            "weight",
            "weight_low",
            "weight_high",
            "value",
            "value_low",
            "value_high",
            "mass",
            "mass_low",
            "mass_high",
            "dominated_by",
        ]);
        for unit in self.all_in_order() {
            let name = json!(self.names[unit]);
            let rating = self.rating(&name);
            let rated = ["rating", "se", "games"]
                .map(|column| rating.map_or(Value::Null, |row| row[column].clone()));
            let mut row = vec![name];
            row.extend(rated);
            match self.panel.binary_search(&unit) {
                Ok(place) => row.extend(self.panel_cells(place)),
                Err(_) => row.extend(vec![Value::Null; 10]),
            }
            table.push(row);
        }
        table
    }

    /// The panel by weight and value, then the others by rating or as they came.
    fn all_in_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = self.in_order().map(|place| self.panel[place]).collect();
        let mut others: Vec<usize> = (0..self.names.len()).collect();
        others.retain(|unit| self.panel.binary_search(unit).is_err());
        let place = |unit: usize| {
            self.rating_place(&json!(self.names[unit]))
                .unwrap_or(usize::MAX)
        };
        others.sort_by_cached_key(|&unit| place(unit));
        order.extend(others);
        order
    }

    fn rating_place(&self, name: &Value) -> Option<usize> {
        self.ratings
            .rows
            .iter()
            .position(|row| row["name"] == *name)
    }

    fn rating(&self, name: &Value) -> Option<&Map<String, Value>> {
        Some(&self.ratings.rows[self.rating_place(name)?])
    }

    fn panel_cells(&self, place: usize) -> Vec<Value> {
        let report = &self.report;
        let numbers = [
            &report.weights[place],
            &report.values[place],
            &report.masses[place],
        ];
        let cells =
            |number: &&Estimate| [number.estimate, number.low, number.high].map(|x| json!(x));
        let mut row: Vec<Value> = numbers.iter().flat_map(cells).collect();
        row.push(json!(self.dominating(place)));
        row
    }

    pub(super) fn text(&self) -> String {
        let mut text = format!("Meta-game of {}", counted(self.names.len() as u64, "unit"));
        if let Some((seed, resamples)) = self.resampled {
            text += &format!(
                "; 95 % intervals from {}, seed {seed}",
                counted(resamples, "resample")
            );
        }
        text += &format!(
            "\n\n{}\n{}",
            cyclic_text(&self.report.cyclic),
            self.panel_text()
        );
        if let (Some(why), Some(_)) = (&self.ratings.missing, self.resampled) {
            text += &format!("{why}\n");
        }
        text += &format!("\n{}", self.units_text());
        text + &self.dominance_text()
    }

    fn panel_text(&self) -> String {
        if self.missing_pairings == 0 {
            return String::new();
        }
        let missing = counted(self.missing_pairings as u64, "pairing");
        let panel = counted(self.panel.len() as u64, "unit");
        format!(
            "{missing} never played: weight, value and α-rank are those of {panel} that all met\n"
        )
    }

    fn units_text(&self) -> String {
        let mut table = Table::new(&[
            "unit",
            "rating",
            "Nash weight",
            "interval",
            "value",
            "α-rank",
            "interval",
        ]);
        let order = self.all_in_order();
        for &unit in order.iter().take(SHOWN) {
            table.push(self.text_row(unit));
        }
        let more = order.len().saturating_sub(SHOWN);
        let more = if more > 0 {
            format!("and {more} more, with --format csv\n")
        } else {
            String::new()
        };
        table.to_text() + &more
    }

    fn text_row(&self, unit: usize) -> Vec<Value> {
        let name = json!(self.names[unit]);
        let number =
            |row: &Map<String, Value>, column: &str| row[column].as_f64().unwrap_or(f64::NAN);
        let rating = self.rating(&name);
        let rating = rating.map(|row| {
            format!(
                "{:+.2} ± {:.2}",
                number(row, "rating"),
                1.96 * number(row, "se")
            )
        });
        let mut row = vec![name, json!(rating)];
        if let Ok(place) = self.panel.binary_search(&unit) {
            let report = &self.report;
            let (weight, value, mass) = (
                &report.weights[place],
                &report.values[place],
                &report.masses[place],
            );
            row.extend([json!(percent(weight.estimate)), json!(range(weight))]);
            row.push(json!(signed(value.estimate)));
            row.extend([json!(percent(mass.estimate)), json!(range(mass))]);
        } else {
            row.extend(vec![Value::Null; 5]);
        }
        row
    }

    fn dominance_text(&self) -> String {
        let dominated = self.names_of(|found| found.dominated);
        if dominated.is_empty() {
            return "\nNo unit is surely dominated by another.\n".into();
        }
        let mut text = String::from("\nDominated:\n");
        for place in (0..self.panel.len()).filter(|&place| !self.dominating(place).is_empty()) {
            text += &format!(
                "  {} by {}\n",
                self.name(place),
                shortened(&self.dominating(place), 5)
            );
        }
        text
    }
}

fn cyclic_text(share: &CyclicShare) -> String {
    let CyclicShare {
        estimate,
        low,
        high,
        cycles,
        ..
    } = *share;
    match estimate {
        Some(_) if cycles == 0 => "Cyclic share: 0 %, as no cycle of pairings was played".into(),
        Some(estimate) if low == high => format!("Cyclic share: {}", percent(estimate)),
        Some(estimate) => {
            format!(
                "Cyclic share: {} ({} to {})",
                percent(estimate),
                percent(low),
                percent(high)
            )
        }
        None => "Cyclic share: unknown, as the payoffs cannot be told from even ones".into(),
    }
}

/// With three decimals and a sign, which what rounds to zero has not.
fn signed(value: f64) -> String {
    match format!("{value:+.3}").as_str() {
        "+0.000" | "-0.000" => "0.000".into(),
        other => other.into(),
    }
}

fn range(estimate: &Estimate) -> String {
    format!("{} to {}", percent(estimate.low), percent(estimate.high))
}
