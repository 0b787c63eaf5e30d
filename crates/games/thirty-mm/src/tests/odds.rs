//! Exact odds: by hand, against the rules themselves, and against battles with dice.

use equipoise_dice::{EveryOutcome, StreamDice, stream};
use equipoise_engine::{NoLog, Side};

use super::arena::{Arena, TORSO, at};
use crate::catalogue::Catalogue;
use crate::odds::duel::DuelOdds;
use crate::odds::fire::Fire;
use crate::odds::trial::ShotTrial;
use crate::options::{ApCapScope, Options};
use crate::rules::aim::Aim;
use crate::rules::attack::{Attack, Strikes};
use crate::rules::check::Check;
use crate::rules::game::Game;
use crate::rules::redundancy::Strike;
use crate::rules::shot::ShotOdds;
use crate::rules::state::{Posture, UnitId};
use crate::rules::view::Arm;

fn near(value: f64, expected: f64, within: f64) {
    assert!((value - expected).abs() < within, "{value}, not {expected}");
}

const fn plain(stat: u8) -> Check {
    Check { stat, modifier: 0 }
}

fn odds(attack: u8, evasion: u8) -> ShotOdds {
    ShotOdds::new(plain(attack), Some(plain(evasion)))
}

/// mm30.ranged.accuracy-roll, mm30.ranged.evasion-roll: 6 against 7 hits with 1/8 + 2/8 * 6/8 = 0.3125,
/// 5 against 5 with 1/8 + 3/8 * 4/8 = 0.3125, 2 against 2 with 1/8 + 6/8 * 1/8 = 0.21875.
#[test]
fn odds_of_a_shot_by_hand() {
    near(odds(6, 7).hit(), 0.3125, 1e-15);
    near(odds(5, 5).hit(), 0.3125, 1e-15);
    near(odds(2, 2).hit(), 0.21875, 1e-15);
    let held = ShotOdds::new(plain(6), None);
    near(held.hit(), 0.375, 1e-15);
    for attack in 2..=9 {
        for evasion in 2..=9 {
            let odds = odds(attack, evasion);
            let ways = [odds.missed, odds.evaded, odds.plain, odds.critical];
            assert_eq!(ways.iter().sum::<u8>(), 64);
        }
    }
}

/// mm30.ranged.damage, mm30.ranged.critical: at 6 against 7 a pod does 12 * 0.1875 + 18 * 0.125 = 4.5, a
/// pistol 3 * 0.1875 + 5 * 0.125 = 1.1875.
#[test]
fn mean_damage_by_hand() {
    let mean = |ap, damage| {
        let damage = odds(6, 7).damage(Strike { ap, damage });
        damage.expect("a distribution").mean()
    };
    near(mean(6, 12), 4.5, 1e-12);
    near(mean(2, 3), 1.1875, 1e-12);
}

fn pistol(defense: u16) -> Fire {
    Fire {
        odds: odds(6, 7),
        strike: Strike { ap: 2, damage: 3 },
        ap_bonus: 2,
        defense,
        cap_scope: ApCapScope::Always,
    }
}

/// mm30.ranged.damage: a section of 3 falls to the first hit: geometric with 0.3125. One of 5 falls to a
/// critical or to two hits: with the first attack 1/8, with the second 0.6875 / 8 + 0.1875 * 0.3125.
#[test]
fn attacks_until_a_section_is_gone() {
    let gone = pistol(3).attacks_until_gone(4);
    for (nth, chance) in gone.iter().enumerate() {
        near(*chance, 0.3125 * 0.6875_f64.powi(nth as i32), 1e-15);
    }
    let gone = pistol(5).attacks_until_gone(2);
    near(gone[0], 0.125, 1e-15);
    near(gone[1], 0.6875 * 0.125 + 0.1875 * 0.3125, 1e-15);
    let whole: f64 = pistol(36).attacks_until_gone(2000).iter().sum();
    near(whole, 1.0, 1e-12);
}

/// mm30.ap.roll, mm30.ap.store: the first turn of class 2 has 3 to 10 points, so 1, 2, 2, 3, 3, 4, 4 or 5
/// pistol shots, and 1 point of an odd roll is kept.
#[test]
fn a_turn_fires_while_points_last() {
    let survives = |shots: i32| 0.6875_f64.powi(shots);
    let first: f64 = [1, 2, 2, 3, 3, 4, 4, 5].map(survives).iter().sum::<f64>() / 8.0;
    let turns = pistol(3).turns_until_gone(2);
    near(turns[0], 1.0 - first, 1e-15);
    // Odd totals 3, 5, 7, 9 keep 1 point: the next turn then has one more.
    let odd: f64 = [1, 2, 3, 4].map(survives).iter().sum::<f64>() / 8.0;
    let more: f64 = [2, 2, 3, 3, 4, 4, 5, 5].map(survives).iter().sum::<f64>() / 8.0;
    near(
        turns[1],
        odd * (1.0 - more) + (first - odd) * (1.0 - first),
        1e-15,
    );
}

/// mm30.ap.cap: a weapon of 16 points and more than a roll gives: what is stored ends at 16.
#[test]
fn stores_are_capped() {
    let slow = Fire {
        odds: ShotOdds::new(plain(2), None),
        strike: Strike { ap: 16, damage: 99 },
        ap_bonus: 4,
        defense: 1,
        cap_scope: ApCapScope::Always,
    };
    // Two rolls make 8 + d8 + d8: 16 or more in 43 of 64 cases. What is above 16 is lost, so that after
    // a shot nothing is left and one roll, 12 at most, pays for none. The other 21 cases have
    // 16 with a third roll, but for three 1s.
    let turns = slow.turns_until_gone(3);
    assert!(turns[0].abs() < 1e-15);
    near(turns[1], 43.0 / 64.0 * 7.0 / 8.0, 1e-15);
    near(turns[2], 167.0 / 512.0 * 7.0 / 8.0, 1e-15);
}

