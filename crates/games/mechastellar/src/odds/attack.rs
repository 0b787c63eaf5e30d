//! The exact odds of one attack, from the pools to the damage.
//!
//! No die is thrown here: distributions are convolved. What a policy or a barrier may change
//! between the rolls and the damage is settled before, in the numbers of [`AttackOdds`].

use std::collections::BTreeMap;

use equipoise_dice::{Pmf, PoolShape, PoolSize, PoolUse, Sides};

use crate::data::profile::WeaponKind;
use crate::rules::constants::{
    FINISHER_MELEE, FINISHER_SHOOTING, FOCUS_TARGET, SAVE_CAP, SAVE_DAMAGE, finisher_threshold,
};

/// One side's dice and what is added to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolOdds {
    /// Net dice; below 0 none are rolled, each above ten is an automatic success
    /// (`ms10.core.pool-cap`, `ms10.core.pool-floor`).
    pub dice: i32,
    /// Flat HITS or DEF (`ms10.core.flat-bonus`).
    pub bonus: i32,
    /// Target number.
    pub target: u8,
    /// Critical number.
    pub critical: u8,
    /// Focus is spent on the roll (`ms10.skill.focus`).
    pub focus: bool,
    /// Every failing die is thrown again, once (`ms10.core.reroll-once`).
    pub reroll: bool,
}

impl PoolOdds {
    /// Lowest face that succeeds. Focus is spent beforehand here, so it is a lower target number, and every face from the
    /// critical number on counts twice, also where that is below the target number without Focus.
    pub(super) fn needed(&self) -> u8 {
        if self.focus {
            self.target.min(FOCUS_TARGET)
        } else {
            self.target
        }
    }

    /// HITS or DEF in total, never below 0 (`ms10.core.total-floor`).
    #[must_use]
    pub fn total(&self) -> Pmf {
        let size = PoolSize::capped(self.dice);
        let shape = PoolShape {
            sides: Sides::D10,
            dice: size.rolled,
            target: self.needed(),
            critical: self.critical,
            lowered: self.needed(),
        };
        let how = PoolUse {
            lowered: false,
            reroll: self.reroll,
        };
        // Automatic successes first: only the whole total is floored.
        let added = i32::from(size.automatic).saturating_add(self.bonus);
        Pmf::pool(shape, how).shift(added)
    }
}

/// One attack of a weapon on a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackOdds {
    /// The attacker's dice and HITS.
    pub attack: PoolOdds,
    /// The defender's dice and DEF.
    pub defence: PoolOdds,
    /// Shooting or melee.
    pub kind: WeaponKind,
    /// Damage per unblocked HIT, HP.
    pub dmg: u16,
    /// Armour penetration; `None` causes no saves.
    pub pen: Option<u8>,
    /// X of Finisher+X.
    pub finisher: Option<u8>,
    /// Round of the battle, from 1.
    pub round: u8,
}

/// What can come of an attack, with exact probabilities.
#[derive(Clone, Debug, PartialEq)]
pub struct AttackDistribution {
    /// HITS in total.
    pub hits: Pmf,
    /// DEF in total.
    pub defences: Pmf,
    /// HITS left after each DEF cancelled one (`ms10.core.unblocked`).
    pub unblocked: Pmf,
    /// Armour saves that fail (`ms10.save.roll`).
    pub failed_saves: Pmf,
    /// Damage in HP and its probability, smallest first.
    pub damage: Vec<(u32, f64)>,
    /// Expected values of the above.
    pub means: AttackMeans,
    /// Probability of a finishing blow.
    pub finishing_blow: f64,
    /// Probability that the damage is 0.
    pub no_damage: f64,
}

/// Expected values of an attack.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AttackMeans {
    /// HITS.
    pub hits: f64,
    /// DEF.
    pub defences: f64,
    /// Unblocked HITS.
    pub unblocked: f64,
    /// Failed armour saves.
    pub failed_saves: f64,
    /// Damage, HP.
    pub damage: f64,
}

