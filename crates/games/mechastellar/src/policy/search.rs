//! Sampled look-ahead: which unit acts next, and what it does with each of its actions.
//!
//! Each candidate, the rest of the turn and the enemy's next are played out by greedy on both sides, on dice
//! that all candidates share, and the position that follows is weighed. What greedy would do is left only for
//! what is clearly better. The budget of play-outs per choice is a rules option, `search_budget`.

use std::cell::RefCell;
use std::cmp::Reverse;

use equipoise_dice::{Dice, StreamDice, stream};
use smallvec::SmallVec;

use equipoise_engine::Side;

use super::duel::Duel;
use super::field::{self, Field};
use super::greedy::Greedy;
use super::policy::Policy;
use super::stake::Purse;
use super::tactics::{self, Choice, Measure};
use super::{steps, wreck};
use crate::rules::bout::Bout;
use crate::rules::chances::{SURE, Step};
use crate::rules::decision::Action;
use crate::rules::play::Start;
use crate::rules::state::Battle;
use crate::rules::unit_id::{MAX_UNITS, UnitId, UnitSet};
use crate::rules::view::View;

/// Plays on from a start for as long as a play-out lasts, greedy on both sides.
pub(crate) type PlayOn = fn(&Bout, &mut Battle, Start, &mut StreamDice);

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

/// Candidates looked at, greedy's own answer among them.
const WIDTH: usize = 4;

/// The unit to activate.
pub(super) fn activate<D: Dice>(
    view: View<'_>,
    side: Side,
    among: UnitSet,
    dice: &mut D,
    play_outs: &PlayOuts,
) -> UnitId {
    let favourite = Greedy.activate(view, side, among, dice);
    let mut tried = UnitSet::EMPTY;
    tried.insert(favourite);
    let mut candidates: SmallVec<[UnitId; WIDTH]> = SmallVec::new();
    candidates.push(favourite);
    while candidates.len() < WIDTH.min(usize::from(among.len())) {
        let untried = |u: UnitId| among.contains(u) && !tried.contains(u);
        let Some(next) = tactics::most_threatening(view, side, untried) else {
            break;
        };
        tried.insert(next);
        candidates.push(next);
    }
    let best = best_of(view, side, candidates.len(), dice, play_outs, |at| {
        Start::Activation(candidates[at])
    });
    candidates[best]
}

/// The next action of the active unit.
pub(super) fn action<D: Dice>(view: View<'_>, dice: &mut D, play_outs: &PlayOuts) -> Action {
    let favourite = Greedy.action(view, dice);
    let side = view.side_of(view.state.turn.unit);
    let candidates = actions(view, favourite);
    let best = best_of(view, side, candidates.len(), dice, play_outs, |at| {
        Start::Action(candidates[at])
    });
    candidates[best]
}

/// Actions worth a look, the favourite first: the best attack, moves to places that promise most, attacks on
/// others; once the Combat Action is gone another by Zeal, and nothing more.
fn actions(view: View<'_>, favourite: Action) -> Candidates {
    let turn = &view.state.turn;
    let mut all = Candidates::new();
    all.push(favourite);
    let purse = Purse::of(view, turn.unit);
    let in_hand = Choice {
        in_hand: true,
        ..Choice::of(Measure::Worth(&purse))
    };
    add(&mut all, || best_attacks(view, in_hand));
    add(&mut all, || {
        let wreck = wreck::best_worth(view, &purse);
        wreck.into_iter().map(|(wreck, _)| wreck).collect()
    });
    if turn.move_actions > 0 {
        add(&mut all, || moves(view));
    }
    add(&mut all, || attacks_by_target(view, in_hand));
    if turn.combat_actions == 0 {
        let zeal = view.can_zeal(turn.unit, 1);
        let again = zeal.then_some(Action::Zeal { actions: 1 });
        add(&mut all, || {
            again.into_iter().chain([Action::End]).collect()
        });
    }
    all
}

/// Actions, no more than are looked at; some may be worked out beyond that.
type Candidates = SmallVec<[Action; WIDTH]>;

/// Adds what is new while there is room.
fn add(all: &mut Candidates, more: impl Fn() -> Candidates) {
    if all.len() == WIDTH {
        return;
    }
    for action in more() {
        if all.len() < WIDTH && !all.contains(&action) {
            all.push(action);
        }
    }
}

fn best_attacks(view: View<'_>, choice: Choice<'_>) -> Candidates {
    tactics::choose_attack(view, choice).into_iter().collect()
}

/// The best attack on each enemy, the best first.
fn attacks_by_target(view: View<'_>, choice: Choice<'_>) -> Candidates {
    let attack = |target: UnitId| {
        let target = Some(target);
        tactics::best_attack(view, Choice { target, ..choice })
    };
    let enemies = view.enemies(view.state.turn.unit);
    let mut attacks: SmallVec<[(Reverse<i32>, UnitId, Action); MAX_UNITS / 2]> = enemies
        .filter_map(|enemy| attack(enemy).map(|(attack, worth)| (Reverse(worth), enemy, attack)))
        .collect();
    attacks.sort_unstable_by_key(|&(worth, enemy, _)| (worth, enemy));
    let best = attacks.into_iter().take(WIDTH);
    best.map(|(.., attack)| attack).collect()
}

