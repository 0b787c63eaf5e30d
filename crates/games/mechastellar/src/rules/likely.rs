//! What sensible players would declare before the dice of a strike: support and Elite bonuses. Beliefs and
//! policies agree on it.

use super::aim::Form;
use super::belief::whole;
use super::clash::{CounterTerms, PreRoll, Strike};
use super::constants::SUPPORT_CAP;
use super::decision::{AttackBonus, DefenceBonus};
use super::unit::CompiledWeapon;
use super::unit_id::{UnitId, bits};
use super::view::View;

impl View<'_> {
    /// Support that both sides would declare, HITS and DEF (`ms10.support.mode`, `ms10.support.cap`).
    pub(super) fn likely_support(
        self,
        strike: &Strike,
        arm: &CompiledWeapon,
        blindside: bool,
        left: u8,
    ) -> [u8; 2] {
        if strike.counter.is_some() {
            return [0; 2];
        }
        let mut support = [0; 2];
        if strike.form != Form::Indirect && !strike.follows {
            support[0] = self.likely_helpers(strike, arm, false, left);
            if self.bout.reforms {
                support[0] += self.squad_helpers(strike);
            }
        }
        if !blindside {
            support[1] = self.likely_helpers(strike, arm, true, left);
        }
        support.map(|bonus| bonus.min(SUPPORT_CAP) as u8)
    }

    fn likely_helpers(
        self,
        strike: &Strike,
        arm: &CompiledWeapon,
        defending: bool,
        left: u8,
    ) -> i32 {
        let unit = if defending {
            strike.target()
        } else {
            strike.attacker()
        };
        let helpers = self.profile(unit).helpers(defending, arm.is_melee());
        if helpers == 0 {
            return 0;
        }
        let mut able = self.supporters(strike, unit, helpers, defending);
        let mut uses = self.unit(unit).uses;
        let mut bonus = 0;
        while bonus < SUPPORT_CAP {
            let Some(index) = self.likely_supporter(unit, able, defending, left) else {
                break;
            };
            let weapon = self.weapon(unit, index);
            let support = weapon.support.unwrap_or_default();
            bonus += i32::from(support.given(defending));
            if weapon.limited {
                uses[index] -= 1;
            }
            if !weapon.limited || uses[index] == 0 {
                able &= !(1 << index);
            }
        }
        bonus
    }

    /// Support of the other models of the attacker's squad (`ms10.squad.support`).
    fn squad_helpers(self, strike: &Strike) -> i32 {
        let models = self.models(strike.attacker());
        models
            .flat_map(|model| (0..self.profile(model).weapons.len()).map(move |w| (model, w)))
            .map(|(model, weapon)| self.squad_support(strike, model, weapon))
            .sum()
    }

    /// The weapon that a sensible player puts into Support Mode next, with so many Combat
    /// Actions left: unlimited ones first; uses of limited ones are spent on attacks only.
    pub(crate) fn likely_supporter(
        self,
        unit: UnitId,
        able: u16,
        defending: bool,
        left: u8,
    ) -> Option<usize> {
        let weapons = &self.profile(unit).weapons;
        // Nothing is spent on a defence.
        let kinds = if defending {
            &[false][..]
        } else {
            &[false, true]
        };
        let chosen = |limited: bool| {
            bits(able.into()).find(|&index| {
                let weapon = &weapons[index];
                // A weapon that will still be fired this turn is worth more than a point of support.
                let awaited = !defending && !limited && !weapon.free && left > 0;
                weapon.limited == limited && !awaited
            })
        };
        kinds.iter().find_map(|&limited| chosen(limited))
    }

    /// The Elite bonus an attacker would pick: the die is worth 0.7 (1.0 over the cap), the critical
    /// number 0.1 a die; Size counts in full.
    pub(crate) fn likely_attack_bonus(self, strike: &Strike) -> AttackBonus {
        let weapon = self.weapon(strike.attacker(), strike.weapon());
        if self.aims_into_melee(strike.attacker(), strike.target()) {
            AttackBonus::Critical
        } else if self.fires_furiously(strike) {
            AttackBonus::Die
        } else if weapon.is_melee() && self.profile(strike.target()).size >= 1 {
            AttackBonus::Size
        } else if (8..10).contains(&weapon.dice) {
            AttackBonus::Critical
        } else {
            AttackBonus::Die
        }
    }

    /// The Elite bonus that the defender of a declared strike would pick.
    pub(crate) fn likely_defence_bonus(self, strike: &Strike) -> DefenceBonus {
        if !self.counters_instead() {
            return self.likely_guard(strike);
        }
        let arm = self.weapon(strike.attacker(), strike.weapon());
        let (cover, left) = (self.cover_in_force(strike), self.state.turn.combat_actions);
        let declared = self.declaration(strike, arm, cover, left);
        declared.defence_bonus.unwrap_or(DefenceBonus::Die)
    }

    /// The same with all else that both sides would declare.
    pub(super) fn likely_bonus_against(self, strike: &Strike, pre: &PreRoll) -> DefenceBonus {
        let guard = self.likely_guard(strike);
        if !self.counters_instead() {
            return guard;
        }
        let counter = match guard {
            DefenceBonus::Both => DefenceBonus::double(true),
            _ => DefenceBonus::Counter,
        };
        if self.would_rather_counter(strike, pre, guard, counter) {
            counter
        } else {
            guard
        }
    }

    /// Whether a Counter does twice the damage that a defender takes for keeping it: as much again is what its
    /// Momentum would save by Focus. Who is likely to lose half the HP left, or more, defends itself.
    fn would_rather_counter(
        self,
        strike: &Strike,
        pre: &PreRoll,
        guard: DefenceBonus,
        counter: DefenceBonus,
    ) -> bool {
        let (unit, enemy) = (strike.target(), strike.attacker());
        let Some(spare) = self.momentum_of(unit).checked_sub(self.counter_cost(unit)) else {
            return false;
        };
        let harm = self.harm(strike);
        let [open, guarded] = [counter, guard].map(|bonus| {
            let defended = PreRoll {
                defence_bonus: Some(bonus),
                ..*pre
            };
            whole(self.mean(strike, &defended, &harm))
        });
        2 * open < self.unit(unit).hp
            && self.replies(unit).any(|reply| {
                let melee = self.weapon(unit, reply.weapon).is_melee();
                let strike = Strike::counter(unit, reply, enemy, melee, CounterTerms::PLAIN);
                self.shot_cost(unit, reply.weapon) <= spare
                    && self.may_counter_with(unit, reply, enemy)
                    && self.belief(&strike) > 2 * (open - guarded)
            })
    }

    /// Whether the target of a strike would still have its Counter afterwards (`ms10.bonus.guard`).
    pub(crate) fn likely_answers(self, strike: &Strike) -> bool {
        let declared = || {
            let arm = self.weapon(strike.attacker(), strike.weapon());
            let (cover, left) = (
                self.cover_in_force(strike),
                self.actions_after(arm, strike.weapon()),
            );
            self.declaration(strike, arm, cover, left)
        };
        !self.counters_instead() || self.leaves_counter(&declared())
    }

    /// The better one of Guard and Dodge.
    fn likely_guard(self, strike: &Strike) -> DefenceBonus {
        if self.is_sought(strike) {
            DefenceBonus::Die
        } else if self.may_double_defence(strike.target()) {
            DefenceBonus::Both
        } else if let Some(bonus) = self.ward_bonus(strike.target()) {
            bonus
        } else if (8..10).contains(&self.defence_dice(strike)) {
            DefenceBonus::Critical
        } else {
            DefenceBonus::Die
        }
    }

    /// Dice of the defence against a strike.
    pub(crate) fn defence_dice(self, strike: &Strike) -> i32 {
        let target = self.unit(strike.target());
        if self.weapon(strike.attacker(), strike.weapon()).is_melee() {
            target.melee_def.dice
        } else {
            target.evade.dice
        }
    }
}
