//! Sampled look-ahead where a side chooses which unit to activate.
//!
//! Each candidate's activation and the rest of the round are played out by greedy on both sides, on
//! dice of their own, and the position that follows is weighed. The budget of play-outs per choice
//! is a rules option, `rollout_budget`.

use equipoise_dice::{Dice, TableDice, stream};

use equipoise_engine::{NoLog, Side};

use super::tactics;
use crate::policy_kind::PolicyKind;
use crate::rules::game::Game;
use crate::rules::state::{Battle, UnitId, UnitSet};
use crate::rules::view::View;

/// Candidates looked at, the most threatening first.
const WIDTH: usize = 4;

/// The candidate whose play-outs end best; ties go to the favourite.
pub(super) fn activate<D: Dice>(
    view: View<'_>,
    side: Side,
    among: UnitSet,
    favourite: UnitId,
    dice: &mut D,
) -> UnitId {
    let budget = view.bout.options.rollout_budget.play_outs() / WIDTH as u64;
    if among.len() <= 1 || budget == 0 {
        return favourite;
    }
    let seed = u64::from(dice.below(1 << 31)) << 31 | u64::from(dice.below(1 << 31));
    let mut tried = UnitSet::EMPTY;
    let mut best = (weigh(view, side, favourite, seed, budget), favourite);
    tried.insert(favourite);
    for _ in 1..WIDTH {
        let untried = |u: UnitId| among.contains(u) && !tried.contains(u);
        let Some(next) = tactics::most_threatening(view, side, untried) else {
            break;
        };
        tried.insert(next);
        let value = weigh(view, side, next, seed, budget);
        if value > best.0 {
            best = (value, next);
        }
    }
    best.1
}

/// The value of activating `unit` now, summed over play-outs that share their dice with those
/// of the other candidates.
fn weigh(view: View<'_>, side: Side, unit: UnitId, seed: u64, budget: u64) -> i64 {
    let mut spare = view.state.spare.borrow_mut();
    let scratch: &mut Battle = spare.get_or_insert_default();
    let mut value = 0;
    for number in 0..budget {
        scratch.copy_from(view.state);
        let mut dice = TableDice::new(stream(seed, 0, number));
        let mut game = Game {
            bout: view.bout,
            policies: [PolicyKind::Greedy; 2],
            state: &mut *scratch,
            dice: &mut dice,
            log: &mut NoLog,
        };
        game.play_on(unit);
        value += worth(game.view(), side);
    }
    value
}

/// Victory points, damage in the same currency, and control points, from one side's view.
fn worth(view: View<'_>, side: Side) -> i64 {
    let share = |of: Side| -> i64 {
        let units = view.bout.side(of);
        let lost = |u: UnitId| {
            let (profile, state) = (view.profile(u), view.unit(u));
            let gone = i64::from(profile.hp - state.hp.max(0));
            100 * i64::from(profile.vp) * gone / i64::from(profile.hp.max(1))
        };
        units.map(lost).sum()
    };
    let points = |of: Side| i64::from(view.state.sides[of.index()].vp);
    let momentum = |of: Side| i64::from(view.momentum(of)) + 2 * view.points_owned(of) as i64;
    let other = side.other();
    100 * (points(side) - points(other)) + share(other) - share(side)
        + 50 * (momentum(side) - momentum(other))
}
