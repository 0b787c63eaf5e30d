//! What a strike is believed to do: the damage that the rules make of it on the mean, here and now.
//!
//! A belief is about the next strike as both sides would declare it, before the dice, with nothing
//! bought from Momentum. It is built from the pools, the harm and the barrier of the rules themselves,
//! and from exact tables of the dice. It counts HP alone: not where a Push sends somebody, what a Stun
//! Token stops, or what Battle Damage takes instead.

use equipoise_engine::{Hex, NoLog};

use super::aim::{Aim, Form};
use super::bought::IN_FORCE;
use super::clash::{CounterTerms, PreRoll, Strike};
use super::constants::{DIRECT_CHECKS, FLASH_DEF};
use super::decision::{AttackBonus, Reply};
use super::drive::Tuned;
use super::excess::{Excess, PLACES};
use super::expect::Use;
use super::harm::Harm;
use super::lead::Lead;
use super::terrain::Cover;
use super::unit::CompiledWeapon;
use super::unit_id::UnitId;
use super::view::View;
use crate::data::profile::BarrierArc;

/// Tenths of an HP in units of 2^-[`PLACES`].
pub(super) type FineTenths = i64;

/// Whole HP, rounded.
pub(super) fn whole(tenths: FineTenths) -> i32 {
    let one = 10 << PLACES;
    ((tenths + one / 2) / one) as i32
}

