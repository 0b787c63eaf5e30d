//! `equipoise duel`: one unit against another, many times.

use equipoise_report::grouped;
use equipoise_simulator::{
    Control, Plan, Stopping, Tally, digest, moments, run as play, run_traced,
};
use equipoise_stats::{Estimate, Method, Moments, Standing};
use serde_json::{Value, json};

use super::duel_trace::Trace;
use super::exact_duel;
use crate::args::{DuelArgs, Output};
use crate::failure::Failure;
use crate::game::Game;
use crate::interrupt;
use crate::numbers::{counted, percent};
use crate::output::{note, print_as};
use crate::progress::Bar;
use crate::systems::{Front, Unit as _, Vp};
use crate::table::Table;

/// Battles that take about as long as a state of an exact computation: 50 µs against 3 µs on one
/// core, and battles spread over a few.
const BATTLES_PER_STATE: u64 = 40;

pub(crate) fn run<S: Front>(output: &Output, args: &DuelArgs<S>) -> Result<(), Failure> {
    let game = Game::<S>::new(&args.shared)?;
    let (a, b) = (game.unit(&args.a)?, game.unit(&args.b)?);
    if args.exact {
        return exact_duel::run(output, &game, [a, b], args.max_states);
    }
    let (runs, stopping) = args.precision.battles(args.runs)?;
    let computable = stopping != Stopping::Fixed && !args.trace;
    if computable && exact_duel::within(output, &game, [a, b], runs / BATTLES_PER_STATE)? {
        return Ok(());
    }
    let plan = game.duel(a, b, runs)?.stopping_by(stopping);
    note_rounding(output, runs, &plan);
    let looks = play_duel(output, args, &game, &plan, [a, b])?;
    let tally = &looks[looks.len() - 1];
    let trace = args.trace.then(|| Trace::new(&plan, &looks)).transpose()?;
    let result = DuelResult::new(&plan, tally, [a.name(), b.name()], S::VP, trace)?;
    print_as(
        output.format,
        || result.text(),
        || result.json(),
        || result.table(),
    )
}

/// Tells that an odd number of battles was rounded up.
pub(crate) fn note_rounding(output: &Output, asked: u64, plan: &Plan) {
    if plan.runs() != asked {
        let (asked, runs) = (counted(asked, "battle"), grouped(plan.runs()));
        let text = format!("note: {asked} rounded up to {runs}, both seats are played equally");
        note(output, &text);
    }
}

/// The tally of the duel, the last of those it had on the way if they are asked for.
fn play_duel<S: Front>(
    output: &Output,
    args: &DuelArgs<S>,
    game: &Game<S>,
    plan: &Plan,
    [a, b]: [&S::Unit; 2],
) -> Result<Vec<Tally>, Failure> {
    let cell = plan.cells()[0];
    let unit = |index| if index == cell.a { a } else { b };
    let bar = Bar::new(output, plan.battles());
    let control = Control {
        threads: args.workers.threads.map(usize::from),
        progress: &bar,
        cancel: interrupt::watch()?,
    };
    let tallies = if args.trace {
        run_traced::<S, S::CompileError>(plan, &game.pairing(plan, a, b)?, control)
    } else {
        play::<S, _, _>(plan, |a, b| game.compile(unit(a), unit(b)), control)
    };
    bar.finish();
    Ok(tallies?)
}

struct DuelResult<'a> {
    plan: &'a Plan,
    names: [&'a str; 2],
    /// What the score of a side counts.
    scored: Vp,
    tally: &'a Tally,
    score: Estimate,
    vp: [Moments; 2],
    rounds_mean: f64,
    digest: String,
    /// How the score stood on the way.
    trace: Option<Trace>,
}

