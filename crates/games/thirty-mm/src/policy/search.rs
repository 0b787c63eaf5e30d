//! Greedy that looks ahead where a unit goes: each candidate is played out to the end of the battle, on dice that all
//! candidates share. What greedy would do is left only for what is clearly better. The budget of play-outs per choice
//! is a rules option, `search_budget`.

use std::cmp::Reverse;

use equipoise_dice::{Dice, StreamDice, stream};
use equipoise_engine::{Outcome, Side};

use super::greedy::Greedy;
use super::plain::Plain;
use crate::policy_kind::PolicyKind;
use crate::rules::attack::Attack;
use crate::rules::board::Edge;
use crate::rules::decision::{Action, Placing, Policy};
use crate::rules::play::play_on;
use crate::rules::state::{Battle, Life, Phase, UnitId};
use crate::rules::view::View;

/// Candidates looked at, greedy's own choice among them.
const WIDTH: usize = 4;
/// Who plays the rest of the turn, and who plays what follows: both sides are cheap there, and go for markers and
/// torsos.
const PLAYERS: [PolicyKind; 2] = [PolicyKind::Greedy, PolicyKind::Plain];
/// What a battle won counts, and what all units of one side do.
const WON: i64 = 1_000;
const WHOLE: i64 = 600;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Search;

impl Policy for Search {
    fn leads<D: Dice>(self, view: View<'_>, side: Side, dice: &mut D) -> bool {
        Greedy.leads(view, side, dice)
    }

    fn edge<D: Dice>(self, view: View<'_>, side: Side, dice: &mut D) -> Edge {
        Greedy.edge(view, side, dice)
    }

    fn place<D: Dice>(
        self,
        view: View<'_>,
        waiting: &[UnitId],
        edge: Edge,
        dice: &mut D,
    ) -> Placing {
        Greedy.place(view, waiting, edge, dice)
    }

    fn activate<D: Dice>(self, view: View<'_>, waiting: &[UnitId], dice: &mut D) -> UnitId {
        Greedy.activate(view, waiting, dice)
    }

    fn act<D: Dice>(self, view: View<'_>, unit: UnitId, refused: u8, dice: &mut D) -> Action {
        let favourite = Greedy.act(view, unit, refused, dice);
        if refused > 0 || !view.in_play(unit) {
            return favourite;
        }
        let candidates = moves(view, unit, favourite, dice);
        best_of(view, &candidates, dice)
    }

    fn react<D: Dice>(
        self,
        view: View<'_>,
        unit: UnitId,
        mover: UnitId,
        dice: &mut D,
    ) -> Option<Attack> {
        Greedy.react(view, unit, mover, dice)
    }

    fn fall<D: Dice>(self, view: View<'_>, unit: UnitId, dice: &mut D) -> usize {
        Greedy.fall(view, unit, dice)
    }
}

/// What is worth a look in the Movement Phase, the favourite first: what plain would do, and the first steps to the
/// places that promise most.
fn moves<D: Dice>(view: View<'_>, unit: UnitId, favourite: Action, dice: &mut D) -> Vec<Action> {
    let mut all = vec![favourite];
    let turn = view.battle.turn.filter(|turn| !turn.lent);
    if let Some(turn) = turn.filter(|turn| turn.phase == Phase::Movement) {
        let plain = Plain.act(view, unit, 0, dice);
        for action in [plain].into_iter().chain(Greedy::ways(view, &turn)) {
            if all.len() < WIDTH && !all.contains(&action) {
                all.push(action);
            }
        }
    }
    all
}

/// How much better than the first a candidate has ended, in play-outs that shared their dice.
#[derive(Clone, Copy, Default)]
struct Lead {
    sum: i64,
    squares: i64,
    dropped: bool,
}

impl Lead {
    fn add(&mut self, difference: i64) {
        self.sum += difference;
        self.squares += difference * difference;
    }

    /// Better by more than 1.4 standard errors of the sum.
    const fn is_clear(self) -> bool {
        !self.dropped && self.sum > 0 && self.sum * self.sum > 2 * self.squares
    }
}

/// The candidate whose play-outs end best, if it is clearly better than the first. Those that are no better after
/// half of the play-outs get no more.
fn best_of<D: Dice>(view: View<'_>, candidates: &[Action], dice: &mut D) -> Action {
    let (favourite, others) = (candidates[0], &candidates[1..]);
    let Some(turn) = view.battle.turn.filter(|_| !others.is_empty()) else {
        return favourite;
    };
    let side = view.piece(turn.unit).side;
    let seed = u64::from(dice.below(1 << 31)) << 31 | u64::from(dice.below(1 << 31));
    let budget = view.table.options.search_budget.play_outs() / WIDTH as u64;
    let mut scratch = Battle::default();
    let mut ends = |action: Action, number: u64| {
        scratch.copy_from(view.battle);
        let mut dice = StreamDice::new(stream(seed, 0, number));
        let outcome = play_on(view.table, PLAYERS, &mut scratch, &mut dice, action);
        worth(view, &scratch, &outcome, side)
    };
    let mut leads = [Lead::default(); WIDTH - 1];
    let leads = &mut leads[..others.len()];
    for number in 0..budget {
        if 2 * number == budget {
            for lead in &mut *leads {
                lead.dropped = lead.sum <= 0;
            }
        }
        if leads.iter().all(|lead| lead.dropped) {
            break;
        }
        let first = ends(favourite, number);
        for (&action, lead) in others.iter().zip(&mut *leads) {
            if !lead.dropped {
                lead.add(ends(action, number) - first);
            }
        }
    }
    let clear = others.iter().zip(leads).enumerate();
    let clear = clear.filter(|(_, (_, lead))| lead.is_clear());
    // The first of equals.
    let best = clear.max_by_key(|(at, (_, lead))| (lead.sum, Reverse(*at)));
    best.map_or(favourite, |(_, (&action, _))| action)
}

/// What the end of a battle is worth to a side: who has won, and what the units have left of their cost, half of it
/// by their Defense.
fn worth(view: View<'_>, after: &Battle, outcome: &Outcome, side: Side) -> i64 {
    let won = match outcome.winner {
        Some(winner) if winner == side => WON,
        Some(_) => -WON,
        None => 0,
    };
    let (mut ahead, mut all) = (0, 0);
    for (piece, state) in view.table.pieces.iter().zip(&after.units) {
        let cost = i64::from(piece.sheet.charge(&view.table.options));
        all += cost;
        if state.life == Life::InPlay {
            let whole = i64::from(piece.sheet.total_defense()).max(1);
            let left: i64 = state.defense.iter().copied().map(i64::from).sum();
            let worth = WHOLE * cost * (whole + left) / (2 * whole);
            ahead += if piece.side == side { worth } else { -worth };
        }
    }
    won + ahead / all.max(1)
}
