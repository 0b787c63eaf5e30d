//! A study of gates for people and spreadsheets.

use equipoise_analysis::gate::GateStudy;
use equipoise_engine::text::counted;
use serde_json::json;

use crate::document::document_with;
use crate::numbers::{fixed, percent, percentage_points};
use crate::table::Table;

pub(super) fn text(study: &GateStudy) -> String {
    let columns = [
        "what happened",
        "pass",
        "regressed",
        "undecided",
        "any wrong",
        "95 % interval",
        "battles",
    ];
    let mut table = Table::new(&columns);
    let share = |count: u64| json!(percent(count as f64 / study.replicates as f64));
    for gates in &study.scenarios {
        let [low, high] = [gates.wrong_share.low, gates.wrong_share.high].map(percent);
        table.push(vec![
            json!(gates.scenario),
            share(gates.pass),
            share(gates.regressed),
            share(gates.undecided),
            share(gates.wrong),
            json!(format!("{low} to {high}")),
            json!(fixed(gates.mean_battles, 0)),
        ]);
    }
    format!(
        "Gates of {} pairings of known probabilities, one of which moves\n  \
         {}, a gate of each kind for each; margin {} percentage points, alpha {}, seed {}\n\n{}",
        study.pairings,
        counted(study.replicates, "baseline"),
        percentage_points(study.margin),
        study.alpha,
        study.seed,
        table.to_text(),
    )
}

pub(super) fn table(study: &GateStudy) -> Table {
    let replicates = || [("replicates", json!(study.replicates))];
    let gates = study.scenarios.iter();
    Table::of_fields(
        gates.map(|gates| document_with(gates, replicates())),
        "scenario replicates pass regressed undecided wrong wrong_share_low wrong_share_high \
         mean_battles",
    )
}
