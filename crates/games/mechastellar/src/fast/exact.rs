//! Exact results of small duels: every outcome of every die, each with its probability.
//!
//! The battle is played by the rules themselves, stage by stage, on dice that take each outcome in
//! turn. Situations that are equal are one, whatever led to them: their probabilities add up, and
//! what follows is worked out once (forward dynamic programming).

use std::collections::BTreeMap;

use equipoise_dice::{EveryOutcome, Numbered, Roll};

use equipoise_engine::{Exact, ExactError, NoLog, Outcome, Side};

use super::memo::{CachedPolicies, Memo};
use super::situation::{Rest, tidy};
use crate::policy::policies::Policies;
use crate::policy_kind::PolicyKind;
use crate::rules::bout::Bout;
use crate::rules::clash::{Clash, PreRoll, Strike};
use crate::rules::constants::ROUNDS;
use crate::rules::decider::Decider;
use crate::rules::decision::{Order, Plan};
use crate::rules::game::Game;
use crate::rules::play::{Pace, Stage};
use crate::rules::ruling::RuledAction;
use crate::rules::state::Battle;
use crate::rules::unit_id::UnitId;
use crate::rules::unit_state::UnitState;
use crate::rules::view::View;

/// Computes the exact result of a duel, one seat order.
///
/// It takes 30 to 100 microseconds and at most some 100 bytes a state, and gives up once it has met
/// more than `max_states`, or played 100 ways for each of so many: a caller can try it at a known
/// cost before it samples. `watch` is told now
/// and then how many states are done; the computation ends when it answers `false`.
///
/// # Errors
/// When the bout is no duel, a policy samples by itself, the limit is passed, or `watch` says so.
pub fn exact(
    bout: &Bout,
    max_states: u64,
    watch: impl FnMut(u64) -> bool,
) -> Result<Exact, ExactError> {
    let dice = EveryOutcome::new().with_ways(WAYS_PER_STATE.saturating_mul(max_states));
    propagate(bout, dice, max_states, watch)
}

/// One situation: its parts by number, and the stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct State {
    units: [u32; 2],
    rest: u32,
    stage: Stage,
}

/// Situations that may be gone through in any order, in the order they were met.
#[derive(Debug, Default)]
struct Layer {
    states: Numbered<State>,
    masses: Vec<f64>,
}

/// When a situation is due: round, turns taken in it, place in the turn, actions taken in it. Every
/// step leads to a later one, so that a situation is due when all that leads to it has been seen.
type Due = (u8, usize, u8, u8);

fn due(battle: &Battle, stage: Stage) -> Due {
    let turns = battle.units.iter().filter(|unit| unit.activated).count();
    let round = battle.round + ROUNDS * battle.progress.battle;
    match stage {
        Stage::Setup => (0, 0, 0, 0),
        Stage::Round => (round + 1, 0, 0, 0),
        Stage::EndOfTurn => (round, turns, 1, 0),
        Stage::Slot(_) => (round, turns, 2, 0),
        Stage::Action { left } => (round, turns, 3, u8::MAX - left),
        Stage::EndOfRound | Stage::Over => (round, turns, 4, 0),
    }
}

struct Frontier {
    units: [Numbered<UnitState>; 2],
    rests: Numbered<Rest>,
    layers: BTreeMap<Due, Layer>,
    states: u64,
}

impl Frontier {
    fn new() -> Self {
        Self {
            units: [Numbered::default(), Numbered::default()],
            rests: Numbered::default(),
            layers: BTreeMap::new(),
            states: 0,
        }
    }

    fn add(&mut self, battle: &mut Battle, stage: Stage, chance: f64) {
        tidy(battle, stage);
        let state = State {
            units: [0, 1].map(|unit| self.units[unit].number(battle.units[unit]) as u32),
            rest: self.rests.number(Rest::of(battle)) as u32,
            stage,
        };
        let layer = self.layers.entry(due(battle, stage)).or_default();
        match layer.masses.get_mut(layer.states.number(state)) {
            Some(sum) => *sum += chance,
            None => {
                layer.masses.push(chance);
                self.states += 1;
            }
        }
    }

    fn restore(&self, state: &State, battle: &mut Battle) {
        self.rests.values()[state.rest as usize].put(battle);
        let units = self.units.iter().zip(state.units);
        let values = units.map(|(known, number)| known.values()[number as usize]);
        battle.units.assign(values);
    }
}