impl View<'_> {
    /// Expected damage of a strike from where both stand, in whole HP.
    pub(crate) fn belief(self, strike: &Strike) -> i32 {
        self.belief_under(strike, self.cover_in_force(strike))
    }

    /// The same if the target had this cover.
    pub(crate) fn belief_under(self, strike: &Strike, cover: Option<Cover>) -> i32 {
        let arm = self.weapon(strike.attacker(), strike.weapon());
        let pre = self.declaration(strike, arm, cover, self.actions_after(arm, strike.weapon()));
        self.belief_declared(strike, &pre)
    }

    /// What a melee strike that has been paid for is believed to do without Blindside, and with it.
    pub(crate) fn beliefs_of_surprise(self, strike: &Strike) -> [i32; 2] {
        let arm = self.weapon(strike.attacker(), strike.weapon());
        let (cover, left) = (self.cover_in_force(strike), self.state.turn.combat_actions);
        [false, true].map(|blindside| {
            let pre = self.declaration_as(strike, arm, cover, left, blindside);
            self.belief_declared(strike, &pre)
        })
    }

    /// The same once both sides have declared.
    #[inline(always)]
    fn belief_declared(self, strike: &Strike, pre: &PreRoll) -> i32 {
        let arm = self.weapon(strike.attacker(), strike.weapon());
        let cover = pre.cover;
        let harm = self.harm(strike);
        let standing = self.mean(strike, pre, &harm);
        let intact = self.intact_in_thousand(strike, arm, cover);
        if intact == 1000 {
            return whole(standing);
        }
        let breached = PreRoll {
            breached: true,
            ..*pre
        };
        let fallen = self.mean(strike, &breached, &harm);
        whole((intact * standing + (1000 - intact) * fallen) / 1000)
    }

    /// Whether the attacker's Lock On promises more than going without: against cover it costs a DEF
    /// (`ms10.lock-on.choice`, `ms10.cover.lock-on`).
    #[inline]
    pub(crate) fn lock_on_pays(self, strike: &Strike) -> bool {
        let cover = self.cover_in_force(strike);
        if cover.is_none() {
            return true;
        }
        let arm = self.weapon(strike.attacker(), strike.weapon());
        let left = self.state.turn.combat_actions;
        self.declaration(strike, arm, cover, left).lock_on[0]
    }

    /// Combat Actions left when the strike is made, if it is still to be paid.
    pub(super) fn actions_after(self, arm: &CompiledWeapon, weapon: usize) -> u8 {
        let turn = &self.state.turn;
        let free = arm.free && turn.free_used >> weapon & 1 == 0;
        let spent = u8::from(arm.remote.is_none() && !free);
        turn.combat_actions.saturating_sub(spent)
    }

    /// What both sides would fix before the dice, with so many Combat Actions left
    /// (`ms10.attack.sequence`, step 3).
    pub(super) fn declaration(
        self,
        strike: &Strike,
        arm: &CompiledWeapon,
        cover: Option<Cover>,
        left: u8,
    ) -> PreRoll {
        self.declaration_as(strike, arm, cover, left, self.has_blindside(strike, arm))
    }

    /// The same with Blindside or without it.
    #[inline(always)]
    fn declaration_as(
        self,
        strike: &Strike,
        arm: &CompiledWeapon,
        cover: Option<Cover>,
        left: u8,
        blindside: bool,
    ) -> PreRoll {
        let mut pre = PreRoll {
            lock_on: [false, self.can_lock_on(strike, arm, true)],
            support: self.likely_support(strike, arm, blindside, left),
            blindside,
            cover,
            ..PreRoll::default()
        };
        if self.bout.options.elite_bonus {
            let bonus = self.likely_attack_bonus(strike);
            let open = strike.form != Form::Indirect || bonus == AttackBonus::Die;
            pre.attack_bonus = self
                .has_elite_bonus(strike, strike.attacker())
                .then_some(bonus)
                .filter(|_| open);
            pre.defence_bonus = self
                .has_elite_bonus(strike, strike.target())
                .then(|| self.likely_bonus_against(strike, &pre));
        }
        pre.lock_on[0] = self.can_lock_on(strike, arm, false) && self.locks(strike, arm, &pre);
        pre
    }

    /// Whether the attacker's Lock On helps it, all else declared.
    fn locks(self, strike: &Strike, arm: &CompiledWeapon, pre: &PreRoll) -> bool {
        if pre.cover.is_none() || arm.aoe.is_some() || strike.form != Form::Direct {
            return true;
        }
        let locked = PreRoll {
            lock_on: [true, pre.lock_on[1]],
            ..*pre
        };
        let harm = self.harm(strike);
        self.mean(strike, &locked, &harm) >= self.mean(strike, pre, &harm)
    }

    /// Expected damage once all is declared.
    pub(super) fn mean(self, strike: &Strike, pre: &PreRoll, harm: &Harm) -> FineTenths {
        let excess = self.excess(strike, pre);
        if self.is_squad(strike.target()) {
            self.mean_of_squad(strike, harm, &excess)
        } else {
            harm.mean_tenths(|hits| excess.over(hits))
        }
    }

    /// By how many HITS a strike is expected to exceed a number, once all is declared.
    #[inline(always)]
    fn excess(self, strike: &Strike, pre: &PreRoll) -> Excess<'static> {
        let attack = self.attack_line(strike, pre, &mut NoLog);
        let defence = self.defence_line(strike, pre, &mut NoLog);
        let absorbed = self.absorbs(strike);
        let again = self.evade_rerolls(strike);
        if again > 0 {
            Excess::of_again(&attack, &defence, absorbed, again)
        } else if self.is_desperate(strike) {
            Excess::of_alike(&attack, &defence, absorbed)
        } else {
            Excess::of(&attack, &defence, absorbed)
        }
    }

    /// Damage against a squad: over all numbers of HITS, each spread as the attacker would
    /// (`ms10.squad.assign`).
    #[inline(never)]
    fn mean_of_squad(self, strike: &Strike, harm: &Harm, excess: &Excess<'_>) -> FineTenths {
        let mut sum = 0;
        for through in 1.. {
            let [more, here, less] = [-1, 0, 1].map(|step| excess.over(through + step));
            if more == 0 {
                break;
            }
            let shares = self.likely_shares(strike, harm, through);
            let models = self.models(strike.target()).zip(shares);
            let tenths: i32 = models
                .map(|(model, hits)| self.harm_to(strike, model, *harm).expected_tenths(hits))
                .sum();
            // The chance of exactly so many.
            sum += (more - 2 * here + less) * i64::from(tenths);
        }
        sum
    }

    /// How much of its expected damage a strike on open ground still does to a target that buys a Flash wherever
    /// that saves it more than `price` HP, what the Flash costs counting as damage; in 256ths (`ms10.skill.flash`).
    pub(crate) fn kept_in_spite_of_flash(self, strike: &Strike, price: i32) -> i32 {
        let arm = self.weapon(strike.attacker(), strike.weapon());
        let pre = self.declaration(strike, arm, None, self.actions_after(arm, strike.weapon()));
        let (harm, excess) = (self.harm(strike), self.excess(strike, &pre));
        let tenths = |hits: i32| i64::from(harm.expected_tenths(hits.max(0)));
        let (mut all, mut kept) = (0, 0);
        for through in 1.. {
            let [more, here, less] = [-1, 0, 1].map(|step| excess.over(through + step));
            if more == 0 {
                break;
            }
            // The chance of exactly so many.
            let chance = more - 2 * here + less;
            let flashed = tenths(through - FLASH_DEF) + 10 * i64::from(price);
            all += chance * tenths(through);
            kept += chance * tenths(through).min(flashed);
        }
        if all > 0 {
            (256 * kept / all) as i32
        } else {
            0
        }
    }

    /// HITS for each model of a squad as a sensible attacker spreads them: enough to destroy the weakest
    /// first, the rest on the leader or, if that is destroyed, on the first model that is not.
    pub(crate) fn likely_shares(self, strike: &Strike, harm: &Harm, through: i32) -> [i32; 3] {
        let mut shares = [0; 3];
        let mut left = through;
        let mut order: [(i32, usize, UnitId); 3] = [(i32::MAX, 0, 0); 3];
        let models = self.models(strike.target()).enumerate();
        for (slot, (index, model)) in order.iter_mut().zip(models) {
            *slot = (self.unit(model).hp, index, model);
        }
        order.sort_unstable();
        for (hp, index, model) in order {
            if hp == i32::MAX {
                continue;
            }
            let harm = self.harm_to(strike, model, *harm);
            let needed = (1..=left).find(|&hits| harm.expected_tenths(hits) >= 10 * hp);
            if let Some(needed) = needed {
                shares[index] = needed;
                left -= needed;
            }
        }
        let models = || self.models(strike.target()).enumerate();
        let lives = |&index: &usize| shares[index] == 0;
        let leader = models().position(|(_, model)| model == strike.target());
        let next = || models().map(|(index, _)| index).find(lives);
        let rest = leader.filter(lives).or_else(next).unwrap_or(0);
        shares[rest] += left;
        shares
    }

    /// HITS that the target's barrier takes off a strike, with all that would be recharged
    /// (`ms10.barrier.block`, `ms10.barrier.scope`, `ms10.barrier.power`).
    #[inline(always)]
    pub(crate) fn absorbs(self, strike: &Strike) -> i32 {
        if self.bout.barriers {
            self.barrier_absorbs(strike)
        } else {
            0
        }
    }

    #[inline(never)]
    fn barrier_absorbs(self, strike: &Strike) -> i32 {
        let profile = self.profile(strike.target());
        let from = self.unit(strike.attacker()).pos;
        let weapon = self.weapon(strike.attacker(), strike.weapon());
        if profile.barrier_stops(weapon, self.in_front(strike.target(), from)) {
            self.barrier_strength(strike.target()).into()
        } else {
            0
        }
    }

    /// Whether a unit's barrier counts against attacks from a hex (`ms10.barrier.scope`).
    #[inline(always)]
    pub(crate) fn barrier_faces(self, unit: UnitId, from: Hex) -> bool {
        let barrier = self.profile(unit).barrier.as_ref();
        barrier.is_none_or(|barrier| barrier.arc == BarrierArc::All || self.in_front(unit, from))
    }

    /// Strength that a unit's barrier has or may still be recharged to.
    #[inline(always)]
    pub(crate) fn barrier_strength(self, unit: UnitId) -> u8 {
        if !self.bout.barriers || self.profile(unit).barrier.is_none() || self.is_shut_down(unit) {
            0
        } else {
            self.unit(unit).barrier + self.rechargeable(unit)
        }
    }

    /// How often in a thousand the cover of a target outlasts the checks of an AOE attack; always if
    /// its fall would change nothing (`ms10.aoe.cover`, `ms10.destroy.direct`).
    fn intact_in_thousand(
        self,
        strike: &Strike,
        arm: &CompiledWeapon,
        cover: Option<Cover>,
    ) -> i64 {
        let Some(Cover::Piece(piece)) = cover.filter(|_| arm.aoe.is_some()) else {
            return 1000;
        };
        let soft = self.bout.terrain.pieces[usize::from(piece)].destructible;
        if !soft || !self.sees(strike.attacker(), strike.target()) {
            return 1000;
        }
        let holds = 11_i64.saturating_sub(i64::from(arm.dmg.div_ceil(100)).max(1));
        holds.max(0).pow(DIRECT_CHECKS.into())
    }
}

