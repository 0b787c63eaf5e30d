//! One attack of each kind, played through the rules with sampled dice, against the exact odds.
//!
//! Sample size 200,000 attacks each. A test fails where the likelihood-ratio statistic of the damage
//! is above its 1e-8 quantile, so a false alarm comes in less than one of 10^7 runs.

use std::collections::BTreeMap;

use equipoise_dice::{StreamDice, stream};
use equipoise_stats::GoodnessOfFit;

use super::arena::{RIFLE, SABER, mech};
use crate::data::profile::{RapidFire, RapidFireEffect, Weapon};
use crate::odds::trial::{AttackTrial, Blow};

const ATTACKS: u64 = 200_000;
const LEVEL: f64 = 1e-8;

fn agree(weapon: usize, hexes: u16, round: u8, change: impl FnOnce(&mut Weapon)) {
    let mut shooter = mech();
    change(&mut shooter.weapons[weapon]);
    let blow = Blow {
        hexes,
        round,
        special: false,
        counter: false,
    };
    let mut trial = AttackTrial::new(&shooter, weapon, &mech(), blow).expect("legal");
    let mut counts = BTreeMap::new();
    for number in 0..ATTACKS {
        let mut dice = StreamDice::new(stream(11, weapon as u64, number));
        *counts.entry(trial.run(&mut dice)).or_insert(0) += 1;
    }
    let fit = GoodnessOfFit::new(&counts, &trial.damage()).expect("counts");
    let limit = fit.limit(LEVEL).expect("a level");
    assert!(
        fit.freedom >= 5 && fit.statistic < limit,
        "{fit:?} over {limit}"
    );
}

/// Damage alone, then saves up to the cap of five.
#[test]
fn shooting() {
    agree(RIFLE, 5, 1, |_| ());
    agree(RIFLE, 5, 1, |w| w.pen = Some(5));
}

/// Melee DEF instead of Evade.
#[test]
fn melee_with_pen() {
    agree(SABER, 1, 1, |_| ());
}

/// Finishing blows of tagged weapons in late rounds; the bonus of shooting is smaller.
#[test]
fn finishers() {
    agree(SABER, 1, 4, |w| w.finisher = Some(2));
    agree(RIFLE, 5, 5, |w| (w.finisher, w.pen) = (Some(3), Some(7)));
}

/// Rapid Fire dice at short range.
#[test]
fn rapid_fire() {
    let rapid = RapidFire::of(16, RapidFireEffect::Dice(2));
    agree(RIFLE, 4, 1, |w| w.rapid_fire = Some(rapid));
}

/// More than ten dice: the cap and its automatic successes.
#[test]
fn overflowing_pool() {
    agree(RIFLE, 5, 1, |w| (w.dice, w.pen) = (13, Some(4)));
}
