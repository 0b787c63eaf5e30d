//! How the score of a duel stood on the way to its result.

use equipoise_report::grouped;
use equipoise_simulator::{CONFIDENCE, Plan, Stopping, Tally};
use equipoise_stats::{ConfidenceSequence, Estimate, StatsError, wilson};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::numbers::percent;
use crate::table::Table;

/// The score after 2, 4, 8, … battles and at the end, each with its interval.
pub(super) struct Trace {
    looks: Vec<Look>,
}

struct Look {
    battles: u64,
    /// As the duel's result would have it after so many battles.
    score: Estimate,
    /// The interval that holds at all looks at once, where that of the score does not.
    anytime: Option<Estimate>,
}

impl Trace {
    pub(super) fn new(plan: &Plan, tallies: &[Tally]) -> Result<Self, Failure> {
        let sequence = match plan.stopping() {
            Stopping::Fixed => Some(sequence_for(plan.runs())?),
            Stopping::HalfWidth(_) | Stopping::Decide(_) => None,
        };
        let look = |tally: &Tally| {
            let anytime = sequence.map(|s| s.interval(tally.points_a(), tally.battles));
            Ok(Look {
                battles: tally.battles,
                score: plan.stopping().score_a(tally)?,
                anytime: anytime.transpose()?,
            })
        };
        let looks = tallies.iter().map(look).collect::<Result<_, StatsError>>();
        Ok(Self { looks: looks? })
    }

    /// One object for each look.
    pub(super) fn json(&self) -> Value {
        let look = |look: &Look| {
            let Estimate {
                estimate,
                low,
                high,
                ..
            } = look.score;
            let mut shown = json!({
                "battles": look.battles,
                "score": {"estimate": estimate, "low": low, "high": high},
            });
            if let Some(anytime) = &look.anytime {
                shown["anytime"] = json!({"low": anytime.low, "high": anytime.high});
            }
            shown
        };
        self.looks.iter().map(look).collect()
    }

    pub(super) fn text(&self) -> String {
        let span = |of: &Estimate| format!("{} to {}", percent(of.low), percent(of.high));
        let both = self.looks.iter().any(|look| look.anytime.is_some());
        let mut columns = vec!["battles", "score", "interval"];
        if both {
            columns.push("at all times at once");
        }
        let mut table = Table::new(&columns);
        for look in &self.looks {
            let mut row = vec![
                json!(grouped(look.battles)),
                json!(percent(look.score.estimate)),
                json!(span(&look.score)),
            ];
            row.extend(look.anytime.iter().map(|anytime| json!(span(anytime))));
            table.push(row);
        }
        format!("\n{}", table.to_text())
    }

    /// One row for each look.
    pub(super) fn table(&self) -> Table {
        let mut table = Table::new(&[
            "battles",
            "score_a",
            "score_a_low",
            "score_a_high",
            "anytime_low",
            "anytime_high",
        ]);
        for look in &self.looks {
            let anytime = |end: fn(&Estimate) -> f64| json!(look.anytime.as_ref().map(end));
            table.push(vec![
                json!(look.battles),
                json!(look.score.estimate),
                json!(look.score.low),
                json!(look.score.high),
                anytime(|interval| interval.low),
                anytime(|interval| interval.high),
            ]);
        }
        table
    }
}

/// The confidence sequence made for the half-width that so many battles give an even score. It is
/// named before the first battle, so what happens in them cannot choose it.
fn sequence_for(battles: u64) -> Result<ConfidenceSequence, StatsError> {
    let even = wilson(battles as f64 / 2.0, battles, CONFIDENCE)?;
    ConfidenceSequence::new((even.high - even.low) / 2.0, CONFIDENCE)
}