impl<'a> DuelResult<'a> {
    fn new(
        plan: &'a Plan,
        tally: &'a Tally,
        names: [&'a str; 2],
        scored: Vp,
        trace: Option<Trace>,
    ) -> Result<Self, Failure> {
        Ok(Self {
            plan,
            names,
            scored,
            tally,
            score: plan.stopping().score_a(tally)?,
            vp: [
                moments(tally.vp_a, tally.battles)?,
                moments(tally.vp_b, tally.battles)?,
            ],
            rounds_mean: tally.rounds as f64 / tally.battles as f64,
            digest: digest(plan, std::slice::from_ref(tally)),
            trace,
        })
    }

    fn json(&self) -> Value {
        let setting = self.plan.setting();
        let [a, b] = self.names;
        let vp = |side: usize| json!({"mean": self.vp[side].mean, "sd": self.vp[side].sd});
        let mut result = json!({
            "schema": 1,
            "kind": "duel",
            "system": setting.system,
            "policy": setting.policy,
            "options": setting.options,
            "seed": setting.seed,
            "a": {"name": a},
            "b": {"name": b},
            "battles": self.tally.battles,
            "wins_a": self.tally.wins_a,
            "wins_b": self.tally.wins_b,
            "draws": self.tally.draws,
            "score_a": {
                "estimate": self.score.estimate,
                "low": self.score.low,
                "high": self.score.high,
                "confidence": self.score.confidence,
                "method": self.score.method.name(),
            },
            "vp": {"a": vp(0), "b": vp(1)},
            "rounds": {"mean": self.rounds_mean},
            "digest": self.digest,
        });
        if let Stopping::Decide(test) = self.plan.stopping() {
            result["decide"] = json!({
                "line": test.line(),
                "margin": test.margin(),
                "standing": self.plan.stopping().standing(self.tally).map(Standing::name),
            });
        }
        if let Some(trace) = &self.trace {
            result["trace"] = trace.json();
        }
        result
    }

    /// What was to be decided and the answer, as a line of its own.
    fn standing(&self) -> String {
        let Stopping::Decide(test) = self.plan.stopping() else {
            return String::new();
        };
        let (line, margin) = (percent(test.line()), percent(test.margin()));
        let answer = match self.plan.stopping().standing(self.tally) {
            Some(Standing::Above) => format!("above {line}"),
            Some(Standing::Below) => format!("below {line}"),
            Some(Standing::Near) => format!("within {margin} of {line}"),
            None => format!("left open whether it is above or below {line}"),
        };
        format!("  decided: {answer}\n")
    }

    fn text(&self) -> String {
        let [a, b] = self.names;
        let setting = self.plan.setting();
        let Tally {
            battles,
            wins_a,
            wins_b,
            draws,
            ..
        } = self.tally;
        let share = |count: u64| percent(count as f64 / *battles as f64);
        let vp = |side: usize| self.scored.spread(self.vp[side]);
        let (low, high) = (percent(self.score.low), percent(self.score.high));
        [
            format!("{a} against {b}"),
            format!(
                "  {}, policy {}, seed {}",
                counted(*battles, "battle"),
                setting.policy,
                setting.seed
            ),
            format!(
                "  {a} wins {}, {b} wins {}, drawn {}",
                share(*wins_a),
                share(*wins_b),
                share(*draws)
            ),
            format!(
                "  score of {a}: {} ({} % {} {low} to {high}; a draw counts half)",
                percent(self.score.estimate),
                100.0 * self.score.confidence,
                match self.score.method {
                    Method::ConfidenceSequence => "confidence sequence",
                    _ => "interval",
                }
            ),
            format!(
                "{}  {}: {a} {}, {b} {}",
                self.standing(),
                self.scored.unit,
                vp(0),
                vp(1)
            ),
            format!("  rounds: {:.2} on average", self.rounds_mean),
            format!("  digest {}\n", self.digest),
        ]
        .join("\n")
            + &self.trace.as_ref().map_or_else(String::new, Trace::text)
    }

    fn table(&self) -> Table {
        if let Some(trace) = &self.trace {
            return trace.table();
        }
        let mut table = Table::new(&[
            "a",
            "b",
            "battles",
            "wins_a",
            "wins_b",
            "draws",
            "score_a",
            "score_a_low",
            "score_a_high",
            "vp_a_mean",
            "vp_a_sd",
            "vp_b_mean",
            "vp_b_sd",
            "rounds_mean",
            "digest",
        ]);
        let [a, b] = self.names;
        table.push(vec![
            json!(a),
            json!(b),
            json!(self.tally.battles),
            json!(self.tally.wins_a),
            json!(self.tally.wins_b),
            json!(self.tally.draws),
            json!(self.score.estimate),
            json!(self.score.low),
            json!(self.score.high),
            json!(self.vp[0].mean),
            json!(self.vp[0].sd),
            json!(self.vp[1].mean),
            json!(self.vp[1].sd),
            json!(self.rounds_mean),
            json!(self.digest),
        ]);
        table
    }
}
