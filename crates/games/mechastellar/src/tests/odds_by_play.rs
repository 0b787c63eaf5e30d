//! One attack of each kind, played through the rules with sampled dice, against the exact odds.
//!
//! Sample size 200,000 attacks each; Pearson's chi-square over the damage distribution, cells
//! expected below 10 pooled. A test fails above the 1e-8 quantile, bounded by the
//! Wilson-Hilferty approximation, so the eight tests raise a false alarm less than once in 10^7.

use std::collections::BTreeMap;

use equipoise_dice::{TableDice, stream};

use equipoise_engine::NoLog;

use super::arena::{Arena, RIFLE, SABER, mech};
use crate::data::profile::{UnitProfile, Weapon};
use crate::odds::attack::{AttackOdds, PoolOdds};
use crate::rules::clash::Strike;
use crate::rules::decision::Action;
use crate::rules::game::Game;

const ATTACKS: u64 = 200_000;
/// Standard normal quantile of 1e-8.
const Z: f64 = 5.612;

/// Damage of one attack by play: HP the target loses.
fn by_play(arena: &mut Arena, weapon: usize, number: u64) -> u32 {
    arena.script(|s| {
        s.actions = [Action::Attack {
            weapon,
            special: false,
            target: 1,
        }]
        .into();
    });
    let mut dice = TableDice::new(stream(11, weapon as u64, number));
    let (full, mut state) = (1_000_000, arena.battle.clone());
    state.units[1].hp = full;
    let mut game = Game {
        bout: &arena.bout,
        policies: arena.bout.policies,
        state: &mut state,
        dice: &mut dice,
        log: &mut NoLog,
    };
    game.take_turn(0, false);
    (full - state.units[1].hp) as u32
}

/// The same attack as a question about odds.
fn as_odds(arena: &Arena, weapon: usize) -> AttackOdds {
    let strike = Strike::plain(0, weapon, 1);
    let profile = &arena.bout.units[0].weapons[weapon];
    let target = &arena.battle.units[1];
    let rapid = profile.rapid_at(arena.view().distance(0, 1));
    let printed = if profile.is_melee() {
        target.melee_def
    } else {
        target.evade
    };
    let pool = |dice: i32, bonus: i32| PoolOdds {
        dice,
        bonus,
        target: 5,
        critical: 10,
        focus: false,
        reroll: false,
    };
    AttackOdds {
        attack: pool(
            profile.dice
                + rapid.map_or(0, |b| b.dice)
                + i32::from(arena.view().can_lock_on(&strike, false)),
            profile.bonus + rapid.map_or(0, |b| b.hits),
        ),
        defence: pool(
            printed.dice + i32::from(arena.view().can_lock_on(&strike, true)),
            printed.bonus,
        ),
        kind: profile.kind,
        dmg: profile.dmg as u16,
        pen: profile.pen,
        finisher: profile.finisher,
        round: arena.battle.round,
    }
}

/// Pearson's statistic and its degrees of freedom, small cells pooled.
fn chi_square(counts: &BTreeMap<u32, u64>, exact: &[(u32, f64)]) -> (f64, f64) {
    let (mut statistic, mut cells) = (0.0, 0.0);
    let (mut seen, mut expected) = (0.0, 0.0);
    for &(damage, probability) in exact {
        seen += counts.get(&damage).copied().unwrap_or(0) as f64;
        expected += probability * ATTACKS as f64;
        if expected >= 10.0 {
            statistic += (seen - expected).powi(2) / expected;
            cells += 1.0;
            (seen, expected) = (0.0, 0.0);
        }
    }
    (
        statistic + (seen - expected).powi(2) / expected.max(1.0),
        cells - 1.0,
    )
}

fn agree(mut shooter: UnitProfile, target: UnitProfile, weapon: usize, hexes: i16, round: u8) {
    shooter.weapons.truncate(weapon + 1);
    let mut arena = Arena::new(&[shooter], &[target]);
    arena.apart(0, 1, hexes);
    arena.battle.round = round;
    let exact = as_odds(&arena, weapon).distribution();
    let mut counts = BTreeMap::new();
    for number in 0..ATTACKS {
        *counts
            .entry(by_play(&mut arena, weapon, number))
            .or_insert(0) += 1;
    }
    let possible: Vec<u32> = exact.damage.iter().map(|(damage, _)| *damage).collect();
    assert!(
        counts.keys().all(|damage| possible.contains(damage)),
        "impossible damage"
    );
    let (statistic, freedom) = chi_square(&counts, &exact.damage);
    let spread = 2.0 / (9.0 * freedom);
    let limit = freedom * (1.0 - spread + Z * spread.sqrt()).powi(3);
    assert!(
        freedom >= 5.0 && statistic < limit,
        "chi-square {statistic} over {limit}"
    );
}

fn with_weapon(weapon: usize, change: impl FnOnce(&mut Weapon)) -> UnitProfile {
    let mut unit = mech();
    change(&mut unit.weapons[weapon]);
    unit
}

/// Damage without saves.
#[test]
fn shooting_without_pen() {
    agree(mech(), mech(), RIFLE, 5, 1);
}

/// Saves up to the cap of five.
#[test]
fn shooting_with_pen() {
    agree(with_weapon(RIFLE, |w| w.pen = Some(5)), mech(), RIFLE, 5, 1);
}

/// Melee DEF instead of Evade.
#[test]
fn melee_with_pen() {
    agree(mech(), mech(), SABER, 1, 1);
}

/// The finishing blow of a tagged weapon in a late round.
#[test]
fn melee_finisher() {
    agree(
        with_weapon(SABER, |w| w.finisher = Some(2)),
        mech(),
        SABER,
        1,
        4,
    );
}

/// The same for shooting, whose bonus is smaller.
#[test]
fn shooting_finisher() {
    let rifle = |w: &mut Weapon| (w.finisher, w.pen) = (Some(3), Some(7));
    agree(with_weapon(RIFLE, rifle), mech(), RIFLE, 5, 5);
}

/// Rapid Fire dice at short range.
#[test]
fn rapid_fire() {
    let rapid = crate::data::profile::RapidFire {
        range_in: 16,
        effect: crate::data::profile::RapidFireEffect::Dice(2),
    };
    agree(
        with_weapon(RIFLE, |w| w.rapid_fire = Some(rapid)),
        mech(),
        RIFLE,
        4,
        1,
    );
}

/// More than ten dice: the cap and its automatic successes.
#[test]
fn overflowing_pool() {
    agree(
        with_weapon(RIFLE, |w| (w.dice, w.pen) = (13, Some(4))),
        mech(),
        RIFLE,
        5,
        1,
    );
}

/// Lock On of both sides.
#[test]
fn lock_on() {
    let mut unit = mech();
    unit.sensors.shooting_in = 24;
    unit.sensors.evade_in = 24;
    agree(unit.clone(), unit, RIFLE, 5, 1);
}
