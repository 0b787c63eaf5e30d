//! What unblocked HITS do.

use super::constants::{FINISHER_MELEE, FINISHER_SHOOTING, IRON_WALL_SAVE_DAMAGE, SAVE_CAP};
use super::unit::CompiledWeapon;
use crate::data::profile::Special;

/// What unblocked HITS of one strike do, weapon and round considered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Harm {
    /// Damage of each unblocked HIT without a finishing blow.
    dmg: u32,
    /// Damage of each failed save.
    pub(crate) save_damage: u32,
    /// Extra damage of each HIT of a finishing blow.
    pub(crate) finisher_bonus: u32,
    /// Face an armour save needs; `None` for no saves.
    pub(crate) pen: Option<i16>,
    /// Unblocked HITS that make a finishing blow; [`Harm::NEVER`] when none can be struck.
    finisher: i16,
    /// Armour saves at most.
    most_saves: u8,
    /// Faces of a d10 that fail a save.
    failing: u8,
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
            pen,
            finisher: finisher.map_or(Self::NEVER, i16::from),
            most_saves: if pen.is_some() { SAVE_CAP } else { 0 },
            failing: pen.map_or(0, |pen| (pen - 1).clamp(0, 10) as u8),
        }
    }

    /// The same if the target were behind an Iron Wall (`ms10.skill.iron-wall`).
    #[inline]
    pub(crate) fn walled(self) -> Self {
        Self {
            save_damage: self.save_damage.min(IRON_WALL_SAVE_DAMAGE),
            ..self
        }
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

    /// Damage before armour saves (`ms10.attack.damage`).
    #[inline]
    pub(crate) fn base(&self, unblocked: i32) -> u32 {
        unblocked as u32 * self.dmg
    }

    /// Expected damage of `unblocked` HITS in tenths of an HP, saves at their exact mean.
    #[inline(always)]
    pub(crate) fn expected_tenths(&self, unblocked: i32) -> i32 {
        let finish = if self.is_finishing(unblocked) {
            self.finisher_bonus
        } else {
            0
        };
        let base = unblocked * (self.dmg + finish) as i32;
        let failing = i32::from(self.saves(unblocked)) * i32::from(self.failing);
        10 * base + failing * self.save_damage as i32
    }
}