impl AttackOdds {
    /// The odds of the attack in the attacker's own turn.
    #[must_use]
    pub fn distribution(&self) -> AttackDistribution {
        self.with_threshold(Some(finisher_threshold(self.finisher, self.round)))
    }

    /// The odds of the same numbers as a Counter, which strikes no finishing blow
    /// (`ms10.finisher.own-turn`). The HITS a Counter lacks belong in the attack's bonus.
    #[must_use]
    pub fn counter_distribution(&self) -> AttackDistribution {
        self.with_threshold(None)
    }

    /// Unblocked HITS from `threshold` on make a finishing blow; never when it is `None`.
    fn with_threshold(&self, threshold: Option<u8>) -> AttackDistribution {
        let (hits, defences) = (self.attack.total(), self.defence.total());
        let unblocked = hits.difference_floored(&defences);
        let finishes = |count: u32| threshold.is_some_and(|needed| count >= u32::from(needed));
        let finishing = unblocked.iter().filter(|&(k, _)| finishes(k));
        let finishing_blow = total(finishing.map(|(_, p)| p));
        let failed_saves = unblocked.then(|count| self.failed_saves(count));
        let damage = self.damage(&unblocked, finishes);
        let means = AttackMeans {
            hits: hits.mean(),
            defences: defences.mean(),
            unblocked: unblocked.mean(),
            failed_saves: failed_saves.mean(),
            damage: total(damage.iter().map(|&(hp, p)| f64::from(hp) * p)),
        };
        let harmless = damage.iter().filter(|&&(hp, _)| hp == 0);
        let no_damage = total(harmless.map(|&(_, p)| p));
        AttackDistribution {
            hits,
            defences,
            unblocked,
            failed_saves,
            damage,
            means,
            finishing_blow,
            no_damage,
        }
    }

    /// Damage and its probability over all numbers of unblocked HITS and failed saves.
    fn damage(&self, unblocked: &Pmf, finishes: impl Fn(u32) -> bool) -> Vec<(u32, f64)> {
        let mut damage = BTreeMap::new();
        for (count, likely) in unblocked.iter() {
            let base = self.base_damage(count, finishes(count));
            for (failed, chance) in self.failed_saves(count).iter() {
                *damage.entry(base + SAVE_DAMAGE * failed).or_insert(0.0) += likely * chance;
            }
        }
        damage.into_iter().collect()
    }

    /// Unblocked HITS times DMG, raised in a finishing blow (`ms10.attack.damage`,
    /// `ms10.finisher.bonus`).
    fn base_damage(&self, unblocked: u32, finishing: bool) -> u32 {
        let extra = match self.kind {
            _ if !finishing => 0,
            WeaponKind::Shooting => FINISHER_SHOOTING,
            WeaponKind::Melee => FINISHER_MELEE,
        };
        unblocked * (u32::from(self.dmg) + extra)
    }

    /// Failed saves against this many unblocked HITS (`ms10.save.roll`, `ms10.save.cap`).
    fn failed_saves(&self, unblocked: u32) -> Pmf {
        let saves = unblocked.min(u32::from(SAVE_CAP));
        let chance = self.pen.map_or(0.0, |pen| (f64::from(pen) - 1.0) / 10.0);
        // PEN 1 or less always passes, above 10 always fails: `binomial` keeps the chance between.
        Pmf::binomial(saves, chance)
    }
}

/// A sum from 0 up: that of nothing by `sum` is -0, which prints its sign.
fn total(parts: impl Iterator<Item = f64>) -> f64 {
    parts.fold(0.0, |sum, part| sum + part)
}

#[cfg(test)]
mod tests {
    use equipoise_dice::ScriptedDice;

    use super::{AttackDistribution, AttackOdds, PoolOdds};
    use crate::data::profile::WeaponKind;

    const TOLERANCE: f64 = 1e-12;

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

    /// A shooting attack without PEN that is sure of its HITS, against no defence, in round 1.
    fn sure(hits: i32) -> AttackOdds {
        AttackOdds {
            attack: pool(0, hits),
            defence: pool(0, 0),
            kind: WeaponKind::Shooting,
            dmg: 300,
            pen: None,
            finisher: None,
            round: 1,
        }
    }

