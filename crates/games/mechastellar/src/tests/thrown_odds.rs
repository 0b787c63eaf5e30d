//! Attacks thrown with every outcome of every die against the convolution.

use std::collections::BTreeMap;

use equipoise_dice::EveryOutcome;

use crate::data::profile::WeaponKind;
use crate::odds::attack::{AttackOdds, PoolOdds};

const fn pool(dice: i32, bonus: i32) -> PoolOdds {
    PoolOdds {
        dice,
        bonus,
        target: 5,
        critical: 10,
        focus: false,
        reroll: false,
    }
}

/// Three dice against two, saves at PEN 6.
fn attack() -> AttackOdds {
    AttackOdds {
        attack: pool(3, 2),
        defence: pool(2, 1),
        kind: WeaponKind::Shooting,
        dmg: 300,
        pen: Some(6),
        finisher: None,
        round: 1,
    }
}

/// Damage and its probability over all that the dice can show.
fn thrown(attack: &AttackOdds) -> BTreeMap<u32, f64> {
    let mut damage = BTreeMap::new();
    EveryOutcome::new().walk(
        |dice| attack.throw(dice),
        |hp, chance| *damage.entry(hp).or_insert(0.0) += chance,
    );
    damage
}

fn agree(attack: &AttackOdds) {
    let (thrown, exact) = (thrown(attack), attack.distribution().damage);
    let total: f64 = thrown.values().sum();
    assert!((total - 1.0).abs() < 1e-12, "{total}");
    let exact: BTreeMap<u32, f64> = exact.into_iter().filter(|&(_, p)| p > 0.0).collect();
    assert!(thrown.keys().eq(exact.keys()), "{attack:?}");
    for (hp, chance) in &thrown {
        assert!((chance - exact[hp]).abs() < 1e-12, "{hp} HP of {attack:?}");
    }
}

#[test]
fn every_throw_of_an_attack_has_the_probability_of_its_damage() {
    agree(&attack());
    let bare = with!(attack(), pen: None);
    agree(&bare);
    // Finisher+6 in round 2 strikes from 2 unblocked HITS on.
    let finisher = with!(attack(), kind: WeaponKind::Melee, finisher: Some(6), round: 2);
    agree(&finisher);
    // More dice than ten, fewer than none, less than nothing in total.
    let overflowing = with!(attack(), attack: pool(12, -14), defence: pool(-1, 0));
    agree(&overflowing);
}

#[test]
fn focus_rerolls_and_other_numbers_are_thrown_as_they_are_told() {
    for (focus, reroll) in [(true, false), (false, true), (true, true)] {
        for (target, critical) in [(5, 10), (7, 8), (2, 9), (10, 10)] {
            let changed = with!(pool(3, 0), target: target, critical: critical, focus: focus,
                reroll: reroll);
            agree(&with!(attack(), attack: changed));
            agree(&with!(attack(), defence: changed));
        }
    }
}
