//! Support: weapons that help an attack or a defence instead of firing (`ms10.support.mode`).

use equipoise_dice::Dice;

use equipoise_engine::Log;

use super::aim::Form;
use super::clash::Strike;
use super::constants::SUPPORT_CAP;
use super::decider::{Decider, ask};
use super::event::Event;
use super::game::Game;
use super::unit::CompiledWeapon;
use super::unit_id::{UnitId, bits};
use super::unit_state::MAX_WEAPONS;
use super::view::View;

impl View<'_> {
    /// Of a unit's weapons that could support a strike those that may: HITS on the attack or DEF on
    /// the defence (`ms10.support.mode`, `ms10.support.bonus`, `ms10.support.uses`).
    pub(crate) fn supporters(
        self,
        strike: &Strike,
        unit: UnitId,
        helpers: u16,
        defending: bool,
    ) -> u16 {
        let distance = self.distance(strike.attacker(), strike.target());
        let (state, weapons) = (self.unit(unit), &self.profile(unit).weapons);
        let itself = if defending { 0 } else { 1 << strike.weapon() };
        let able = |&index: &usize| {
            let weapon = &weapons[index];
            // Of a limited weapon the uses count, of others whether it was fired.
            let open = if weapon.limited {
                state.uses[index] > 0
            } else {
                state.fired >> index & 1 == 0
            };
            open && distance <= weapon.range
        };
        let helpers = helpers & !itself & !state.disabled;
        let set = bits(helpers.into()).filter(able);
        set.fold(0, |set, index| set | 1 << index)
    }
}

impl<P: Decider<D>, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    /// Support of both sides, HITS and DEF, as far as it counts (`ms10.support.mode`,
    /// `ms10.support.cap`).
    pub(super) fn supports(
        &mut self,
        strike: &Strike,
        arm: &CompiledWeapon,
        blindside: bool,
    ) -> [u8; 2] {
        let mut support = [0; 2];
        if strike.counter.is_some() {
            return [0; 2];
        }
        if strike.form != Form::Indirect && !strike.follows {
            support[0] = self.support(strike, arm, false);
            support[0] += self.squad_support(strike, support[0]);
        }
        // Support does not help against Blindside (`ms10.advantage.blindside-support`).
        if !blindside {
            support[1] = self.support(strike, arm, true);
        }
        support.map(|bonus| bonus.min(SUPPORT_CAP) as u8)
    }

    /// Puts weapons into Support Mode one by one and spends a use of limited ones each time; returns
    /// the bonus (`ms10.support.mode`, `ms10.support.uses`, `ms10.support.declare`).
    #[inline(always)]
    fn support(&mut self, strike: &Strike, arm: &CompiledWeapon, defending: bool) -> i32 {
        let unit = if defending {
            strike.target()
        } else {
            strike.attacker()
        };
        let helpers = self.bout.units[unit].helpers(defending, arm.is_melee());
        if helpers == 0 {
            return 0;
        }
        let able = self.view().supporters(strike, unit, helpers, defending);
        if able == 0 {
            return 0;
        }
        self.support_with(strike, unit, able, defending)
    }

    /// The same with weapons out of those that are able.
    fn support_with(
        &mut self,
        strike: &Strike,
        unit: UnitId,
        mut able: u16,
        defending: bool,
    ) -> i32 {
        let side = self.bout.side_of(unit);
        let mut bonus = 0;
        while able != 0 && bonus < SUPPORT_CAP {
            let Some(index) = ask!(self, side, support(strike, able, defending))
                .filter(|&index| index < MAX_WEAPONS && able >> index & 1 == 1)
            else {
                break;
            };
            let weapon = &self.bout.units[unit].weapons[index];
            let support = weapon.support.unwrap_or_default();
            bonus += i32::from(support.given(defending));
            let state = &mut self.state.units[unit];
            state.supporting |= 1 << index;
            if weapon.limited {
                state.uses[index] -= 1;
            }
            // Every use of a limited weapon is one of its own.
            if !weapon.limited || state.uses[index] == 0 {
                able &= !(1 << index);
            }
        }
        if bonus > 0 {
            self.log.record(|| Event::Support {
                unit,
                attack: !defending,
                bonus,
            });
        }
        bonus
    }

    /// Support of the other models of the attacker's squad beside what is there already: it needs no
    /// declaration but spends uses (`ms10.squad.support`, `ms10.support.cap`, `ms10.support.uses`).
    fn squad_support(&mut self, strike: &Strike, already: i32) -> i32 {
        if !self.bout.reforms {
            return 0;
        }
        let mut bonus = 0;
        for model in self.bout.side(self.bout.side_of(strike.attacker())) {
            for index in 0..self.bout.units[model].weapons.len() {
                let given = self.view().squad_support(strike, model, index);
                if given == 0 || already + bonus >= SUPPORT_CAP {
                    continue;
                }
                bonus += given;
                if self.bout.units[model].weapons[index].limited {
                    self.state.units[model].uses[index] -= 1;
                }
            }
        }
        bonus
    }
}
