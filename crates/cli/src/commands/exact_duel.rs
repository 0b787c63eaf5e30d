//! `equipoise duel --exact`: the probabilities themselves, no sampling.

use equipoise_engine::{Exact, ExactError, Side};
use equipoise_simulator::Setting;
use serde_json::{Value, json};

use crate::args::Output;
use crate::failure::Failure;
use crate::game::Game;
use crate::interrupt;
use crate::numbers::{counted, fine_percent};
use crate::output::print_as;
use crate::progress::Bar;
use crate::systems::{ExactDuel, Front, Unit as _};
use crate::table::Table;

pub(crate) fn run<S: Front>(
    output: &Output,
    game: &Game<S>,
    units: [&S::Unit; 2],
    max_states: u64,
) -> Result<(), Failure> {
    let exact = S::EXACT.ok_or_else(not_computed::<S>)?;
    let seats = both_seats(exact, output, game, units, max_states)?;
    let seats = seats.map_err(|error| refusal(&error, max_states))?;
    Computed::new(game, units, &seats).print(output)
}

/// Prints the exact result if the duel has no more than `max_states`; false when it has more, a
/// policy samples by itself, or the system computes no duels.
pub(crate) fn within<S: Front>(
    output: &Output,
    game: &Game<S>,
    units: [&S::Unit; 2],
    max_states: u64,
) -> Result<bool, Failure> {
    let Some(exact) = S::EXACT else {
        return Ok(false);
    };
    match both_seats(exact, output, game, units, max_states)? {
        Ok(seats) => {
            Computed::new(game, units, &seats).print(output)?;
            Ok(true)
        }
        Err(ExactError::Cancelled) => Err(Failure::Interrupted),
        Err(_) => Ok(false),
    }
}

/// The duel with a in seat A, then with a in seat B; of equal units they are one.
fn both_seats<S: Front>(
    exact: ExactDuel<S>,
    output: &Output,
    game: &Game<S>,
    [a, b]: [&S::Unit; 2],
    max_states: u64,
) -> Result<Result<[Exact; 2], ExactError>, Failure> {
    interrupt::watch()?;
    let compile = |a, b| game.compile(a, b).map_err(Failure::input);
    let bouts = [compile(a, b)?, compile(b, a)?];
    let bar = Bar::states(output, max_states);
    let mut spent = 0;
    let mut compute = |bout| {
        let mut watch = |states| {
            bar.show(spent + states);
            interrupt::check().is_ok()
        };
        let result = exact(bout, max_states - spent, &mut watch)?;
        spent += result.states;
        Ok(result)
    };
    let first = compute(&bouts[0]);
    let both = first.and_then(|first| {
        let second = if a == b {
            Exact { states: 0, ..first }
        } else {
            compute(&bouts[1])?
        };
        Ok([first, second])
    });
    bar.finish();
    Ok(both)
}

fn not_computed<S: Front>() -> Failure {
    Failure::Input(format!(
        "duels of {} cannot be computed; sample them without --exact",
        S::NAME
    ))
}

fn refusal(error: &ExactError, max_states: u64) -> Failure {
    match error {
        ExactError::Cancelled => Failure::Interrupted,
        ExactError::TooManyStates(_) => Failure::Input(format!(
            "the duel has more than {}; sample it without --exact, or raise --max-states",
            counted(max_states, "state")
        )),
        ExactError::TooManyWays(_) => Failure::Input(format!(
            "{error}; sample it without --exact, or raise --max-states"
        )),
        ExactError::Samples(_) | ExactError::NotADuel => Failure::Input(format!(
            "{error}; --exact needs another policy, such as rulebook or greedy"
        )),
    }
}

/// The exact result, each seat played half of the time.
struct Computed<'a> {
    setting: Setting,
    names: [&'a str; 2],
    /// What the score of a side counts.
    scored: &'static str,
    wins: [f64; 2],
    draws: f64,
    vp: [Spread; 2],
    rounds_mean: f64,
    states: u64,
    mass_error: f64,
}

#[derive(Clone, Copy)]
struct Spread {
    mean: f64,
    sd: f64,
}