fn moves(view: View<'_>) -> Candidates {
    let unit = view.state.turn.unit;
    match Duel::of(view, unit) {
        Some(duel) => {
            let ways = duel.distances_to_try().into_iter();
            ways.filter_map(|distance| steps::move_to(view, 1 - unit, distance))
                .collect()
        }
        None => {
            let spots = Field::ask(view, Field::spots).into_iter();
            spots
                .filter_map(|spot| field::step_to(view, spot))
                .collect()
        }
    }
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

    /// Better by more than a standard error of the sum.
    const fn is_clear(self) -> bool {
        !self.dropped && self.sum > 0 && self.sum * self.sum > self.squares
    }
}

/// The candidate whose play-outs end best, if it is clearly better than the first. Those that are no better
/// after half of the play-outs get no more.
fn best_of<D: Dice>(
    view: View<'_>,
    side: Side,
    candidates: usize,
    dice: &mut D,
    play_outs: &PlayOuts,
    start: impl Fn(usize) -> Start,
) -> usize {
    if candidates <= 1 {
        return 0;
    }
    let seed = u64::from(dice.below(1 << 31)) << 31 | u64::from(dice.below(1 << 31));
    let budget = view.bout.options.search_budget.play_outs() / WIDTH as u64;
    let mut memory = play_outs.battle.borrow_mut();
    let scratch: &mut Battle = memory.get_or_insert_default();
    let mut ends = |at: usize, number: u64| {
        scratch.copy_from(view.state);
        let mut dice = StreamDice::new(stream(seed, 0, number));
        (play_outs.play_on)(view.bout, scratch, start(at), &mut dice);
        let after = View {
            bout: view.bout,
            state: scratch,
        };
        worth(after, side)
    };
    let mut leads = [Lead::default(); WIDTH];
    let others = &mut leads[1..candidates];
    for number in 0..budget {
        if 2 * number == budget {
            for lead in &mut *others {
                lead.dropped = lead.sum <= 0;
            }
        }
        if others.iter().all(|lead| lead.dropped) {
            break;
        }
        let first = ends(0, number);
        for (at, lead) in (1..).zip(&mut *others) {
            if !lead.dropped {
                lead.add(ends(at, number) - first);
            }
        }
    }
    let clear = (1..).zip(&*others).filter(|(_, lead)| lead.is_clear());
    // The first of equals.
    clear
        .max_by_key(|&(at, lead)| (lead.sum, Reverse(at)))
        .map_or(0, |(at, _)| at)
}

/// What a position is worth to a side: the chance to win in a duel on an open table,
/// else victory points, damage in the same currency and Momentum.
fn worth(view: View<'_>, side: Side) -> i64 {
    if let Some(chance) = chance(view, side) {
        return chance;
    }
    let scoring = &view.bout.scoring;
    let point = 100 * i64::from(scoring.scale);
    let share = |of: Side| -> i64 {
        let units = view.bout.side(of);
        let lost = |u: UnitId| {
            let (profile, state) = (view.profile(u), view.unit(u));
            let gone = i64::from(profile.hp - state.hp.max(0));
            point * i64::from(profile.vp) * gone / i64::from(profile.hp.max(1))
        };
        units.map(lost).sum()
    };
    let points = |of: Side| {
        let buildings = view.state.progress.buildings[of.index()];
        let won = view.state.sides[of.index()].earned.total()
            + view.bout.mission.building_points(buildings);
        let survival = i32::from(view.survival(of, None)) * view.bout.secondary.point;
        i64::from(won + survival - view.losses(of))
    };
    let income = i64::from(scoring.control_momentum);
    let momentum = |of: Side| i64::from(view.momentum(of)) + income * view.points_owned(of) as i64;
    let other = side.other();
    point * (points(side) - points(other)) + share(other) - share(side)
        + 50 * (momentum(side) - momentum(other))
}

/// The chance to win a duel on an open table once both have acted. A point of Momentum counts a twelfth, found by
/// trying: the model knows no Momentum.
fn chance(view: View<'_>, side: Side) -> Option<i64> {
    let own = view.bout.side(side).start;
    view.duel_model(own)?;
    let sure = i64::from(SURE);
    let lives = [own, 1 - own].map(|unit| i64::from(view.is_unit(unit)));
    if lives != [1, 1] {
        return Some(sure * (1 + lives[0] - lives[1]) / 2);
    }
    let lead = i64::from(view.momentum(side)) - i64::from(view.momentum(side.other()));
    let duel = Duel::at_the_end(view, own)?;
    let chance = duel.chance(Step::Rest(0), view.distance(0, 1));
    Some((i64::from(chance) + lead * sure / 12).clamp(0, sure))
}
