//! `equipoise replay`: one battle, event by event.

use clap::Args;
use equipoise_analysis::replay::{ReplayHead, ReplayRequest, ReplayResult, replay};
use equipoise_engine::Side;
use serde_json::json;

use crate::args::{Format, Output, Shared, Sides};
use crate::failure::Failure;
use crate::output::{json_lines, print};
use crate::table::Table;
use equipoise_engine::front_end::FrontEnd;

/// Arguments of `replay`.
#[derive(Args)]
#[command(after_help = format!("{}\n{REPLAY}\n\nExample:\n{}", S::HELP.units, S::HELP.replay))]
pub(crate) struct ReplayArgs<S: FrontEnd> {
    /// Unit a; in even-numbered battles the unit whose name sorts first has seat A
    #[arg(value_name = "UNIT A")]
    pub(crate) a: String,
    /// Unit b
    #[arg(value_name = "UNIT B")]
    pub(crate) b: String,
    /// Number of the battle, from 0
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) battle: u64,
    #[command(flatten)]
    pub(crate) shared: Shared<S>,
    #[command(flatten)]
    pub(crate) sides: Sides<S>,
}

const REPLAY: &str = "\
The battle with this number is the same in every duel and sweep of the two units, in either order,
with the same seed, policy and options.";

pub(crate) fn run<S: FrontEnd>(output: &Output, args: &ReplayArgs<S>) -> Result<(), Failure> {
    let request = ReplayRequest {
        game: args.shared.between(&args.sides)?,
        a: args.a.clone(),
        b: args.b.clone(),
        battle: args.battle,
    };
    let ReplayResult { head, log, events } = replay(&request)?;
    match output.format {
        Format::Text => print(&text(&head, &log, S::SCORE.unit)),
        Format::Json => print(&json_lines(&head, &events)),
        Format::Csv => print(&steps(&log).to_csv()),
    }
}

fn text(head: &ReplayHead, log: &[String], score: &str) -> String {
    let (a, b) = (&head.a.name, &head.b.name);
    let end = match head.winner {
        Some(Side::A) => format!("{a} wins"),
        Some(Side::B) => format!("{b} wins"),
        None => "drawn".to_owned(),
    };
    let [vp_a, vp_b] = [head.vp.a, head.vp.b];
    format!(
        "Battle {}, seed {}, policy {}: {a} (side {}) against {b} (side {})\n\n\
         {}\n{end} after {} rounds; {score}: {a} {vp_a}, {b} {vp_b}\n",
        head.battle,
        head.seed,
        head.played_by.policy,
        head.a.seat,
        head.b.seat,
        lines(log),
        head.rounds,
    )
}

/// Each on a line of its own.
pub(crate) fn lines(log: &[String]) -> String {
    log.iter().map(|line| format!("{line}\n")).collect()
}

/// One row per event.
pub(crate) fn steps(log: &[String]) -> Table {
    let mut table = Table::new(&["step", "event"]);
    for (step, line) in log.iter().enumerate() {
        table.push(vec![json!(step + 1), json!(line)]);
    }
    table
}
