//! What unblocked HITS do.

use super::constants::{FINISHER_MELEE, FINISHER_SHOOTING, IRON_WALL_SAVE_DAMAGE, SAVE_CAP};
use super::unit::CompiledWeapon;
use crate::data::profile::Special;
use crate::options::IronWallFinisher;

/// What unblocked HITS of one strike do, weapon and round considered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Harm {
    /// Damage of each unblocked HIT without a finishing blow.
    dmg: u32,
    /// Damage of each failed save.
    pub(crate) save_damage: u32,
    /// Extra damage of each HIT of a finishing blow.
    finisher_bonus: u32,
    /// What an Iron Wall takes off that extra damage in total.
    finisher_less: u32,
    /// Face an armour save needs; `None` for no saves.
    pub(crate) pen: Option<i16>,
    /// Unblocked HITS that make a finishing blow; [`Harm::NEVER`] when none can be struck.
    finisher: i16,
    /// Armour saves at most.
    most_saves: u8,
    /// Faces of a d10 that fail a save.
    failing: u8,
    /// Failed saves are rolled again (`ms93.commander.unyielding`).
    again: bool,
    /// Expected damage of a save, tenths of an HP.
    save_tenths: u32,
}

impl Harm {
    /// More HITS than any attack has.
    const NEVER: i16 = i16::MAX;

    /// Of a weapon with its special, if that is used, and a changed PEN (`ms10.save.modified-pen`);
    /// `finisher` is `None` when no finishing blow can be struck.
    pub(crate) fn new(
        weapon: &CompiledWeapon,
        special: Option<Special>,
        pen_change: i16,
        save_damage: u32,
        finisher: Option<u8>,
    ) -> Self {
        let printed = |pen: u8| i16::from(pen) + special.map_or(0, |s| i16::from(s.pen));
        let dmg = weapon.dmg + special.map_or(0, |s| u32::from(s.dmg));
        let pen = weapon.pen.map(|pen| printed(pen) + pen_change);
        Self::of(dmg, pen, save_damage, finisher, weapon.is_melee())
    }

    /// Of an attack of this DMG and PEN.
    #[inline]
    pub(crate) fn of(
        dmg: u32,
        pen: Option<i16>,
        save_damage: u32,
        finisher: Option<u8>,
        melee: bool,
    ) -> Self {
        Self {
            dmg,
            save_damage,
            finisher_bonus: if melee {
                FINISHER_MELEE
            } else {
                FINISHER_SHOOTING
            },
            finisher_less: 0,
            pen,
            finisher: finisher.map_or(Self::NEVER, i16::from),
            most_saves: if pen.is_some() { SAVE_CAP } else { 0 },
            failing: failing(pen),
            again: false,
            save_tenths: 0,
        }
        .weighed()
    }

    /// Works out the expected damage of a save from PEN, save damage and rerolls; due when one of them changes.
    #[inline]
    fn weighed(self) -> Self {
        let failing = u32::from(self.failing);
        Self {
            save_tenths: if self.again {
                failing * failing * self.save_damage / 10
            } else {
                failing * self.save_damage
            },
            ..self
        }
    }

    /// This harm with failed saves rolled again, or not (`ms93.commander.unyielding`).
    #[inline]
    pub(super) fn saved_again(self, again: bool) -> Self {
        Self { again, ..self }.weighed()
    }

    /// The same with so much more DMG (`ms93.pilot1.mechanics-expert`).
    #[inline]
    pub(crate) fn with(self, dmg: u32) -> Self {
        Self {
            dmg: self.dmg + dmg,
            ..self
        }
    }

    /// The same with PEN so much higher (`ms93.skill.giant-slayer`).
    pub(crate) fn piercing(self, by: i16) -> Self {
        let pen = self.pen.map(|pen| pen + by);
        Self {
            pen,
            failing: failing(pen),
            ..self
        }
        .weighed()
    }

    /// The same with DMG so much lower, to `least` at least where it was above (`ms93.skill.persevere`).
    pub(crate) fn softened(self, by: u32, least: u32) -> Self {
        Self {
            dmg: self.dmg.min(self.dmg.saturating_sub(by).max(least)),
            ..self
        }
    }

    /// The same with the target behind an Iron Wall (`ms10.skill.iron-wall`).
    #[inline]
    pub(crate) fn walled(self, finisher: IronWallFinisher) -> Self {
        let (halves, less) = match finisher {
            IronWallFinisher::Ignore => (2, 0),
            IronWallFinisher::Minus500 => (2, 500),
            IronWallFinisher::Half => (1, 0),
        };
        Self {
            save_damage: self.save_damage.min(IRON_WALL_SAVE_DAMAGE),
            finisher_bonus: self.finisher_bonus * halves / 2,
            finisher_less: less,
            ..self
        }
        .weighed()
    }

