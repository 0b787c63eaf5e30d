//! What perks of both units change in the pools of a clash.

use super::aim::Form;
use super::clash::{PreRoll, Strike};
use super::decision::AttackBonus;
use super::perks::PoolPerks;
use super::unit::{CompiledWeapon, RapidFireBand};
use super::unit_id::UnitId;
use super::view::View;

impl View<'_> {
    /// What perks change in the attacker's pool: its own nothing in a Counter, with indirect fire or on later
    /// targets of a sweep (`ms10.counter.no-passive`, `ms10.idf.no-bonus`, `ms10.aoe.first-only`).
    pub(crate) fn attack_perks(
        self,
        strike: &Strike,
        pre: &PreRoll,
        arm: &CompiledWeapon,
        rapid: Option<RapidFireBand>,
    ) -> PoolPerks {
        let aim = self.attack_aim(strike, arm);
        if strike.counter.is_some() || strike.follows || strike.form == Form::Indirect {
            return aim;
        }
        let target = self.profile(strike.target());
        let own = &self.profile(strike.attacker()).perks;
        let mut pool = PoolPerks {
            flat: own.hunting.against(target.tier, arm.dmg)
                + self.answer_hits(strike.attacker())
                + self.frenzied_hits(strike.attacker(), arm),
            ..aim
        };
        if arm.is_melee() {
            pool.flat += own.melee_hits;
        } else {
            let (dice, hits) = self.rapid_relief(strike, pre, rapid);
            pool.dice += dice;
            pool.flat += hits;
            match pre.attack_bonus {
                Some(AttackBonus::Die) => pool.dice += i32::from(own.gunnery),
                Some(AttackBonus::Critical) => pool.sharper += own.gunnery,
                Some(AttackBonus::Size) | None => {}
            }
        }
        self.led_attack(strike, pre, arm, &mut pool);
        pool
    }

    /// What perks change in the defender's pool: nothing in a Counter (`ms10.counter.no-passive`).
    pub(crate) fn defence_perks(
        self,
        strike: &Strike,
        pre: &PreRoll,
        arm: &CompiledWeapon,
    ) -> PoolPerks {
        let mut pool = self.defence_aim(strike, arm);
        pool.flat += self.unit(strike.target()).braced();
        if strike.counter.is_some() {
            return pool;
        }
        let own = &self.profile(strike.target()).perks;
        pool.flat += self.awe(strike.target()) + self.frenzied_def(strike.target());
        let distance = self.distance(strike.attacker(), strike.target());
        pool.flat += i32::from(own.scorns(distance, self.bout.distances.hex_in));
        if arm.is_melee() {
            pool.flat += own.melee_def;
        } else if let Some(bonus) = pre.defence_bonus {
            if bonus.guards() {
                pool.dice += i32::from(own.evasion);
            }
            if bonus.dodges() {
                pool.sharper += own.evasion;
            }
        }
        self.led_defence(strike, arm, &mut pool);
        pool
    }

    /// Whether a captain's trait gives a ship an Elite bonus on a strike: on its own shots, or against those of
    /// others (`ms93.captain1.daring`, `ms93.captain1.gunnery-crew`, `ms93.captain2.cavalier`,
    /// `ms93.captain2.sharp-witted`).
    pub(crate) fn captain_has_bonus(self, strike: &Strike, unit: UnitId) -> bool {
        let own = &self.profile(unit).perks;
        let shot = !self.weapon(strike.attacker(), strike.weapon()).is_melee();
        shot && if unit == strike.attacker() {
            own.gunnery_captain
        } else {
            own.evading_captain
        }
    }
}
