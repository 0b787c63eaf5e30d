//! Sampled look-ahead at the choices of a turn: whether to hold it, in what order to act and what
//! to do with the movement points.
//!
//! Each candidate is played out by greedy on both sides to the end of the battle, on dice of its
//! own that all candidates share. The budget of play-outs per choice is a rules option,
//! `search_budget`. The scratch battle lies on the stack.

use equipoise_dice::{Dice, StreamDice, stream};

use super::worth;
use crate::policy_kind::PolicyKind;
use crate::rules::decision::{MoveChoice, TurnPlan};
use crate::rules::game::Game;
use crate::rules::state::UnitId;
use crate::rules::view::View;
use equipoise_engine::{NoLog, Side};

/// Uses of movement points looked at, the most promising first.
const WIDTH: usize = 4;

/// A battle played out on dice of its own.
type PlayOut<'a> = Game<'a, PolicyKind, StreamDice, NoLog>;

fn seed<D: Dice>(dice: &mut D) -> u64 {
    u64::from(dice.below(1 << 31)) << 31 | u64::from(dice.below(1 << 31))
}

/// Sum of the results of `budget` battles that go on as `choice` says: 2 for a win, 1 for a draw.
fn play_out(
    view: View<'_>,
    side: Side,
    seed: u64,
    budget: u64,
    choice: impl Fn(&mut PlayOut<'_>),
) -> u32 {
    let mut sum = 0;
    for number in 0..budget {
        let mut scratch = *view.state;
        let mut dice = StreamDice::new(stream(seed, 0, number));
        let mut game = Game {
            bout: view.bout,
            policies: [PolicyKind::Greedy; 2],
            state: &mut scratch,
            dice: &mut dice,
            log: &mut NoLog,
        };
        choice(&mut game);
        game.play_on();
        sum += match scratch.winner {
            Some(winner) if winner == side => 2,
            Some(_) => 0,
            None => 1,
        };
    }
    sum
}

/// A turn taken now, and everybody who holds asked after it.
fn take_turn(game: &mut PlayOut<'_>, unit: UnitId, order: TurnPlan) {
    game.act(unit, order);
    game.offer_held_turns();
}

/// Whether holding the turn wins more often than taking it.
pub(super) fn hold<D: Dice>(view: View<'_>, unit: UnitId, order: TurnPlan, dice: &mut D) -> bool {
    let budget = view.options().search_budget.play_outs() / 2;
    let (side, seed) = (view.side(unit), seed(dice));
    let now = play_out(view, side, seed, budget, |game| {
        game.begin_turn(unit, false);
        take_turn(game, unit, order);
    });
    let later = play_out(view, side, seed, budget, |game| {
        game.hold(unit);
        game.last_chance();
    });
    later > now
}

/// Whether a holder does better to wait on.
pub(super) fn wait<D: Dice>(view: View<'_>, unit: UnitId, order: TurnPlan, dice: &mut D) -> bool {
    let budget = view.options().search_budget.play_outs() / 2;
    let (side, seed) = (view.side(unit), seed(dice));
    let now = play_out(view, side, seed, budget, |game| {
        game.state.holders.remove(unit);
        game.begin_turn(unit, true);
        take_turn(game, unit, order);
    });
    // Playing on, greedy joins after the next turn.
    let later = play_out(view, side, seed, budget, |_| {});
    later > now
}

/// The order of Move and Attack that wins most; ties go to the favourite.
pub(super) fn plan_turn<D: Dice>(
    view: View<'_>,
    unit: UnitId,
    favourite: TurnPlan,
    dice: &mut D,
) -> TurnPlan {
    let other = match favourite {
        TurnPlan::AttackThenMove => TurnPlan::MoveThenAttack,
        _ => TurnPlan::AttackThenMove,
    };
    let budget = view.options().search_budget.play_outs() / 2;
    let (side, seed) = (view.side(unit), seed(dice));
    let [own, changed] = [favourite, other].map(|order| {
        play_out(view, side, seed, budget, |game| {
            take_turn(game, unit, order);
        })
    });
    if changed > own { other } else { favourite }
}

/// The use of movement points that wins most; ties go to the favourite.
pub(super) fn use_movement<D: Dice>(
    view: View<'_>,
    unit: UnitId,
    points: u8,
    may_strafe: bool,
    favourite: MoveChoice,
    dice: &mut D,
) -> MoveChoice {
    let budget = view.options().search_budget.play_outs() / WIDTH as u64;
    let (side, seed) = (view.side(unit), seed(dice));
    let value = |answer: MoveChoice| {
        play_out(view, side, seed, budget, |game| {
            game.carry_out_move(unit, points, answer, may_strafe);
            game.play_scenes(unit);
            game.finish_turn(unit);
            game.offer_held_turns();
        })
    };
    let mut best = None;
    let mut tried = [None; WIDTH];
    let mut next = Some(favourite);
    for at in 0..WIDTH {
        let Some(answer) = next else {
            break;
        };
        tried[at] = Some(answer);
        let won = value(answer);
        if best.is_none_or(|(most, _)| won > most) {
            best = Some((won, answer));
        }
        next = most_promising(view, unit, points, may_strafe, &tried);
    }
    best.map_or(favourite, |(_, answer)| answer)
}

/// The best use by greedy's reckoning that has not been tried.
fn most_promising(
    view: View<'_>,
    unit: UnitId,
    points: u8,
    may_strafe: bool,
    tried: &[Option<MoveChoice>],
) -> Option<MoveChoice> {
    let side = view.side(unit);
    let strafe = may_strafe.then_some((MoveChoice::Strafe, 0));
    let walks = view.reach(unit, points).iter();
    let ranked = walks.map(|sector| (MoveChoice::To(sector), view.map().rank(side, sector)));
    let untried = strafe
        .into_iter()
        .chain(ranked)
        .filter(|(answer, _)| !tried.contains(&Some(*answer)));
    let best = untried
        .max_by_key(|&(answer, rank)| (worth::of_move(view, unit, points, answer), u8::MAX - rank));
    best.map(|(answer, _)| answer)
}
