//! Victory points and the end of a battle.

use super::hexmap;
use equipoise_engine::{Outcome, Side};

use super::arena::{Arena, RIFLE, SABER, squad};
use super::drill::{drill, hit};
use crate::data::profile::{Category, Tier, UnitProfile};
use crate::data::scenario::Entry;
use crate::options::{Options, TieBreak};
use crate::rules::decision::Action;
use crate::rules::event::Event;
use crate::rules::hurt::Location;

fn points(arena: &mut Arena, side: Side) -> i32 {
    arena.run(&[], |game| game.view().earnings(side).total()).0
}

/// A target of 300 HP worth `vp`, one HIT of the rifle.
fn fragile(tier: Tier, vp: u16) -> UnitProfile {
    with!(drill(tier, 0), hp: 300, vp: vp)
}

/// The whole battle; `shots` by A's unit in its turns, as far as they go; A wins every roll-off.
fn battle(
    a: UnitProfile,
    b: UnitProfile,
    options: &Options,
    shots: &[Action],
    faces: &[&[u8]],
) -> (Outcome, Vec<Event>) {
    let mut arena = Arena::with(&[a], &[b], options);
    let turns = shots
        .iter()
        .flat_map(|&shot| [shot, Action::End, Action::End]);
    arena.script(|s| s.actions = turns.collect());
    let mut all = vec![10, 1];
    for round in faces {
        all.extend([10, 1]);
        all.extend(*round);
    }
    arena.run(&all, |game| game.play())
}

const QUIET: [&[u8]; 5] = [&[]; 5];

/// `ms10.score.length`: five rounds with both alive; over in round 2 when one side has no unit left.
#[test]
fn a_battle_has_five_rounds() {
    let options = hexmap();
    let plain = || drill(Tier::Basic, 1);
    let (outcome, events) = battle(plain(), plain(), &options, &[], &QUIET);
    assert_eq!(outcome.rounds, 5);
    let rounds = events.iter().filter(|e| matches!(e, Event::Round { .. }));
    assert_eq!(rounds.count(), 5);

    let target = with!(fragile(Tier::Basic, 40), hp: 600);
    let shots = [hit(RIFLE, 1); 2];
    let (outcome, _) = battle(plain(), target, &options, &shots, &[&[1, 1], &[1]]);
    assert_eq!(outcome.rounds, 2);
    assert_eq!((outcome.winner, outcome.score), (Some(Side::A), [40, 0]));
}

/// `ms10.score.destroyed`: enemies of 20 and 25 VP destroyed are 45 VP; the third is not.
#[test]
fn destroyed_units_give_their_points() {
    let enemies = [20, 25, 30].map(|vp| fragile(Tier::Basic, vp));
    let mut arena = Arena::new(&[drill(Tier::Skilled, 1)], &enemies);
    assert_eq!(points(&mut arena, Side::A), 0);
    for target in [1, 2] {
        arena.apart(0, target, 6);
        arena.attack(0, RIFLE, target, &[1]);
    }
    assert_eq!(
        (points(&mut arena, Side::A), points(&mut arena, Side::B)),
        (45, 0)
    );
}

/// `ms10.score.damaged`: 25 VP at 900 of 2000 HP are 13, at 1000 none; full HP none.
#[test]
fn damaged_units_give_half_rounded_up() {
    for (hp, vp) in [(900, 13), (999, 13), (1000, 0), (2000, 0)] {
        let mut target = fragile(Tier::Basic, 25);
        target.hp = 2000;
        let mut arena = Arena::new(&[drill(Tier::Basic, 0)], &[target]);
        arena.unit_mut(1).hp = hp;
        assert_eq!(points(&mut arena, Side::A), vp);
    }
}

/// `ms10.score.commander`, option `duel_commander`: 10 x the round beside the 25 VP printed: 50 in
/// round 5, 20 in round 2; nothing more when the unit is no Commander.
#[test]
fn the_commander_is_worth_more_each_round() {
    for (round, commander, vp) in [(5, true, 75), (2, true, 45), (5, false, 25)] {
        let options = with!(hexmap(), duel_commander: commander);
        let target = [fragile(Tier::Basic, 25)];
        let mut arena = Arena::with(&[drill(Tier::Basic, 1)], &target, &options);
        arena.battle.round = round;
        arena.attack(0, RIFLE, 1, &[1]);
        assert_eq!(points(&mut arena, Side::A), vp);
        assert_eq!(points(&mut arena, Side::B), 0);
    }
}

/// Victory points of A when `killer` destroys unit 2 of 25 VP.
fn duel_points(
    killer: usize,
    challenge: Option<(usize, usize)>,
    revenge: Option<(usize, usize)>,
) -> i32 {
    let own = [drill(Tier::Skilled, 1), drill(Tier::Skilled, 1)];
    let mut arena = Arena::new(&own, &[fragile(Tier::Skilled, 25)]);
    arena.battle.challenge = challenge;
    arena.battle.sides[1].revenge = revenge;
    arena.apart(killer, 2, 6);
    arena.attack(killer, RIFLE, 2, &[1]);
    points(&mut arena, Side::A)
}

/// `ms10.score.challenge`: 25 + 20 when the Challenger itself destroys its opponent, whoever issued
/// it, by Challenge or Revenge; 25 when another unit does or nothing binds them.
#[test]
fn the_challenger_itself_must_win() {
    assert_eq!(duel_points(0, Some((0, 2)), None), 45);
    assert_eq!(duel_points(0, Some((2, 0)), None), 45);
    assert_eq!(duel_points(1, Some((0, 2)), None), 25);
    assert_eq!(duel_points(0, None, Some((2, 0))), 45);
    assert_eq!(duel_points(1, None, Some((2, 0))), 25);
    assert_eq!(duel_points(0, None, None), 25);
}

