//! The findings about a change, for programs and spreadsheets.

use equipoise_simulator::CONFIDENCE;
use equipoise_stats::Estimate;
use serde_json::{Map, Value, json};

use super::findings::{Findings, Gain, Subject, mean_size, surely};
use super::show::{MARGIN, verdict};
use super::worth::{Worth, Worths};
use crate::table::Table;

impl Findings {
    pub(super) fn json(&self) -> Value {
        let (setting, overall) = (&self.setting, &self.overall);
        let mut result = json!({
            "schema": 1,
            "kind": self.kind(),
            "system": setting.system,
            "policy": setting.policy,
            "options": setting.options,
            "seed": setting.seed,
            "dataset": setting.dataset,
            "confidence": CONFIDENCE,
            "changes": self.changes,
            "opponents": self.opponents,
        });
        for (name, value) in [self.subject_fields(), figures(overall)].concat() {
            result[name] = value;
        }
        let rows = self.gains.iter().map(|gain| self.gain_json(gain));
        result["differences"] = rows.collect();
        result["surely_up"] = json!(self.surely(true));
        result["surely_down"] = json!(self.surely(false));
        result["mean_absolute_difference"] = interval(&self.mean_size());
        result["implied"] = self.implied_json();
        result
    }

    const fn kind(&self) -> &'static str {
        match self.subject {
            Subject::Unit { .. } => "variant",
            Subject::Rules => "whatif",
        }
    }

    fn subject_fields(&self) -> Vec<(&'static str, Value)> {
        match &self.subject {
            Subject::Rules => Vec::new(),
            Subject::Unit { listed, vp } => vec![
                ("unit", json!(self.overall.name)),
                ("listed", both(*listed)),
                ("vp", both(*vp)),
            ],
        }
    }

    fn gain_json(&self, gain: &Gain) -> Value {
        let mut row: Map<String, Value> = Map::new();
        row.insert("name".to_owned(), json!(gain.name));
        let fields = figures(gain).into_iter();
        row.extend(fields.map(|(name, value)| (name.to_owned(), value)));
        row.insert("together".to_owned(), limits(&gain.together));
        row.insert("sure".to_owned(), json!(surely(&gain.together).is_some()));
        if let (Subject::Rules, Some(worth)) = (&self.subject, &gain.worth) {
            row.insert("implied".to_owned(), unit_json(worth));
        }
        Value::Object(row)
    }

    /// Null without armies.
    fn implied_json(&self) -> Value {
        let Some(worths) = &self.worths else {
            return Value::Null;
        };
        let mut implied = armies_json(worths);
        match (&self.subject, &self.overall.worth) {
            (Subject::Rules, _) => {
                let together = self.gains.iter().filter_map(|gain| gain.worth.as_ref());
                let together: Vec<Estimate> = together.map(|worth| worth.together).collect();
                let sure = together.iter().filter(|change| surely(change).is_some());
                implied["surely_changed"] = json!(sure.count());
                implied["mean_absolute_change"] = interval(&mean_size(&together));
            }
            (Subject::Unit { .. }, None) => {}
            (Subject::Unit { listed, .. }, Some(worth)) => {
                let [old, new] = worth.implied;
                implied["old"] = interval(&old);
                implied["new"] = interval(&new);
                implied["change"] = interval(&worth.change);
                let verdicts = [(listed[0], old), (listed[1], new)];
                let verdicts = verdicts.map(|(listed, implied)| verdict(listed, &implied).name());
                implied["verdict"] = both(verdicts);
                implied["margin"] = json!(MARGIN);
            }
        }
        implied
    }

    /// The whole, then each opponent or unit.
    pub(super) fn table(&self) -> Table {
        let mut table = Table::new(&[
            "of",
            "name",
            "battles",
            "battles_changed",
            "score_old",
            "score_old_low",
            "score_old_high",
            "score_new",
            "score_new_low",
            "score_new_high",
            "difference",
            "difference_low",
            "difference_high",
            "together_low",
            "together_high",
            "variance_ratio",
            "implied_old",
            "implied_old_low",
            "implied_old_high",
            "implied_new",
            "implied_new_low",
            "implied_new_high",
            "implied_change",
            "implied_change_low",
            "implied_change_high",
        ]);
        table.push(cells("all", &self.overall));
        for gain in &self.gains {
            table.push(cells(self.noun(), gain));
        }
        table
    }
}

/// The numbers of a gain by name.
fn figures(gain: &Gain) -> Vec<(&'static str, Value)> {
    vec![
        ("difference", interval(&gain.difference.estimate)),
        ("variance_ratio", json!(gain.difference.variance_ratio)),
        ("battles", json!(gain.battles)),
        ("battles_changed", json!(gain.changed)),
        ("score", both(gain.scores.map(|score| interval(&score)))),
    ]
}

fn armies_json(worths: &Worths) -> Value {
    json!({
        "scenario": worths.scenario,
        "budget": worths.budget,
        "matchups": worths.matchups,
        "battles": worths.battles,
        "battles_changed": worths.changed,
        "missing": worths.of_kinds.as_ref().err().map(ToString::to_string),
    })
}

fn unit_json(worth: &Worth) -> Value {
    let [old, new] = worth.implied.map(|implied| interval(&implied));
    json!({
        "listed": worth.listed,
        "old": old,
        "new": new,
        "change": interval(&worth.change),
        "together": limits(&worth.together),
        "sure": surely(&worth.together).is_some(),
    })
}

fn cells(of: &str, gain: &Gain) -> Vec<Value> {
    let three = |number: &Estimate| [number.estimate, number.low, number.high].map(Value::from);
    let mut row = vec![
        json!(of),
        json!(gain.name),
        json!(gain.battles),
        json!(gain.changed),
    ];
    let [old, new] = &gain.scores;
    row.extend(
        [old, new, &gain.difference.estimate]
            .into_iter()
            .flat_map(three),
    );
    row.extend([gain.together.low, gain.together.high].map(Value::from));
    row.push(json!(gain.difference.variance_ratio));
    match &gain.worth {
        Some(worth) => {
            let [old, new] = &worth.implied;
            row.extend([old, new, &worth.change].into_iter().flat_map(three));
        }
        None => row.extend(vec![Value::Null; 9]),
    }
    row
}

fn both<T: Into<Value>>([old, new]: [T; 2]) -> Value {
    json!({"old": old.into(), "new": new.into()})
}

fn interval(estimate: &Estimate) -> Value {
    json!({"estimate": estimate.estimate, "low": estimate.low, "high": estimate.high})
}

fn limits(estimate: &Estimate) -> Value {
    json!({"low": estimate.low, "high": estimate.high})
}