    /// Armour saves that `unblocked` HITS cause (`ms10.save.roll`, `ms10.save.cap`, `ms10.save.no-pen`).
    #[inline]
    pub(crate) fn saves(&self, unblocked: i32) -> u8 {
        unblocked.min(self.most_saves.into()) as u8
    }

    /// Whether `unblocked` HITS are a finishing blow (`ms10.finisher.threshold`).
    #[inline]
    pub(crate) fn is_finishing(&self, unblocked: i32) -> bool {
        unblocked >= self.finisher.into()
    }

    /// Extra damage of `unblocked` HITS if they are a finishing blow (`ms10.finisher.bonus`).
    #[inline]
    pub(crate) fn finishing_bonus(&self, unblocked: i32) -> u32 {
        if self.is_finishing(unblocked) {
            (unblocked as u32 * self.finisher_bonus).saturating_sub(self.finisher_less)
        } else {
            0
        }
    }

    /// Damage before armour saves (`ms10.attack.damage`).
    #[inline]
    pub(crate) fn base(&self, unblocked: i32) -> u32 {
        unblocked as u32 * self.dmg
    }

    /// Expected damage of `unblocked` HITS in tenths of an HP, saves at their exact mean.
    #[inline(always)]
    pub(crate) fn expected_tenths(&self, unblocked: i32) -> i32 {
        let sure = self.base(unblocked) + self.finishing_bonus(unblocked);
        10 * sure as i32 + i32::from(self.saves(unblocked)) * self.save_tenths as i32
    }

    /// What a number of unblocked HITS may do, save by save: whole HP with its weight, of weights that add
    /// up to `all` but for rounding.
    pub(crate) fn outcomes(&self, unblocked: i32, all: i64, mut see: impl FnMut(i64, i32)) {
        let sure = self.base(unblocked) + self.finishing_bonus(unblocked);
        let saves = if self.save_damage > 0 {
            u32::from(self.saves(unblocked))
        } else {
            0
        };
        let (fails, all_ways) = match i64::from(self.failing) {
            failing if self.again => (failing * failing, 100_i64),
            failing => (failing, 10),
        };
        let holds = all_ways - fails;
        let mut ways = 1;
        for failed in 0..=saves {
            let chance = ways * fails.pow(failed) * holds.pow(saves - failed);
            see(
                all * chance / all_ways.pow(saves),
                (sure + failed * self.save_damage) as i32,
            );
            ways = ways * i64::from(saves - failed) / i64::from(failed + 1);
        }
    }

    /// The mean of [`Harm::expected_tenths`] over a number of HITS, in the units of `over`: by how much
    /// it exceeds each number on the mean.
    #[inline]
    pub(crate) fn mean_tenths(&self, over: impl Fn(i32) -> i64) -> i64 {
        let all = over(0);
        let mut sum = 10 * i64::from(self.dmg) * all;
        if self.save_tenths > 0 {
            let saves = all - over(self.most_saves.into());
            sum += i64::from(self.save_tenths) * saves;
        }
        let least = i32::from(self.finisher);
        if least < i32::from(Self::NEVER) {
            // Fewer HITS leave nothing of what an Iron Wall takes off.
            let least = least.max(self.finisher_less.div_ceil(self.finisher_bonus) as i32);
            let beyond = over(least);
            let chance = over(least - 1) - beyond;
            // All HITS of a finishing blow do more, not only those from the threshold on.
            let hits = beyond + i64::from(least) * chance;
            let less = i64::from(self.finisher_less) * chance;
            sum += 10 * (i64::from(self.finisher_bonus) * hits - less);
        }
        sum
    }
}

/// Faces of a d10 that fail a save which needs this one.
fn failing(pen: Option<i16>) -> u8 {
    pen.map_or(0, |pen| (pen - 1).clamp(0, 10) as u8)
}

#[cfg(test)]
mod tests {
    use super::Harm;
    use crate::options::IronWallFinisher;
    use crate::rules::excess::PLACES;

    /// The mean over a certain number of HITS is what those HITS do, whatever their threshold and an Iron
    /// Wall take off.
    #[test]
    fn the_mean_over_one_number_is_its_damage() {
        for threshold in 1..8 {
            for melee in [false, true] {
                let open = Harm::of(300, Some(5), 1000, Some(threshold), melee);
                let walls = [
                    IronWallFinisher::Ignore,
                    IronWallFinisher::Minus500,
                    IronWallFinisher::Half,
                ];
                for harm in [open]
                    .into_iter()
                    .chain(walls.map(|wall| open.walled(wall)))
                {
                    for hits in 0..12_i32 {
                        let over = |number: i32| i64::from((hits - number).max(0)) << PLACES;
                        let mean = harm.mean_tenths(over) >> PLACES;
                        assert_eq!(
                            mean,
                            i64::from(harm.expected_tenths(hits)),
                            "{harm:?}, {hits}"
                        );
                    }
                }
            }
        }
    }
}