pub(crate) fn propagate(
    bout: &Bout,
    mut dice: EveryOutcome,
    max_states: u64,
    mut watch: impl FnMut(u64) -> bool,
) -> Result<Exact, ExactError> {
    if bout.units.len() != 2 {
        return Err(ExactError::NotADuel);
    }
    if bout.policies.contains(&PolicyKind::Search) {
        return Err(ExactError::Samples(PolicyKind::Search.name()));
    }
    let (mut start, mut battle) = (Battle::default(), Battle::default());
    start.reset(bout);
    let mut frontier = Frontier::new();
    let mut totals = Totals::default();
    let mut memo = Memo::default();
    frontier.add(&mut start, Stage::Setup, 1.0);
    let mut done = 0;
    while let Some((_, layer)) = frontier.layers.pop_first() {
        for (state, mass) in layer.states.into_values().into_iter().zip(layer.masses) {
            if frontier.states > max_states {
                return Err(ExactError::TooManyStates(max_states));
            }
            if done % WATCH_EVERY == 0 && !watch(done) {
                return Err(ExactError::Cancelled);
            }
            done += 1;
            frontier.restore(&state, &mut start);
            loop {
                battle.copy_from(&start);
                let decider = &mut Enumerating(CachedPolicies::new(bout, &mut memo));
                let mut game = Game {
                    bout,
                    decider,
                    state: &mut battle,
                    dice: &mut dice,
                    log: &mut NoLog,
                };
                let mut stage = state.stage;
                while goes_on(stage, game.dice.has_drawn()) {
                    stage = game.step(stage, Pace::Action);
                }
                let outcome = (stage == Stage::Over).then(|| game.score());
                let chance = mass * dice.chance();
                match outcome {
                    Some(outcome) => totals.add(&outcome, chance),
                    None => frontier.add(&mut battle, stage, chance),
                }
                if !dice.next_way() {
                    break;
                }
            }
            if dice.is_spent() {
                return Err(ExactError::TooManyWays(max_states));
            }
        }
    }
    Ok(totals.result(done))
}

/// The policies of a bout where every outcome of the dice is gone through: rolls of a clash with equal
/// results are taken together.
struct Enumerating<'a>(CachedPolicies<'a>);

impl<'a> Decider<EveryOutcome> for Enumerating<'a> {
    type Players = Policies<'a>;

    fn players(&self) -> &Policies<'a> {
        Decider::<EveryOutcome>::players(&self.0)
    }

    fn plan(
        &mut self,
        view: View<'_>,
        unit: UnitId,
        order: Order,
        dice: &mut EveryOutcome,
    ) -> Plan {
        self.0.plan(view, unit, order, dice)
    }

    fn next_action(&mut self, view: View<'_>, dice: &mut EveryOutcome) -> RuledAction {
        self.0.next_action(view, dice)
    }

    fn prepare(
        &mut self,
        view: View<'_>,
        strike: &Strike,
        pre: &PreRoll,
        prepare: impl FnMut(&Policies<'a>) -> Clash,
    ) -> Clash {
        Decider::<EveryOutcome>::prepare(&mut self.0, view, strike, pre, prepare)
    }

    fn roll(&mut self, view: View<'_>, clash: &Clash, dice: &mut EveryOutcome) -> [Roll; 2] {
        let shapes = [clash.attack.shape, clash.defence.shape];
        dice.pair(shapes, view.clash_reads(clash))
    }

    fn fight_out(
        &mut self,
        bout: &Bout,
        clash: &mut Clash,
        state: &mut Battle,
        dice: &mut EveryOutcome,
        mut fight: impl FnMut(&mut Self, &mut Clash, &mut Battle, &mut EveryOutcome),
    ) {
        let before = *clash;
        *clash = dice.merge(
            state,
            |state| View { bout, state }.facts(&before),
            |dice, state| {
                let mut clash = before;
                fight(self, &mut clash, state, dice);
                clash
            },
            |state, clash| View { bout, state }.strike_result(clash),
        );
    }
}

/// Whether a step goes on: until dice were drawn, then to where different turns come together.
fn goes_on(stage: Stage, drawn: bool) -> bool {
    match stage {
        Stage::Over => false,
        Stage::EndOfTurn | Stage::EndOfRound => true,
        _ => !drawn,
    }
}

/// Ways through a step, on the mean of all states, beyond which a duel is given up. Duels of simple
/// units need less.
const WAYS_PER_STATE: u64 = 100;

/// Situations between two looks of the watcher.
const WATCH_EVERY: u64 = 1024;

/// A sum that keeps what rounding loses (Neumaier, "Rundungsfehleranalyse einiger Verfahren zur
/// Summation endlicher Summen", ZAMM 54, 1974).
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    sum: f64,
    lost: f64,
}

impl Sum {
    fn add(&mut self, value: f64) {
        let sum = self.sum + value;
        self.lost += if self.sum.abs() >= value.abs() {
            self.sum - sum + value
        } else {
            value - sum + self.sum
        };
        self.sum = sum;
    }

    fn value(self) -> f64 {
        self.sum + self.lost
    }
}

/// Outcomes weighted by their probabilities.
#[derive(Debug, Default)]
struct Totals {
    mass: Sum,
    wins: [Sum; 2],
    draws: Sum,
    score: [Sum; 2],
    score_squared: [Sum; 2],
    rounds: Sum,
}

impl Totals {
    fn add(&mut self, outcome: &Outcome, chance: f64) {
        self.mass.add(chance);
        match outcome.winner {
            Some(side) => self.wins[side.index()].add(chance),
            None => self.draws.add(chance),
        }
        for side in Side::BOTH {
            let score = f64::from(outcome.score[side.index()]);
            self.score[side.index()].add(chance * score);
            self.score_squared[side.index()].add(chance * score * score);
        }
        self.rounds.add(chance * f64::from(outcome.rounds));
    }

    fn result(&self, states: u64) -> Exact {
        let score_mean = self.score.map(Sum::value);
        let score_sd = [0, 1].map(|side| {
            let variance = self.score_squared[side].value() - score_mean[side].powi(2);
            variance.max(0.0).sqrt()
        });
        Exact {
            wins: self.wins.map(Sum::value),
            draws: self.draws.value(),
            score_mean,
            score_sd,
            rounds_mean: self.rounds.value(),
            states,
            mass_error: (self.mass.value() - 1.0).abs(),
        }
    }
}
