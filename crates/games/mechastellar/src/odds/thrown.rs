//! One attack thrown with dice, by the parts that a battle throws it with.

use equipoise_dice::{Dice, Reroll, Sides, reroll};

use super::attack::{AttackOdds, PoolOdds};
use crate::data::profile::WeaponKind;
use crate::rules::clash::Line;
use crate::rules::constants::{SAVE_DAMAGE, finisher_threshold};
use crate::rules::harm::Harm;

impl AttackOdds {
    /// Damage in HP of one attack in the attacker's own turn: the pools, then the armour saves, in
    /// the order in which a battle rolls them.
    ///
    /// ```
    /// use equipoise_dice::ScriptedDice;
    /// use equipoise_mechastellar::{AttackOdds, PoolOdds, WeaponKind};
    /// let pool = |dice, bonus| PoolOdds {
    ///     dice, bonus, target: 5, critical: 10, focus: false, reroll: false,
    /// };
    /// let attack = AttackOdds {
    ///     attack: pool(2, 1), defence: pool(1, 0), kind: WeaponKind::Shooting,
    ///     dmg: 300, pen: Some(5), finisher: None, round: 1,
    /// };
    /// // 5 and 10 are three HITS and one more; 7 cancels one; of three saves 4 fails.
    /// let mut dice = ScriptedDice::new([5, 10, 7, 4, 5, 10]);
    /// assert_eq!(attack.throw(&mut dice), 3 * 300 + 1000);
    /// ```
    pub fn throw<D: Dice>(&self, dice: &mut D) -> u32 {
        let attack = self.attack.throw(dice).total();
        let defence = self.defence.throw(dice).total();
        let unblocked = (attack - defence).max(0);
        let harm = self.harm();
        let finishing = harm.finishing_bonus(unblocked);
        let saves = harm.saves(unblocked);
        let failed = match harm.pen {
            Some(needed) if saves > 0 => dice.fails(Sides::D10, saves, needed.into()),
            _ => 0,
        };
        harm.base(unblocked) + finishing + u32::from(failed) * harm.save_damage
    }

    /// What its unblocked HITS do.
    fn harm(&self) -> Harm {
        let (dmg, pen) = (self.dmg.into(), self.pen.map(i16::from));
        let finisher = Some(finisher_threshold(self.finisher, self.round));
        Harm::of(
            dmg,
            pen,
            SAVE_DAMAGE,
            finisher,
            self.kind == WeaponKind::Melee,
        )
    }
}

impl PoolOdds {
    pub(super) fn throw<D: Dice>(&self, dice: &mut D) -> Line {
        let mut line = Line::new(self.dice, self.critical, self.bonus);
        line.shape.target = self.needed();
        line.shape.lowered = self.needed();
        line.roll = dice.pool(line.shape);
        if self.reroll {
            line.roll = reroll(dice, line.shape, line.roll, Reroll::LowAndMid);
        }
        line
    }
}
