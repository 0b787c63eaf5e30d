//! The findings about a change, for people.

use equipoise_engine::text::grouped;
use equipoise_simulator::{CONFIDENCE, HANDICAP};
use equipoise_stats::{Estimate, Pricing};
use serde_json::{Value, json};

use super::findings::{Findings, Gain, Subject, surely};
use super::worth::{Worth, Worths};
use crate::args::Output;
use crate::failure::Failure;
use crate::numbers::{fixed, percent};
use crate::output::print_as;
use crate::table::Table;
use equipoise_engine::text::counted;

/// How far from its listed points a unit is still fair, as a share of them.
pub(super) const MARGIN: f64 = 0.05;

impl Findings {
    pub(super) fn print(&self, output: &Output) -> Result<(), Failure> {
        print_as(
            output.format,
            || self.text(),
            || self.json(),
            || self.table(),
        )
    }

    fn text(&self) -> String {
        let parts = [
            self.heading(),
            self.summary(),
            self.gains_text(),
            self.worth_text(),
        ];
        parts.join("\n")
    }

    /// What the rows of differences are.
    pub(super) fn noun(&self) -> &'static str {
        match self.subject {
            Subject::Unit { .. } => "opponent",
            Subject::Rules => "unit",
        }
    }

    fn heading(&self) -> String {
        let level = 100.0 * CONFIDENCE;
        let mut text = format!(
            "{}\n  {}, each played both ways on the same dice, policy {}, seed {}\n",
            self.title,
            counted(self.overall.battles, "battle"),
            self.setting.policy,
            self.setting.seed,
        );
        text += &format!(
            "  differences of scores in percentage points; intervals at {level:.0} % each, surely at {level:.0} % for all {}s together\n",
            self.noun(),
        );
        text
    }

    fn summary(&self) -> String {
        let Gain {
            battles,
            changed,
            difference,
            scores,
            ..
        } = &self.overall;
        let [old, new] = scores.map(|score| {
            let [estimate, low, high] = [score.estimate, score.low, score.high].map(percent);
            format!("{estimate} ({low} to {high})")
        });
        let (estimate, span) = in_points(&difference.estimate);
        let against = counted(self.opponents.len() as u64, "opponent");
        let mut text = match self.subject {
            Subject::Unit { .. } => format!(
                "Score against {against}\n  as it is         {old}\n  with the change  {new}\n  difference       {estimate} ({span})\n"
            ),
            Subject::Rules => self.units_summary(&against),
        };
        text += &went_differently(*changed, *battles);
        text + &saving(difference.variance_ratio)
    }

    /// Means over units, whose gains are the losses of others.
    fn units_summary(&self, against: &str) -> String {
        let (mean, span) = in_points(&self.overall.difference.estimate);
        let size = self.mean_size();
        let shown = |number: f64| fixed(100.0 * number, 2);
        format!(
            "{} against {against}: {mean} ({span}) on average, {} ({} to {}) up or down\n{} surely up, {} surely down\n",
            counted(self.gains.len() as u64, "unit"),
            shown(size.estimate),
            shown(size.low),
            shown(size.high),
            counted(self.surely(true), "unit"),
            self.surely(false),
        )
    }

    fn gains_text(&self) -> String {
        let of_units = matches!(self.subject, Subject::Rules) && self.worths.is_some();
        let mut columns = vec![
            self.noun(),
            "old",
            "new",
            "difference",
            "interval",
            "surely",
        ];
        if of_units {
            columns.extend(["listed", "implied", "change", "interval", "surely"]);
        }
        let mut table = Table::new(&columns);
        for gain in &self.gains {
            let (difference, span) = in_points(&gain.difference.estimate);
            let mut row = vec![json!(gain.name)];
            row.extend(gain.scores.map(|score| json!(percent(score.estimate))));
            row.extend([
                json!(difference),
                json!(span),
                json!(word(surely(&gain.together))),
            ]);
            if of_units {
                row.extend(worth_cells(gain.worth.as_ref()));
            }
            table.push(row);
        }
        table.to_text()
    }

    fn worth_text(&self) -> String {
        let Some(worths) = &self.worths else {
            return String::new();
        };
        let mut text = armies_text(worths);
        if let Err(reason) = &worths.of_kinds {
            text += &format!("  none can be told: {reason}\n");
        }
        if let (Subject::Unit { listed, .. }, Some(worth)) = (&self.subject, &self.overall.worth) {
            text += &unit_worth(*listed, worth);
        }
        text
    }
}