    #[test]
    fn what_cannot_happen_has_a_chance_of_0_without_a_sign() {
        let harmless = sure(0).distribution();
        assert_eq!(harmless.finishing_blow.to_bits(), 0.0_f64.to_bits());
        assert_eq!(harmless.means.damage.to_bits(), 0.0_f64.to_bits());
        let certain = sure(1).distribution();
        assert_eq!(certain.no_damage.to_bits(), 0.0_f64.to_bits());
    }

    fn assert_near(left: f64, right: f64) {
        assert!(
            (left - right).abs() < TOLERANCE * right.max(1.0),
            "{left} is not {right}"
        );
    }

    fn assert_damage(odds: &AttackDistribution, expected: &[(u32, f64)]) {
        let values = |pairs: &[(u32, f64)]| pairs.iter().map(|pair| pair.0).collect::<Vec<_>>();
        assert_eq!(values(&odds.damage), values(expected));
        for (left, right) in odds.damage.iter().zip(expected) {
            assert_near(left.1, right.1);
        }
    }

    /// `ms10.core.unblocked`: 12 HITS against 9 DEF leave 3, 7 HITS against 9 DEF leave none.
    #[test]
    fn each_def_cancels_one_hit() {
        let attack = |hits| {
            AttackOdds {
                defence: pool(0, 9),
                ..sure(hits)
            }
            .distribution()
        };
        assert_near(attack(12).unblocked.probability(3), 1.0);
        assert_near(attack(7).unblocked.probability(0), 1.0);
        assert_near(attack(7).no_damage, 1.0);
        assert_near(attack(12).no_damage, 0.0);
    }

    /// `ms10.core.success`, `ms10.core.crit`: a die is worth 0.5 + 2 * 0.1 = 0.7 HITS.
    #[test]
    fn beam_rifle_against_evade() {
        let attack = AttackOdds {
            attack: pool(6, 5),
            defence: pool(8, 2),
            ..sure(0)
        };
        let odds = attack.counter_distribution();
        assert_near(odds.means.hits, 6.0 * 0.7 + 5.0);
        assert_near(odds.means.defences, 8.0 * 0.7 + 2.0);
        // Without finishing blows damage is linear in the unblocked HITS.
        assert_near(odds.means.damage, 300.0 * odds.means.unblocked);
        assert_near(odds.damage.iter().map(|pair| pair.1).sum(), 1.0);
    }

    /// One die against one die, no bonus: 1 unblocked in 0.5 * 0.4 + 0.1 * 0.5, 2 in 0.1 * 0.4.
    #[test]
    fn one_die_against_one_die() {
        let odds = AttackOdds {
            attack: pool(1, 0),
            defence: pool(1, 0),
            ..sure(0)
        }
        .distribution();
        assert_damage(&odds, &[(0, 0.71), (300, 0.25), (600, 0.04)]);
        assert_near(odds.no_damage, 0.71);
        assert_near(odds.means.damage, 99.0);
    }

    /// `ms10.core.pool-cap`: three of 13 dice are automatic; `ms10.core.pool-floor`: -1 is none.
    #[test]
    fn dice_over_ten_are_automatic_for_both_sides() {
        let odds = AttackOdds {
            attack: pool(13, 1),
            defence: pool(12, 0),
            ..sure(0)
        }
        .distribution();
        assert_near(odds.means.hits, 7.0 + 3.0 + 1.0);
        assert_near(odds.means.defences, 7.0 + 2.0);
        assert_near(odds.hits.probability(4), 0.4_f64.powi(10));
        assert_near(odds.hits.at_least(4), 1.0);
        let none = AttackOdds {
            attack: pool(-1, 4),
            ..sure(0)
        }
        .distribution();
        assert_near(none.hits.probability(4), 1.0);
    }