/// mm30.turn.alternate: the printed oracle: pistol 3/2, class 2, 6 against 7, torso 36: 0.550133 for the
/// side that acts first, 0.449867 for the other, 8.594985 rounds.
#[test]
fn the_standing_duel_is_solved() {
    let duel = DuelOdds::solve([pistol(36); 2], 400);
    near(duel.wins[0], 0.550_133, 5e-7);
    near(duel.wins[1], 0.449_867, 5e-7);
    near(duel.rounds, 8.594_985, 5e-7);
    near(duel.draw, 0.0, 1e-12);
    let short = DuelOdds::solve([pistol(36); 2], 10);
    near(short.wins[0] + short.wins[1] + short.draw, 1.0, 1e-12);
}

/// mm30.roll.stacking: the rules resolve an attack exactly as its odds say, in every posture, for a shot
/// and a strike.
#[test]
fn attacks_by_the_rules_have_their_odds() {
    for own in [Posture::Standing, Posture::Kneeling, Posture::Prone] {
        for other in [Posture::Standing, Posture::Grounded] {
            for arm in [Arm::Weapon(0), Arm::Basic] {
                let mut arena = Arena::refs();
                arena.put(1, 5, 4, crate::rules::facing::Facing::SOUTH);
                arena.begin(0, 16);
                arena.battle.units[0].posture = own;
                arena.battle.units[1].posture = other;
                let expected = arena.view().shot_odds(0, arm, 1);
                let attack = Attack::new(arm, 1, Aim::Section(TORSO));
                let mut ways = [0.0; 4];
                EveryOutcome::new().walk(
                    |dice| {
                        let mut battle = arena.battle.clone();
                        let mut game = Game {
                            table: &arena.table,
                            battle: &mut battle,
                            dice,
                            log: &mut NoLog,
                        };
                        game.attack(attack).expect("legal")
                    },
                    |result, chance| ways[result as usize] += chance,
                );
                let all = [
                    expected.missed,
                    expected.evaded,
                    expected.plain,
                    expected.critical,
                ];
                for (found, expected) in ways.into_iter().zip(all) {
                    near(found, f64::from(expected) / 64.0, 1e-12);
                }
                assert_eq!(Strikes::Critical as usize, 3);
            }
        }
    }
}

/// mm30.ranged.damage, mm30.vehicle.fighter-full-move: every attack that a shipped unit makes on the first
/// one, and that one on each, over all faces of its dice: an air fighter fires as well, once it has flown.
#[test]
fn attacks_of_shipped_units_do_the_damage_of_their_odds() {
    let units = Catalogue::embedded().units().to_vec();
    let pairs = units
        .iter()
        .flat_map(|it| [(it, &units[0]), (&units[0], it)]);
    let mut attacks = 0;
    for (attacker, target) in pairs {
        for weapon in 0..attacker.all_weapons().count() {
            let trial = ShotTrial::new(&Options::default(), attacker, weapon, target);
            let Some(mut trial) = trial.expect("units without faults") else {
                continue;
            };
            let exact = trial.odds.damage(trial.strike).expect("a distribution");
            let mut found = vec![0.0; usize::from(trial.strike.critical()) + 1];
            EveryOutcome::new().walk(
                |dice| trial.run(dice),
                |damage, chance| found[usize::from(damage)] += chance,
            );
            for (damage, chance) in exact.iter() {
                near(found[damage as usize], chance, 1e-12);
            }
            attacks += 1;
        }
    }
    assert!(attacks > 2 * units.len(), "{attacks} attacks");
}

/// One unit fires its pistol at the other's torso while it may.
fn volley(game: &mut Game<'_, StreamDice, NoLog>, unit: UnitId) {
    game.begin_turn(unit).expect("its turn");
    let attack = Attack {
        target: 1 - unit,
        ..at(TORSO)
    };
    while game.attack(attack).is_ok() {}
    game.end_turn().expect("a turn");
}

/// mm30.turn.round-end: 40,000 standing duels by the rules, seed 20230403. With p = 0.55 the standard
/// error is 0.00249; rounds have a standard deviation of 2.10433, so an error of 0.01052. Bounds of 5.4
/// errors: both together raise one false alarm in 7 million.
#[test]
fn standing_duels_by_the_rules_go_as_solved() {
    const DUELS: u32 = 40_000;
    let values = [("round_limit", "255")];
    let arena = Arena::duel(["REF-2", "REF-2"], &values);
    let view = arena.view();
    let fire = [0, 1].map(|unit| view.fire(unit, Arm::Weapon(0), 1 - unit, TORSO));
    let expected = DuelOdds::solve(fire, 255);
    near(expected.wins[0], 0.550_133, 5e-7);
    let mut dice = StreamDice::new(stream(20_230_403, 0, 0));
    let (mut wins, mut rounds) = (0_u32, 0_u32);
    for _ in 0..DUELS {
        let mut battle = arena.battle.clone();
        let mut game = Game {
            table: &arena.table,
            battle: &mut battle,
            dice: &mut dice,
            log: &mut NoLog,
        };
        let outcome = loop {
            volley(&mut game, 0);
            if game.outcome().is_none() {
                volley(&mut game, 1);
            }
            match game.outcome() {
                Some(outcome) => break outcome,
                None => game.begin_round(),
            }
        };
        wins += u32::from(outcome.winner == Some(Side::A));
        rounds += u32::from(outcome.rounds);
    }
    let share = |sum: u32| f64::from(sum) / f64::from(DUELS);
    near(share(wins), expected.wins[0], 0.01344);
    near(share(rounds), expected.rounds, 0.0568);
}
