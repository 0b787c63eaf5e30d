//! Evade dice that are thrown again by traits of leaders (`ms93.commander.three-times-as-fast`,
//! `ms93.fleet.blockade-runner`).

use equipoise_dice::{Dice, Pmf, PoolShape, PoolUse, Reroll, Roll, reroll};
use equipoise_engine::Log;

use super::clash::{Clash, Strike};
use super::decider::Decider;
use super::event::Event;
use super::game::Game;
use super::unit_id::UnitId;
use super::view::View;
use crate::data::command::{CommanderTrait, FleetTrait};

/// Inches that a Commander may fly in a turn, and dice of an Evade roll that it rolls again
/// (`ms93.commander.three-times-as-fast`).
const FAST_IN: u16 = 5;
const FAST_REROLLS: u8 = 3;
/// The same of a Fleet Commander (`ms93.fleet.blockade-runner`).
const RUNNER_IN: u16 = 3;
const RUNNER_REROLLS: u8 = 2;

const DICE: usize = PoolShape::MAX_DICE as usize;
/// Successes of a pool at most.
const MOST: usize = 2 * DICE;

impl View<'_> {
    /// Whether a unit flies as its Commander's trait has it (`ms93.commander.three-times-as-fast`).
    #[inline]
    pub(super) fn flies_as_leader(self, unit: UnitId) -> bool {
        self.bout.perks && self.leads_by(unit, CommanderTrait::ThreeTimesAsFast)
    }

    fn runs_blockades(self, unit: UnitId) -> bool {
        self.fleet_leader(self.side_of(unit), FleetTrait::BlockadeRunner) == Some(unit)
    }

    /// Inches that traits of those who lead add to the first Move Action of a turn.
    pub(super) fn haste_in(self, unit: UnitId) -> u16 {
        if !self.bout.perks {
            return 0;
        }
        FAST_IN * u16::from(self.flies_as_leader(unit))
            + RUNNER_IN * u16::from(self.runs_blockades(unit))
    }

    /// Dice of an Evade roll that may be thrown again: not in a Counter, nor against a shot that seeks its target
    /// (`ms10.counter.no-passive`, `ms93.trait.seeking-shot`).
    #[inline]
    pub(crate) fn evade_rerolls(self, strike: &Strike) -> u8 {
        if self.bout.perks {
            self.evades_again(strike)
        } else {
            0
        }
    }

    fn evades_again(self, strike: &Strike) -> u8 {
        let arm = self.weapon(strike.attacker(), strike.weapon());
        if arm.is_melee() || strike.counter.is_some() || self.seeks(strike, arm) {
            return 0;
        }
        let unit = strike.target();
        FAST_REROLLS * u8::from(self.flies_as_leader(unit))
            + RUNNER_REROLLS * u8::from(self.runs_blockades(unit))
    }
}

impl<P: Decider<D>, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    /// Throws failed Evade dice again, those first that fail with Focus too.
    pub(super) fn evade_again(&mut self, clash: &mut Clash) {
        let most = self.view().evade_rerolls(&clash.strike);
        let line = &mut clash.defence;
        let (low, mid) = chosen(line.roll.low, line.roll.mid, most);
        if low + mid == 0 {
            return;
        }
        let those = Roll {
            low,
            mid,
            ..Roll::default()
        };
        let kept = minus(line.roll, those);
        line.roll = reroll(self.dice, line.shape, line.roll, Reroll::Those(those));
        clash.stale = minus(line.roll, kept);
        let (unit, critical, roll) = (clash.strike.target(), line.shape.critical, line.roll);
        self.log.record(|| Event::Rerolled {
            unit,
            attack: false,
            critical,
            roll: roll.into(),
        });
    }
}

/// How many of the failed dice are rolled again, at most `most` together: of those that miss whatever is done (`low`)
/// first, then of those that a lowered threshold makes hits (`mid`).
fn chosen(low: u8, mid: u8, most: u8) -> (u8, u8) {
    let low = low.min(most);
    (low, mid.min(most - low))
}

fn minus(roll: Roll, less: Roll) -> Roll {
    Roll {
        low: roll.low.saturating_sub(less.low),
        mid: roll.mid.saturating_sub(less.mid),
        hit: roll.hit.saturating_sub(less.hit),
        crit: roll.crit.saturating_sub(less.crit),
    }
}

/// What a reroll may choose of a roll in which these dice have been thrown twice (`ms10.core.reroll-once`).
pub(super) fn fresh(which: Reroll, roll: Roll, stale: Roll) -> Reroll {
    if stale == Roll::default() {
        return which;
    }
    let fresh = minus(roll, stale);
    let none = Roll::default();
    Reroll::Those(match which {
        Reroll::Low => Roll {
            low: fresh.low,
            ..none
        },
        Reroll::LowAndMid => Roll {
            low: fresh.low,
            mid: fresh.mid,
            ..none
        },
        Reroll::Those(those) => Roll {
            low: those.low.min(fresh.low),
            mid: those.mid.min(fresh.mid),
            hit: those.hit.min(fresh.hit),
            crit: those.crit.min(fresh.crit),
        },
    })
}

