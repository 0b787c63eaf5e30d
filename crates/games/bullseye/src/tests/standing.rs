//! Two mecha that stand and shoot, by the rules and by a dynamic programme of its own.

use std::thread;

use equipoise_dice::{TableDice, stream};

use super::arena::{mecha, options};
use super::script::{SCRIPT, Script, ScriptPolicy};
use crate::data::profile::Mecha;
use crate::policy_kind::PolicyKind;
use crate::rules::bout::Bout;
use crate::rules::game::Game;
use crate::rules::state::Battle;
use equipoise_engine::{NoLog, Side};

/// Probability of `successes` of so many six-sided dice that explode on ones, die by die.
fn pool(dice: u32, skill: u32) -> Vec<f64> {
    let (one, scores, fails) = (
        1.0_f64 / 6.0,
        f64::from(skill - 1) / 6.0,
        f64::from(6 - skill) / 6.0,
    );
    // Ways of a single die: n ones and then another face.
    let die: Vec<f64> = (0..40)
        .map(|n: i32| {
            let ones = |count: i32| if count < 0 { 0.0 } else { one.powi(count) };
            ones(n) * fails + ones(n - 1) * scores
        })
        .collect();
    let mut sum = vec![1.0];
    for _ in 0..dice {
        let mut next = vec![0.0; sum.len() + die.len()];
        for (a, p) in sum.iter().enumerate() {
            for (b, q) in die.iter().enumerate() {
                next[a + b] += p * q;
            }
        }
        sum = next;
    }
    sum
}

fn hit_chance(attack: u32, defense: u32, skill: u32) -> f64 {
    let (attack, defense) = (pool(attack, skill), pool(defense, skill));
    let mut chance = 0.0;
    for (a, p) in attack.iter().enumerate() {
        for (d, q) in defense.iter().enumerate() {
            chance += if a > d { p * q } else { 0.0 };
        }
    }
    chance
}

/// Boxes and failed stability rolls of a mecha; three failures kill it.
type Track = (usize, usize);

/// What a hit makes of a track, each with its probability; `None` is dead.
fn after_hit((boxes, failures): Track) -> [(Option<Track>, f64); 2] {
    let boxes = (boxes + 1).min(6);
    let fails = boxes as f64 / 6.0;
    let failed = (failures < 2).then_some((boxes, failures + 1));
    [(Some((boxes, failures)), 1.0 - fails), (failed, fails)]
}

/// Probability that whoever shoots next wins, solved backwards from the most damaged tracks: with
/// `own` and `other` as they are, shots go to and fro until one hits.
fn wins(own: Track, other: Track, hit: f64, known: &mut Vec<((Track, Track), f64)>) -> f64 {
    if let Some((_, found)) = known.iter().find(|(key, _)| *key == (own, other)) {
        return *found;
    }
    // A hit on `other`: then it is `other`'s turn. A hit on `own` likewise.
    let struck = |target: Track, shooter: Track, known: &mut Vec<_>| {
        let mut shooter_wins = 0.0;
        for (next, chance) in after_hit(target) {
            shooter_wins += chance
                * match next {
                    None => 1.0,
                    Some(_) if chance == 0.0 => 0.0,
                    Some(track) => 1.0 - wins(track, shooter, hit, known),
                };
        }
        shooter_wins
    };
    let first = struck(other, own, known);
    let second = struck(own, other, known);
    let miss = 1.0 - hit;
    // W = hit * first + miss * (1 - V), V = hit * second + miss * (1 - W).
    let value = (hit * first + miss - miss * hit * second - miss * miss) / (1.0 - miss * miss);
    known.push(((own, other), value));
    value
}

fn first_mover_wins(hit: f64) -> f64 {
    wins((0, 0), (0, 0), hit, &mut Vec::new())
}

/// The published figures of the static duel.
#[test]
fn the_programme_gives_the_published_figures() {
    let hit = hit_chance(4, 4, 3);
    assert!((hit - 0.395_462).abs() < 5e-7, "{hit}");
    let first = first_mover_wins(hit);
    assert!((first - 0.528_295).abs() < 5e-7, "{first}");
}

/// Wins of the first mover in battles by the rules: both in one sector, each with two weapons of
/// range 0, no marker in reach, nothing but shots.
fn sampled(unit: &Mecha, battles: u64) -> u64 {
    let options = options(&[
        ("great_success_at", "99"),
        ("cut_scene_at", "99"),
        ("overdrive_start", "0"),
        ("start_quadrants", "0,0"),
        ("round_limit", "255"),
    ]);
    let team = [unit.clone()];
    let bout = Bout::compile([&team, &team], [PolicyKind::Rulebook; 2], &options).expect("legal");
    let share = |from: u64| {
        SCRIPT.set(with!(Script::default(), stands: true));
        let (mut battle, mut wins) = (Battle::default(), 0);
        for number in (from..battles).step_by(2) {
            let mut dice = TableDice::new(stream(20_261_122, 3, number));
            let game = Game {
                bout: &bout,
                policies: [ScriptPolicy; 2],
                state: &mut battle,
                dice: &mut dice,
                log: &mut NoLog,
            };
            let outcome = game.play();
            let first = bout.units[usize::from(battle.order[0])].side;
            let winner = outcome.winner.expect("255 rounds are enough");
            wins += u64::from(winner == first);
            debug_assert!(Side::BOTH.contains(&winner));
        }
        wins
    };
    thread::scope(|scope| {
        let other = scope.spawn(|| share(1));
        share(0) + other.join().expect("no panic")
    })
}

/// bull.attack.roll, bull.defense.roll, bull.stability.roll, bull.lethal.death: 20,000 battles by
/// the rules win as often as the programme says, within 5.5 standard deviations: a false alarm in
/// 2.6 x 10^7 runs of each. With 99 % probability finds a win rate that is 2.8 points off.
#[test]
fn standing_duels_go_as_the_programme_says() {
    compare_with_the_programme(20_000);
}

#[test]
#[ignore = "statistical: 2,000,000 battles; false alarm 8e-8; finds a win rate 0.4 points off with 99 %"]
fn many_standing_duels_go_as_the_programme_says() {
    compare_with_the_programme(1_000_000);
}

fn compare_with_the_programme(battles: u64) {
    for (attack, defense, skill) in [(4, 4, 3), (6, 3, 4)] {
        let mut unit = mecha(4, &[0, 0]);
        (unit.attack, unit.defense, unit.skill) = (attack, defense, skill);
        let hit = hit_chance(attack.into(), defense.into(), skill.into());
        let expected = first_mover_wins(hit);
        let share = sampled(&unit, battles) as f64 / battles as f64;
        let deviation = (expected * (1.0 - expected) / battles as f64).sqrt();
        let off = (share - expected) / deviation;
        assert!(
            off.abs() < 5.5,
            "{share} against {expected}: {off:.1} sigma"
        );
    }
}
