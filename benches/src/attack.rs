//! One attack with armour saves and no choices, sampled from any dice.

use equipoise_dice::{Dice, PoolShape, Sides};
use equipoise_mechastellar::constants::{FINISHER_HITS, FINISHER_SHOOTING, SAVE_CAP, SAVE_DAMAGE};
use equipoise_mechastellar::{AttackOdds, PoolOdds, WeaponKind};

/// A shooting attack of a weapon with PEN, as sampled in a battle.
#[derive(Clone, Copy, Debug)]
pub struct SampledAttack {
    /// Dice and flat HITS of the attacker.
    pub attack: (u8, i32),
    /// Dice and flat DEF of the defender.
    pub defence: (u8, i32),
    /// Damage per unblocked HIT, HP.
    pub dmg: u32,
    /// Armour penetration.
    pub pen: i32,
}

/// The attack whose exact odds the benches time: 6d10+5 against 8d10+3, DMG 300, PEN 5.
pub const RIFLE: SampledAttack = attack((6, 5), (8, 3), 300, 5);

/// Attacks in turn, as a battle of several units mixes them.
pub const ATTACKS: [SampledAttack; 8] = [
    RIFLE,
    attack((10, 4), (8, 2), 200, 4),
    attack((7, 5), (5, 5), 500, 5),
    attack((8, 3), (7, 3), 300, 6),
    attack((5, 6), (9, 1), 400, 7),
    attack((9, 2), (6, 4), 200, 5),
    attack((4, 5), (10, 0), 600, 8),
    attack((6, 3), (6, 3), 300, 5),
];

const fn attack(attack: (u8, i32), defence: (u8, i32), dmg: u32, pen: i32) -> SampledAttack {
    SampledAttack {
        attack,
        defence,
        dmg,
        pen,
    }
}

impl SampledAttack {
    /// Damage of one attack, HP: two pools, unblocked HITS, the finishing blow, armour saves.
    ///
    /// A save is drawn even if no hit is unblocked, and then ignored: the branch is unpredictable, and a
    /// misprediction costs more than the draw.
    // Inlined into a loop, the compiler would replace conditional moves by branches.
    #[inline(never)]
    pub fn sample<D: Dice>(&self, dice: &mut D) -> u32 {
        let mut total = |(count, flat): (u8, i32)| {
            let rolled = count.min(PoolShape::MAX_DICE);
            let roll = dice.pool(PoolShape::d10(rolled, 10));
            (i32::from(roll.successes()) + flat).max(0)
        };
        let (hits, defences) = (total(self.attack), total(self.defence));
        let unblocked = (hits - defences).max(0) as u32;
        let finishes = unblocked >= u32::from(FINISHER_HITS);
        let extra = u32::from(finishes) * FINISHER_SHOOTING;
        let saves = unblocked.clamp(1, SAVE_CAP.into()) as u8;
        let failed = u32::from(dice.fails(Sides::D10, saves, self.pen)) * u32::from(unblocked > 0);
        unblocked * (self.dmg + extra) + SAVE_DAMAGE * failed
    }
}

/// [`RIFLE`] for the exact odds, as a library user writes it.
#[must_use]
pub fn rifle_odds() -> AttackOdds {
    let pool = |(dice, bonus): (u8, i32)| PoolOdds {
        dice: dice.into(),
        bonus,
        target: 5,
        critical: 10,
        focus: false,
        reroll: false,
    };
    AttackOdds {
        attack: pool(RIFLE.attack),
        defence: pool(RIFLE.defence),
        kind: WeaponKind::Shooting,
        dmg: RIFLE.dmg as u16,
        pen: Some(RIFLE.pen as u8),
        finisher: None,
        round: 1,
    }
}

#[cfg(test)]
mod tests {
    use super::{RIFLE, rifle_odds};
    use crate::{DieByDie, generator};
    use equipoise_dice::{Dice, TableDice};

    /// Attacks sampled with a fixed seed.
    const RUNS: u32 = 200_000;

    fn sampled_mean<D: Dice>(mut dice: D) -> f64 {
        let sum: u64 = (0..RUNS).map(|_| u64::from(RIFLE.sample(&mut dice))).sum();
        sum as f64 / f64::from(RUNS)
    }

    /// Both samplers follow the exact odds: the mean lies within six standard errors; false-alarm rate
    /// below 2 in 10^9.
    #[test]
    fn sampled_attacks_have_the_exact_mean() {
        let odds = rifle_odds().distribution();
        let mean = odds.means.damage;
        let square = |&(hp, p): &(u32, f64)| p * (f64::from(hp) - mean).powi(2);
        let variance: f64 = odds.damage.iter().map(square).sum();
        let error = (variance / f64::from(RUNS)).sqrt();
        for sampled in [
            sampled_mean(TableDice::new(generator())),
            sampled_mean(DieByDie(generator())),
        ] {
            assert!(
                (sampled - mean).abs() < 6.0 * error,
                "{sampled} is not {mean}"
            );
        }
    }
}
