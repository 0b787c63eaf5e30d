//! Dice of one face that count as criticals (`ms93.trait.desperation-attack`).
//!
//! A roll tells no faces apart that the core rules do not. Which of the dice are alike is thrown once the
//! rerolls are over, from the faces that are left for them.

use equipoise_dice::{Dice, Pmf, PoolShape, PoolUse, Roll};
use equipoise_engine::Log;

use super::clash::{Clash, Strike};
use super::decider::Decider;
use super::event::Event;
use super::game::Game;
use super::view::View;
use crate::data::profile::Upgrade;

/// Dice of one face that are criticals, and the lowest such face.
const ALIKE: usize = 3;
const LEAST: u8 = 5;

const DICE: usize = PoolShape::MAX_DICE as usize;
/// Successes of a pool at most.
const MOST: usize = 2 * DICE;

/// Ways to roll each number of successes.
type Ways = [u128; MOST + 1];

impl View<'_> {
    /// Whether dice alike are criticals in a strike: in melee with a Close Combat weapon, Counters and later
    /// targets of a sweep aside (`ms93.trait.desperation-attack`, `ms10.counter.no-passive`,
    /// `ms10.aoe.first-only`).
    #[inline]
    pub(crate) fn is_desperate(self, strike: &Strike) -> bool {
        self.bout.perks && self.fights_desperately(strike)
    }

    fn fights_desperately(self, strike: &Strike) -> bool {
        let arm = self.weapon(strike.attacker(), strike.weapon());
        arm.is_melee()
            && arm.close_combat
            && strike.counter.is_none()
            && !strike.follows
            && self.has_bought(strike.attacker(), Upgrade::DesperationAttack)
    }
}

impl<P: Decider<D>, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    /// Makes criticals of the dice of an attack that are alike (`ms93.trait.desperation-attack`).
    pub(super) fn match_dice(&mut self, clash: &mut Clash) {
        if !self.view().is_desperate(&clash.strike) {
            return;
        }
        let line = &mut clash.attack;
        let before = line.successes();
        let shape = line.shape;
        let of_hits = self.alike(line.roll.hit, shape.target, shape.critical);
        let of_mids = self.alike(line.roll.mid, shape.lowered, shape.target);
        line.roll = Roll {
            hit: line.roll.hit - of_hits,
            mid: line.roll.mid - of_mids,
            crit: line.roll.crit + of_hits + of_mids,
            ..line.roll
        };
        let amount = line.successes() - before;
        if amount > 0 {
            let unit = clash.strike.attacker();
            self.log.record(|| Event::Skill {
                unit,
                skill: "Desperation Attack",
                amount,
            });
        }
    }

    /// How many dice that show faces from one to below another are alike and high enough.
    fn alike(&mut self, dice: u8, from: u8, to: u8) -> u8 {
        let counted = to.saturating_sub(from.max(LEAST));
        if counted == 0 {
            return 0;
        }
        self.dice.alike(dice, to - from, counted)
    }
}

/// Ways to roll each number of successes with a pool in which dice alike are criticals, out of 10, with a reroll
/// out of 100, to the number of its dice.
fn ways(shape: PoolShape, how: PoolUse) -> Ways {
    let read = |face| shape.read(face);
    let fails = |face: u8| read(face).low > 0 || read(face).mid > 0 && !how.lowered;
    let failing = (1..=10).filter(|&face| fails(face)).count() as u128;
    let dice = usize::from(shape.dice);
    // By dice thrown so far.
    let mut all = [[0; MOST + 1]; DICE + 1];
    all[0][0] = 1;
    for face in 1..=10 {
        let weight = match (how.reroll, fails(face)) {
            (false, _) => 1,
            (true, true) => failing,
            (true, false) => 10 + failing,
        };
        let worth = usize::from(if how.lowered {
            read(face).lowered()
        } else {
            read(face).successes()
        });
        let mut next = [[0; MOST + 1]; DICE + 1];
        for (thrown, row) in all.iter().enumerate().take(dice + 1) {
            let mut ways = 1;
            for show in 0..=dice - thrown {
                let kind = show >= ALIKE && face >= LEAST;
                let hits = show * if kind { 2 } else { worth };
                for (hit, &before) in row.iter().enumerate().filter(|(_, w)| **w > 0) {
                    next[thrown + show][hit + hits] += before * ways;
                }
                // One die more of this face, among those that are left.
                ways = ways * weight * (dice - thrown - show) as u128 / (show as u128 + 1);
            }
        }
        all = next;
    }
    all[dice]
}

/// The same out of 10 to the number of dice, without a reroll.
pub(super) fn plain_ways(shape: PoolShape) -> [u64; MOST + 1] {
    // 10^10 at most.
    ways(shape, PoolUse::default()).map(|ways| ways as u64)
}

