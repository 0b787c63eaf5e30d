//! Sampled look-ahead where a side chooses which unit to activate.
//!
//! Each candidate's activation and the rest of the round are played out by greedy on both sides, on
//! dice of their own, and the position that follows is weighed. The budget of play-outs per choice
//! is a rules option, `rollout_budget`.

use std::cell::RefCell;

use equipoise_dice::{Dice, StreamDice, stream};

use equipoise_engine::Side;

use super::greedy::Greedy;
use super::policy::Policy;
use super::tactics;
use crate::rules::bout::Bout;
use crate::rules::state::Battle;
use crate::rules::unit_id::{UnitId, UnitSet};
use crate::rules::view::View;

/// Plays on from the activation of a unit to the end of the round, greedy on both sides.
pub(crate) type PlayOn = fn(&Bout, &mut Battle, UnitId, &mut StreamDice);

/// How play-outs are played, and the battle they are played in, kept so that they do not allocate.
#[derive(Debug)]
pub(crate) struct PlayOuts {
    play_on: PlayOn,
    battle: RefCell<Option<Box<Battle>>>,
}

impl PlayOuts {
    /// Play-outs that `play_on` plays.
    pub(crate) const fn new(play_on: PlayOn) -> Self {
        Self {
            play_on,
            battle: RefCell::new(None),
        }
    }
}

/// Candidates looked at, the most threatening first.
const WIDTH: usize = 4;

/// The candidate whose play-outs end best; ties go to the one that greedy would activate.
pub(super) fn activate<D: Dice>(
    view: View<'_>,
    side: Side,
    among: UnitSet,
    dice: &mut D,
    play_outs: &PlayOuts,
) -> UnitId {
    let favourite = Greedy.activate(view, side, among, dice);
    let budget = view.bout.options.rollout_budget.play_outs() / WIDTH as u64;
    if among.len() <= 1 || budget == 0 {
        return favourite;
    }
    let seed = u64::from(dice.below(1 << 31)) << 31 | u64::from(dice.below(1 << 31));
    let mut tried = UnitSet::EMPTY;
    let mut best = (
        weigh(view, side, favourite, seed, budget, play_outs),
        favourite,
    );
    tried.insert(favourite);
    for _ in 1..WIDTH {
        let untried = |u: UnitId| among.contains(u) && !tried.contains(u);
        let Some(next) = tactics::most_threatening(view, side, untried) else {
            break;
        };
        tried.insert(next);
        let value = weigh(view, side, next, seed, budget, play_outs);
        if value > best.0 {
            best = (value, next);
        }
    }
    best.1
}

/// The value of activating `unit` now, summed over play-outs that share their dice with those
/// of the other candidates.
fn weigh(
    view: View<'_>,
    side: Side,
    unit: UnitId,
    seed: u64,
    budget: u64,
    play_outs: &PlayOuts,
) -> i64 {
    let mut memory = play_outs.battle.borrow_mut();
    let scratch: &mut Battle = memory.get_or_insert_default();
    let mut value = 0;
    for number in 0..budget {
        scratch.copy_from(view.state);
        let mut dice = StreamDice::new(stream(seed, 0, number));
        (play_outs.play_on)(view.bout, scratch, unit, &mut dice);
        let after = View {
            bout: view.bout,
            state: scratch,
        };
        value += worth(after, side);
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