impl Spread {
    /// Mean and standard deviation of an equal mixture.
    fn mixed(one: Self, other: Self) -> Self {
        let mean = f64::midpoint(one.mean, other.mean);
        let square = |part: Self| part.sd * part.sd + part.mean * part.mean;
        let variance = f64::midpoint(square(one), square(other)) - mean * mean;
        Self {
            mean,
            sd: variance.max(0.0).sqrt(),
        }
    }
}

impl<'a> Computed<'a> {
    fn new<S: Front>(
        game: &Game<S>,
        units: [&'a S::Unit; 2],
        [first, second]: &[Exact; 2],
    ) -> Self {
        let spread = |result: &Exact, side: Side| Spread {
            mean: result.score_mean[side.index()],
            sd: result.score_sd[side.index()],
        };
        Self {
            setting: game.setting(),
            names: units.map(|unit| unit.name()),
            scored: S::VP.unit,
            wins: Side::BOTH.map(|side| {
                f64::midpoint(first.wins[side.index()], second.wins[side.other().index()])
            }),
            draws: f64::midpoint(first.draws, second.draws),
            vp: Side::BOTH
                .map(|side| Spread::mixed(spread(first, side), spread(second, side.other()))),
            rounds_mean: f64::midpoint(first.rounds_mean, second.rounds_mean),
            states: first.states + second.states,
            mass_error: first.mass_error.max(second.mass_error),
        }
    }

    fn print(&self, output: &Output) -> Result<(), Failure> {
        print_as(
            output.format,
            || self.text(),
            || self.json(),
            || self.table(),
        )
    }

    /// Expected share of a; a draw counts half.
    fn score(&self) -> f64 {
        self.wins[0] + self.draws / 2.0
    }

    fn json(&self) -> Value {
        let setting = &self.setting;
        let [a, b] = self.names;
        let vp = |side: usize| json!({"mean": self.vp[side].mean, "sd": self.vp[side].sd});
        json!({
            "schema": 1,
            "kind": "duel",
            "system": setting.system,
            "policy": setting.policy,
            "options": setting.options,
            "exact": true,
            "states": self.states,
            "mass_error": self.mass_error,
            "a": {"name": a},
            "b": {"name": b},
            "win_a": self.wins[0],
            "win_b": self.wins[1],
            "draw": self.draws,
            "score_a": {"estimate": self.score(), "method": "exact"},
            "vp": {"a": vp(0), "b": vp(1)},
            "rounds": {"mean": self.rounds_mean},
        })
    }

    fn text(&self) -> String {
        let [a, b] = self.names;
        let vp = |side: usize| {
            let Spread { mean, sd } = self.vp[side];
            format!("{mean:.3} (sd {sd:.3})")
        };
        [
            format!("{a} against {b}"),
            format!(
                "  every outcome of every die, {}, policy {}",
                counted(self.states, "state"),
                self.setting.policy
            ),
            format!(
                "  {a} wins {}, {b} wins {}, drawn {}",
                fine_percent(self.wins[0]),
                fine_percent(self.wins[1]),
                fine_percent(self.draws)
            ),
            format!(
                "  score of {a}: {} (exact, no sampling error; a draw counts half)",
                fine_percent(self.score())
            ),
            format!("  {}: {a} {}, {b} {}", self.scored, vp(0), vp(1)),
            format!("  rounds: {:.4} on average\n", self.rounds_mean),
        ]
        .join("\n")
    }

    fn table(&self) -> Table {
        let [a, b] = self.names;
        let columns = [
            ("a", json!(a)),
            ("b", json!(b)),
            ("states", json!(self.states)),
            ("win_a", json!(self.wins[0])),
            ("win_b", json!(self.wins[1])),
            ("draw", json!(self.draws)),
            ("score_a", json!(self.score())),
            ("vp_a_mean", json!(self.vp[0].mean)),
            ("vp_a_sd", json!(self.vp[0].sd)),
            ("vp_b_mean", json!(self.vp[1].mean)),
            ("vp_b_sd", json!(self.vp[1].sd)),
            ("rounds_mean", json!(self.rounds_mean)),
            ("mass_error", json!(self.mass_error)),
        ];
        let mut table = Table::new(&columns.each_ref().map(|column| column.0));
        table.push(columns.map(|column| column.1).into());
        table
    }
}
