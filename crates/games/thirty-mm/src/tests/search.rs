//! What the look-ahead finds, and when it leaves the choice to greedy.

use equipoise_dice::{Dice, StreamDice, stream};
use equipoise_engine::{GameSystem, Scratch, Side};

use super::arena::{Arena, TORSO};
use super::sheets::sheet;
use crate::options::Options;
use crate::policy::{Greedy, Search};
use crate::policy_kind::PolicyKind;
use crate::rules::board::Board;
use crate::rules::bout::Bout;
use crate::rules::decision::Policy as _;
use crate::rules::facing::Facing;
use crate::rules::play::play_on;
use crate::system::ThirtyMm;

/// The last round: B leads as soon as it scores for the marker that it holds, unless A takes it first.
fn last_round() -> Arena {
    let mut arena = Arena::duel(["REF-2", "REF-2"], &[]);
    arena.table.markers = vec![Board::hex(5, 6), Board::hex(2, 6)];
    arena.battle.owners = vec![None, Some(Side::B)];
    for points in &mut arena.battle.points {
        points.primary = 2;
    }
    arena.battle.round = arena.table.options.round_limit;
    arena.put(0, 4, 2, Facing::new(2));
    arena.put(1, 7, 4, Facing::new(5));
    arena.battle.units[1].defense[TORSO] = 8;
    arena.battle.units[1].ap = 2;
    arena.begin(0, 4);
    arena
}

/// mm30.battle.recon-scoring: what side A scores in 100 battles, seed 39, if a policy plays its last turn and greedy
/// that of B; half a point for a draw.
fn score_of_last_turn(policy: PolicyKind) -> f64 {
    let arena = last_round();
    let players = [policy, PolicyKind::Greedy];
    let mut halves = 0;
    for number in 0..100 {
        let mut battle = arena.battle.clone();
        let mut dice = StreamDice::new(stream(39, 0, number));
        let first = policy.act(arena.view(), 0, 0, &mut dice);
        let outcome = play_on(&arena.table, players, &mut battle, &mut dice, first);
        halves += match outcome.winner {
            Some(Side::A) => 2,
            Some(Side::B) => 0,
            None => 1,
        };
    }
    f64::from(halves) / 200.0
}

#[test]
fn search_saves_what_greedy_loses() {
    let [greedy, search] = [PolicyKind::Greedy, PolicyKind::Search].map(score_of_last_turn);
    assert!(greedy <= 0.15, "{greedy}");
    assert!(search >= 0.45, "{search}");
}

/// A choice takes two draws of the battle's dice, whatever is played out, and the same dice give the same choice.
#[test]
fn play_outs_have_dice_of_their_own() {
    let arena = last_round();
    let before = arena.battle.clone();
    let choose = |dice: &mut StreamDice| Search.act(arena.view(), 0, 0, dice);
    let [mut one, mut other, mut drawn] = [(); 3].map(|()| StreamDice::new(stream(40, 0, 0)));
    assert_eq!(choose(&mut one), choose(&mut other));
    for _ in 0..2 {
        drawn.below(1 << 31);
    }
    assert_eq!(one.below(1_000_000), drawn.below(1_000_000));
    assert_eq!(arena.battle, before);
}

/// search_budget: one play-out of each candidate is never clear, in 60 places by lot, seed 41.
#[test]
fn what_is_not_clear_is_left_to_greedy() {
    let mut arena = Arena::duel(["REF-2", "Tall Heron"], &[("search_budget", "4")]);
    let mut dice = StreamDice::new(stream(41, 0, 0));
    for _ in 0..60 {
        let hexes = arena.table.board.hexes();
        for state in &mut arena.battle.units {
            state.hex = hexes[dice.below(hexes.len() as u32) as usize];
            state.facing = Facing::new(dice.below(6) as u8);
        }
        if arena.hex(0) == arena.hex(1) {
            continue;
        }
        arena.battle.turn = None;
        arena.battle.units[0].activated = false;
        arena.begin(0, 1 + dice.below(16) as u8);
        let favourite = Greedy.act(arena.view(), 0, 0, &mut dice);
        assert_eq!(Search.act(arena.view(), 0, 0, &mut dice), favourite);
    }
}

/// 60 duels, the seats alternating, seed 42. By Hoeffding's inequality a score below 0.5 is a false alarm in 1.7
/// million if the true one is 0.85.
#[test]
fn search_beats_plain() {
    let unit = sheet("REF-2");
    let (search, plain) = (PolicyKind::Search, PolicyKind::Plain);
    let options = Options::default();
    let bouts = [[search, plain], [plain, search]]
        .map(|kinds| Bout::duel([&unit, &unit], kinds, &options).expect("a duel"));
    let mut dice = StreamDice::new(stream(42, 0, 0));
    let mut scratch = Scratch::<ThirtyMm>::default();
    let mut halves = 0;
    for number in 0..60 {
        let outcome = ThirtyMm::run(&bouts[number % 2], &mut scratch, &mut dice);
        halves += match outcome.winner {
            None => 1,
            Some(winner) if winner.index() == number % 2 => 2,
            Some(_) => 0,
        };
    }
    assert!(halves >= 60, "{halves} of 120");
}