/// The distribution of the successes.
pub(super) fn pool(shape: PoolShape, how: PoolUse) -> Pmf {
    let ways = ways(shape, how);
    let all: u128 = ways.iter().sum();
    let mass = ways.iter().map(|&ways| ways as f64 / all as f64).collect();
    // Shares of their sum are a distribution.
    Pmf::from_mass(mass).unwrap_or_else(|_| Pmf::pool(shape, how))
}

#[cfg(test)]
mod tests {
    use equipoise_dice::{Dice, EveryOutcome, Pmf, PoolShape, PoolUse};

    use super::{plain_ways, pool};

    const NONE: PoolUse = PoolUse {
        lowered: false,
        reroll: false,
    };

    fn assert_near(left: f64, right: f64) {
        assert!((left - right).abs() < 1e-12, "{left} is not {right}");
    }

    /// `ms93.trait.desperation-attack`: of six dice three of one face from 5 to 9 gain three HITS, four four:
    /// 5 (3 * 20 * 0.001 * 0.729 + 4 * 15 * 0.0001 * 0.81 + 5 * 6 * 0.00001 * 0.9 + 6 * 0.000001) = 0.24438.
    #[test]
    fn six_dice_gain_a_quarter_of_a_hit() {
        let gain = |dice, shape: fn(u8) -> PoolShape| {
            pool(shape(dice), NONE).mean() - Pmf::pool(shape(dice), NONE).mean()
        };
        assert_near(gain(6, |dice| PoolShape::d10(dice, 10)), 0.244_38);
        // Four faces are left for it where a 9 is critical.
        assert_near(gain(6, |dice| PoolShape::d10(dice, 9)), 0.244_38 * 0.8);
        assert_near(gain(2, |dice| PoolShape::d10(dice, 10)), 0.0);
        // Three of 10^3 throws times five faces, three HITS each.
        assert_near(gain(3, |dice| PoolShape::d10(dice, 10)), 0.015);
    }

    /// `ms93.trait.desperation-attack`: every sequence of faces of five dice, read by the rule's own words.
    #[test]
    fn ways_are_those_of_all_sequences() {
        for (target, critical) in [(5, 10), (6, 10), (4, 10), (5, 8)] {
            let shape = PoolShape {
                target,
                ..PoolShape::d10(5, critical)
            };
            let mut counted = [0_u64; 21];
            for code in 0..100_000_u32 {
                let faces = [0, 1, 2, 3, 4].map(|at| 1 + code / 10_u32.pow(at) % 10);
                let hits = |&face: &u32| {
                    let alike = faces.iter().filter(|other| **other == face).count();
                    let sharp = face >= critical.into() || face >= 5 && alike >= 3;
                    if sharp {
                        2
                    } else {
                        usize::from(face >= target.into())
                    }
                };
                counted[faces.iter().map(hits).sum::<usize>()] += 1;
            }
            assert_eq!(plain_ways(shape), counted, "{target} {critical}");
        }
    }

    /// `ms93.trait.desperation-attack`: two throws of three dice, the failed ones thrown again: three alike in the end.
    #[test]
    fn rerolls_are_over_before_dice_are_matched() {
        let how = PoolUse {
            reroll: true,
            ..NONE
        };
        let gain =
            pool(PoolShape::d10(3, 10), how).mean() - Pmf::pool(PoolShape::d10(3, 10), how).mean();
        // A die shows a face from 5 to 9 in 0.1 + 0.4 * 0.1 in the end.
        assert_near(gain, 5.0 * 3.0 * 0.14_f64.powi(3));
        let focused = PoolUse {
            lowered: true,
            ..NONE
        };
        // A 3 or 4 is a HIT and never more.
        assert_near(
            pool(PoolShape::d10(3, 10), focused).mean(),
            3.0 * 0.9 + 0.015,
        );
    }

    /// The dice of every outcome agree with the ways: five faces of hits, and the one failed face that counts
    /// at a target number of 6.
    #[test]
    fn dice_that_are_thrown_agree() {
        for target in [4, 5, 6] {
            let shape = PoolShape {
                target,
                lowered: target - 2,
                ..PoolShape::d10(4, 10)
            };
            let mut mean = 0.0;
            EveryOutcome::new().walk(
                |dice| {
                    let roll = dice.pool(shape);
                    let high = dice.alike(roll.hit, 10 - target, 5.min(10 - target));
                    let failed = if target > 5 {
                        2 * dice.alike(roll.mid, 2, 1)
                    } else {
                        0
                    };
                    f64::from(roll.successes() + high + failed)
                },
                |hits, chance| mean += hits * chance,
            );
            assert_near(mean, pool(shape, NONE).mean());
        }
    }
}
