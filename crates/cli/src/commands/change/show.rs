//! The effect of a change, for people and for spreadsheets.

use equipoise_analysis::change::{ArmyBattles, BothWays, Effect, Effects, ImpliedChange, Opinion};
use equipoise_analysis::{Interval, Limits, OldNew};
use equipoise_engine::text::{counted, grouped};
use equipoise_simulator::HANDICAP;
use serde::Serialize;
use serde_json::{Value, json};

use super::opinions::{OfArmies, ShownOpinion};
use crate::document::document_with;
use crate::numbers::{fixed, percent};
use crate::table::Table;

/// What the results of `variant` and `whatif` have in common.
pub(super) struct Shown<'a> {
    pub(super) title: String,
    /// What a row of the differences is.
    pub(super) row: &'static str,
    /// Whose effect the whole one is; empty for that of all units.
    pub(super) name: &'a str,
    pub(super) played: &'a BothWays,
    pub(super) effects: &'a Effects,
    pub(super) armies: Option<&'a ArmyBattles>,
    /// Whose score the whole effect is on, in a sentence.
    pub(super) score: &'static str,
    /// What the change of implied points is, as the name of a column.
    pub(super) change: &'static str,
    /// What armies say of the whole, where they say anything.
    pub(super) of_armies: Option<OfArmies>,
    /// The same question under other policies.
    pub(super) also: Vec<ShownOpinion<'a>>,
}

impl Shown<'_> {
    pub(super) fn heading(&self) -> String {
        let level = 100.0 * self.played.confidence;
        let mut text = format!(
            "{}\n  {}, each played both ways on the same dice, policy {}, seed {}\n",
            self.title,
            counted(self.effects.all.battles, "battle"),
            self.played.played_by.policy,
            self.played.seed,
        );
        text += &format!(
            "  differences of scores in percentage points; intervals at {level:.0} % each, surely at {level:.0} % for all {}s together\n",
            self.row,
        );
        text
    }

    /// How many battles went differently, and what the same dice saved.
    pub(super) fn same_dice(&self) -> String {
        let Effect {
            battles,
            battles_changed,
            variance_ratio,
            ..
        } = self.effects.all;
        went_differently(battles_changed, battles) + &saving(variance_ratio)
    }

    /// One row per opponent or unit, with implied points if the rows are units that have them.
    pub(super) fn differences_table(&self, implied: bool) -> Table {
        let under: Vec<String> = self.also.iter().map(ShownOpinion::column).collect();
        let mut columns = vec![self.row, "old", "new", "difference", "interval", "surely"];
        columns.extend(under.iter().map(String::as_str));
        if implied {
            columns.extend(["listed", "implied", "change", "interval", "surely"]);
        }
        let mut table = Table::new(&columns);
        for named in &self.effects.differences {
            let (difference, span) = in_points(&named.effect.difference);
            let OldNew { old, new } = named.effect.score;
            let mut row = vec![
                json!(named.name),
                json!(percent(old.estimate)),
                json!(percent(new.estimate)),
                json!(difference),
                json!(span),
                json!(surely(&named.together)),
            ];
            let under = self.also.iter().map(|also| also.together(&named.name));
            row.extend(under.map(|together| json!(together.map_or("", surely))));
            if implied {
                row.extend(implied_cells(named.implied.as_ref()));
            }
            table.push(row);
        }
        table
    }

    /// The battles of random armies, if there were any.
    pub(super) fn armies(&self) -> String {
        let Some(armies) = self.armies else {
            return String::new();
        };
        let mut text = format!(
            "Implied points in {}: random armies of {} points, one side of each matchup up to {HANDICAP} % less\n  {}, each played both ways\n  {}",
            armies.scenario,
            armies.budget,
            counted(armies.battles, "battle"),
            went_differently(armies.battles_changed, armies.battles),
        );
        if let Some(reason) = &armies.missing {
            text += &format!("  no implied points: {reason}\n");
        }
        text
    }

    /// The whole result, then each opponent or unit; after that the same under other policies.
    pub(super) fn table<A: Serialize>(
        &self,
        result: &impl Serialize,
        also: &[Opinion<A>],
    ) -> Table {
        let policy = &self.played.played_by.policy;
        let mut rows = self.rows(result, policy, self.effects);
        for opinion in also {
            rows.extend(self.rows(opinion, &opinion.policy, &opinion.effects));
        }
        Table::of_fields(rows, COLUMNS)
    }

    fn rows(&self, whole: &impl Serialize, policy: &str, effects: &Effects) -> Vec<Value> {
        let more = [
            ("of", json!("all")),
            ("name", json!(self.name)),
            ("together", json!(effects.all.difference)),
        ];
        let mut rows = vec![document_with(whole, more)];
        let each = effects.differences.iter().map(|named| {
            let more = [
                ("of", json!(self.row)),
                ("policy", json!(policy)),
                ("seed", json!(self.played.seed)),
            ];
            document_with(named, more)
        });
        rows.extend(each);
        rows
    }
}

const COLUMNS: &str = "of name policy seed battles battles_changed \
    score_old score_old_low score_old_high score_new score_new_low score_new_high \
    difference difference_low difference_high together_low together_high variance_ratio \
    implied_old implied_old_low implied_old_high implied_new implied_new_low implied_new_high \
    implied_change implied_change_low implied_change_high agreement";

fn implied_cells(implied: Option<&ImpliedChange>) -> Vec<Value> {
    let Some(implied) = implied else {
        return vec![json!(""); 5];
    };
    vec![
        json!(implied.listed),
        json!(whole(implied.old.estimate)),
        json!(signed(implied.change.estimate)),
        json!(signed_span(&implied.change)),
        json!(surely(&implied.together)),
    ]
}

/// How many battles the change turned.
fn went_differently(changed: u64, battles: u64) -> String {
    if changed == 0 {
        return "No battle went differently: the change affected none of them\n".to_owned();
    }
    let (changed, battles) = (grouped(changed), counted(battles, "battle"));
    format!("{changed} of {battles} went differently\n")
}

/// What the same dice were good for.
fn saving(ratio: Option<f64>) -> String {
    match ratio {
        None | Some(0.0) => String::new(),
        Some(ratio) => format!(
            "Variance relative to independent dice: {ratio:.3}, so {} of the battles were enough\n",
            percent(ratio)
        ),
    }
}

fn surely(interval: &Limits) -> &'static str {
    match interval.above_zero() {
        Some(true) => "up",
        Some(false) => "down",
        None => "",
    }
}

/// The score the old way and the new way, each with its interval.
pub(super) fn scores(score: &OldNew<Interval>) -> [String; 2] {
    [score.old, score.new].map(|score| {
        let [estimate, low, high] = [score.estimate, score.low, score.high].map(percent);
        format!("{estimate} ({low} to {high})")
    })
}

/// A difference of scores in percentage points, and its interval.
pub(crate) fn in_points(difference: &Interval) -> (String, String) {
    let [estimate, low, high] = [difference.estimate, difference.low, difference.high]
        .map(|number| plus(number, fixed(100.0 * number, 2)));
    (estimate, format!("{low} to {high}"))
}

pub(super) fn whole(points: f64) -> String {
    fixed(points, 0)
}

pub(super) fn whole_span(implied: &Interval) -> String {
    format!("{} to {}", whole(implied.low), whole(implied.high))
}

pub(super) fn signed(points: f64) -> String {
    plus(points, fixed(points, 1))
}

pub(super) fn signed_span(change: &Interval) -> String {
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
