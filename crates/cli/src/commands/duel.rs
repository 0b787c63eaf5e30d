//! `equipoise duel`: one unit against another, many times.

use std::path::PathBuf;

use clap::{Args, value_parser};
use equipoise_analysis::duel::{
    DuelRequest, DuelResult, ExactDuel, Look, SampledDuel, duel, duel_recorded,
};
use equipoise_engine::front_end::{Help, ScoreWords};
use equipoise_engine::text::{counted, grouped};
use serde_json::json;

use crate::args::{Output, Precision, Shared, Sides, UNTIL, Workers, runs};
use crate::failure::Failure;
use crate::fought::lines;
use crate::numbers::{FINE_DECIMALS, fine_percent, percent, percents_of_whole};
use crate::output::print_result;
use crate::overwriting::check_outputs;
use crate::progress::Terminal;
use crate::table::Table;
use equipoise_engine::front_end::FrontEnd;

/// Arguments that an exact computation does not take, nor do those that need `--exact`: where an argument is given that
/// conflicts with a required one, clap does not require it.
const SAMPLED: [&str; 4] = ["runs", "goal", "seed", "threads"];

/// Arguments of `duel`.
#[derive(Args)]
#[command(after_help = duel_help::<S>())]
pub(crate) struct DuelArgs<S: FrontEnd> {
    /// The unit whose score is reported
    #[arg(value_name = "UNIT A")]
    pub(crate) a: String,
    /// Its opponent
    #[arg(value_name = "UNIT B")]
    pub(crate) b: String,
    /// Battles; an odd number is rounded up, so that both seats are played equally
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = runs())]
    pub(crate) runs: u64,
    /// Computes exact probabilities from every outcome of every die instead of sampling. For duels
    /// of few HP, few dice and few choices
    #[arg(long, hide = S::EXACT.is_none(), conflicts_with_all = SAMPLED)]
    pub(crate) exact: bool,
    /// States after which an exact computation gives up; a million takes about a minute
    #[arg(long, hide = S::EXACT.is_none(), value_name = "N", default_value_t = 2_000_000, requires = "exact", conflicts_with_all = SAMPLED, value_parser = value_parser!(u64).range(1..=100_000_000))]
    pub(crate) max_states: u64,
    /// Also reports the score after 2, 4, 8, … battles; such a duel is always sampled
    #[arg(long, conflicts_with = "exact")]
    pub(crate) trace: bool,
    /// Also writes a row for each battle into a Parquet file; such a duel is always sampled
    #[arg(long, value_name = "FILE", conflicts_with_all = ["exact", "trace"])]
    pub(crate) battles: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) precision: Precision,
    #[command(flatten)]
    pub(crate) shared: Shared<S>,
    #[command(flatten)]
    pub(crate) sides: Sides<S>,
    #[command(flatten)]
    pub(crate) workers: Workers,
}

fn duel_help<S: FrontEnd>() -> String {
    let Help { units, duel, .. } = S::HELP;
    let computed = if S::EXACT.is_some() { COMPUTED } else { "" };
    format!("{units}\n\n{UNTIL}{computed}\n\nExamples:\n{duel}")
}

const COMPUTED: &str = " A duel small enough
that exact probabilities take less work than those battles is computed as with --exact; the choice
depends on the numbers of states and battles, never on time.";

pub(crate) fn run<S: FrontEnd>(output: &Output, args: &DuelArgs<S>) -> Result<(), Failure> {
    check_outputs(
        args.shared.data.dataset.as_deref(),
        &[("--battles", args.battles.as_deref())],
    )?;
    let request = DuelRequest {
        game: args.shared.between(&args.sides)?,
        a: args.a.clone(),
        b: args.b.clone(),
        goal: args.precision.goal(args.runs),
        exact: args.exact.then_some(args.max_states),
        trace: args.trace,
    };
    let terminal = Terminal::new(output)?;
    let control = terminal.control(args.workers);
    let result = match &args.battles {
        Some(file) => duel_recorded(&request, file, control)?,
        None => duel(&request, control)?,
    };
    let text = || match &result {
        DuelResult::Exact(result) => exact_text(result, S::SCORE),
        DuelResult::Sampled(result) => sampled_text(result, S::SCORE),
    };
    let table = || match &result {
        DuelResult::Exact(result) => exact_table(result),
        DuelResult::Sampled(result) => match &result.trace {
            Some(looks) => trace_table(looks),
            None => sampled_table(result),
        },
    };
    print_result(output, &result, text, table)
}