    /// `ms10.core.total-floor`: 1 HIT on the dice less 2 is 0; automatic HITS count before.
    #[test]
    fn totals_do_not_fall_below_zero() {
        let odds = AttackOdds {
            attack: pool(1, -2),
            ..sure(0)
        }
        .distribution();
        assert_near(odds.hits.probability(0), 1.0);
        let odds = AttackOdds {
            attack: pool(12, -2),
            ..sure(0)
        }
        .distribution();
        assert_near(odds.means.hits, 7.0);
    }

    /// `ms10.skill.focus` at a target number of 9 and a critical number of 7, as a Role or an upgrade may leave them: with
    /// Focus 1 and 2 fail, 3 to 6 are one HIT, 7 to 10 two; without it 9 and 10 are two and the rest fail.
    #[test]
    fn focus_turns_dice_into_critical_ones() {
        let with = |focus| PoolOdds {
            dice: 1,
            bonus: 0,
            target: 9,
            critical: 7,
            focus,
            reroll: false,
        };
        for (focus, expected) in [(true, [0.2, 0.4, 0.4]), (false, [0.8, 0.0, 0.2])] {
            let total = with(focus).total();
            for (hits, p) in (0..).zip(expected) {
                assert!(
                    (total.probability(hits) - p).abs() < 1e-12,
                    "{focus} {hits}"
                );
            }
            let face = |face| {
                let mut dice = ScriptedDice::new([face]);
                with(focus).throw(&mut dice).total()
            };
            let thrown = [2, 3, 6, 7, 9].map(face);
            let given = if focus {
                [0, 1, 1, 2, 2]
            } else {
                [0, 0, 0, 0, 2]
            };
            assert_eq!(thrown, given);
        }
    }

    /// `ms10.skill.focus`: a die shows 3 or more in 0.8, a critical in 0.1 of it.
    #[test]
    fn focus_and_rerolls() {
        let with = |focus, reroll| {
            let attack = PoolOdds {
                focus,
                reroll,
                ..pool(1, 0)
            };
            AttackOdds { attack, ..sure(0) }.distribution().hits
        };
        let expected = [
            (with(true, false), [0.2, 0.7, 0.1]),
            (with(false, true), [0.16, 0.7, 0.14]),
            (with(true, true), [0.04, 0.84, 0.12]),
        ];
        for (hits, expected) in expected {
            for (value, probability) in (0..).zip(expected) {
                assert_near(hits.probability(value), probability);
            }
        }
    }

    /// `ms10.save.roll`, `ms10.attack.damage`: 3 unblocked, DMG 500, PEN 5. Base 1500; each save
    /// fails in 0.4: none in 0.216, one in 0.432, two in 0.288, three in 0.064.
    #[test]
    fn heat_sword_with_three_unblocked() {
        let sword = AttackOdds {
            kind: WeaponKind::Melee,
            dmg: 500,
            pen: Some(5),
            ..sure(3)
        };
        let odds = sword.distribution();
        assert_damage(
            &odds,
            &[(1500, 0.216), (2500, 0.432), (3500, 0.288), (4500, 0.064)],
        );
        assert_near(odds.means.failed_saves, 1.2);
        assert_near(odds.means.damage, 2700.0);
    }

    /// `ms10.save.cap`: unblocked 0, 1, 3, 5, 6, 12 give 0, 1, 3, 5, 5, 5 saves; with PEN 11 all fail.
    #[test]
    fn five_saves_at_most() {
        for (unblocked, saves) in [(0, 0), (1, 1), (3, 3), (5, 5), (6, 5), (12, 5)] {
            let odds = AttackOdds {
                pen: Some(11),
                ..sure(unblocked)
            }
            .distribution();
            assert_near(odds.failed_saves.probability(saves), 1.0);
        }
    }

    /// `ms10.save.modified-pen`: PEN 1 or less always passes, above 10 always fails.
    #[test]
    fn certain_saves() {
        for (pen, failed) in [(0, 0), (1, 0), (11, 4), (14, 4)] {
            let odds = AttackOdds {
                pen: Some(pen),
                ..sure(4)
            }
            .distribution();
            assert_damage(&odds, &[(4 * 300 + 1000 * failed, 1.0)]);
        }
    }