/// `ms10.score.challenge`: a Counter wins it too: 3 - 2 HITS destroy the attacker of 25 VP.
#[test]
fn a_counter_can_win_a_challenge() {
    let mut arena = Arena::new(&[fragile(Tier::Skilled, 25)], &[drill(Tier::Skilled, 3)]);
    arena.battle.challenge = Some((0, 1));
    arena.script(|s| s.counter = Some(RIFLE));
    arena.attack(0, RIFLE, 1, &[1, 1]);
    assert_eq!(points(&mut arena, Side::B), 45);
}

/// `ms10.score.challenge`: of a challenged squad the last model counts: nothing for the leader while
/// another one stands, 20 for that one.
#[test]
fn a_challenged_squad_must_fall_wholly() {
    let rivals = squad(&[fragile(Tier::Basic, 25), fragile(Tier::Basic, 25)]);
    let own = Entry::single(drill(Tier::Skilled, 3));
    let mut arena = Arena::entries(vec![own], vec![rivals], &hexmap());
    arena.battle.challenge = Some((0, 1));
    arena.run(&[], |game| game.destroy(1, 0));
    assert_eq!(arena.side(Side::A).earned.total(), 0);
    arena.run(&[], |game| game.destroy(2, 0));
    assert_eq!(arena.side(Side::A).earned.total(), 20);
}

/// VP of events after one melee attack with a saber of this DMG, saves as thrown.
fn melee_points(hits: i8, dmg: u16, pen: u8, saves: &[u8], parts: &[Location]) -> i32 {
    let mut attacker = drill(Tier::Basic, hits);
    attacker.weapons[SABER].dmg = dmg;
    attacker.weapons[SABER].pen = Some(pen);
    let mut target = drill(Tier::Skilled, 0);
    target.weapons[RIFLE].category = Some(Category::Explosive);
    target.weapons[RIFLE].uses = Some(9);
    let mut arena = Arena::new(&[attacker], &[target]);
    arena.apart(0, 1, 1);
    arena.script(|s| s.battle_damage.extend(parts.iter().copied().map(Some)));
    arena.attack(0, SABER, 1, &[&[1], saves].concat());
    arena.side(Side::A).earned.total()
}

/// `ms10.score.big-hit`: 12 x (600 + 200) = 9600 and 3 failed saves are 12600: 100 VP; with the saves
/// made 9600, none. Exactly 10 x (800 + 200) counts, 11 x (700 + 200) = 9900 does not.
#[test]
fn ten_thousand_damage_scores() {
    assert_eq!(melee_points(12, 600, 6, &[1, 1, 1, 6, 6], &[]), 100);
    assert_eq!(melee_points(12, 600, 6, &[6; 5], &[]), 0);
    assert_eq!(melee_points(10, 800, 6, &[6; 5], &[]), 100);
    assert_eq!(melee_points(11, 700, 6, &[6; 5], &[]), 0);
}

/// `ms10.score.big-hit`: neither damage turned into Battle Damage counts, 9600 + 1000 with the save
/// taken as legs, nor what a lost weapon does by exploding (9 x 3 x 300).
#[test]
fn converted_damage_does_not_score() {
    let saves = [1, 6, 6, 6, 6];
    assert_eq!(melee_points(12, 600, 6, &saves, &[]), 100);
    assert_eq!(melee_points(12, 600, 6, &saves, &[Location::Legs]), 0);
    assert_eq!(
        melee_points(12, 600, 6, &saves, &[Location::Weapon(RIFLE)]),
        0
    );
}

/// `ms10.score.big-hit`: more than the target had counts in full, and each time it happens.
#[test]
fn overkill_counts_and_every_time() {
    let mut attacker = drill(Tier::Skilled, 10);
    attacker.weapons[SABER].dmg = 800;
    attacker.weapons[SABER].pen = None;
    let mut arena = Arena::new(&[attacker], &[fragile(Tier::Basic, 25)]);
    arena.apart(0, 1, 1);
    arena.unit_mut(1).hp = 10_100;
    let fire = hit(SABER, 1);
    arena.turn(0, &[fire, Action::Zeal { actions: 1 }, fire], &[1, 1]);
    assert!(!arena.unit(1).on_table);
    assert_eq!(arena.side(Side::A).earned.total(), 200);
}

fn levelled(level: u8) -> UnitProfile {
    with!(drill(Tier::Basic, 1), elite_level: level)
}

/// `ms10.score.winner`, option `tie_break`: more VP wins, even with 5 Momentum against 10; without
/// points the side with 10 Momentum against 7 wins, or nobody by the option; equal in both, nobody.
#[test]
fn the_winner_has_more_points_then_more_momentum() {
    let momentum = hexmap();
    let draw = with!(hexmap(), tie_break: TieBreak::Draw);
    let winner = |a, b, options| battle(a, b, options, &[], &QUIET).0.winner;
    assert_eq!(winner(levelled(0), levelled(3), &momentum), Some(Side::A));
    assert_eq!(winner(levelled(3), levelled(0), &momentum), Some(Side::B));
    assert_eq!(winner(levelled(0), levelled(3), &draw), None);
    assert_eq!(winner(levelled(0), levelled(0), &momentum), None);
    let hurt = with!(levelled(0), hp: 500, vp: 1);
    let rounds: [&[u8]; 5] = [&[1, 1], &[], &[], &[], &[]];
    let (outcome, _) = battle(levelled(9), hurt, &momentum, &[hit(RIFLE, 1)], &rounds);
    assert_eq!((outcome.winner, outcome.score), (Some(Side::A), [1, 0]));
}