fn sampled_text(duel: &SampledDuel, words: ScoreWords) -> String {
    let names @ [a, b] = [&duel.a.name, &duel.b.name];
    let fought = &duel.fought;
    let interval = match fought.score_a.method.as_str() {
        "confidence_sequence" => "confidence sequence",
        _ => "interval",
    };
    format!(
        "{a} against {b}\n  {}, policy {}, seed {}\n{}{}",
        counted(fought.battles, "battle"),
        duel.played_by.policy,
        duel.seed,
        lines(fought, names, interval, &decided(duel), words),
        duel.trace.as_deref().map_or_else(String::new, trace_text)
    )
}

/// What was to be decided and the answer, as a line of its own.
fn decided(duel: &SampledDuel) -> String {
    let Some(decision) = &duel.decide else {
        return String::new();
    };
    let (line, margin) = (percent(decision.line), percent(decision.margin));
    let answer = match decision.standing.as_deref() {
        Some("near") => format!("within {margin} of {line}"),
        Some(side) => format!("{side} {line}"),
        None => format!("left open whether it is above or below {line}"),
    };
    format!("  decided: {answer}\n")
}

fn sampled_table(duel: &SampledDuel) -> Table {
    let columns = "a b battles wins_a wins_b draws score_a score_a_low score_a_high \
                   vp_a_mean vp_a_sd vp_b_mean vp_b_sd rounds_mean digest";
    Table::of_fields([duel], columns)
}

fn trace_text(looks: &[Look]) -> String {
    let span = |low, high| format!("{} to {}", percent(low), percent(high));
    let both = looks.iter().any(|look| look.anytime.is_some());
    let mut columns = vec!["battles", "score", "interval"];
    if both {
        columns.push("at all times at once");
    }
    let mut table = Table::new(&columns);
    for look in looks {
        let mut row = vec![
            json!(grouped(look.battles)),
            json!(percent(look.score.estimate)),
            json!(span(look.score.low, look.score.high)),
        ];
        row.extend(
            look.anytime
                .map(|anytime| json!(span(anytime.low, anytime.high))),
        );
        table.push(row);
    }
    format!("\n{}", table.to_text())
}

/// One row for each look.
fn trace_table(looks: &[Look]) -> Table {
    let columns = "battles score_a=score score_a_low=score_low score_a_high=score_high \
                   anytime_low anytime_high";
    Table::of_fields(looks, columns)
}

fn exact_text(duel: &ExactDuel, words: ScoreWords) -> String {
    let [a, b] = [&duel.a.name, &duel.b.name];
    let [win_a, win_b, draw] =
        percents_of_whole([duel.win_a, duel.win_b, duel.draw], FINE_DECIMALS);
    let [vp_a, vp_b] = [duel.vp.a, duel.vp.b].map(|vp| format!("{:.3} (sd {:.3})", vp.mean, vp.sd));
    [
        format!("{a} against {b}"),
        format!(
            "  every outcome of every die, {}, policy {}",
            counted(duel.states, "state"),
            duel.played_by.policy
        ),
        format!("  {a} wins {win_a}, {b} wins {win_b}, drawn {draw}",),
        format!(
            "  score of {a}: {} (exact, no sampling error; a draw counts half)",
            fine_percent(duel.score_a.estimate)
        ),
        format!("  {}: {a} {vp_a}, {b} {vp_b}", words.unit),
        format!("  rounds: {:.4} on average\n", duel.rounds.mean),
    ]
    .join("\n")
}

fn exact_table(duel: &ExactDuel) -> Table {
    let columns = "a b states win_a win_b draw score_a \
                   vp_a_mean vp_a_sd vp_b_mean vp_b_sd rounds_mean mass_error";
    Table::of_fields([duel], columns)
}
