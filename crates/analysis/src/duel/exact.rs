//! A duel computed: the probabilities themselves, no sampling.

use std::sync::atomic::Ordering;

use equipoise_engine::front_end::{self, FrontEnd};
use equipoise_engine::text::counted;
use equipoise_engine::{Exact, ExactError, Side};
use serde::{Deserialize, Serialize};

use super::sampled::DuelKind;
use crate::control::{Control, Work};
use crate::error::Error;
use crate::game::Game;
use crate::result::{Mean, Named, OfBoth, PlayedBy, RESULT_SCHEMA};

/// The probabilities of a duel, each seat played half of the time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExactDuel {
    /// Version of the document.
    pub schema: u32,
    /// Always `duel`.
    pub kind: DuelKind,
    /// Game, policies and rules.
    #[serde(flatten)]
    pub played_by: PlayedBy,
    /// Always true.
    pub exact: bool,
    /// States gone through.
    pub states: u64,
    /// How far the sum of all probabilities is from 1, by rounding.
    pub mass_error: f64,
    /// The unit whose score is reported.
    pub a: Named,
    /// Its opponent.
    pub b: Named,
    /// Probability that a wins.
    pub win_a: f64,
    /// Probability that b wins.
    pub win_b: f64,
    /// Probability of a draw.
    pub draw: f64,
    /// Expected score of a.
    pub score_a: ExactScore,
    /// What the score of each side counts in the game: victory points, destroyed enemies.
    pub vp: OfBoth<ExactSpread>,
    /// Length of the battles.
    pub rounds: Mean,
}

/// An expected score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExactScore {
    /// The expectation; a draw counts half.
    pub estimate: f64,
    /// Always `exact`.
    pub method: String,
}

/// Expectation and standard deviation of a distribution.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExactSpread {
    /// The expectation.
    pub mean: f64,
    /// The standard deviation.
    pub sd: f64,
}

impl ExactSpread {
    /// Of an equal mixture.
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

/// Computes a duel.
pub(super) fn compute<S: FrontEnd>(
    game: &Game<S>,
    units: [&S::Unit; 2],
    most_states: u64,
    control: Control<'_>,
) -> Result<ExactDuel, Error> {
    let exact = S::EXACT.ok_or_else(not_computed::<S>)?;
    let seats = both_seats(exact, game, units, most_states, control)?;
    let seats = seats.map_err(|error| refusal(&error, most_states))?;
    Ok(result(game, units, &seats))
}

/// Computes a duel if it has no more than so many states; `None` when it has more, a policy samples by
/// itself, or the game computes no duels.
pub(super) fn compute_within<S: FrontEnd>(
    game: &Game<S>,
    units: [&S::Unit; 2],
    most_states: u64,
    control: Control<'_>,
) -> Result<Option<ExactDuel>, Error> {
    let Some(exact) = S::EXACT else {
        return Ok(None);
    };
    match both_seats(exact, game, units, most_states, control)? {
        Ok(seats) => Ok(Some(result(game, units, &seats))),
        Err(ExactError::Cancelled) => Err(Error::Interrupted),
        Err(_) => Ok(None),
    }
}

/// The duel with a in seat A, then with a in seat B; where nothing tells the sides apart they are one.
fn both_seats<S: FrontEnd>(
    exact: front_end::ExactDuel<S>,
    game: &Game<S>,
    [a, b]: [&S::Unit; 2],
    most_states: u64,
    control: Control<'_>,
) -> Result<Result<[Exact; 2], ExactError>, Error> {
    let plan = game.duel(a, b, 2)?;
    let cell = plan.pairings()[0];
    let compile = |first, second| {
        let bout = game.compile_duel(&plan, [a, b], [first, second]);
        bout.map_err(Error::input)
    };
    let bouts = [compile(cell.a, cell.b)?, compile(cell.b, cell.a)?];
    let progress = control.watch.begin(Work::States { most: most_states });
    let mut spent = 0;
    let mut compute = |bout| {
        let mut shown = 0;
        let mut watch = |states: u64| {
            progress.add(states - shown);
            shown = states;
            !control.watch.cancel().load(Ordering::Relaxed)
        };
        let result = exact(bout, most_states - spent, &mut watch)?;
        spent += result.states;
        Ok(result)
    };
    let first = compute(&bouts[0]);
    Ok(first.and_then(|first| {
        let second = if cell.a == cell.b {
            Exact { states: 0, ..first }
        } else {
            compute(&bouts[1])?
        };
        Ok([first, second])
    }))
}

fn not_computed<S: FrontEnd>() -> Error {
    Error::Input(format!(
        "duels of {} cannot be computed; sample them instead",
        S::NAME
    ))
}

fn refusal(error: &ExactError, most_states: u64) -> Error {
    match error {
        ExactError::Cancelled => Error::Interrupted,
        ExactError::TooManyStates(_) => Error::Input(format!(
            "the duel has more than {}; sample it instead, or raise max_states",
            counted(most_states, "state")
        )),
        ExactError::TooManyWays(_) => {
            Error::Input(format!("{error}; sample it instead, or raise max_states"))
        }
        ExactError::OnlySome(_) => Error::Input(format!("{error}; sample it instead")),
        ExactError::Samples(_) | ExactError::NotADuel => Error::Input(format!(
            "{error}; an exact answer needs another policy, such as greedy"
        )),
    }
}

fn result<S: FrontEnd>(
    game: &Game<S>,
    units: [&S::Unit; 2],
    [first, second]: &[Exact; 2],
) -> ExactDuel {
    let spread = |result: &Exact, side: Side| ExactSpread {
        mean: result.score_mean[side.index()],
        sd: result.score_sd[side.index()],
    };
    let [win_a, win_b] = Side::BOTH
        .map(|side| f64::midpoint(first.wins[side.index()], second.wins[side.other().index()]));
    let draw = f64::midpoint(first.draws, second.draws);
    let vp = Side::BOTH
        .map(|side| ExactSpread::mixed(spread(first, side), spread(second, side.other())));
    let [a, b] = game.duellists(units).map(|name| Named { name });
    ExactDuel {
        schema: RESULT_SCHEMA,
        kind: DuelKind::Kind,
        played_by: (&game.setting()).into(),
        exact: true,
        states: first.states + second.states,
        mass_error: first.mass_error.max(second.mass_error),
        a,
        b,
        win_a,
        win_b,
        draw,
        score_a: ExactScore {
            estimate: win_a + draw / 2.0,
            method: "exact".to_owned(),
        },
        vp: vp.into(),
        rounds: Mean {
            mean: f64::midpoint(first.rounds_mean, second.rounds_mean),
        },
    }
}