/// Ways to roll each number of successes with at most `most` failed dice thrown again, given those of a plain pool:
/// out of 10 to the number of dice and `most` more.
pub(super) fn ways_again(
    shape: PoolShape,
    most: u8,
    ways: impl Fn(PoolShape) -> [u64; MOST + 1],
) -> [u64; MOST + 1] {
    let die = ways(shape.with_dice(1));
    let dice = u32::from(shape.dice);
    let mut all = [0; MOST + 1];
    // Of the dice that succeed at once, and the choice of those that do not.
    let mut sure = [0_u64; MOST + 1];
    sure[0] = 1;
    let mut choices = 1;
    for failed in (0..=dice).rev() {
        let again = failed.min(most.into());
        let thrown = ways(shape.with_dice(again as u8));
        let idle = 10_u64.pow(u32::from(most) - again);
        let weight = choices * die[0].pow(failed) * idle;
        for (hits, first) in sure.iter().enumerate() {
            for (more, second) in thrown.iter().enumerate().take(MOST + 1 - hits) {
                all[hits + more] += weight * first * second;
            }
        }
        // One more die that succeeds at once.
        choices = choices * u64::from(failed) / u64::from(dice - failed + 1);
        let before = sure;
        for (hits, count) in sure.iter_mut().enumerate() {
            let with = |worth: usize| hits.checked_sub(worth).map_or(0, |left| before[left]);
            *count = die[1] * with(1) + die[2] * with(2);
        }
    }
    all
}

/// The distribution of the successes where at most `most` failed dice are thrown again before what a player does.
pub(super) fn pool(shape: PoolShape, how: PoolUse, most: u8) -> Pmf {
    let reads = (1..=10).map(|face| shape.read(face));
    let sum = reads.fold(Roll::default(), Roll::plus);
    let dice = shape.dice;
    let lowered = PoolUse {
        reroll: false,
        ..how
    };
    let mut mass = vec![0.0; MOST + 1];
    for low in 0..=dice {
        for mid in 0..=dice - low {
            for hit in 0..=dice - low - mid {
                let crit = dice - low - mid - hit;
                let kinds = [
                    (low, sum.low),
                    (mid, sum.mid),
                    (hit, sum.hit),
                    (crit, sum.crit),
                ];
                let chance = multinomial(kinds);
                let (low_again, mid_again) = chosen(low, mid, most);
                let (low, mid) = (low - low_again, mid - mid_again);
                let fails = low + if how.lowered { 0 } else { mid };
                let again = low_again + mid_again + if how.reroll { fails } else { 0 };
                let focused = if how.lowered { mid } else { 0 };
                let sure = usize::from(hit + 2 * crit + focused);
                for (more, likely) in Pmf::pool(shape.with_dice(again), lowered).iter() {
                    mass[sure + more as usize] += chance * likely;
                }
            }
        }
    }
    // Shares of their sum are a distribution.
    Pmf::from_mass(mass).unwrap_or_else(|_| Pmf::pool(shape, how))
}

/// Probability of a roll with these numbers of dice of four kinds, each kind given as its dice and as the faces of
/// ten that show it.
fn multinomial(kinds: [(u8, u8); 4]) -> f64 {
    let mut left: u8 = kinds.iter().map(|(dice, _)| dice).sum();
    let mut chance = 1.0;
    for (dice, faces) in kinds {
        for one in 0..dice {
            let ways = f64::from(left - one) / f64::from(one + 1);
            chance *= ways * f64::from(faces) / 10.0;
        }
        left -= dice;
    }
    chance
}

#[cfg(test)]
mod tests {
    use equipoise_dice::{EveryOutcome, PoolShape, PoolUse, Reroll, Roll, reroll};

    use super::{chosen, fresh, pool};

    const PLAIN: PoolUse = PoolUse {
        lowered: false,
        reroll: false,
    };

    fn assert_near(left: f64, right: f64) {
        assert!((left - right).abs() < 1e-9, "{left} is not {right}");
    }

    /// `ms93.commander.three-times-as-fast`: of 8 dice 0.0896 + 2 * 0.2090 + 3 * 0.6846 = 2.5614 are thrown again on the
    /// mean, 0.7 DEF each. `ms93.fleet.blockade-runner`: of 2 dice that all fail both.
    #[test]
    fn failed_dice_bring_their_mean() {
        let mean = |dice, most| pool(PoolShape::d10(dice, 10), PLAIN, most).mean();
        assert!((mean(8, 3) - 5.6 - 2.5614 * 0.7).abs() < 1e-4);
        assert_near(mean(2, 2), 1.4 + 2.0 * 0.4 * 0.7);
        assert_near(mean(8, 0), 5.6);
    }

    /// `ms93.commander.three-times-as-fast`: the dice of every outcome agree, whatever a player does with them afterwards: Focus, and a reroll of what has
    /// been thrown once.
    #[test]
    fn evasions_agree_with_every_outcome() {
        for (lowered, again) in [(false, false), (true, false), (false, true), (true, true)] {
            let how = PoolUse {
                lowered,
                reroll: again,
            };
            let shape = PoolShape::d10(4, 9);
            let mut mean = 0.0;
            EveryOutcome::new().walk(
                |dice| {
                    let first = equipoise_dice::Dice::pool(dice, shape);
                    let (low, mid) = chosen(first.low, first.mid, 2);
                    let those = Roll {
                        low,
                        mid,
                        ..Roll::default()
                    };
                    let kept = super::minus(first, those);
                    let mut roll = reroll(dice, shape, first, Reroll::Those(those));
                    let stale = super::minus(roll, kept);
                    if again {
                        let which = if lowered {
                            Reroll::Low
                        } else {
                            Reroll::LowAndMid
                        };
                        roll = reroll(dice, shape, roll, fresh(which, roll, stale));
                    }
                    f64::from(if lowered {
                        roll.lowered()
                    } else {
                        roll.successes()
                    })
                },
                |hits, chance| mean += hits * chance,
            );
            assert_near(mean, pool(shape, how, 2).mean());
        }
    }
}
