//! What a points audit found.

use equipoise_simulator::{CONFIDENCE, HANDICAP};
use equipoise_stats::{Estimate, Pricing, agree};
use serde_json::{Map, Value, json};

use super::audit::{Audit, Measured, Worth};
use crate::numbers::percent;
use crate::systems::Front;
use crate::table::Table;
use equipoise_engine::front_end::{Scenario, Unit};
use equipoise_engine::text::counted;

const METHOD: &str = "logistic regression of results on army composition, errors robust by matchup";

/// The answers of an audit.
pub(super) struct Findings<'a, S: Front> {
    audit: &'a Audit<'a, S>,
    measured: &'a Measured,
    margin: f64,
}

impl<'a, S: Front> Findings<'a, S> {
    pub(super) const fn new(audit: &'a Audit<'a, S>, measured: &'a Measured, margin: f64) -> Self {
        Self {
            audit,
            measured,
            margin,
        }
    }

    /// The answers of the policy that counts.
    fn worth(&self) -> &Worth {
        &self.measured.worths[0]
    }

    fn listed(&self, unit: usize) -> u32 {
        self.audit.units[unit].points()
    }

    /// The verdict holds for all units together.
    fn verdict(&self, unit: usize) -> Pricing {
        let implied = &self.worth().together[unit];
        Pricing::of(implied, self.listed(unit).into(), self.margin)
    }

    /// Whether the second way to a unit's worth agrees with the first.
    fn agrees(&self, unit: usize) -> Option<bool> {
        let second = self.measured.break_even[unit].as_ref()?;
        agree(&self.worth().each[unit], second).ok()
    }

    /// Units by how far their worth is from their cost, the farthest first.
    fn order(&self) -> Vec<usize> {
        let off = |&unit: &usize| {
            let ratio = self.worth().each[unit].estimate / f64::from(self.listed(unit));
            -(ratio - 1.0).abs()
        };
        let mut units: Vec<usize> = (0..self.audit.units.len()).collect();
        units.sort_by(|a, b| off(a).total_cmp(&off(b)));
        units
    }

    pub(super) fn text(&self) -> String {
        let audit = self.audit;
        let setting = audit.game.setting();
        let mut text = format!(
            "Implied points of {} in {}: random armies of {} points, one side of each matchup up to {HANDICAP} % less\n  {}, policy {}, seed {}\n",
            counted(audit.units.len() as u64, "unit"),
            audit.scenario.name(),
            audit.budget,
            counted(audit.battles(), "battle"),
            setting.policy,
            setting.seed,
        );
        text += &format!(
            "  intervals at {:.0} % each; verdicts at {:.0} % for all units together, fair within {} of the listed points\n\n",
            100.0 * CONFIDENCE,
            100.0 * CONFIDENCE,
            percent(self.margin),
        );
        text += &self.units_text().to_text();
        text + "\n" + &self.remarks()
    }

    fn units_text(&self) -> Table {
        let mut columns = vec!["unit", "listed", "implied", "interval", "verdict"];
        let others = &self.measured.worths[1..];
        columns.extend(others.iter().map(|worth| worth.policy));
        let second = self.audit.size.gauntlet > 0;
        if second {
            columns.extend(["break-even", "interval", "agrees"]);
        }
        let mut table = Table::new(&columns);
        for unit in self.order() {
            let implied = &self.worth().each[unit];
            let mut row = vec![
                json!(self.audit.units[unit].name()),
                json!(self.listed(unit)),
                json!(implied.estimate.round() as i64),
                json!(span(implied)),
                json!(self.verdict(unit).name()),
            ];
            row.extend(
                others
                    .iter()
                    .map(|worth| json!(worth.each[unit].estimate.round() as i64)),
            );
            if second {
                row.extend(match &self.measured.break_even[unit] {
                    None => [json!("none"), json!(""), json!("")],
                    Some(cost) => [
                        json!(cost.estimate.round() as i64),
                        json!(span(cost)),
                        json!(word(self.agrees(unit))),
                    ],
                });
            }
            table.push(row);
        }
        table
    }