/// An aim of the active unit, and what is settled about beliefs before the weapon.
#[derive(Clone, Copy)]
pub(crate) struct Outlook {
    pub(crate) aim: Aim,
    /// The figures of the bout hold between the two, cover, rounds and support aside.
    as_tabulated: bool,
}

impl View<'_> {
    /// The active unit's outlook on attacks by an aim.
    #[inline]
    pub(crate) fn outlook(self, aim: Aim) -> Outlook {
        let unit = self.state.turn.unit;
        Outlook {
            aim,
            as_tabulated: self.is_as_listed(unit, aim.target)
                && self.is_plain_turn(aim.target)
                && !self.aims_into_melee(unit, aim.target),
        }
    }

    /// Whether the figures of the bout hold for an attack by an aim of the active unit, cover aside.
    #[inline]
    pub(crate) fn lists(self, outlook: &Outlook, weapon: usize) -> bool {
        let (unit, target) = (self.state.turn.unit, outlook.aim.target);
        outlook.as_tabulated
            && self.weapon(unit, weapon).remote.is_none()
            && self.lists_round(unit, weapon)
            && self.supports_as_listed(target, weapon)
    }

    /// The belief about an attack by an aim of the active unit; `None` if it is not legal, its actions
    /// aside, or promises no more than `least`.
    #[inline]
    pub(crate) fn attack_belief(
        self,
        outlook: &Outlook,
        weapon: usize,
        special: bool,
        least: i32,
    ) -> Option<i32> {
        let (unit, aim) = (self.state.turn.unit, &outlook.aim);
        let how = if special { Use::Special } else { Use::Plain };
        let listed = self
            .lists(outlook, weapon)
            .then(|| self.expected(unit, aim.target, weapon, how, aim.distance));
        // No other form does more than the one that is listed.
        if listed.is_some_and(|listed| listed <= least) {
            return None;
        }
        let form = self.form(aim, weapon, special)?;
        let strike = Strike {
            special,
            form,
            ..Strike::plain(unit, weapon, aim.target)
        };
        let listed = listed.filter(|_| matches!(form, Form::Melee | Form::Direct));
        self.belief_above(&strike, listed, least)
    }

    /// Whether the figures of the bout hold for Counters of a unit on these terms, cover aside.
    #[inline]
    pub(crate) fn counters_as_listed(
        self,
        unit: UnitId,
        enemy: UnitId,
        terms: CounterTerms,
    ) -> bool {
        // A Counter strikes finishing blows by an option only.
        let finishes = self.bout.options.finisher_on_counter && self.profile(unit).finishes;
        terms.penalty
            && !terms.trade
            && terms.skill.is_none()
            && (!finishes || self.state.round == 1)
            && self.is_as_listed(unit, enemy)
    }

    /// The belief about a Counter, `listed` being its figure of the bout if that holds; `None` if it is
    /// not legal or promises no more than `least`.
    #[inline]
    pub(crate) fn counter_belief(
        self,
        strike: &Strike,
        listed: Option<i32>,
        least: i32,
    ) -> Option<i32> {
        if listed.is_some_and(|listed| listed <= least)
            || !self.may_counter_with(
                strike.attacker(),
                Reply {
                    weapon: strike.weapon(),
                    special: strike.special,
                },
                strike.target(),
            )
        {
            return None;
        }
        self.belief_above(strike, listed, least)
    }

    /// The belief about a strike, listed in the figures of the bout or not; `None` if it is not above
    /// `least`.
    #[inline]
    fn belief_above(self, strike: &Strike, listed: Option<i32>, least: i32) -> Option<i32> {
        let open = listed.unwrap_or_else(|| self.belief_under(strike, None));
        debug_assert_eq!(open, self.belief_under(strike, None), "{strike:?}");
        // Cover only takes away.
        if open <= least {
            return None;
        }
        let belief = match self.cover_in_force(strike) {
            None => open,
            some => self.belief_under(strike, some),
        };
        (belief > least).then_some(belief)
    }

    /// Whether two units are as the figures of the bout have them, as far as they count in every
    /// attack: whole, in the printed mode, no barrier, no reaction of a ship, no squad, nothing left to use up,
    /// no frenzy, nobody whose lead counts while it lives or is near.
    #[inline]
    fn is_as_listed(self, unit: UnitId, target: UnitId) -> bool {
        let (own, other) = (self.unit(unit), self.unit(target));
        let enemy = self.profile(target);
        // Shields are all that changes a defence; the figures hold for some of them lost, too.
        let lost = enemy.fresh.shields & !other.shields;
        let whole = lost == 0
            && other.evade == enemy.fresh.evade
            && other.melee_def == enemy.fresh.melee_def
            || lost > 0 && self.bout.expectations.lists_lost(lost, enemy.shields.len());
        let hindered = u32::from(other.stun | own.mode | other.mode | own.all_weapons)
            | u32::from(own.anti_air | other.anti_air)
            | u32::from(own.sunk | other.sunk)
            | u32::from((own.perks_left | other.perks_left) & IN_FORCE)
            | u32::from(own.is_changed_by_skills() || other.is_changed_by_skills())
            | other.iron_wall as u32;
        let squads = || self.is_squad(unit) || self.is_squad(target);
        let led = || self.bout.perks && self.bout.leads != [Lead::default(); 2];
        let frenzied = |unit| self.bout.perks && self.frenzy(unit).is_some();
        let frenzy = || frenzied(unit) || frenzied(target);
        // Whether it would keep its choice for a Counter depends on Momentum and weapons at hand.
        let chooses = self.counters_instead() && enemy.tier.is_elite();
        whole
            && !chooses
            && hindered == 0
            && enemy.barrier.is_none()
            && !squads()
            && !led()
            && !frenzy()
    }

    /// Whether both sides would support an attack of the active unit as in its first action of the battle.
    #[inline]
    fn supports_as_listed(self, target: UnitId, weapon: usize) -> bool {
        let unit = self.state.turn.unit;
        let (own, other) = (self.unit(unit), self.unit(target));
        let (profile, enemy) = (self.profile(unit), self.profile(target));
        let arm = &profile.weapons[weapon];
        let helpers = profile.helpers(false, arm.is_melee()) & !(1 << weapon);
        let guards = enemy.helpers(true, arm.is_melee());
        let helped = helpers == 0
            || helpers & (own.fired | own.disabled) == 0
                && own.uses == profile.fresh.uses
                && self.actions_after(arm, weapon) == u8::from(arm.free);
        helped && guards & (other.fired | other.disabled) == 0
    }

    /// Whether nothing of the turn or of the places of others counts in an attack of the active unit, support
    /// aside: on a level with a target that sees it come.
    #[inline]
    fn is_plain_turn(self, target: UnitId) -> bool {
        let turn = &self.state.turn;
        let unit = turn.unit;
        let other = self.unit(target);
        let surprised = other.fallen || other.head_lost || turn.behind.contains(target);
        turn.order_hits == 0
            && (!self.bout.perks || self.answer_hits(unit) == 0 && turn.tuned == Tuned::default())
            && turn.readied.is_none()
            && turn.accelerations == 0
            && !surprised
            && self.level(unit) == self.level(target)
            && !self.overwhelms(unit, target)
    }
}
