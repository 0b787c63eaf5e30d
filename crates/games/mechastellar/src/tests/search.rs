//! How the search policy chooses by play-outs.

use std::cell::Cell;

use equipoise_dice::{Dice, StreamDice, TableDice, stream};

use equipoise_engine::Side;

use super::arena::{Arena, mech};
use super::field::Field;
use crate::policy::policies::Policies;
use crate::policy::search::{PlayOn, PlayOuts};
use crate::policy_kind::PolicyKind;
use crate::rules::bout::Bout;
use crate::rules::decider::Players;
use crate::rules::decision::Action;
use crate::rules::earnings::Source;
use crate::rules::play::Start;
use crate::rules::state::Battle;
use crate::rules::unit_id::{UnitId, UnitSet};

thread_local! {
    /// Play-outs since the last reset.
    static PLAYED: Cell<u32> = const { Cell::new(0) };
}

/// Two units against two, everybody to act.
fn arena() -> Arena {
    let pair = [mech(), mech()];
    Field::new(&pair, &pair).arena()
}

/// The unit that search activates for side A, and the play-outs it took.
fn activated(play_on: PlayOn) -> (UnitId, u32) {
    PLAYED.set(0);
    let arena = arena();
    let play_outs = PlayOuts::new(play_on);
    let policies = Policies::new([PolicyKind::Search; 2], &play_outs);
    let mut among = UnitSet::EMPTY;
    among.insert(0);
    among.insert(1);
    let mut dice = TableDice::new(stream(1, 0, 0));
    let unit = policies.activate(Side::A, arena.view(), Side::A, among, &mut dice);
    (unit, PLAYED.get())
}

/// The next action of side A by a policy.
fn chosen(arena: &Arena, kind: PolicyKind, play_on: PlayOn) -> Action {
    let play_outs = PlayOuts::new(play_on);
    let policies = Policies::new([kind; 2], &play_outs);
    policies.action(Side::A, arena.view(), &mut TableDice::new(stream(1, 0, 0)))
}

fn count() {
    PLAYED.set(PLAYED.get() + 1);
}

/// Victory points for side A.
fn gain(battle: &mut Battle, points: i32) {
    battle.sides[0].earned.add(Source::Feats, points);
}

/// All play-outs end alike.
fn alike(_: &Bout, _: &mut Battle, _: Start, _: &mut StreamDice) {
    count();
}

/// A play-out is worth a victory point more where unit 1 acts first.
fn better(_: &Bout, battle: &mut Battle, start: Start, _: &mut StreamDice) {
    count();
    gain(battle, i32::from(matches!(start, Start::Activation(1))));
}

/// The dice decide how much, the same for all candidates: unit 1 is better by a point in any case.
fn lucky(bout: &Bout, battle: &mut Battle, start: Start, dice: &mut StreamDice) {
    gain(battle, dice.below(1000) as i32);
    better(bout, battle, start, dice);
}

/// Unit 1 is much better in one play-out of sixteen on the mean, else a little worse.
fn seldom(_: &Bout, battle: &mut Battle, start: Start, dice: &mut StreamDice) {
    count();
    let often = dice.below(16) > 0;
    if matches!(start, Start::Activation(1)) {
        gain(battle, if often { -1 } else { 3 });
    }
}

/// Candidates whose play-outs end alike leave the choice to greedy, after half of the budget: with 16
/// play-outs for four candidates, two each.
#[test]
fn equals_are_left_to_greedy() {
    assert_eq!(activated(alike), (0, 4));
}

/// The candidate that ends better is chosen, after its whole budget: four play-outs each.
#[test]
fn what_ends_better_is_chosen() {
    assert_eq!(activated(better), (1, 8));
}

/// Candidates share the dice of their play-outs, so that luck does not blur them.
#[test]
fn candidates_share_their_dice() {
    assert_eq!(activated(lucky), (1, 8));
}

/// What is worse in most play-outs is not chosen.
#[test]
fn what_is_seldom_better_is_not_chosen() {
    assert_eq!(activated(seldom).0, 0);
}

/// A play-out begins with the action under trial, what greedy would do among them.
#[test]
fn actions_are_tried() {
    thread_local! {
        static FAVOURITE: Cell<Option<Action>> = const { Cell::new(None) };
    }
    /// Whatever greedy would not do is worth a point.
    fn otherwise(_: &Bout, battle: &mut Battle, start: Start, _: &mut StreamDice) {
        let Start::Action(action) = start else {
            panic!("no action under trial");
        };
        count();
        gain(battle, i32::from(FAVOURITE.get() != Some(action)));
    }
    let mut arena = arena();
    arena.battle.begin_turn(0, false);
    let choose = |kind: PolicyKind| chosen(&arena, kind, otherwise);
    let favourite = choose(PolicyKind::Greedy);
    FAVOURITE.set(Some(favourite));
    PLAYED.set(0);
    let found = choose(PolicyKind::Search);
    assert_ne!(found, favourite);
    assert!((8..=16).contains(&PLAYED.get()), "{}", PLAYED.get());
    FAVOURITE.set(None);
    assert_eq!(choose(PolicyKind::Search), favourite);
}

/// A unit that cannot move is tried where it stands.
#[test]
fn who_cannot_move_is_tried_in_its_place() {
    let pair = [with!(mech(), move_in: 0), mech()];
    let mut arena = Field::new(&pair, &pair).arena();
    arena.battle.begin_turn(0, false);
    let action = chosen(&arena, PolicyKind::Search, alike);
    assert!(!matches!(action, Action::Move { .. }), "{action:?}");
}

/// In a duel a position counts by the chance to win, and none is won more surely than one without the enemy: search
/// destroys it though ten Momentum are offered for leaving it at its last HP.
#[test]
fn nothing_is_better_than_a_destroyed_enemy() {
    thread_local! {
        static FAVOURITE: Cell<Option<Action>> = const { Cell::new(None) };
    }
    fn destroyed_or_rich(_: &Bout, battle: &mut Battle, start: Start, _: &mut StreamDice) {
        let Start::Action(action) = start else {
            panic!("no action under trial");
        };
        if FAVOURITE.get() == Some(action) {
            battle.units[1].on_table = false;
        } else {
            battle.units[1].hp = 1;
            battle.sides[0].momentum = 10;
            battle.sides[1].momentum = 0;
        }
    }
    let mut arena = Arena::duel();
    arena.play_by(PolicyKind::Search);
    arena.battle.begin_turn(0, false);
    let choose = |kind: PolicyKind| chosen(&arena, kind, destroyed_or_rich);
    let favourite = choose(PolicyKind::Greedy);
    FAVOURITE.set(Some(favourite));
    assert_eq!(choose(PolicyKind::Search), favourite);
}