    /// What the reader should know beside the table.
    fn remarks(&self) -> String {
        let count = |verdict| {
            let units = 0..self.audit.units.len();
            units.filter(|&unit| self.verdict(unit) == verdict).count() as u64
        };
        let mut text = format!(
            "{} over-costed, {} under-costed, {} fair, {} unclear\n",
            counted(count(Pricing::Over), "unit"),
            count(Pricing::Under),
            count(Pricing::Fair),
            count(Pricing::Unclear),
        );
        text += &format!(
            "Half of the intervals reach no farther than {} of the listed points.\n",
            percent(self.median_half_width()),
        );
        text += &format!(
            "Matchups scatter {:.2} times as much as the sum of their units' worth leaves to luck.\n",
            self.worth().dispersion,
        );
        let differing =
            (0..self.audit.units.len()).filter(|&unit| self.agrees(unit) == Some(false));
        let differing: Vec<&str> = differing
            .map(|unit| self.audit.units[unit].name())
            .collect();
        if !differing.is_empty() {
            text += &format!(
                "Worth more or less in forces of its own kind than among others (the two ways differ): {}\n",
                differing.join(", ")
            );
        }
        text
    }

    fn median_half_width(&self) -> f64 {
        let relative = |unit: usize| {
            let implied = &self.worth().each[unit];
            (implied.high - implied.low) / 2.0 / f64::from(self.listed(unit))
        };
        let mut widths: Vec<f64> = (0..self.audit.units.len()).map(relative).collect();
        widths.sort_by(f64::total_cmp);
        widths[(widths.len() - 1) / 2]
    }

    pub(super) fn json(&self) -> Value {
        let audit = self.audit;
        let setting = audit.game.setting();
        let units: Vec<Value> = (0..audit.units.len())
            .map(|unit| self.unit_json(unit))
            .collect();
        json!({
            "schema": 1,
            "kind": "points",
            "system": setting.system,
            "scenario": audit.scenario.name(),
            "policy": setting.policy,
            "options": setting.options,
            "seed": setting.seed,
            "budget": audit.budget,
            "matchups": audit.size.matchups,
            "battles_per_matchup": audit.size.runs,
            "gauntlet": audit.size.gauntlet,
            "margin": self.margin,
            "confidence": CONFIDENCE,
            "units": units,
            "median_half_width": self.median_half_width(),
            "dispersion": self.worth().dispersion,
            "battles": audit.battles(),
            "method": METHOD,
        })
    }

    fn unit_json(&self, unit: usize) -> Value {
        let by_policy: Map<String, Value> = self
            .measured
            .worths
            .iter()
            .map(|worth| (worth.policy.to_owned(), interval(&worth.each[unit])))
            .collect();
        let together = &self.worth().together[unit];
        json!({
            "name": self.audit.units[unit].name(),
            "listed": self.listed(unit),
            "implied": interval(&self.worth().each[unit]),
            "together": {"low": together.low, "high": together.high},
            "verdict": self.verdict(unit).name(),
            "by_policy": by_policy,
            "break_even": self.measured.break_even[unit].as_ref().map(interval),
            "agrees": self.agrees(unit),
        })
    }

    /// One row per unit and policy.
    pub(super) fn table(&self) -> Table {
        let mut table = Table::new(&[
            "unit",
            "listed",
            "policy",
            "implied",
            "implied_low",
            "implied_high",
            "verdict",
            "break_even",
            "break_even_low",
            "break_even_high",
            "agrees",
        ]);
        for unit in 0..self.audit.units.len() {
            for (place, worth) in self.measured.worths.iter().enumerate() {
                let implied = &worth.each[unit];
                let second = self.measured.break_even[unit].filter(|_| place == 0);
                let of_second = |value: fn(&Estimate) -> f64| json!(second.as_ref().map(value));
                let first = |value: Value| if place == 0 { value } else { Value::Null };
                table.push(vec![
                    json!(self.audit.units[unit].name()),
                    json!(self.listed(unit)),
                    json!(worth.policy),
                    json!(implied.estimate),
                    json!(implied.low),
                    json!(implied.high),
                    first(json!(self.verdict(unit).name())),
                    of_second(|cost| cost.estimate),
                    of_second(|cost| cost.low),
                    of_second(|cost| cost.high),
                    first(json!(self.agrees(unit))),
                ]);
            }
        }
        table
    }
}

fn interval(estimate: &Estimate) -> Value {
    json!({"estimate": estimate.estimate, "low": estimate.low, "high": estimate.high})
}

fn span(estimate: &Estimate) -> String {
    format!("{:.0} to {:.0}", estimate.low, estimate.high)
}

fn word(agrees: Option<bool>) -> &'static str {
    match agrees {
        Some(true) => "yes",
        Some(false) => "no",
        None => "",
    }
}
