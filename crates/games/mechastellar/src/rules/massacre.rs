//! Explosive weapons that attack two targets (`ms93.trait.missile-massacre`).

use equipoise_dice::Dice;
use equipoise_engine::Log;

use super::aim::Form;
use super::bought::MASSACRE;
use super::clash::Strike;
use super::constants::ATTACKS_PER_TARGET;
use super::decider::{Decider, ask};
use super::event::Event;
use super::game::Game;
use super::unit::CompiledWeapon;
use super::unit_id::{UnitId, UnitSet};
use super::view::View;
use crate::data::profile::{Category, Upgrade};

impl View<'_> {
    /// Whether the active unit may attack two targets with a weapon: once a turn with an Explosive one that has
    /// no further targets of its own (`ms93.trait.missile-massacre`).
    #[inline]
    pub(crate) fn may_massacre(self, arm: &CompiledWeapon) -> bool {
        self.bout.perks && arm.category == Some(Category::Explosive) && self.massacres_with(arm)
    }

    fn massacres_with(self, arm: &CompiledWeapon) -> bool {
        let unit = self.state.turn.unit;
        !arm.is_melee()
            && arm.aoe.is_none()
            && self.unit(unit).perks_left & MASSACRE == 0
            && self.has_bought(unit, Upgrade::MissileMassacre)
    }

    /// The attack on the second target of a massacre before anything is paid; `None` where that may not be
    /// attacked or is farther than 16 in from the first (`ms93.trait.missile-massacre`).
    fn second_strike(self, strike: &Strike, second: UnitId) -> Option<Strike> {
        let apart = self.distance(strike.target(), second);
        if second == strike.target() || apart > self.bout.distances.sweep {
            return None;
        }
        let aim = self.aim(second)?;
        let form = self.form(&aim, strike.weapon(), strike.special)?;
        Some(Strike {
            form,
            ..strike.against(second)
        })
    }

    /// The attack on another target of a sweep or a massacre, before anything is paid; `None` where there may
    /// be none (`ms10.aoe.sweep`, `ms93.trait.missile-massacre`).
    pub(crate) fn further(self, strike: &Strike, other: UnitId) -> Option<Strike> {
        let arm = self.weapon(strike.attacker(), strike.weapon());
        if arm.aoe.is_none() {
            return self.second_strike(strike, other);
        }
        let open = self.may_sweep(strike.weapon(), strike.target(), other);
        open.then(|| Strike {
            swept: true,
            follows: true,
            form: self.form_against(strike, other),
            ..strike.against(other)
        })
    }

    /// Targets beside the first that an attack of the active unit with a weapon may have.
    #[inline]
    pub(crate) fn more_targets(self, arm: &CompiledWeapon) -> u8 {
        match arm.aoe {
            Some(most) => most - 1,
            None => self.may_massacre(arm).into(),
        }
    }
}

impl<P: Decider<D>, D: Dice, L: Log<Event>> Game<'_, P, D, L> {
    /// An attack and another on a second target, each with all its dice; both may Counter at the end
    /// (`ms93.trait.missile-massacre`).
    #[inline(never)]
    pub(super) fn massacre(&mut self, strike: &Strike, arm: &CompiledWeapon) {
        let second = self.second_target(strike);
        let mut countering = [None; 2];
        if self.begin_attack(strike, arm) {
            countering[0] = Some((*strike, self.resolve(*strike, arm)));
        }
        if let Some(next) = second.filter(|next| self.is_open_to(next))
            && self.begin_second(&next, arm)
        {
            countering[1] = Some((next, self.resolve(next, arm)));
        }
        for (strike, resolved) in countering.into_iter().flatten() {
            if !resolved.unanswered {
                self.offer_counter(&strike, resolved.terms);
            }
        }
    }

    /// The second attack as its side wants it.
    fn second_target(&mut self, strike: &Strike) -> Option<Strike> {
        let mut chosen = UnitSet::EMPTY;
        chosen.insert(strike.target());
        let side = self.bout.side_of(strike.attacker());
        let other = ask!(self, side, sweep(strike, chosen))?;
        self.view().further(strike, other)
    }

    /// Whether the first attack has left the second what it needs.
    fn is_open_to(&self, next: &Strike) -> bool {
        let up = |unit: UnitId| self.state.units[unit].on_table;
        let seen = next.form != Form::Direct || self.view().sees(next.attacker(), next.target());
        up(next.attacker())
            && up(next.target())
            && seen
            && self.state.turn.attacks_on(next.target()) < ATTACKS_PER_TARGET
    }

    /// Counts the second attack; false when its target gets away from it.
    fn begin_second(&mut self, next: &Strike, arm: &CompiledWeapon) -> bool {
        let (attacker, target) = (next.attacker(), next.target());
        self.state.units[attacker].massacre();
        self.state.turn.count_attack(target);
        self.note_fight(target);
        self.note_attacker(attacker, target);
        self.log.record(|| Event::Sweep { attacker, target });
        self.dare(attacker, target);
        self.galvanize(target);
        !(self.bout.options.reactive_accelerate && self.offer_dodge(next, arm))
    }
}