    /// `ms10.save.no-pen`: a machine gun with DMG 200 and 3 unblocked deals 600.
    #[test]
    fn no_pen_no_saves() {
        let odds = AttackOdds {
            dmg: 200,
            ..sure(3)
        }
        .distribution();
        assert_damage(&odds, &[(600, 1.0)]);
        assert_eq!(odds.failed_saves.max(), 0);
    }

    /// `ms10.finisher.threshold`, `ms10.finisher.bonus`: 10 unblocked, DMG 300: shooting
    /// 10 * 400, melee 10 * 500; 9 unblocked strike none.
    #[test]
    fn a_finishing_blow_adds_to_every_hit() {
        for (kind, damage) in [(WeaponKind::Shooting, 4000), (WeaponKind::Melee, 5000)] {
            let odds = AttackOdds { kind, ..sure(10) }.distribution();
            assert_damage(&odds, &[(damage, 1.0)]);
            assert_near(odds.finishing_blow, 1.0);
            let odds = AttackOdds {
                kind,
                round: 4,
                ..sure(9)
            }
            .distribution();
            assert_damage(&odds, &[(2700, 1.0)]);
            assert_near(odds.finishing_blow, 0.0);
        }
    }

    /// `ms10.finisher.tag`: Finisher+2 needs 5 in round 3 and 3 in round 5; never less than 1.
    #[test]
    fn the_tag_and_the_round_lower_the_threshold() {
        let strikes = |x, round, unblocked| {
            let odds = AttackOdds {
                finisher: Some(x),
                round,
                ..sure(unblocked)
            };
            odds.distribution().finishing_blow
        };
        for (x, round, needed) in [(2, 3, 5), (2, 5, 3), (5, 5, 1), (8, 5, 1)] {
            assert_near(strikes(x, round, needed), 1.0);
            assert_near(strikes(x, round, needed - 1), 0.0);
        }
    }

    /// `ms10.finisher.own-turn`: a Counter with Finisher+2 in round 4 and 6 unblocked: 6 x DMG.
    #[test]
    fn a_counter_strikes_no_finishing_blow() {
        let counter = AttackOdds {
            finisher: Some(2),
            round: 4,
            ..sure(6)
        };
        let odds = counter.counter_distribution();
        assert_damage(&odds, &[(1800, 1.0)]);
        assert_near(odds.finishing_blow, 0.0);
        assert_near(counter.distribution().finishing_blow, 1.0);
    }

    /// Two attack dice, one defence die and up to three saves, over all 10^6 sequences of faces.
    #[test]
    fn all_faces_of_a_small_attack() {
        let attack = AttackOdds {
            attack: PoolOdds {
                critical: 9,
                ..pool(2, -1)
            },
            defence: pool(1, 0),
            pen: Some(8),
            finisher: Some(6),
            round: 2,
            ..sure(0)
        };
        let value = |face: u32, critical| u32::from(face >= 5) + u32::from(face >= critical);
        let mut counts = std::collections::BTreeMap::new();
        for code in 0..1_000_000_u32 {
            let face = |place: u32| 1 + code / 10_u32.pow(place) % 10;
            let hits = (value(face(0), 9) + value(face(1), 9)).saturating_sub(1);
            let unblocked = hits.saturating_sub(value(face(2), 10));
            let failed = (0..unblocked).filter(|&save| face(3 + save) < 8).count() as u32;
            // Finisher+6 in round 2 strikes from 10 - 6 - 2 = 2 unblocked HITS on.
            let each = if unblocked >= 2 { 400 } else { 300 };
            *counts
                .entry(unblocked * each + 1000 * failed)
                .or_insert(0_u32) += 1;
        }
        let expected: Vec<(u32, f64)> = counts
            .into_iter()
            .map(|(damage, count)| (damage, f64::from(count) / 1e6))
            .collect();
        assert_damage(&attack.distribution(), &expected);
    }
}