fn armies_text(worths: &Worths) -> String {
    format!(
        "Implied points in {}: random armies of {} points, one side of each matchup up to {HANDICAP} % less\n  {}, each played both ways\n  {}",
        worths.scenario,
        worths.budget,
        counted(worths.battles, "battle"),
        went_differently(worths.changed, worths.battles),
    )
}

fn unit_worth(listed: [u32; 2], worth: &Worth) -> String {
    let [old, new] = worth.implied;
    let line = |way: &str, listed: u32, implied: &Estimate| {
        format!(
            "  {way}  listed {listed}, implied {} ({}): {}\n",
            whole(implied.estimate),
            whole_span(implied),
            verdict(listed, implied).name(),
        )
    };
    format!(
        "{}{}  change {} ({})\n  fair: within {} of the listed points\n",
        line("as it is       ", listed[0], &old),
        line("with the change", listed[1], &new),
        signed(worth.change.estimate),
        signed_span(&worth.change),
        percent(MARGIN),
    )
}

/// Whether implied points fit listed ones.
pub(super) fn verdict(listed: u32, implied: &Estimate) -> Pricing {
    Pricing::of(implied, listed.into(), MARGIN)
}

fn worth_cells(worth: Option<&Worth>) -> Vec<Value> {
    let Some(worth) = worth else {
        return vec![json!(""); 5];
    };
    vec![
        json!(worth.listed),
        json!(whole(worth.implied[0].estimate)),
        json!(signed(worth.change.estimate)),
        json!(signed_span(&worth.change)),
        json!(word(surely(&worth.together))),
    ]
}

/// How many battles the change turned.
fn went_differently(changed: u64, battles: u64) -> String {
    if changed == 0 {
        return "No battle went differently: nothing in them hung on what was changed\n".to_owned();
    }
    let (changed, battles) = (grouped(changed), counted(battles, "battle"));
    format!("{changed} of {battles} went differently\n")
}

/// What the same dice were good for.
fn saving(ratio: Option<f64>) -> String {
    match ratio {
        None | Some(0.0) => String::new(),
        Some(ratio) => format!(
            "Variance with the same dice over that with dice of their own: {ratio:.3}, so they took {} of the battles\n",
            percent(ratio)
        ),
    }
}

fn word(surely: Option<bool>) -> &'static str {
    match surely {
        Some(true) => "up",
        Some(false) => "down",
        None => "",
    }
}

/// A difference of scores in percentage points, and its interval.
fn in_points(difference: &Estimate) -> (String, String) {
    let [estimate, low, high] = [difference.estimate, difference.low, difference.high]
        .map(|number| plus(number, fixed(100.0 * number, 2)));
    (estimate, format!("{low} to {high}"))
}

fn whole(points: f64) -> String {
    fixed(points, 0)
}

fn whole_span(implied: &Estimate) -> String {
    format!("{} to {}", whole(implied.low), whole(implied.high))
}

fn signed(points: f64) -> String {
    plus(points, fixed(points, 1))
}

fn signed_span(change: &Estimate) -> String {
    format!("{} to {}", signed(change.low), signed(change.high))
}

/// A sign for what is above zero and does not round to it.
fn plus(number: f64, shown: String) -> String {
    let nothing = shown.bytes().all(|byte| matches!(byte, b'0' | b'.'));
    if number > 0.0 && !nothing {
        format!("+{shown}")
    } else {
        shown
    }
}
